"""Checking again and again while somebody edits: what did not change keeps its results.

Declarations are known by their text. One that stands as it stood keeps its tree, with the places it had when it was
read; worlds, scenarios and whatever else is found out are kept for the declarations they are made of, by identity. Only
when problems are handed out are their places those of the files as they are now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from attrs import define, evolve, field, frozen

from rulelang.checks.run import check_reading, check_soon
from rulelang.checks.worlds import Found, Key, Looked, Worlds
from rulelang.diagnostics.diagnostic import Diagnostic, Label
from rulelang.interrupts import looking_up
from rulelang.pipeline import Shape, read_sources, rules_of, shaped
from rulelang.project.dependencies import Disk, laid_over
from rulelang.project.games import GameFiles
from rulelang.project.rules import Made, Rules
from rulelang.project.sources import Sources, parsed_once
from rulelang.source import SourceFile, Span
from rulelang.syntax import nodes
from rulelang.syntax.parser import Parsed, Piece, parse, parse_piece, pieces, tabs, unreadable

Reading = tuple[Sources, Rules, Sequence[str], Worlds]


class GivenUp(Exception):
    """The check does not come to its end."""


class Stale(GivenUp):
    """The check was given up, because somebody has typed on."""


@frozen(eq=False)
class Kept:
    """A declaration as it was read, in the file that it was read in."""

    source: SourceFile
    start: int
    end: int
    piece: Piece


@define(eq=False)
class Pieces:
    """The declarations of files, by their text."""

    # For each file those of the last reading, and where they stand now.
    _now: dict[str, tuple[SourceFile, list[tuple[int, Kept]]]] = field(factory=dict)
    _trees: dict[str, Parsed] = field(factory=dict)  # of the last reading
    _shapes: dict[str, tuple[nodes.File, Shape]] = field(factory=dict)

    def parse(self, source: SourceFile) -> Parsed:
        """A file as a tree; declarations that were there before are not read again."""
        known = self._trees.get(source.name)
        if known is None or known.file.span.file.text != source.text:
            known = self._trees[source.name] = self.parsed(source)
        return known

    def shaped(self, file: nodes.File) -> Shape:
        """What is wrong with the form of a file, and its items as they were probably meant."""
        name = file.span.file.name
        if name not in self._shapes or self._shapes[name][0] is not file:
            self._shapes[name] = file, shaped(file)
        return self._shapes[name][1]

    def parsed(self, source: SourceFile) -> Parsed:
        if source.name not in self._now:
            whole = parsed_once(source)
            if not whole.problems:
                source = whole.file.span.file
                self._now[source.name] = (source, kept_of(whole))
                return whole
        if unreadable(source):
            self._now.pop(source.name, None)
            return parse(source)
        return self.parse_pieces(source)

    def parse_pieces(self, source: SourceFile) -> Parsed:
        known: dict[str, list[Kept]] = defaultdict(list)
        for _, kept in self._now.get(source.name, (source, []))[1]:
            known[kept.source.text[kept.start : kept.end]].append(kept)
        now: list[tuple[int, Kept]] = []
        for start, end in pieces(source.text):
            alike = known[source.text[start:end]]
            now.append((start, alike.pop(0) if alike else Kept(source, start, end, parse_piece(source, start, end))))
        self._now[source.name] = (source, now)
        found = [kept.piece for _, kept in now]
        items = tuple(item for part, _, _ in found for item in part)
        problems = [*tabs(source), *(problem for _, part, _ in found for problem in part)]
        broken = tuple(line for _, _, part in found for line in part)
        return Parsed(nodes.File(items, span=Span(source, 0, len(source.text))), tuple(problems), broken)

    # ---- places -----------------------------------------------------------------------------------------

    def current(self, problem: Diagnostic) -> Diagnostic:
        """A problem with the places of the files as they are."""
        labels = [Label(self.place(label.span), label.text) for label in (problem.primary, *problem.others)]
        fixes = tuple(evolve(fix, span=self.place(fix.span)) for fix in problem.fixes)
        return evolve(problem, primary=labels[0], others=tuple(labels[1:]), fixes=fixes)

    def place(self, span: Span) -> Span:
        source, now = self._now.get(span.file.name, (span.file, []))
        for start, kept in now:
            if kept.source is span.file and kept.start <= span.start < max(kept.end, kept.start + 1):
                moved = start - kept.start
                return evolve(span, file=source, start=span.start + moved, end=span.end + moved)
        return span

    def read_at(self, name: str, offset: int) -> Span | None:
        """A place in a file as it is, where the declaration that stands there was read."""
        for start, kept in self._now.get(name, (None, []))[1]:
            if start <= offset <= start + kept.end - kept.start:
                at = kept.start + offset - start
                return Span(kept.source, at, at)
        return None


def kept_of(parsed: Parsed) -> list[tuple[int, Kept]]:
    """The declarations of a file that was read as a whole, and without a mistake."""
    source = parsed.file.span.file
    items = list(parsed.file.items)
    found = []
    for start, end in pieces(source.text):
        own = [item for item in items if start <= item.span.start < end]
        found.append((start, Kept(source, start, end, (own, [], []))))
    return found


@frozen(eq=False)
class Results:
    """What was found out about worlds, and about parts of rules."""

    worlds: Mapping[Key, Looked] = field(factory=dict)
    parts: Mapping[Key, Found] = field(factory=dict)


@define(eq=False)
class Checker:
    """Checks one game, or house rules and the game they change, again after each edit.

    `heed` is asked before each step that takes long, `look_up` often within it. They may raise: then the check is given
    up, and what was found out in whole steps is kept.
    """

    game: GameFiles
    heed: Callable[[], None] = field(default=lambda: None)
    look_up: Callable[[], None] = field(default=lambda: None)
    last: Reading | None = None  # what was read the last time, as far as it could be
    pieces: Pieces = field(factory=Pieces)
    _made: Made = field(factory=Made)
    _whole: Results = field(factory=Results)  # of the last check that came to its end
    _since: Results = field(factory=Results)  # of the last one that did not

    def first(self, texts: Mapping[Path, bytes] | None = None) -> list[Diagnostic]:
        """What is wrong with the rules as they stand, with the fewest players: soon there; `check` says the rest."""
        with self.reading(texts) as reading:
            return self.placed(check_soon(*reading))

    def check(self, texts: Mapping[Path, bytes] | None = None) -> list[Diagnostic]:
        """What is wrong now; `texts` are those that an editor has open."""
        with self.reading(texts) as reading:
            found = self.placed(check_reading(*reading))
        self.keep(self._since, self._since)
        return found

    @contextmanager
    def reading(self, texts: Mapping[Path, bytes] | None) -> Iterator[Reading]:
        """The files as they are now, with the worlds that are known; what is found out about them is kept."""
        before, self.last = self.last, None
        try:
            with laid_over(texts or {}), looking_up(self.look_up):
                sources, own = read_sources(self.game.reference, (), Disk(), self.pieces.parse)
                rules = rules_of(sources, self.pieces.shaped, self._made)
                self._made = rules.made
                known = {**self._whole.worlds, **self._since.worlds}
                parts = {**self._whole.parts, **self._since.parts}
                worlds = Worlds(rules, known, parts, self.heed, self.pieces.place)
                self.last = (sources, rules, own, worlds)
                try:
                    yield self.last
                finally:
                    self.keep(self._whole, Results(worlds.built, worlds.found))
                    worlds.before, worlds.found_before = {}, {}
        except GivenUp:
            if self.last is None or not self.last[3].built:  # given up before anything was known of it
                self.last = before
            raise

    def keep(self, whole: Results, since: Results) -> None:
        """Know these from now on, and forget the worlds that are not among them."""
        known = [looked for results in (self._whole, self._since) for looked in results.worlds.values()]
        self._whole, self._since = whole, since
        stays = {id(looked) for results in (whole, since) for looked in results.worlds.values()}
        for looked in known:
            if id(looked) not in stays:
                looked.forget()

    def placed(self, problems: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Each problem once, with the places of the files as they are, in their order."""
        found = {problem.identity: problem for problem in reversed(list(map(self.pieces.current, problems)))}
        return sorted(found.values(), key=lambda problem: problem.sort_key)
