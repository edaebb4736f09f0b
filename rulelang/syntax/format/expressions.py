"""Expressions as documents: one function for each kind of node, or one line of a `match`.

Outside brackets a line may be broken before `otherwise`, `or`, `and` and all signs, the loosest first;
in brackets also behind an opening bracket, between arguments, before `where` and behind its colon.
The author's brackets are nodes of their own, so that none have to be added here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulelang.syntax import nodes
from rulelang.syntax.format.document import NO_SPACE, SPACE, Document, Group, Nest, flat

Argument = nodes.Expression | nodes.Named | nodes.Over
# Operators that hold equally fast; those of one set are one chain.
COMPARISONS = frozenset({"=", "!=", "<", "<=", ">", ">="})
CHAINS = (frozenset({"or"}), frozenset({"and"}), COMPARISONS, frozenset({"+", "-"}), frozenset({"*", "/"}))


def format_expression(expression: nodes.Expression) -> str:
    """An expression on one line."""
    return flat(lay_expression(expression))


def lay_expression(expression: nodes.Expression) -> Document:
    """An expression that may be broken."""
    match expression:
        case nodes.Number() | nodes.Percent():
            return format_number(expression)
        case nodes.Text(value):
            return f'"{value}"'
        case nodes.Name(name):
            return name
        case nodes.Nothing():
            return "none"
        case nodes.Flag(value):
            return "yes" if value else "no"
        case nodes.ListOf(items):
            return bracketed("[", items, "]")
        case nodes.Group(inner):
            return bracketed("(", (inner,), ")")
        case nodes.Part(of, name):
            return lay_expression(of), f".{name}"
        case nodes.Index(of, keys):
            return lay_expression(of), bracketed("[", keys, "]")
        case nodes.Apply(function, arguments):
            return lay_expression(function), bracketed("(", arguments, ")")
        case nodes.Binary(operator):
            return lay_chain(links(expression)) if is_chain(expression) else lay_pair(expression, operator)
        case nodes.Is():
            words = "is" + " not" * expression.negated + " in" * expression.membership
            return operand(expression.left), f" {words} ", operand(expression.right)
        case nodes.Not(inner):
            return "not ", operand(inner)
        case nodes.Negative(inner):
            return "-", operand(inner)
        case nodes.Rounded(inner, direction):
            return operand(inner), f" rounded {direction}"
        case nodes.IfElse() | nodes.Default():
            return lay_chain(cases(expression))
        case _:
            assert_never(expression)


def format_number(number: nodes.Number | nodes.Percent) -> str:
    """A number as the author spelt it (he may have parted the thousands), if an author did."""
    spelt = f"{number.value}%" if isinstance(number, nodes.Percent) else str(number.value)
    written = number.span.text
    is_same = written and written.replace("_", "").lstrip("0") == spelt.lstrip("0")
    return written if is_same else spelt


def lay_pair(binary: nodes.Binary, operator: str) -> Document:
    """Two sides and an operator that begins no line; a range stands close."""
    sign = ".." if operator == ".." else f" {operator} "
    return operand(binary.left), sign, operand(binary.right)


# ---- chains ---------------------------------------------------------------------------------------


def is_chain(expression: Argument) -> bool:
    """Is it broken at operators of its own?"""
    match expression:
        case nodes.Binary(operator):
            return any(operator in chain for chain in CHAINS)
        case _:
            return isinstance(expression, nodes.IfElse | nodes.Default)


def lay_chain(parts: Sequence[Document], is_list: bool = False) -> Document:
    """Parts below one another, each but the first with its operator in front."""
    first, *more = parts
    return Group((first, *((SPACE, part) for part in more)), is_list)


def links(binary: nodes.Binary) -> list[Document]:
    """The operands of operators that hold equally fast."""
    chain = next(chain for chain in CHAINS if binary.operator in chain)
    found: list[Document] = []
    left: nodes.Expression = binary
    while isinstance(left, nodes.Binary) and left.operator in chain:
        found.append((f"{left.operator} ", operand(left.right)))
        left = left.left
    return [operand(left), *reversed(found)]


def cases(expression: nodes.Expression) -> list[Document]:
    """The cases of a conditional or default, in their order."""
    found: list[Document] = []
    word = ""
    while True:
        match expression:
            case nodes.IfElse(value, condition, other):
                found.append((word, operand(value), " if ", Nest(operand(condition))))
            case nodes.Default(value, other):
                found.append((word, operand(value)))
            case _:
                return [*found, (word, operand(expression))]
        expression, word = other, "otherwise "


def operand(expression: Argument) -> Document:
    """What stands beside an operator; its own operators, if they have to begin lines, are further in."""
    inner = lay_argument(expression)
    return Nest(inner) if is_chain(expression) or isinstance(expression, nodes.Over) else inner


# ---- brackets -------------------------------------------------------------------------------------


def bracketed(opening: str, arguments: Sequence[Argument], closing: str) -> Document:
    """What stands in brackets: all in the line, or all in the next, or each in a line of its own."""
    if not arguments:
        return opening + closing
    if len(arguments) == 1:
        return opening, Nest(lay_argument(arguments[0])), closing
    first, *more = map(operand, arguments)
    return in_brackets(opening, Group((first, *((",", SPACE, item) for item in more))), closing)


def in_brackets(opening: str, inner: Document, closing: str) -> Document:
    """Something in brackets that goes below if it does not fit."""
    return Group((opening, Nest((NO_SPACE, inner)), closing))


def lay_argument(argument: Argument) -> Document:
    """One argument: a value, `name: value`, or `name in values: value`."""
    match argument:
        case nodes.Named(name, value):
            return f"{name}: ", operand(value)
        case nodes.Over(binder, body):
            head = lay_binder(binder)
            return head if body is None else Group((head, ":", SPACE, lay_expression(body)))
        case _:
            return lay_expression(argument)


def lay_binder(binder: nodes.Binder) -> Document:
    """`name in source [where condition]`; the condition may go below the source."""
    source = f"{binder.name} in ", operand(binder.source)
    if binder.where is None:
        return source
    return Group((source, Nest((SPACE, "where ", lay_expression(binder.where)))))


# ---- in a line of rules ---------------------------------------------------------------------------


def part_value(value: nodes.Expression) -> Document:
    """What a line or clause is about: more than two cases are a list, with a line for each."""
    match value:
        case nodes.IfElse(other=nodes.IfElse()):
            return lay_chain(cases(value), is_list=True)
        case _:
            return lay_expression(value)


def part_values(values: tuple[nodes.Expression, ...]) -> Document:
    """Expressions with commas between them, outside brackets: no line ends at a comma."""
    first, *more = map(part_value, values)
    return (first, *((", ", value) for value in more))


def part_binders(binders: tuple[nodes.Binder, ...]) -> list[Document]:
    """Binders with commas between them, in parts: a line may be broken before each `where`."""
    first, *more = map(part_binder, binders)
    for run in more:
        last = first[-1]
        first = [*first[:-1], (last, ", ", run[0]), *run[1:]]
    return first


def part_binder(binder: nodes.Binder) -> list[Document]:
    """`name in source [where condition]`, in parts."""
    source: Document = (f"{binder.name} in ", lay_expression(binder.source))
    if binder.where is None:
        return [source]
    return [source, ("where ", lay_expression(binder.where))]
