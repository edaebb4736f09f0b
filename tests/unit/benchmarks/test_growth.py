"""Longer rules for the benchmarks are rules: they check without a finding, and a match of them can be played."""

from __future__ import annotations

import pytest

from benchmarks.growth import REAL, about, checked, compiled, declarations, keyword, lines_of, longer, names_in, renamed

TEXT = REAL.read_text(encoding="utf-8")


@pytest.mark.parametrize("times", [1, 3])
def test_longer_rules_have_no_findings(times):
    """Not even a warning: nothing in a copy is unused."""
    assert checked(longer(TEXT, times)) == []


def test_a_copy_has_everything_but_what_a_game_has_once():
    """One game, round, set-up and so on; of all the rest as many as asked for."""
    counts: dict[str, int] = {}
    for piece in declarations(longer(TEXT, 4)):
        counts[keyword(piece)] = counts.get(keyword(piece), 0) + 1
    single: dict[str, int] = {}
    for piece in declarations(TEXT):
        single[keyword(piece)] = single.get(keyword(piece), 0) + 1
    once = {"game", "score", "estimate", "round", "setup", "player"}
    assert counts == {word: number if word in once else 4 * number for word, number in single.items()}


def test_the_round_does_the_rules_of_every_copy():
    """The program of three copies has three times the rules that an author wrote."""
    one, three = (compiled(longer(TEXT, times)).world.rules for times in (1, 3))
    assert "fulfil_2" in three
    assert "fulfil_3" in three
    written = [name for name in one if f"{name}_2" in three]
    assert len(three) == len(one) + 2 * len(written)
    assert len(written) == TEXT.count("\nrule ")


def test_names_are_renamed_and_sentences_are_not():
    """Names in quotes are words for people."""
    names = names_in(declarations(TEXT))
    assert {"colour", "red", "ladder", "offer", "deliver", "points"} <= names
    assert not names & {"money", "player", "actor"}
    assert renamed('need red because "red is red"  # red', names, 7) == 'need red_7 because "red is red"  # red'


def test_rules_come_near_the_length_asked_for():
    """Never further from it than half a copy."""
    base, copy = lines_of(longer(TEXT, 1)), lines_of(longer(TEXT, 2)) - lines_of(longer(TEXT, 1))
    for times in (1, 2, 4, 8):
        assert abs(lines_of(about(TEXT, times * base)) - times * base) <= copy / 2
