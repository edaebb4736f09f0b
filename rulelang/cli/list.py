"""`rulelang list`: the shipped games."""

from __future__ import annotations

from typing import Any

import click

from rulelang.cli.arguments import json_option
from rulelang.cli.output import say

EXAMPLE = "Example: rulelang list --json"


@click.command("list", epilog=EXAMPLE)
@json_option
def command(as_json: bool) -> int:
    """Show the shipped games with their players, variants and options."""
    from rulelang.catalogue import describe
    from rulelang.cli.output import print_json
    from rulelang.cli.status import FINDINGS, FINE
    from rulelang.errors import RulelangError
    from rulelang.library import shipped_games

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
    variants = [[g["name"], v["name"], v["label"], v["about"]] for g in games for v in g["variants"]]
    if variants:
        say()
        print_table(["game", "variant", "label", "about"], variants)
    options = [
        [g["name"], o["name"], o["label"], ", ".join(o["values"]), o["default"]] for g in games for o in g["options"]
    ]
    if options:
        say()
        print_table(["game", "option", "label", "values", "default"], options)


def players(numbers: list[int]) -> str:
    """`2 to 4`, or the numbers."""
    if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))
