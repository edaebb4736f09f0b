"""`rulelang compile`: the Python that rules become."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulelang.cli.arguments import game_arguments
from rulelang.cli.output import say_text

if TYPE_CHECKING:
    from rulelang.backends.python.program import Program

EXAMPLE = "Example: rulelang compile examples/pig --players 2"


@click.command("compile", epilog=EXAMPLE)
@game_arguments
@click.option("--core", "form", flag_value="core", help="The small typed program between the rules and the code.")
@click.option("--c", "form", flag_value="c", help="The C that the core becomes.")
def command(
    game: str, players: int | None, variants: tuple[str, ...], options: tuple[str, ...], form: str | None
) -> int:
    """Print what the rules of a game become: Python source, or one of its other forms."""
    from rulelang.cli.arguments import load_game
    from rulelang.cli.exit_status import FINE

    loaded, count = load_game(game, variants, options, players)
    program = loaded.program(count)
    say_text(program.source if form is None else FORMS[form](program))
    return FINE


def core_text(program: Program) -> str:
    from rulelang.backends.c.program import core_for
    from rulelang.core.text import to_text

    return to_text(core_for(program))


def c_text(program: Program) -> str:
    from rulelang.backends.c.program import core_for, printed

    return printed(core_for(program))


FORMS = {"core": core_text, "c": c_text}
