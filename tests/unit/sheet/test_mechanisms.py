"""What sheets say of blocks of mechanisms: the sentences that each mechanism brings, filled from the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.api.load import load
from rulelang.sheet import make_sheet
from rulelang.sheet.write import markdown

CORPUS = Path(__file__).parents[2] / "mechanisms"
SheetOf = Callable[..., str]

GAME = """
game small "Small"
  players: 2

round main
  turn
    BODY

kind field
  | name | label |
  | near | "Near" |

piece pawn per player
  count: 2

score nothing(p) gives 0

action sow "Sow"
  need round.number > 0

action reap "Reap"
  need round.number > 0

"""


def game(body: str, block: str) -> str:
    return GAME.replace("BODY", body) + block


def shipped(name: str, **options: str) -> str:
    return markdown.write(make_sheet(load(CORPUS / name, options=options), 2))


def test_a_price_track_has_its_markers_and_its_prices() -> None:
    """Where markers start and may go, and what each step costs."""
    text = shipped("market/scenarios/bazaar.rules")
    assert "| Step | Price |\n| --- | --- |\n| 0 | 1 |\n| 1 | 2 |\n| 2 | 4 |\n| 3 | 8 |" in text


RONDEL = """
rondel wheel per player
  | name | action |
  | mill | sow    |
  | barn | reap   |
  free: 1..1
"""


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ("", "- The first move of a pawn goes to any field."),
        ("first: barn", "- All pawns start on field barn."),
        ("exclusive: yes", "- Only one pawn stands on a field."),
        ("exclusive: round.number > 3", "- Only one pawn stands on a field if the number of the round is more than 3."),
        ("extra_most: 2", "- Up to 2 more fields."),
    ],
)
def test_a_rondel_by_its_fields(sheet_of: SheetOf, field: str, sentence: str) -> None:
    """What an author says in a field decides which sentence stands there."""
    assert sentence in sheet_of(game("wheel.advance(actor)", f"{RONDEL}  {field}\n"))


def test_what_is_usual_is_not_said(sheet_of: SheetOf) -> None:
    """No further fields, no rule that pawns stand alone: nothing is said of either."""
    text = sheet_of(game("wheel.advance(actor)", RONDEL))
    assert "more fields" not in text
    assert "Only one pawn" not in text


def test_workers_that_may_stay_at_home(sheet_of: SheetOf) -> None:
    """Always, or as a condition has it."""
    places = "places farm of pawn\n  | action | first | second |\n  | sow | yes | yes |\n  | reap | 3 | 2 |\n"
    plain = sheet_of(game("farm.place(actor)", places + "  pick: first\n"))
    assert "keep his pawn back" not in plain
    assert "- The leftmost free place of a row is taken." in plain
    assert "| [Sow](#action-sow) | 2 |\n| [Reap](#action-reap) | 3, 2 |" in plain
    free = sheet_of(game("farm.place(actor)", places + "  pass: yes\n"))
    assert "- A player may keep his pawn back." in free
    late = sheet_of(game("farm.place(actor)", places + "  pass: round.number > 3\n"))
    assert "- A player may keep his pawn back if the number of the round is more than 3." in late


@pytest.mark.parametrize(
    ("fields", "sentences"),
    [
        ("tie: attacker", ["The attacker wins a tie."]),
        ("tie: nobody", ["Nobody wins a tie."]),
        ("", ["At a tie the attacker rolls again.", "At a tie the defender rolls again."]),
        (
            "tie.defender: may_reroll",
            ["At a tie the defender may roll again, and says so before the attacker's new roll."],
        ),
        (
            "tie.defender: may_reroll\n  tie.decides: afterwards",
            ["At a tie the defender may roll again, and says so after the attacker's new roll."],
        ),
    ],
)
def test_ties(sheet_of: SheetOf, fields: str, sentences: list[str]) -> None:
    """Who wins a tie, or how it is rolled again."""
    duel = "contest duel(mine: pawn, theirs: pawn)\n  die: d6.pips\n  attacker: mine.owner\n  defender: theirs.owner\n"
    die = "die d6\n  | name | pips |\n  | low  | 1    |\n  | high | 2    |\n\n"
    body = "choose w in actor.pawn, x in pawn where x.owner != actor\n      duel.fight(w, x)"
    text = sheet_of(game(body, f"{die}{duel}  {fields}\n" if fields else die + duel))
    assert "### Duel (pawn, pawn *theirs*)" in text
    assert [sentence for sentence in sentences if f"- {sentence}" not in text] == []
