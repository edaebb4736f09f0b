"""Scenarios of several games together: which of them are run, in how many processes, and which failed the last time."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from attrs import field, frozen

from rulelang.cache.folder import key_of, open_cache
from rulelang.diagnostics.diagnostic import Severity
from rulelang.errors import RulesError
from rulelang.pipeline import read_game
from rulelang.project.games import GameFiles
from rulelang.project.rules import Rules
from rulelang.project.sources import show
from rulelang.testing.scenario import Result, Runner, runners

Heard = Callable[["Outcome"], None]
References = tuple[Path, ...]


@frozen
class Case:
    """A scenario: the game it is of, perhaps with more house rules, and its number among the scenarios of these."""

    game: Path
    number: int
    name: str
    file: str
    cites: tuple[str, ...] = ()
    more: tuple[Path, ...] = ()

    @property
    def key(self) -> str:
        """How it is known again in another run."""
        return f"{self.game.resolve()}\n{self.name}"

    def matches(self, word: str) -> bool:
        """Is it meant by a part of its name, or by a printed rule?"""
        return word.lower() in self.name.lower() or word in self.cites


@frozen
class Outcome:
    """How a scenario went, and how long it took."""

    case: Case
    result: Result
    seconds: float = field(default=0.0, eq=False)

    @property
    def passed(self) -> bool:
        return self.result.passed


class Library:
    """The rules of games whose scenarios are run, each read once."""

    def __init__(self) -> None:
        self._rules: dict[References, tuple[Rules, tuple[str, ...]]] = {}
        self._runners: dict[References, list[Runner]] = {}

    def rules(self, reference: Path, *more: Path) -> Rules:
        """The rules of a game, or of house rules together; those that do not hold together are refused."""
        return self.read((reference, *more))[0]

    def read(self, references: References) -> tuple[Rules, tuple[str, ...]]:
        """Rules, and of house rules together the variants that they are."""
        if references not in self._rules:
            rules, own = read_game(references[0], references[1:])
            problems = [problem for problem in rules.problems if problem.severity is Severity.ERROR]
            if problems:
                raise RulesError(tuple(sorted(problems, key=lambda problem: problem.sort_key)))
            self._rules[references] = rules, rules.with_needs(own) if len(references) > 1 else ()
        return self._rules[references]

    def runners(self, *references: Path) -> list[Runner]:
        """A runner for each scenario of a game, in the order of the files; of house rules all are in force."""
        if references not in self._runners:
            self._runners[references] = runners(*self.read(references))
        return self._runners[references]

    def cases(self, game: GameFiles, *more: GameFiles) -> list[Case]:
        """The scenarios of a game, or of several house rules together. Of a part of a game they are those in it, if it
        holds nothing else.
        """
        others = tuple(each.reference for each in more)
        found = [
            Case(game.reference, number, runner.name, runner.written.span.file.name, runner.cites, others)
            for number, runner in enumerate(self.runners(game.reference, *others))
        ]
        asked = {show(file) for file in game.files}
        rules = self.rules(game.reference, *others)
        if game.is_part and all(is_scenario(rules, name) for name in asked):
            return [case for case in found if case.file in asked]
        return found

    def run(self, case: Case) -> Outcome:
        """Run a scenario in this process."""
        runner = self.runners(case.game, *case.more)[case.number]
        start = time.perf_counter()
        result = runner.run()
        return Outcome(case, result, time.perf_counter() - start)


def is_scenario(rules: Rules, file: str) -> bool:
    """Are scenarios all that a file holds?"""
    return {block.keyword for block in rules.blocks if block.span.file.name == file} == {"scenario"}


def chosen(cases: Iterable[Case], words: Sequence[str], failed: frozenset[str] | None = None) -> list[Case]:
    """Of some scenarios those that all words mean, and that failed the last time if that is asked for."""
    found = [case for case in cases if all(case.matches(word) for word in words)]
    again = [case for case in found if failed is not None and case.key in failed]
    return again or found


# ---- running ----------------------------------------------------------------------------------------------------


def run(library: Library, cases: Sequence[Case], jobs: int = 1, heard: Heard = lambda outcome: None) -> list[Outcome]:
    """Run scenarios; `heard` is told of each."""
    found: dict[Case, Outcome] = {}
    for outcome in in_processes(cases, jobs) if jobs > 1 else map(library.run, cases):
        heard(outcome)
        found[outcome.case] = outcome
    return [found[case] for case in cases]


def in_processes(cases: Sequence[Case], jobs: int) -> Iterator[Outcome]:
    """Run scenarios in several processes; each of them gets its share of every game."""
    shares = [share for number in range(jobs) if (share := cases[number::jobs])]
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(run_share, shares):
            yield from found


def run_share(cases: Sequence[Case]) -> list[Outcome]:
    return list(map(Library().run, cases))


# ---- what failed the last time ------------------------------------------------------------------------------------


def last_failed(cases: Iterable[Case]) -> frozenset[str]:
    """The keys of scenarios that failed when their games were tested the last time."""
    cache = open_cache()
    if cache is None:
        return frozenset()
    games = {case.game for case in cases}
    return frozenset(key for game in games for key in cache.read_json(failed_name(game)) or ())


def keep_failed(outcomes: Iterable[Outcome]) -> None:
    """Note for the next time which scenarios failed; those that were not run now stay as they were."""
    cache = open_cache()
    if cache is None:
        return
    by_game: dict[Path, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_game[outcome.case.game].append(outcome)
    for game, ran in by_game.items():
        before = set(cache.read_json(failed_name(game)) or ())
        left = before - {outcome.case.key for outcome in ran}
        cache.write_json(failed_name(game), sorted(left | {o.case.key for o in ran if not o.passed}))
    cache.prune("failed", 200)


def failed_name(game: Path) -> str:
    return f"failed/{key_of(str(game.resolve()))}"
