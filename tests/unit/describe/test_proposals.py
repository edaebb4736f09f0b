"""What may be written at a place, in rules that are not finished."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.checks.checker import Checker
from rulelang.checks.run import games_in
from rulelang.describe.places import Places, known_in
from rulelang.describe.proposals import Proposal, proposals

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour.rules"


@cache
def harbour() -> Places:
    """The names of a small game with ships, goods and cards."""
    (game,) = games_in([HARBOUR])
    checker = Checker(game)
    checker.first()
    assert checker.last is not None
    sources, _, _, worlds = checker.last
    return Places([known_in(each.world, each.made_of) for each in worlds.built.values()], sources.files.values())


def proposed(text: str) -> list[Proposal]:
    """What is proposed at the mark."""
    return proposals(text.replace("^", ""), text.index("^"), harbour())


def words(text: str) -> set[str]:
    return {each.text for each in proposed(text)}


PLACES = [
    # the beginning of a line
    ("^", "rule zone variant market round translate silence before", "way need given turn price load( player."),
    ("rule x()\n  ^", "let need choose each if move stop load buy_step", "zone phase players"),
    ("rule x()\n  each p in player\n    ^", "need load", "zone"),
    ("rule x()\n  choose one\n    ^", "way", "need load"),
    ("rule x()\n  choose one\n    way a\n      ^", "need load", "zone"),
    ("rule x()\n  if wind = red\n    need yes\n  otherwise\n    ^", "need load", "zone"),
    ("round main\n  ^", "turn phase between first: last:", "load need zone"),
    ("round main\n  phase a\n    ^", "turn need first:", "zone"),
    ("market m of good\n  ^", "shape: starts:", "need load zone"),
    ("kind x\n  ^", "label: column", "load zone"),
    ("variant v of harbour\n  ^", "before instead|of change zone needs: scenario", "load need"),
    ("card x of contract\n  while held\n    ^", "before change", "zone load"),
    ("scenario s\n  ^", "given play then players: variants:", "load zone"),
    ("scenario s\n  given\n    ^", "move set", "zone"),
    ("scenario s\n  play\n    ^", "player_1 player_3", "need red"),
    ("scenario s\n  then\n    ^", "need", "move load"),
    # behind a dot
    ("rule x(p: player)\n  need p.^", "money points cards ship", "at cargo rung"),
    ("rule x(s: ship)\n  need s.cargo.^", "rung base", "money"),
    ("rule x(s: ship)\n  need s.^", "at cargo owner", "money"),
    ("rule x()\n  each s in actor.ship where s.^", "at cargo", "money"),
    ("rule x()\n  need count(g in good where g.^", "rung base", "money"),
    ("rule x()\n  choose w in ways(home, red)\n    where w.^", "to from", "money"),
    ("rule x()\n  let o = first(c in offer where c.points = 2)\n  need o.^", "first second points", "rung"),
    ("rule x()\n  need player_1.^", "money points", "rung"),
    ("rule x()\n  need round.^", "number", "money"),
    ("variant v of harbour\n  before load(boat, thing)\n    need boat.^", "at cargo", "money"),
    ("rule x(p: player)\n  broken (((\n  need p.^", "money points", "at"),
    # where a name of something declared stands
    ("before ^", "load(s,|g) buy_step", "price(g) red need"),
    ("variant v of harbour\n  instead of ^", "load(s,|g)", "price(g)"),
    ("variant v of harbour\n  change ^", "price(g)", "load(s,|g)"),
    ("silence ^", "never_used", "unknown_name unknown-name"),
    ("rule x(g: ^", "good ship number list yes|or|no", "red load"),
    ("kind x\n  f: ^", "good number", "red load"),
    ("zone z of ^", "contract", "red load wind"),
    ("zone z of contract seen by ^", "all owner nobody", ""),
    ("rule x()\n  stop ^", "turn round game", "need red"),
    ("rule x()\n  let ^", "", "need red wind"),
    ("rule x()\n  each ^", "", "need red wind"),
    ("zone ^", "", "need red wind contract"),
    # expressions and clauses
    ("rule x(s: ship)\n  need ^", "s actor wind price red count not none", "load where to"),
    ("rule x(s: ship)\n  need can(^", "load buy_step s", ""),
    ("rule x(s: ship)\n  choose t in ship ^", "where by optional prompt as", "to from limit"),
    ("rule x(s: ship)\n  move offer ^", "to from optional", "by limit prompt"),
    ("rule x()\n  choose one\n    way a ^", "when as costing", "limit prompt"),
    ("zone z of contract ^", "per limit seen|by", "prompt because"),
    ("kind x\n  f: number ^", "starts per lasts", "prompt limit"),
    # neither in texts nor in comments
    ('rule x()\n  need yes because "^', "", "need red wind"),
    ("rule x()\n  # ^", "", "need red wind"),
]


@pytest.mark.parametrize(("text", "wanted", "unwanted"), PLACES, ids=[text for text, _, _ in PLACES])
def test_what_fits_is_proposed_and_nothing_else(text: str, wanted: str, unwanted: str) -> None:
    """Whatever word is begun already makes no difference: editors choose among what fits."""
    found = {each.replace(" ", "|").rstrip("|") for each in words(text)}
    assert set(wanted.split()) - found == set()
    assert set(unwanted.split()) & found == set()
    assert found == {each.replace(" ", "|").rstrip("|") for each in words(text.replace("^", "ab^"))} or "# ^" in text


def test_without_a_game_there_are_the_words_of_the_language() -> None:
    """The game can not be read, or there is none yet."""
    text = "rule x()\n  "
    assert {"need", "choose"} <= {each.text for each in proposals(text, len(text), None)}
    assert proposals("rule x(p: player)\n  need p.", 27, None) == []


def test_names_come_with_what_they_are() -> None:
    """A rule with its parameters, a value with what it gives, a field with its type."""
    found = {each.text: each for each in proposed("rule x()\n  need ^")}
    assert found["price"].detail == "(g: good) gives number"
    assert found["wind"].detail == "colour or none"
    assert found["red"].detail == "colour"
    assert found["count"].about
