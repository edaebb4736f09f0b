"""What authors say for the table: costs of options, what fields are called, values beside things."""

from __future__ import annotations

from typing import Any

from rulelang.table.make import picture
from rulelang.table.picture import Badge, Stock
from tests.unit.conftest import GameOf

STALLS = """
    game stalls "Stalls"
      players: 2

    kind good
      | name  | price | label   |
      | apple | 2     | "Apple" |
      | bread | 3     | "Bread" |

    card favour
      | name  | worth |
      | small | 1     |
      | large | 4     |

    zone deck of favour seen by nobody not shown
    zone hand of favour per player seen by owner

    player
      money: money starts 10
      sold: number starts 0 as "things sold"
      due: number starts 0 not shown

    value discount(p: player, g: good) gives min(p.sold, g.price) shown as "discount"
    value promise(p: player) gives sum(c in p.hand: c.worth) shown as "favours owed"
    value rest gives count(good) shown as "goods in all"

    setup
      move favour to deck
      each p in player
        draw 1 from deck to p.hand

    translate nl
      "things sold": "verkocht"
      "discount": "korting"
      "loaf": "broden"

    round main
      last: 3
      turn
        choose one optional
          way buy(g in good) as "Buy {g}" costing g.price
            pay g.price from actor to bank
            add 1 to actor.sold
          way bake(n in 1..2) as "Bake {n}" costing n + actor.sold "loaf"
            add n to actor.due
          way wait "Wait"
            add actor.due to actor.sold

    score points(p) gives p.money
"""


def lines(match: Any, seat: int | None, part: int) -> dict[str, str]:
    """Names and values of a part of the table: the common one, then each player."""
    shown = picture(match, seat)
    nodes = shown.table if part == 0 else shown.mats[part - 1].nodes
    values = {node.label: str(node.value) for node in nodes if isinstance(node, Badge)}
    stocks = {n.label: ", ".join(f"{i.label} {i.value}" for i in n.items) for n in nodes if isinstance(n, Stock)}
    return values | stocks


def test_options_say_what_they_cost(game_of: GameOf):
    """A cost is reckoned for each option, with its unit or as money; who passes, or is not told, pays nothing."""
    match = game_of(STALLS).start(2, 1)
    costs = {option.key: (option.cost, option.cost_text) for option in match.decision.options}
    assert costs == {
        "buy(apple)": (2, "2"),
        "buy(bread)": (3, "3"),
        "bake(1)": (1, "1 loaf"),
        "bake(2)": (2, "2 loaf"),
        "wait": (None, ""),
        "pass": (None, ""),
    }
    match.choose("buy(apple)")
    match.choose("pass")
    assert {o.key: o.cost for o in match.decision.options}["bake(2)"] == 3


def test_costs_are_told_in_other_languages(game_of: GameOf):
    """The unit is a text of the game."""
    match = game_of(STALLS).start(2, 1)
    match.language = "nl"
    assert {o.key: o.cost_text for o in match.decision.options}["bake(2)"] == "2 broden"


def test_fields_are_called_as_their_author_says(game_of: GameOf):
    """Bookkeeping and hidden zones are not laid out; programs still see them."""
    match = game_of(STALLS).start(2, 1)
    match.choose("buy(bread)")
    mine = lines(match, 0, 1)
    assert mine["Things sold"] == "1"
    assert "Due" not in mine
    assert "Deck" not in lines(match, 0, 0)
    assert match.view(0).data()["players"][0]["fields"]["due"] == 0
    match.language = "nl"
    assert lines(match, 0, 1)["Verkocht"] == "1"


def test_values_stand_beside_what_they_are_about(game_of: GameOf):
    """A second parameter makes a row; what rests on a hidden hand only its owner sees."""
    match = game_of(STALLS).start(2, 1)
    match.choose("buy(bread)")
    assert lines(match, 0, 0)["Goods in all"] == "2"
    assert lines(match, 0, 1)["Discount"] == "Apple 1, Bread 1"
    assert lines(match, 0, 2)["Discount"] == "Apple 0, Bread 0"
    assert [match.view(seat).data()["values"]["promise"] for seat in (0, 1, None)] == [
        {"player_1": 1},
        {"player_2": 4},
        {},
    ]
    assert lines(match, 0, 1)["Favours owed"] == "1"
    assert lines(match, 0, 2)["Favours owed"] == "?"
    assert match.view(None).data()["values"]["discount"]["player_1 apple"] == 1


def test_only_an_actions_own_fields_are_guessed(game_of: GameOf):
    """What one action alone speaks of is bookkeeping, unless its author calls it something."""
    game = game_of("""
        game guessed "Guessed"
          players: 2

        player
          steps: number starts 0
          tries: number starts 0 as "tries"
          points: number starts 0

        action walk "Walk"
          gone: number starts 0
          add 1 to actor.steps
          add actor.steps to walk.gone
          add walk.gone to actor.tries
          if actor.tries > 0
            add 1 to actor.points

        round main
          last: 3
          turn
            choose one
              way walk "Walk"
                walk()
              way rest "Rest"
                add 1 to actor.points

        score points(p) gives p.points
    """)
    match = game.start(2, 1)
    found = {field.name for field in match.words.bookkeeping if field.name not in ("actor", "round.number")}
    assert found == {"steps", "walk.gone"}


def test_a_rondel_says_what_farther_fields_cost(game_of: GameOf):
    """The label of `extra` is what is given up for each field beyond the free ones."""
    game = game_of("""
        game ring "Ring"
          players: 2

        player
          seeds: number starts 5

        action rest "Rest"
          add 1 to actor.seeds

        rondel wheel per player
          | name  | action |
          | mill  | rest   |
          | barn  | rest   |
          | field | rest   |
          | pond  | rest   |
          first: mill
          free: 1..2
          extra_most: p.seeds
          extra "seed"
            add -1 to p.seeds

        round main
          last: 3
          turn
            wheel.advance(actor)
            wheel.act(actor)

        score points(p) gives p.seeds
    """)
    match = game.start(2, 1)
    assert {o.key: o.cost_text for o in match.decision.options} == {
        "barn": "0 seed",
        "field": "0 seed",
        "pond": "1 seed",
        "mill": "2 seed",
    }
