"""The shipped games: decisions and games a second of random play, at each number of players, map and version."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

import rulelang
from benchmarks.measure import Pace, Spread, looped, rates
from benchmarks.results import Row
from rulelang.api.game import Game
from rulelang.core.chance import Luck
from rulelang.play.playout import play_randomly
from rulelang.project.sources import shipped_games

PART = "shipped"
# A random game of a large game may go on for ever; it is left after so many decisions.
LIMIT = 5_000
STRETCH = 100

# Besides the game as it stands: versions that change what a turn costs.
VERSIONS: dict[str, list[dict[str, Any]]] = {
    "mainports": [
        {"options": {"map": map_}, "variants": variants}
        for map_ in ("central_europe", "great_europe")
        for variants in ((), ("free_play",))
    ],
}


@frozen
class Setting:
    """A game with variants and options, and how it is called."""

    name: str
    asked: dict[str, Any]

    def load(self) -> Game:
        return rulelang.load(self.name, **self.asked)

    def __str__(self) -> str:
        more = [*self.asked.get("options", {}).values(), *self.asked.get("variants", ())]
        return ", ".join([self.name, *more])


def settings() -> list[Setting]:
    return [Setting(name, asked) for name in shipped_games() for asked in VERSIONS.get(name, [{}])]


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    for setting in settings():
        game = setting.load()
        for players in game.players[: 1 if pace.is_quick else None]:
            told(f"random games of {setting}, {players} players")
            yield row(setting, game, players, pace)


class Table:
    """Random games one after the other, a stretch of decisions at a time, so that turns are short."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self.seeds = random.Random(1)
        self.lengths: list[int] = []
        self.finished = 0
        self.sit_down()

    def sit_down(self) -> None:
        seed = self.seeds.getrandbits(30)
        self.match = self.game.start(self.players, seed=seed)
        self.luck = Luck(seed, self.players)
        self.made = 0

    def play_on(self) -> int:
        """So many decisions, or fewer at the end of a game."""
        made = play_randomly(self.match, self.luck, min(STRETCH, LIMIT - self.made))
        self.made += made
        if self.match.over or self.made >= LIMIT:
            self.finished += self.match.over
            self.lengths.append(self.made)
            self.sit_down()
        return made


def row(setting: Setting, game: Game, players: int, pace: Pace) -> Row:
    table = Table(game, players)
    decisions = Spread.of(rates({"rules": looped(table.play_on)}, pace)["rules"])
    while not table.lengths:
        table.play_on()
    games = decisions.median * len(table.lengths) / sum(table.lengths)
    speed = f"{decisions.median:,.0f} decisions/s ({decisions.low:,.0f}–{decisions.high:,.0f}), {games:,.1f} games/s"
    ended = f"{table.finished} of {len(table.lengths)} ended within {LIMIT:,} decisions"
    return Row(PART, str(setting), f"{players} players", f"{speed}, {ended}")
