"""Random syntax trees, and the same rules as a careless author would have written them.

Trees are made level by level as in the grammar, so that each can be printed without adding brackets.
`untidy` respaces a text without changing its rules: spaces, indentation, line breaks, comments.
"""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulelang.source import NOWHERE
from rulelang.syntax import nodes
from rulelang.syntax.format.line import can_continue

T = TypeVar("T")

# Besides plain names some that are also the beginning of a clause word.
NAMES = st.sampled_from(
    ("a", "b2", "ship", "price_of_things", "a_name_as_long_as_that", "round", "seen", "sorted", "refill", "once")
)
KEYWORDS = st.sampled_from(("kind", "rule", "zone", "value", "with", "at", "and"))
FIELD_NAMES = st.sampled_from(("label", "players", "from", "by", "status_of_the_thing"))
CLAUSE_WORDS = st.sampled_from(
    (
        *("of", "per", "when", "by", "from", "to", "for", "limit", "starts", "needs", "excludes", "with"),
        *("optional", "because", "printed", "reconstructed", "gives", "as", "prompt", "lasts", "after"),
        *("at once", "seen by", "sorted by", "refill from", "order chosen by"),
    )
)
# A word of the language without its value would be a mistake, but for these.
WORDS_ALONE = st.sampled_from(("optional", "printed", "reconstructed", "at once", "asked anyway"))
COMPARISONS = st.sampled_from(("=", "!=", "<", "<=", ">", ">=", "has"))
TEXTS = st.text("ab #|([{,'漢\N{COMBINING ACUTE ACCENT}\t\r", max_size=8)
RULE_NUMBERS = st.sampled_from(("MOT-1", "AB-017", "C3-9"))


def some(strategy: SearchStrategy[T], least: int = 0, most: int = 2) -> SearchStrategy[tuple[T, ...]]:
    """A short tuple."""
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


# ---- expressions ----------------------------------------------------------------------------------

Expressions = SearchStrategy[Any]


@cache
def atoms(depth: int) -> Expressions:
    """What stands alone; with depth left, brackets too."""
    leaves = st.one_of(
        NAMES.map(nodes.Name),
        st.integers(0, 2_000_000).map(nodes.Number),
        st.integers(0, 200).map(nodes.Percent),
        TEXTS.map(nodes.Text),
        st.just(nodes.Nothing()),
        st.booleans().map(nodes.Flag),
    )
    if not depth:
        return leaves
    inner = expressions(depth - 1)
    return st.one_of(leaves, inner.map(nodes.Group), some(inner).map(nodes.ListOf))


@cache
def postfixes(depth: int) -> Expressions:
    """Atoms with parts, keys and arguments behind them."""
    if not depth:
        return atoms(0)
    of = postfixes(depth - 1)
    return st.one_of(
        atoms(depth),
        st.builds(nodes.Part, of, NAMES, st.just(NOWHERE)),
        st.builds(nodes.Index, of, some(expressions(depth - 1), 1)),
        st.builds(nodes.Apply, of, some(arguments(depth - 1))),
    )


def arguments(depth: int) -> Expressions:
    """What may stand in the brackets of a call."""
    inner = expressions(depth)
    return st.one_of(
        inner,
        st.builds(nodes.Named, NAMES, inner),
        st.builds(nodes.Over, binders(depth), st.none() | inner),
    )


def binders(depth: int) -> SearchStrategy[nodes.Binder]:
    """`name in source [where condition]`"""
    inner = expressions(depth)
    return st.builds(nodes.Binder, NAMES, inner, st.none() | inner, st.just(NOWHERE))


def binary(operators: SearchStrategy[Any], left: Expressions, right: Expressions) -> Expressions:
    """Two sides and an operator."""
    return st.builds(nodes.Binary, operators, left, right)


def chains(operators: str | tuple[str, ...], operand: Expressions) -> Expressions:
    """Several operands with operators that hold equally fast: too much for a line, more often than not."""
    links = st.lists(st.tuples(st.sampled_from(operators), operand), min_size=1, max_size=4)
    return st.builds(chain, operand, links)


def chain(first: Any, links: list[tuple[Any, Any]]) -> Any:
    """Operands joined from the left."""
    for operator, operand in links:
        first = nodes.Binary(operator, first, operand)
    return first


@cache
def amounts(depth: int) -> Expressions:
    """Signs, products, sums, ranges and rounding."""
    unary: Expressions = postfixes(depth)
    if not depth:
        return unary
    unary = unary | postfixes(depth - 1).map(nodes.Negative)
    term = unary | binary(st.sampled_from("*/"), unary, unary)
    total = term | chains("+-", term)
    return st.one_of(
        total,
        st.builds(nodes.Rounded, total, NAMES),
        binary(st.just(".."), total, total),
    )


@cache
def conditions(depth: int) -> Expressions:
    """Comparisons, and what is made of them with `not`, `and` and `or`."""
    amount = amounts(depth)
    if not depth:
        return amount
    test = st.one_of(
        amount,
        binary(COMPARISONS, amount, amount),
        st.builds(nodes.Is, amount, amount, st.booleans(), st.booleans()),
    )
    test = test | test.map(nodes.Not)
    both = test | chains(("and",), test)
    return both | chains(("or",), both)


@cache
def expressions(depth: int = 2) -> Expressions:
    """Any expression, nested at most so deep."""
    whole = conditions(depth)
    if not depth:
        return whole
    rest = expressions(depth - 1)
    return st.one_of(
        whole,
        st.builds(nodes.IfElse, whole, whole, rest),
        st.builds(nodes.Default, whole, rest),
    )


# ---- lines ----------------------------------------------------------------------------------------

VALUES = some(expressions(1), 1)
CITES = some(st.builds(nodes.Cite, RULE_NUMBERS, RULE_NUMBERS), 1, 3).map(nodes.Cites)
CLAUSES: SearchStrategy[tuple[nodes.AnyClause, ...]] = some(
    st.builds(nodes.Clause, CLAUSE_WORDS, some(NAMES.map(nodes.Name), 1, 1) | VALUES)
    | st.builds(nodes.Clause, WORDS_ALONE, st.just(()))
    | CITES,
    0,
    3,
)
PATHS = some(NAMES, 1, 2).map(nodes.Path)
FIELD_PATHS = some(NAMES | FIELD_NAMES, 1, 2).map(nodes.Path)
ROWS = some(some(expressions(1)).map(nodes.Cell), 1, 4).map(nodes.Row)
PHRASES = st.builds(nodes.Phrase, TEXTS.map(nodes.Text), VALUES)
PARAMETERS = some(st.builds(nodes.Parameter, NAMES, st.none() | expressions(1)))
VERBS = st.sampled_from(("set", "add", "move", "fill", "pay", "need", "shuffle", "reveal"))

SIMPLE_STATEMENTS: SearchStrategy[Any] = st.one_of(
    st.builds(nodes.Let, NAMES, expressions(), st.just(NOWHERE)),
    st.builds(nodes.Act, VERBS, expressions(), CLAUSES),
    st.builds(nodes.Act, st.just("draw"), st.none() | expressions(1), CLAUSES),
    st.builds(nodes.Stop, st.none() | NAMES, CLAUSES),
    st.builds(nodes.Call, PATHS, some(arguments(1)), CLAUSES),
)


@cache
def bodies(depth: int) -> SearchStrategy[tuple[nodes.Item, ...]]:
    """A body with something in it."""
    return some(items(depth - 1), 1, 3)


@cache
def items(depth: int) -> SearchStrategy[Any]:
    """Anything that may stand in a body."""
    simple = st.one_of(SIMPLE_STATEMENTS, ROWS, ROWS, blocks(depth), fields(depth))
    return st.one_of(simple, branches(depth), loops(depth)) if depth else simple


@cache
def declarations(depth: int) -> SearchStrategy[Any]:
    """What may stand in the first column."""
    return st.one_of(blocks(depth), blocks(depth), fields(depth), PHRASES, ROWS, SIMPLE_STATEMENTS)


def blocks(depth: int) -> SearchStrategy[nodes.Block]:
    """Blocks, with and without a name, a label and a body."""
    body = st.just(()) | bodies(depth) if depth else st.just(())
    named = st.builds(nodes.Block, KEYWORDS, PATHS, st.none() | PARAMETERS, st.none() | TEXTS, CLAUSES, body)
    return named | st.builds(nodes.Block, KEYWORDS, st.none(), st.none(), st.none() | TEXTS, CLAUSES, body)


def fields(depth: int) -> SearchStrategy[nodes.Field]:
    """Fields, with and without values and a body."""
    body = st.just(()) | bodies(depth) if depth else st.just(())
    seen = some(st.builds(nodes.Clause, st.just("seen by"), VALUES), 0, 1)
    empty = st.builds(nodes.Field, FIELD_PATHS, st.just(()), seen, body)
    return empty | st.builds(nodes.Field, FIELD_PATHS, VALUES, CLAUSES, body)


def branches(depth: int) -> SearchStrategy[Any]:
    """Decisions and conditions."""
    body = bodies(depth)
    branch = st.tuples(expressions(1), body)
    return st.one_of(
        st.builds(nodes.Choose, some(binders(1)), CLAUSES, st.none() | body, st.none() | body),
        st.builds(nodes.If, some(branch, 1), st.none() | body),
    )


def loops(depth: int) -> SearchStrategy[Any]:
    """Loops over values, and with a bound."""
    body = bodies(depth)
    bounded = st.sampled_from(("times", "up_to", "while"))
    free = st.sampled_from(("until_done", "forever"))
    return st.one_of(
        st.builds(nodes.Each, some(binders(1), 1), CLAUSES, body),
        st.builds(nodes.Repeat, bounded, expressions(1), CLAUSES, body),
        st.builds(nodes.Repeat, free, st.none(), CLAUSES, body),
    )


def files() -> SearchStrategy[nodes.File]:
    """Whole files."""
    return some(declarations(3), 0, 4).map(nodes.File)


# ---- untidy texts ---------------------------------------------------------------------------------

_WORD = re.compile(
    r'\n *|[ \t]+|"[^"\n]*"|#.*|at once|asked anyway|seen by|sorted by|refill from|order chosen by'
    r"|[A-Z][A-Z0-9]*-\d+|\w+%?|\.\.|[!<>]=|."
)
# Words and signs before which a line may be broken outside brackets. An `otherwise` must have a value behind it.
BREAKABLE = re.compile(r" (?=(?:and|or|otherwise(?= +(?!if\b)[^ #]))\b|(?:[-+*/<>=]|[!<>]=) )")
REMARKS = ("# note", "#", "#x", "# a # b", '# "', "# (", "# 漢 ", "# and so on")


def respaced(text: str, random: Random) -> str:
    """The same lines with other spaces and another indentation, and line breaks in brackets."""
    step = random.randint(1, 5)
    lines = text.split("\n")
    return "\n".join(respaced_line(line, step, random) for line in lines)


def respaced_line(line: str, step: int, random: Random) -> str:
    """One line, respaced."""
    bare = line.lstrip(" ")
    lead = (len(line) - len(bare)) // 2 * step
    if bare.startswith("#"):
        return " " * lead + bare
    if not bare:
        return " " * random.randint(0, 3)
    if not bare.startswith("|"):
        bare = broken_before_operators(bare, lead, random)
    return " " * lead + "".join(respaced_words(bare, random)) + random.choice(("", "", " ", "\t"))


def broken_before_operators(bare: str, lead: int, random: Random) -> str:
    """A line with line ends before some of its operators, but not in its texts and comments."""
    parts = re.split(r'("[^"\n]*"|#.*)', bare)
    for at in range(0, len(parts), 2):
        parts[at] = BREAKABLE.sub(lambda _: broken_or_not(lead, random), parts[at])
    return "".join(parts)


def broken_or_not(lead: int, random: Random) -> str:
    return "\n" + " " * (lead + random.randint(1, 9)) if random.random() < 0.05 else " "


def respaced_words(bare: str, random: Random) -> list[str]:
    """The words of a line with other spaces between them."""
    words: list[str] = []
    depth = 0
    for match in _WORD.finditer(bare):
        word = match[0]
        if word.isspace():
            words.append(word if word.startswith("\n") or random.random() < 0.7 else word + random.choice(" \t"))
        elif depth and not word.startswith("#") and random.random() < 0.03:
            words.append(f"\n{' ' * random.randint(1, 9)}{word}")
        elif words and word in ".,:()[]+-*/=<>.." and random.random() < 0.1:
            words.append(f" {word} ")
        else:
            words.append(word)
        depth += (word in "([") - (word in ")]")
    return words


def with_margins(text: str, random: Random) -> str:
    """The same lines with more comments and blank lines between and behind them."""
    lines: list[str] = []
    for line in text.split("\n"):
        if not continues(lines, line):
            while random.random() < 0.15:
                lines.append(" " * random.randint(0, 8) + random.choice(("", *REMARKS)))
        is_plain = line.strip() and "#" not in line
        remark = random.choice(REMARKS) if is_plain and random.random() < 0.15 else ""
        lines.append(f"{line}{' ' * random.randint(0, 3)}{remark}" if remark else line)
    return "\n".join(lines)


def continues(lines: list[str], line: str) -> bool:
    """Does a line go on with the one above? Nothing may come between them then."""
    above = lines[-1].strip() if lines else ""
    return bool(above) and not above.startswith("#") and line.startswith(" ") and can_continue(line.lstrip())


def comments(text: str) -> list[str]:
    """The words of all comments of a text."""
    found = re.findall(r'"[^"\n]*"|(#[^\n]*)', text)
    return " ".join(found).split()
