"""`rulelang compile`: the Python that rules become."""

from __future__ import annotations

import click

from rulelang.cli.arguments import game_arguments

EXAMPLE = "Example: rulelang compile examples/pig --players 2"


@click.command("compile", epilog=EXAMPLE)
@game_arguments
def command(game: str, players: int | None, variants: tuple[str, ...], options: tuple[str, ...]) -> int:
    """Print the Python source that the rules of a game become."""
    from rulelang.cli.arguments import load_game
    from rulelang.cli.status import FINE

    loaded, count = load_game(game, variants, options, players)
    click.echo(loaded.program(count).source)
    return FINE
