"""To come."""
import click


@click.command("replay")
def command() -> int:
    """To come."""
    return 2
