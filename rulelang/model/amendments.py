"""Amendments: what cards, variants and house rules change in rules and values, and where they clash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.diagnostics.wording import types as say_types
from rulelang.model.bodies import BodyReader, cites_of
from rulelang.model.declarations import Amendment, Change, Rule, Source
from rulelang.model.elaborate import Elaborator
from rulelang.model.expressions import Local
from rulelang.model.facts import kind_facts
from rulelang.model.types import NUMBER
from rulelang.model.world import Scope, World, expression_path
from rulelang.source import NOWHERE, Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

AMENDMENTS = ("before", "after", "instead", "forbid", "allow")


def amended(block: nodes.Block) -> tuple[str, tuple[tuple[str, Span], ...]]:
    """The name of what is amended and the author's names for its arguments."""
    if block.keyword == "instead":
        of = block.clause("of")
        target = of.values[0] if of is not None and of.values else None
        if isinstance(target, nodes.Apply):
            names = tuple((spell(a), a.span) for a in target.arguments)
            return expression_path(target.function) or "", names
        return (expression_path(target) or "" if target is not None else ""), ()
    names = tuple((p.name, p.span) for p in block.parameters or ())
    return str(block.path), names


class AmendmentReader:
    """Reads amendments; `first` says which variants give way to which."""

    def __init__(self, world: World, elaborator: Elaborator, reader: BodyReader, first: Mapping[str, set[str]]) -> None:
        self.world = world
        self.el = elaborator
        self.reader = reader
        self.first = first
        self.option_changes: dict[str, list[tuple[nodes.Expression, Source, Span]]] = {}

    def read(self, block: nodes.Block, source: Source) -> None:
        if block.keyword == "change":
            self.read_change(block, source)
        elif block.keyword in AMENDMENTS:
            self.read_rule_amendment(block, source)

    def arguments_scope(
        self,
        names: tuple[tuple[str, Span], ...],
        parameters: tuple[Local, ...],
        source: Source,
        block: nodes.Block,
        what: str,
    ) -> Scope | None:
        """A scope in which the author's names stand for the rule's parameters."""
        if len(names) != len(parameters):
            wanted = say_types.plural(len(parameters), "argument")
            self.world.report(say_types.wrong_arguments(block.header, what, len(names), wanted, NOWHERE))
            return None
        bound = {name: parameter for (name, _), parameter in zip(names, parameters, strict=True)}
        if source.holder is not None and source.self_ is not None:
            bound = {"holder": source.holder, "self": source.self_, **bound}
        return Scope(bound, source=source)

    def read_rule_amendment(self, block: nodes.Block, source: Source) -> None:
        name, names = amended(block)
        rule = self.world.rules.get(name)
        if rule is None:
            at = block.path.span if block.path is not None else block.header
            self.world.report(say_names.unknown_rule(at, name, self.world.rules))
            return
        scope = self.arguments_scope(names, rule.parameters, source, block, name)
        if scope is None:
            return
        scope = evolve(scope, rule=rule)
        when = block.clause("when")
        guard = None
        if when is not None and when.values:
            guard = self.el.condition(when.values[0], scope)
            scope = kind_facts(self.world, when.values[0], scope)
        reason = block.clause("because") or block.clause("for")
        text = reason.values[0].value if reason and reason.values and isinstance(reason.values[0], nodes.Text) else ""
        body = self.reader.body(block.body, scope)
        rule.amendments.append(
            Amendment(block.keyword, guard, body, source, block.header, text, cites_of(block), text or None)
        )
        self.check_conflict(rule, block)

    def check_conflict(self, rule: Rule, block: nodes.Block) -> None:
        """Two replacements of one rule, from different sources, none of which gives way."""
        if block.keyword != "instead":
            return
        *others, new = [a for a in rule.amendments if a.how == "instead"]
        for other in others:
            if self.clash(other.source, new.source, other.guard, new.guard):
                self.world.report(
                    say.conflicting_amendments(
                        new.span, rule.name, other.span, self.source_name(other.source), self.source_name(new.source)
                    )
                )

    def clash(self, one: Source, two: Source, guard_one: Any, guard_two: Any) -> bool:
        if one.card is not None or two.card is not None:
            return False
        if guard_one is not None and guard_two is not None and one.variant == two.variant:
            return False
        return not (
            two.variant in self.first.get(one.variant or "", ()) or one.variant in self.first.get(two.variant or "", ())
        )

    def source_name(self, source: Source) -> str:
        return f"variant `{source.variant}`" if source.variant else "the game"

    def check_option(self, name: str, block: nodes.Block, source: Source) -> None:
        """Two values for one option, from different sources, none of which gives way."""
        to = block.clause("to")
        if to is None or not to.values:
            return
        for other_value, other_source, at in self.option_changes.setdefault(name, []):
            if other_value != to.values[0] and self.clash(other_source, source, None, None):
                names = self.source_name(other_source), self.source_name(source)
                self.world.report(say.conflicting_amendments(block.header, name, at, *names))
        self.option_changes[name].append((to.values[0], source, block.header))

    def read_change(self, block: nodes.Block, source: Source) -> None:
        name = str(block.path)
        if name in self.world.options:
            self.world.options[name].read = True
            self.check_option(name, block, source)
            return
        value = self.world.values.get(name)
        if value is None:
            at = block.path.span if block.path is not None else block.header
            self.world.report(say_names.unknown_value(at, name, [*self.world.values, *self.world.options]))
            return
        names = tuple((p.name, p.span) for p in block.parameters or ())
        scope = self.arguments_scope(names, value.parameters, source, block, name)
        if scope is None:
            return
        by, to = block.clause("by"), block.clause("to")
        found = by or to
        if found is None or not found.values:
            self.world.report(say_names.missing_clause(block.header, "change", "by"))
            return
        when = block.clause("when")
        guard = self.el.condition(when.values[0], scope) if when is not None and when.values else None
        inner = kind_facts(self.world, when.values[0], scope) if when is not None and when.values else scope
        amount = self.el.expression(found.values[0], inner, value.type if to else NUMBER)
        change = Change("to" if to else "by", value.parameters, guard, amount, source, block.header)
        if to is not None:
            for other in value.changes:
                if other.how == "to" and self.clash(other.source, source, other.guard, guard):
                    self.world.report(
                        say.conflicting_amendments(
                            block.header, name, other.span, self.source_name(other.source), self.source_name(source)
                        )
                    )
        value.changes.append(change)
