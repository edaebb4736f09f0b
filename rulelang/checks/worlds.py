"""The worlds that a check looks at: each set of variants, options and players is built once.

What was found out about a world is kept with it. Whoever checks again after an edit hands in what was kept before:
a world is as it was if it is made of the same declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from attrs import define, field

from rulelang.backends.python.contracts import broken_contracts
from rulelang.cache.gc import nothing_collected
from rulelang.checks.beginning import beginning
from rulelang.checks.flow import settled_conditions, unguarded
from rulelang.checks.leaks import leaks
from rulelang.checks.missing import missing_cases
from rulelang.checks.names import unread_names
from rulelang.checks.unused import Use, uses_of
from rulelang.diagnostics.diagnostic import Diagnostic, Severity
from rulelang.model.proofs.cost import Effort
from rulelang.model.proofs.touched import Touched
from rulelang.model.world import World
from rulelang.pipeline import Draft, draft_world
from rulelang.project.rules import Rules
from rulelang.source import Span
from rulelang.syntax import nodes

# Blocks whose bodies declare nothing for others, and hold no data; an action is itself one of a kind.
BODIES = frozenset({"rule", "action", "setup", "window", "before", "after", "instead", "scenario"})

T = TypeVar("T")
Key = tuple[object, ...]
Find = Callable[[], list[Diagnostic]]


@define(eq=False)
class Looked:
    """A world, and what was found out about it; `made_of` keeps its declarations, by whose identity it is known."""

    draft: Draft
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
    def world(self) -> World:
        """With all its names; what is wrong with it is known once it was proved."""
        return self.draft.world

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
        found = [*missing_cases(self.world), *unread_names(self.world)]
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

    def proved(self, looked: Looked) -> World:
        """A world of which is known what is wrong with it."""

        def prove() -> World:
            self.heed()
            return looked.draft.finished(held=partial(self.held, looked))

        return looked.once("proved", prove)

    def held(self, looked: Looked, world: World, effort: Effort) -> list[Diagnostic]:
        """The contracts that the data does not keep: they ask tables and values, whatever is done in the rules."""
        written = self.rules.written(tuple(looked.chosen))
        data = [each.block for each in written if each.block.keyword == "action" or each.block.keyword not in BODIES]
        what = "contracts", looked.options, world.players
        return self.once(what, data, lambda: list(broken_contracts(world, effort)))

    def look(self, chosen: Sequence[str], options: Mapping[str, Any], players: int) -> Looked:
        made_of = self.made_of(chosen)
        key = (self.ground, tuple(map(id, made_of)), frozenset(chosen), tuple(sorted(options.items())), players)
        if key not in self.built:
            known = self.before.get(key)
            self.built[key] = self.build(made_of, chosen, options, players) if known is None else known
            self.rules.problems += [p for p in self.built[key].lowering if p not in self.rules.problems]
        return self.built[key]

    def once(self, what: object, made_of: Sequence[nodes.Block], find: Find) -> list[Diagnostic]:
        """Something that hangs on some declarations alone: found out anew if one of them is another."""
        key = (what, self.ground, tuple(map(id, made_of)))
        if key not in self.found:
            self.found[key] = self.found_before.get(key) or Found(made_of, find())
        return self.found[key].problems

    def begins(self, own: Sequence[str]) -> list[Diagnostic]:
        """What goes wrong before anybody has decided anything."""
        find = self.heeded(partial(beginning, self.rules, own))
        return self.once("beginning", self.made_of(self.rules.with_needs(own)), find)

    def of_scenario(self, scenario: nodes.Block, find: Find) -> list[Diagnostic]:
        """What is wrong with a scenario, which may go on from another one."""
        made_of = [scenario, *self.rules.positions, *self.made_of(tuple(self.rules.variants))]
        return self.once("scenario", made_of, self.heeded(find))

    def heeded(self, find: Find) -> Find:
        """A step that takes long, before which somebody may give up."""

        def step() -> list[Diagnostic]:
            self.heed()
            return find()

        return step

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
            draft = draft_world(rules, chosen, options, players)
            return Looked(draft, made_of, rules.problems, frozenset(chosen), tuple(sorted(options.items())))
        finally:
            rules.problems = known
