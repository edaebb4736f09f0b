"""The syntax tree as lines to be printed, one for each line of rules: one function a kind of node.

Lines come in the order in which the author wrote them, and there are as many: what the tree does not
hold (comments, blank lines) is put back by counting them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, zip_longest
from typing import assert_never

from rulelang.diagnostics.render.columns import width
from rulelang.syntax import nodes
from rulelang.syntax.format.document import SPACE, Document, Group, flat
from rulelang.syntax.format.expressions import (
    bracketed,
    in_brackets,
    lay_binder,
    lay_expression,
    part_binders,
    part_value,
    part_values,
)
from rulelang.syntax.format.line import Line, beside, can_continue

# A name and the clause word behind it which one space apart would be read as one clause word.
FUSING = frozenset({("seen", "by"), ("sorted", "by"), ("refill", "from")})


def format_file(file: nodes.File) -> list[Line]:
    """All lines of a file."""
    return list(format_body(file.items, 0))


def format_body(items: tuple[nodes.Item, ...], depth: int) -> Iterator[Line]:
    """The lines of a body; rows that stand together share their columns."""
    for is_table, run in groupby(items, lambda item: isinstance(item, nodes.Row)):
        if is_table:
            yield from format_table([row for row in run if isinstance(row, nodes.Row)], depth)
        else:
            for item in run:
                yield from format_item(item, depth)


def format_item(item: nodes.Item, depth: int) -> Iterator[Line]:
    """The lines of one item."""
    match item:
        case nodes.Field():
            yield from format_field(item, depth)
        case nodes.Phrase():
            yield Line(depth, (flat((part_values((item.text,)), ": ", part_values(item.values))),))
        case nodes.Row():
            yield from format_table([item], depth)
        case nodes.Block():
            yield from format_block(item, depth)
        case nodes.Let():
            yield format_let(item, depth)
        case nodes.Act():
            yield format_act(item, depth)
        case nodes.Choose():
            yield from format_choose(item, depth)
        case nodes.Each():
            yield from format_each(item, depth)
        case nodes.Repeat():
            yield from format_repeat(item, depth)
        case nodes.If():
            yield from format_if(item, depth)
        case nodes.Stop():
            yield format_stop(item, depth)
        case nodes.Call():
            yield format_call(item, depth)
        case _:
            assert_never(item)


# ---- data -------------------------------------------------------------------------------------------


def format_field(field: nodes.Field, depth: int) -> Iterator[Line]:
    """`path: values clauses` and its body."""
    head: Document = f"{field.path}:"
    if field.values:
        head = head, " ", part_values(field.values)
    parts = with_clauses([head], field.clauses, lone_name(field.values))
    yield Line(depth, parts, opens=not field.values)
    yield from format_says(field.says, depth + 1)
    yield from format_body(field.body, depth + 1)


def format_table(rows: list[nodes.Row], depth: int) -> Iterator[Line]:
    """Rows with their columns aligned."""
    texts = [[format_cell(cell) for cell in row.cells] for row in rows]
    widths = [max(map(width, column)) for column in zip_longest(*texts, fillvalue="")]
    for row in texts:
        yield Line(depth, (format_row(row, widths),))


def format_row(cells: list[str], widths: list[int]) -> str:
    """One row, its cells padded to the widths of the columns."""
    padded = [cell + " " * (room - width(cell)) for cell, room in zip(cells, widths, strict=False)]
    return f"| {' | '.join(padded)} |"


def format_cell(cell: nodes.Cell) -> str:
    """The values of a cell, or the dash of an empty one."""
    return flat(part_values(cell.values)) if cell.values else "-"


def format_block(block: nodes.Block, depth: int) -> Iterator[Line]:
    """`keyword path(parameters) "label" clauses` and its body."""
    head: Document = "add to" if block.keyword == "add" else block.keyword
    if block.path is not None:
        head = head, f" {block.path}", lay_parameters(block.parameters), lay_place(block.place)
    if block.label is not None:
        head = head, f' "{block.label}"'
    is_bare = block.path is not None and block.parameters is None and block.place is None and block.label is None
    yield Line(depth, with_clauses([head], block.clauses, str(block.path) if is_bare else ""), opens=True)
    yield from format_says(block.says, depth + 1)
    yield from format_body(block.body, depth + 1)


def lay_place(place: nodes.Place | None) -> Document:
    """`[keys].column`"""
    if place is None:
        return ""
    return bracketed("[", place.keys, "]"), "" if place.column is None else f".{place.column}"


def format_says(says: nodes.Says | None, depth: int) -> Iterator[Line]:
    """The sentence that a body begins with, if there is one."""
    if says is not None:
        yield Line(depth, (f'says "{says.text.value}"' if says.text is not None else "says none",))


def format_parameters(parameters: tuple[nodes.Parameter, ...] | None) -> str:
    """The parameters of a block in their brackets, if it has any brackets, on one line."""
    return flat(lay_parameters(parameters))


def lay_parameters(parameters: tuple[nodes.Parameter, ...] | None) -> Document:
    """The parameters of a block in their brackets, if it has any brackets."""
    if not parameters:
        return "" if parameters is None else "()"
    first, *more = map(lay_parameter, parameters)
    # As many in a line as there is room for: they are short, and belong together.
    return in_brackets("(", (first, *((",", Group((SPACE, item))) for item in more)), ")")


def lay_parameter(parameter: nodes.Parameter) -> Document:
    """`name` or `name: type`, or `name in source where condition`"""
    if parameter.binder is not None:
        return lay_binder(parameter.binder)
    return parameter.name if parameter.type is None else (f"{parameter.name}: ", lay_expression(parameter.type))


# ---- clauses ----------------------------------------------------------------------------------------


def with_clauses(head: list[Document], clauses: tuple[nodes.AnyClause, ...], last: str = "") -> tuple[Document, ...]:
    """A line's first words and its clauses.

    `last` is the name the first words end with, where a clause could have stood in its place.
    """
    parts = head
    for clause in clauses:
        if (last, clause.word) in FUSING:
            parts = [*parts[:-1], (parts[-1], " ")]
        more = lay_clause(clause)
        parts = [*parts, more] if can_continue(flat(more)) else beside(parts, [more])
        last = lone_name(clause.values) if isinstance(clause, nodes.Clause) else ""
    return tuple(parts)


def lone_name(values: tuple[nodes.Expression, ...]) -> str:
    """The name that is all there is of these values."""
    match values:
        case (nodes.Name(name),):
            return name
        case _:
            return ""


def format_clause(clause: nodes.AnyClause) -> str:
    """A clause on one line."""
    return flat(lay_clause(clause))


def lay_clause(clause: nodes.AnyClause) -> Document:
    """`word values`"""
    match clause:
        case nodes.Cites(cites):
            return f"cites {', '.join(map(format_cite, cites))}"
        case nodes.Clause(word, ()):
            return word
        case nodes.Clause("costing" as word, (amount, nodes.Text() as unit)):
            return f"{word} ", lay_expression(amount), " ", lay_expression(unit)
        case nodes.Clause(word, values):
            return f"{word} ", part_values(values)
        case _:
            assert_never(clause)


def format_cite(cite: nodes.Cite) -> str:
    """One printed rule, or the first and the last of a run."""
    return cite.first if cite.first == cite.last else f"{cite.first}..{cite.last}"


# ---- statements -------------------------------------------------------------------------------------


def format_let(let: nodes.Let, depth: int) -> Line:
    """`let name = value`"""
    return Line(depth, ((f"let {let.name} = ", part_value(let.value)),))


def format_act(act: nodes.Act, depth: int) -> Line:
    """A verb, what it is done to, and clauses."""
    if act.subject is None:
        return Line(depth, with_clauses([act.verb], act.clauses))
    last = lone_name((act.subject,)) if act.verb == "draw" else ""
    return Line(depth, with_clauses([(f"{act.verb} ", part_value(act.subject))], act.clauses, last))


def format_choose(choose: nodes.Choose, depth: int) -> Iterator[Line]:
    """A decision, what follows from it, and what if there is nothing to choose."""
    first: Document = "choose" if choose.several is None else ("choose ", part_value(choose.several))
    head = beside([first], part_binders(choose.binders) if choose.binders else ["one"])
    yield Line(depth, with_clauses(head, choose.clauses), opens=True)
    yield from format_body(choose.body or (), depth + 1)
    yield from format_otherwise(choose.otherwise, depth)


def format_otherwise(body: tuple[nodes.Item, ...] | None, depth: int) -> Iterator[Line]:
    """`otherwise` and its body, if there is one."""
    if body is not None:
        yield Line(depth, ("otherwise",), opens=True)
        yield from format_body(body, depth + 1)


def format_each(each: nodes.Each, depth: int) -> Iterator[Line]:
    """A loop over values."""
    head = beside(["each"], part_binders(each.binders))
    yield Line(depth, with_clauses(head, each.clauses), opens=True)
    yield from format_body(each.body, depth + 1)


def format_repeat(repeat: nodes.Repeat, depth: int) -> Iterator[Line]:
    """A loop with a bound."""
    yield Line(depth, with_clauses([lay_bound(repeat)], repeat.clauses), opens=True)
    yield from format_body(repeat.body, depth + 1)


def lay_bound(repeat: nodes.Repeat) -> Document:
    """The first words of a loop: how often, or how long."""
    count = "" if repeat.count is None else lay_expression(repeat.count)
    condition = "" if repeat.condition is None else (" while ", lay_expression(repeat.condition))
    match repeat.mode:
        case "times":
            return "repeat ", count, " times"
        case "up_to":
            return "repeat up to ", count, " times", condition
        case "while":
            return "repeat", condition
        case "until_done":
            return "repeat until done"
        case "forever":
            return "repeat forever"
        case _:
            assert_never(repeat.mode)


def format_if(test: nodes.If, depth: int) -> Iterator[Line]:
    """The branches, each with its condition, and what else."""
    words = "if "
    for condition, body in test.branches:
        yield Line(depth, ((words, lay_expression(condition)),), opens=True)
        yield from format_body(body, depth + 1)
        words = "otherwise if "
    yield from format_otherwise(test.otherwise, depth)


def format_stop(stop: nodes.Stop, depth: int) -> Line:
    """The end of a rule, a round or the game."""
    head = "stop" if stop.what is None else f"stop {stop.what}"
    return Line(depth, with_clauses([head], stop.clauses, stop.what or ""))


def format_call(call: nodes.Call, depth: int) -> Line:
    """`rule(arguments)`"""
    head = str(call.path), bracketed("(", call.arguments, ")")
    return Line(depth, with_clauses([head], call.clauses))
