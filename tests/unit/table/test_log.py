"""The log as people read it: a sentence a move, and headings only where something happened."""

from __future__ import annotations

from rulelang.api.match import Match
from rulelang.table.log import Teller
from rulelang.table.make import picture
from tests.unit.conftest import GameOf

FLEET = """
    game fleet "Fleet"
      players: 2

    translate nl
      main.sail: "Varen"
      main.rest: "Rusten"
      boat: "boot"
      "Which boat sails?": "Welke boot vaart?"
      "Once more?": "Nog eens?"
      "Whose turn next?": "Welke is de volgende?"
      "{p} goes on board of {b}": "{p} gaat aan boord van {b}"
      "{p} paints {b}": "{p} verft {b}"

    piece boat "boat" per player
      count: 2
      trips: number starts 0

    round main
      last: 2
      phase sail "Sail"
        turn
          choose b in actor.boat prompt "Which boat sails?"
            board(actor, b)
      phase idle "Idle"
        turn
          tidy(actor)
      phase rest "Rest"
        turn
          each b in actor.boat order chosen by actor prompt "Whose turn next?"
            paint(actor, b)
          repeat until done
            choose b in actor.boat optional prompt "Once more?"
              add 1 to b.trips

    rule board(p: player, b: boat)
      add 1 to b.trips

    rule tidy(p: player)
      each b in p.boat where b.trips > 99
        add 1 to b.trips

    rule paint(p: player, b: boat)
      add 1 to b.trips
      tell "{p} paints {b}"

    before board(p, b)
      tell "{p} goes on board of {b}"

    score trips(p) gives sum(b in p.boat: b.trips)
"""


def read(match: Match, teller: Teller, *texts: str) -> list[tuple[str, str]]:
    """What is read of some choices, by the texts of their options."""
    found = []
    for text in texts:
        option = next(option for option in match.decision.options if option.text == text)
        found += [(entry.tone, entry.text) for entry in teller.told(list(match.choose(option)), None)]
    return found


def test_a_sentence_a_move(game_of: GameOf):
    """What goes along with a rule is told in the place of the choice; who is next in a loop, and that somebody has had
    enough of it, is no news. A phase is told of once something happens in it.
    """
    match = game_of(FLEET).start()
    teller = Teller(match.words, "en")
    assert [option.text for option in match.decision.options] == ["boat 1", "boat 2"]
    assert read(match, teller, "boat 1", "boat 2") == [
        ("", "Player 1 goes on board of boat 1"),
        ("", "Player 2 goes on board of boat 2"),
    ]
    assert read(match, teller, "boat 2", "pass", "boat 1", "pass", "boat 1") == [
        ("heading", "Rest"),
        ("", "Player 1 paints boat 2"),
        ("", "Player 1 paints boat 1"),
        ("", "Player 2 paints boat 1"),
        ("", "Player 2 paints boat 2"),
        ("heading", "Round 2 · Sail"),
        ("", "Player 1 goes on board of boat 1"),
    ]


def test_phases_and_pieces_in_another_language(game_of: GameOf):
    match = game_of(FLEET).start()
    match.language = "nl"
    assert picture(match, 0).phase == "Varen"
    assert [option.text for option in match.decision.options] == ["boot 1", "boot 2"]
    assert read(match, Teller(match.words, "nl"), "boot 1", "boot 1", "boot 1") == [
        ("", "Player 1 gaat aan boord van boot 1"),
        ("", "Player 2 gaat aan boord van boot 1"),
        ("heading", "Rusten"),
        ("", "Player 1 verft boot 1"),
        ("", "Player 1 verft boot 2"),
    ]


def test_a_pass_is_a_sentence(game_of: GameOf):
    """Where nothing is done instead, that somebody passes is what happened."""
    rules = """
        game passing "Passing"
          players: 2

        player
          points: number starts 0

        round main
          last: 1
          turn
            choose n in 1..2 optional prompt "How many?"
              add n to actor.points

        score points(p) gives p.points
    """
    match = game_of(rules).start()
    assert read(match, Teller(match.words, "en"), "pass")[0] == ("", "Player 1 passes")
