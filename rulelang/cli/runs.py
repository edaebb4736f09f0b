"""`rulelang runs`: the games that are kept, and what they show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.arguments import json_option
from rulelang.cli.exit_status import FINE
from rulelang.cli.many_games import opened_store, store_option
from rulelang.cli.output import count, print_json, print_table, say

if TYPE_CHECKING:
    from rulelang.experiments.store import Setup, Store

EXAMPLE = "Example: rulelang runs 3 --records games.csv"
MOST_COMMANDS = 10


@click.command("runs", epilog=EXAMPLE)
@click.argument("number", type=int, required=False, metavar="[NUMBER]")
@click.option("--options", "word", metavar="WORD", help="How options were taken, by winners too; `all` of them.")
@click.option("--records", metavar="FILE", help="Write its games to a .csv or .parquet file, a row a game.")
@click.option("--forget", is_flag=True, help="Take its games out of the file.")
@store_option
@json_option
def command(
    number: int | None, word: str | None, records: str | None, forget: bool, store: str | None, as_json: bool
) -> int:
    """List the sets of games that are kept, or show one by its NUMBER."""
    from rulelang.errors import UsageError

    if number is None and (records is not None or word is not None or forget):
        raise UsageError("say which games are meant, by their NUMBER in `rulelang runs`")
    with opened_store(store) as kept:
        if kept is None:
            raise UsageError("no games are kept: RULELANG_STORE or --store says so")
        setups = kept.setups()
        if number is None:
            show_all(kept, setups, as_json)
            return FINE
        found = next((setup for setup in setups if setup.id == number), None)
        if found is None:
            raise UsageError(f"there are no games with the number {number}; `rulelang runs` lists them")
        if records is not None:
            write(kept, found, Path(records))
        elif forget:
            say(f"forgotten: {count(kept.forget(found.id), 'game')} of {title(found)}")
        elif word is not None:
            show_options(kept, found, word, as_json)
        else:
            show_one(kept, found, as_json)
    return FINE


def show_all(store: Store, setups: Sequence[Setup], as_json: bool) -> None:
    """A line for each set of games, and what was asked last."""
    rows = [(setup, state_of(setup)) for setup in setups]
    if as_json:
        from attrs import asdict

        print_json([asdict(setup) | {"state": state} for setup, state in rows])
        return
    if not rows:
        say(f"no games are kept in {store.path} yet")
        return
    print_table(
        ["number", "rules", "players", "bots", "games", "since", "rules are"],
        [[s.id, title(s), s.players, bots(s), s.games, s.made, state] for s, state in rows],
        str(store.path),
    )
    if notes := store.notes(MOST_COMMANDS):
        say()
        print_table(["asked at", "what"], [[made, said] for made, said in notes])


def show_one(store: Store, setup: Setup, as_json: bool) -> None:
    """What the games of a set-up show: the mean of each measure, and how they ended."""
    from collections import Counter

    from rulelang.experiments.comparison.wording import value
    from rulelang.experiments.measures import measures_kept
    from rulelang.experiments.statistics.moments import moments

    outcomes = [outcome for base in store.bases(setup.id) for outcome in store.games(setup.id, base)]
    ended = [outcome for outcome in outcomes if outcome.finished]
    unit = unit_of(setup)
    rows: list[dict[str, Any]] = []
    shown = []
    for measure in measures_kept(setup.players, ended):
        numbers = [read for outcome in ended if (read := measure.read(outcome, unit)) is not None]
        if numbers:
            found = moments(numbers)
            rows.append({"name": measure.name, "games": found.count, "mean": found.mean, "sd": found.sd})
            least, most = (value(measure, end) for end in (found.least, found.most))
            shown.append([measure.name, value(measure, found.mean), value(measure, found.sd), least, most])
    endings = Counter(outcome.reason for outcome in ended)
    if as_json:
        print_json({"title": title(setup), "games": len(outcomes), "measures": rows, "end_reasons": dict(endings)})
        return
    print_table(["", "mean", "sd", "least", "most"], shown, f"{title(setup)}: {count(len(outcomes), 'game')}")
    say()
    if len(ended) < len(outcomes):
        endings["(did not end)"] = len(outcomes) - len(ended)
    print_table(["end", "games"], [[reason, times] for reason, times in endings.most_common()])


def show_options(store: Store, setup: Setup, word: str, as_json: bool) -> None:
    """How often options were taken when they were offered, by those who won and by the others."""
    from attrs import asdict

    from rulelang.experiments.course import Use

    uses: dict[str, Use] = {}
    games = 0
    for base in store.bases(setup.id):
        for outcome in store.games(setup.id, base):
            games += 1
            for name, use in outcome.course.uses.items() if outcome.course is not None else ():
                uses[name] = uses.get(name, Use()) + use
    found = {name: use for name, use in sorted(uses.items()) if word == "all" or word.lower() in name.lower()}
    if as_json:
        print_json({name: asdict(use) for name, use in found.items()})
        return
    rows: list[list[str | int]] = [
        [name, use.offered, use.taken, part(use.taken, use.offered), part(*use.of_winners), part(*use.of_others)]
        for name, use in found.items()
    ]
    heads = ["option", "offered", "taken", "taken of offers", "by winners", "by the others"]
    print_table(heads, rows, f"{title(setup)}: {count(games, 'game')}")
    say()
    say("These are for looking: winners may choose otherwise because they are ahead, and not be ahead because of it.")


def part(some: int, of: int) -> str:
    """A share, if there is one."""
    return f"{100 * some / of:.1f} %" if of else "-"


def write(store: Store, setup: Setup, path: Path) -> None:
    """Its games in a file for other programs."""
    from rulelang.experiments.measures import measures_kept
    from rulelang.experiments.records import record_of, write_records

    unit = unit_of(setup)
    games = [outcome for base in store.bases(setup.id) for outcome in store.games(setup.id, base)]
    measures = measures_kept(setup.players, games)
    rows = [record_of(title(setup), outcome, setup.players, measures, unit) for outcome in games]
    write_records(path, rows)
    say(f"{path}: {count(len(rows), 'game')}")


def title(setup: Setup) -> str:
    """The rules as they were asked for."""
    named = [Path(variant).stem for variant in setup.about["variants"]]
    return " + ".join([setup.game, *named, *(f"{name} = {value}" for name, value in setup.about["options"])])


def bots(setup: Setup) -> str:
    names = setup.bots.split()
    return names[0] if len(set(names)) == 1 else setup.bots


def state_of(setup: Setup) -> str:
    """Whether the rules are still those that the games were played by."""
    from rulelang.api.load import load
    from rulelang.errors import RulelangError

    about = setup.about
    try:
        game = load(about["reference"], about["variants"], dict(about["options"]))
        now = game.fingerprint(setup.players)
    except (RulelangError, OSError):
        return "not to be found"
    return "as now" if now == setup.rules else "older"


def unit_of(setup: Setup) -> int:
    """So many times as large as they are scores were kept; as the rules say now."""
    from rulelang.api.load import load
    from rulelang.errors import RulelangError

    about = setup.about
    try:
        game = load(about["reference"], about["variants"], dict(about["options"]))
        return game.program(setup.players).facts.units[0]
    except (RulelangError, OSError):
        return 1
