"""Statements and expressions as sentences: what an author wrote, in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

SheetOf = Callable[..., str]

GAME = """
game small "Small"
  players: 2

kind stone "Stone"
  | name  | label   |
  | flint | "Flint" |
  | slate | "Slate" |
  price: number starts 3

player
  money: money starts 5
  stones: number starts 0

piece pawn "Pawn" per player
  count: 2
  at: field or none
  tired: yes or no starts no

kind field
  | name  | label   |
  | start | "Start" |
  | goal  | "Goal"  |

card ticket "Ticket"
  | name | copies |
  | any  | 4      |

zone pile of ticket seen by nobody
zone hand of ticket per player seen by owner
  label: "Hand"

state
  open_market: yes or no starts no

round main
  turn
BODY

rule rest(w: pawn)
  need w.tired because "the pawn is awake"
  set w.tired to no

score wealth(p) gives p.stones + p.money
"""


def game(*lines: str) -> str:
    return GAME.replace("BODY", "\n".join(f"    {line}" for line in lines))


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("pay 2 from actor to bank", "Pay 2 to the bank."),
        ("pay 2 from bank to actor", "Take 2 from the bank."),
        ("pay 2 from left(actor) to actor", "The player to the left of you pays 2 to you."),
        ("add 2 to actor.stones", "Add 2 to your stones."),
        ("add -1 to actor.stones", "Subtract 1 from your stones."),
        ("subtract 1 from actor.stones", "Subtract 1 from your stones."),
        ("draw 2 from pile to actor.hand", "Draw 2 cards from the pile into your hand."),
        ("shuffle pile", "Shuffle the pile."),
        ("move top(pile) to box optional", "Put the top card of the pile back into the box."),
        ('stop game because "all is done"', "The game ends at once: “all is done”."),
        ('stop game after round because "enough"', "The game ends after this round: “enough”."),
    ],
)
def test_a_statement_is_a_sentence(sheet_of: SheetOf, statement: str, sentence: str) -> None:
    """The verbs of the language become what people say at the table."""
    assert f"- {sentence}\n" in sheet_of(game(statement))


def test_a_choice_with_its_condition_and_prompt(sheet_of: SheetOf) -> None:
    """The thing is called by its kind's label, what is asked of it by "it", and the prompt follows."""
    text = sheet_of(
        game(
            'choose g in stone where g.price <= actor.money optional prompt "Which stone?"',
            "  pay g.price from actor to bank",
        )
    )
    assert "You may choose a stone for which its price is at most your money *– Which stone?*:" in text
    assert "pay the stone's price to the bank" in text.lower()


def test_a_need_has_its_reason(sheet_of: SheetOf) -> None:
    """A rule tells its conditions first, each with the author's words for when it fails."""
    text = sheet_of(game("choose w in actor.pawn where can(rest(w))", "  rest(w)"))
    assert "#### Rest (pawn)" in text
    assert "Only if:\n\n- The pawn is marked “tired” *(else: the pawn is awake)*.\n\n- Remove the mark" in text
    assert "Choose one of your pawns for which [Rest](#rule-rest) (it) is possible" in text


def test_pieces_move(sheet_of: SheetOf) -> None:
    """Where a piece is reads as a place, not as a field."""
    text = sheet_of(game("each w in actor.pawn where w.at = start", "  set w.at to goal"))
    assert "For each of your pawns for which it is at Start: move the pawn to Goal." in text


def test_a_value_is_named_before_it_changes(sheet_of: SheetOf) -> None:
    """What was noted is not told by words that mean something else by then."""
    body = game("let n = actor.stones", "add 1 to actor.stones", "pay n from bank to actor")
    text = sheet_of(body)
    assert "1. Let *n* be your stones.\n2. Add 1 to your stones.\n3. Take *n* from the bank." in text


def test_what_options_settle_is_not_asked(sheet_of: SheetOf) -> None:
    """Only the branch in force is told."""
    option = 'option rich "Rich"\n  values: yes, no\n  default: no\n'
    body = game("if rich", "  pay 9 from bank to actor", "otherwise", "  pay 1 from bank to actor") + option
    assert "Take 1 from the bank." in sheet_of(body)
    assert "Take 9" not in sheet_of(body)
    assert "Take 9 from the bank." in sheet_of(body, options={"rich": "yes"})


def test_a_field_that_nothing_depends_on_is_left_out(sheet_of: SheetOf) -> None:
    """Book-keeping that no rule reads is for programs."""
    text = sheet_of(game("set open_market to yes", "add 1 to actor.stones"))
    assert "open market" not in text
    read = sheet_of(game("set open_market to yes", "if open_market", "  add 1 to actor.stones"))
    assert "“open market” is now on" in read


def test_labels_with_signs_are_only_text(sheet_of: SheetOf) -> None:
    """Markdown signs in an author's words mean themselves."""
    text = sheet_of(game('choose g in stone prompt "*Which* <one>?"', "add 1 to actor.stones"))
    assert r"\*Which\* \<one\>?" in text


# ---- who wins, and what a sentence leaves to be told ------------------------------------------------------

ENDS = """
    game fair
      players: 2

    player
      points: number starts 0
      money: money starts 3

    value pairs(p: player) "Pairs" gives p.points / 2 rounded down
    value half(p: player) gives p.points / 2 rounded down

    round main
      last: 2
      turn
        says "Take as many as you like."
        choose n in 1..3
        add n + pairs(actor) + half(actor) to actor.points

    score points(p) gives p.points + pairs(p)
      says "Every point counts, and every pair one more."
      ties: p.money
    """


def test_a_sentence_about_the_score_leaves_who_wins(sheet_of: SheetOf) -> None:
    """It stands for what is counted; what breaks ties is told behind it, unless that has a sentence, too."""
    end = sheet_of(ENDS).split("## End and scoring")[1]
    assert "Every point counts, and every pair one more." in end
    assert "The highest score wins." in end
    assert "1. " not in end.split("A tie is broken by")[0]
    assert "Higher: the player's money." in end
    told = sheet_of(ENDS.replace("ties: p.money", 'ties: p.money\n        says "The richer one wins a tie."'))
    assert "The richer one wins a tie." in told
    assert "A tie is broken by" not in told
    assert "The highest score wins." not in told
    assert "A tie is broken by" not in sheet_of(ENDS.replace("ties: p.money", "ties: p.money\n        says none"))


def test_a_value_with_a_name_is_told_beside_a_sentence(sheet_of: SheetOf) -> None:
    """Who names a value means it for people; without a name it is told by the sentence around it."""
    text = sheet_of(ENDS)
    assert "**pairs (player)**" in text
    assert "half" not in text
    assert "**pairs (player)**" not in sheet_of(
        ENDS.replace("/ 2 rounded down\n    value half", "/ 2 rounded down\n      says none\n    value half")
    )
