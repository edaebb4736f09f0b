"""To come."""
import click


@click.command("fmt")
def command() -> int:
    """To come."""
    return 2
