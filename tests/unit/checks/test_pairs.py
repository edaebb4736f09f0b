"""Very many variants are looked at in groups, and what only two of them do together is found all the same."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from rulelang.checks.pairs import MOST_PAIRS, groups_of, pairs_of
from rulelang.checks.run import check_paths
from rulelang.pipeline import read_game

MANY = 25  # variants, of which there are more pairs than are looked at one by one
GAME = """\
game many "Many"
  players: 2

kind toll
  | name | price |
  | low  | 1     |
  need together <= 11

player
  points: number starts 0

value together gives first_toll + second_toll
{values}
round main
  last: 3
  turn
    choose n in 1..2
      gain(n)

rule gain(n: number)
  add n to actor.points

score points(p) gives p.points + low.price + {sum}
"""


def game(folder: Path, *variants: str) -> Path:
    """A game with a variant for each of its values, and some more."""
    names = ["first_toll", "second_toll", *(f"value_{number}" for number in range(MANY))]
    path = folder / "many.rules"
    values = "".join(f"value {name} gives 5\n" for name in names)
    own = "".join(f"\nvariant by_{number} of many\n  change value_{number} by 1\n" for number in range(MANY))
    path.write_text(GAME.format(values=values, sum=" + ".join(names)) + own + "".join(variants), encoding="utf-8")
    return path


@pytest.mark.parametrize("more", ["", "\nvariant by_more of many\n  change value_3 by 2\n"])
def test_groups_hold_every_pair(tmp_path: Path, more: str):
    """Strangers are one group; who has something in common with another one is looked at beside it alone."""
    rules, own = read_game(game(tmp_path, more))
    pairs = pairs_of(rules, own)
    assert len(pairs) > MOST_PAIRS
    groups = groups_of(rules, pairs)
    held = {pair for group in groups for pair in combinations(group, 2)}
    assert held == set(pairs)
    assert (("by_3", "by_more") in groups) == bool(more)
    assert len(groups) == (3 if more else 1)


def test_a_few_are_looked_at_two_by_two(tmp_path: Path):
    """As before: nothing is taken together that need not be."""
    path = game(tmp_path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("\nvariant by_9")], encoding="utf-8")
    rules, own = read_game(path)
    assert groups_of(rules, pairs_of(rules, own)) == list(combinations(rules.variants, 2))


def test_many_without_a_mistake_are_silent(tmp_path: Path):
    """Every variant, and every two of them."""
    assert check_paths([game(tmp_path)]) == []


def test_what_two_strangers_break_is_found(tmp_path: Path):
    """Each toll may go up by one, but not both: no variant names the value of the other."""
    first = "\nvariant dear of many\n  change first_toll by 1\n"
    second = "\nvariant dearer of many\n  change second_toll by 1\n"
    assert [problem.slug for problem in check_paths([game(tmp_path, first, second)])] == ["broken-contract"]


def test_two_that_only_add_to_a_rule_are_strangers(tmp_path: Path):
    """Whatever stands before and after it; who replaces the rule, or speaks of it, has to do with each of them."""
    adding = "".join(
        f"\nvariant {when}_{n} of many\n  {when} gain(k)\n    add {n} to actor.points\n"
        for when in ("before", "after")
        for n in range(3)
    )
    other = "\nvariant other of many\n  instead of gain(k)\n    add k to actor.points\n"
    calling = "\nvariant calling of many\n  after gain(k) when k = 2\n    gain(1)\n"
    rules, own = read_game(game(tmp_path, adding, other, calling))
    groups = groups_of(rules, pairs_of(rules, own))
    beside = {pair for pair in groups if len(pair) == 2}
    adds = [f"{when}_{n}" for when in ("before", "after") for n in range(3)]
    assert beside == {*((one, two) for one in adds for two in ("other", "calling")), ("other", "calling")}


def test_too_many_that_speak_of_the_same_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Each two of them would be a world of its own."""
    monkeypatch.setattr("rulelang.checks.run.MOST_BESIDE", 9)
    alike = "".join(f"\nvariant alike_{n} of many\n  change value_7 by {n}\n" for n in range(4))
    (problem,) = check_paths([game(tmp_path, alike)])
    assert problem.slug == "too-many"
    assert "10 are too many pairs of variants that speak of the same things" in problem.message
    assert problem.span.text.startswith("variant alike_3")


def test_two_that_replace_the_same_thing_are_found(tmp_path: Path):
    """Among many others."""
    clash = "".join(f"\nvariant clash_{n} of many\n  change value_7 to {n}\n" for n in (1, 2))
    slugs = {problem.slug for problem in check_paths([game(tmp_path, clash)])}
    assert slugs == {"conflicting-amendments"}
