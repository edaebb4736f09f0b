"""Expressions: names resolved and types checked.

`Elaborator.expression` turns a syntax expression into a typed one. A bare word may be a member of
several kinds; the type that is wanted decides. What may be none must be guarded: a condition such as
`s.at is not none` leaves a fact behind, and facts travel in the scope.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say_structure
from rulelang.diagnostics.wording import types as say
from rulelang.model import expressions as m
from rulelang.model.declarations import Column, Field, Grid, Kind, Rule, Value, Zone
from rulelang.model.types import (
    FLAG,
    NONE,
    NUMBER,
    TEXT,
    UNKNOWN,
    Action,
    Entity,
    Flag,
    Many,
    Maybe,
    NoneType,
    Number,
    Type,
    Unknown,
    comparable,
    fits,
    join,
    strip,
)
from rulelang.model.world import MOST_NUMBERS, Scope, World, expression_path
from rulelang.source import Span
from rulelang.syntax import nodes

FOLDS = ("sum", "count", "any", "all", "min", "max", "first", "last", "list")
FUNCTIONS = (
    *FOLDS,
    *("can", "perform", "acting", "clockwise", "counterclockwise", "left", "right", "seat", "mod", "other"),
    *("distinct", "without", "top", "bottom", "ways", "ways_into", "distance", "reaches", "owner_of"),
    *("increasing", "decreasing", "complete", "unique", "total", "acyclic", "connected", "rows", "abs"),
    *("title", "position", "reverse", "take", "offered", "why_not", "hidden", "over", "winner", "asked"),
    *("number_of", "kind_of", "steps", "seen"),
)


class Elaborator:
    """Turns syntax expressions into typed ones."""

    def __init__(self, world: World, lenient: bool = False) -> None:
        self.world = world
        # In a scenario the author knows the position: what may be none is taken to be there.
        self.lenient = lenient

    def may_be_none(self, span: Span, path: str) -> None:
        if not self.lenient:
            self.world.report(say.maybe_none(span, path))

    # ---- entry points ---------------------------------------------------------------------------

    def expression(self, e: nodes.Expression, scope: Scope, want: Type | None = None) -> m.Expression:
        """Elaborate; with `want`, check that the result fits."""
        found = self.raw(e, scope, want)
        if want is not None and not fits(found.type, want):
            if isinstance(found.type, Maybe) and fits(found.type.inner, want):
                self.may_be_none(e.span, e.span.text)
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
            self.may_be_none(e.span, e.span.text)
            return evolve(found, type=found.type.inner)
        if isinstance(found.type, NoneType):
            self.may_be_none(e.span, e.span.text)
            return self.unknown(e.span)
        return found

    def unknown(self, span: Span) -> m.Expression:
        return m.Const(None, UNKNOWN, span=span)

    # ---- facts ------------------------------------------------------------------------------------

    def facts(self, e: nodes.Expression, truth: bool = True) -> set[str]:
        """Paths that are surely not none when a condition holds (or fails)."""
        match e:
            case nodes.Group(inner):
                return self.facts(inner, truth)
            case nodes.Not(inner):
                return self.facts(inner, not truth)
            case nodes.Binary("and", left, right) if truth:
                return self.facts(left) | self.facts(right)
            case nodes.Binary("or", left, right) if not truth:
                return self.facts(left, False) | self.facts(right, False)
            case nodes.Is(left, nodes.Nothing(), negated, False) if negated == truth:
                path = expression_path(left)
                return {path} if path else set()
            case nodes.Is(left, _, negated, _) if negated != truth:
                path = expression_path(left)
                return {path} if path else set()
            case nodes.Binary(op, left, right) if (op == "=") == truth and op in ("=", "!="):
                return self.equality_facts(left, right)
        return set()

    def equality_facts(self, left: nodes.Expression, right: nodes.Expression) -> set[str]:
        """`x.holds = tea`: what equals a plain member is not none."""
        found: set[str] = set()
        for one, other in ((left, right), (right, left)):
            path = expression_path(one)
            plain = isinstance(other, nodes.Number | nodes.Text | nodes.Flag)
            if path and (plain or (isinstance(other, nodes.Name) and other.name in self.world.members)):
                found.add(path)
        return found

    def kind_facts(self, e: nodes.Expression, scope: Scope) -> Scope:
        """After a condition: facts, and locals narrowed to the kinds they were tested for."""
        scope = scope.with_facts(self.facts(e))
        for path, kind in self.narrowings(e):
            scope = scope.with_facts([f"{path}::{kind.name}"])
        return scope

    def narrowings(self, e: nodes.Expression) -> list[tuple[str, Kind]]:
        match e:
            case nodes.Group(inner):
                return self.narrowings(inner)
            case nodes.Binary("and", left, right):
                return self.narrowings(left) + self.narrowings(right)
            case nodes.Is(left, nodes.Name(name), False, False) if name in self.world.kinds:
                path = expression_path(left)
                return [(path, self.world.kinds[name])] if path else []
        return []

    def narrowed(self, e: nodes.Expression, type_: Type, scope: Scope) -> Type:
        """The type a path has here, given the facts."""
        path = expression_path(e)
        if path is None:
            return type_
        if isinstance(type_, Maybe) and path in scope.facts:
            type_ = type_.inner
        if isinstance(strip(type_), Entity):
            for fact in scope.facts:
                if fact.startswith(path + "::"):
                    kind = self.world.kinds[fact[len(path) + 2 :]]
                    if kind.root is strip(type_).kind.root:  # type: ignore[union-attr]
                        return Entity(kind)
        return type_

    # ---- the switch -------------------------------------------------------------------------------

    def raw(self, e: nodes.Expression, scope: Scope, want: Type | None) -> m.Expression:
        match e:
            case nodes.Number(value):
                return m.Const(value, Number(low=value, high=value), span=e.span)
            case nodes.Flag(value):
                return m.Const(value, FLAG, span=e.span)
            case nodes.Text(value):
                return m.Const(value, TEXT, span=e.span)
            case nodes.Nothing():
                return m.Const(None, NONE, span=e.span)
            case nodes.Percent():
                self.world.report(say.unrounded_division(e.span))
                return self.unknown(e.span)
            case nodes.Group(inner):
                return self.raw(inner, scope, want)
            case nodes.Name():
                return self.name(e, scope, want)
            case nodes.Part():
                return self.part(e, scope, want)
            case nodes.Index():
                return self.index(e, scope)
            case nodes.Apply():
                return self.apply(e, scope, want)
            case nodes.ListOf():
                return self.list_of(e, scope, want)
            case nodes.Binary():
                return self.binary(e, scope)
            case nodes.Is():
                return self.is_(e, scope)
            case nodes.Not(inner):
                return m.Negation(self.condition(inner, scope), span=e.span)
            case nodes.Negative(inner):
                return self.negative(e, scope)
            case nodes.Rounded():
                return self.rounded(e, scope)
            case nodes.IfElse():
                return self.if_else(e, scope, want)
            case nodes.Default():
                return self.default(e, scope, want)
            case _:  # `x: e` or `x in e` among the arguments of something that takes neither
                self.world.report(say_names.out_of_place(e.span, f"`{e.span.text}`", "these arguments"))  # type: ignore[unreachable]
                return self.unknown(e.span)

    # ---- names ------------------------------------------------------------------------------------

    def name(self, e: nodes.Name, scope: Scope, want: Type | None) -> m.Expression:
        local = scope.locals.get(e.name)
        if local is not None:
            local.used = True
            return m.ReadLocal(local, self.narrowed(e, local.type, scope), span=e.span)
        member = self.wanted_member(e, want)
        if member is not None:
            return member
        found = self.global_name(e.name, e, scope, want)
        if found is not None:
            return found
        if isinstance(scope.contract, Kind) and e.name in scope.contract.columns:
            column = scope.contract.columns[e.name]
            column.read = True
            return m.Const(tuple(column.values), Many(column.type), span=e.span)
        self.world.report(say_names.unknown_name(e.span, e.name, [*scope.locals, *self.candidates(want)]))
        return self.unknown(e.span)

    def candidates(self, want: Type | None) -> list[str]:
        """Names to suggest: members of the wanted kind first."""
        kind = strip(want).kind if want is not None and isinstance(strip(want), Entity) else None  # type: ignore[union-attr]
        near = [member.key for member in kind.root.members] if kind else []
        return [*near, *self.world.all_names()]

    def wanted_member(self, e: nodes.Name, want: Type | None) -> m.Expression | None:
        """The member of the wanted kind with this name."""
        if want is None:
            return None
        plain = strip(want)
        while isinstance(plain, Many):
            plain = strip(plain.inner)
        if isinstance(plain, Action) and e.name in self.world.rules:
            return self.action(self.world.rules[e.name], e.span)
        if not isinstance(plain, Entity):
            return None
        for kind, number in self.world.members.get(e.name, ()):
            if kind is plain.kind.root:
                return m.Const(number, Entity(kind.members[number].kind), span=e.span)
        return None

    def action(self, rule: Rule, span: Span) -> m.Expression:
        rule.called = True
        return m.Const(rule, Action(tuple(p.type for p in rule.parameters)), span=span)

    def global_name(self, name: str, e: nodes.Expression, scope: Scope, want: Type | None) -> m.Expression | None:
        """Anything declared, by its whole (perhaps dotted) name."""
        world = self.world
        if name == "players":
            return m.Const(world.players, Number(low=world.players, high=world.players), span=e.span)
        if name in world.fields:
            return self.read_field(world.fields[name], None, (), e, scope)
        if name in world.zones and world.zones[name].per is None:
            return self.read_zone(world.zones[name], None, e.span)
        if name in world.values:
            return self.call_value(world.values[name], (), e, scope)
        if name in world.options:
            option = world.options[name]
            option.read = True
            return m.Const(option.value, self.narrowed(e, option.type, scope), span=e.span)
        if name in world.kinds:
            kind = world.kinds[name]
            return m.All(kind, Many(Entity(kind)), span=e.span)
        if name in world.grids:
            self.world.report(say.no_such_key(e.span, name, "is looked up with two keys", world.grids[name].span))
            return self.unknown(e.span)
        found = self.any_member(name, e.span)
        if found is not None:
            return found
        if name in world.rules:
            return self.action(world.rules[name], e.span)
        return None

    def any_member(self, name: str, span: Span) -> m.Expression | None:
        members = self.world.members.get(name, ())
        if len({id(kind) for kind, _ in members}) > 1:
            self.world.report(say_names.ambiguous_name(span, name, [kind.name for kind, _ in members]))
            return self.unknown(span)
        for kind, number in members:
            return m.Const(number, Entity(kind.members[number].kind), span=span)
        return None

    # ---- paths ------------------------------------------------------------------------------------

    def part(self, e: nodes.Part, scope: Scope, want: Type | None) -> m.Expression:
        dotted = expression_path(e)
        first = dotted.split(".")[0] if dotted else ""
        if dotted and first not in scope.locals and "(" not in dotted and "[" not in dotted:
            found = self.global_name(dotted, e, scope, want)
            if found is not None:
                return found
            constant = self.setup_cell(dotted, e.span)
            if constant is not None:
                return constant
        of = self.with_part(e.of, e.name, scope) or self.raw(e.of, scope, None)
        if isinstance(of.type, Maybe):
            self.may_be_none(e.of.span, e.of.span.text)
            of_type: Type = of.type.inner
        else:
            of_type = of.type
        if isinstance(of_type, Entity):
            return self.entity_part(e, of, of_type.kind, scope)
        if isinstance(of_type, Many) and isinstance(of_type.inner, Entity):
            return self.member_of_list(e, of, of_type.inner.kind)
        if not isinstance(of_type, Unknown):
            self.world.report(say_names.unknown_part(e.name_span, e.name, str(of_type), (), e.of.span))
        return self.unknown(e.span)

    def with_part(self, e: nodes.Expression, part: str, scope: Scope) -> m.Expression | None:
        """A word that members of several kinds have: the one member that has the part asked for."""
        if not isinstance(e, nodes.Name) or e.name in scope.locals:
            return None
        members = self.world.members.get(e.name, ())
        if len({id(kind) for kind, _ in members}) < 2:
            return None
        piece = self.world.kinds.get(part)
        fitting = []
        for kind, number in members:
            owns = kind is self.world.player and piece is not None and piece.per_player
            if owns or kind.members[number].kind.find(part) is not None or part in kind.effects:
                fitting.append(m.Const(number, Entity(kind.members[number].kind), span=e.span))
        return fitting[0] if len(fitting) == 1 else None

    def setup_cell(self, dotted: str, span: Span) -> m.Expression | None:
        """`start.money`: the cell of a set-up table for this number of players."""
        table, _, column_name = dotted.partition(".")
        kind = self.world.kinds.get(table)
        if kind is None or kind.sort != "setup_table" or "." in column_name:
            return None
        column = kind.columns.get(column_name)
        if column is None:
            self.world.report(say_names.unknown_part(span, column_name, table, list(kind.columns), kind.span))
            return self.unknown(span)
        column.read = True
        for number, count in enumerate(kind.columns["players"].values):
            if count == self.world.players:
                return m.Const(column.values[number], column.type, span=span)
        return self.unknown(span)

    def entity_part(self, e: nodes.Part, of: m.Expression, kind: Kind, scope: Scope) -> m.Expression:
        if e.name == "owner" and kind.root.per_player:
            return m.Function("owner_of", (of,), Entity(self.world.player), span=e.span)
        found = kind.find(e.name)
        if isinstance(found, Field):
            return self.read_field(found, of, (), e, scope)
        if isinstance(found, Column):
            found.read = True
            return m.ReadColumn(found, of, self.narrowed(e, self.column_type(found, of), scope), span=e.span)
        if isinstance(found, Zone):
            return self.read_zone(found, of, e.span)
        if e.name in kind.root.effects:
            return m.EffectOf(kind.root, e.name, of, Action(), span=e.span)
        piece = self.world.kinds.get(e.name)
        if kind is self.world.player and piece is not None and piece.per_player:
            return m.Owned(piece, of, Many(Entity(piece)), span=e.span)
        extra = [k.name for k in self.world.kinds.values() if k.per_player] if kind.name == "player" else []
        self.world.report(say_names.unknown_part(e.name_span, e.name, kind.name, kind.part_names() + extra, kind.span))
        return self.unknown(e.span)

    def column_type(self, column: Column, of: m.Expression) -> Type:
        """The type of a cell; a cell of a known row is as good as its value."""
        if isinstance(of, m.Const) and isinstance(of.value, int):
            value = column.values[of.value] if of.value < len(column.values) else None
            return NONE if value is None and isinstance(column.type, Maybe) else strip(column.type)
        return column.type

    def member_of_list(self, e: nodes.Part, of: m.Expression, kind: Kind) -> m.Expression:
        """`blue.boat.one`: the piece of that row."""
        if isinstance(of, m.Owned):
            rows = kind.root.titles
            if e.name in rows:
                number = m.Const(rows.index(e.name) + 1, NUMBER, span=e.span)
                return m.Function("nth", (of, number), Entity(kind), span=e.span)
        self.world.report(
            say_names.unknown_part(e.name_span, e.name, f"list({kind.name})", kind.root.titles, kind.span)
        )
        return self.unknown(e.span)

    def read_field(
        self, field: Field, of: m.Expression | None, keys: tuple[m.Expression, ...], e: nodes.Expression, scope: Scope
    ) -> m.Expression:
        field.read = True
        if len(keys) != len(field.per):
            wanted = ", ".join(k.name for k in field.per)
            self.world.report(
                say.no_such_key(e.span, field.name, f"is kept for each `{wanted}`: write `{field.name}[…]`", field.span)
            )
            return self.unknown(e.span)
        return m.ReadField(field, of, keys, self.narrowed(e, field.type, scope), span=e.span)

    def read_zone(self, zone: Zone, of: m.Expression | None, span: Span) -> m.Expression:
        zone.read = True
        return m.ReadZone(zone, of, Many(Entity(zone.card)), span=span)

    def index(self, e: nodes.Index, scope: Scope) -> m.Expression:
        dotted = expression_path(e.of)
        if dotted and dotted.split(".")[0] not in scope.locals:
            found = self.index_global(dotted, e, scope)
            if found is not None:
                return found
        if isinstance(e.of, nodes.Part):
            field_read = self.index_part(e, e.of, scope)
            if field_read is not None:
                return field_read
        of = self.present(e.of, scope)
        if isinstance(of.type, Many):
            number = self.number(e.keys[0], scope)
            return m.Function("nth", (of, number), of.type.inner, span=e.span)
        if not isinstance(of.type, Unknown):
            self.world.report(say.not_a_list(e.of.span, str(of.type)))
        return self.unknown(e.span)

    def index_part(self, e: nodes.Index, part: nodes.Part, scope: Scope) -> m.Expression | None:
        """`p.cards[anchor]`: a field of a member, kept for each member of another kind."""
        self.world.silent += 1
        owner = self.with_part(part.of, part.name, scope) or self.raw(part.of, scope, None)
        self.world.silent -= 1
        if not isinstance(strip(owner.type), Entity):
            return None
        found = strip(owner.type).kind.find(part.name)  # type: ignore[union-attr]
        if not isinstance(found, Field) or not found.per:
            return None
        of = self.with_part(part.of, part.name, scope) or self.present(part.of, scope)
        return self.read_field(found, of, self.keys(found.per, e, scope), e, scope)

    def keys(self, kinds: tuple[Kind, ...], e: nodes.Index, scope: Scope) -> tuple[m.Expression, ...]:
        if len(kinds) != len(e.keys):
            return ()
        return tuple(self.expression(k, scope, Entity(kind)) for k, kind in zip(e.keys, kinds, strict=True))

    def index_global(self, name: str, e: nodes.Index, scope: Scope) -> m.Expression | None:
        world = self.world
        if name in world.fields and world.fields[name].per:
            found = world.fields[name]
            return self.read_field(found, None, self.keys(found.per, e, scope), e, scope)
        if name in world.zones and world.zones[name].per is not None:
            zone = world.zones[name]
            of = self.expression(e.keys[0], scope, Entity(zone.per))  # type: ignore[arg-type]
            return self.read_zone(zone, of, e.span)
        if name in world.grids:
            return self.index_grid(world.grids[name], e, scope)
        kind = world.kinds.get(name)
        if kind is not None and kind.key_columns:
            return self.find_row(kind, e.keys, e.span, scope)
        if isinstance(scope.contract, Kind) and name in scope.contract.columns:
            column = scope.contract.columns[name]
            key = self.number(e.keys[0], scope)
            return m.Function("nth", (m.Const(tuple(column.values), Many(column.type)), key), column.type, span=e.span)
        return None

    def find_row(self, kind: Kind, keys: tuple[nodes.Expression, ...], span: Span, scope: Scope) -> m.Expression:
        count = len(kind.key_columns)
        if len(keys) != count:
            self.world.report(
                say.no_such_key(span, kind.name, f"is looked up with {say.plural(count, 'key')}", kind.span)
            )
            return self.unknown(span)
        found = []
        for key, name in zip(keys, kind.key_columns, strict=True):
            column = kind.columns.get(name)
            if column is None:  # said where the table is read
                return self.unknown(span)
            column.read = True
            found.append(self.expression(key, scope, strip(column.type)))
        type_: Type = Entity(kind)
        return m.FindRow(kind, tuple(found), type_ if kind.complete else Maybe(type_), span=span)

    def index_grid(self, grid: Grid, e: nodes.Index, scope: Scope) -> m.Expression:
        if len(e.keys) != 2:
            self.world.report(say.no_such_key(e.span, grid.name, "is looked up with two keys", grid.span))
            return self.unknown(e.span)
        grid.read = True
        row = self.expression(e.keys[0], scope, grid.row_type)
        column = self.expression(e.keys[1], scope, grid.column_type)
        type_ = strip(grid.type) if grid.complete else grid.type
        return m.ReadGrid(grid, row, column, self.narrowed(e, type_, scope), span=e.span)

    # ---- operators --------------------------------------------------------------------------------

    def list_of(self, e: nodes.ListOf, scope: Scope, want: Type | None) -> m.Expression:
        inner_want = want.inner if isinstance(want, Many) else None
        items = tuple(self.raw(x, scope, inner_want) for x in e.items)
        inner: Type = inner_want or UNKNOWN
        if inner_want is None:
            for item in items:
                inner = item.type if isinstance(inner, Unknown) else join(inner, item.type)
        if all(isinstance(i, m.Const) for i in items):
            return m.Const(tuple(i.value for i in items), Many(inner), span=e.span)  # type: ignore[union-attr]
        return m.Items(items, Many(inner), span=e.span)

    def negative(self, e: nodes.Negative, scope: Scope) -> m.Expression:
        inner = self.number(e.inner, scope)
        if isinstance(inner, m.Const) and isinstance(inner.value, int):
            return m.Const(-inner.value, NUMBER, span=e.span)
        return m.Arithmetic("-", m.Const(0, NUMBER), inner, span=e.span)

    def binary(self, e: nodes.Binary, scope: Scope) -> m.Expression:
        match e.operator:
            case "and":
                left = self.condition(e.left, scope)
                return m.Junction("and", left, self.condition(e.right, self.kind_facts(e.left, scope)), span=e.span)
            case "or":
                left = self.condition(e.left, scope)
                known = scope.with_facts(self.facts(e.left, False))
                return m.Junction("or", left, self.condition(e.right, known), span=e.span)
            case "has":
                return self.has(e, scope)
            case "..":
                return self.range(e, scope)
            case "/":
                self.world.report(say.unrounded_division(e.span))
                return self.unknown(e.span)
            case "+" | "-" | "*":
                return self.arithmetic(e, scope)
            case _:
                return self.compare(e, scope)

    def arithmetic(self, e: nodes.Binary, scope: Scope) -> m.Expression:
        for side in (e.left, e.right):
            if isinstance(side, nodes.Percent):
                self.world.report(say.unrounded_division(e.span))
                return self.unknown(e.span)
        left, right = self.number(e.left, scope), self.number(e.right, scope)
        money = any(isinstance(x.type, Number) and x.type.money for x in (left, right))
        low, high = bounds(e.operator, left.type, right.type)
        return m.Arithmetic(e.operator, left, right, Number(money, low, high), span=e.span)

    def range(self, e: nodes.Binary, scope: Scope) -> m.Expression:
        low, high = self.number(e.left, scope), self.number(e.right, scope)
        ends = [x.value for x in (low, high) if isinstance(x, m.Const) and isinstance(x.value, int)]
        if len(ends) == 2 and ends[0] > ends[1]:
            self.world.report(say_structure.unordered_bounds(e.span))
        if len(ends) == 2:
            self.world.at_most(ends[1] - ends[0] + 1, "numbers", e.span, MOST_NUMBERS)
        bottom = low.type.low if isinstance(low.type, Number) else None
        top = high.type.high if isinstance(high.type, Number) else None
        return m.Range(low, high, Many(Number(False, bottom, top)), span=e.span)

    def compare(self, e: nodes.Binary, scope: Scope) -> m.Expression:
        left, right = self.pair(e.left, e.right, scope)
        if e.operator in ("=", "!="):
            if not comparable(left.type, right.type):
                self.world.report(say.never_equal(e.span, str(left.type), str(right.type)))
            return m.Compare(e.operator, left, right, span=e.span)
        for side, syntax in ((left, e.left), (right, e.right)):
            if isinstance(side.type, Maybe):
                self.may_be_none(syntax.span, syntax.span.text)
            elif not isinstance(side.type, Number | Entity | Unknown):
                self.world.report(say.not_a_number(syntax.span, str(side.type)))
        if not comparable(left.type, right.type):
            self.world.report(say.never_equal(e.span, str(left.type), str(right.type)))
        return m.Compare(e.operator, left, right, span=e.span)

    def pair(self, left: nodes.Expression, right: nodes.Expression, scope: Scope) -> tuple[m.Expression, m.Expression]:
        """Two sides of a comparison: the one that is not a bare word tells what the other is."""
        bare = isinstance(left, nodes.Name) and left.name not in scope.locals and left.name in self.world.members
        if bare and left.name not in self.world.fields and left.name not in self.world.values:  # type: ignore[union-attr]
            second = self.raw(right, scope, None)
            return self.raw(left, scope, second.type), second
        first = self.raw(left, scope, None)
        return first, self.raw(right, scope, first.type)

    def is_(self, e: nodes.Is, scope: Scope) -> m.Expression:
        if e.membership:
            return self.membership(e.right, e.left, e.negated, e.span, scope)
        if isinstance(e.right, nodes.Nothing):
            left = (
                self.raw(e.left, evolve(scope, facts=frozenset()), None)
                if self.is_path(e.left)
                else self.raw(e.left, scope, None)
            )
            return m.IsNone(left, e.negated, span=e.span)
        if isinstance(e.right, nodes.Name) and e.right.name not in scope.locals:
            kind = self.world.kinds.get(e.right.name)
            if kind is not None:
                return self.is_kind(e, kind, scope)
            left = self.raw(e.left, scope, None)
            inner = strip(left.type)
            if isinstance(inner, Entity) and e.right.name in inner.kind.root.titles and inner.kind.root.sort == "card":
                title = inner.kind.root.titles.index(e.right.name)
                return m.IsKind(left, inner.kind.root, title, e.negated, span=e.span)
        return self.compare(nodes.Binary("!=" if e.negated else "=", e.left, e.right, span=e.span), scope)

    def is_path(self, e: nodes.Expression) -> bool:
        """A plain path may be tested for none even where it is known not to be."""
        return isinstance(e, nodes.Name)

    def is_kind(self, e: nodes.Is, kind: Kind, scope: Scope) -> m.Expression:
        left = self.raw(e.left, scope, None)
        inner = strip(left.type)
        if isinstance(inner, Entity) and inner.kind.root is not kind.root:
            self.world.report(say.never_equal(e.span, str(inner), kind.name))
        return m.IsKind(left, kind, None, e.negated, span=e.span)

    def has(self, e: nodes.Binary, scope: Scope) -> m.Expression:
        if isinstance(e.left, nodes.Name) and e.left.name not in scope.locals:
            kind = self.world.kinds.get(e.left.name)
            if kind is not None and kind.key_columns:
                keys = e.right.items if isinstance(e.right, nodes.ListOf) else (e.right,)
                found = self.find_row(kind, keys, e.span, scope)
                return m.HasRow(kind, found.keys, span=e.span) if isinstance(found, m.FindRow) else found
        return self.membership(e.left, e.right, False, e.span, scope)

    def membership(
        self, items: nodes.Expression, item: nodes.Expression, negated: bool, span: Span, scope: Scope
    ) -> m.Expression:
        many = self.raw(items, scope, None)
        if isinstance(many.type, Unknown):
            return self.unknown(span)
        if not isinstance(many.type, Many):
            self.world.report(say.not_a_list(items.span, str(many.type)))
            return self.unknown(span)
        inner = many.type.inner
        if isinstance(item, nodes.Name) and isinstance(inner, Entity) and item.name not in scope.locals:
            root = inner.kind.root
            if root.sort == "card" and item.name in root.titles:
                found = m.HasTitle(many, root, root.titles.index(item.name), span=span)
                return m.Negation(found, span=span) if negated else found
        one = self.raw(item, scope, inner)
        if not comparable(one.type, inner):
            self.world.report(say.never_equal(span, str(one.type), str(inner)))
        return m.Contains(many, one, negated, span=span)

    def rounded(self, e: nodes.Rounded, scope: Scope) -> m.Expression:
        if e.direction not in ("down", "up"):
            self.world.report(say_names.unknown_name(e.span, e.direction, ("down", "up")))
        inner = e.inner.inner if isinstance(e.inner, nodes.Group) else e.inner
        if isinstance(inner, nodes.Binary) and inner.operator == "*":
            for number, percent in ((inner.left, inner.right), (inner.right, inner.left)):
                if isinstance(percent, nodes.Percent):
                    share = m.Arithmetic("*", self.number(number, scope), m.Const(percent.value, NUMBER), span=e.span)
                    return m.Divide(share, m.Const(100, NUMBER), e.direction, span=e.span)
        if isinstance(inner, nodes.Binary) and inner.operator == "/":
            left, right = self.number(inner.left, scope), self.number(inner.right, scope)
            return m.Divide(left, right, e.direction, span=e.span)
        if isinstance(inner, nodes.Binary) and inner.operator in ("+", "-"):
            return self.rounded_sum(e, inner, scope)
        return self.number(inner, scope)

    def rounded_sum(self, e: nodes.Rounded, inner: nodes.Binary, scope: Scope) -> m.Expression:
        """Of a sum, the part that leaves a fraction is rounded; what is taken away, the other way."""
        flipped = {"down": "up", "up": "down"}.get(e.direction, e.direction)
        sides = []
        for side, direction in (
            (inner.left, e.direction),
            (inner.right, flipped if inner.operator == "-" else e.direction),
        ):
            whole = side.inner if isinstance(side, nodes.Group) else side
            fraction = isinstance(whole, nodes.Binary) and (
                whole.operator == "/" or any(isinstance(x, nodes.Percent) for x in (whole.left, whole.right))
            )
            sides.append(nodes.Rounded(whole, direction, span=side.span) if fraction else side)
        return self.arithmetic(nodes.Binary(inner.operator, sides[0], sides[1], span=e.span), scope)

    def if_else(self, e: nodes.IfElse, scope: Scope, want: Type | None) -> m.Expression:
        condition = self.condition(e.condition, scope)
        value = self.raw(e.value, self.kind_facts(e.condition, scope), want)
        other = self.raw(e.other, scope.with_facts(self.facts(e.condition, False)), want or value.type)
        if not comparable(value.type, other.type):
            self.world.report(say.wrong_type(e.other.span, str(other.type), str(value.type)))
        if isinstance(condition, m.Const) and isinstance(condition.value, bool):
            return value if condition.value else other
        return m.Choice(condition, value, other, join(value.type, other.type), span=e.span)

    def default(self, e: nodes.Default, scope: Scope, want: Type | None) -> m.Expression:
        value = self.raw(e.value, scope, want)
        other = self.raw(e.other, scope, want or strip(value.type))
        if not comparable(value.type, other.type):
            self.world.report(say.wrong_type(e.other.span, str(other.type), str(strip(value.type))))
        result = other.type if isinstance(other.type, Maybe) else join(strip(value.type), other.type)
        return m.OrElse(value, other, result, span=e.span)

    # ---- calls ------------------------------------------------------------------------------------

    def call_value(self, value: Value, arguments: tuple[Any, ...], e: nodes.Expression, scope: Scope) -> m.Expression:
        if value.state == "open" and self.is_smaller(value, arguments, scope):
            value.recursive = True
        else:
            self.resolve_value(value, e.span)
        value.read = True
        found = self.arguments(value.name, value.parameters, arguments, e.span, value.span, scope)
        if found is None:
            return self.unknown(e.span)
        return m.CallValue(value, found, self.narrowed(e, value.type, scope), span=e.span)

    def resolve_value(self, value: Value, span: Span) -> None:
        """Elaborate a value's body when it is first used; a circle is an error."""
        if value.state == "done":
            return
        if value.state == "open":
            self.world.report(say_structure.endless_recursion(value.span, [value.name, value.name], ()))
            value.state = "done"
            return
        value.state = "open"
        scope = Scope({p.name: p for p in value.parameters})
        if value.syntax is not None:
            before = len(self.world.problems)
            value.body = self.raw(value.syntax, scope, None)
            value.type = self.widened(value.body.type)
            if value.recursive and len(self.world.problems) == before:
                # Now that its type is known, read it again.
                value.body = self.raw(value.syntax, scope, None)
        value.state = "done"

    def is_smaller(self, value: Value, arguments: tuple[Any, ...], scope: Scope) -> bool:
        """A value may use itself for a smaller number: its first argument less something."""
        first = value.parameters[0] if value.parameters else None
        match arguments[:1]:
            case (nodes.Binary("-", nodes.Name(name), nodes.Number(less)),) if first is not None and less > 0:
                return scope.locals.get(name) is first
        return False

    def widened(self, type_: Type) -> Type:
        """A value may be changed later: forget exact bounds."""
        return Number(type_.money) if isinstance(type_, Number) else type_

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
            self.world.report(say_names.unknown_function(e.function.span, e.function.span.text, ()))
            return self.unknown(e.span)
        if name in self.world.values:
            return self.call_value(self.world.values[name], e.arguments, e, scope)
        from rulelang.model.functions import call

        return call(self, name, e, scope, want)

    def fold(self, how: str, e: nodes.Apply, over: nodes.Over, scope: Scope) -> m.Expression:
        local, inner, source, where = self.bind(over.binder, scope)
        body = None
        if over.body is not None:
            known = self.kind_facts(over.binder.where, inner) if over.binder.where is not None else inner
            body = self.raw(over.body, known, FLAG if how in ("any", "all") else None)
        elif how in ("sum", "min", "max", "all"):
            if how != "all" and isinstance(local.type, Number):
                body = m.ReadLocal(local, local.type)
            else:
                self.world.report(say.fold_needs_body(e.span, how))
                return self.unknown(e.span)
        return m.Fold(how, local, source, where, body, self.fold_type(how, local, body, e), span=e.span)

    def fold_type(self, how: str, local: m.Local, body: m.Expression | None, e: nodes.Apply) -> Type:
        if how in ("any", "all"):
            if body is not None and not fits(body.type, FLAG):
                self.world.report(say.not_a_condition(body.span, str(body.type)))
            return FLAG
        if how == "count":
            return NUMBER
        kind = local.type if body is None else body.type
        if how in ("sum", "min", "max"):
            if not fits(kind, NUMBER):
                self.world.report(say.not_a_number(e.span, str(kind)))
            number = Number(isinstance(kind, Number) and kind.money)
            return number if how == "sum" else Maybe(number)
        return Many(kind) if how == "list" else Maybe(kind)

    def bind(self, binder: nodes.Binder, scope: Scope) -> tuple[m.Local, Scope, m.Expression, m.Expression | None]:
        """A binder: its local, the scope that sees it, source and condition."""
        source = self.raw(binder.source, scope, None)
        if isinstance(source.type, Many):
            inner = source.type.inner
        else:
            inner = UNKNOWN
            if not isinstance(source.type, Unknown):
                self.world.report(say.not_a_list(binder.source.span, str(source.type)))
        scope, local = scope.bind(self.world, binder.name, inner, binder.name_span)
        where = self.condition(binder.where, scope) if binder.where is not None else None
        return local, scope, source, where

    # ---- types written by authors -------------------------------------------------------------------

    def type_of(self, e: nodes.Expression) -> Type:
        """A type as an author writes it: `good or none`, `list(card)`, `1..6`, `number`."""
        match e:
            case nodes.Name("number"):
                return NUMBER
            case nodes.Name("money"):
                return Number(money=True)
            case nodes.Name("flag"):
                return FLAG
            case nodes.Name("text"):
                return TEXT
            case nodes.Name("action"):
                return Action()
            case nodes.Name(name) if name in self.world.kinds:
                return Entity(self.world.kinds[name])
            case nodes.Part() if (dotted := expression_path(e)) in self.world.kinds:
                return Entity(self.world.kinds[dotted or ""])
            case nodes.Binary("or", left, nodes.Nothing()):
                return Maybe(self.type_of(left))
            case nodes.Binary("..", nodes.Number(low), nodes.Number(high)):
                return Number(False, low, high)
            case nodes.Binary("or", nodes.Binary("..", nodes.Number(low), nodes.Number(high)), nodes.Nothing()):
                return Maybe(Number(False, low, high))
            case nodes.Apply(nodes.Name("list"), (inner,)) if not isinstance(inner, nodes.Named | nodes.Over):
                return Many(self.type_of(inner))
            case nodes.Group(inner):
                return self.type_of(inner)
            case nodes.Binary("..", left, right):
                self.number(left, Scope())
                self.number(right, Scope())
                return NUMBER
        basic = ("number", "money", "flag", "text", "action")
        self.world.report(say_names.unknown_kind(e.span, e.span.text, [*basic, *self.world.kinds]))
        return UNKNOWN


def bounds(operator: str, left: Type, right: Type) -> tuple[int | None, int | None]:
    """The least and greatest a sum or difference can be, where both sides are bounded."""
    if not isinstance(left, Number) or not isinstance(right, Number):
        return None, None
    if operator == "+":
        return _both(left.low, right.low, 1), _both(left.high, right.high, 1)
    if operator == "-":
        return _both(left.low, right.high, -1), _both(left.high, right.low, -1)
    return None, None


def _both(a: int | None, b: int | None, sign: int) -> int | None:
    return None if a is None or b is None else a + sign * b
