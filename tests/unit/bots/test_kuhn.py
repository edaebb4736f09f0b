"""Kuhn poker: how much a player can be taken for who plays as the search does, reckoned exactly.

The tree of the game is written down here by itself. A policy is the chance of a bet at each of the twelve things a
player can know; what both best answers win against it together is nought for perfect play, 0.917 for playing at random.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.bots.tree_search.bot import MonteCarlo
from rulelang.bots.tree_search.budget import Budget
from rulelang.bots.tree_search.search import Settings

KUHN = Path(__file__).parents[3] / "examples" / "kuhn_poker"
DEALS = [(a, b) for a in range(3) for b in range(3) if a != b]
# Who decides after which choices: 0 is a pass, 1 a bet.
MOMENTS = {(): 0, (0,): 1, (1,): 1, (0, 1): 0}
Policy = dict[tuple[int, int, tuple[int, ...]], float]


def payoff(deal: tuple[int, int], history: tuple[int, ...]) -> int | None:
    """What the first player wins, or nothing while the hand goes on."""
    sign = 1 if deal[0] > deal[1] else -1
    ends = {(0, 0): sign, (0, 1, 0): -1, (0, 1, 1): 2 * sign, (1, 0): 1, (1, 1): 2 * sign}
    return ends.get(history)


def value(deal: tuple[int, int], history: tuple[int, ...], policy: Policy) -> float:
    """What the first player wins on average."""
    end = payoff(deal, history)
    if end is not None:
        return end
    player = MOMENTS[history]
    bet = policy[player, deal[player], history]
    return bet * value(deal, (*history, 1), policy) + (1 - bet) * value(deal, (*history, 0), policy)


def exploitability(policy: Policy) -> float:
    """What the best answers of both players win together."""
    total = 0.0
    for player, card in product(range(2), range(3)):
        keys = [(player, card, history) for history, who in MOMENTS.items() if who == player]
        sign = 1 if player == 0 else -1
        answers = [policy | dict(zip(keys, bets, strict=True)) for bets in product((0.0, 1.0), repeat=2)]
        hands = [deal for deal in DEALS if deal[player] == card]
        total += max(sum(sign * value(deal, (), answer) for deal in hands) / 6 for answer in answers)
    return total


def uniform() -> Policy:
    return {(who, card, history): 0.5 for history, who in MOMENTS.items() for card in range(3)}


def test_the_measure():
    """Known values: perfect play can not be beaten, random play loses 0.917."""
    third = 1 / 3
    bets = {(): (0, 0, 0), (0,): (third, 0, 1), (1,): (0, third, 1), (0, 1): (0, third, 1)}
    perfect = {(MOMENTS[h], card, h): float(found[card]) for h, found in bets.items() for card in range(3)}
    assert exploitability(perfect) == pytest.approx(0, abs=1e-9)
    assert exploitability(uniform()) == pytest.approx(0.917, abs=0.001)


def position(deal: tuple[int, int], history: tuple[int, ...]) -> Match:
    """A game with these cards after these choices; seeds are tried until the cards are dealt so."""
    game = load(KUHN)
    for seed in range(200):
        match = game.start(seed=seed)
        hand = match.program.world.zones["hand"].base
        if tuple(match.state.zones[hand + p][0] for p in range(2)) == deal:
            for bet in history:
                match.choose("bet" if bet else "pass")
            return match
    raise AssertionError("no seed deals these cards")


def policy_of(games: int, repeats: int) -> Policy:
    """How often the search bets at each thing a player can know; the other's card must not matter."""
    found = uniform()
    settings = Settings(playout=50, temperature=1.0, stakes=2.0)
    for history, who in MOMENTS.items():
        for card in range(3):
            bets = []
            for deal in (deal for deal in DEALS if deal[who] == card):
                match = position(deal, history)
                bot = (MonteCarlo(Budget(games=games), settings=settings) for _ in range(repeats))
                picks = [each.choose(match, Random(seed)) for seed, each in enumerate(bot)]
                bets.append([match.decision.options[pick].key == "bet" for pick in picks])
            assert bets[0] == bets[1]
            found[who, card, history] = sum(bets[0]) / repeats
    return found


def test_the_search_plays_for_chips():
    """Far from random play, and the other's card changes none of its choices."""
    assert exploitability(policy_of(games=150, repeats=3)) < 0.4


@pytest.mark.slow
def test_the_search_plays_for_chips_with_more_games():
    """It is not perfect: its beliefs draw nothing from what the others did."""
    assert exploitability(policy_of(games=2_000, repeats=8)) < 0.4
