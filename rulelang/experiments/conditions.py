"""What somebody asks of measures in words: `rounds ± 0.2`, `first player wins > 60 %`, `rounds 8..10`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from rulelang.diagnostics.suggest import did_you_mean
from rulelang.errors import UsageError
from rulelang.experiments.measures import Measure

NUMBER = r"[-+]?\d+(?:[.,]\d+)?"
WIDTH = re.compile(rf"(?P<measure>.+?)\s*(?:±|\+-|\+/-)\s*(?P<number>{NUMBER})\s*(?P<percent>%?)")
LIMIT = re.compile(
    rf"(?:(?P<side>A|B|difference) of\s+)?(?P<measure>.+?)\s*(?P<sign>[<>])\s*(?P<number>{NUMBER})\s*(?P<percent>%?)"
)
RANGE = re.compile(
    rf"(?P<measure>.+?)\s+(?P<low>{NUMBER})\s*(?P<low_percent>%?)\s*\.\.\s*(?P<high>{NUMBER})\s*(?P<percent>%?)"
)
PAIR = re.compile(rf"(?P<measure>.+?)\s*=\s*(?P<number>{NUMBER})\s*(?P<percent>%?)")


@frozen
class Width:
    """An interval is to be so narrow: its mean ± half its width."""

    measure: Measure
    half: float


@frozen
class Limit:
    """A measure, of a side or the difference of both, that must not lie beyond a limit."""

    text: str
    side: str  # "A", "B" or "difference"
    measure: Measure
    sign: str
    number: float


@frozen
class Range:
    """A measure is wanted to lie between two numbers."""

    text: str
    measure: Measure
    low: float
    high: float


def read_width(text: str, measures: Sequence[Measure]) -> Width:
    """`rounds ± 0.2`."""
    found = matched(WIDTH, text, "MEASURE ± NUMBER, such as `rounds ± 0.2`")
    measure = measure_of(found["measure"], measures)
    half = number(found["number"], measure, found["percent"])
    if half <= 0:
        raise UsageError(f"`{text}`: an interval has some width")
    return Width(measure, half)


def read_limit(text: str, measures: Sequence[Measure]) -> Limit:
    """`first player wins > 60 %`: of B, unless another side is named."""
    found = matched(LIMIT, text, "MEASURE > NUMBER or MEASURE < NUMBER, such as `first player wins > 60 %`")
    measure = measure_of(found["measure"], measures)
    return Limit(text, found["side"] or "B", measure, found["sign"], number(found["number"], measure, found["percent"]))


def read_range(text: str, measures: Sequence[Measure]) -> Range:
    """`rounds 8..10`, `first player wins 45 %..55 %`."""
    found = matched(RANGE, text, "MEASURE LOW..HIGH, such as `rounds 8..10`")
    measure = measure_of(found["measure"], measures)
    low, high = (number(found[end], measure, found["percent"]) for end in ("low", "high"))
    if low > high:
        raise UsageError(f"`{text}`: the first number is the smaller one")
    return Range(text, measure, low, high)


def read_matters(text: str, measures: Sequence[Measure]) -> tuple[str, float]:
    """`rounds=1`: the difference that matters."""
    found = matched(PAIR, text, "MEASURE=NUMBER, such as `rounds=1`")
    measure = measure_of(found["measure"], measures)
    return measure.name, abs(number(found["number"], measure, found["percent"]))


def matched(pattern: re.Pattern[str], text: str, form: str) -> dict[str, str]:
    found = pattern.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"`{text}` is not {form}")
    return found.groupdict()


def measure_of(name: str, measures: Sequence[Measure]) -> Measure:
    """The measure of a name, or of the beginning of one."""
    asked = " ".join(name.lower().split())
    exact = [m for m in measures if m.name == asked]
    near = exact or [m for m in measures if m.name.startswith(asked)]
    if len(near) != 1:
        names = [m.name for m in near or measures]
        hint = did_you_mean(asked, names) or f"there are {', '.join(names)}"
        raise UsageError(f"nothing is measured under the name `{name}`; {hint}")
    return near[0]


def number(text: str, measure: Measure, percent: str) -> float:
    """A number of a measure; shares are said in hundredths."""
    found = float(text.replace(",", "."))
    if percent and not measure.is_share:
        raise UsageError(f"`{measure.name}` is no share: its numbers are said without %")
    return found / 100 if measure.is_share else found
