"""Chance: what is drawn hangs on the seed, on what it is for, on the round, on the player, and on how often.

A purpose is a name of the rules (`deck market`, `die sea_die in voyage`, `bot seat 2`), never a place in a
file, and the count starts anew with every round. So games that are played with the same seed under rules
that differ a little come back into step: the third roll of a round stays the third roll of that round.
The numbers themselves are those of splitmix64, the same on every machine.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
MOST_SEATS = 12

State = Any


def mix(z: int) -> int:
    """64 bits mixed up thoroughly."""
    z &= MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def lot(place: int) -> int:
    """The 31 bits that are drawn at a place."""
    return mix(place) >> 33


def seeded(seed: int) -> int:
    """Where all draws of a seed start: neighbouring seeds must not give like games."""
    return mix(seed * GOLDEN + 0x1F83D9ABFB41BD6B)


def purpose(words: str) -> int:
    """What is drawn for, as a number."""
    return int.from_bytes(hashlib.blake2b(words.encode(), digest_size=8).digest(), "big")


def keys_of(purposes: list[str], players: int) -> tuple[int, ...]:
    """For each purpose a key while nobody has the turn, and one for each player."""
    return tuple(mix(purpose(words) + who) for words in purposes for who in range(players + 1))


# ---- chance of the rules ------------------------------------------------------------------------------


def reseed(S: State, seed: int) -> None:
    """From now on chance is that of a seed."""
    S.seed = seeded(seed)
    S.luck = mix(S.seed + S.rounds * GOLDEN)


def renew(S: State) -> None:
    """A round begins: whatever is drawn is counted from the start."""
    S.luck = mix(S.seed + S.rounds * GOLDEN)
    S.counts = [0] * len(S.counts)


def roll(S: State, n: int, keys: tuple[int, ...], stream: int) -> int:
    """A number from 0 to n - 1, for whoever has the turn; a stream is where the keys of a purpose begin."""
    at: int = stream if S.g_actor is None else stream + 1 + S.g_actor
    count: int = S.counts[at]
    S.counts[at] = count + 1
    S.lots += 1
    return (lot(S.luck + keys[at] + count * GOLDEN) * n) >> 31


# ---- chance of bots -----------------------------------------------------------------------------------


def luck_of(seed: int, players: int) -> list[int]:
    """What bots draw from: the round, the seed, and for nobody and each seat the place of the next draw."""
    return [-1, seeded(seed), *([0] * (players + 1))]


def pick(luck: list[int], seat: int | None, round_: int, n: int) -> int:
    """A number from 0 to n - 1 for the bot of a seat."""
    return (lot(next_place(luck, seat, round_)) * n) >> 31


def next_place(luck: list[int], seat: int | None, round_: int) -> int:
    """Where a seat draws next."""
    if luck[0] != round_:
        begin_round(luck, round_)
    at = 2 if seat is None else seat + 3
    place = luck[at]
    luck[at] = (place + GOLDEN) & MASK
    return place


def begin_round(luck: list[int], round_: int) -> None:
    luck[0] = round_
    base = mix(luck[1] + round_ * GOLDEN)
    for at in range(2, len(luck)):
        luck[at] = base + SEATS[at - 2]


SEATS = tuple(purpose("bot of nobody" if seat == 0 else f"bot seat {seat}") for seat in range(MOST_SEATS + 1))


class Luck(Random):
    """The draws of bots as a generator of random numbers, at the seat and in the round it was last set to."""

    def __init__(self, seed: int, players: int) -> None:
        self.cells = luck_of(seed, players)
        self.at(None, 0)

    def at(self, seat: int | None, round_: int) -> Luck:
        """Draw for a seat in a round."""
        self.seat, self.round = seat, round_
        return self

    def random(self) -> float:
        """From 0 to 1, without 1; as many steps as `pick` has, so that both pick alike."""
        return lot(next_place(self.cells, self.seat, self.round)) / (1 << 31)

    def getrandbits(self, k: int, /) -> int:
        """So many random bits."""
        bits = 0
        for _ in range(0, k, 64):
            bits = bits << 64 | mix(next_place(self.cells, self.seat, self.round))
        return bits & ((1 << k) - 1)
