"""Expressions: names resolved and types checked.

`Elaborator.expression` turns a syntax expression into a typed one. A bare word may be a member of
several kinds; the type that is wanted decides. What may be none must be guarded: a condition such as
`s.at is not none` leaves a fact behind, and facts travel in the scope.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from attrs import evolve

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import types as say
from rulelang.language.functions import BUILTINS
from rulelang.model import expressions as m
from rulelang.model.declarations import Value
from rulelang.model.resolve.figures import Figures
from rulelang.model.resolve.names import (
    resolve_index,
    resolve_name,
    resolve_part,
)
from rulelang.model.resolve.narrowing import is_some, kind_facts, narrowed
from rulelang.model.resolve.operators import (
    binary,
    default_of,
    if_else,
    list_of,
    negative,
    rounded,
    test_is,
)
from rulelang.model.resolve.values import ValueBodies
from rulelang.model.types import (
    FLAG,
    NONE,
    NUMBER,
    TEXT,
    UNKNOWN,
    Flag,
    Many,
    Maybe,
    NoneType,
    Number,
    Type,
    Unknown,
    fits,
)
from rulelang.model.world import Scope, World, expression_path
from rulelang.source import Span
from rulelang.syntax import nodes

FOLDS = ("sum", "count", "any", "all", "min", "max", "first", "last", "list")
FUNCTIONS = tuple(each.name for each in BUILTINS)


class Elaborator:
    """Turns syntax expressions into typed ones."""

    def __init__(self, world: World, lenient: bool = False) -> None:
        self.world = world
        # In a scenario the author knows the position: what may be none is taken to be there.
        self.lenient = lenient
        self.bodies = ValueBodies(self)
        # Works out what is known before the game, while a game is read.
        self.figures: Figures | None = None

    def may_be_none(self, span: Span, path: str) -> None:
        if not self.lenient:
            self.world.report(say.maybe_none(span, path))

    # ---- entry points ---------------------------------------------------------------------------

    def expression(self, e: nodes.Expression, scope: Scope, want: Type | None = None) -> m.Expression:
        """Elaborate; with `want`, check that the result fits."""
        return self.fitting(self.raw(e, scope, want), e, want)

    def fitting(self, found: m.Expression, e: nodes.Expression, want: Type | None) -> m.Expression:
        if want is not None and not fits(found.type, want):
            if isinstance(found.type, Maybe) and fits(found.type.inner, want):
                self.may_be_none(e.span, e.span.quoted)
                return evolve(found, type=found.type.inner)
            if isinstance(want, Flag):
                self.world.report(say.not_a_condition(e.span, str(found.type)))
            elif isinstance(want, Number):
                self.world.report(say.not_a_number(e.span, str(found.type)))
            else:
                self.world.report(say.wrong_type(e.span, str(found.type), str(want)))
            return self.unknown(e.span)
        return found

    def condition(self, e: nodes.Expression, scope: Scope) -> m.Expression:
        return self.expression(e, scope, FLAG)

    def number(self, e: nodes.Expression, scope: Scope) -> m.Expression:
        return self.expression(e, scope, NUMBER)

    def present(self, e: nodes.Expression, scope: Scope, want: Type | None = None) -> m.Expression:
        """An expression whose value must be there (not none)."""
        found = self.raw(e, scope, want)
        if isinstance(found.type, Maybe):
            self.may_be_none(e.span, e.span.quoted)
            return evolve(found, type=found.type.inner)
        if isinstance(found.type, NoneType):
            self.may_be_none(e.span, e.span.quoted)
            return self.unknown(e.span)
        return found

    def unknown(self, span: Span) -> m.Expression:
        return m.Const(None, UNKNOWN, span=span)

    # ---- the switch -------------------------------------------------------------------------------

    def raw(self, e: nodes.Expression, scope: Scope, want: Type | None) -> m.Expression:
        match e:
            case nodes.Number(value):
                return m.Const(value, Number(low=value, high=value), span=e.span)
            case nodes.Flag(value):
                return m.Const(value, FLAG, span=e.span)
            case nodes.Text(value):
                if re.search("[{}]", value):
                    self.world.report(say.stray_hole(e.span, "a text that is a value is kept as it is written"))
                return m.Const(value, TEXT, span=e.span)
            case nodes.Nothing():
                return m.Const(None, NONE, span=e.span)
            case nodes.Percent():
                if scope.fractions:
                    return m.Divide(m.Const(e.value, NUMBER), m.Const(100, NUMBER), m.EXACT, span=e.span)
                self.world.report(say.unrounded_division(e.span))
                return self.unknown(e.span)
            case nodes.Group(inner):
                return self.raw(inner, scope, want)
            case nodes.Name():
                return resolve_name(self, e, scope, want)
            case nodes.Part():
                return resolve_part(self, e, scope, want)
            case nodes.Index():
                return resolve_index(self, e, scope)
            case nodes.Apply():
                return self.apply(e, scope, want)
            case nodes.ListOf():
                return list_of(self, e, scope, want)
            case nodes.Binary():
                return binary(self, e, scope)
            case nodes.Is():
                return test_is(self, e, scope)
            case nodes.Not(inner):
                return m.Negation(self.condition(inner, scope), span=e.span)
            case nodes.Negative(inner):
                return negative(self, e, scope)
            case nodes.Rounded():
                return rounded(self, e, scope)
            case nodes.IfElse():
                return if_else(self, e, scope, want)
            case nodes.Default():
                return default_of(self, e, scope, want)
            case _:  # `x: e` or `x in e` among the arguments of something that takes neither
                self.world.report(say_names.out_of_place(e.span, f"`{e.span.quoted}`", "these arguments"))  # type: ignore[unreachable]
                return self.unknown(e.span)

    # ---- calls ------------------------------------------------------------------------------------

    def call_value(self, value: Value, arguments: tuple[Any, ...], e: nodes.Expression, scope: Scope) -> m.Expression:
        self.resolve_value(value)
        value.read = True
        found = self.arguments(value.name, value.parameters, arguments, e.span, value.span, scope)
        if found is None:
            return self.unknown(e.span)
        return m.CallValue(value, found, narrowed(self.world, e, value.type, scope), span=e.span)

    def resolve_value(self, value: Value) -> None:
        """Read a value's body when it is first used."""
        self.bodies.resolve(value)

    def arguments(
        self,
        name: str,
        parameters: tuple[m.Local, ...],
        given: tuple[Any, ...],
        span: Span,
        where: Span,
        scope: Scope,
    ) -> tuple[m.Expression, ...] | None:
        if len(given) != len(parameters):
            wanted = say.plural(len(parameters), "argument")
            if not given and parameters and not span.text.endswith(")"):
                self.world.report(say.needs_brackets(span, name, where))
            else:
                self.world.report(say.wrong_arguments(span, name, len(given), wanted, where))
            return None
        return tuple(self.expression(a, scope, p.type) for a, p in zip(given, parameters, strict=True))

    def apply(self, e: nodes.Apply, scope: Scope, want: Type | None) -> m.Expression:
        name = expression_path(e.function)
        if name is None:
            self.world.report(say_names.unknown_function(e.function.span, e.function.span.quoted, ()))
            return self.unknown(e.span)
        if name in self.world.values:
            return self.call_value(self.world.values[name], e.arguments, e, scope)
        from rulelang.model.resolve.functions import call

        return call(self, name, e, scope, want)

    def fold(self, how: str, e: nodes.Apply, scope: Scope) -> m.Expression:
        """A function over collections: `any(x in e where c, y in f: v)`; the value stands behind the last name."""
        overs = [a for a in e.arguments if isinstance(a, nodes.Over)]
        early = next((over for over in overs[:-1] if over.body is not None), None)
        if len(overs) < len(e.arguments) or early is not None:
            self.world.report(say.fold_out_of_order((early or e).span, how))
            return self.unknown(e.span)
        if len(overs) == 1:
            return self.fold_one(how, e, overs[0], scope)
        if overs[-1].body is None and how not in ("any", "count"):
            self.world.report(say.fold_needs_body(e.span, how, [over.binder.name for over in overs]))
            return self.unknown(e.span)
        if how in ("any", "all", "sum", "count"):
            return self.fold_many(how, "sum" if how == "count" else how, e, overs, scope)
        items = self.fold_many("list", "list", e, overs, scope)
        if how == "list" or not isinstance(items.type, Many):
            return items
        if how in ("min", "max"):
            self.fold_type(how, items.type.inner, None, e)
        return m.Function(how, (items,), Maybe(items.type.inner), span=e.span)

    def fold_many(
        self, how: str, outer: str, e: nodes.Apply, overs: Sequence[nodes.Over], scope: Scope
    ) -> m.Expression:
        """Over several names: one fold inside the other, lists put together."""
        first, *rest = overs
        if not rest:
            return self.fold_one(how, e, first, scope)
        local, inner, source, where = self.bind(first.binder, scope)
        body = self.fold_many(how, outer, e, rest, inner)
        if how != "list" or not isinstance(body.type, Many):
            return m.Fold(outer, local, source, where, body, body.type, span=e.span)
        lists = m.Fold("list", local, source, where, body, Many(body.type), span=e.span)
        return m.Function("together", (lists,), body.type, span=e.span)

    def fold_one(self, how: str, e: nodes.Apply, over: nodes.Over, scope: Scope) -> m.Expression:
        local, inner, source, where = self.bind(over.binder, scope)
        body = None
        if over.body is not None:
            body = self.raw(over.body, inner, FLAG if how in ("any", "all") else None)
        elif how in ("sum", "min", "max", "all"):
            if how != "all" and isinstance(local.type, Number):
                body = m.ReadLocal(local, local.type)
            else:
                self.world.report(say.fold_needs_body(e.span, how, [local.name]))
                return self.unknown(e.span)
        type_ = self.fold_type(how, local.type, body, e)
        if where is None and isinstance(type_, Maybe) and is_some(self.world, source, over.binder.source, scope):
            type_ = type_.inner
        return m.Fold(how, local, source, where, body, type_, span=e.span)

    def fold_type(self, how: str, item: Type, body: m.Expression | None, e: nodes.Apply) -> Type:
        if how in ("any", "all"):
            if body is not None and not fits(body.type, FLAG):
                self.world.report(say.not_a_condition(body.span, str(body.type)))
            return FLAG
        if how == "count":
            return NUMBER
        kind = item if body is None else body.type
        if how in ("sum", "min", "max"):
            if not fits(kind, NUMBER):
                self.world.report(say.not_a_number(e.span, str(kind)))
            number = Number(isinstance(kind, Number) and kind.money)
            return number if how == "sum" else Maybe(number)
        return Many(kind) if how == "list" else Maybe(kind)

    def bind(self, binder: nodes.Binder, scope: Scope) -> tuple[m.Local, Scope, m.Expression, m.Expression | None]:
        """A binder: its local, the scope that sees it and knows what its condition says, source and condition."""
        source = self.raw(binder.source, scope, None)
        if isinstance(source.type, Many):
            inner = source.type.inner
        else:
            inner = UNKNOWN
            if not isinstance(source.type, Unknown):
                self.world.report(say.not_a_list(binder.source.span, str(source.type)))
        scope, local = scope.bind(self.world, binder.name, inner, binder.name_span)
        if binder.where is None:
            return local, scope, source, None
        where = self.condition(binder.where, scope)
        return local, kind_facts(self.world, binder.where, scope), source, where

    # ---- types written by authors -------------------------------------------------------------------
