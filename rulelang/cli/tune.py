"""`rulelang tune`: values that make a game as it is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.arguments import asked_for, json_option
from rulelang.cli.exit_status import BY_SIGNAL, FINDINGS, FINE
from rulelang.cli.many_games import MOST_GAMES, opened_store, setting_options, warn
from rulelang.cli.output import count, print_json, print_table, say
from rulelang.cli.progress import progress

if TYPE_CHECKING:
    from rulelang.experiments.tune import Confirmed, Tuning

EXAMPLE = "Example: rulelang tune mygame --vary goal=8..20 --want 'rounds 8..10'"


@click.command("tune", epilog=EXAMPLE)
@click.argument("rules", metavar="GAME")
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="What may be changed: an option (10..20, one,two), or a value: `change VALUE to 3..6`.",
)
@click.option("--want", multiple=True, required=True, metavar="'M LOW..HIGH'", help="Where a measure is to lie.")
@click.option("--tries", type=click.IntRange(1), default=30, show_default=True, help="Values that are tried.")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=60, show_default=True, help="Games of each try.")
@click.option(
    "--confirm", type=click.IntRange(50, MOST_GAMES), default=600, show_default=True, help="Fresh games of the best."
)
@click.option("--players", type=int, metavar="N", help="How many play; else the fewest that are allowed.")
@setting_options
@json_option
def command(**words: Any) -> int:
    """Look for values of options that make a game as it is wanted, and measure the best of them on fresh games.

    GAME may have variants and options behind it, as in `diff`. The exit status is 1 if nothing was found that fits.
    """
    from rulelang.experiments.conditions import read_range
    from rulelang.experiments.measures import declared_in, measures_of
    from rulelang.experiments.setting import Playing, setting_for
    from rulelang.experiments.tune import Tuning
    from rulelang.experiments.varying import Varied, read_vary

    varied = [read_vary(text) for text in words["vary"]]
    with TemporaryDirectory(prefix="rulelang-") as folder:
        rules = Varied(words["rules"], varied, Path(folder))
        with asked_for():
            game = rules.at(tuple(vary.values[0] for vary in varied))
            more = {name: words[name] for name in ("seed", "limit", "jobs", "engine", "native")}
            setting = setting_for([game], words["players"], words["bot"], **more)
            measures = measures_of(setting.players, declared_in([game], setting.players))
            wanted = [read_range(text, measures) for text in words["want"]]
            asked = f"tune {words['rules']} {' '.join((*words['vary'], *words['want']))}"
            with opened_store(words["store"], asked) as store, progress(None, "games") as told:
                playing = Playing(words["confirm"], told=told, store=store, warn=warn)
                tuning = Tuning(rules, setting, wanted, words["games"], playing)
                tuning.search(words["tries"])
                confirmed = [] if tuning.stopped else tuning.confirm()
    if words["as_json"]:
        print_json(data_of(tuning, confirmed))
    else:
        show(tuning, confirmed)
    if tuning.stopped:
        return BY_SIGNAL + tuning.stopped
    return FINE if any(each.fit == "fits" for each in confirmed) else FINDINGS


def data_of(tuning: Tuning, confirmed: Sequence[Confirmed]) -> dict[str, Any]:
    """Plain data for JSON."""
    from rulelang.experiments.sweep import level_data

    names = [vary.name for vary in tuning.rules.varied]
    return {
        "tried": [{"values": dict(zip(names, t.point, strict=True)), "distance": t.distance} for t in tuning.tried],
        "confirmed": [
            {
                "values": dict(zip(names, each.point, strict=True)),
                "fit": each.fit,
                "games": each.games,
                "measures": {level.measure.name: level_data(level) for level in each.levels if level is not None},
            }
            for each in confirmed
        ],
        "stopped": bool(tuning.stopped),
    }


def show(tuning: Tuning, confirmed: Sequence[Confirmed]) -> None:
    """The best values, as fresh games show them."""
    from rulelang.cli.sweep import cell

    rows = [[*each.point, *(cell(level) for level in each.levels), each.fit, f"{each.games:,}"] for each in confirmed]
    heads = [*(vary.name for vary in tuning.rules.varied), *(want.text for want in tuning.wanted), "", "fresh games"]
    setting = tuning.setting
    tried = (
        f"the best of {len(tuning.tried)} tried"
        if len(confirmed) < 2
        else f"the best {len(confirmed)} of {len(tuning.tried)} tried"
    )
    print_table(heads, rows, f"{tried}, {setting.players} players, {setting.bot} bots, seed {setting.seed}")
    say()
    fitting = next((each for each in confirmed if each.fit == "fits"), None)
    if fitting is not None:
        say(f"It fits: {tuning.rules.said(fitting.point)}. This holds in 95 % of such searches.")
    elif any(each.fit == "not decided" for each in confirmed):
        games = count(confirmed[0].games, "game")
        say(f"Not decided by {games}: more of them (--confirm), or a wider wish, would tell.")
    elif confirmed:
        say("Nothing that was tried fits.")
