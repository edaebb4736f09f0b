"""What scenarios notice is written where people read it, and the two pages agree."""

from __future__ import annotations

from pathlib import Path

from benchmarks.scenarios import HEADS, MADE, MEASURED, PAGE, README, Found, on_page, put, survivors, table
from rulelang.project.sources import shipped_games


def test_the_pages_agree_and_have_every_game() -> None:
    page, readme = (MADE.search(path.read_text(encoding="utf-8")) for path in (PAGE, README))
    assert page is not None
    assert readme is not None
    rows = readme[0].splitlines()[1:-1]
    assert rows == page[0].splitlines()[1 : len(rows) + 1]
    for game in shipped_games():
        (row,) = [row for row in rows if row.startswith(f"| {game} |")]
        mutants, *verdicts = map(int, row.strip("| ").split(" | ")[MEASURED:])
        assert mutants == sum(verdicts)
        survivors = [line for line in page[0].splitlines() if line.startswith(f"- {game}, ")]
        assert len(survivors) == verdicts[-1]


def test_what_was_found_is_put_between_the_marks(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("before\n<!-- scenarios: made -->\nold\n<!-- end of scenarios -->\nafter\n", encoding="utf-8")
    found = [Found(("mill", *map(str, range(1, len(HEADS)))), ("`mill.rules` 3: without",))]
    put(path, f"{table(found)}\n\n{survivors(found)}\n")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("before\n<!-- scenarios: made -->\n| game |")
    assert text.endswith("- mill, `mill.rules` 3: without\n<!-- end of scenarios -->\nafter\n")
    assert "old" not in text
    assert on_page(path) == found
