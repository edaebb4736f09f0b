"""Positions a player may believe in: nothing he sees changes, nothing he does not see stays by right."""

from __future__ import annotations

from random import Random

from rulelang.api.game import Game
from rulelang.api.match import Match
from rulelang.model.types import FLAG, NUMBER, Number
from rulelang.play.audit import audit
from rulelang.visibility.determinise import believer, think_of


def positions(match: Match, player: int, count: int = 30) -> list[Match]:
    """Some positions a player may believe in."""
    rng = Random(1)
    return [believer(match.program).believe(match, player, rng)[0] for _ in range(count)]


def test_views_do_not_change(secrets: Game):
    """What the player sees is the same in every position."""
    match = secrets.start(3, seed=5)
    for other in positions(match, 0):
        assert other.view(0) == match.view(0)


def test_nothing_is_lost(secrets: Game):
    """Every card lies in one zone, and as many in each as before."""
    match = secrets.start(3, seed=5)
    for other in positions(match, 1):
        assert list(map(len, other.state.zones)) == list(map(len, match.state.zones))
        audit(other)


def test_hidden_things_differ(secrets: Game):
    """Other hands and the deck below its top are drawn anew."""
    match = secrets.start(3, seed=5)
    hands = {tuple(other.view(1).data()["zones"]["hand"]["player_2"]) for other in positions(match, 0)}
    assert len(hands) > 5


def test_hidden_fields_tell_nothing(secrets: Game):
    """A hidden value is replaced by one the player could think of, whatever it was."""
    match = secrets.start(3, seed=5)
    for other in positions(match, 0):
        purses = [other.view(p).data()["players"][p]["fields"]["purse"] for p in range(3)]
        assert purses == [10, 10, 10]


def test_original_is_untouched(secrets: Game):
    """The match itself stays as it was."""
    match = secrets.start(3, seed=5)
    before = match.copy()
    positions(match, 2)
    assert match == before


def test_says_whether_anything_was_hidden(secrets: Game):
    """With hidden hands there is something to draw anew."""
    match = secrets.start(3, seed=5)
    assert believer(match.program).believe(match, 0, Random(1))[1] is True


def test_values_to_think_of():
    """Small types are drawn from, others taken from what is known; nothing stays nothing."""
    rng = Random(3)
    assert {think_of(Number(low=1, high=3), 2, 1, [], [], rng) for _ in range(40)} == {1, 2, 3}
    assert {think_of(FLAG, True, False, [], [], rng) for _ in range(40)} == {True, False}
    assert think_of(NUMBER, 77, 0, [], [4], rng) == 4
    assert think_of(NUMBER, 77, 0, [], [], rng) == 0
    assert think_of(NUMBER, None, 0, [5], [4], rng) is None


def test_cards_out_of_play_are_drawn_anew(out_of_play: Game):
    """A card that nobody saw go may be any that nobody sees; those that all know to be away stay away."""
    match = out_of_play.start(2, seed=3)
    (tile,) = match.program.answers.card_roots()
    boxes = {tuple(sorted(other.state.zones[tile.box])) for other in positions(match, 1)}
    never_in_play, seen_to_go = 4, 5
    assert all({never_in_play, seen_to_go} < set(box) for box in boxes)
    assert len(boxes) == 4


def test_who_put_a_card_out_of_play_knows_it(out_of_play: Game):
    """He saw it in his hand; the other did not."""
    match = out_of_play.start(2, seed=3)
    (tile,) = match.program.answers.card_roots()
    mine = match.state.zones[match.program.world.zones["hand"].base][0]
    match.choose("keep")
    assert all(mine in other.state.zones[tile.box] for other in positions(match, 0))
    assert not all(mine in other.state.zones[tile.box] for other in positions(match, 1))


def test_a_card_that_a_rule_holds_is_drawn_anew(out_of_play: Game):
    """The rule goes on with the card that lies where its card lay, so that it betrays nothing."""
    match = out_of_play.start(2, seed=3)
    match.choose("look")
    deck, hand = (match.program.world.zones[name].base for name in ("deck", "hand"))
    drawn = set()
    for other in positions(match, 0):
        top = other.state.zones[deck][0]
        other.choose("player_2")
        assert other.state.zones[hand + 1] == [top]
        drawn.add(top)
    assert len(drawn) == 3


# ---- hidden numbers ------------------------------------------------------------------------------------


def believed(match: Match, player: int, of: int, name: str) -> set[object]:
    """What a player may believe a hidden field of another to be."""
    return {other.view(of).data()["players"][of]["fields"][name] for other in positions(match, player, 200)}


def test_hidden_numbers_are_what_the_rules_could_have_put_there(numbers: Game):
    """Rolls, columns, choices with a bound that is hidden too, and what a rule is handed over."""
    match = numbers.start(3, seed=4)
    for key in ("1", "player_2", "2"):
        match.choose(key)
    assert match.decision.player == 1
    assert believed(match, 1, 0, "rolled") == {5, 6, 7, 8}
    assert believed(match, 1, 0, "coins") == {2, 7}
    assert believed(match, 1, 0, "mark") == {10, 20, 30}
    assert believed(match, 1, 0, "target") == {"player_2", "player_3"}
    pairs = [other.view(0).data()["players"][0]["fields"] for other in positions(match, 1, 200)]
    assert {fields["bid"] for fields in pairs} == set(range(8))
    assert all(fields["bid"] < fields["rolled"] for fields in pairs)


def test_a_number_that_nothing_was_put_into_is_known(numbers: Game):
    """Everybody has seen that the third player had no turn yet."""
    match = numbers.start(3, seed=4)
    assert believed(match, 0, 2, "mark") == {-1}


def test_beliefs_do_not_rest_on_the_truth(numbers: Game):
    """Whatever was chosen, the same is believed."""
    one = numbers.start(3, seed=4)
    two = one.copy()
    for first, second in (("1", "4"), ("player_2", "player_3"), ("2", "3")):
        one.choose(first)
        two.choose(second)
    for name in ("bid", "mark", "target"):
        beliefs = [[o.view(0).players[0].fields[name] for o in positions(match, 1)] for match in (one, two)]
        assert beliefs[0] == beliefs[1]


def test_a_total_can_not_be_known(numbers: Game):
    """Nobody can tell how often something was added: a total is thought to be like the one that is seen."""
    match = numbers.start(3, seed=4)
    own = match.view(0).data()["players"][0]["fields"]["total"]
    assert believed(match, 0, 1, "total") == {own}
