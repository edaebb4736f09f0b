"""Simulations and comparisons in one call, for programs; the commands of the same names can do more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.errors import UsageError

if TYPE_CHECKING:
    from rulelang.api.game import Game
    from rulelang.experiments.comparison.findings import Findings
    from rulelang.experiments.summary import Summary

LONGEST = 10_000


def simulate(
    game: Game,
    games: int = 1000,
    *,
    players: int | None = None,
    bots: str | Sequence[str] | None = None,
    seed: int = 0,
    jobs: int = 1,
    limit: int = LONGEST,
) -> Summary:
    """Games between bots: wins, scores, lengths, endings. The same seed gives the same games.

    `bots` is one for all seats (`random`, `greedy`, `mcts`), or one for each; without it one that is quick.
    """
    from attrs import evolve

    from rulelang.bots import quickest
    from rulelang.experiments.run import simulate as carry_out
    from rulelang.experiments.setting import Setting
    from rulelang.experiments.summary import summarise

    count = game.count(players)
    program = game.program(count)
    seats = [bots or quickest(program)] * count if bots is None or isinstance(bots, str) else [*bots]
    if len(seats) != count:
        raise UsageError(f"{count} play, and {len(seats)} bots are named")
    setting = Setting(count, seats[0], seed, limit, jobs)
    plan = evolve(setting.plan(game), bots=tuple(seats), games=games, is_watched=False, is_counted=False)
    words = game.words(program)
    run = carry_out(plan, min(jobs, games))
    return summarise(evolve(plan, variants=game.variants), run.tally, game, [words.player(p) for p in range(count)])


def compare(
    first: Game,
    *others: Game,
    games: int = 400,
    players: int | None = None,
    bot: str | None = None,
    seed: int = 0,
    jobs: int = 1,
    limit: int = LONGEST,
) -> list[Findings]:
    """Rules against the first of them, on the same luck: for each what differs, and how sure that is."""
    from rulelang.experiments.comparison.findings import findings_of
    from rulelang.experiments.comparison.pairs import Contest, Pairs
    from rulelang.experiments.measures import declared_in, measures_of
    from rulelang.experiments.setting import Playing, play_all, setting_for

    if not others:
        raise UsageError("name two games or more, the one to compare with first")
    sides = [first, *others]
    setting = setting_for(sides, players, bot, seed=seed, limit=limit, jobs=jobs)
    measures = measures_of(setting.players, declared_in(sides, setting.players))
    units = [game.program(setting.players).facts.units[0] for game in sides]
    contest = Contest([Pairs(measures, (units[0], unit)) for unit in units[1:]])
    play_all(setting, sides, contest, Playing(games))
    return [findings_of(pairs, 1 / len(others)) for pairs in contest.pairs]
