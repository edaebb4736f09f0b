"""To come."""
import click


@click.command("play")
def command() -> int:
    """To come."""
    return 2
