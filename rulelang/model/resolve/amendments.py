"""Amendments: what cards, variants and house rules change in rules and values, and where they clash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.diagnostics.wording import types as say_types
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Amendment, Change, Rule, Source
from rulelang.model.expressions import Local
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.narrowing import kind_facts
from rulelang.model.resolve.statements import BodyReader, cites_of, text_with_holes
from rulelang.model.types import FLAG, NUMBER, Entity, Flag, Number, strip
from rulelang.model.world import Scope, World, expression_path
from rulelang.source import NOWHERE, LoweredSpan, Span
from rulelang.syntax import nodes

AMENDMENTS = ("before", "after", "instead", "forbid", "allow")


Names = tuple[nodes.Expression | nodes.Named | nodes.Over, ...]


def amended(block: nodes.Block) -> tuple[str, Names]:
    """The name of what is amended, and what stands for its arguments: names of the author's, or members."""
    if block.keyword == "instead":
        of = block.clause("of")
        target = of.values[0] if of is not None and of.values else None
        if isinstance(target, nodes.Apply):
            return expression_path(target.function) or "", target.arguments
        return (expression_path(target) or "" if target is not None else ""), ()
    return str(block.path), tuple(as_argument(p) for p in block.parameters or ())


def as_argument(p: nodes.Parameter) -> nodes.Name | nodes.Named:
    return nodes.Name(p.name, span=p.span) if p.type is None else nodes.Named(p.name, p.type, span=p.span)


@frozen
class Amended:
    """The scope of an amendment, when it is in force, and the arguments that it is for alone."""

    scope: Scope
    guard: m.Expression | None
    only: tuple[Any, ...]


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

    def amended_scope(
        self, names: Names, parameters: tuple[Local, ...], source: Source, block: nodes.Block, what: str
    ) -> Amended | None:
        """A scope in which the author's names stand for the rule's parameters; a member's name is that member."""
        if len(names) != len(parameters):
            wanted = say_types.plural(len(parameters), "argument")
            self.world.report(say_types.wrong_arguments(block.header, what, len(names), wanted, NOWHERE))
            return None
        bound: dict[str, Local] = {}
        if source.holder is not None and source.self_ is not None:
            bound = {"holder": source.holder, "self": source.self_}
        only: list[Any] = []
        guard: m.Expression | None = None
        for name, parameter in zip(names, parameters, strict=True):
            key, test = self.meant(name, parameter)
            only.append(key)
            if test is not None:
                guard = both(guard, test)
            elif not isinstance(name, nodes.Name):
                self.world.report(say.amendment_argument(name.span, parameter.name))
            elif name.name in bound:
                self.world.report(say_names.name_in_use(name.span, name.name, bound[name.name].span))
            else:
                bound[name.name] = parameter
        scope = Scope(bound, source=source)
        when = block.clause("when")
        if when is not None and when.values:
            guard = both(guard, self.el.condition(when.values[0], scope))
            scope = kind_facts(self.world, when.values[0], scope)
        return Amended(scope, guard, tuple(only))

    def meant(self, name: Any, parameter: Local) -> tuple[Any, m.Expression | None]:
        """The one member, title, number or flag that an amendment is for, and the test; else the word is a name."""
        type_, read = strip(parameter.type), m.ReadLocal(parameter, parameter.type, span=name.span)
        is_number = isinstance(name, nodes.Number) and isinstance(type_, Number)
        if is_number or (isinstance(name, nodes.Flag) and isinstance(type_, Flag)):
            return name.value, m.Compare("=", read, m.Const(name.value, type_, span=name.span), span=name.span)
        if not isinstance(name, nodes.Name) or not isinstance(type_, Entity) or isinstance(name.span, LoweredSpan):
            return None, None
        root = type_.kind.root
        for kind, number in self.world.members.get(name.name, ()):
            member = kind.members[number]
            if kind is not root or not member.kind.is_a(type_.kind):
                continue
            if member.key != name.name:  # one of several cards with this title
                return (name.name, m.IsKind(read, root, member.title, False, span=name.span))
            return name.name, m.Compare("=", read, m.Const(number, Entity(member.kind), span=name.span), span=name.span)
        return None, None

    def read_rule_amendment(self, block: nodes.Block, source: Source) -> None:
        name, names = amended(block)
        rule = self.world.rules.get(name)
        if rule is None:
            at = block.path.span if block.path is not None else block.header
            self.world.report(say_names.unknown_rule(at, name, self.world.rules))
            return
        found = self.amended_scope(names, rule.parameters, source, block, name)
        if found is None:
            return
        reason = block.clause("because") or block.clause("for")
        text = reason.values[0].value if reason and reason.values and isinstance(reason.values[0], nodes.Text) else ""
        because = block.clause("because")
        said = text_with_holes(self.el, text, because.span, found.scope) if because is not None and text else None
        body = self.reader.body(block.body, evolve(found.scope, rule=rule))
        made = Amendment(block.keyword, found.guard, body, source, block.header, text, cites_of(block), text or None)
        made.only, made.said, made.says = found.only, said, block.says
        rule.amendments.append(made)
        self.check_conflict(rule, block)
        if block.keyword == "allow":
            self.check_reason(rule, text, (reason or block).span)

    def check_reason(self, rule: Rule, reason: str, span: Span) -> None:
        """What an `allow` sets aside is a need that the rule itself has."""
        body = level_body(rule.body)
        reasons = [n.reason.source if n.reason is not None else "" for n in body if isinstance(n, s.Need)]
        if not reasons or (reason and reason not in reasons):
            self.world.report(say.unknown_reason(span, rule.name, reason, [r for r in reasons if r]))

    def check_conflict(self, rule: Rule, block: nodes.Block) -> None:
        """Two replacements of one rule, from different sources, none of which gives way."""
        if block.keyword != "instead":
            return
        *others, new = [a for a in rule.amendments if a.how == "instead"]
        for other in others:
            if self.clash(other, new):
                self.world.report(
                    say.conflicting_amendments(
                        new.span, rule.name, other.span, self.source_name(other.source), self.source_name(new.source)
                    )
                )

    def clash(self, one: Amendment | Change, two: Amendment | Change) -> bool:
        """May two replacements be in force together, and none gives way?"""
        if one.source.card is not None or two.source.card is not None:
            return False
        if any(a is not None and b is not None and a != b for a, b in zip(one.only, two.only, strict=True)):
            return False
        if one.guard is not None and two.guard is not None and one.source.variant == two.source.variant:
            return False
        return not self.gives_way(one.source.variant, two.source.variant)

    def gives_way(self, one: str | None, two: str | None) -> bool:
        return two in self.first.get(one or "", ()) or one in self.first.get(two or "", ())

    def source_name(self, source: Source) -> str:
        return f"variant `{source.variant}`" if source.variant else "the game"

    def check_option(self, name: str, block: nodes.Block, source: Source) -> None:
        """Two values for one option, from different sources, none of which gives way."""
        to = block.clause("to")
        if to is None or not to.values:
            return
        for other_value, other_source, at in self.option_changes.setdefault(name, []):
            if other_value != to.values[0] and not self.gives_way(other_source.variant, source.variant):
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
        found = self.amended_scope(amended(block)[1], value.parameters, source, block, name)
        if found is None:
            return
        by, to = block.clause("by"), block.clause("to")
        how = by or to
        if how is None or not how.values:
            self.world.report(say_names.missing_clause(block.header, "change", "by"))
            return
        amount = self.el.expression(how.values[0], found.scope, value.type if to else NUMBER)
        change = Change(
            "to" if to else "by", value.parameters, found.guard, amount, source, block.header, found.only, block.says
        )
        if to is not None:
            for other in value.changes:
                if other.how == "to" and self.clash(other, change):
                    self.world.report(
                        say.conflicting_amendments(
                            block.header, name, other.span, self.source_name(other.source), self.source_name(source)
                        )
                    )
        value.changes.append(change)


def both(one: m.Expression | None, two: m.Expression) -> m.Expression:
    return two if one is None else m.Junction("and", one, two, FLAG, span=two.span)


def level_body(body: s.Body) -> s.Body:
    """What a rule does, also if it is a phase."""
    return body[0].body if len(body) == 1 and isinstance(body[0], s.Level) else body
