"""The games that an editor has files of, checked again as somebody types.

Texts are taken over at once; one worker reads and checks, so that nothing else has to be thread-safe. A check is given
up as soon as there is a newer text, and gives way to a question between two steps: it keeps what it has found out. What
is soon there is published first: the rules as they stand, with the fewest players.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from attrs import define, evolve, field

from rulelang.checks.checker import Checker, GivenUp, Pieces, Stale
from rulelang.checks.levels import Selection, baseline_of, levelled
from rulelang.checks.worlds import Looked
from rulelang.describe.constants import constants
from rulelang.describe.places import Places, known_in
from rulelang.diagnostics.diagnostic import Diagnostic, Label, Severity
from rulelang.errors import RulesError, UsageError
from rulelang.lsp.places import moved
from rulelang.lsp.problems import file_of, merged
from rulelang.project.dependencies import laid_over
from rulelang.project.games import GameFiles, in_file
from rulelang.project.scenario import name_of
from rulelang.project.settings import settings_for
from rulelang.source import SourceFile, Span
from rulelang.syntax import nodes
from rulelang.testing.scenario import Result, Runner

SOON, LATER = 0.03, 0.3  # seconds without a key before the first answer, and before the whole one
REST = 1.0  # seconds after that, until it tidies up
MUCH_MORE = 1.5  # times as many things in memory
SWEEPS, MANY = 100, 2_000_000  # things since the last rest, some 250 MB
FAILED = "failed-scenario"

T = TypeVar("T")
Texts = Mapping[Path, bytes]


class GiveWay(GivenUp):
    """Somebody waits for an answer: the check goes on behind it."""


@define(eq=False)
class Project:
    """One game, or house rules and the game they change."""

    game: GameFiles
    checker: Checker
    is_new: bool = True  # was nothing said of it yet?
    is_due: bool = True  # was something typed since it was checked as a whole?
    problems: list[Diagnostic] = field(factory=list)
    failed: dict[str, Diagnostic] = field(factory=dict)  # scenarios that somebody ran, by their names
    _soon: frozenset[object] = frozenset()  # what was found at once
    _late: list[Diagnostic] = field(factory=list)  # what only the whole check finds

    @classmethod
    def of(cls, game: GameFiles) -> Project:
        return cls(game, Checker(game))

    def first(self, texts: Texts) -> None:
        """What can be said soon, and what the last whole check said besides of what was not edited since."""
        found = self.found(lambda: self.checker.first(texts))
        now = {path: SourceFile(str(path), raw.decode()) for path, raw in texts.items()}
        self._late = [problem for problem in (still_there(each, now) for each in self._late) if problem is not None]
        stays = {name: still_there(each, now) for name, each in self.failed.items()}
        self.failed = {name: each for name, each in stays.items() if each is not None}
        self._soon = frozenset(problem.identity for problem in found)
        self.problems = merged([self._late, found])
        self.is_new = False

    def check(self, texts: Texts) -> None:
        self.is_due = False  # what is typed from now on makes it due again
        try:
            self.problems = self.found(lambda: self.checker.check(texts))
        except BaseException:
            self.is_due = True
            raise
        self._late = [problem for problem in self.problems if problem.identity not in self._soon]

    def reads(self, path: Path) -> bool:
        """Would it be checked otherwise if a file were another one?"""
        last = self.checker.last
        return last is None or path in last[0].files or path.is_relative_to(self.game.reference.resolve())

    def places(self, variants: Iterable[str] | None = None) -> Places | None:
        """What the names in the files mean: told from the rules as they stand and with some variants, else with each.

        Worlds that were not built yet tell nothing; then names are known by themselves.
        """
        if self.checker.last is None:
            return None
        sources, rules, own, worlds = self.checker.last
        sets = [own, *((one,) for one in (rules.variants if variants is None else variants))]
        wanted = {frozenset(rules.with_needs(one)) for one in sets}
        told: dict[object, Looked] = {}  # for one number of players
        for looked in worlds.built.values():
            if looked.chosen in wanted:
                told.setdefault((looked.chosen, looked.options), looked)
        known = [each.once("places", partial(known_in, each.world, each.made_of)) for each in told.values()]
        return Places(known, sources.files.values(), self.checker.pieces.place)

    def constants(self) -> list[tuple[Span, str]]:
        """What lookups with known keys give, in the rules as they stand."""
        looked = next(iter(self.checker.last[3].built.values()), None) if self.checker.last is not None else None
        found = looked.once("constants", partial(constants, looked.world)) if looked is not None else []
        return [(self.checker.pieces.place(span), text) for span, text in found]

    def file(self, path: Path) -> nodes.File:
        assert self.checker.last is not None
        return self.checker.last[0].files[path]

    def run_scenario(self, name: str) -> Result | None:
        """How a scenario goes, with the rules as they were read the last time."""
        if self.checker.last is None:
            return None
        rules = self.checker.last[1]
        block = next((block for block in rules.own_scenarios if name_of(block) == name), None)
        if block is None:
            return None
        result = Runner(rules, block).run()
        self.failed.pop(name, None)
        if not result.passed:
            label = Label(self.checker.pieces.place(result.span))
            self.failed[name] = Diagnostic(FAILED, Severity.ERROR, f"“{name}” fails: {result.message}", label)
        return result

    def variants_around(self, place: Span) -> list[str]:
        """The variants that a place is in."""
        rules = self.checker.last[1] if self.checker.last is not None else None
        blocks = [variant.block for variant in rules.variants.values()] if rules is not None else []
        return [str(b.path) for b in blocks if b.span.file is place.file and b.span.start <= place.start <= b.span.end]

    def has_read(self, path: Path) -> bool:
        return self.checker.last is not None and path in self.checker.last[0].files

    def at(self, path: Path, offset: int) -> Span | None:
        """A place in a file, where the declaration that stands there was read."""
        if self.checker.last is None:
            return None
        name = self.checker.last[0].files[path].span.file.name
        return self.checker.pieces.read_at(name, offset)

    def found(self, check: Callable[[], list[Diagnostic]]) -> list[Diagnostic]:
        """Findings at their levels, without those that are known."""
        try:
            problems = check()
        except RulesError as error:  # house rules of a game that is not there
            problems = list(error.problems)
        baseline = baseline_of(settings_for(self.game.reference))
        problems = levelled(problems, Selection())
        return problems if baseline is None else baseline.left(problems)


def still_there(problem: Diagnostic, now: Mapping[Path, SourceFile]) -> Diagnostic | None:
    """A problem where it stands now; its fixes are those of a text that is no more."""
    file = now.get(file_of(problem.span))
    if file is None or file.text == problem.span.file.text:
        return problem
    place = moved(problem.span, SourceFile(problem.span.file.name, file.text))
    return None if place is None else evolve(problem, primary=evolve(problem.primary, span=place), fixes=())


@define
class Tidying:
    """Throws away what nobody needs any more: what is new in short moments between the steps of a check, all at rest.

    The collector of garbage by itself would look at once through all that a check has made, for a second or two, and
    would do so while somebody types.
    """

    _kept: int = 0  # things that were still in use when it looked through all the last time
    _sweeps: int = 0

    def sweep(self) -> None:
        """Look at what is new; for as long as nobody rests, at all of it now and then."""
        gc.collect(0)
        self._sweeps += 1
        if self._sweeps % SWEEPS == 0 and len(gc.get_objects()) > MANY:
            self.look_through()

    def rest(self) -> None:
        """Leave alone from now on what there is; look for what nobody needs if that has become much more."""
        gc.collect(0)
        gc.freeze()
        if gc.get_freeze_count() > MUCH_MORE * self._kept:
            self.look_through()

    def look_through(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._kept = gc.get_freeze_count()


@define(eq=False)
class Projects:
    """All games that files are open of; `publish` is told when more is known of what is wrong, `refresh`
    when names may mean something else, `complain` what hinders the check.
    """

    publish: Callable[[], None]
    refresh: Callable[[], None]
    complain: Callable[[str], None]
    texts: dict[Path, bytes] = field(factory=dict)
    _games: dict[Path, Project] = field(factory=dict)
    _generation: int = 0
    _asked: int = 0  # questions that are not answered yet
    _tidying: Tidying = field(factory=Tidying)
    _read: Pieces = field(factory=Pieces)  # what was read of single texts
    _complained: str = ""
    _task: asyncio.Task[None] | None = None
    _worker: ThreadPoolExecutor = field(factory=lambda: ThreadPoolExecutor(1, "rulelang"))

    @property
    def problems(self) -> list[Diagnostic]:
        return merged([[*project.problems, *project.failed.values()] for project in self._games.values()])

    def is_waiting(self, path: Path) -> bool:
        """Is a file part of a game of which nothing was said yet?"""
        return any(project.is_new and path in map(Path.resolve, project.game.files) for project in self._games.values())

    def edit(self, path: Path, text: str) -> None:
        """A file has this text now."""
        self.texts[path] = text.encode()
        self.changed(path)

    def close(self, path: Path) -> None:
        """A file is again what it is on the disk."""
        self.texts.pop(path, None)
        self.changed(path)

    def changed(self, path: Path) -> None:
        """Check what a file is part of; whatever is being checked of an older text is given up."""
        self._generation += 1
        for project in self._games.values():
            project.is_due = project.is_due or project.reads(path)
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.get_running_loop().create_task(self.check())

    def end(self) -> None:
        self._generation += 1
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def check(self) -> None:
        try:
            await asyncio.sleep(SOON)
            known = len(self._games)
            await self.each(Project.first)
            if len(self._games) != known:
                self.refresh()
            await asyncio.sleep(LATER - SOON)
            await self.each(Project.check)
            self.refresh()
            await asyncio.sleep(REST)
            await self.at_work(self._tidying.rest)
        except Stale:
            return
        except UsageError as error:
            self.hindered(str(error))
        except Exception as error:  # noqa: BLE001 - the server lives on, and the next text may be another matter
            self.hindered(f"the check has failed: {type(error).__name__}: {error}")

    def hindered(self, reason: str) -> None:
        """Say what hinders the check, once."""
        if reason != self._complained:
            self.complain(reason)
        self._complained = reason

    async def each(self, step: Callable[[Project, Texts], None]) -> None:
        """Take a step of the check with each game that is due."""
        texts, generation = dict(self.texts), self._generation

        def look_up() -> None:
            if generation != self._generation:
                raise Stale

        def heed() -> None:
            look_up()
            if self._asked:
                raise GiveWay
            if step is Project.check:
                self._tidying.sweep()

        for project in await self.at_work(partial(self.sorted_out, texts)):
            project.checker.heed, project.checker.look_up = heed, look_up
            try:
                while True:
                    with suppress(GiveWay):
                        await self.at_work(partial(step, project, texts))
                        break
            except UsageError as error:  # of this game; others are open, too
                self.hindered(str(error))
            self.publish()
        self.publish()

    # ---- the worker ---------------------------------------------------------------------------------------

    async def at_work(self, job: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, job)

    async def ask(self, job: Callable[[], T]) -> T:
        """The answer to a question; a check that is under way gives way to it."""
        self._asked += 1
        try:
            return await self.at_work(job)
        finally:
            self._asked -= 1

    def project_of(self, path: Path) -> Project | None:
        """The game that a file was read for; rather its own than one that stands on it."""
        reading = [project for project in self._games.values() if project.has_read(path)]
        return next((each for each in reading if path in (file.resolve() for file in each.game.files)), None) or next(
            iter(reading), None
        )

    def read(self, name: str, text: str) -> tuple[nodes.File, Callable[[Span], Span]]:
        """A text by itself, as far as it can be read, and where its parts stand: some were read earlier."""
        return self._read.parse(SourceFile(name, text)).file, self._read.place

    def sorted_out(self, texts: Texts) -> Sequence[Project]:
        """The games of the files that are open, as far as they are to be checked; an edit may have made them others."""
        with laid_over(texts):
            games = [game for game in map(game_of, texts) if game is not None]
        known = self._games
        self._games = {}
        for game in games:
            place = game.reference.resolve()
            self._games[place] = known.get(place) or Project.of(game)
        return [project for project in self._games.values() if project.is_due]


def game_of(path: Path) -> GameFiles | None:
    """The game that a file is part of; nothing if the settings leave it out."""
    game = in_file(path)
    settings = settings_for(game.reference)
    return None if settings.is_excluded(path) or settings.is_excluded(game.reference) else game
