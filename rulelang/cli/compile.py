"""To come."""
import click


@click.command("compile")
def command() -> int:
    """To come."""
    return 2
