"""Why not: the smallest condition that failed, with what was seen."""

from __future__ import annotations

import pytest

from rulelang import UsageError
from rulelang.api.game import Game
from rulelang.explain.why_not import why_rule
from tests.unit.conftest import GameOf

SHOP = """
    game shop "Shop"
      players: 2
      ask: always

    kind good
      | name   | price |
      | bread  | 2     |
      | cheese | 6     |
      | wine   | 9     |
      sold: yes or no

    player
      money: money starts 5
      members_only: yes or no

    state
      closed: yes or no
      night: yes or no

    round main
      last: 9
      turn
        choose g in good where g != cheese or night and can(buy(g)) optional as "buy {g}"
          buy(g)
        choose one
          way sleep "Go to sleep" when not night
            set night to yes
          way beg "Beg"
            need actor.money < 3 because "nobody gives to the rich"
            pay 1 from bank to actor
          way look "Look around"

    rule buy(g: good)                                      cites SHP-010
      need not g.sold because "{g} is sold out"
      need actor.money >= g.price because "it costs more than you have"
                                                           cites SHP-011
      pay g.price from actor to bank
      set g.sold to yes

    before buy(g) when night                               cites SHP-020
      need actor.members_only because "at night members only"

    forbid buy(g) when closed and g = wine because "the cellar is closed"   cites SHP-030
"""


@pytest.fixture
def shop(game_of: GameOf) -> Game:
    """A shop with needs, a `before`, a `forbid`, ways and an `or`."""
    return game_of(SHOP, "shop")


def test_need_of_a_rule(shop: Game):
    """The sentence, the condition, both sides, the line and the printed rule."""
    found = shop.start().why_not("buy", "wine")
    assert found.reason == "it costs more than you have"
    assert found.need == found.where == "actor.money >= g.price"
    assert found.values == ("5", "9")
    assert found.cites == ("SHP-011",)
    assert str(found) == (
        f"it costs more than you have: actor.money >= g.price (5 >= 9) - shop.rules:{found.span.line}, SHP-011"
    )


def test_holes_are_filled(shop: Game):
    """A sentence speaks of what was asked."""
    match = shop.start()
    match.state.good_sold[0] = True
    assert match.why_not("buy", "bread").reason == "bread is sold out"


def test_need_of_a_before(shop: Game):
    """A need in a `before` answers with its own printed rule."""
    match = shop.start()
    match.state.g_night = True
    found = match.why_not("buy", "bread")
    assert (found.reason, found.need, found.cites) == ("at night members only", "actor.members_only", ("SHP-020",))


def test_forbidden(shop: Game):
    """A `forbid` answers with its reason."""
    match = shop.start()
    match.state.g_closed = True
    match.state.player_money[0] = 20
    found = match.why_not("buy", "wine")
    assert (found.reason, found.cites) == ("the cellar is closed", ("SHP-030",))
    assert match.why_not("buy", "bread").is_offered


def test_all_branches_of_or(shop: Game):
    """Of `or` every branch is told."""
    found = shop.start().why_not("cheese")
    assert "g != cheese or night" in found.need
    assert found.values[:2] == ("cheese", "cheese")


def test_option_through_can(shop: Game):
    """`can` in a condition leads to the need of the rule."""
    match = shop.start()
    match.state.g_night = True
    match.state.player_members_only[0] = True
    assert "it costs more than you have" in str(match.why_not("buy cheese"))


def test_ways(shop: Game):
    """A way answers with its guard or its need."""
    match = shop.start()
    match.choose("pass")
    assert match.why_not("beg").reason == "nobody gives to the rich"
    assert match.why_not("Beg").values == ("5", "3")
    assert match.why_not("sleep").is_offered
    match.choose("sleep")
    match.choose("pass")
    found = match.why_not("sleep")
    assert (found.need, found.reason) == ("not night", "not night")


def test_what_was_not_considered(shop: Game):
    """Something else is said to be something else."""
    match = shop.start()
    text = "`hat` is not something this decision is about; it asks for good"
    assert match.why_not("hat").reason == text
    match.choose("pass")
    assert match.why_not("hat").reason.endswith("it asks for sleep, beg, look")
    assert match.why_not("pass").reason == "this choice must be made"


def test_what_is_offered(shop: Game):
    """What is there is there."""
    match = shop.start()
    assert match.why_not("bread").is_offered
    assert match.why_not("buy bread").is_offered
    assert str(match.why_not("bread")) == "it is offered"


def test_wrong_questions(shop: Game):
    """A question that makes no sense is refused."""
    match = shop.start()
    with pytest.raises(UsageError, match="`hat` is no good, which `buy` takes as `g`"):
        match.why_not("buy", "hat")
    with pytest.raises(UsageError, match="`buy` takes g: good; 2 given"):
        match.why_not("buy", "bread", "wine")
    with pytest.raises(UsageError, match="asks about an option"):
        match.why_not()


def test_when_all_is_over(hands: Game):
    """There is nothing to ask about any more."""
    match = hands.start()
    while not match.over:
        match.choose(0)
    assert match.why_not("lay").reason == "the match is over"


def test_scenarios_ask_for_the_sentence(shop: Game):
    """The sentence of the first failing need, or nothing."""
    match = shop.start()
    buy = match.program.world.rules["buy"].index
    assert why_rule(match, match.words, buy, (2,)) == "it costs more than you have"
    assert why_rule(match, match.words, buy, (0,)) == ""


FEES = """
    game fees "Fees"
      players: 1
      ask: always
    kind gate
      | name | fee |
      | near | 2   |
      | far  | 4   |
    player
      money: money starts 5
    round main
      last: 1
      turn
        choose g in gate where can(go(g)) optional
          go(g)
    rule go(g: gate)
      enter(near)
      enter(g)
    rule enter(g: gate)
      need actor.money >= g.fee because "the fee is {g.fee}"
      pay g.fee from actor to bank
"""


def test_needs_behind_something_done(game_of: GameOf):
    """Fees that add up are tried out; the need that fails on the way answers."""
    match = game_of(FEES).start()
    found = match.why_not("far")
    assert found.need == "actor.money >= g.fee"
    assert found.reason.startswith("the fee is")
    assert match.why_not("near").is_offered


SECRET = """
    game secret "Secret"
      players: 2
      ask: always
    kind door
      | name  |
      | left_ |
      | mid   |
      | right_|
      locked: yes or no seen by nobody
    player
      key: yes or no seen by owner
      money: money starts 1
    round main
      last: 1
      turn
        choose n in 1..2
        choose d in door where can(enter(d)) optional
          enter(d)
    rule enter(d: door)
      need not d.locked because "it is locked"
      need actor.key because "you have no key"
      need actor.money >= 1 because "you have no money"
      set d.locked to yes
"""


def test_hidden_reasons_are_hidden(game_of: GameOf):
    """What rests on something the asker may not see is hidden; his own secrets are not."""
    match = game_of(SECRET).start()
    assert match.why_not("enter", "mid").reason == "you have no key"
    match.state.player_key[0] = True
    match.state.door_locked[1] = True
    found = match.why_not("enter", "mid")
    assert (found.reason, found.need, found.span) == ("hidden", "", None)
    assert str(found) == "hidden"


def test_answers_tell_nothing_hidden(game_of: GameOf):
    """While an open need fails, the answer is the same whatever the hidden one does."""
    match = game_of(SECRET).start()
    before = str(match.why_not("enter", "mid"))
    match.state.door_locked[1] = True
    assert str(match.why_not("enter", "mid")) == before


WINDOWS = """
    game windows "Windows"
      players: 2
      ask: always
    player
      money: money starts 1
    round main
      last: 3
      turn
        choose n in 1..2
    window treat "Treat yourself"
      need actor.money >= 3 because "a treat costs 3"
      pay 3 from actor to bank
"""


def test_windows(game_of: GameOf):
    """A window answers with its need."""
    match = game_of(WINDOWS).start()
    assert match.why_not("treat").reason == "a treat costs 3"
    assert match.why_not("Treat yourself").values == ("1", "3")


LOAN = """
    game loans "Loans"
      players: 2
      ask: always
    player
      money: money starts 1
    round main
      last: 3
      turn
        choose one
          way work "Work"
            pay 1 from bank to actor
    window loan "Take a loan" when actor.money < 3
      choose n in 1..2
        pay n from bank to actor
"""


def test_a_window_that_is_open(game_of: GameOf):
    """Its options are called as scenarios write them, too; and what a decision is about are its windows as well."""
    match = game_of(LOAN).start()
    assert match.decision.keys == ["work", "loan 1", "loan 2"]
    assert match.why_not("loan").is_offered
    assert match.why_not("Take a loan").is_offered
    assert match.why_not("loan(2)").is_offered
    assert "it asks for work, loan" in match.why_not("sleep").reason
    match.choose("loan(2)")
    assert match.state.player_money[0] == 3
    assert "it asks for work, loan" in match.why_not("sleep").reason
