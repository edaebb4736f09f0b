"""The syntax tree: exactly what the author wrote, each node with its span.

Trees compare by meaning: spans take no part in equality.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from rulelang.source import NOWHERE, Span


def span_field() -> Span:
    """The place of a node; not part of what the node means."""
    return field(default=NOWHERE, eq=False, repr=False, kw_only=True)


# ---- expressions ----------------------------------------------------------------------------------


@frozen
class Number:
    value: int
    span: Span = span_field()


@frozen
class Percent:
    value: int
    span: Span = span_field()


@frozen
class Text:
    value: str
    span: Span = span_field()


@frozen
class Name:
    name: str
    span: Span = span_field()


@frozen
class Nothing:
    """The word `none`."""

    span: Span = span_field()


@frozen
class Flag:
    """`yes` or `no`."""

    value: bool
    span: Span = span_field()


@frozen
class ListOf:
    items: tuple[Expression, ...]
    span: Span = span_field()


@frozen
class Group:
    """Parentheses, kept so that the formatter can print them."""

    inner: Expression
    span: Span = span_field()


@frozen
class Part:
    """`of.name`"""

    of: Expression
    name: str
    name_span: Span = field(eq=False, repr=False)
    span: Span = span_field()


@frozen
class Index:
    """`of[keys]`"""

    of: Expression
    keys: tuple[Expression, ...]
    span: Span = span_field()


@frozen
class Named:
    """A named argument, `name: value`."""

    name: str
    value: Expression
    span: Span = span_field()


@frozen
class Binder:
    """`name in source [where condition]`"""

    name: str
    source: Expression
    where: Expression | None
    name_span: Span = field(eq=False, repr=False)
    span: Span = span_field()


@frozen
class Over:
    """A comprehension inside a function's brackets: `x in E where C: body`."""

    binder: Binder
    body: Expression | None
    span: Span = span_field()


Argument = "Expression | Named | Over"


@frozen
class Apply:
    """`function(arguments)`"""

    function: Expression
    arguments: tuple[Expression | Named | Over, ...]
    span: Span = span_field()


BinaryOperator = Literal["+", "-", "*", "/", "..", "=", "!=", "<", "<=", ">", ">=", "and", "or", "has"]


@frozen
class Binary:
    operator: BinaryOperator
    left: Expression
    right: Expression
    span: Span = span_field()


@frozen
class Is:
    """`left is [not] [in] right`"""

    left: Expression
    right: Expression
    negated: bool = False
    membership: bool = False
    span: Span = span_field()


@frozen
class Not:
    inner: Expression
    span: Span = span_field()


@frozen
class Negative:
    inner: Expression
    span: Span = span_field()


@frozen
class Rounded:
    inner: Expression
    direction: str
    span: Span = span_field()


@frozen
class IfElse:
    """`value if condition otherwise other`"""

    value: Expression
    condition: Expression
    other: Expression
    span: Span = span_field()


@frozen
class Default:
    """`value otherwise other`, for a value that may be none."""

    value: Expression
    other: Expression
    span: Span = span_field()


Expression = (
    Number
    | Percent
    | Text
    | Name
    | Nothing
    | Flag
    | ListOf
    | Group
    | Part
    | Index
    | Apply
    | Binary
    | Is
    | Not
    | Negative
    | Rounded
    | IfElse
    | Default
)


# ---- lines ------------------------------------------------------------------------------------------


@frozen
class Clause:
    """`word values`, behind a block, a field or a statement."""

    word: str
    values: tuple[Expression, ...]
    span: Span = span_field()


@frozen
class Cite:
    """One printed rule, or a run of them (`MOT-105..MOT-120`)."""

    first: str
    last: str
    span: Span = span_field()


@frozen
class Cites:
    """The clause `cites …`."""

    cites: tuple[Cite, ...]
    word: str = field(default="cites", init=False)
    span: Span = span_field()


AnyClause = Clause | Cites


class HasClauses:
    """Something that clauses may stand behind."""

    __slots__ = ()
    clauses: tuple[AnyClause, ...]

    def clause(self, word: str) -> Clause | None:
        """The clause with a word, if there is one."""
        return next((c for c in self.clauses if isinstance(c, Clause) and c.word == word), None)

    @property
    def cites(self) -> tuple[Cites, ...]:
        return tuple(c for c in self.clauses if isinstance(c, Cites))


class HasMembers:
    """A block, which holds fields and further blocks."""

    __slots__ = ()
    body: tuple[Item, ...]

    def field(self, name: str) -> Field | None:
        """The field with a name, if there is one."""
        return next((i for i in self.body if isinstance(i, Field) and str(i.path) == name), None)

    def value(self, name: str) -> Expression | None:
        """The first value of a field, if it has one."""
        found = self.field(name)
        return found.values[0] if found is not None and found.values else None

    def member(self, keyword: str) -> Block | None:
        """The inner block with a keyword, if there is one."""
        return next((i for i in self.body if isinstance(i, Block) and i.keyword == keyword), None)


@frozen
class Path:
    """Dotted names."""

    names: tuple[str, ...]
    span: Span = span_field()

    def __str__(self) -> str:
        return ".".join(self.names)


@frozen
class Says:
    """The sentence that sheets print for what it stands in; with no text that is not told at all.

    `words` is what it is in other languages. It changes nothing at the table, so no hash of rules sees it.
    """

    text: Text | None
    words: tuple[tuple[str, Text], ...] = field(default=(), eq=False)
    span: Span = span_field()


@frozen
class Field(HasClauses):
    path: Path
    values: tuple[Expression, ...]
    clauses: tuple[AnyClause, ...]
    body: tuple[Item, ...]
    says: Says | None = field(default=None, repr=False, kw_only=True)
    span: Span = span_field()


@frozen
class Phrase:
    """A text and what it is in another language."""

    text: Text
    values: tuple[Expression, ...]
    span: Span = span_field()


@frozen
class Cell:
    """A table cell; no values: blank (`-`)."""

    values: tuple[Expression, ...]
    span: Span = span_field()


@frozen
class Row:
    cells: tuple[Cell, ...]
    span: Span = span_field()


@frozen
class Parameter:
    """`name: type`; of a way `name in source where condition`, and then there is a binder."""

    name: str
    type: Expression | None
    binder: Binder | None = field(default=None, kw_only=True)
    span: Span = span_field()


@frozen
class Place:
    """`[keys].column`: a cell of a table, or without the column a row of it."""

    keys: tuple[Expression, ...]
    column: str | None
    span: Span = span_field()


@frozen
class Block(HasClauses, HasMembers):
    keyword: str
    path: Path | None
    parameters: tuple[Parameter, ...] | None
    label: str | None
    clauses: tuple[AnyClause, ...]
    body: tuple[Item, ...]
    place: Place | None = field(default=None, repr=False, kw_only=True)  # in a table whose cell or row is amended
    says: Says | None = field(default=None, repr=False, kw_only=True)
    role: str = field(default="", eq=False, repr=False, kw_only=True)  # what a mechanism made it for
    keyword_span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
    header: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
    span: Span = span_field()


# ---- statements -------------------------------------------------------------------------------------


@frozen
class Let:
    name: str
    value: Expression
    name_span: Span = field(eq=False, repr=False)
    span: Span = span_field()


@frozen
class Act(HasClauses):
    """A statement that is a verb, one expression and clauses: `set`, `move`, `need` and others."""

    verb: str
    subject: Expression | None
    clauses: tuple[AnyClause, ...]
    span: Span = span_field()


@frozen
class Choose(HasClauses):
    """A decision: over binders, or (without any) between the ways of the body; `several` says how many things."""

    binders: tuple[Binder, ...]
    clauses: tuple[AnyClause, ...]
    body: tuple[Item, ...] | None
    otherwise: tuple[Item, ...] | None
    several: Expression | None = field(default=None, kw_only=True)
    header: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
    span: Span = span_field()


@frozen
class Each(HasClauses):
    binders: tuple[Binder, ...]
    clauses: tuple[AnyClause, ...]
    body: tuple[Item, ...]
    header: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
    span: Span = span_field()


@frozen
class Repeat(HasClauses):
    mode: Literal["times", "up_to", "while", "until_done", "forever"]
    # How often, or while what; both for `up to n times while c`.
    bound: Expression | tuple[Expression, Expression] | None
    clauses: tuple[AnyClause, ...]
    body: tuple[Item, ...]
    header: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
    span: Span = span_field()

    @property
    def count(self) -> Expression | None:
        if isinstance(self.bound, tuple):
            return self.bound[0]
        return None if self.mode == "while" else self.bound

    @property
    def condition(self) -> Expression | None:
        if isinstance(self.bound, tuple):
            return self.bound[1]
        return self.bound if self.mode == "while" else None


@frozen
class If:
    """Branches in order, each a condition and a body; then what else."""

    branches: tuple[tuple[Expression, tuple[Item, ...]], ...]
    otherwise: tuple[Item, ...] | None
    span: Span = span_field()


@frozen
class Stop(HasClauses):
    what: str | None
    clauses: tuple[AnyClause, ...]
    span: Span = span_field()


@frozen
class Call(HasClauses):
    path: Path
    arguments: tuple[Expression | Named | Over, ...]
    clauses: tuple[AnyClause, ...]
    span: Span = span_field()


Statement = Let | Act | Choose | Each | Repeat | If | Stop | Call
Item = Field | Phrase | Row | Block | Statement


@frozen
class File:
    items: tuple[Item, ...]
    span: Span = span_field()
