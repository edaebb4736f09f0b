"""The hash of the rules in force: what saves are tied to."""

from __future__ import annotations

from pathlib import Path

import rulelang

GAME = """\
game fair
  players: 2

value bonus gives 1

round main
  last: 1
  turn
    choose n in 1..2
    stop turn

score points(p) gives seat(p)
"""


def fingerprint(text: str, folder: Path) -> str:
    path = folder / "fair.rules"
    path.write_text(text, encoding="utf-8")
    return rulelang.load(path).fingerprint(2)


def test_a_silence_is_no_rule(tmp_path: Path) -> None:
    """Switching a warning off makes no save stale; another rule does."""
    plain = fingerprint(GAME, tmp_path)
    assert fingerprint(GAME + '\nsilence never_used for bonus because "for house rules"\n', tmp_path) == plain
    assert fingerprint(GAME.replace("1..2", "1..3"), tmp_path) != plain


def test_wording_is_no_rule(tmp_path: Path) -> None:
    """A label, a question, a citation and an estimate make no save stale; a reason is what an `allow` finds."""
    plain = fingerprint(GAME, tmp_path)
    worded = GAME.replace("value bonus gives 1", 'value bonus "Bonus" gives 1 cites FAI-001')
    worded = worded.replace("choose n in 1..2", 'choose n in 1..2 prompt "Which number?" as "{n}!"')
    assert fingerprint(worded + "\nestimate worth(p) gives seat(p)\n", tmp_path) == plain
    reason = GAME.replace("    stop turn", "      spend(n)")
    reason += '\nrule spend(n: number)\n  need n > 0 because "nothing is nothing"\n  stop turn\n'
    assert fingerprint(reason, tmp_path) != fingerprint(reason.replace("nothing is", "zero is"), tmp_path)


def test_what_is_told_is_no_rule(tmp_path: Path) -> None:
    """Neither by itself nor beside what is done; a choice that tells does what it does without."""
    plain = fingerprint(GAME, tmp_path)
    told = GAME.replace("    stop turn", '    tell "{actor} takes {n}"\n    stop turn')
    assert fingerprint(told, tmp_path) == plain
    assert fingerprint(told.replace("takes", "picks"), tmp_path) == plain
    assert fingerprint(told.replace('{n}"', 'it" to actor'), tmp_path) == plain


def test_a_column_of_labels_is_no_rule(tmp_path: Path) -> None:
    """What rows are called may change, what is in them may not."""
    table = "\nkind gem\n  | name | worth | label  |\n  | ruby | 2     | {label} |\n"
    plain = fingerprint(GAME + table.replace("{label}", '"Ruby"'), tmp_path)
    assert fingerprint(GAME + table.replace("{label}", '"A ruby"'), tmp_path) == plain
    assert fingerprint(GAME + table.replace("{label}", '"Ruby"').replace("2", "3"), tmp_path) != plain


def test_a_value_that_only_an_estimate_reads_is_no_rule(tmp_path: Path) -> None:
    """Neither is one that only such a value reads; what a rule reads too, by whatever way, is."""
    values = "\nvalue dream gives {} + hope\nvalue hope gives {}\nestimate worth(p) gives seat(p) + dream\n"
    one, other_dream, other_hope = (values.format(*numbers) for numbers in ((1, 5), (2, 5), (1, 6)))
    plain = fingerprint(GAME, tmp_path)
    assert {fingerprint(GAME + each, tmp_path) for each in (one, other_dream, other_hope)} == {plain}
    read = GAME.replace("seat(p)", "seat(p) + plan") + "\nvalue plan gives hope\n"
    hopeful = fingerprint(read + one, tmp_path)
    assert fingerprint(read + other_dream, tmp_path) == hopeful
    assert fingerprint(read + other_hope, tmp_path) != hopeful
