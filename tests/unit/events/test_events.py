"""Events: what is told, to whom, and what it costs to ask."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from rulelang.api.game import Game
from rulelang.api.match import Match
from rulelang.events import event as ev
from rulelang.events.log import Log
from rulelang.play.values import NUMBER, FieldPlace, Value
from rulelang.text.log import story
from tests.unit.conftest import GameOf

TWO = Value(NUMBER, 2)


def told(match: Match, events: Sequence[ev.Event], player: int | None) -> list[str]:
    """What a player is told."""
    return [match.say(seen) for e in events if (seen := e.seen_by(player)) is not None]


def play(match: Match, *keys: str) -> Sequence[ev.Event]:
    """Make choices; the events after the last."""
    found: Sequence[ev.Event] = ()
    for key in keys:
        found = match.choose(key)
    return found


def test_card_to_an_open_zone_is_named(hands: Game):
    """Everybody sees what is laid on the table."""
    match = hands.start()
    events = play(match, "lay", "one")
    assert "one: hand of Player 1 → table" in told(match, events, 1)


def test_card_between_hidden_zones_is_a_card(hands: Game):
    """The other player learns that a card went back, its owner which."""
    match = hands.start()
    events = play(match, "cover", "two")
    assert "a card: hand of Player 1 → deck" in told(match, events, 1)
    assert "two: hand of Player 1 → deck" in told(match, events, 0)


def test_choice_of_a_hidden_card_is_not_told(hands: Game):
    """What is picked from a hand is known to its owner alone."""
    match = hands.start()
    events = play(match, "cover", "two")
    assert "Player 1: two" in told(match, events, 0)
    assert "Player 1 makes a choice" in told(match, events, 1)
    assert not any("two" in text for text in told(match, events, None))


def test_top_of_a_pile_is_seen(hands: Game):
    """A card laid on top of a pile whose top is open is named."""
    match = hands.start()
    events = play(match, "show", "two")
    assert "two: hand of Player 1 → pile" in told(match, events, 1)


def test_hidden_field_is_told_to_its_owner(hands: Game):
    """A purse that only its owner sees changes without a word to others."""
    match = hands.start()
    events = play(match, "spend")
    assert "purse of Player 1: 4" in told(match, events, 0)
    assert not any("purse" in text for text in told(match, events, 1))
    assert "Player 1 pays 2 to the bank" in told(match, events, 1)


def test_card_that_only_passes_through_the_open_is_not_seen(game_of: GameOf):
    """What is seen is taken at decisions: two moves in one go show nothing in between."""
    game = game_of("""
        game pass_by "Pass by"
          players: 1
          ask: always
        card tile
          | name |
          | one  |
          | two  |
        zone deck of tile seen by nobody
        zone row of tile seen by all
        zone grave of tile seen by nobody
        setup
          move tile to deck
        round main
          last: 1
          turn
            choose n in 1..2
            draw 1 from deck to row
            move row to grave
            choose m in 1..2
            draw 1 from deck to row
    """)
    match = game.start()
    assert "a card: deck → row" in told(match, match.choose(0), 0)
    assert "two: deck → row" in told(match, match.choose(0), 0)


def test_field_that_speaks_of_a_hidden_card(game_of: GameOf):
    """An open field may name a card that lies in a hand; who does not see the hand is told of a card."""
    game = game_of("""
        game marked "Marked"
          players: 2
          ask: always
        card tile
          | name |
          | one  |
          | two  |
        zone hand of tile per player seen by owner
        state
          marked: tile or none starts none
        setup
          move tile to player_1.hand
        round main
          last: 1
          turn
            choose c in player_1.hand by player_1
            set marked to c
    """)
    match = game.start()
    events = match.choose("two")
    assert "marked: two" in told(match, events, 0)
    assert "marked: a card" in told(match, events, 1)
    assert match.view(1).data()["state"] == {"marked": "?"}


def test_secret_choices_stay_secret(bids: Game):
    """A bid kept in a hidden field is told to its maker alone, and to all when it is revealed."""
    match = bids.start()
    events = match.choose("2")
    assert told(match, events, 0) == ["Player 1: 2", "bid of Player 1: 2"]
    assert told(match, events, 1) == ["Player 1 makes a choice"]
    last = play(match, "1", "0", "0", "0", "0")
    assert "revealed: bid of Player 1: 2" in told(match, last, 1)


def test_secret_choices_are_told_when_all_are_made(bids: Game):
    """Guesses go into open fields: the others learn them after the last has guessed."""
    match = bids.start()
    play(match, "0", "0", "0")
    first = match.choose("2")
    assert told(match, first, 0) == ["Player 1: 2", "guess of Player 1: 2"]
    assert told(match, first, 1) == told(match, first, None) == ["Player 1 makes a choice"]
    play(match, "1")
    assert {"Player 1: 2", "guess of Player 1: 2"} <= set(told(match, match.choose("0"), 2))


def test_everybody_is_told_everything_once(bids: Game):
    """What was withheld is told again only to those who were not told before."""
    match = bids.start()
    play(match, "0", "0", "0", "2", "1", "0")
    for player in (None, 0, 1, 2):
        assert told(match, match.log, player).count("guess of Player 1: 2") == 1
    assert [match.say(e) for e in match.log if not e.again].count("guess of Player 1: 2") == 1


def test_silent_and_listening_matches_tell_the_same(hands: Game):
    """Events told afterwards are those kept on the way."""
    silent, listening = hands.start(seed=3), hands.start(seed=3, listen=True)
    for index in (0, 1, 3, 2, 0):
        assert list(silent.choose(index)) == list(listening.choose(index))
    assert silent.log == listening.log
    assert len(silent.log) > 10


def test_asking_after_every_choice_replays_nothing(hands: Game, monkeypatch: pytest.MonkeyPatch):
    """The match that tells is kept and makes each choice once."""
    made: list[int] = []
    step = Log.step
    monkeypatch.setattr(Log, "step", lambda tale, link: (made.append(1), step(tale, link))[1])
    match = hands.start()
    while not match.over:
        list(match.choose(0))
    assert len(made) == len(match.choices)


def test_events_of_an_earlier_choice_can_be_read_later(hands: Game):
    """What a choice returned is worked out when it is looked at, even if play went on."""
    match = hands.start()
    first = match.choose("spend")
    play(match, "spend", "spend", "spend")
    assert "Player 1: Spend" in [match.say(e) for e in first]
    assert first[0].kind == "chose"


def test_copies_tell_their_own_story(hands: Game):
    """A copy that goes another way has other events from there on."""
    for listen in (False, True):
        match = hands.start(listen=listen)
        match.choose("spend")
        other = match.copy()
        match.choose("spend")
        other.choose("lay")
        assert match.log[:5] == other.log[:5]
        assert match.log != other.log


def test_event_knows_where_it_comes_from(game_of: GameOf):
    """Rule, printed rule and line; an amendment speaks for itself."""
    game = game_of("""
        game origins "Origins"
          players: 1
          ask: always
        state
          count_: number starts 0
          more: number starts 0
        round main
          last: 1
          turn
            choose n in 1..2
            grow(n)
        rule grow(n: number)  cites ABC-001
          add n to count_
        after grow(n)  cites ABC-002
          add 1 to more
    """)
    one, two = [e for e in game.start().choose("2") if isinstance(e, ev.Changed)]
    assert (one.rule, one.cites, one.field, one.amount, one.value) == (
        "grow",
        ("ABC-001",),
        FieldPlace("count_"),
        TWO,
        TWO,
    )
    assert (two.rule, two.cites) == ("grow", ("ABC-002",))
    assert two.span is not None
    assert two.span.text.strip() == "add 1 to more"


def test_levels_chance_and_end_are_told(game_of: GameOf):
    """Rounds, turns, dice and the end are events."""
    game = game_of("""
        game dice "Dice"
          players: 2
        die cube
          | name | pips |
          | low  | 1    |
          | high | 2    |
        player
          points: number starts 0
        round main
          last: 1
          turn
            choose one
              way roll "Roll"
                choose d in cube by chance
                add d.pips to actor.points
              way wait "Wait"
    """)
    match = game.start()
    play(match, "roll", "wait")
    kinds = [e.kind for e in match.log]
    assert kinds == ["began", "began", "chose", "chance", "set", "began", "chose", "ended"]
    assert match.say(match.log[0]) == "round 1"
    assert match.say(match.log[-1]) == "the game is over: the last round was played"


def test_asked_chance_tells_the_same_as_drawn(game_of: GameOf):
    """A die that is asked for is told like one that is drawn; the order of a deck is told to nobody."""
    game = game_of("""
        game asked "Asked"
          players: 1
          ask: always
        card tile
          | name |
          | one  |
          | two  |
        die cube
          | name |
          | low  |
          | high |
        zone deck of tile seen by nobody
        setup
          move tile to deck
          shuffle deck
        round main
          last: 1
          turn
            choose n in 1..2
            choose d in cube by chance
    """)
    match = game.start(chance="ask")
    assert told(match, match.choose("two"), 0) == ["round 1", "turn of Player 1"]
    play(match, "1")
    assert "chance: high" in told(match, match.choose("high"), None)


def test_texts_are_translated(game_of: GameOf):
    """The game may translate the engine's sentences, its own words and labels."""
    game = game_of("""
        game words "Words"
          players: 1
          ask: always
        player
          money: money starts 5
        round main
          last: 1
          turn
            choose n in 1..2 as "take {n}"
            pay n from bank to actor
        translate nl
          "take {n}": "neem er {n}"
          "{payer} pays {amount} to {payee}": "{payee} krijgt {amount} van {payer}"
          "the bank": "de bank"
    """)
    match = game.start()
    said = [match.say(e, "nl") for e in match.choose("2")[:2]]
    assert said == [
        "Player 1: neem er 2",
        "Player 1 krijgt 2 van de bank",
    ]


def test_refilled_deck_is_told(game_of: GameOf):
    """Discards that become the deck are told as one event."""
    game = game_of("""
        game refill "Refill"
          players: 1
          ask: always
        card tile
          | name |
          | one  |
          | two  |
        zone deck of tile seen by nobody refill from discard
        zone hand of tile per player seen by owner
        zone discard of tile seen by all
        setup
          move tile to discard
        round main
          last: 1
          turn
            choose n in 1..2
            draw n from deck to actor.hand
    """)
    match = game.start()
    texts = told(match, match.choose("1"), None)
    assert "deck is made anew from discard" in texts
    assert "a card: deck → hand of Player 1" in texts


TELLING = """
    game telling "Telling"
      players: 2

    card tile
      | name | worth |
      | one  | 1     |
      | two  | 2     |

    zone hand of tile per player seen by owner
    zone deck of tile seen by nobody
    zone table_ of tile seen by all

    player
      points: number starts 0
      plan: number starts 0 seen by owner

    setup
      move tile to deck
      each p in player
        draw 1 from deck to p.hand

    round main
      last: 2
      turn
        choose one
          way hide "Hide"
            each c in actor.hand
              hide(c)
          way play "Play"
            each c in actor.hand
              play(c)

    rule hide(c: tile)
      move c to deck
      note_down()
      draw 1 from deck to actor.hand
      tell "{actor} hides {c} and draws"
      tell "You hid {c}, worth {c.worth}" to actor

    rule play(c: tile)
      choose n in 1..c.worth prompt "How often?"
        repeat n times
          score_one()
        tell "{actor} shows {c}: {n}"
        move c to table_
        if n = 1
          stop rule
        add 1 to actor.points
      draw 1 from deck to actor.hand

    rule note_down()
      add 1 to actor.plan

    rule score_one()
      add 1 to actor.points

    score points(p) gives p.points
"""


def plain(match: Match, events: Sequence[ev.Event], player: int | None) -> list[str]:
    """What a player is told, without details."""
    return told(match, [e for e in events if not e.detail], player)


@pytest.fixture
def telling(game_of: GameOf) -> Match:
    """A match whose rules put into words what they do; the first player holds "one", the second "two"."""
    return game_of(TELLING).start()


def test_told_sentence_stands_for_what_a_rule_did(telling: Match):
    """The reader gets the sentence; what it stands for, in rules that were called too, is there for who asks."""
    events = telling.choose("hide")
    assert plain(telling, events, None) == ["Player 1 hides a card and draws", "turn of Player 2"]
    details = {(type(e).__name__, e.rule) for e in events if e.detail}
    assert details == {("Chose", "main.turn"), ("Moved", "hide"), ("Changed", "note_down")}


def test_told_card_is_named_to_who_sees_it(telling: Match):
    """A card that went from a hand to a closed deck is known to whose hand it was."""
    assert "Player 1 hides one and draws" in plain(telling, telling.choose("hide"), 0)


def test_told_card_is_named_to_who_saw_it_when_it_was_told(game_of: GameOf):
    """Two dishes lie open, one after the other, and are shuffled into the deck before anybody decides again.

    The sentence said while the dish lay in a hand or in the deck names it to nobody but the hand's owner.
    """
    game = game_of("""
        game dinner "Dinner"
          players: 2
          ask: always
        card dish
          | name |
          | soup |
          | bun  |
          | stew |
        zone deck of dish seen by nobody
        zone hand of dish per player seen by owner
        zone eaten of dish seen by all
        round main
          last: 2
          begin
            move dish to deck
            shuffle deck
            each p in player
              draw 1 from deck to p.hand
          turn
            choose d in actor.hand
            tell "{actor} takes {d}"
            move d to eaten
            tell "{actor} eats {d}"
            move d to deck
            tell "{actor} leaves {d}"
        score most(p) gives 0
    """)
    match = game.start()
    for eater in (1, 2):
        dish = match.decision.options[0].text
        events = [event for event in match.choose(0) if isinstance(event, ev.Message)]
        takes, eats, leaves = (f"Player {eater} {verb}" for verb in ("takes", "eats", "leaves"))
        assert told(match, events, eater - 1) == [f"{takes} {dish}", f"{eats} {dish}", f"{leaves} {dish}"]
        for other in (2 - eater, None):
            assert told(match, events, other) == [f"{takes} a card", f"{eats} {dish}", f"{leaves} a card"]


def test_sentence_for_one_player(telling: Match):
    """What is told to one player nobody else reads."""
    events = telling.choose("hide")
    assert "You hid one, worth 1" in plain(telling, events, 0)
    assert not any(text.startswith("You hid ") for reader in (1, None) for text in told(telling, events, reader))


def test_rule_that_stops_early_has_ended(telling: Match):
    """Choices within a telling rule are details, what comes after it is not."""
    telling.choose("hide")
    events = [*telling.choose("play"), *telling.choose("1")]
    assert plain(telling, events, 0) == ["Player 2: Play", "Player 2 shows two: 1", "round 2", "turn of Player 1"]


def test_stories_are_sentences(telling: Match):
    """What people read has one line for what a rule tells."""
    lines = [text for text, _ in story(telling.words, [*telling.choose("hide")], 1, "en")]
    assert lines == ["Player 1 hides a card and draws"]


ERRANDS = """
    game errands "Errands"
      players: 2

    player
      coins: number starts 5
      steps: number starts 0

    round main
      last: 9
      turn
        choose one optional prompt "What now?"
          way walk "Walk"
            walk()
          way shop(n in 1..3) as "Shop {n}"
            shop(n)

    rule walk()
      choose n in 1..3 prompt "How far?"
      add n to actor.steps
      choose m in 1..2 prompt "And then?"
      add m to actor.steps
      tell "{actor} walks {n}, then {m}"

    rule shop(n: number)
      add -n to actor.coins
      if actor.coins < 3
        tell "{actor} is nearly broke"

    score best(p) gives p.steps
"""


def test_a_sentence_that_is_sure_to_come_stands_for_the_choices_on_the_way(game_of: GameOf):
    """Nothing is told before it, not even what has happened; what may come to no sentence is told as it is."""
    match = game_of(ERRANDS).start()
    assert [plain(match, match.choose(key), None) for key in ("walk", "3", "2")] == [
        [],
        [],
        ["Player 1 walks 3, then 2", "turn of Player 2"],
    ]
    assert plain(match, match.choose("shop(1)"), None)[:2] == ["Player 2: Shop 1", "coins of Player 2: 4"]
    match.choose("pass")
    assert plain(match, match.choose("shop(3)"), None)[0] == "Player 2 is nearly broke"


def test_events_are_data(hands: Game, bids: Game, telling: Match):
    """Stored as JSON and read again they are equal; so are they as one player knows them."""
    matches = [hands.start(), bids.start(), telling]
    play(matches[0], "lay", "one", "cover", "three")
    play(matches[1], "2", "1", "0", "0", "0", "0")
    play(matches[2], "hide", "play", "2")
    for match in matches:
        while not match.over:
            match.choose(0)
        for event in match.log:
            for seen in (event, *filter(None, map(event.seen_by, (None, 0, 1)))):
                assert ev.event_of(json.loads(json.dumps(seen.data()))) == seen
    assert {type(event) for match in matches for event in match.log} >= {ev.Chose, ev.Moved, ev.Changed, ev.Message}


def test_what_a_player_may_not_know_is_in_no_part_of_his_event(hands: Game):
    """A card that went from hand to deck, and the choice of it: not in the data either."""
    events = play(hands.start(), "cover", "two")
    for reader in (None, 1):
        assert "two" not in json.dumps([seen.data() for e in events if (seen := e.seen_by(reader))])
    assert "two" in json.dumps([seen.data() for e in events if (seen := e.seen_by(0))])
    moved = next(seen for e in events if isinstance(seen := e.seen_by(1), ev.Moved))
    assert (moved.card.is_hidden, moved.number, moved.known_to) == (True, None, None)


def test_events_know_what_they_touched(hands: Game):
    """Ids of zones, of what has a field, of the player whose turn it is."""
    match = hands.start()
    laid = [e for e in play(match, "lay", "one") if isinstance(e, ev.Moved)]
    assert [e.touched for e in laid] == [("zone:hand.player_1", "zone:table_")]
    spent = play(match, "spend")
    assert [e.touched for e in spent if isinstance(e, ev.Paid | ev.Changed)] == [("player:player_2",)] * 2
    assert [e.touched for e in spent if isinstance(e, ev.Began) and e.level == "turn"] == [("player:player_1",)]
