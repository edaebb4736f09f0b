"""`rulelang compile`: the Python that rules become."""

from __future__ import annotations

import click

from rulelang.cli.arguments import game_arguments
from rulelang.cli.output import say_text

EXAMPLE = "Example: rulelang compile examples/pig --players 2"


@click.command("compile", epilog=EXAMPLE)
@game_arguments
@click.option("--native", is_flag=True, help="The typed source that is compiled to machine code.")
def command(game: str, players: int | None, variants: tuple[str, ...], options: tuple[str, ...], native: bool) -> int:
    """Print the Python source that the rules of a game become."""
    from rulelang.cli.arguments import load_game
    from rulelang.cli.status import FINE

    loaded, count = load_game(game, variants, options, players)
    program = loaded.program(count)
    if native:
        from rulelang.native.program import native_source

        say_text(native_source(program))
    else:
        say_text(program.source)
    return FINE
