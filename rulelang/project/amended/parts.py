"""Amendments to the fields, figures and contracts of one block."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from attrs import define, evolve

from rulelang.diagnostics.wording import data as say
from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording.structure import unknown_reason
from rulelang.language.blocks import Block as Form
from rulelang.project.amended.table import Rows
from rulelang.project.amended.words import is_promise, names_of_need, needs_of, number, number_of
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.blocks import Declared
from rulelang.syntax.spell import spell

if TYPE_CHECKING:
    from rulelang.project.amended.tables import DataAmender

# Clauses of a head that are no figures of what they stand at.
NO_FIGURES = frozenset({"when", "printed", "reconstructed", "of", "per"})


@define
class PartAmender:
    """Amends what stands in a block beside its table, the later winning where `first` lets it."""

    all: DataAmender
    name: str
    block: nodes.Block
    amendments: list[Declared]

    def amend(self) -> nodes.Block:
        self.add_items()
        self.change_figures()
        self.set_aside()
        return self.block

    def those(self, keyword: str) -> list[Declared]:
        return [each for each in self.amendments if each.block.keyword == keyword]

    # ---- fields, needs and figures ----------------------------------------------------------------------------

    def add_items(self) -> None:
        """Fields, needs and what is said of columns."""
        for each in self.those("add"):
            items = [item for item in each.block.body if not isinstance(item, nodes.Row)]
            there = {str(item.path): item for item in self.block.body if isinstance(item, nodes.Field)}
            for item in items:
                known = there.get(str(item.path)) if isinstance(item, nodes.Field) else None
                if known is not None:
                    assert isinstance(item, nodes.Field)
                    self.all.report(say_names.name_taken(item.path.span, str(item.path), known.path.span))
                elif isinstance(item, nodes.Field) and not self.takes(item):
                    form = self.form
                    names = form.fields if form is not None else ()
                    self.all.report(say_names.unknown_field(item.path.span, str(item.path), self.block.keyword, names))
                else:
                    self.block = evolve(self.block, body=(*self.block.body, item))

    @property
    def form(self) -> Form | None:
        return self.all.forms.blocks.get(self.block.keyword)

    def takes(self, item: nodes.Field) -> bool:
        form = self.form
        return form is None or form.body in ("state", "both") or item.path.names[0] in form.fields

    def change_figures(self) -> None:
        figures = [each for each in self.those("change") if each.block.place is None]
        written: dict[str, list[Declared]] = defaultdict(list)
        for each in sorted(figures, key=lambda each: each.block.clause("to") is None):
            assert each.block.path is not None
            part, to, by = each.block.path.names[-1], each.block.clause("to"), each.block.clause("by")
            known = self.figures()
            if part not in known:
                at = each.block.path.span
                problem = say_names.unknown_part(at, part, self.name, known, self.block.header)
                self.all.report(
                    say.part_of_a_row(problem, self.name, part) if part in Rows.of(self.block).heads else problem
                )
            elif to is not None and to.values:
                value = self.figure(part)
                others = [other for other in written[part] if value != to.values]
                if not any(self.all.clash(other, each, f"{self.name}.{part}") for other in others):
                    written[part].append(each)
                    self.set_figure(part, to.values, to.span)
            elif by is not None and by.values:
                self.raise_figure(part, by)
            else:
                self.all.report(say_names.missing_clause(each.block.header, "change", "to"))

    def figures(self) -> list[str]:
        """The parts of the block that may be changed: its fields, and the clauses of its head."""
        form = self.form
        clauses = [word for word in form.clauses if word not in NO_FIGURES and " " not in word] if form else []
        return [*(form.fields if form is not None else ()), *clauses]

    def figure(self, part: str) -> tuple[nodes.Expression, ...]:
        """What a part is now."""
        there = self.block.field(part) or self.block.clause(part)
        return there.values if there is not None else ()

    def set_figure(self, part: str, values: tuple[nodes.Expression, ...], span: Span) -> None:
        if self.form is not None and part in self.form.clauses:
            new, old = nodes.Clause(part, values, span=span), self.block.clause(part)
            clauses = tuple(new if clause is old else clause for clause in self.block.clauses)
            self.block = evolve(self.block, clauses=clauses if old is not None else (*clauses, new))
            return
        written = nodes.Field(nodes.Path((part,), span=span), values, (), (), span=span)
        there = self.block.field(part)
        body = tuple(written if item is there else item for item in self.block.body)
        self.block = evolve(self.block, body=body if there is not None else (*body, written))

    def raise_figure(self, part: str, by: nodes.Clause) -> None:
        """A number that goes up; what is worked out goes up by as much."""
        values = self.figure(part)
        if len(values) != 1:
            self.all.report(say.nothing_to_add_to(by.span, part, ", ".join(map(spell, values))))
            return
        old, more = number_of(values[0]), number_of(by.values[0])
        span = by.values[0].span
        if old is not None and more is not None:
            self.set_figure(part, (number(old + more, span),), by.span)
        else:
            group = nodes.Group(values[0], span=values[0].span)
            self.set_figure(part, (nodes.Binary("+", group, by.values[0], span=span),), by.span)

    # ---- contracts --------------------------------------------------------------------------------------------

    def set_aside(self) -> None:
        """Contracts that do not hold any more: the one with a reason, else all but what look-ups rely on."""
        needs = needs_of(self.block)
        for each in self.those("allow"):
            given = each.block.clause("for")
            reason = spell(given.values[0]) if given is not None and given.values else None
            meant = [need for need in needs if reason is None or reason in names_of_need(need)]
            free = [need for need in meant if not is_promise(need)]
            if not free:
                at = each.block.header if given is None else given.span
                known = [names_of_need(need)[0] for need in needs if not is_promise(need)]
                self.all.report(say.fixed_contract(at, self.name) if meant
                                else unknown_reason(at, self.name, reason or "", known))  # fmt: skip
            body = tuple(item for item in self.block.body if not any(item is need for need in free))
            self.block = evolve(self.block, body=body)
