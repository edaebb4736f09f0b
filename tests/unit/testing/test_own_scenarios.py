"""Which scenarios belong to some rules: not those of the game that they stand on or build on."""

from __future__ import annotations

from pathlib import Path

from rulelang.pipeline import read_game
from rulelang.testing.scenario import run_scenarios

GAME = """\
game below "Below"
  players: 2

state
  left: number starts 3

round main
  last: 3
  turn
    choose n in 1..1
      add -n to left

score rest(p) gives left

scenario "of the game"
  play
    player_1: 1
  then
    need left = 2
"""

HOUSE_RULE = """\
include more

variant fewer "Fewer" of below
  after setup()
    add -1 to left

  scenario "of the house rule"
    then
      need left = 2
"""

MORE = """\
scenario "of an included file" of below
  then
    need left = 3
"""


def ran(path: Path) -> list[str]:
    return sorted(result.name for result in run_scenarios(read_game(path)[0]))


def test_house_rules_run_their_own_scenarios(tmp_path: Path):
    """Those of the game below run with the game, those of included files with whoever includes them."""
    for name, text in (("below", GAME), ("fewer", HOUSE_RULE), ("more", MORE)):
        (tmp_path / f"{name}.rules").write_text(text)
    assert ran(tmp_path / "below.rules") == ["of the game"]
    assert ran(tmp_path / "fewer.rules") == ["of an included file", "of the house rule"]


def test_included_files_of_a_shipped_game_keep_their_scenarios():
    """A shipped game that includes files of another one runs no scenario of that one."""
    rules, _ = read_game("masters_of_trade")
    assert {Path(block.span.file.name).parent.name for block in rules.scenarios} == {"scenarios"}
    assert all("rotterdam" not in block.span.file.name for block in rules.own_scenarios)
    assert rules.below
