"""Reading the block of a mechanism, and writing the core declarations it stands for.

`Reader` takes fields and tables from a block and notes what is wrong with them; `lowered` fills a
template in the core language, whose declarations cite what the author's block cites.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.names import missing_clause, missing_field, unknown_clause, unknown_word
from rulelang.language.blocks import DATA, STATUS
from rulelang.mechanisms import diagnostics as say
from rulelang.mechanisms.contract import Reason, template
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import clause_name, spell
from rulelang.syntax.visit import substitute

CITED = ("rule", "value")


@define
class Reader:
    """Reads the block of a mechanism."""

    block: nodes.Block
    problems: list[Diagnostic] = field(factory=list)

    @property
    def name(self) -> str:
        return str(self.block.path)

    # ---- the head -----------------------------------------------------------------------------------

    def clause(self, word: str) -> str:
        """The word a clause of the head names; it must be there."""
        found = clause_name(self.block, word)
        if found is not None:
            return found
        self.problems.append(missing_clause(self.block.header, f"{self.block.keyword} {self.name}", word))
        return ""

    # ---- fields -------------------------------------------------------------------------------------

    def value(self, name: str) -> nodes.Expression | None:
        """The first value of a field, if it has one."""
        found = self.block.field(name)
        if found is None or not found.values:
            return None
        self.no_clauses(found)
        return found.values[0]

    def required(self, name: str) -> nodes.Expression | None:
        """The value of a field that must be there."""
        found = self.value(name)
        if found is None:
            self.problems.append(missing_field(self.block.header, self.block.keyword, name))
        return found

    def reason(self, name: str, default: str) -> Reason:
        """Why a field's condition fails: the author's `because` behind it, or what the mechanism says."""
        found = self.block.field(name)
        because = found.clause("because") if found is not None else None
        said = because.values[0] if because is not None and because.values else None
        cites = found.cites if found is not None else ()
        return Reason(said or nodes.Text(default, span=self.block.header), cites)

    def no_clauses(self, found: nodes.Field) -> None:
        for clause in found.clauses:
            if isinstance(clause, nodes.Clause) and clause.word != "because":
                self.problems.append(unknown_clause(clause.span, clause.word, str(found.path), ()))

    def word(self, name: str, allowed: tuple[str, ...], default: str) -> tuple[str, nodes.Expression | None]:
        """The word a field holds, and the condition (`when …`) under which it does."""
        found = self.block.field(name)
        if found is None:
            return default, None
        given = spell(found.values[0]) if found.values else first_word(found)
        if given not in allowed:
            self.problems.append(unknown_word(found.span, name, given, allowed))
            return default, None
        return given, condition(found)

    def range(self, name: str, default: tuple[int, int]) -> tuple[nodes.Expression, nodes.Expression]:
        """The ends of `1..3`; a single number is both."""
        found = self.value(name)
        if found is None:
            return number(default[0], self.block.header), number(default[1], self.block.header)
        if isinstance(found, nodes.Binary) and found.operator == "..":
            return found.left, found.right
        return found, found

    # ---- the table ----------------------------------------------------------------------------------

    @property
    def rows(self) -> list[nodes.Row]:
        return [item for item in self.block.body if isinstance(item, nodes.Row)]

    @property
    def columns(self) -> list[str]:
        return [heading(cell) for cell in self.rows[0].cells] if self.rows else []

    def numbered(self, column: str) -> int | None:
        """The first number of a column whose rows are numbered one after another."""
        at = self.columns.index(column)
        first: int | None = None
        for index, row in enumerate(self.rows[1:]):
            values = row.cells[at].values if at < len(row.cells) else ()
            given = values[0].value if values and isinstance(values[0], nodes.Number) else None
            first = given if first is None else first
            wanted = (first if first is not None else 1) + index
            if given != wanted:
                self.problems.append(say.unnumbered_rows(row.span, column, wanted))
                return None
        return first

    def table(self, name: str, more: Sequence[nodes.Item] = ()) -> nodes.Block:
        """The author's table, with its contracts and what is said of its columns."""
        return self.data("table", f"{self.name}.{name}", more)

    def kind(self) -> nodes.Block:
        """The author's table as a kind that is called like the block; its rows are the members."""
        return self.data("kind", self.name)

    def data(self, keyword: str, name: str, more: Sequence[nodes.Item] = ()) -> nodes.Block:
        kept = [item for item in self.block.body if belongs_to_table(item)]
        body = (*self.rows, *kept, *more)
        clauses = tuple(c for c in self.block.clauses if not isinstance(c, nodes.Clause) or c.word in DATA)
        return nodes.Block(
            keyword, path(name, self.block.header), None, self.block.label, clauses, body,
            keyword_span=self.block.keyword_span, header=self.block.header, span=self.block.span,
        )  # fmt: skip


def belongs_to_table(item: nodes.Item) -> bool:
    """Contracts, `column` lines, and fields that tell what is printed."""
    if isinstance(item, nodes.Field):
        return item.path.names[0] in (*STATUS, "label")
    return (isinstance(item, nodes.Act) and item.verb == "need") or (
        isinstance(item, nodes.Block) and item.keyword == "column"
    )


def condition(owner: nodes.Field) -> nodes.Expression | None:
    """The condition after `when`, if there is one."""
    found = owner.clause("when")
    return found.values[0] if found is not None and found.values else None


def first_word(owner: nodes.Field) -> str:
    """The word after the colon, if it is one that begins a clause."""
    return next((c.word for c in owner.clauses if isinstance(c, nodes.Clause)), "")


def heading(cell: nodes.Cell) -> str:
    return ", ".join(spell(value) for value in cell.values)


def path(name: str, span: Span) -> nodes.Path:
    return nodes.Path(tuple(name.split(".")), span=span)


def parameter(name: str, kind: str, span: Span) -> nodes.Parameter:
    return nodes.Parameter(name, nodes.Name(kind, span=span), span=span)


def number(value: int, span: Span) -> nodes.Expression:
    return nodes.Number(value, span=span)


def yes(span: Span) -> nodes.Expression:
    return nodes.Flag(True, span=span)


def no(span: Span) -> nodes.Expression:
    return nodes.Flag(False, span=span)


def call(name: str, arguments: Sequence[str], span: Span) -> nodes.Call:
    """A line that does a rule with some names as arguments."""
    return nodes.Call(path(name, span), tuple(nodes.Name(a, span=span) for a in arguments), (), span=span)


def about(kind: str, name: str, e: nodes.Expression) -> nodes.Expression:
    """An expression in which the name of a kind stands for one of its members, with the member's name."""
    return substitute(e, {kind: nodes.Name(name, span=e.span)})  # type: ignore[no-any-return]


def lowered(
    text: str, block: nodes.Block, words: Mapping[str, str], holes: Mapping[str, Any] | None = None
) -> list[nodes.Item]:
    """The declarations of a template; `words` are put into its text, `holes` into its tree."""
    for hole, word in words.items():
        text = text.replace(hole, word)
    made = template(text, block.header, holes or {})
    return [with_cites(item, block.cites) for item in made]


def with_cites(item: nodes.Item, cites: tuple[nodes.Cites, ...]) -> nodes.Item:
    """A rule or value that cites what the block it was lowered from cites."""
    if isinstance(item, nodes.Block) and item.keyword in CITED:
        return evolve(item, clauses=(*item.clauses, *cites))
    return item


def lines(text: str, block: nodes.Block, holes: Mapping[str, Any] | None = None) -> tuple[nodes.Item, ...]:
    """The lines of a body, from text."""
    indented = "".join(f"  {line}\n" for line in text.strip("\n").splitlines())
    (made,) = template(f"rule x()\n{indented}", block.header, holes or {})
    assert isinstance(made, nodes.Block)
    return made.body
