"""`rulelang compare --each`: which of several changes did it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulelang.cli.arguments import asked_for
from rulelang.cli.exit_status import BY_SIGNAL, FINE
from rulelang.cli.many_games import MOST_GAMES, opened_store
from rulelang.cli.output import count, print_json, print_table, say
from rulelang.cli.progress import progress

if TYPE_CHECKING:
    from rulelang.cli.compare import Asked
    from rulelang.experiments.factorial import Effect, Effects

# What goes with one pair of rules and not with combinations of them.
NOT_WITH_EACH = {
    "until": "--until",
    "watch": "--watch",
    "matters": "--matters",
    "fail_if": "--fail-if",
    "strict": "--strict",
    "report": "-o",
    "records": "--records",
}


def tell_apart(asked: Asked) -> int:
    """Play combinations of the changes between two sets of rules, and say what each does."""
    from rulelang.describe.diff import read_side
    from rulelang.errors import UsageError
    from rulelang.experiments.factorial import Blocks, cells_of, changes_between, effects_of, families, with_changes
    from rulelang.experiments.measures import declared_in, measures_of, named
    from rulelang.experiments.setting import Playing, play_all, setting_for

    if len(asked.sides) != 2:
        raise UsageError("--each tells apart what leads from A to B: name these two")
    wrong = [option for name, option in NOT_WITH_EACH.items() if getattr(asked, name)]
    if wrong:
        raise UsageError(
            f"--each does not go with {', '.join('-o' if name == 'report' else f'--{name}' for name in wrong)}"
        )
    base, changes = changes_between(*asked.sides)
    cells = cells_of(len(changes))
    sides = [with_changes(base, [c for c, on in zip(changes, cell, strict=True) if on]) for cell in cells]
    with asked_for():
        games = [read_side(side) for side in sides]
    setting = setting_for(games, asked.players, asked.bot, **asked.how)
    measures = named(measures_of(setting.players, declared_in(games, setting.players)))
    blocks = Blocks(cells, [game.program(setting.players).facts.units[0] for game in games], measures)
    names = [change.name for change in changes]
    said = " ".join(["compare --each", *asked.sides])
    luck = [f"cells {number}" for number in families(cells)]
    with opened_store(asked.store, said) as store, progress(asked.games, "games of each combination") as told:
        playing = Playing(asked.games or MOST_GAMES, asked.clock(), told, store)
        ended = play_all(setting, games, blocks, playing, luck)
    found = effects_of(blocks, names)
    if asked.as_json:
        print_json({"changes": names, "combinations": len(cells), "bot": setting.bot, **data_of(found)})
    else:
        title = (
            f"{base}: {count(len(names), 'change')}, {len(cells)} combinations, {count(blocks.count, 'game')} of each"
        )
        show(found, f"{title}, {setting.players} players, {setting.bot} bots, seed {setting.seed}")
    return BY_SIGNAL + ended.stopped if ended.stopped else FINE


def data_of(found: Effects) -> dict[str, Any]:
    """Plain data for JSON."""
    return {
        "games": found.blocks,
        "unfinished": found.unfinished,
        "parts": [effect_data(effect) for effect in found.shares],
        "together": found.totals,
        "pairs": [effect_data(effect) for effect in found.pairs],
    }


def effect_data(effect: Effect) -> dict[str, Any]:
    from math import isfinite

    known = isfinite(effect.half)
    return {
        "measure": effect.measure.name,
        "changes": effect.changes,
        "part": effect.mean,
        "low": effect.low if known else None,
        "high": effect.high if known else None,
        "verdict": effect.verdict.kind,
        "on_its_own": effect.alone,
    }


def show(found: Effects, title: str) -> None:
    """The part of each change in each measure, and pairs that act together otherwise than apart."""
    print_table(["", "change", "part", "95 % interval", "on its own", "verdict"], rows_of(found), title)
    say()
    if found.pairs:
        rows = [[e.measure.name, " with ".join(e.changes), part(e), ends(e)] for e in found.pairs]
        print_table(["together *", "changes", "more", "interval"], rows)
        say()
    if found.unfinished:
        say(f"{count(found.unfinished, 'game')} of each are left out: some combination did not end.")
    say(
        "The parts of all changes add up to what they do together; their intervals hold together in 95 % of such "
        "tables, whenever one stops. Of pairs marked * one in ten may be chance."
    )


def rows_of(found: Effects) -> list[list[str]]:
    from rulelang.experiments.comparison.wording import signed

    rows: list[list[str]] = []
    last = ""
    for effect in found.shares:
        m = effect.measure
        if m.name != last and last:
            rows.append(total_row(found, last, measures(found.shares)))
        own = "" if effect.alone is None else signed(m, effect.alone)
        rows.append(
            ["" if m.name == last else m.name, effect.changes[0], part(effect), ends(effect), own, said(effect)]
        )
        last = m.name
    return [*rows, total_row(found, last, measures(found.shares))] if last else rows


def measures(effects: Sequence[Effect]) -> dict[str, Any]:
    return {effect.measure.name: effect.measure for effect in effects}


def total_row(found: Effects, name: str, known: dict[str, Any]) -> list[str]:
    """What all changes do together, where that was played."""
    from rulelang.experiments.comparison.wording import signed

    whole = signed(known[name], found.totals[name]) if name in found.totals else ""
    return ["", "all together", whole, "", "", ""]


def part(effect: Effect) -> str:
    from rulelang.experiments.comparison.wording import signed

    return signed(effect.measure, effect.mean)


def ends(effect: Effect) -> str:
    from math import isfinite

    from rulelang.experiments.comparison.wording import signed

    if not isfinite(effect.half):
        return "-"
    low, high = signed(effect.measure, effect.low), signed(effect.measure, effect.high)
    return f"{low.removesuffix(' %')} to {high}"


def said(effect: Effect) -> str:
    """The verdict in short."""
    from rulelang.experiments.comparison.wording import counted

    v = effect.verdict
    match v.kind:
        case "different":
            return effect.measure.more if effect.mean > 0 else effect.measure.less
        case "none larger":
            return f"none larger than {counted(effect.measure, v.matters)}"
        case "too few":
            return "too few games"
    return "no difference seen" + (f"; about {v.games:,} games would tell" if v.games else "")
