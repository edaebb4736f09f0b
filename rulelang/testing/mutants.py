"""Rules with one thing taken away or turned round: does a scenario notice?

Only what rules do is changed: a statement or an amendment left out, a condition weakened, a comparison turned, a number
one higher. Tables are not: contracts guard them, and most of what is in them no scenario looks at. Neither is what
an `estimate` alone reads. Each mutant is judged by the scenarios that reach its line, the quickest first, and with
everything accounted for after each step where the position of a scenario stands that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from random import Random
from typing import Any

from attrs import evolve, field, frozen

from rulelang.api.game import Game
from rulelang.diagnostics.diagnostic import Diagnostic, Severity
from rulelang.errors import RulelangError, RulesError
from rulelang.language.blocks import UNPLAYED
from rulelang.mechanisms import MECHANISMS
from rulelang.model.world import World
from rulelang.pipeline import build_world
from rulelang.project.rules import Rules
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.visit import rebuild
from rulelang.testing.coverage.measure import Coverage, measure
from rulelang.testing.coverage.universe import Line
from rulelang.testing.scenario import Result, Runner, Setting

REFUSED, KILLED, UNREACHED, SURVIVES = "refused", "killed", "unreached", "survives"
AMENDMENTS = frozenset({"before", "after", "instead", "forbid", "allow", "change"})
ACTING = AMENDMENTS | {
    "rule",
    "action",
    "setup",
    "window",
    "value",
    "effect",
    "turn",
    "phase",
    "begin",
    "finish",
    "between",
}
APART = UNPLAYED | {"scenario", "option", "score", "always", "game", "table", "state"}
TURNED: dict[str, Any] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "!=", "!=": "=", "and": "or", "or": "and"}
WITHOUT = "without"
SEED = 1


@frozen
class Mutant:
    """One change: in which declaration, of what, to what; without anything in its place it is left out."""

    what: str
    block: nodes.Block = field(repr=False)
    node: Any = field(repr=False)
    new: Any = field(default=None, repr=False)
    variant: str | None = None

    @property
    def span(self) -> Span:
        found = self.node.header if isinstance(self.node, nodes.Block) else self.node.span
        assert isinstance(found, Span)
        return found

    @property
    def declaration(self) -> nodes.Block:
        """The innermost rule, value or amendment that it is in."""
        if isinstance(self.node, nodes.Block) and self.node.keyword != "way":
            return self.node
        inside = [
            b for b in blocks_in(self.block) if b.span.start <= self.span.start < b.span.end and b.keyword != "way"
        ]
        return inside[-1]

    @property
    def text(self) -> str:
        """The line it is in."""
        return self.span.file.line(self.span.line).strip()

    def apply(self, rules: Rules) -> Rules:
        """The rules with this change."""

        def change(node: Any) -> Any:
            # What was rebuilt is another object: a node is known by its place.
            is_meant = type(node) is type(self.node) and node.span == self.node.span and node == self.node
            return node if not is_meant else [] if self.new is None else self.new

        made = [rebuild(block, change) if block is self.block else block for block in rules.blocks]
        return Rules([block for block in made if block != []], MECHANISMS, [], below=rules.below)


@frozen
class Verdict:
    """What came of a mutant, and which scenarios reach its line."""

    mutant: Mutant
    verdict: str
    scenarios: tuple[str, ...]


# ---- what can be changed ------------------------------------------------------------------------------------------


def amendments(rules: Rules) -> Iterator[Mutant]:
    """Each variant without what it changes, and each amendment."""
    for block in own_blocks(rules):
        variant = str(block.path) if block.keyword == "variant" else None
        if variant is not None:
            kept = tuple(i for i in block.body if not isinstance(i, nodes.Block) or i.keyword not in AMENDMENTS)
            if kept != block.body:
                yield Mutant(WITHOUT, block, block, evolve(block, body=kept), variant)
        for inner in blocks_in(block):
            if inner.keyword in AMENDMENTS:
                yield Mutant(WITHOUT, block, inner, None, variant)


def everything(rules: Rules) -> Iterator[Mutant]:
    """Those, and every small change within rules, values and amendments."""
    yield from amendments(rules)
    for block in own_blocks(rules):
        variant = str(block.path) if block.keyword == "variant" else None
        for inner in acting_blocks(block):
            yield from (Mutant(what, block, node, new, variant) for what, node, new in changes_in(inner))


def changes_in(block: nodes.Block) -> list[tuple[str, Any, Any]]:
    """The small changes of everything in a block."""
    found: list[tuple[str, Any, Any]] = []

    def note(node: Any) -> Any:
        found.extend(changes_of(node))
        return node

    rebuild(block, note)
    return found


def own_blocks(rules: Rules) -> list[nodes.Block]:
    return [b for b in rules.blocks if b.span.file.name not in rules.below and b.keyword not in APART]


def blocks_in(block: nodes.Block) -> Iterator[nodes.Block]:
    """A block and those in it, without those that are never changed."""
    if block.keyword not in APART:
        yield block
        for item in block.body:
            if isinstance(item, nodes.Block):
                yield from blocks_in(item)


def acting_blocks(block: nodes.Block) -> Iterator[nodes.Block]:
    """The outermost blocks in which something is done."""
    if block.keyword in ACTING:
        yield block
    elif block.keyword not in APART:
        for item in block.body:
            if isinstance(item, nodes.Block):
                yield from acting_blocks(item)


def changes_of(node: Any) -> Iterator[tuple[str, Any, Any]]:
    """The small changes of one node: what it is, the node, what takes its place."""
    if not getattr(node, "span", None) or not getattr(node.span, "file", None) or not node.span.file.text:
        return
    match node:
        case nodes.Act(verb) if verb != "tell":
            yield WITHOUT, node, None
        case nodes.Call():
            yield WITHOUT, node, None
        case nodes.Binary(operator) if operator in TURNED:
            yield f"{operator} → {TURNED[operator]}", node, evolve(node, operator=TURNED[operator])
        case nodes.Not(inner):
            yield "without not", node, inner
        case nodes.Is():
            yield "is ↔ is not", node, evolve(node, negated=not node.negated)
        case nodes.Number(value):
            yield f"{value} → {value + 1}", node, evolve(node, value=value + 1)
        case nodes.Flag(value):
            yield "yes ↔ no", node, evolve(node, value=not value)
        case nodes.Binder(where=where) if where is not None:
            yield "without where", node, evolve(node, where=None)
        case nodes.Choose():
            kept = tuple(c for c in node.clauses if getattr(c, "word", "") != "optional")
            if kept != node.clauses:
                yield "without optional", node, evolve(node, clauses=kept)
        case nodes.Block("way"):
            yield "without the way", node, None


def declarations(rules: Rules) -> frozenset[str]:
    """Everything that is declared, by its text."""
    return frozenset(text_of(inner) for block in own_blocks(rules) for inner in blocks_in(block))


def text_of(block: nodes.Block) -> str:
    """A declaration as it is written, however far in it stands."""
    return "\n".join(line.strip() for line in block.span.text.split("\n") if line.strip())


# ---- judging ------------------------------------------------------------------------------------------------------


class AuditingRunner(Runner):
    """Runs a scenario with everything accounted for after each step."""

    audit = True


class Trial(Game):
    """A mutant under one setting; a world that the checker has looked at already is not built once more."""

    def __init__(self, rules: Rules, setting: Setting, world: World | None) -> None:
        super().__init__(rules, setting.variants, dict(setting.options), rules.name)
        self._checked = world

    def new_world(self, players: int) -> World:
        world, self._checked = self._checked, None
        # What was proved under one setting is not proved again under the others: steps are limited all the same.
        made = world or build_world(self.rules, self.variants, self.options, players, is_trusted=True)
        raise_errors(made.problems)
        return made


class Hunt:
    """Judges the mutants of a game by its scenarios.

    To compile takes long, and a scenario no time at all: those under one setting are run together, and first the
    setting of which most is to be expected.
    """

    def __init__(self, reference: Path, heard: Callable[[], None] = lambda: None) -> None:
        self.coverage: Coverage = measure(reference, heard=heard)
        self.rules = self.coverage.rules
        self.lines: dict[tuple[str, int], list[Line]] = {}
        for line in self.coverage.universe.lines:
            self.lines.setdefault((line.file, line.number), []).append(line)
        # Numbers of the scenarios, those that do the least first.
        passed = [n for n, each in enumerate(self.coverage.scenarios) if each.result.passed]
        self.order = sorted(passed, key=lambda n: sum(self.coverage.scenarios[n].counts.values()))
        self.settings = [Runner(self.rules, block).setting for block in self.rules.own_scenarios]
        self.killers: dict[Span, set[int]] = {}  # scenarios that noticed something, by what it was in
        self.stands_audit: dict[int, bool] = {}
        self._games: dict[Any, Game] = {}

    @property
    def failing(self) -> list[Result]:
        """The scenarios that fail though nothing was changed."""
        return [each.result for each in self.coverage.scenarios if not each.result.passed]

    def mutants(self, everything_: bool, sample: int | None, known: AbstractSet[str] = frozenset()) -> list[Mutant]:
        """The mutants of a game, or so many of them, always the same; none of declarations that are known."""
        listed = list((everything if everything_ else amendments)(self.rules))
        listed = [m for m in listed if text_of(m.declaration) not in known]
        listed = [m for m in listed if (m.span.file.name, m.span.line) not in self.coverage.universe.for_bots]
        if sample is None or sample >= len(listed):
            return listed
        chosen = sorted(Random(SEED).sample(range(len(listed)), sample))
        return [listed[number] for number in chosen]

    def judge(self, mutant: Mutant) -> Verdict:
        """Does the checker refuse it, or a scenario fail?"""
        reaching = self.reaching(mutant)
        names = tuple(self.coverage.scenarios[number].result.name for number in reaching)
        if not reaching:
            return Verdict(mutant, UNREACHED, names)
        rules = mutant.apply(self.rules)
        groups = self.grouped(reaching, mutant)
        world: World | None
        try:
            world = checked(rules, self.settings[groups[0][0]])
        except (RulelangError, RecursionError):
            return Verdict(mutant, REFUSED, names)
        for numbers in groups:
            setting = self.settings[numbers[0]]
            games = {(setting.variants, setting.options): Trial(rules, setting, world)}
            world = None
            killer = next((number for number in numbers if self.notices(number, rules, games)), None)
            if killer is not None:
                self.killers.setdefault(mutant.block.span, set()).add(killer)
                return Verdict(mutant, KILLED, names)
        return Verdict(mutant, SURVIVES, names)

    def grouped(self, reaching: Sequence[int], mutant: Mutant) -> list[list[int]]:
        """The scenarios of each setting; first that in which something alike was noticed, then the larger ones."""
        groups: dict[Setting, list[int]] = {}
        for number in reaching:
            groups.setdefault(self.settings[number], []).append(number)
        killers = self.killers.get(mutant.block.span, set())
        return sorted(groups.values(), key=lambda numbers: (killers.isdisjoint(numbers), -len(numbers)))

    def notices(self, number: int, rules: Rules, games: dict[Any, Any]) -> bool:
        """Does a scenario fail, with everything accounted for where its position stands that?"""
        block = rules.own_scenarios[number]
        if AuditingRunner(rules, block, games).run().passed:
            return False
        return self.can_be_audited(number) or not Runner(rules, block, games).run().passed

    def can_be_audited(self, number: int) -> bool:
        """A position set up by hand may hold what can not be: then nobody looks."""
        if number not in self.stands_audit:
            runner = AuditingRunner(self.rules, self.rules.own_scenarios[number], self._games)
            self.stands_audit[number] = runner.run().passed
        return self.stands_audit[number]

    def reaching(self, mutant: Mutant) -> list[int]:
        """The scenarios that reach what is changed: its line, or the nearest above it that is counted."""
        file, span = mutant.span.file.name, mutant.span
        whole = mutant.node if isinstance(mutant.node, nodes.Block) else None
        first = mutant.block.span.line
        if whole is not None:
            first, last = whole.span.line, whole.span.file.position(max(whole.span.start, whole.span.end - 1))[0]
            numbers: Sequence[int] = range(first, last + 1)
        else:
            known = [number for number in range(span.line, first - 1, -1) if (file, number) in self.lines]
            numbers = known[:1]
        keys = {
            key
            for number in numbers
            for line in self.lines.get((file, number), ())
            for key in self.coverage.universe.lines[line]
        }
        return [number for number in self.order if keys & self.coverage.scenarios[number].counts.keys()]


def checked(rules: Rules, setting: Setting) -> World:
    """The rules under a setting, with all that is proved of them; an error if they do not hold together."""
    raise_errors(rules.problems)
    players = setting.players or rules.players[0]
    raise_errors(rules.check_variants(setting.variants, players))
    world = build_world(rules, setting.variants, dict(setting.options), players)
    raise_errors(world.problems)
    return world


def raise_errors(problems: Iterable[Diagnostic]) -> None:
    errors = tuple(problem for problem in problems if problem.severity is Severity.ERROR)
    if errors:
        raise RulesError(errors)
