"""To come."""
import click


@click.command("explain")
def command() -> int:
    """To come."""
    return 2
