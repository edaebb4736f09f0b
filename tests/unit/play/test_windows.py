"""Windows: open in a player's own turn, and never in the way of a choice that must be made."""

from __future__ import annotations

from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.core.agreed import NOBODYS_TURN
from tests.unit.conftest import GameOf

COINS = """
    game coins "Coins"
      players: 2

    player
      coins: number starts 2
      points: number starts 0

    window spend "Spend"
      choose n in 1..2 where n <= actor.coins
      add -n to actor.coins

    window lose "Lose"
      choose n in 1..2 where n <= actor.coins
      choose m in 1..2
      add -n to actor.coins

    round main
      last: 4
      begin
        choose p in player by seat(1) prompt "Who is lucky?"
        add 1 to p.coins
      turn
        choose one
          way buy
            need actor.coins >= 1 because "no coin"
            choose m in 1..2 where m <= actor.coins
            add m to actor.points
          way rest
            add 1 to actor.coins
      finish
        choose p in player by seat(2) prompt "Who is unlucky?"
        add -1 to p.points

    score points(p) gives p.points
"""


@pytest.fixture
def coins(game_of: GameOf) -> Game:
    return game_of(COINS, "coins")


def test_windows_are_shut_between_turns(coins: Game):
    """Nobody has the turn: before the first, and after the last."""
    match = coins.start(2, seed=1)
    assert match.decision.keys == ["player_1", "player_2"]
    assert match.view(0).data()["turn"] is None
    assert match.why_not("spend 1").reason == "it is for the player whose turn it is"
    for key in ("player_1", "rest", "rest"):
        match.choose(key)
    assert match.view(0).data()["turn"] is None
    assert match.decision.keys == ["player_1", "player_2"]


def test_a_window_leaves_something_to_choose(coins: Game):
    """With three coins all may be spent but the one that the purchase needs."""
    match = coins.start(2, seed=1)
    for key in ("player_2", "buy"):
        match.choose(key)
    assert match.decision.keys == ["1", "2", "spend 1", "lose 1", "lose 2"]
    assert match.why_not("spend 2").reason == "there would be nothing left to choose here"


def test_a_rule_that_a_window_made_impossible_is_over(coins: Game):
    """What a window with decisions of its own will do can not be tried; then the purchase is off."""
    match = coins.start(2, seed=1)
    for key in ("player_2", "buy", "lose 2", "1"):
        match.choose(key)
    assert match.decision.player == 1
    assert match.view(0).data()["players"][0]["fields"] == {"coins": 0, "points": 0}


@pytest.mark.parametrize("seed", range(20))
def test_no_choice_leads_to_a_fault(coins: Game, seed: int):
    rng = Random(seed)
    match = coins.start(2, seed=seed)
    while not match.over:
        match.choose(rng.randrange(len(match.decision.options)))
    assert match.end_reason == "the last round was played"


LEFT = """
    game left "Left"
      players: 2

    state
      n: number starts 0

    window peek "Peek"
      choose w in 1..2
      add w to n

    round main
      last: 3
      phase one
        turn
          hurry()
        choose y in 1..2 by seat(1)
      phase two
        choose y in 1..2 by seat(1)
        turn
          choose y2 in 1..2

    rule hurry()
      windows: closed
      choose x in 1..2
      if x = 1
        stop phase

    score n(p) gives n
"""


def test_a_phase_left_from_a_closed_rule_closes_nothing(game_of: GameOf):
    """The turn is over with the phase, and so is whatever kept windows shut."""
    match = game_of(LEFT).start(2, seed=1)
    match.choose("1")
    assert match.view(0).data()["phase"] == "two"
    assert match.decision.keys == ["1", "2"]
    match.choose("1")
    assert match.decision.keys == ["1", "2", "peek 1", "peek 2"]
    assert match.state.window < NOBODYS_TURN


WARES = """
    game wares "Wares"
      players: 2
      ask: always

    card ware
      | name | label   | price |
      | pan  | "a pan" | 2     |
      | pot  | "a pot" | 3     |

    card merchant
    card broker "Broker" of merchant
      while held
        window swap "Swap" when holder = actor
          choose n in 1..2 as "{n} by way of {self} of {holder}"
          add n to holder.points

    zone owned of merchant per player seen by all
    zone hand of ware per player seen by owner

    player
      points: number starts 0

    setup
      move ware to seat(1).hand
      move first(k in merchant) to seat(1).owned optional

    window sell "Sell"
      let extra = count(actor.hand)
      need actor.points < 9
      let more = extra + 1
      choose w in actor.hand, q in player as "{w} to {q} for {asked(w, extra)} ({more})"
      add asked(w, extra) to actor.points
      move w to q.hand

    value asked(w: ware, extra: number) gives w.price + extra

    translate nl
      pan: "de pan"
      pot: "de pot"
      sell: "Verkoop"
      "{w} to {q} for {asked(w, extra)} ({more})": "{w} voor {asked(w, extra)} aan {q} ({more})"

    round main
      last: 2
      turn
        choose n in 1..2

    score points(p) gives p.points
"""


def test_options_of_a_window_are_called_as_its_author_says(game_of: GameOf):
    """Holes read what is chosen, what the window names before, and the card that brings it."""
    match = game_of(WARES).start(2, seed=1)
    texts = {option.key: option.text for option in match.decision.options}
    assert texts["swap 2"] == "Swap: 2 by way of Broker of Player 1"
    assert texts["sell pot player_2"] == "Sell: a pot to Player 2 for 5 (3)"
    option = next(o for o in match.decision.options if o.key == "sell pot player_2")
    assert option.text_in("nl") == "Verkoop: de pot voor 5 aan Player 2 (3)"


def test_the_story_tells_an_option_of_a_window_as_it_was_offered(game_of: GameOf):
    """Two cards were in the hand then; who did not see them is not told."""
    match = game_of(WARES).start(2, seed=1)
    events = match.choose("sell pot player_2")
    assert match.say(events[0].seen_by(0)) == "Player 1: Sell: a pot to Player 2 for 5 (3)"
    assert match.say(events[0].seen_by(1)) == "Player 1 makes a choice"


CLOSED = """
    game closed "Closed"
      players: 2

    state
      n: number starts 0

    window peek "Peek"
      choose w in 1..2
      add w to n

    setup
      set n to 1

    rule hurry()
      windows: closed
      add 1 to n

    round main
      last: 3
      turn
        hurry()
        choose y in 1..2

    score n(p) gives n
"""


def test_a_rule_that_asks_nothing_closes_nothing(game_of: GameOf):
    """Neither a set-up without choices nor a rule with closed windows that never waits."""
    match = game_of(CLOSED).start(2, seed=1)
    assert match.decision.keys == ["1", "2", "peek 1", "peek 2"]
    match.choose("1")
    assert match.decision.keys == ["1", "2", "peek 1", "peek 2"]


# ---- who is asked tells no secret ----------------------------------------------------------------------

COVERED = """
    game covered "Covered"
      players: 2

    card trick
      | name | copies | works |
      | dud  | 1      | no    |
      | star | 1      | yes   |
      | clod | 2      | no    |

    zone deck of trick seen by nobody
    zone hand of trick per player seen by {seen}
    zone table of trick seen by all

    setup
      move trick to deck

    window play "Play" {when}
      choose k in actor.hand where {where}
      move k to table

    rule playable(k: trick)
      need round.number < 3 because "it is too late"
      need k is in actor.hand because "you do not hold it"
      need k.works because "it does nothing"

    rule playable_often(k: trick, left: 0..3)
      need left >= 0 because "it is over"
      playable(k)
      if left >= 1
        playable_often(k, left - 1)

    round main
      last: 3
      turn
        {turn}
"""
OFFER = "play.offer(actor)\n        draw 1 from deck to actor.hand\n        play.offer(actor)"
FORCED = "draw 1 from deck to actor.hand\n        choose n in 1..1"
PLAIN = {"when": "when round.number < 3", "where": "k.works"}
RULED = {"when": "", "where": "can(playable(k))"}
CIRCLE = {"when": "", "where": "can(playable_often(k, 2))"}


def who_is_asked(game: Game, answers: dict[int, str]) -> list[tuple[int, int | None, list[str]]]:
    """Round, player and options of every decision; each player gives his answer where he can, else the last option."""
    match, asked = game.start(2, seed=1), []
    while not match.over:
        keys, player = match.decision.keys, match.decision.player
        asked.append((match.view(None).data()["round"], player, keys))
        answer = answers.get(player or 0, "")
        match.choose(answer if answer in keys else keys[-1])
    return asked


@pytest.mark.parametrize("words", [PLAIN, RULED, CIRCLE], ids=["where", "needs", "needs in a circle"])
def test_who_could_use_a_window_is_asked(game_of: GameOf, words: dict[str, str]):
    """With an empty hand and at the wrong time nobody is asked, else everybody, whatever he holds."""
    game = game_of(COVERED.format(seen="owner", turn=OFFER, **words))
    first, second = [(1, 0, ["pass"]), (1, 1, ["play star", "pass"])], [(2, 0, ["pass"]), (2, 1, ["play star", "pass"])]
    assert who_is_asked(game, {}) == [*first, *(turn for turn in second for _ in range(2))]


def test_a_card_that_lies_open_is_in_no_hand(game_of: GameOf):
    """Once the only card that can be played lies on the table, all know that nobody has it."""
    game = game_of(COVERED.format(seen="owner", turn=OFFER, **PLAIN))
    assert who_is_asked(game, {1: "play star"}) == [(1, 0, ["pass"]), (1, 1, ["play star", "pass"])]


def test_with_open_hands_nobody_is_asked_in_vain(game_of: GameOf):
    """Everybody sees who can use the window."""
    game = game_of(COVERED.format(seen="all", turn=OFFER, **PLAIN))
    assert {player for _, player, _ in who_is_asked(game, {})} == {1}


def test_the_only_option_is_offered_beside_a_window_that_could_be_used(game_of: GameOf):
    """Were one taken without asking, all would know that the window can not be used."""
    game = game_of(COVERED.format(seen="owner", turn=FORCED, **PLAIN))
    asked = who_is_asked(game, {0: "1", 1: "1"})
    assert asked == [(1, 0, ["1"]), (1, 1, ["1", "play star"]), (2, 0, ["1"]), (2, 1, ["1", "play star"])]


LOAN = """
    game loans "Loans"
      players: 2

    player
      coins: number starts 5

    window loan "Loan" when actor.coins < 8
      choose n in [3]
      add n to actor.coins

    round main
      last: 1
      turn
        choose b in 1..9 where b > actor.coins + 4 optional
          add b to actor.coins
        otherwise
          add -1 to actor.coins

    score coins(p) gives p.coins
"""


def test_nothing_to_choose_is_no_question_for_the_sake_of_a_window(game_of: GameOf):
    """Who wants it put says so."""
    assert game_of(LOAN, "loans").start(2).over
    match = game_of(LOAN.replace(" optional", " optional asked anyway"), "loans").start(2)
    assert (match.decision.player, match.decision.keys) == (0, ["loan 3", "pass"])
