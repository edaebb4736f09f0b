"""Findings in words: numbers as people read them, and verdicts that say no more than the interval does."""

from __future__ import annotations

from math import isfinite

from rulelang.experiments.comparison.findings import MOST_UNFINISHED, Findings, Item, Row
from rulelang.experiments.measures import Measure


def value(measure: Measure, number: float) -> str:
    """A value of a measure."""
    return f"{number:.1%}".replace("%", " %") if measure.is_share else plain(number)


def signed(measure: Measure, number: float) -> str:
    """A difference, with its sign; of shares in points of a hundred."""
    said = f"{100 * number:+.1f} %" if measure.is_share else f"{number:+,.{digits(number)}f}"
    return said.replace("-", "−")


def amount(measure: Measure, number: float) -> str:
    """The size of a difference, as short as it may be said: `0.5`, `12`, `5 points`."""
    size = abs(number)
    if measure.is_share:
        return f"{100 * size:.3g} points"
    return f"{size:,.{digits(size)}f}".rstrip("0").rstrip(".") if "." in f"{size:.{digits(size)}f}" else f"{size:,.0f}"


def digits(number: float) -> int:
    """How many places behind the point are worth printing."""
    return 0 if abs(number) >= 1000 else 1 if abs(number) >= 100 else 2


def plain(number: float) -> str:
    return f"{number:,.{digits(number)}f}"


def interval(row: Row) -> str:
    """The ends of an interval."""
    if not isfinite(row.half):
        return "-"
    low, high = signed(row.measure, row.low), signed(row.measure, row.high)
    return f"{low.removesuffix(' %')} to {high}"


def verdict(row: Row, findings: Findings) -> str:
    """What may be said of a measure."""
    if findings.is_the_same:
        return "the same game every time"
    if findings.is_cut_short:
        return f"no verdict: more than {100 * MOST_UNFINISHED:g} % of the games did not end"
    match row.verdict.kind:
        case "different":
            return different(row)
        case "none larger":
            return f"none larger than {counted(row.measure, row.verdict.matters)}"
        case "too few":
            return "too few games"
    if not row.first and not row.second:
        return f"never in {row.pairs:,} games of either"
    asked = counted(row.measure, row.verdict.matters)
    needed = f"; for {asked} play about {row.verdict.games:,}" if row.verdict.games else ""
    return f"no difference seen{needed}"


def different(row: Row) -> str:
    """`longer by 1.2 rounds (0.8 to 1.6)`."""
    m = row.measure
    ends = sorted((abs(row.low), abs(row.high)))
    size, *ends_said = (amount(m, number).removesuffix(" points") for number in (row.difference, *ends))
    unit = "" if not m.unit else f" {m.unit}" if size == "1" else f" {m.unit}s"
    return f"{m.more if row.difference > 0 else m.less} by {size}{unit} ({' to '.join(ends_said)})"


def counted(measure: Measure, number: float) -> str:
    """`half a round`, `2 rounds`, `5 points`."""
    if measure.is_share:
        return amount(measure, number)
    if number == 0.5:
        return f"half {'an' if measure.unit[:1] in 'aeiou' else 'a'} {measure.unit}"
    said = amount(measure, number)
    return said if not measure.unit else f"{said} {measure.unit}{'' if said == '1' else 's'}"


def pairing(row: Row) -> str:
    """What it brought that both sides had the same luck."""
    if row.variance_ratio is None:
        return ""
    return f"Shared luck left {100 * row.variance_ratio:.0f} % of the variance of {row.measure.name}."


def taken(item: Item, pairs: int) -> list[str]:
    """How often a game an option was taken on each side."""
    return [plain(use.taken / pairs) for use in item.uses]


def item_interval(item: Item) -> str:
    """How much oftener B takes it, from where to where."""
    if item.half is None:
        return ""
    ends = (item.difference - item.half, item.difference + item.half)
    return " to ".join(f"{end:+,.{digits(end)}f}".replace("-", "−") for end in ends)


# So many options that nobody took are told by name.
MOST_UNTAKEN = 4


def untaken(findings: Findings, bot: str) -> str:
    """Which options of B alone its players never took, or nothing."""
    found = sorted(findings.untaken, key=lambda item: -item.games_offered[1])
    if not found:
        return ""
    told = [f"{item.name} (offered in {item.games_offered[1]:,} games)" for item in found[:MOST_UNTAKEN]]
    more = [f"{len(found) - MOST_UNTAKEN} more"] if len(found) > MOST_UNTAKEN else []
    return (
        f"NEVER taken by {bot} bots: {', '.join([*told, *more])}. They may not see what it is good for: "
        "of that these games show nothing."
    )
