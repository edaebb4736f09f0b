"""`rulelang sheet`: a reference sheet of the rules in force."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulelang.cli.arguments import game_arguments
from rulelang.cli.output import say, say_text

EXAMPLE = "Example: rulelang sheet GAME --players 3 --language nl --format html -o sheet.html"


@click.command("sheet", epilog=EXAMPLE)
@game_arguments
@click.option(
    "--language",
    "--lang",
    "language",
    metavar="L",
    help="Any language the game has labels in; else that of the settings, or English.",
)
@click.option("--format", "form", type=click.Choice(["markdown", "html"]), default="markdown", show_default=True)
@click.option("--aid", "is_aid", is_flag=True, help="One page for the table: the goal, the turn, the actions, the end.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write to a file."
)
def command(language: str | None, form: str, is_aid: bool, output: Path | None, **asked: Any) -> int:
    """Write the rules in force as a sheet that people can play from."""
    from rulelang.cli.arguments import language_for, load_game
    from rulelang.cli.exit_status import FINE
    from rulelang.cli.output import write_whole
    from rulelang.sheet import make_sheet
    from rulelang.sheet.aid import aid
    from rulelang.sheet.write import html, markdown

    loaded, count = load_game(asked["game"], asked["variants"], asked["options"], asked["players"])
    sheet = make_sheet(loaded, count, language or language_for(asked["game"]))
    if is_aid:
        sheet = aid(sheet)
    text = html.write(sheet) if form == "html" else markdown.write(sheet)
    if output is None:
        say_text(text)
    else:
        write_whole(output, text)
        say(f"wrote {output}", err=True)
    return FINE
