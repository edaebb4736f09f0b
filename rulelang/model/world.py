"""Everything declared so far, while a model is being built, and the scope of a body."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import Any

from attrs import define, evolve, field, frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import names as say
from rulelang.diagnostics.wording import structure
from rulelang.model.declarations import (
    Field,
    Forms,
    Graph,
    Grid,
    Kind,
    Labels,
    Measure,
    Option,
    Rule,
    Score,
    Source,
    Value,
    Window,
    Zone,
)
from rulelang.model.expressions import Expression, Local
from rulelang.model.statements import Choose, Need
from rulelang.model.types import Type
from rulelang.project.own_names import NO_NAMES, OwnNames
from rulelang.source import NOWHERE, LoweredSpan, Span
from rulelang.syntax import nodes

# More things of a kind, or numbers in a range, than this are a slip of the keyboard.
MOST_THINGS = 5_000
MOST_NUMBERS = 10_000


@define(eq=False)
class World:
    """The names of a game under one set of variants, options and players."""

    players: int
    name: str = ""
    labels: Labels = field(factory=dict)
    span: Span = NOWHERE
    ask_always: bool = False
    bank: int | None = None
    kinds: dict[str, Kind] = field(factory=dict)
    members: dict[str, list[tuple[Kind, int]]] = field(factory=dict)
    titles: dict[str, list[tuple[Kind, int]]] = field(factory=dict)
    fields: dict[str, Field] = field(factory=dict)
    zones: dict[str, Zone] = field(factory=dict)
    grids: dict[str, Grid] = field(factory=dict)
    graphs: dict[str, Graph] = field(factory=dict)
    options: dict[str, Option] = field(factory=dict)
    values: dict[str, Value] = field(factory=dict)
    rules: dict[str, Rule] = field(factory=dict)
    main: Rule | None = None
    windows: list[Window] = field(factory=list)
    score: Score | None = None
    estimate: Score | None = None
    measures: dict[str, Measure] = field(factory=dict)
    always: list[Need] = field(factory=list)
    contracts: list[tuple[Need, Any]] = field(factory=list)
    chooses: list[Choose] = field(factory=list)
    needs: list[Need] = field(factory=list)
    translations: dict[str, dict[str, str]] = field(factory=dict)
    forms: dict[str, dict[str, Forms]] = field(factory=dict)
    declared: dict[str, Span] = field(factory=dict)
    problems: list[Diagnostic] = field(factory=list)
    acting_tests: dict[str, int] = field(factory=dict)  # rules, and ways as `rule.way`, numbered
    own: OwnNames = NO_NAMES  # how variants call their helpers
    silent: int = 0

    def report(self, problem: Diagnostic) -> None:
        if not self.silent:
            self.problems.append(problem)

    def beside_the_rules(self) -> Iterator[tuple[str, list[Expression]]]:
        """What is worked out of a position and changes nothing: the score, what bots judge by, what is measured."""
        for score in (self.score, self.estimate):
            if score is not None:
                yield score.name, [score.value, *score.ties]
        for measure in self.measures.values():
            yield measure.name, [measure.value]

    def at_most(self, count: int, what: str, span: Span, most: int = MOST_THINGS) -> int:
        """A number that an author wrote, if it is not too large."""
        if count > most:
            self.report(structure.too_many(span, what, count, most))
        return min(count, most)

    def declare(self, name: str, span: Span) -> bool:
        """Take a name; false if it is taken already."""
        if name in self.declared:
            self.report(say.name_taken(span, name, self.declared[name], amendment=self.how_to_change(name)))
            return False
        self.declared[name] = span
        return True

    def how_to_change(self, name: str) -> str:
        """How a variant changes what somebody has declared once more."""
        if name in self.values or name in self.options:
            return f"change {name} to …"
        return f"instead of {name}" if name in self.rules and "." not in name else ""

    def offered(self, name: str) -> Window | None:
        """The window that a call offers, if it is one that does: `cellar.offer()`."""
        return next((window for window in self.windows if name == offer_name(window.name)), None)

    @property
    def player(self) -> Kind:
        return self.kinds["player"]

    def named(self) -> Iterator[Collection[str]]:
        """Names an expression may use, of each sort."""
        yield ("actor", "players", "none", "yes", "no", "bank")
        yield from (self.kinds, self.members, self.titles, self.fields, self.zones)
        yield from (self.values, self.options, self.grids, self.rules)

    def all_names(self) -> Iterator[str]:
        """The same together, for suggestions."""
        return chain.from_iterable(self.named())

    def knows(self, word: str) -> bool:
        """Is a word a name that an expression may use, or what one begins with, as `lot` of `lot.bid`?"""
        return any(word in names for names in self.named()) or any(
            name.startswith(f"{word}.") for name in self.all_names()
        )


@frozen
class Scope:
    """What a place in a body can see: locals, facts about optionals, and whose body it is."""

    locals: dict[str, Local] = field(factory=dict)
    facts: frozenset[str] = frozenset()
    rule: Rule | None = None
    source: Source = field(factory=Source)
    has_actor: bool = True
    loops: tuple[str, ...] = ()
    secret: bool = False
    uninterrupted: bool = False
    in_window: bool = False
    shared: frozenset[Local] = frozenset()  # names from outside of an `at once`
    contract: Kind | Grid | None = None
    scenario: bool = False
    fractions: bool = False  # here numbers are only compared, so shares need no rounding

    def with_local(self, local: Local) -> Scope:
        return evolve(self, locals={**self.locals, local.name: local})

    def with_facts(self, facts: Iterable[str]) -> Scope:
        return evolve(self, facts=self.facts | frozenset(facts))

    def forget_state(self) -> Scope:
        """After something was done: facts about state may no longer hold, those about locals do."""
        return evolve(self, facts=frozenset(f for f in self.facts if "." not in f and "[" not in f))

    def bind(self, world: World, name: str, type_: Type, span: Span) -> tuple[Scope, Local]:
        """A new local; it may not hide anything."""
        if name in self.locals:
            world.report(say.name_in_use(span, name, self.locals[name].span))
        elif isinstance(span, LoweredSpan):
            pass  # a mechanism's own local: no author ever reads it
        elif name in world.declared and name not in world.members and name not in world.titles:
            world.report(say.name_in_use(span, name, world.declared[name]))
        local = Local(name, type_, span)
        return self.with_local(local), local


def offer_name(window: str) -> str:
    """What is called to offer a window."""
    return f"{window}.offer"


def expression_path(expression: nodes.Expression) -> str | None:
    """A key for a path such as `s.at`, so that facts about it can be remembered."""
    match expression:
        case nodes.Group(inner):
            return expression_path(inner)
        case nodes.Name(name):
            return name
        case nodes.Part(of, name):
            base = expression_path(of)
            return None if base is None else f"{base}.{name}"
        case nodes.Index(of, keys):
            base = expression_path(of)
            said = [key_text(k) for k in keys]
            return None if base is None or None in said else f"{base}[{','.join(map(str, said))}]"
        case nodes.Apply(of, arguments):
            base = expression_path(of)
            said = [key_text(a) for a in arguments]
            return None if base is None or None in said else f"{base}.({','.join(map(str, said))})"
    return None


def key_text(expression: Any) -> str | None:
    if isinstance(expression, nodes.Number):
        return str(expression.value)
    if isinstance(expression, nodes.Name | nodes.Part | nodes.Index | nodes.Apply):
        return expression_path(expression)
    return None
