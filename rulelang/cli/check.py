"""`rulelang check`: what is wrong with rule files."""

from __future__ import annotations

import sys

import click

from rulelang.cli.arguments import paths_argument
from rulelang.cli.output import say, say_drawn, say_text

EXAMPLE = "Example: rulelang check games --format github"


@click.command("check", epilog=EXAMPLE)
@paths_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    help="How findings are printed.",
)
@click.option("--together", is_flag=True, help="House rules as if all of them were played at once.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def command(paths: tuple[str, ...], form: str, together: bool, as_json: bool) -> int:
    """Say what is wrong with games, files and folders of them."""
    from rulelang.checks.run import check_games, check_together, games_in
    from rulelang.cli.failures import status_of, wants_colour
    from rulelang.cli.output import count
    from rulelang.diagnostics.pages import all_pages
    from rulelang.diagnostics.render import FORMATS, Settings
    from rulelang.diagnostics.render.text import summary
    from rulelang.project.games import unread

    form = "json" if as_json else form
    games = games_in(paths)
    problems = check_together(games) if together else check_games(games, unread(paths))
    pages = all_pages() if form == "sarif" else {}
    colour = wants_colour(sys.stdout)
    report = FORMATS[form](problems, Settings(colour=colour, pages=pages))
    if report:
        (say_drawn if colour else say_text)(report)
    files = len({file.resolve() for game in games for file in game.files})
    played = sum(game.is_game for game in games)
    what = f"{count(played, 'game')}, {count(files, 'file')}" if played else count(files, "file")
    say(f"{what}: {summary(problems)}", err=True)
    return status_of(problems)
