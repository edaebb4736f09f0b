"""To come."""
import click


@click.command("trace")
def command() -> int:
    """To come."""
    return 2
