"""To come."""
import click


@click.command("list")
def command() -> int:
    """To come."""
    return 2
