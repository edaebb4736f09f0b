"""Lark's parse tree to syntax nodes: one method for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve
from lark import Token, Transformer
from lark.tree import Meta

from rulelang.language.blocks import PLAIN_VERBS
from rulelang.source import SourceFile, Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

Children = list[Any]
# Clauses that stand alone, and words that an author may take for a name of his own.
ALONE = frozenset({"optional", "at once", "asked anyway", "not shown", "printed", "reconstructed"})
PLAIN = frozenset(PLAIN_VERBS)
MAY_BE_MEANT = frozenset(
    {
        *("of", "per", "when", "by", "from", "to", "for", "limit", "starts", "needs", "excludes", "with", "optional"),
        *("because", "printed", "reconstructed", "gives", "as", "prompt", "costing", "lasts", "after"),
    }
)


def said_first(body: tuple[nodes.Item, ...]) -> tuple[nodes.Says | None, tuple[nodes.Item, ...]]:
    """The sentence that a body begins with, and the rest of the body; a `says` anywhere else stays in it."""
    match body:
        case (nodes.Block("says", path, None, label, (), ()) as line, *rest):
            if label is not None and path is None:
                start = line.span.start + line.header.text.index('"')
                text = nodes.Text(label, span=Span(line.span.file, start, start + len(label) + 2))
                return nodes.Says(text, span=line.header), tuple(rest)
            if label is None and path is not None and str(path) == "none":
                return nodes.Says(None, span=line.header), tuple(rest)
    return None, body


def located(method: Callable[..., Any]) -> Callable[..., Any]:
    """Hand a method its span and children."""

    def call(self: ToNodes, tree_children: Children, meta: Meta) -> Any:
        return method(self, self.span(meta), tree_children)

    return call


class ToNodes(Transformer[Token, Any]):
    """Builds nodes bottom-up; `offset` is where the parsed piece starts in its file."""

    def __init__(self, file: SourceFile, offset: int) -> None:
        super().__init__()
        self.file = file
        self.offset = offset
        self.reserved: list[Span] = []  # words of the language where a value should be

    def _call_userfunc(self, tree: Any, new_children: Children | None = None) -> Any:
        children = tree.children if new_children is None else new_children
        if tree.data in PLAIN:
            return self.act(tree.data, self.span(tree.meta), children)
        return getattr(self, tree.data)(children, tree.meta)

    def span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.file, self.offset, self.offset)
        return Span(self.file, meta.start_pos + self.offset, meta.end_pos + self.offset)

    def at(self, token: Token) -> Span:
        start = (token.start_pos or 0) + self.offset
        return Span(self.file, start, start + len(token))

    def split_clauses(self, rest: Children, first_is_name: bool = False) -> tuple[tuple[nodes.AnyClause, ...], Any]:
        """The clauses, and the body that follows them (or None); the first may stand where a name should."""
        clauses: list[nodes.AnyClause] = []
        for clause in rest:
            if not isinstance(clause, nodes.Clause | nodes.Cites):
                continue
            before = clauses[-1] if len(clauses) > first_is_name else None
            lacks_value = isinstance(before, nodes.Clause) and not before.values and before.word not in ALONE
            if isinstance(before, nodes.Clause) and lacks_value and clause.word in MAY_BE_MEANT:
                clauses[-1] = evolve(before, values=(self.as_name(clause),))
            else:
                clauses.append(clause)
        bodies = [x for x in rest if isinstance(x, tuple)]
        return tuple(clauses), bodies[0] if bodies else None

    def as_name(self, clause: nodes.AnyClause) -> nodes.Name:
        """A word of the language that the author wrote as a name."""
        start = clause.span.start
        at = Span(self.file, start, start + len(clause.word))
        self.reserved.append(at)
        return nodes.Name(clause.word, span=at)

    # ---- lines ----

    @located
    def start(self, span: Span, c: Children) -> nodes.File:
        return nodes.File(tuple(c), span=span)

    @located
    def field(self, span: Span, c: Children) -> nodes.Field:
        path, values, *rest = c
        clauses, body = self.split_clauses(rest)
        if not values and clauses and isinstance(clauses[0], nodes.Clause) and clauses[0].word in MAY_BE_MEANT:
            values, clauses = (self.as_name(clauses[0]), *clauses[0].values), clauses[1:]
        says, body = said_first(body or ())
        return nodes.Field(path, values or (), clauses, body, says=says, span=span)

    @located
    def phrase(self, span: Span, c: Children) -> nodes.Phrase:
        text = nodes.Text(str(c[0])[1:-1], span=self.at(c[0]))
        return nodes.Phrase(text, c[1], span=span)

    @located
    def row(self, span: Span, c: Children) -> nodes.Row:
        return nodes.Row(tuple(c), span=span)

    @located
    def cell(self, span: Span, c: Children) -> nodes.Cell:
        return nodes.Cell(c[0] or (), span=span)

    @located
    def blank(self, span: Span, c: Children) -> nodes.Cell:
        return nodes.Cell((), span=span)

    @located
    def block(self, span: Span, c: Children) -> nodes.Block:
        keyword, head, label, *rest = c
        clauses, body = self.split_clauses(rest, first_is_name=head is None)
        path, parameters, place = head or (None, None, None)
        says, body = said_first(body or ())
        return nodes.Block(
            str(keyword),
            path,
            parameters,
            None if label is None else str(label)[1:-1],
            clauses,
            body,
            place=place,
            says=says,
            keyword_span=self.at(keyword),
            header=self.first_line(span),
            span=span,
        )

    def first_line(self, span: Span) -> Span:
        end = span.file.text.find("\n", span.start)
        stop = span.end if end < 0 else min(span.end, end)
        text = span.file.text[span.start : stop]
        return Span(span.file, span.start, span.start + len(text.rstrip()))

    @located
    def head(self, span: Span, c: Children) -> tuple[nodes.Path, tuple[nodes.Parameter, ...] | None, None]:
        return c[0], c[1], None

    @located
    def cell_of(self, span: Span, c: Children) -> tuple[nodes.Path, None, nodes.Place]:
        path, keys, column = c
        return path, None, nodes.Place(keys, None if column is None else str(column), span=span)

    @located
    def params(self, span: Span, c: Children) -> tuple[nodes.Parameter, ...]:
        return tuple(p for p in c if p is not None)

    @located
    def param(self, span: Span, c: Children) -> nodes.Parameter:
        return nodes.Parameter(str(c[0]), c[1], span=span)

    @located
    def offered(self, span: Span, c: Children) -> nodes.Parameter:
        return nodes.Parameter(c[0].name, None, binder=c[0], span=span)

    @located
    def body(self, span: Span, c: Children) -> tuple[nodes.Item, ...]:
        return tuple(c)

    @located
    def clause(self, span: Span, c: Children) -> nodes.Clause:
        word, values, unit = c
        said = () if unit is None else (nodes.Text(str(unit)[1:-1], span=self.at(unit)),)
        return nodes.Clause(str(word), (*(values or ()), *said), span=span)

    @located
    def cites(self, span: Span, c: Children) -> nodes.Cites:
        return nodes.Cites(tuple(c), span=span)

    @located
    def cite(self, span: Span, c: Children) -> nodes.Cite:
        return nodes.Cite(str(c[0]), str(c[1] or c[0]), span=span)

    @located
    def path(self, span: Span, c: Children) -> nodes.Path:
        return nodes.Path(tuple(str(t) for t in c), span=span)

    # ---- statements ----

    @located
    def let(self, span: Span, c: Children) -> nodes.Let:
        return nodes.Let(str(c[0]), c[1], name_span=self.at(c[0]), span=span)

    def act(self, verb: str, span: Span, c: Children) -> nodes.Act:
        return nodes.Act(str(verb), c[0], self.split_clauses(c[1:])[0], span=span)

    @located
    def add(self, span: Span, c: Children) -> nodes.Act:
        return self.act("add", span, c)

    @located
    def add_to(self, span: Span, c: Children) -> nodes.Block:
        """`add to X after row`: a declaration whose name is what it adds to."""
        clauses, body = self.split_clauses(c)
        to = next((x for x in clauses if isinstance(x, nodes.Clause) and x.word == "to" and x.values), None)
        path = None if to is None else nodes.Path(tuple(spell(to.values[0]).split(".")), span=to.values[0].span)
        rest = tuple(clause for clause in clauses if clause is not to)
        keyword = Span(self.file, span.start, span.start + len("add"))
        header = self.first_line(span)
        return nodes.Block("add", path, None, None, rest, body or (), keyword_span=keyword, header=header, span=span)

    @located
    def draw(self, span: Span, c: Children) -> nodes.Act:
        return self.act("draw", span, c)

    @located
    def choose(self, span: Span, c: Children) -> nodes.Choose:
        chosen, *rest, otherwise = c
        clauses, body = self.split_clauses(rest)
        several, binders = (chosen[0], (chosen[1],)) if isinstance(chosen, list) else (None, chosen)
        header = self.first_line(span)
        return nodes.Choose(binders, clauses, body, otherwise, several=several, header=header, span=span)

    @located
    def several(self, span: Span, c: Children) -> Children:
        return c

    @located
    def one_way(self, span: Span, c: Children) -> tuple[nodes.Binder, ...]:
        return ()

    @located
    def each(self, span: Span, c: Children) -> nodes.Each:
        binders, *rest = c
        clauses, body = self.split_clauses(rest)
        return nodes.Each(binders, clauses, body or (), header=self.first_line(span), span=span)

    @located
    def repeat(self, span: Span, c: Children) -> nodes.Repeat:
        (mode, bound), *rest = c
        clauses, body = self.split_clauses(rest)
        return nodes.Repeat(mode, bound, clauses, body or (), header=self.first_line(span), span=span)

    @located
    def times(self, span: Span, c: Children) -> Any:
        return "times", c[0]

    @located
    def up_to(self, span: Span, c: Children) -> Any:
        return "up_to", c[0] if c[1] is None else (c[0], c[1])

    @located
    def while_(self, span: Span, c: Children) -> Any:
        return "while", c[0]

    @located
    def until_done(self, span: Span, c: Children) -> Any:
        return "until_done", None

    @located
    def forever(self, span: Span, c: Children) -> Any:
        return "forever", None

    @located
    def if_(self, span: Span, c: Children) -> nodes.If:
        condition, body, *more, otherwise = c
        return nodes.If(((condition, body), *more), otherwise, span=span)

    @located
    def elif_(self, span: Span, c: Children) -> Any:
        return c[0], c[1]

    @located
    def otherwise(self, span: Span, c: Children) -> Any:
        return c[0]

    @located
    def stop(self, span: Span, c: Children) -> nodes.Stop:
        return nodes.Stop(None if c[0] is None else str(c[0]), tuple(c[1:]), span=span)

    @located
    def call(self, span: Span, c: Children) -> nodes.Call:
        return nodes.Call(c[0], c[1] or (), tuple(c[2:]), span=span)

    @located
    def binders(self, span: Span, c: Children) -> tuple[nodes.Binder, ...]:
        return tuple(c)

    @located
    def binder(self, span: Span, c: Children) -> nodes.Binder:
        return nodes.Binder(str(c[0]), c[1], c[2], name_span=self.at(c[0]), span=span)

    # ---- expressions ----

    @located
    def values(self, span: Span, c: Children) -> tuple[nodes.Expression, ...]:
        return tuple(c)

    @located
    def number(self, span: Span, c: Children) -> nodes.Number:
        return nodes.Number(int(str(c[0]).replace("_", "")), span=span)

    @located
    def percent(self, span: Span, c: Children) -> nodes.Percent:
        return nodes.Percent(int(str(c[0])[:-1]), span=span)

    @located
    def text(self, span: Span, c: Children) -> nodes.Text:
        return nodes.Text(str(c[0])[1:-1], span=span)

    @located
    def name(self, span: Span, c: Children) -> nodes.Name:
        return nodes.Name(str(c[0]), span=span)

    @located
    def none(self, span: Span, c: Children) -> nodes.Nothing:
        return nodes.Nothing(span=span)

    @located
    def yes(self, span: Span, c: Children) -> nodes.Flag:
        return nodes.Flag(True, span=span)

    @located
    def no(self, span: Span, c: Children) -> nodes.Flag:
        return nodes.Flag(False, span=span)

    @located
    def group(self, span: Span, c: Children) -> nodes.Group:
        return nodes.Group(c[0], span=span)

    @located
    def list(self, span: Span, c: Children) -> nodes.ListOf:
        return nodes.ListOf(c[0] or (), span=span)

    @located
    def part(self, span: Span, c: Children) -> nodes.Part:
        return nodes.Part(c[0], str(c[1]), name_span=self.at(c[1]), span=span)

    @located
    def index(self, span: Span, c: Children) -> nodes.Index:
        return nodes.Index(c[0], c[1], span=span)

    @located
    def apply(self, span: Span, c: Children) -> nodes.Apply:
        return nodes.Apply(c[0], c[1] or (), span=span)

    @located
    def args(self, span: Span, c: Children) -> tuple[Any, ...]:
        return tuple(c)

    @located
    def named(self, span: Span, c: Children) -> nodes.Named:
        return nodes.Named(str(c[0]), c[1], span=span)

    @located
    def over(self, span: Span, c: Children) -> nodes.Over:
        return nodes.Over(c[0], c[1], span=span)

    def _binary(self, operator: Any, span: Span, c: Children) -> nodes.Binary:
        return nodes.Binary(operator, c[0], c[-1], span=span)

    @located
    def compare(self, span: Span, c: Children) -> nodes.Binary:
        return self._binary(str(c[1]), span, c)

    @located
    def plus(self, span: Span, c: Children) -> nodes.Binary:
        return self._binary("+", span, c)

    @located
    def minus(self, span: Span, c: Children) -> nodes.Binary:
        return self._binary("-", span, c)

    @located
    def product(self, span: Span, c: Children) -> nodes.Binary:
        return self._binary("*", span, c)

    @located
    def quotient(self, span: Span, c: Children) -> nodes.Binary:
        return self._binary("/", span, c)

    @located
    def range(self, span: Span, c: Children) -> nodes.Binary:
        return self._binary("..", span, c)

    @located
    def and_(self, span: Span, c: Children) -> nodes.Binary:
        return self._binary("and", span, c)

    @located
    def or_(self, span: Span, c: Children) -> nodes.Binary:
        return self._binary("or", span, c)

    @located
    def is_(self, span: Span, c: Children) -> nodes.Is:
        return nodes.Is(c[0], c[1], span=span)

    @located
    def is_not(self, span: Span, c: Children) -> nodes.Is:
        return nodes.Is(c[0], c[1], negated=True, span=span)

    @located
    def has(self, span: Span, c: Children) -> nodes.Binary:
        return self._binary("has", span, c)

    @located
    def is_in(self, span: Span, c: Children) -> nodes.Is:
        return nodes.Is(c[0], c[1], membership=True, span=span)

    @located
    def is_not_in(self, span: Span, c: Children) -> nodes.Is:
        return nodes.Is(c[0], c[1], negated=True, membership=True, span=span)

    @located
    def not_(self, span: Span, c: Children) -> nodes.Not:
        return nodes.Not(c[0], span=span)

    @located
    def negative(self, span: Span, c: Children) -> nodes.Negative:
        return nodes.Negative(c[0], span=span)

    @located
    def rounded(self, span: Span, c: Children) -> nodes.Rounded:
        return nodes.Rounded(c[0], str(c[1]), span=span)

    @located
    def if_else(self, span: Span, c: Children) -> nodes.IfElse:
        return nodes.IfElse(c[0], c[1], c[2], span=span)

    @located
    def default(self, span: Span, c: Children) -> nodes.Default:
        return nodes.Default(c[0], c[1], span=span)
