"""The built-in functions: how each is called and what it gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import types as say
from rulelang.model import expressions as m
from rulelang.model.declarations import Column, Graph, Grid, Kind
from rulelang.model.resolve.changing import statements_of
from rulelang.model.resolve.expressions import FOLDS, FUNCTIONS, Elaborator
from rulelang.model.resolve.names import contract_cells
from rulelang.model.resolve.narrowing import is_some
from rulelang.model.types import (
    FLAG,
    NUMBER,
    TEXT,
    Action,
    Entity,
    Many,
    Maybe,
    Number,
    Type,
    Unknown,
    strip,
)
from rulelang.model.world import Scope, expression_path
from rulelang.source import NOWHERE, Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

Handler = Callable[[Elaborator, str, nodes.Apply, Scope], m.Expression]


def call(el: Elaborator, name: str, e: nodes.Apply, scope: Scope, want: Type | None) -> m.Expression:
    """A function applied to arguments."""
    if name in FOLDS and any(isinstance(a, nodes.Over) for a in e.arguments):
        return el.fold(name, e, scope)
    handler = HANDLERS.get(name)
    if scope.scenario and el.world.score is not None and name == el.world.score.name:
        handler = score_of
    if handler is None:
        if name in el.world.rules:
            el.world.report(
                say.wrong_type(e.span, "a rule", "a value", f"this place; write `can({name}(…))` to ask about it")
            )
        else:
            candidates = [*FUNCTIONS, *el.world.values, *el.world.rules]
            el.world.report(say_names.unknown_function(e.function.span, name, candidates))
        return el.unknown(e.span)
    return handler(el, name, e, scope)


def plain_arguments(el: Elaborator, name: str, e: nodes.Apply, low: int, high: int) -> list[Any] | None:
    """Arguments, if their number is right and none is a comprehension."""
    given = [a for a in e.arguments if not isinstance(a, nodes.Over | nodes.Named)]
    if len(given) != len(e.arguments) or not low <= len(given) <= high:
        wanted = say.plural(low, "argument") if low == high else f"{low} to {high} arguments"
        el.world.report(say.wrong_arguments(e.span, name, len(e.arguments), wanted, NOWHERE))
        return None
    return given


def many(el: Elaborator, e: nodes.Expression, scope: Scope) -> tuple[m.Expression, Type] | None:
    """An argument that must be a collection, and what it holds."""
    found = el.present(e, scope)
    if isinstance(found.type, Many):
        return found, found.type.inner
    if not isinstance(found.type, Unknown):
        el.world.report(say.not_a_list(e.span, str(found.type)))
    return None


def aggregate(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """count, sum, first, last, list, min, max of plain arguments."""
    if name in ("min", "max") and len(e.arguments) > 1:
        given = plain_arguments(el, name, e, 2, 9)
        if given is None:
            return el.unknown(e.span)
        numbers = tuple(el.number(a, scope) for a in given)
        money = any(isinstance(n.type, Number) and n.type.money for n in numbers)
        return m.Function(name, numbers, Number(money), span=e.span)
    given = plain_arguments(el, name, e, 1, 1)
    found = many(el, given[0], scope) if given else None
    if found is None or given is None:
        return el.unknown(e.span)
    items, inner = found
    some = is_some(el.world, items, given[0], scope)
    result: dict[str, Type] = {
        "count": NUMBER,
        "sum": NUMBER,
        "first": inner if some else Maybe(inner),
        "last": inner if some else Maybe(inner),
        "min": NUMBER if some else Maybe(NUMBER),
        "max": NUMBER if some else Maybe(NUMBER),
        "list": Many(inner),
        "any": FLAG,
    }
    if name not in result:
        el.world.report(say.fold_needs_body(e.span, name))
        return el.unknown(e.span)
    return m.Function({"any": "some"}.get(name, name), (items,), result[name], span=e.span)


def player_function(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """clockwise, counterclockwise, left, right of a player."""
    given = plain_arguments(el, name, e, 1, 1)
    if given is None:
        return el.unknown(e.span)
    player: Type = Entity(el.world.player)
    result = Many(player) if name in ("clockwise", "counterclockwise") else player
    return m.Function(name, (el.expression(given[0], scope, player),), result, span=e.span)


def seat(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """seat(p) is a player's number from 1; seat(n) the player with that number."""
    given = plain_arguments(el, name, e, 1, 1)
    if given is None:
        return el.unknown(e.span)
    one = el.present(given[0], scope)
    if not isinstance(one.type, Number):
        return m.Function("seat", (one,), NUMBER, span=e.span)
    match one:
        case m.Const(int(number)):
            index: m.Expression = m.Const(number - 1, NUMBER, span=e.span)
        case m.Arithmetic("+", index, m.Const(1)):
            pass
        case _:
            index = m.Arithmetic("-", one, m.Const(1, NUMBER, span=e.span), span=e.span)
    return m.Function("same", (index,), Entity(el.world.player), span=e.span)


def numbers(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """remainder(a, b) and abs(a)."""
    count = 2 if name == "remainder" else 1
    given = plain_arguments(el, name, e, count, count)
    if given is None:
        return el.unknown(e.span)
    return m.Function(name, tuple(el.number(a, scope) for a in given), NUMBER, span=e.span)


def other(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """other(x): the other piece of the same owner, or the other player."""
    given = plain_arguments(el, name, e, 1, 1)
    if given is None:
        return el.unknown(e.span)
    one = el.present(given[0], scope)
    return m.Function(name, (one,), one.type, span=e.span)


def of_list(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """different, reverse, top of a collection; take(list, n)."""
    count = 2 if name == "take" else 1
    given = plain_arguments(el, name, e, count, count)
    found = many(el, given[0], scope) if given else None
    if found is None or given is None:
        return el.unknown(e.span)
    items, inner = found
    if name == "top":
        some = is_some(el.world, items, given[0], scope)
        return m.Function("first", (items,), inner if some else Maybe(inner), span=e.span)
    extra = (el.number(given[1], scope),) if name == "take" else ()
    return m.Function(name, (items, *extra), Many(inner), span=e.span)


def position(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """position(x, list): where x stands, from 1; 0 if it does not."""
    given = plain_arguments(el, name, e, 2, 2)
    found = many(el, given[1], scope) if given else None
    if found is None or given is None:
        return el.unknown(e.span)
    return m.Function(name, (el.expression(given[0], scope, found[1]), found[0]), NUMBER, span=e.span)


def graph_of(el: Elaborator, kind: Kind, span: Span) -> Graph | None:
    """The map whose nodes are of a kind."""
    found = [g for g in el.world.graphs.values() if g.node.root is kind.root]
    if not found:
        el.world.report(say_names.unknown_kind(span, f"map of {kind.name}", ()))
        return None
    return found[0]


def ways(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """ways(place), ways(place, attribute), ways_into(…): ways out of, or into, a place."""
    given = plain_arguments(el, name, e, 1, 2)
    if given is None:
        return el.unknown(e.span)
    at = el.raw(given[0], scope, None)
    inner = strip(at.type)
    if not isinstance(inner, Entity):
        if not isinstance(inner, Unknown):
            el.world.report(say.wrong_type(given[0].span, str(at.type), "a place of a map"))
        return el.unknown(e.span)
    graph = graph_of(el, inner.kind, e.span)
    if graph is None:
        return el.unknown(e.span)
    extra: tuple[m.Expression, ...] = ()
    if len(given) == 2:
        if graph.attribute is None:
            el.world.report(say.wrong_arguments(e.span, name, 2, "1 argument", graph.span))
            return el.unknown(e.span)
        extra = (el.expression(given[1], scope, Entity(graph.attribute)),)
    return m.Function(name, (at, *extra), Many(Entity(graph.way)), graph, span=e.span)


def between_places(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """distance(a, b) in ways, or none; reaches(a, b); with a third argument by ways of that mark only."""
    given = plain_arguments(el, name, e, 2, 3)
    if given is None:
        return el.unknown(e.span)
    first = el.present(given[0], scope)
    if not isinstance(first.type, Entity):
        return el.unknown(e.span)
    graph = graph_of(el, first.type.kind, e.span)
    second = el.expression(given[1], scope, Entity(first.type.kind.root))
    by: tuple[m.Expression, ...] = ()
    if len(given) == 3 and graph is not None:
        if graph.attribute is None:
            el.world.report(say.wrong_arguments(e.span, name, 3, "2 arguments", graph.span))
            return el.unknown(e.span)
        by = (el.expression(given[2], scope, Entity(graph.attribute)),)
    result: Type = FLAG if name == "reaches" else Maybe(NUMBER)
    return m.Function(name, (first, second, *by), result, graph, span=e.span)


def can(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """can(rule(…)): do its needs hold?"""
    given = plain_arguments(el, name, e, 1, 1)
    if given is None:
        return el.unknown(e.span)
    asked = given[0]
    path = expression_path(asked.function) if isinstance(asked, nodes.Apply) else expression_path(asked)
    arguments: tuple[Any, ...] = asked.arguments if isinstance(asked, nodes.Apply) else ()
    if path == "perform":
        action = el.expression(arguments[0], scope, Action()) if arguments else el.unknown(e.span)
        more = tuple(el.raw(a, scope, None) for a in arguments[1:])
        return m.CanPerform(action, more, span=e.span)
    rule = el.world.rules.get(path or "")
    if rule is None:
        if path and path.split(".")[0] in scope.locals:
            return m.CanPerform(el.expression(asked, scope, Action()), (), span=e.span)
        el.world.report(say_names.unknown_rule(asked.span, path or asked.span.quoted, el.world.rules))
        return el.unknown(e.span)
    rule.called = True
    found = el.arguments(rule.name, rule.parameters, arguments, asked.span, rule.span, scope)
    return el.unknown(e.span) if found is None else m.Can(rule, found, span=e.span)


def acting(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """acting(a): is this rule, or this way of one, being carried out?"""
    given = plain_arguments(el, name, e, 1, 1)
    path = (expression_path(given[0]) if given else None) or ""
    rule, way = el.world.rules.get(path), way_called(el, path)
    if rule is None and way is None:
        el.world.report(say_names.unknown_rule(e.span, path, el.world.rules))
        return el.unknown(e.span)
    number = el.world.acting_tests.setdefault(path, len(el.world.acting_tests))
    said = m.Const(rule, Action()) if rule is not None else m.Const(way, TEXT)
    return m.Function("acting", (said, m.Const(number, NUMBER)), FLAG, span=e.span)


def way_called(el: Elaborator, path: str) -> str | None:
    """What a way is called that is named with its rule, as `market.sell`, if there is one."""
    name, _, wanted = path.rpartition(".")
    rule = el.world.rules.get(name)
    for item in statements_of(rule.syntax.body) if rule is not None and rule.syntax is not None else ():
        if isinstance(item, nodes.Block) and item.keyword == "way" and str(item.path) == wanted:
            return item.label or wanted.replace("_", " ")
    return None


def column_contract(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """increasing(c), decreasing(c), unique(c), total(c) of a column of the table it stands in."""
    given = plain_arguments(el, name, e, 1, 1)
    if given is None:
        return el.unknown(e.span)
    items: m.Expression | None = contract_cells(scope, given[0])
    if items is None:
        found = many(el, given[0], scope)
        if found is None:
            return el.unknown(e.span)
        items = found[0]
    return m.Function(name, (items,), NUMBER if name == "total" else FLAG, span=e.span)


def complete(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """complete(column[, range]): a row for every value."""
    table = scope.contract
    given = plain_arguments(el, name, e, 1, 2)
    if given is None or table is None or not isinstance(given[0], nodes.Name):
        el.world.report(say.no_such_key(e.span, "complete", "takes columns of the table it stands in", NOWHERE))
        return el.unknown(e.span)
    found = contract_cells(scope, given[0]) if isinstance(table, Kind) else full_rows(table, given[0])
    if found is None or not isinstance(found.type, Many):
        known = list(table.columns) if isinstance(table, Kind) else [table.key]
        el.world.report(say_names.unknown_part(given[0].span, given[0].name, table.name, known, table.span))
        return el.unknown(e.span)
    pair = table.columns.get(given[-1].name) if isinstance(table, Kind) and isinstance(given[-1], nodes.Name) else None
    if isinstance(table, Kind) and len(given) == 2 and pair is not None:
        return pair_complete(el, e, table, table.columns[given[0].name], pair)
    if len(given) == 2:
        wanted = el.raw(given[1], scope, None)
    else:
        inner = strip(found.type.inner)
        if not isinstance(inner, Entity):
            el.world.report(say.wrong_arguments(e.span, name, 1, "2 arguments for a column of numbers", NOWHERE))
            return el.unknown(e.span)
        wanted = m.All(inner.kind, Many(inner))
    return m.Function(name, (found, wanted), FLAG, span=e.span)


def full_rows(grid: Grid, e: nodes.Name) -> m.Const | None:
    """The keys of the rows of a grid in which no cell is blank."""
    if e.name != grid.key:
        return None
    full = tuple(row for row in grid.rows if all((row, column) in grid.cells for column in grid.columns))
    return m.Const(full, Many(grid.row_type), span=e.span)


def pair_complete(el: Elaborator, e: nodes.Apply, table: Kind, one: Column, two: Column) -> m.Expression:
    """complete(a, b): a row for every pair of values."""
    two.read = True
    pairs = m.Const(tuple(zip(one.values, two.values, strict=True)), Many(NUMBER))
    domains = []
    for column in (one, two):
        inner = strip(column.type)
        domains.append(inner.kind.ids if isinstance(inner, Entity) else tuple(dict.fromkeys(column.values)))
    unordered = m.Const(table.sort == "unordered", FLAG)
    return m.Function(
        "complete_pairs",
        (pairs, m.Const(domains[0], Many(NUMBER)), m.Const(domains[1], Many(NUMBER)), unordered),
        FLAG,
        span=e.span,
    )


def graph_contract(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """leads_onward() and connected() of the map they stand in."""
    table = scope.contract
    for graph in el.world.graphs.values():
        if graph.way is table:
            return m.Function(name, (), FLAG, graph, span=e.span)
    el.world.report(say.no_such_key(e.span, name, "stands in a `map`", NOWHERE))
    return el.unknown(e.span)


def scenario_function(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """What only scenarios ask: offered, why_not, hidden, over, winner, asked."""
    if not scope.scenario:
        el.world.report(say_names.unknown_function(e.function.span, name, [*FOLDS, *el.world.values]))
        return el.unknown(e.span)
    if name == "over":
        return m.Function("over", (), FLAG, span=e.span)
    if not e.arguments:
        el.world.report(say.wrong_arguments(e.span, name, 0, "at least 1 argument", NOWHERE))
        return el.unknown(e.span)
    if name == "winner":
        player = el.expression(e.arguments[0], scope, Entity(el.world.player))  # type: ignore[arg-type]
        return m.Function("winner", (player,), FLAG, span=e.span)
    if name == "asked":
        player = el.expression(e.arguments[0], scope, Entity(el.world.player))  # type: ignore[arg-type]
        return m.Function("asked", (player,), FLAG, span=e.span)
    if name == "offered":
        first, *rest = e.arguments
        player = el.expression(first, scope, Entity(el.world.player))  # type: ignore[arg-type]
        steps = tuple(scenario_key(el, a, scope) for a in rest)
        return m.Function("offered", (player, *steps), FLAG, span=e.span)
    if name == "why_not":
        asked = e.arguments[0]
        if isinstance(asked, nodes.Apply) and (is_rule(el, asked.function) or not is_way(el, asked.function)):
            return m.Function(
                "why_not_rule",
                (can(el, "can", nodes.Apply(e.function, (asked,), span=e.span), scope),),
                TEXT,
                span=e.span,
            )
        return m.Function("why_not_option", (scenario_key(el, asked, scope),), TEXT, span=e.span)
    return hidden(el, name, e, scope)


def score_of(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """points(p): what the score says of a player, in a scenario."""
    given = plain_arguments(el, name, e, 1, 1)
    if given is None:
        return el.unknown(e.span)
    player = el.expression(given[0], scope, Entity(el.world.player))
    return m.Function("score_of", (player,), NUMBER, span=e.span)


def hidden(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """hidden(card, p), hidden(field, p): is a card, or the value of a field, out of a player's sight?"""
    given = plain_arguments(el, name, e, 2, 2)
    if given is None:
        return el.unknown(e.span)
    what = el.raw(given[0], scope, None)
    inner = strip(what.type)
    is_card = isinstance(inner, Entity) and inner.kind.root.sort == "card"
    if not is_card and not isinstance(what, m.ReadField) and not isinstance(inner, Unknown):
        el.world.report(say.wrong_type(given[0].span, str(what.type), "a card or a field"))
        return el.unknown(e.span)
    player = el.expression(given[1], scope, Entity(el.world.player))
    return m.Function("hidden" if is_card else "hidden_field", (what, player), FLAG, span=e.span)


def scenario_key(el: Elaborator, e: Any, scope: Scope) -> m.Expression:
    """A choice named in a scenario: a bare word stands for itself, anything else is looked up."""
    if isinstance(e, nodes.Name) and e.name not in scope.locals:
        return m.Const(e.name, TEXT, span=e.span)
    if isinstance(e, nodes.Number):
        return m.Const(str(e.value), TEXT, span=e.span)
    if isinstance(e, nodes.Text):
        return m.Const(e.value, TEXT, span=e.span)
    if isinstance(e, nodes.Flag):
        return m.Const("yes" if e.value else "no", TEXT, span=e.span)
    if isinstance(e, nodes.Nothing):
        return m.Const("none", TEXT, span=e.span)
    if isinstance(e, nodes.ListOf):
        parts = tuple(scenario_key(el, x, scope) for x in e.items)
        return m.Function("joint_key", parts, TEXT, span=e.span)
    if isinstance(e, nodes.Apply) and (is_way(el, e.function) or is_window(el, e.function)):
        name = m.Const(spell(e.function), TEXT, span=e.span)
        how = "way_key" if is_way(el, e.function) else "joint_key"
        return m.Function(how, (name, *(scenario_key(el, x, scope) for x in e.arguments)), TEXT, span=e.span)
    found = el.raw(e, scope, None)
    return m.Function("key_of", (found,), TEXT, span=e.span)


def is_rule(el: Elaborator, e: nodes.Expression) -> bool:
    return spell(e) in el.world.rules


def is_way(el: Elaborator, e: nodes.Expression) -> bool:
    """Is this the name of a way that has parameters?"""
    return any(way.name == spell(e) and way.binders for choose in el.world.chooses for way in choose.ways)


def is_window(el: Elaborator, e: nodes.Expression) -> bool:
    return any(window.name == spell(e) for window in el.world.windows)


def rows(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """rows(): how many rows the table has."""
    table = scope.contract
    size = len(table.ids) if isinstance(table, Kind) else len(table.rows) if table else 0
    if any(graph.way is table and not graph.directed for graph in el.world.graphs.values()):
        size //= 2  # a way that goes both ways is two
    return m.Const(size, NUMBER, span=e.span)


def title(el: Elaborator, name: str, e: nodes.Apply, scope: Scope) -> m.Expression:
    """title(card): the same for all copies of a card."""
    given = plain_arguments(el, name, e, 1, 1)
    if given is None:
        return el.unknown(e.span)
    return m.Function("title", (el.present(given[0], scope),), NUMBER, span=e.span)


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(FOLDS, aggregate),
    **dict.fromkeys(("clockwise", "counterclockwise", "left", "right"), player_function),
    "seat": seat,
    "remainder": numbers,
    "abs": numbers,
    "other": other,
    **dict.fromkeys(("different", "reverse", "top", "take"), of_list),
    "position": position,
    "ways": ways,
    "ways_into": ways,
    "distance": between_places,
    "reaches": between_places,
    "can": can,
    "acting": acting,
    **dict.fromkeys(("increasing", "decreasing", "unique", "total"), column_contract),
    "complete": complete,
    "leads_onward": graph_contract,
    "connected": graph_contract,
    "rows": rows,
    "title": title,
    **dict.fromkeys(("offered", "why_not", "hidden", "over", "winner", "asked"), scenario_function),
}
