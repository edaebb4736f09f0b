"""Fields of rondels get names."""

from pathlib import Path
from textwrap import dedent

from rulelang.checks.run import check_paths
from rulelang.diagnostics.diagnostic import Severity
from rulelang.fix.files import mended_files

OLD = dedent("""
    game mill "Mill"
      players: 2

    player
      money: money starts 3

    rondel wheel per player
      | field | action |
      | 0     | grind  |
      | 1     | -      |
      first: 1
      extra: toll
      extra_most: 1

    action grind "Grind"
      pay 1 from bank to actor

    rule toll(p: player)
      pay min(1, p.money) from p to bank

    round main
      last: 4
      turn
        wheel.advance(actor)
        wheel.act(actor)

    score money(p) gives p.money
""").lstrip()


def test_a_rondel_of_the_first_edition(tmp_path: Path) -> None:
    path = tmp_path / "mill.rules"
    path.write_text(OLD)
    ((file),) = mended_files([path])
    text = file.after or ""
    for now in ("| name    | action |", "| field_1 | -      |", "first: field_1", "  extra\n    toll(p)\n"):
        assert now in text
    path.write_text(text)
    assert [problem for problem in check_paths([path]) if problem.severity is Severity.ERROR] == []
    assert mended_files([path]) == []
