"""How strong the bots are: duels in every seat, on the same seeds in every seat, and the table of docs/bots.md.

It is no part of a run of everything: `python -m benchmarks bots` measures it, for some ten minutes of a core, or with
names of games behind it only those. It keeps what it found as data of the package, so that `rulelang simulate` can say
how strong its bots are known to be.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from attrs import asdict, define, field, frozen

from benchmarks.peers import SpielMcts
from benchmarks.results import markdown_lines, with_block
from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.backends.c.build import SHORT_WORK
from rulelang.backends.program import NotCompiled
from rulelang.bots import Bot, bot_named
from rulelang.bots.greedy import Greedy
from rulelang.bots.strength import FILE, Measured, measured
from rulelang.experiments.plan import seed_of
from rulelang.experiments.tournament.games import Asked, Meeting, played
from rulelang.experiments.tournament.table import duel

ROOT = Path(__file__).parents[1]
START = "<!-- figures: made by `python -m benchmarks bots` -->"
PAGE = ROOT / "docs" / "bots.md"
# What nobody who plays by the rules can beat, by value iteration over all positions.
PIG_BOUND = 0.555
HOLD = "hold at 20"
ASHORE = "never ships"
# Characters of Masters of Trade that have to do with ships.
AFLOAT = frozenset({"ship_owner", "captain", "deck_hand", "discharger"})
SPIEL = "OpenSpiel mcts:"
SEED = 2_000


@frozen
class Pair:
    """A duel to be played, on so many seeds."""

    game: str
    players: int
    bot: str
    against: str
    seeds: int
    bound: float | None = None

    @property
    def name(self) -> str:
        return Path(self.game).name


PAIRS = (
    Pair("examples/gem_market", 2, "greedy", "random", 25),
    Pair("examples/market_stalls", 2, "greedy", "random", 100),
    Pair("examples/harbour", 3, "greedy", "greedy:1", 30),
    Pair("examples/harbour", 3, "mcts:100", "greedy:1", 12),
    Pair("examples/pig", 2, "mcts:200", HOLD, 30, PIG_BOUND),
    Pair("examples/connect_four", 2, "mcts:300", "mcts:100", 50),
    Pair("examples/connect_four", 2, "mcts:300", f"{SPIEL}300", 100),
    Pair("examples/connect_four", 2, "mcts:1000", f"{SPIEL}1000", 100),
    Pair("examples/breakthrough", 2, "mcts:300", "mcts:100", 20),
    Pair("examples/breakthrough", 2, "mcts:300", f"{SPIEL}300", 100),
    Pair("mainport_mastermind", 2, "greedy", "greedy:1", 50),
    Pair("masters_of_trade", 2, "greedy", "greedy:1", 50),
    Pair("masters_of_trade", 2, "greedy", ASHORE, 50),
    Pair("masters_of_trade", 2, "mcts:200", "greedy", 50),
    Pair("rotterdam", 2, "greedy", "greedy:1", 50),
    Pair("rotterdam", 2, "mcts:200", "greedy", 50),
    Pair("mainports", 2, "greedy", "greedy:1", 50),
)


class HoldAtTwenty:
    """Rolls until the turn has brought twenty points: close to the best that can be done in Pig."""

    def choose(self, match: Match, rng: Random) -> int:
        """`hold` once there is enough."""
        total = getattr(match.state, match.program.facts.slots["total"])
        keys = [option.key for option in match.decision.options]
        return keys.index("hold") if total >= 20 else keys.index("roll")


@define
class NeverShips:
    """Makes its living ashore in Masters of Trade: what looks best of all that has nothing to do with ships."""

    mind: Greedy = field(factory=Greedy)

    def choose(self, match: Match, rng: Random) -> int:
        """As `greedy` does, but its worker goes to no ship as long as there is anybody else to go to."""
        worths = self.mind.worths(match, rng)
        keys = [option.key for option in match.decision.options]
        ashore = [index for index, key in enumerate(keys) if key not in AFLOAT] or range(len(keys))
        return max(ashore, key=lambda index: worths[index])


def named(name: str) -> Bot:
    if name.startswith(SPIEL):
        return SpielMcts(int(name.removeprefix(SPIEL)))
    return NeverShips() if name == ASHORE else HoldAtTwenty() if name == HOLD else bot_named(name)


def measure(pair: Pair, share: float = 1.0) -> Measured:
    """Play a duel, or a share of its seeds."""
    reference = str(ROOT / pair.game) if "/" in pair.game else pair.game
    seeds = max(1, int(pair.seeds * share))
    game = load(reference)
    with suppress(NotCompiled):  # bots take rules that were compiled before
        game.compiled_program(pair.players, SHORT_WORK)
    asked = Asked(reference, (), (), pair.players, (pair.bot, pair.against), seeds)
    games = [
        played(asked, Meeting(pair.bot, pair.against, seat, seed_of(SEED, number)), named)
        for number in range(seeds)
        for seat in range(pair.players)
    ]
    how = duel(pair.bot, pair.against, pair.players, games)
    kept = {name: value for name, value in asdict(how).items() if name != "fair"}
    return Measured(game.name, game.fingerprint(pair.players), pair.players, **kept, bound=pair.bound)


def table(rows: Sequence[Measured]) -> str:
    """The results in Markdown."""
    head = ["game (players)", "bot", "against", "won", "equal", "games", "ms a decision"]
    lines = [head, *(cells(row) for row in rows)]
    return "\n".join(markdown_lines(lines))


def cells(row: Measured) -> list[str]:
    equal = f"{1 / row.players:.0%}" + (f", at most {row.bound:.1%}" if row.bound else "")
    unfinished = f", {row.unfinished} not finished" if row.unfinished else ""
    took = f"{row.milliseconds:.2f} / {row.milliseconds_against:.2f}"
    won = f"{row.won:.0%} ({row.low:.0%}–{row.high:.0%})"
    return [f"{row.game} ({row.players})", row.bot, row.against, won, equal, f"{row.games}{unfinished}", took]


def main(is_quick: bool, games: Sequence[str] = ()) -> int:
    """Measure all games or some, and keep what each pair showed at once; a quick look keeps nothing."""
    for pair in PAIRS:
        if games and pair.name not in games:
            continue
        row = measure(pair, share=0.1 if is_quick else 1.0)
        print(f"{row.game}: {row.words}", flush=True)
        if not is_quick:
            keep(row)
    return 0


def keep(row: Measured) -> None:
    """Put a row in the place of what was measured before, and write the table."""
    measured.cache_clear()
    others = [old for old in measured() if (old.game, old.bot, old.against) != (row.game, row.bot, row.against)]
    rows = in_order([*others, row])
    FILE.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(with_block(PAGE.read_text(encoding="utf-8"), table(rows), START), encoding="utf-8")


def in_order(rows: Sequence[Measured]) -> list[Measured]:
    """Rows in the order of the pairs."""
    order = [(pair.name, pair.players, pair.bot, pair.against) for pair in PAIRS]
    places = {row: (row.game, row.players, row.bot, row.against) for row in rows}
    return sorted((row for row in rows if places[row] in order), key=lambda row: order.index(places[row]))
