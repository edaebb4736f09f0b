"""The games of a tournament: every pair of bots, one of them in each seat in turn, on the same seeds in every seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import suppress
from itertools import permutations

from attrs import evolve, frozen

from rulelang.api.match import Match
from rulelang.bots import Bot, bot_named
from rulelang.core.chance import Luck
from rulelang.errors import RuleFault
from rulelang.experiments.game import game_of
from rulelang.experiments.plan import seed_of
from rulelang.play import outcome
from rulelang.play.playout import play_with

Heard = Callable[[int], None]


@frozen
class Asked:
    """What a tournament is asked to play: so many seeds for each pair."""

    reference: str
    variants: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    players: int
    bots: tuple[str, ...]
    seeds: int
    seed: int = 0
    limit: int = 10_000


@frozen
class Meeting:
    """One game to be played: one bot in a seat, the other in all others."""

    bot: str
    against: str
    seat: int
    seed: int

    def seats(self, players: int) -> list[str]:
        """Who sits where."""
        return [self.bot if p == self.seat else self.against for p in range(players)]


@frozen
class Met:
    """How it went: ranks of all seats, and how much processor time each of the two took for how many decisions."""

    meeting: Meeting
    is_finished: bool
    ranks: tuple[tuple[int, ...], ...] = ()
    seconds: tuple[float, float] = (0.0, 0.0)
    decisions: tuple[int, int] = (0, 0)

    @property
    def share(self) -> float:
        """The bot's share of the win."""
        best = max(self.ranks)
        return (self.ranks[self.meeting.seat] == best) / self.ranks.count(best)


def meetings(asked: Asked) -> Iterator[Meeting]:
    """All games, seed by seed: whoever stops early has seen every pair as often."""
    pairs = [pair for pair in permutations(asked.bots, 2) if asked.players > 2 or is_first(asked.bots, pair)]
    for number in range(asked.seeds):
        for bot, against in pairs:
            for seat in range(asked.players):
                yield Meeting(bot, against, seat, seed_of(asked.seed, number))


def is_first(bots: Sequence[str], pair: tuple[str, str]) -> bool:
    """With two players both seats of a pair are all there is; with more, one against many is not many against one."""
    return bots.index(pair[0]) < bots.index(pair[1])


def count_of(asked: Asked) -> int:
    """How many games that is."""
    pairs = len(asked.bots) * (len(asked.bots) - 1) // (1 if asked.players > 2 else 2)
    return asked.seeds * asked.players * pairs


def played(asked: Asked, meeting: Meeting, made: Callable[[str], Bot] = bot_named) -> Met:
    """One game, by bots that are made from their names; one in which the rules meet a fault is not finished."""
    game = game_of(asked.reference, asked.variants, asked.options)
    names = meeting.seats(asked.players)
    match = game.start(players=asked.players, seed=meeting.seed)
    bots = {name: made(name) for name in (meeting.bot, meeting.against)}
    luck = Luck(meeting.seed, asked.players)
    seconds, decisions = dict.fromkeys(bots, 0.0), dict.fromkeys(bots, 0)

    def choose(match: Match) -> int:
        S = match.state
        if len(S.options) == 1:
            return 0
        name = names[S.decider]
        began = time.process_time()
        index = bots[name].choose(match, luck.at(S.decider, S.rounds))
        seconds[name] += time.process_time() - began
        decisions[name] += 1
        return index

    with suppress(RuleFault):
        play_with(match, [choose] * asked.players, asked.limit)
    met = Met(
        meeting,
        match.over,
        seconds=(seconds[meeting.bot], seconds[meeting.against]),
        decisions=(decisions[meeting.bot], decisions[meeting.against]),
    )
    return evolve(met, ranks=tuple(outcome.ranks(match.program, match.state))) if match.over else met


def play_all(asked: Asked, jobs: int, heard: Heard = lambda _: None) -> list[Met]:
    """All games, in an order that does not hang on how many processes share them."""
    found: dict[int, Met] = {}
    waiting = enumerate(meetings(asked))
    if jobs <= 1:
        for number, meeting in waiting:
            found[number] = played(asked, meeting)
            heard(len(found))
        return list(found.values())
    with ProcessPoolExecutor(jobs) as pool:
        numbers = {pool.submit(played, asked, meeting): number for number, meeting in waiting}
        try:
            open_ = set(numbers)
            while open_:
                done, open_ = wait(open_, timeout=1.0, return_when=FIRST_COMPLETED)
                found |= {numbers[task]: task.result() for task in done}
                heard(len(found))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [found[number] for number in sorted(found)]
