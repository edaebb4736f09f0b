"""Conditions on measures as they are typed."""

from __future__ import annotations

import pytest

from rulelang.errors import UsageError
from rulelang.experiments.conditions import read_limit, read_matters, read_range, read_width
from rulelang.experiments.measures import measures_of

MEASURES = measures_of(3)


@pytest.mark.parametrize("text", ["rounds ± 0.2", "rounds +- 0.2", "Rounds ±0,2"])
def test_width(text: str):
    """Keyboards without a ± do too."""
    width = read_width(text, MEASURES)
    assert (width.measure.name, width.half) == ("rounds", 0.2)


def test_limit():
    """Shares are said in hundredths; B is meant unless another side is named."""
    limit = read_limit("first player wins > 60 %", MEASURES)
    assert (limit.side, limit.measure.name, limit.sign, limit.number) == ("B", "first player wins", ">", 0.6)
    assert read_limit("difference of rounds < -1.5", MEASURES).number == -1.5
    assert read_limit("A of winning margin > 3", MEASURES).side == "A"


def test_range_and_matters():
    """The other two forms."""
    wanted = read_range("first player 45 %..55 %", MEASURES)
    assert (wanted.measure.name, wanted.low, wanted.high) == ("first player wins", 0.45, 0.55)
    assert read_matters("rounds=1", MEASURES) == ("rounds", 1.0)


@pytest.mark.parametrize(
    ("read", "text", "said"),
    [
        (read_width, "rounds 0.2", "MEASURE ± NUMBER"),
        (read_width, "rounds ± 0", "some width"),
        (read_limit, "ronds > 1", "did you mean `rounds`"),
        (read_limit, "rounds > 5 %", "is no share"),
        (read_limit, "colour > 1", "nothing is measured"),
        (read_range, "rounds 10..8", "the smaller one"),
    ],
)
def test_what_is_wrong_is_said(read, text: str, said: str):
    """With a hint."""
    with pytest.raises(UsageError, match=said):
        read(text, MEASURES)
