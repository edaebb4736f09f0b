"""The worlds that a check looks at: each set of variants, options and players is built once.

What was found out about a world is kept with it. Whoever checks again after an edit hands in what was kept before:
a world is as it was if it is made of the same declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from attrs import define, field

from rulelang.cache.gc import nothing_collected
from rulelang.checks.beginning import beginning
from rulelang.checks.flow import settled_conditions, unguarded
from rulelang.checks.leaks import leaks
from rulelang.checks.missing import missing_cases
from rulelang.checks.unused import Use, uses_of
from rulelang.diagnostics.diagnostic import Diagnostic, Severity
from rulelang.model.proofs.touched import Touched
from rulelang.model.world import World
from rulelang.pipeline import build_world
from rulelang.project.rules import Rules
from rulelang.source import Span
from rulelang.syntax import nodes

T = TypeVar("T")
Key = tuple[object, ...]


@define(eq=False)
class Looked:
    """A world, and what was found out about it; `made_of` keeps its declarations, by whose identity it is known."""

    world: World
    made_of: Sequence[nodes.Block]
    lowering: list[Diagnostic]  # what was wrong with mechanisms while it was built
    chosen: frozenset[str] = frozenset()
    options: tuple[tuple[str, Any], ...] = ()
    _found: dict[object, Any] = field(factory=dict)

    def once(self, what: object, find: Callable[[], T]) -> T:
        """Something about the world that is found out the first time it is asked for."""
        if what not in self._found:
            self._found[what] = find()
        found: T = self._found[what]
        return found

    @property
    def uses(self) -> Sequence[Use]:
        """What it declares, and whether that is used."""
        return self.once("uses", lambda: list(uses_of(self.world)))

    def findings(self, heed: Callable[[], None], *, reckoned: bool) -> Sequence[Diagnostic]:
        """What is wrong with its rules, beside what was found when it was built; ranges take their time to reckon."""

        def find() -> Sequence[Diagnostic]:
            heed()
            return self.looked_through(reckoned)

        return self.once(("findings", reckoned), find)

    def forget(self) -> None:
        """Nobody asks again: rules lead back to themselves, and would stay until all memory is looked through."""
        self._found.clear()
        for rule in self.world.rules.values():
            rule.body, rule.amendments = [], []
        for value in self.world.values.values():
            value.body, value.changes = None, []

    @nothing_collected()
    def looked_through(self, reckoned: bool) -> Sequence[Diagnostic]:
        if any(problem.severity is Severity.ERROR for problem in self.world.problems):
            return []
        found = list(missing_cases(self.world))
        leaking = list(leaks(self.world))
        if leaking:
            return found + leaking
        touched = Touched(self.world)
        try:
            flow = [*unguarded(self.world, touched, reckoned=reckoned), *settled_conditions(self.world, touched)]
        finally:
            touched.forget()
        return [*found, *flow]


@define(eq=False)
class Found:
    """Problems, and the declarations they hang on."""

    made_of: Sequence[nodes.Block]
    problems: list[Diagnostic]


@define(eq=False)
class Worlds:
    """Worlds of one set of rules, kept because variants, options and scenarios ask for the same ones."""

    rules: Rules
    before: Mapping[Key, Looked] = field(factory=dict)  # of the same files as they were
    found_before: Mapping[Key, Found] = field(factory=dict)
    heed: Callable[[], None] = field(default=lambda: None)  # asked before each step that takes long; it may raise
    place: Callable[[Span], Span] = field(default=lambda span: span)  # where that is now
    built: dict[Key, Looked] = field(factory=dict)
    found: dict[Key, Found] = field(factory=dict)
    _ground: Key | None = None

    def world(self, chosen: Sequence[str], options: Mapping[str, Any], players: int) -> World:
        return self.look(chosen, options, players).world

    def look(self, chosen: Sequence[str], options: Mapping[str, Any], players: int) -> Looked:
        made_of = self.made_of(chosen)
        key = (self.ground, tuple(map(id, made_of)), frozenset(chosen), tuple(sorted(options.items())), players)
        if key not in self.built:
            known = self.before.get(key)
            self.built[key] = self.build(made_of, chosen, options, players) if known is None else known
            self.rules.problems += [p for p in self.built[key].lowering if p not in self.rules.problems]
        return self.built[key]

    def once(self, what: str, made_of: Sequence[nodes.Block], find: Callable[[], list[Diagnostic]]) -> list[Diagnostic]:
        """Something that hangs on some declarations alone: found out anew if one of them is another."""
        key = (what, self.ground, tuple(map(id, made_of)))
        if key not in self.found:
            if key not in self.found_before:
                self.heed()
            self.found[key] = self.found_before.get(key) or Found(made_of, find())
        return self.found[key].problems

    def begins(self, own: Sequence[str]) -> list[Diagnostic]:
        """What goes wrong before anybody has decided anything."""
        return self.once("beginning", self.made_of(self.rules.with_needs(own)), lambda: beginning(self.rules, own))

    def of_scenario(self, scenario: nodes.Block, find: Callable[[], list[Diagnostic]]) -> list[Diagnostic]:
        """What is wrong with a scenario, which may go on from another one."""
        return self.once("scenario", [scenario, *self.rules.positions, *self.made_of(tuple(self.rules.variants))], find)

    def made_of(self, chosen: Sequence[str]) -> list[nodes.Block]:
        """The declarations of the game and those of the variants, each variant as one."""
        variants = [self.rules.variants[name].block for name in self.rules.variants if name in chosen]
        return [*self.rules.main, *variants]

    @property
    def ground(self) -> Key:
        """What the rules say besides that every world hangs on: which options there are, which variants give way."""
        if self._ground is None:
            options = tuple(self.rules.options.items())
            variants = tuple((v.name, v.first, v.needs, v.players) for v in self.rules.variants.values())
            self._ground = (options, variants)
        return self._ground

    def build(
        self, made_of: Sequence[nodes.Block], chosen: Sequence[str], options: Mapping[str, Any], players: int
    ) -> Looked:
        """A new world; what is noted in the rules on the way belongs to it."""
        self.heed()
        rules = self.rules
        known, rules.problems, rules.unlowered = rules.problems, [], set()
        try:
            world = build_world(rules, chosen, options, players)
            return Looked(world, made_of, rules.problems, frozenset(chosen), tuple(sorted(options.items())))
        finally:
            rules.problems = known
