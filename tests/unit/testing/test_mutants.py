"""Mutants of a small game: each verdict can be seen from the rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from rulelang.model.world import World
from rulelang.project.rules import Rules
from rulelang.testing import mutants
from rulelang.testing.mutants import KILLED, REFUSED, SURVIVES, UNREACHED, WITHOUT, Hunt, Mutant, Verdict

GAME = dedent("""\
    game farm "Farm"
      players: 2

    state
      corn: number starts 0
      dust: number starts 0

    round main
      last: 3
      turn
        choose one
          way sow "Sow"
            sow(3)
          way rest "Rest"
            stop turn

    rule sow(n: number)
      need corn < 6 because "the field is full"
      add n to corn
      add n to dust

    rule nobody()
      add 1 to dust

    silence never_used for nobody because "for the test"

    score most(p) gives corn + dust

    variant rich "Rich" of farm
      after sow(n)
        add 1 to corn
      forbid sow(n) when corn > 4 because "rich enough"

    scenario "corn is sown"
      play
        player_1: sow
      then
        need corn = 3

    scenario "until the field is full"
      given
        set corn to 6
      then
        need why_not(sow(1)) = "the field is full"

    scenario "the rich have more"
      variants: rich
      play
        player_1: sow
      then
        need corn = 4
    """)


@pytest.fixture
def verdicts(tmp_path: Path) -> list[Verdict]:
    path = tmp_path / "farm.rules"
    path.write_text(GAME, encoding="utf-8")
    hunt = Hunt(path)
    return [hunt.judge(mutant) for mutant in hunt.mutants(True, None)]


def of_line(verdicts: list[Verdict], text: str) -> Counter[tuple[str, str]]:
    return Counter((each.mutant.what, each.verdict) for each in verdicts if each.mutant.text == text)


def test_what_scenarios_look_at_is_killed(verdicts: list[Verdict]) -> None:
    assert of_line(verdicts, "add n to corn") == {(WITHOUT, KILLED): 1}
    assert of_line(verdicts, "sow(3)") == {(WITHOUT, KILLED): 1, ("3 → 4", KILLED): 1}
    need = of_line(verdicts, 'need corn < 6 because "the field is full"')
    assert need == {(WITHOUT, KILLED): 1, ("< → <=", KILLED): 1, ("6 → 7", KILLED): 1}


def test_what_nobody_looks_at_survives(verdicts: list[Verdict]) -> None:
    assert of_line(verdicts, "add n to dust") == {(WITHOUT, SURVIVES): 1}
    (survivor,) = [each for each in verdicts if each.mutant.text == "add n to dust"]
    assert set(survivor.scenarios) == {"corn is sown", "the rich have more"}


def test_where_no_scenario_gets(verdicts: list[Verdict]) -> None:
    assert {verdict for _, verdict in of_line(verdicts, "add 1 to dust")} == {UNREACHED}


def test_amendments_are_taken_away_as_a_whole(tmp_path: Path) -> None:
    """The one that adds is noticed; that it is forbidden above four is not."""
    path = tmp_path / "farm.rules"
    path.write_text(GAME, encoding="utf-8")
    hunt = Hunt(path)
    found = {each.mutant.text: each.verdict for each in map(hunt.judge, hunt.mutants(False, None))}
    assert found == {
        'variant rich "Rich" of farm': KILLED,
        "after sow(n)": KILLED,
        'forbid sow(n) when corn > 4 because "rich enough"': SURVIVES,
    }


def test_what_does_not_hold_together_is_refused(tmp_path: Path) -> None:
    """Rules without what they write are no rules, and no scenario has to say so."""
    path = tmp_path / "farm.rules"
    path.write_text(GAME, encoding="utf-8")
    hunt = Hunt(path)
    rule = next(block for block in hunt.rules.blocks if str(block.path) == "sow")
    assert hunt.judge(Mutant(WITHOUT, rule, rule)).verdict == REFUSED


def test_one_setting_is_compiled_once_for_all_its_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A survivor is run by both scenarios of the game as it stands, and by the one with the variant: two programs."""
    path = tmp_path / "farm.rules"
    path.write_text(GAME.replace("add n to dust", "add 2 to dust"), encoding="utf-8")
    hunt = Hunt(path)
    (mutant,) = [m for m in hunt.mutants(True, None) if m.text == "add 2 to dust" and m.what == WITHOUT]
    built: list[tuple[str, ...]] = []
    build = mutants.build_world

    def noted(rules: Rules, chosen: tuple[str, ...], *rest: Any, **more: Any) -> World:
        built.append(tuple(chosen))
        return build(rules, chosen, *rest, **more)

    monkeypatch.setattr(mutants, "build_world", noted)
    assert hunt.judge(mutant).verdict == SURVIVES
    assert sorted(built) == [(), ("rich",)]


def test_a_sample_is_always_the_same(tmp_path: Path) -> None:
    path = tmp_path / "farm.rules"
    path.write_text(GAME, encoding="utf-8")
    hunt = Hunt(path)
    some = hunt.mutants(True, 4)
    assert len(some) == 4
    assert [m.span for m in some] == [m.span for m in Hunt(path).mutants(True, 4)]
