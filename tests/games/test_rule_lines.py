"""The rules of the large games stay as short as they have become."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.rule_lines import GAMES, lines_of, rule_lines


def test_what_counts_as_a_line_of_rules(tmp_path: Path) -> None:
    """Conditions and what is done count, data and sentences do not."""
    path = tmp_path / "small.rules"
    path.write_text(
        'kind good "Good"\n  | name |\n  | wood |\n\n# A comment.\nrule buy(g: good)\n  says "Buy."\n'
        '  need yes because "told"\n  tell "bought"\n  label: "x"\n'
    )
    assert rule_lines(path) == 3


@pytest.mark.parametrize(("game", "most"), [("masters_of_trade", 866), ("mainports", 1_251)])
def test_games_are_shorter_than_in_the_first_edition(game: str, most: int) -> None:
    """In the first edition they had 867 and 1,252 lines."""
    assert lines_of(game) <= most


def test_navigation_can_be_read_aloud() -> None:
    """The hardest file of Mainports, tables, comments and all."""
    assert len((GAMES / "mainports" / "navigation.rules").read_text(encoding="utf-8").splitlines()) < 180
