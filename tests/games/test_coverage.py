"""Scenarios reach nearly everything that the shipped games do."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.project.sources import games_folder, shipped_games
from rulelang.testing.coverage.measure import measure, percent

# In per cent. What no scenario reaches is listed by `rulelang cover games`.
LINES, NEEDS = 95, 65


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_games())
def test_scenarios_cover_the_game(name: str) -> None:
    """Each line, as far as there is one to reach; needs have been seen to hold and to fail."""
    found = measure(Path(games_folder() / name))
    assert [each.result.message for each in found.scenarios if not each.result.passed] == []
    missed = [f"{line.file}:{line.number}" for line in found.missed]
    assert percent(found.share("lines")) >= LINES, missed
    assert percent(found.share("needs")) >= NEEDS, [str(need.span) for need in found.one_sided]
    assert found.share("ways")[0] == found.share("ways")[1]
