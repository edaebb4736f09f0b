"""`rulelang list`: the shipped games."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.arguments import json_option
from rulelang.cli.output import say

EXAMPLE = "Example: rulelang list --json"


@click.command("list", epilog=EXAMPLE)
@click.argument("game", required=False)
@json_option
def command(game: str | None, as_json: bool) -> int:
    """Show the shipped games with their players, variants and options; or one GAME, shipped or by its path."""
    from rulelang.cli.exit_status import FINE
    from rulelang.cli.output import print_json
    from rulelang.describe.game import describe

    if game is None:
        return shipped(as_json)
    found = describe(game)
    if as_json:
        print_json(found)
    else:
        show_one(found)
    return FINE


def shipped(as_json: bool) -> int:
    """All shipped games; those that can not be loaded are named."""
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.output import print_json
    from rulelang.describe.game import describe
    from rulelang.errors import RulelangError
    from rulelang.project.sources import shipped_games

    games: list[dict[str, Any]] = []
    broken: list[str] = []
    for name in shipped_games():
        try:
            games.append(describe(name))
        except RulelangError as error:
            broken.append(f"error: {name} can not be loaded: {error}")
    if as_json:
        print_json(games)
    else:
        show(games)
    for line in broken:
        say(line, err=True)
    return FINDINGS if broken else FINE


def show(games: list[dict[str, Any]]) -> None:
    """The games, then the variants and options of each."""
    from rulelang.cli.output import print_table

    if not games:
        say("no games are shipped")
        return
    rows = [[game["name"], game["label"], players(game["players"]), game["about"]] for game in games]
    print_table(["game", "label", "players", "about"], rows)
    tell(["game", *VARIANT], [[game["name"], *row] for game in games for row in variants(game)])
    tell(["game", *OPTION], [[game["name"], *row] for game in games for row in options(game)])


def show_one(game: dict[str, Any]) -> None:
    """One game: what it is, for whom, and what may be agreed before it."""
    say(f"{game['label']} ({game['name']}), {players(game['players'])} players")
    if game["about"]:
        say(game["about"])
    tell(VARIANT, variants(game))
    tell(OPTION, options(game))
    say()
    say(f"`rulelang hooks {game['name']}` shows what a house rule can hang on.")


VARIANT = ["variant", "label", "about"]
OPTION = ["option", "label", "values", "default"]


def variants(game: dict[str, Any]) -> list[list[str]]:
    return [[each["name"], each["label"], each["about"]] for each in game["variants"]]


def options(game: dict[str, Any]) -> list[list[str]]:
    return [[each["name"], each["label"], ", ".join(each["values"]), each["default"]] for each in game["options"]]


def tell(heads: list[str], rows: list[list[str]]) -> None:
    """A table below what was said before, if there is anything in it."""
    from rulelang.cli.output import print_table

    if rows:
        say()
        print_table(heads, rows)


def players(numbers: list[int]) -> str:
    """`2 to 4`, or the numbers."""
    if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))
