"""Rows, the file they are kept in, and the tables that are made from them."""

from __future__ import annotations

import pytest

from benchmarks.measure import Spread
from benchmarks.results import END, START, Results, Row, markdown, missed, number, side_by_side, summary, with_block

ROWS = (
    Row("playing", "chess", "rule file", "10/s", "hand-written", Spread(0.9, 0.8, 1.0), needed=0.5, aim=1.0),
    Row("playing", "go", "rule file", "20/s", "hand-written", Spread(1.2, 1.1, 1.3), needed=0.5, aim=1.0),
    Row("playing", "go", "peer", "40/s", "hand-written", Spread(2.0, 2.0, 2.0)),
    Row("memory", "go", "a match", "2,000 bytes"),
)
MACHINE = {"cpu": "abacus", "cores": 2, "peer": ""}


@pytest.mark.parametrize(
    ("median", "is_cost", "verdict"),
    [
        (4.9, False, "no"), (5.0, False, "yes"), (9.9, False, "yes"), (10.0, False, "aim"),
        (12.0, True, "no"), (10.0, True, "yes"), (5.0, True, "aim"),
    ],
)  # fmt: skip
def test_a_ratio_is_held_against_what_was_wished_for(median, is_cost, verdict):
    """Of speeds more is better, of costs less; reaching the wish counts."""
    needed, aim = (10.0, 5.0) if is_cost else (5.0, 10.0)
    row = Row("p", "g", "w", "f", "a", Spread(median, median, median), needed, aim, is_cost)
    assert row.verdict == verdict
    assert missed([row]) == ([row] if verdict == "no" else [])


def test_without_a_wish_there_is_no_verdict():
    """A figure alone is neither good nor bad."""
    assert ROWS[3].verdict == ROWS[2].verdict == ""


def test_what_is_kept_comes_back():
    """The file holds everything."""
    results = Results(MACHINE, ROWS)
    assert Results.from_text(results.as_text()) == results


def test_a_part_that_is_run_alone_replaces_only_itself():
    """Figures of the same machine can be put together; of another one they can not."""
    older, new = Results(MACHINE, ROWS), Results(MACHINE, (Row("memory", "go", "a match", "1 byte"),))
    assert new.with_parts_of(older).rows == (*ROWS[:3], new.rows[0])
    elsewhere = Results({"cpu": "other"}, new.rows)
    assert elsewhere.with_parts_of(older) == elsewhere


def test_games_stand_side_by_side():
    """A column for each game; what was not measured is a dash."""
    assert side_by_side(ROWS[:3]) == [
        "| what | against | chess | go |",
        "| --- | --- | --- | --- |",
        "| rule file | hand-written | 0.90 (0.80–1.00) | 1.20 (1.10–1.30) |",
        "| peer | hand-written | – | 2.00 (2.00–2.00) |",
    ]


def test_the_summary_has_a_line_for_each_comparison():
    """Of all games together: the least and the most, and how many reach what was wished for."""
    bad = Row("playing", "pig", "rule file", "1/s", "hand-written", Spread(0.1, 0.1, 0.1), needed=0.5, aim=1.0)
    lines = summary(Results(MACHINE, (*ROWS, bad))).splitlines()
    assert lines[-1] == "| rule file: 3 games | hand-written | 0.10 to 1.20 | ≥ 0.50, aim 1.00 | 2 of 3 |"
    assert not any("peer" in line or "2,000 bytes" in line for line in lines)


def test_the_page_names_the_machine_and_every_part():
    """Versions that are not known are left out."""
    text = markdown(Results(MACHINE, ROWS), {"playing": "Random games"})
    assert "Measured with cpu abacus, cores 2." in text
    assert "## Random games" in text
    assert "| go | a match | 2,000 bytes |" in text


def test_only_what_is_between_the_marks_is_rewritten():
    """The rest of the page stays, and writing twice is writing once."""
    page = f"before\n{START}\nold\n{END}\nafter\n"
    once = with_block(page, "new")
    assert once == f"before\n{START}\n\nnew\n\n{END}\nafter\n"
    assert with_block(once, "new") == once


@pytest.mark.parametrize("page", ["", START, END, f"{END} {START}", f"{START} {START} {END}"])
def test_a_page_without_marks_is_left_alone(page):
    """Where the block belongs must be clear."""
    with pytest.raises(ValueError, match="are needed once each"):
        with_block(page, "new")


@pytest.mark.parametrize(("value", "said"), [(0.5, "0.50"), (12.34, "12.3"), (1234.5, "1,234")])
def test_numbers_have_the_digits_that_count(value, said):
    """Nobody reads the rest."""
    assert number(value) == said
