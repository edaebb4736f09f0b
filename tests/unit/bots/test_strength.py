"""What is known of bots: by the hash of the rules it was measured under."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from benchmarks import bots
from benchmarks.bots import AFLOAT, ASHORE, HOLD, PAIRS, START, cells, named, table
from rulelang.api.load import load
from rulelang.bots import strength
from rulelang.bots.strength import Measured, known, measured

PIG = Path(__file__).parents[3] / "examples" / "pig"
ROW = Measured("pig", "abc", 2, "greedy", "random", 40, 1, 0.75, 0.6, 0.86, 1.5, 0.25)


def test_only_under_the_same_rules(monkeypatch: pytest.MonkeyPatch):
    """Another hash, number of players or bot is another question."""
    others = (evolve(ROW, rules="x"), evolve(ROW, players=3), evolve(ROW, bot="random"))
    monkeypatch.setattr(strength, "measured", lambda: (ROW, *others))
    assert known("abc", 2, "greedy") == [ROW]


def test_in_words():
    """The share, its interval, and what an equal player wins."""
    assert ROW.words == "greedy won 75% (60% to 86%) of 40 games against random (an equal player 50%)"
    assert cells(ROW)[-2:] == ["40, 1 not finished", "1.50 / 0.25"]
    assert "at most 55.5%" in table([evolve(ROW, bound=0.555)])


def test_what_is_kept_can_be_read():
    """The file of the package is what the benchmark writes."""
    rows = json.loads(strength.FILE.read_text(encoding="utf-8"))
    assert len(measured()) == len(rows) > 0
    assert {row.bot for row in measured()} <= {pair.bot for pair in PAIRS}


def test_a_row_is_kept_when_its_pair_is_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """It takes the place of what was measured of that pair before, and of nothing else, in the order of the pairs."""
    rows, page = tmp_path / "strength.json", tmp_path / "bots.md"
    rows.write_text("[]", encoding="utf-8")
    page.write_text(f"{START}\n\n<!-- end of figures -->\n", encoding="utf-8")
    monkeypatch.setattr(bots, "FILE", rows)
    monkeypatch.setattr(strength, "FILE", rows)
    monkeypatch.setattr(bots, "PAGE", page)
    first, second = (
        evolve(ROW, game=pair.name, players=pair.players, bot=pair.bot, against=pair.against) for pair in PAIRS[:2]
    )
    try:
        for row in (second, first, evolve(second, won=0.5)):
            bots.keep(row)
        measured.cache_clear()
        assert measured() == (first, evolve(second, won=0.5))
    finally:
        measured.cache_clear()
    assert table((first, evolve(second, won=0.5))) in page.read_text(encoding="utf-8")


def test_never_shipping():
    """Its worker goes to none of the four characters who have to do with ships, and they were there to go to."""
    match = load("masters_of_trade").start(2, seed=1)
    bot = named(ASHORE)
    offered = 0
    for number in range(80):
        keys = [option.key for option in match.decision.options]
        index = bot.choose(match, Random(number)) if len(keys) > 1 else 0
        offered += bool(AFLOAT & {*keys})
        assert keys[index] not in AFLOAT or {*keys} <= AFLOAT
        match.advance(index)
    assert offered > 3


def test_holding_at_twenty():
    """It rolls while the turn has brought less."""
    match = load(PIG).start(seed=1)
    bot = named(HOLD)
    for _ in range(60):
        if match.over:
            break
        if len(match.decision.options) == 1:
            match.choose(0)
            continue
        total = getattr(match.state, match.program.facts.slots["total"])
        key = match.decision.options[bot.choose(match, Random(1))].key
        assert key == ("hold" if total >= 20 else "roll")
        match.choose(key)
