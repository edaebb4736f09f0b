"""Running scenarios and random games with counts at every line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from rulelang.api.game import Game
from rulelang.backends.python.program import Program
from rulelang.checks.silence import Silence, read
from rulelang.core.chance import Luck
from rulelang.core.counting import FAILED, HELD, Counted
from rulelang.diagnostics.diagnostic import Severity
from rulelang.errors import RulesError
from rulelang.events.choice import ChoiceNote
from rulelang.pipeline import read_game
from rulelang.play.playout import play_randomly
from rulelang.project.rules import Rules
from rulelang.project.scenario import options_of
from rulelang.testing.coverage.named import Rows
from rulelang.testing.coverage.universe import NEED, TABLES, Item, Line, Universe, universe_of
from rulelang.testing.scenario import Result, Runner

NOT_COVERED = "not-covered"
LONGEST_GAME = 1_500
Counts = Counter[Counted]


class CountingRunner(Runner):
    """Runs a scenario with counts at every line; what happens from its first step on is told."""

    def program_of(self, game: Game, players: int) -> Program:
        return game.counting_program(players, listening=True, staging=True)

    def finish_setup(self) -> None:
        self.steps_of_setup = [note for note in self.match.state.events if isinstance(note, ChoiceNote)]
        super().finish_setup()

    def given(self) -> None:
        """Where things lie at the beginning is nothing that happens."""
        super().given()
        self.match.state.events[:] = self.steps_of_setup

    def counts(self) -> dict[Counted, int]:
        """What was counted and named; nothing if the scenario did not get as far as a match."""
        match = getattr(self, "match", None)
        return {} if match is None else self.program.once(Rows.of).named(match.log, match.counts)


@frozen
class Reached:
    """A scenario, how it went, and how often it reached what."""

    result: Result
    counts: dict[Counted, int] = field(repr=False)


@frozen
class Started:
    """Of what games can start with, or of the rows of a table, how much scenarios reach, and what they never do."""

    what: str
    reached: int
    total: int
    missing: tuple[str, ...]


@define(eq=False)
class Coverage:
    """What of a game is reached."""

    name: str
    rules: Rules
    universe: Universe
    scenarios: list[Reached]
    simulated: Counts
    games: int
    started: list[Started]
    by_scenarios: Counts = field(factory=Counter)
    explained: frozenset[str | None] = frozenset()

    def __attrs_post_init__(self) -> None:
        for each in self.scenarios:
            self.by_scenarios.update(each.counts)
        self.explained = explained_names(self.rules)

    # ---- lines -------------------------------------------------------------------------------------------------

    @property
    def lines(self) -> list[Line]:
        """All lines that count, in their order; those that are explained do not."""
        found = [x for x in self.universe.lines if self.is_reached(x) or not self.is_explained(x.owner)]
        return sorted(found, key=lambda line: (line.file, line.number))

    def times(self, line: Line, counts: Mapping[Counted, int] | None = None) -> int:
        """How often a line was reached: as often as what is in it that was reached most."""
        found = self.by_scenarios if counts is None else counts
        asked = Counter[tuple[int, bool]]()
        for key in self.universe.lines[line]:
            # A condition is asked as often as it holds and fails.
            asked[key.start, key.what in (HELD, FAILED)] += found.get(key, 0)
        return max(asked.values(), default=0)

    def is_reached(self, line: Line) -> bool:
        return self.times(line) > 0

    # ---- items -------------------------------------------------------------------------------------------------

    def items(self, sort: str, file: str | None = None) -> list[Item]:
        """The items of a sort, those that are explained left out."""
        items = [i for i in self.universe.items.values() if i.sort == sort and file in (None, i.span.file.name)]
        return [item for item in items if self.reaches(item) or not self.is_explained(item.name)]

    def reaches(self, item: Item) -> bool:
        return item.is_reached(self.by_scenarios.keys())

    def share(self, sort: str, file: str | None = None) -> tuple[int, int]:
        """How many items of a sort are reached, and how many there are; `lines` is a sort, too."""
        if sort == "lines":
            lines = [line for line in self.lines if file in (None, line.file)]
            return sum(map(self.is_reached, lines)), len(lines)
        items = self.items(sort, file)
        return sum(map(self.reaches, items)), len(items)

    @property
    def missed(self) -> list[Line]:
        return [line for line in self.lines if not self.is_reached(line)]

    @property
    def one_sided(self) -> list[Item]:
        """Needs of which one side alone was seen."""
        found = [item for item in self.items(NEED) if not self.reaches(item)]
        seen = [item for item in found if any(side & self.by_scenarios.keys() for side in item.sides)]
        return sorted(seen, key=lambda item: (item.span.file.name, item.span.start))

    def is_explained(self, owner: str) -> bool:
        """Has an author said why it is not covered? A row is covered by its table, an amendment by what it amends."""
        return bool({None, owner, *owner.split()} & self.explained)

    def who_reaches(self, keys: AbstractSet[Counted]) -> list[str]:
        """The scenarios that reach any of what is counted."""
        return [each.result.name for each in self.scenarios if keys & each.counts.keys()]

    # ---- tables ------------------------------------------------------------------------------------------------

    def rows(self, file: str) -> dict[int, Item]:
        """The cards and other rows that stand in a file, by their lines."""
        return {item.span.line: item for sort in TABLES for item in self.items(sort, file)}

    def times_named(self, row: Item, counts: Mapping[Counted, int] | None = None) -> int:
        """How often a card or another row was named."""
        found = self.by_scenarios if counts is None else counts
        return sum(found.get(key, 0) for side in row.sides for key in side)

    @property
    def tables(self) -> list[Started]:
        """Of each table with rows that no scenario reaches, how many it does, and those."""
        found: dict[tuple[str, str], list[Item]] = {}
        for item in (item for sort in TABLES for item in self.items(sort)):
            found.setdefault((item.sort, item.name.split()[0]), []).append(item)
        return [
            started(
                f"{sort} of {table}",
                (item.name.split()[1] for item in items),
                (item.name.split()[1] for item in items if self.reaches(item)),
            )
            for (sort, table), items in found.items()
        ]


def explained_names(rules: Rules) -> frozenset[str | None]:
    """What is said not to be covered, with a reason: `silence not_covered for … because "…"`."""
    made = (read(block) for block in rules.blocks if block.keyword == "silence")
    return frozenset(silence.name for silence in made if isinstance(silence, Silence) and silence.slug == NOT_COVERED)


def percent(share: tuple[int, int]) -> float:
    """A share in per cent; of nothing all is reached."""
    reached, total = share
    return 100 * reached / total if total else 100.0


# ---- measuring ----------------------------------------------------------------------------------------------------


def measure(reference: Path, simulate: int = 0, heard: Callable[[], None] = lambda: None) -> Coverage:
    """Run the scenarios of a game, and random games, and count."""
    rules, own = read_game(reference)
    problems = [problem for problem in rules.problems if problem.severity is Severity.ERROR]
    if problems:
        raise RulesError(tuple(problems))
    universe = universe_of(rules, own)
    games: dict[Any, Game] = {}
    runners = [CountingRunner(rules, block, games) for block in rules.own_scenarios]
    reached = []
    for runner in runners:
        result = runner.run()
        reached.append(Reached(result, runner.counts()))
        heard()
    simulated = random_games(Game(rules, rules.with_needs(own), {}, str(reference)), simulate, heard)
    return Coverage(rules.name, rules, universe, reached, simulated, simulate, started_with(rules, runners))


def random_games(game: Game, number: int, heard: Callable[[], None]) -> Counts:
    """Random games, with each number of players in turn."""
    found: Counts = Counter()
    for seed in range(number):
        players = game.players[seed % len(game.players)]
        match = game.start(players, seed, count=True)
        play_randomly(match, Luck(seed, players), LONGEST_GAME, stepwise=True)  # so that the log can be told
        found.update(match.program.once(Rows.of).named(match.log, match.counts))
        heard()
    return found


def started_with(rules: Rules, runners: Iterable[Runner]) -> list[Started]:
    """The variants, numbers of players and values of options that scenarios start with; defaults count as seen."""
    listed = list(runners)
    variants = {name for runner in listed for name in runner.chosen}
    players = {str(runner.players_asked or rules.players[0]) for runner in listed}
    values = {(name, str(value)) for runner in listed for name, value in options_of(runner.block).items()}
    named = {(name, word) for name, words in rules.options.items() for word in words if ".." not in word}
    defaults = {(str(b.path), w) for b in rules.main if b.keyword == "option" for w in default_of(b)}
    return [
        started("variants", rules.variants, variants),
        started("numbers of players", map(str, rules.players), players),
        started(
            "values of options", (f"{n}={w}" for n, w in sorted(named)), {f"{n}={w}" for n, w in values | defaults}
        ),
    ]


def default_of(block: Any) -> list[str]:
    from rulelang.syntax.spell import spell

    found = block.field("default")
    return [spell(value) for value in found.values] if found is not None else []


def started(what: str, all_of_them: Iterable[str], seen: Iterable[str]) -> Started:
    everything, known = list(all_of_them), set(seen)
    missing = tuple(each for each in everything if each not in known)
    return Started(what, len(everything) - len(missing), len(everything), missing)
