"""`rulelang sweep`: measures against the values of an option."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.arguments import asked_for, json_option
from rulelang.cli.exit_status import BY_SIGNAL, FINE
from rulelang.cli.many_games import MOST_GAMES, opened_store, setting_options, warn
from rulelang.cli.output import count, print_json, print_table, say, write_whole
from rulelang.cli.progress import progress

if TYPE_CHECKING:
    from rulelang.experiments.sweep import Level, Side
    from rulelang.experiments.varying import Vary

EXAMPLE = "Example: rulelang sweep mygame --option goal=10..20/2 --games 200"


@click.command("sweep", epilog=EXAMPLE)
@click.argument("rules", metavar="GAME")
@click.option(
    "--option",
    "options",
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="What is varied: 10..20, 10..20/5, one,two; or `change VALUE to 3..6`. Several: all combinations.",
)
@click.option("--players", type=int, metavar="N", help="How many play; else the fewest that all allow.")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), required=True, metavar="N", help="Games of each value.")
@click.option("-o", "report", metavar="FILE", help="Write a page of HTML with a picture of each measure.")
@setting_options
@json_option
def command(**words: Any) -> int:
    """Play a game with several values of options, all on the same luck: each measure with its interval.

    GAME may have variants and options behind it, as in `diff`.
    """
    from rulelang.experiments.measures import declared_in, measures_of, named
    from rulelang.experiments.setting import Playing, play_all, setting_for
    from rulelang.experiments.sweep import Side, Sides
    from rulelang.experiments.varying import Varied, points_of, read_vary

    varied = [read_vary(text) for text in words["options"]]
    points = points_of(varied)
    with TemporaryDirectory(prefix="rulelang-") as folder:
        rules = Varied(words["rules"], varied, Path(folder))
        with asked_for():
            games = [rules.at(point) for point in points]
        more = {name: words[name] for name in ("seed", "limit", "jobs", "engine", "native")}
        setting = setting_for(games, words["players"], words["bot"], **more)
        measures = named(measures_of(setting.players, declared_in(games, setting.players)))
        sides = Sides([Side(game.program(setting.players).facts.units[0], measures) for game in games])
        asked = f"sweep {words['rules']} {' '.join(words['options'])}"
        with opened_store(words["store"], asked) as store, progress(words["games"], "games of each value") as told:
            ended = play_all(setting, games, sides, Playing(words["games"], told=told, store=store, warn=warn))
    levels = sides.levels()
    title = f"{games[0].name}: {count(ended.games, 'game')} of each value"
    title += f", {setting.players} players, {setting.bot} bots, seed {setting.seed}"
    if words["report"] is not None:
        from rulelang.experiments.report.sweeping import sweep_page

        write_whole(Path(words["report"]), sweep_page(title, varied, points, levels))
    if words["as_json"]:
        print_json({"points": [data_of(varied, *each) for each in zip(points, sides.sides, levels, strict=True)]})
    else:
        show(title, varied, points, sides.sides, levels)
    return BY_SIGNAL + ended.stopped if ended.stopped else FINE


def data_of(varied: Sequence[Vary], point: Sequence[str], side: Side, levels: dict[str, Level]) -> dict[str, Any]:
    from rulelang.experiments.sweep import level_data

    return {
        "values": {vary.name: value for vary, value in zip(varied, point, strict=True)},
        "games": side.games,
        "unfinished": side.games - side.finished,
        "measures": {name: level_data(level) for name, level in levels.items()},
    }


def show(
    title: str,
    varied: Sequence[Vary],
    points: Sequence[Sequence[str]],
    sides: Sequence[Side],
    levels: Sequence[dict[str, Level]],
) -> None:
    """A line for each value, or each combination of them."""
    names = list(dict.fromkeys(name for each in levels for name in each))
    rows = [
        [*point, *(cell(each.get(name)) for name in names), unfinished(side)]
        for point, side, each in zip(points, sides, levels, strict=True)
    ]
    heads = [*(vary.name for vary in varied), *names, "did not end"]
    if not any(row[-1] for row in rows):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    print_table(heads, rows, title)
    say()
    say("All intervals hold together in 95 % of such tables, whenever one stops; values share their luck.")


def unfinished(side: Side) -> str:
    return str(side.games - side.finished) if side.games > side.finished else ""


def cell(level: Level | None) -> str:
    """`17.5 ± 0.8`."""
    from math import isfinite

    from rulelang.experiments.comparison.wording import amount, value

    if level is None:
        return "-"
    around = f" ± {amount(level.measure, level.half).removesuffix(' points')}" if isfinite(level.half) else ""
    return value(level.measure, level.mean).removesuffix(" %") + around + (" %" if level.measure.is_share else "")
