"""Worked examples: a scenario with a sentence stands on the sheet, beside the rule that it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.api.load import load
from rulelang.sheet import make_sheet
from rulelang.sheet.aid import aid
from rulelang.sheet.write import html, markdown
from tests.unit.sheet.conftest import GameOf, SheetOf

TOLLS = """
    game tolls
      players: 2

    option dear "A dear bridge"
      values: yes, no
      default: no

    state
      toll: number starts 2

    player
      coins: number starts 6

    action cross "Cross the bridge" cites TOL-001..TOL-003
      add -toll to actor.coins

    action wait "Wait" cites TOL-004
      add 1 to actor.coins

    round main
      last: 3
      turn
        choose one
          way go
            perform(cross)
          way stay
            perform(wait)

    score coins(p) gives p.coins

    scenario "the toll is paid" cites TOL-002
      says "Whoever crosses with six coins has four left."
      play
        player_1: go
      then
        need player_1.coins = 4

    scenario "nothing for readers" cites TOL-002
      play
        player_1: stay
      then
        need player_1.coins = 7

    scenario "dear" cites TOL-002
      says "Never on the usual sheet."
      options.dear: yes
      then
        need player_1.coins = 6

    scenario "about no rule in print"
      says "Two coins and a bridge."
      then
        need toll = 2
    """


def test_an_example_stands_where_its_rule_is_told(sheet_of: SheetOf) -> None:
    """Where most of the printed rules that it cites are; one that cites none of them at the end."""
    text = sheet_of(TOLLS)
    cross, wait = text.index('id="action-cross"'), text.index('id="action-wait"')
    assert cross < text.index("> Example: Whoever crosses with six coins has four left.") < wait
    assert text.index("## Examples") < text.index("> Example: Two coins and a bridge.")
    assert text.count("> Example:") == 2


def test_an_example_is_of_what_is_in_force(game_of: GameOf) -> None:
    text = markdown.write(make_sheet(game_of(TOLLS, options={"dear": "yes"}), 2))
    assert "Never on the usual sheet." in text
    assert "has four left" not in text


def test_an_example_on_a_page_and_not_on_the_aid(game_of: GameOf) -> None:
    game = game_of(TOLLS)
    assert '<p class="example">Example: Whoever crosses' in html.write(make_sheet(game, 2))
    assert "Example" not in markdown.write(aid(make_sheet(game, 2)))


def test_a_shipped_example_in_dutch() -> None:
    text = markdown.write(make_sheet(load("rotterdam"), 3, "nl"))
    assert "> Voorbeeld: Oranje heeft een schip op A1" in text


@pytest.mark.parametrize("name", ["rotterdam", "masters_of_trade", "mainports", "mainport_mastermind"])
def test_shipped_games_have_examples_beside_their_rules(name: str) -> None:
    text = markdown.write(make_sheet(load(name), 3))
    assert text.count("> Example: ") >= 2
    assert "## Examples" not in text


def test_an_example_has_no_holes(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from rulelang.cli import commands

    path = tmp_path / "tolls.rules"
    path.write_text('scenario "x"\n  says "It costs {toll}."\n  then\n    need yes\n', encoding="utf-8")
    found = CliRunner().invoke(commands, ["check", str(path)])
    assert "stray-hole" in found.output
