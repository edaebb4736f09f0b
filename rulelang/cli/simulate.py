"""To come."""
import click


@click.command("simulate")
def command() -> int:
    """To come."""
    return 2
