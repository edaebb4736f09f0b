"""Expressions as text: one function for each kind of node, or one line of a `match`.

The author's brackets are nodes of their own, so that none have to be added here.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.syntax import nodes
from rulelang.syntax.line import Chunk, Rank


def format_expression(expression: nodes.Expression) -> str:
    """An expression on one line."""
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
            return f"[{format_values(items)}]"
        case nodes.Group(inner):
            return f"({format_expression(inner)})"
        case nodes.Part(of, name):
            return f"{format_expression(of)}.{name}"
        case nodes.Index(of, keys):
            return f"{format_expression(of)}[{format_values(keys)}]"
        case nodes.Apply(function, arguments):
            return f"{format_expression(function)}({format_arguments(arguments)})"
        case nodes.Binary():
            return format_binary(expression)
        case nodes.Is():
            return format_is(expression)
        case nodes.Not(inner):
            return f"not {format_expression(inner)}"
        case nodes.Negative(inner):
            return f"-{format_expression(inner)}"
        case nodes.Rounded(inner, direction):
            return f"{format_expression(inner)} rounded {direction}"
        case nodes.IfElse(value, condition, other):
            then = f"{format_expression(value)} if {format_expression(condition)}"
            return f"{then} otherwise {format_expression(other)}"
        case nodes.Default(value, other):
            return f"{format_expression(value)} otherwise {format_expression(other)}"
        case _:
            assert_never(expression)


def format_number(number: nodes.Number | nodes.Percent) -> str:
    """A number as the author spelt it (he may have parted the thousands), if an author did."""
    spelt = f"{number.value}%" if isinstance(number, nodes.Percent) else str(number.value)
    written = number.span.text
    is_same = written and written.replace("_", "").lstrip("0") == spelt.lstrip("0")
    return written if is_same else spelt


def format_binary(binary: nodes.Binary) -> str:
    """Two sides and the operator between them; a range stands close."""
    sign = ".." if binary.operator == ".." else f" {binary.operator} "
    return format_expression(binary.left) + sign + format_expression(binary.right)


def format_is(test: nodes.Is) -> str:
    """`left is [not] [in] right`"""
    words = "is" + " not" * test.negated + " in" * test.membership
    return f"{format_expression(test.left)} {words} {format_expression(test.right)}"


def format_values(values: tuple[nodes.Expression, ...]) -> str:
    """Expressions with commas between them."""
    return ", ".join(format_expression(value) for value in values)


def format_arguments(arguments: tuple[nodes.Expression | nodes.Named | nodes.Over, ...]) -> str:
    """What stands in the brackets of a call."""
    return ", ".join(format_argument(argument) for argument in arguments)


def format_argument(argument: nodes.Expression | nodes.Named | nodes.Over) -> str:
    """One argument: a value, `name: value`, or `name in values: value`."""
    match argument:
        case nodes.Named(name, value):
            return f"{name}: {format_expression(value)}"
        case nodes.Over(binder, body):
            return format_binder(binder) + ("" if body is None else f": {format_expression(body)}")
        case _:
            return format_expression(argument)


def format_binder(binder: nodes.Binder) -> str:
    """`name in source [where condition]`"""
    where = "" if binder.where is None else f" where {format_expression(binder.where)}"
    return f"{binder.name} in {format_expression(binder.source)}{where}"


# ---- expressions that may be broken ---------------------------------------------------------------


def part_expression(expression: nodes.Expression) -> list[Chunk]:
    """An expression in chunks: it may be broken before an `and` or `or` outside all brackets."""
    match expression:
        case nodes.Binary("and" | "or" as word, left, right):
            first, *more = part_expression(right)
            rank = Rank.AND if word == "and" else Rank.OR
            return [*part_expression(left), Chunk(f"{word} {first.text}", rank), *more]
        case _:
            return [Chunk(format_expression(expression))]


def part_values(values: tuple[nodes.Expression, ...]) -> list[Chunk]:
    """Expressions with commas between them, in chunks."""
    return with_commas([part_expression(value) for value in values])


def part_binders(binders: tuple[nodes.Binder, ...]) -> list[Chunk]:
    """Binders with commas between them, in chunks: each may be broken before its `where`."""
    return with_commas([part_binder(binder) for binder in binders])


def part_binder(binder: nodes.Binder) -> list[Chunk]:
    """`name in source [where condition]`, in chunks."""
    chunks = preceded(f"{binder.name} in ", part_expression(binder.source))
    if binder.where is None:
        return chunks
    return [*chunks, *preceded("where ", part_expression(binder.where))]


def preceded(words: str, chunks: list[Chunk]) -> list[Chunk]:
    """Chunks with words in front."""
    return [Chunk(words + chunks[0].text), *chunks[1:]]


def with_commas(runs: list[list[Chunk]]) -> list[Chunk]:
    """Runs of chunks with commas between them; no break is made after a comma."""
    joint = runs[0]
    for run in runs[1:]:
        last = joint[-1]
        joint = [*joint[:-1], Chunk(f"{last.text}, {run[0].text}", last.rank), *run[1:]]
    return joint
