"""The count of caught mistakes can be trusted: one of each kind is planted in a small game, and caught.

The whole count is `make mistakes`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.mistakes.__main__ import new_seed
from benchmarks.mistakes.corpus import Game, read_game
from benchmarks.mistakes.measure import Result, result_of
from benchmarks.mistakes.plant import KINDS, Edit, Mistake, sample
from benchmarks.mistakes.report import (
    BEGIN,
    END,
    KINDS_PAGE,
    PAGE,
    UNSEEN,
    Counts,
    Harvest,
    by_kind,
    in_short,
    kinds_page,
    percent,
    put_between_marks,
)

ORCHARD = Path(__file__).parent / "orchard.rules"


@pytest.fixture(scope="module")
def orchard() -> Game:
    return read_game(ORCHARD)


def test_a_small_game_gives_no_alarm(orchard: Game) -> None:
    """What is counted below is the planted mistake and nothing else."""
    path, file = next(iter(orchard.own.items()))
    assert orchard.check(path, file.text) == []


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_one_of_each_kind_is_caught(kind: str, orchard: Game) -> None:
    """The small game has a place for every kind, and the checker shows the line."""
    mistakes = sample(KINDS[kind], orchard, 1, seed=1)
    assert mistakes, f"nowhere to plant: {kind}"
    result = result_of(orchard, kind, mistakes[0])
    assert result.caught, result.change
    assert result.right_line, (result.change, result.messages)


def test_the_same_mistakes_in_every_run(orchard: Game) -> None:
    """Sites are chosen by a seed, so that two runs can be compared."""
    once = [sample(kind, orchard, 3, seed=1) for kind in KINDS.values()]
    again = [sample(kind, orchard, 3, seed=1) for kind in KINDS.values()]
    other = [sample(kind, orchard, 3, seed=2) for kind in KINDS.values()]
    assert once == again
    assert once != other


def test_a_change_that_is_no_mistake_is_not_counted_as_caught(orchard: Game) -> None:
    """The measure tells what the checker says, not what the harness hopes."""
    path, file = next(iter(orchard.own.items()))
    at = file.text.index("| plum  | 5     |") + len("| plum  | ")
    result = result_of(orchard, "misspelt name", Mistake(path, (Edit(at, at + 1, "6"),), ((path, at),), "five"))
    assert (result.caught, result.right_line, result.suggested) == (False, False, False)


def test_lines_after_a_change_are_those_of_the_changed_file(orchard: Game) -> None:
    """A place below lines that were left out moves up."""
    path, file = next(iter(orchard.own.items()))
    start, place = file.text.index("option harvest"), file.text.index("kind fruit")
    mistake = Mistake(path, (Edit(start, file.text.index("table start")),), ((path, place),))
    changed = mistake.text(file.text).split("\n")
    ((_, line),) = mistake.lines(orchard)
    assert changed[line - 1] == "kind fruit"


def test_the_page_of_figures_lists_the_kinds() -> None:
    """The table has a row for each kind there is; `--write` writes it anew."""
    block = PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]
    rows = re.findall(r"^\| ([a-z][^|]*?) +\|", block, re.MULTILINE)
    assert rows[0] == "kind of mistake"
    assert rows[1:] == list(KINDS)


def test_the_page_of_kinds_is_fresh() -> None:
    """Every kind has its sentence on the page."""
    text = KINDS_PAGE.read_text(encoding="utf-8")
    assert kinds_page(text) == text


def test_shares() -> None:
    """A share of nothing is no share."""
    assert percent(1, 3) == "33.3 %"
    assert percent(3, 3) == "100 %"
    assert percent(0, 0) == "–"
    assert Counts.of([]).planted == 0


def test_pages_are_written_between_their_marks(tmp_path: Path) -> None:
    """And what stands around them stays."""
    page = tmp_path / "page.md"
    page.write_text(f"above\n\n{BEGIN}\n\nold\n\n{END}\n\nbelow\n", encoding="utf-8")
    put_between_marks(page, "new")
    assert page.read_text(encoding="utf-8") == f"above\n\n{BEGIN}\n\nnew\n\n{END}\n\nbelow\n"


def test_what_nobody_tuned_to_has_a_row_of_its_own() -> None:
    """It is not mixed with the mistakes that everybody looks at."""
    right = Result("misspelt name", "a:1", "x → y", True, True, True, ())
    missed = Result("misspelt name", "a:2", "x → z", False, False, False, ())
    harvest = Harvest([right, right], [right, missed])
    kind, total, unseen = by_kind(harvest, ["misspelt name"]).splitlines()[2:]
    assert "| 2 | 100 % | 100 % | 100 % |" in kind
    assert "| 2 | 100 % | 100 % | 100 % |" in total
    assert unseen.startswith(f"| **{UNSEEN}** | 2 | 50 % | 50 % | 50 % |")
    assert "Of 2 others" in in_short(harvest, 0)


def test_the_new_seed_changes_with_the_rules(tmp_path: Path) -> None:
    """So nobody can mend just what it plants."""
    other = tmp_path / "orchard.rules"
    other.write_text(ORCHARD.read_text(encoding="utf-8"))
    same = new_seed([read_game(other)])
    assert same == new_seed([read_game(ORCHARD)])
    other.write_text(ORCHARD.read_text(encoding="utf-8") + "# changed\n")
    assert new_seed([read_game(other)]) != same
