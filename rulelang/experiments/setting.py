"""What the sets of rules of an experiment have in common: who plays, with which luck, and on how many processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve, frozen

from rulelang.api.game import Game
from rulelang.bots import quickest
from rulelang.errors import UsageError
from rulelang.experiments.campaign import Campaign, Collector
from rulelang.experiments.compiled import decided
from rulelang.experiments.engines import LOCAL, engine_for
from rulelang.experiments.engines.work import Stop
from rulelang.experiments.keeping import Keeping
from rulelang.experiments.plan import Plan, family
from rulelang.experiments.store import Store
from rulelang.interrupts import heeded


@frozen
class Setting:
    """All that is not the rules."""

    players: int
    bot: str
    seed: int = 0
    limit: int = 10_000
    jobs: int = 1
    is_counting: bool = False  # are rules of variants counted?
    engine: str = LOCAL  # or the address of a cluster
    native: bool | None = None  # by rules compiled to C, or not; else where it saves time

    def plan(self, game: Game) -> Plan:
        """The plan of one set of rules."""
        return Plan(
            reference=game.reference,
            variants=game.asked,
            options=tuple(sorted((name, str(value)) for name, value in game.options.items())),
            players=self.players,
            bots=(self.bot,) * self.players,
            games=0,
            seed=self.seed,
            limit=self.limit,
            audit=False,
            is_watched=True,
            is_watched_throughout=True,
            is_counted=self.is_counting and bool(game.variants),
        )


@frozen
class Ended:
    """How playing came to its end: how many games of each plan, in which time, and the signal that stopped it."""

    games: int
    seconds: float
    stopped: int


def setting_for(games: Sequence[Game], players: int | None, bot: str | None, **more: Any) -> Setting:
    """A setting for rules to be played side by side: the fewest players that all allow, a bot that fits all."""
    common = [n for n in games[0].players if all(n in game.players for game in games)]
    if not common or (players is not None and players not in common):
        asked = "no number of players can" if players is None else f"{players} players can not"
        raise UsageError(f"{asked} play all of them; {', '.join(map(str, common)) or 'no number'} can")
    count = common[0] if players is None else players
    best = {quickest(game.program(count)) for game in games}
    return Setting(count, bot or (best.pop() if len(best) == 1 else "random"), **more)


@frozen
class Playing:
    """How many games at most, when it is enough, who hears how far it is, and where games are kept."""

    most: int
    is_enough: Callable[[], bool] = lambda: False
    told: Callable[[int], None] = lambda _: None
    store: Store | None = None
    warn: Callable[[str], None] = lambda _: None  # hears why the rules are not compiled, if they should be


def play_all(
    setting: Setting,
    games: Sequence[Game],
    collector: Collector,
    playing: Playing,
    families: Sequence[str] | None = None,
) -> Ended:
    """Play the same numbers of games under each set of rules, those aside that a store has.

    All share their luck, or those of one family each.
    """
    sides = [(setting.plan(game), game) for game in games]
    if families is not None:
        sides = [
            (evolve(plan, seed=family(plan.seed, name)), game)
            for (plan, game), name in zip(sides, families, strict=True)
        ]
    return play_plans(setting, sides, collector, playing)


def play_plans(setting: Setting, sides: Sequence[tuple[Plan, Game]], collector: Collector, playing: Playing) -> Ended:
    """Play the same numbers of games of some plans, those aside that a store has."""
    games = [game for _, game in sides]
    for game in games:
        game.program(setting.players)
    decisions = [decided(evolve(plan, games=playing.most), game, setting.native, setting.jobs) for plan, game in sides]
    for why_plain in dict.fromkeys(why for _, why in decisions if why):
        playing.warn(why_plain)
    plans = [evolve(plan, games=0) for plan, _ in decisions]
    kept = keeping(playing.store, plans, games)
    campaign = Campaign(plans, collector, playing.most, setting.jobs, playing.is_enough, playing.told, kept)
    stop = Stop()
    began = time.perf_counter()
    with heeded(stop.heed):
        engine_for(setting.engine, setting.jobs).carry_out(campaign, stop)
    return Ended(campaign.complete, time.perf_counter() - began, stop.signal)


def keeping(store: Store | None, plans: Sequence[Plan], games: Sequence[Game]) -> Keeping:
    """The games of some plans that a store has."""
    if store is None:
        return Keeping()
    setups = {plan: store.setup(plan, game) for plan, game in zip(plans, games, strict=True)}
    return Keeping(store, setups, {plan: store.numbers(setup, plan.seed) for plan, setup in setups.items()})


def title_of(game: Game) -> str:
    """A set of rules in short: the game, its variants, its options."""
    named = [*game.variants, *(f"{name} = {value}" for name, value in game.options.items())]
    return " + ".join([game.name, *named])
