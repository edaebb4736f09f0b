"""Names and paths: a bare word, a part of something, a place looked up by its keys."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from attrs import evolve

from rulelang.diagnostics.suggest import near
from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import syntax as say_syntax
from rulelang.diagnostics.wording import types as say
from rulelang.model import expressions as m
from rulelang.model.declarations import Column, Field, Grid, Kind, Rule, Zone
from rulelang.model.resolve.narrowing import narrowed
from rulelang.model.types import (
    NONE,
    NUMBER,
    Action,
    Entity,
    Many,
    Maybe,
    Number,
    Type,
    Unknown,
    join,
    strip,
)
from rulelang.model.world import Scope, expression_path
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

if TYPE_CHECKING:
    from rulelang.model.resolve.expressions import Elaborator


def resolve_name(el: Elaborator, e: nodes.Name, scope: Scope, want: Type | None) -> m.Expression:
    local = scope.locals.get(e.name)
    if local is not None:
        local.used = True
        return m.ReadLocal(local, narrowed(el.world, e, local.type, scope), span=e.span)
    member = wanted_member(el, e, want)
    if member is not None:
        return member
    found = global_name(el, e.name, e, scope, want)
    if found is not None:
        return found
    cells = contract_cells(scope, e)
    if cells is not None:
        return cells
    problem = say_names.unknown_name(e.span, e.name, [*scope.locals, *candidates(el, want)])
    if scope.contract is not None and e.name == "copies":
        problem = evolve(problem, help=f"`count({scope.contract.name})` are all cards, each copy counted")
    el.world.report(problem)
    return el.unknown(e.span)


def contract_cells(scope: Scope, e: nodes.Expression) -> m.Const | None:
    """The cells of a column of the table that a contract stands with."""
    column = scope.contract.find(e.name) if isinstance(scope.contract, Kind) and isinstance(e, nodes.Name) else None
    if not isinstance(column, Column) or not isinstance(scope.contract, Kind):
        return None
    column.read = True
    return m.Const(tuple(column.values[i] for i in scope.contract.ids), Many(column.type), span=e.span)


def candidates(el: Elaborator, want: Type | None) -> list[str]:
    """Names to suggest: members of the wanted kind first."""
    kind = strip(want).kind if want is not None and isinstance(strip(want), Entity) else None  # type: ignore[union-attr]
    near = [member.key for member in kind.root.members] if kind else []
    return [*near, *el.world.all_names()]


def wanted_member(el: Elaborator, e: nodes.Name, want: Type | None) -> m.Expression | None:
    """The member of the wanted kind with this name."""
    if want is None:
        return None
    plain = strip(want)
    while isinstance(plain, Many):
        plain = strip(plain.inner)
    if isinstance(plain, Action) and e.name in el.world.rules:
        return action_of(el, el.world.rules[e.name], e.span)
    if not isinstance(plain, Entity):
        return None
    for kind, number in el.world.members.get(e.name, ()):
        if kind is plain.kind.root:
            return m.Const(number, Entity(kind.members[number].kind), span=e.span)
    return None


def action_of(el: Elaborator, rule: Rule, span: Span) -> m.Expression:
    rule.called = True
    return m.Const(rule, Action(tuple(p.type for p in rule.parameters)), span=span)


def global_name(el: Elaborator, name: str, e: nodes.Expression, scope: Scope, want: Type | None) -> m.Expression | None:
    """Anything declared, by its whole (perhaps dotted) name."""
    world = el.world
    if name == "players":
        return m.Const(world.players, Number(low=world.players, high=world.players), span=e.span)
    if name in world.fields:
        return read_field(el, world.fields[name], None, (), e, scope)
    if name in world.zones and world.zones[name].per is None:
        return read_zone(el, world.zones[name], None, e.span)
    if name in world.values:
        return el.call_value(world.values[name], (), e, scope)
    if name in world.options:
        option = world.options[name]
        option.read = True
        return m.Const(option.value, narrowed(el.world, e, option.type, scope), span=e.span)
    if name in world.kinds:
        kind = world.kinds[name]
        return m.All(kind, Many(Entity(kind)), span=e.span)
    if name in world.grids:
        el.world.report(say.no_such_key(e.span, name, "is looked up with two keys", world.grids[name].span))
        return el.unknown(e.span)
    found = any_member(el, name, e.span)
    if found is not None:
        return found
    if name in world.rules:
        return action_of(el, world.rules[name], e.span)
    return None


def any_member(el: Elaborator, name: str, span: Span) -> m.Expression | None:
    members = el.world.members.get(name, ())
    if len({kind for kind, _ in members}) > 1:
        el.world.report(say_names.ambiguous_name(span, name, [kind.name for kind, _ in members]))
        return el.unknown(span)
    for kind, number in members:
        return m.Const(number, Entity(kind.members[number].kind), span=span)
    return None


def resolve_part(el: Elaborator, e: nodes.Part, scope: Scope, want: Type | None) -> m.Expression:
    dotted = expression_path(e)
    first = dotted.split(".")[0] if dotted else ""
    if dotted and first not in scope.locals and "(" not in dotted and "[" not in dotted:
        for name in names_meant(dotted, e):
            found = global_name(el, name, e, scope, want) or setup_cell(el, name, e.span)
            if found is not None:
                return found
    of = with_part(el, e.of, e.name, scope) or el.raw(e.of, scope, None)
    if isinstance(of.type, Maybe):
        el.may_be_none(e.of.span, e.of.span.quoted)
        of_type: Type = of.type.inner
    else:
        of_type = of.type
    if isinstance(of_type, Entity):
        return entity_part(el, e, of, of_type.kind, scope)
    if isinstance(of_type, Many) and isinstance(of_type.inner, Entity):
        return member_of_list(el, e, of, of_type.inner.kind)
    if not isinstance(of_type, Unknown):
        el.world.report(say_names.unknown_part(e.name_span, e.name, str(of_type), (), e.of.span))
    return el.unknown(e.span)


def names_meant(dotted: str, e: nodes.Expression) -> list[str]:
    """The whole name of something declared; what a variant calls its own part may be one of something else, too."""
    if not isinstance(e, nodes.Part) or "." not in e.name:
        return [dotted]
    return [dotted, f"{expression_path(e.of)}.{e.name.partition('.')[2]}"]


def with_part(el: Elaborator, e: nodes.Expression, part: str, scope: Scope) -> m.Expression | None:
    """A word that members of several kinds have: the one member that has the part asked for."""
    if not isinstance(e, nodes.Name) or e.name in scope.locals:
        return None
    members = el.world.members.get(e.name, ())
    if len({kind for kind, _ in members}) < 2:
        return None
    piece = el.world.kinds.get(part)
    fitting = []
    for kind, number in members:
        owns = kind is el.world.player and piece is not None and piece.per_player
        if owns or kind.members[number].kind.find(part) is not None or part in kind.effects:
            fitting.append(m.Const(number, Entity(kind.members[number].kind), span=e.span))
    if not fitting:
        # If the part is misspelt, the member with a part of nearly that name is meant.
        owners = [kind.members[number].kind for kind, number in members]
        likely = [at for at, owner in enumerate(owners) if near(part, owner.part_names())]
        fitting = [m.Const(members[at][1], Entity(owners[at]), span=e.span) for at in likely]
    return fitting[0] if len(fitting) == 1 else None


def setup_cell(el: Elaborator, dotted: str, span: Span) -> m.Expression | None:
    """`start.money`: the cell of a set-up table for this number of players."""
    table, _, column_name = dotted.partition(".")
    kind = el.world.kinds.get(table)
    if kind is None or kind.sort != "setup_table" or "." in column_name:
        return None
    column = kind.columns.get(column_name)
    if column is None:
        el.world.report(say_names.unknown_part(span, column_name, table, list(kind.columns), kind.span))
        return el.unknown(span)
    column.read = True
    counts = kind.columns.get("players")
    for number, count in enumerate(counts.values if counts is not None else ()):
        if count == el.world.players:
            return m.Const(column.values[number], column.type, span=span)
    return el.unknown(span)


def entity_part(el: Elaborator, e: nodes.Part, of: m.Expression, kind: Kind, scope: Scope) -> m.Expression:
    if e.name == "owner" and kind.root.per_player:
        return m.Function("owner_of", (of,), Entity(el.world.player), span=e.span)
    found = kind.find(e.name)
    if isinstance(found, Field):
        return read_field(el, found, of, (), e, scope)
    if isinstance(found, Column):
        found.read = True
        return m.ReadColumn(found, of, narrowed(el.world, e, column_type(found, of, kind), scope), span=e.span)
    if isinstance(found, Zone):
        return read_zone(el, found, of, e.span)
    if isinstance(found, Grid):
        el.world.report(
            say.no_such_key(e.span, e.name, f"is kept for each `{found.column_type}`: write `{e.name}[…]`", found.span)
        )
        return el.unknown(e.span)
    if e.name in kind.root.effects:
        return m.EffectOf(kind.root, e.name, of, Action(), span=e.span)
    piece = el.world.kinds.get(e.name)
    if kind is el.world.player and piece is not None and piece.per_player:
        return m.Owned(piece, of, Many(Entity(piece)), span=e.span)
    extra = [k.name for k in el.world.kinds.values() if k.per_player] if kind.name == "player" else []
    extra += ["owner"] if kind.root.per_player else []
    below = [k.name for k in el.world.kinds.values() if k.is_a(kind) and k.own_part(e.name) is not None]
    el.world.report(say_names.unknown_part(e.name_span, e.name, kind.name, kind.part_names() + extra, kind.span, below))
    return el.unknown(e.span)


def column_type(column: Column, of: m.Expression, kind: Kind) -> Type:
    """The type of a cell; a cell of a known row, or of rows of one sub-kind, is as good as what stands there."""
    if isinstance(of, m.Const) and isinstance(of.value, int):
        return NONE if column.values[of.value] is None and isinstance(column.type, Maybe) else strip(column.type)
    return column.type if kind is column.kind else type_within(column, kind)


def type_within(column: Column, kind: Kind) -> Type:
    """The type of a column in the rows of a sub-kind."""
    values = [column.values[i] for i in kind.ids]
    there = [value for value in values if value is not None]
    type_ = strip(column.type)
    if isinstance(type_, Entity) and there:
        kinds: list[Type] = [Entity(type_.kind.root.members[n].kind) for n in there]
        type_ = functools.reduce(join, kinds)
    return Maybe(type_) if len(there) < len(values) else type_


def member_of_list(el: Elaborator, e: nodes.Part, of: m.Expression, kind: Kind) -> m.Expression:
    """`blue.boat.one`: the piece of that row."""
    if isinstance(of, m.Owned):
        rows = kind.root.titles
        if e.name in rows:
            number = m.Const(rows.index(e.name) + 1, NUMBER, span=e.span)
            return m.Function("nth", (of, number), Entity(kind), span=e.span)
    el.world.report(say_names.unknown_part(e.name_span, e.name, f"list({kind.name})", kind.root.titles, kind.span))
    return el.unknown(e.span)


def read_field(
    el: Elaborator,
    field: Field,
    of: m.Expression | None,
    keys: tuple[m.Expression, ...],
    e: nodes.Expression,
    scope: Scope,
) -> m.Expression:
    field.read = True
    if len(keys) != len(field.per):
        wanted = ", ".join(k.name for k in field.per)
        el.world.report(
            say.no_such_key(e.span, field.name, f"is kept for each `{wanted}`: write `{field.name}[…]`", field.span)
        )
        return el.unknown(e.span)
    return m.ReadField(field, of, keys, narrowed(el.world, e, field.type, scope), span=e.span)


def read_zone(el: Elaborator, zone: Zone, of: m.Expression | None, span: Span) -> m.Expression:
    zone.read = True
    return m.ReadZone(zone, of, Many(Entity(zone.card)), span=span)


def resolve_index(el: Elaborator, e: nodes.Index, scope: Scope) -> m.Expression:
    dotted = expression_path(e.of)
    if dotted and dotted.split(".")[0] not in scope.locals:
        for name in names_meant(dotted, e.of):
            found = index_global(el, name, e, scope)
            if found is not None:
                return found
    if isinstance(e.of, nodes.Part):
        field_read = index_part(el, e, e.of, scope)
        if field_read is not None:
            return field_read
    of = el.present(e.of, scope)
    if isinstance(of.type, Many):
        match e.keys[0]:
            case nodes.Binary("..", nodes.Number(1), high):
                ours = f"take({spell(e.of)}, {spell(high)})"
                el.world.report(say_syntax.foreign_word(e.span, spell(e), ours))
                return el.unknown(e.span)
        number = el.number(e.keys[0], scope)
        return m.Function("nth", (of, number), of.type.inner, span=e.span)
    if not isinstance(of.type, Unknown):
        el.world.report(say.not_a_list(e.of.span, str(of.type)))
    return el.unknown(e.span)


def index_part(el: Elaborator, e: nodes.Index, part: nodes.Part, scope: Scope) -> m.Expression | None:
    """`p.cards[anchor]`, `c.cost[blue]`: a field or a group of columns, kept for each member of another kind."""
    el.world.silent += 1
    owner = with_part(el, part.of, part.name, scope) or el.raw(part.of, scope, None)
    el.world.silent -= 1
    if not isinstance(strip(owner.type), Entity):
        return None
    found = strip(owner.type).kind.find(part.name)  # type: ignore[union-attr]
    if isinstance(found, Field) and found.per:
        of = with_part(el, part.of, part.name, scope) or el.present(part.of, scope)
        return read_field(el, found, of, index_keys(el, found.per, e, scope), e, scope)
    if isinstance(found, Grid) and len(e.keys) == 1:
        of = with_part(el, part.of, part.name, scope) or el.present(part.of, scope)
        return read_cell(el, found, of, e, scope)
    return None


def index_keys(el: Elaborator, kinds: tuple[Kind, ...], e: nodes.Index, scope: Scope) -> tuple[m.Expression, ...]:
    if len(kinds) != len(e.keys):
        return ()
    return tuple(el.expression(k, scope, Entity(kind)) for k, kind in zip(e.keys, kinds, strict=True))


def index_global(el: Elaborator, name: str, e: nodes.Index, scope: Scope) -> m.Expression | None:
    world = el.world
    if name in world.fields and world.fields[name].per:
        found = world.fields[name]
        return read_field(el, found, None, index_keys(el, found.per, e, scope), e, scope)
    if name in world.zones and world.zones[name].per is not None:
        zone = world.zones[name]
        of = el.expression(e.keys[0], scope, Entity(zone.per))  # type: ignore[arg-type]
        return read_zone(el, zone, of, e.span)
    if name in world.grids:
        return index_grid(el, world.grids[name], e, scope)
    kind = world.kinds.get(name)
    if kind is not None and kind.key_columns:
        return find_row(el, kind, e.keys, e.span, scope)
    cells = contract_cells(scope, e.of)
    if cells is not None and isinstance(cells.type, Many):
        return m.Function("nth", (cells, el.number(e.keys[0], scope)), cells.type.inner, span=e.span)
    return None


def find_row(el: Elaborator, kind: Kind, keys: tuple[nodes.Expression, ...], span: Span, scope: Scope) -> m.Expression:
    count = len(kind.key_columns)
    if len(keys) != count:
        el.world.report(say.no_such_key(span, kind.name, f"is looked up with {say.plural(count, 'key')}", kind.span))
        return el.unknown(span)
    found = []
    for key, name in zip(keys, kind.key_columns, strict=True):
        column = kind.columns.get(name)
        if column is None:  # said where the table is read
            return el.unknown(span)
        column.read = True
        found.append(el.expression(key, scope, strip(column.type)))
    type_: Type = Entity(kind)
    return m.FindRow(kind, tuple(found), type_ if kind.complete else Maybe(type_), span=span)


def index_grid(el: Elaborator, grid: Grid, e: nodes.Index, scope: Scope) -> m.Expression:
    if len(e.keys) != 2:
        el.world.report(say.no_such_key(e.span, grid.name, "is looked up with two keys", grid.span))
        return el.unknown(e.span)
    return read_cell(el, grid, el.expression(e.keys[0], scope, grid.row_type), e, scope)


def read_cell(el: Elaborator, grid: Grid, row: m.Expression, e: nodes.Index, scope: Scope) -> m.Expression:
    """The cell of a row in the column that the last key heads; where it is known to be there, it is not none."""
    grid.read = True
    column = el.expression(e.keys[-1], scope, grid.column_type)
    rows = (row.value,) if isinstance(row, m.Const) else grid.rows
    columns = (column.value,) if isinstance(column, m.Const) else grid.columns
    # The rows of a group are all there are; of a grid, only those that are written.
    is_one = isinstance(column, m.Const) and (isinstance(row, m.Const) or bool(grid.group))
    is_there = grid.complete or (is_one and all((r, c) in grid.cells for r in rows for c in columns))
    type_ = strip(grid.type) if is_there else grid.type
    return m.ReadGrid(grid, row, column, narrowed(el.world, e, type_, scope), span=e.span)
