"""What a game wants of a search: how far to play at random before the estimate is asked, and how much that one says.

Games of the quick greedy bot, with a tenth of its choices at random, show which of a few lengths foretells best who
will win, and with which temperature. A game in which random play throws away what was won wants none, another gains
by looking past the moment. What was found is kept with the other things that can be worked out again.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random
from typing import Any

from attrs import asdict, frozen

from rulelang.api.match import Match
from rulelang.bots.one_step import OneStep
from rulelang.bots.positions import Positions, positions_of
from rulelang.bots.tree_search.search import odds
from rulelang.bots.tree_search.tree import Shares
from rulelang.cache.folder import key_of, open_cache

TO_THE_END = 400
LENGTHS = (0, 10, 30)
# A longer one has to foretell better by so much: it takes time, and what random play destroys it does not foretell.
GAIN = 0.02
GAMES, CHOICES, EACH = 40, 6_000, 20_000
POSITIONS = 120
REPEATS = 4
SLIPS = 0.1


@frozen
class Tuning:
    """How far to play at random, the temperature of the estimate, and how well the two foretell."""

    playout: int
    temperature: float
    loss: float = 0.0


@frozen
class Sample:
    """A position of a game, and how the game ended."""

    state: Any
    shares: Shares


def tuning_of(match: Match) -> Tuning:
    """What the game of a match wants, worked out once."""
    program = match.program
    known = KNOWN.get(id(program))
    if known is None:
        known = KNOWN[id(program)] = (program, kept_tuning(match))
        while len(KNOWN) > 8:
            del KNOWN[next(iter(KNOWN))]
    return known[1]


KNOWN: dict[int, tuple[Any, Tuning]] = {}


def kept_tuning(match: Match) -> Tuning:
    cache = open_cache()
    name = f"tunings/{key_of('tuning', match.game.fingerprint(match.players), match.program.source)}.json"
    found = cache.read_json(name) if cache is not None else None
    if isinstance(found, dict) and found.keys() == {"playout", "temperature", "loss"}:
        return Tuning(**found)
    made = tuned(positions_of(match.program), played(match))
    if cache is not None:
        cache.write_json(name, asdict(made))
        cache.prune("tunings", 200)
    return made


# ---- games that show ----------------------------------------------------------------------------------------


def played(match: Match) -> list[Sample]:
    """Positions of games of the quick greedy bot, some of its choices at random."""
    found: list[list[Sample]] = []
    made = 0
    for seed in range(GAMES):
        if made > CHOICES:
            break
        states, game, count = one_game(match, seed)
        made += count
        shares = positions_of(match.program).shares(game.state) if game.over else None
        if shares is not None:
            found.append([Sample(state, shares) for state in states])
    samples = [sample for game_samples in found for sample in game_samples]
    return samples if len(samples) <= POSITIONS else Random("tuning").sample(samples, POSITIONS)


def one_game(match: Match, seed: int) -> tuple[list[Any], Match, int]:
    game = match.game.start(players=match.players, seed=seed)
    bot, rng = OneStep(), Random(seed)
    states: list[Any] = []
    made = 0
    while not game.over and made < EACH:
        count = len(game.state.options)
        if count > 1:
            if rng.random() < SLIPS * 2:
                states.append(game.state.copy())
            game.advance(int(rng.random() * count) if rng.random() < SLIPS else bot.choose(game, rng))
        else:
            game.advance(0)
        made += 1
    return states, game, made


# ---- what they show -----------------------------------------------------------------------------------------


def tuned(positions: Positions, samples: Sequence[Sample]) -> Tuning:
    """The shortest length, with its temperature, that foretells about as well as any."""
    if not any(len(set(positions.estimates(sample.state))) > 1 for sample in samples):
        return Tuning(TO_THE_END, 1.0)  # before its end a game does not tell how it stands
    found = [best_temperature(length, foretold(positions, samples, length), positions.players) for length in LENGTHS]
    best = min(tuning.loss for tuning in found)
    return next(tuning for tuning in found if tuning.loss <= best + GAIN)


# Either the estimates of a position, or the shares of a game that came to its end.
Ends = list[tuple[list[int] | None, Shares]]


def foretold(positions: Positions, samples: Sequence[Sample], length: int) -> list[tuple[Ends, Shares]]:
    """For each position where a few games at random lead to, and how its own game ended."""
    rng = Random("playouts")
    found = []
    for sample in samples:
        ends: Ends = []
        for _ in range(REPEATS if length else 1):
            world, _ = positions.believe(sample.state, positions.decider(sample.state), rng)
            if positions.play_randomly(world, rng, length) < 0:
                continue
            if positions.is_over(world):
                ends.append((None, positions.shares(world)))
            else:
                ends.append((positions.estimates(world), ()))
        if ends:
            found.append((ends, sample.shares))
    return found


def best_temperature(length: int, data: Sequence[tuple[Ends, Shares]], players: int) -> Tuning:
    """The temperature with the least surprise at how games ended."""
    spreads = [max(found) - min(found) for ends, _ in data for found, _ in ends if found]
    spread = sum(spreads) / len(spreads) if spreads and any(spreads) else 1.0
    grid = [spread * 2 ** (k / 2) for k in range(-6, 9)]
    losses = [(surprise(data, temperature, players), temperature) for temperature in grid]
    loss, temperature = min(losses)
    return Tuning(length, temperature, loss)


def surprise(data: Sequence[tuple[Ends, Shares]], temperature: float, players: int) -> float:
    """The mean logarithm of how unlikely the ends were held to be."""
    total = 0.0
    for ends, shares in data:
        means = [1 / players] * players  # as if one more game had shown nothing
        for estimates, known in ends:
            for p, share in enumerate(known if estimates is None else odds(estimates, temperature)):
                means[p] += share
        total -= sum(share * log(means[p] / (len(ends) + 1)) for p, share in enumerate(shares) if share)
    return total / max(1, len(data))
