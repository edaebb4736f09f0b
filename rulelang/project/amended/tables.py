"""Amendments to data: rows, cells, figures, fields and contracts that variants add, change, drop or set aside.

They are merged into the blocks they amend before any name is resolved, so whoever reads a table sees one
table. Two that write the same thing clash, as amendments to rules do, unless one is declared to come first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import define, evolve, field, frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import data as say
from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording.structure import conflicting_amendments
from rulelang.language.blocks import Block as Form
from rulelang.project.amended.parts import PartAmender
from rulelang.project.amended.rows import RowAmender
from rulelang.project.amended.words import is_promise, is_title, name_of, names_of_need, needs_of, source_of
from rulelang.project.own_names import NO_NAMES, OwnNames
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.blocks import Declared
from rulelang.syntax.spell import spell

NO_PLAYER = nodes.Block("player", None, None, None, (), ())  # of a game that says nothing of players
MISSING = frozenset({"unknown-name", "unknown-part", "unknown-kind", "unknown-rule", "unknown-value"})
HOLDS_DATA = frozenset({"kind", "card", "piece", "die", "table", "map", "player", "zone"})


@frozen
class Dropped:
    """What is not in the game, and who took it out."""

    name: str
    variant: str | None
    span: Span


@define
class Amended:
    """Declarations with all amendments to data merged in, and what is to be known of how that went."""

    declared: list[Declared]
    problems: list[Diagnostic] = field(factory=list)
    dropped: dict[str, Dropped] = field(factory=dict)
    changed: list[tuple[nodes.Block, Declared]] = field(factory=list)  # blocks as they stood, and what amends them
    own: OwnNames = NO_NAMES  # how variants call their helpers

    def told_of_dropped(self, problem: Diagnostic) -> Diagnostic:
        """A problem with a name, which also says if the name is not known because somebody dropped it."""
        for name in problem.names if problem.slug in MISSING else ():
            gone = self.dropped.get(name)
            if gone is not None:
                return say.used_though_dropped(problem, name, gone.variant, gone.span)
        return problem

    def told_of_amendment(self, broken: Diagnostic) -> Diagnostic:
        """A broken contract, which also says if it was an amendment that broke it."""
        for block, each in self.changed:
            for need in needs_of(block):
                if need.span == broken.span:
                    where = each.variant, each.block.header, name_of(block), names_of_need(need)[0]
                    return broken if is_promise(need) else say.broken_by(broken, *where)
        return broken


@frozen
class Forms:
    """The forms of blocks by keyword, which of them are mechanisms, and what a mechanism's block brings, by name."""

    blocks: Mapping[str, Form]
    mechanisms: frozenset[str]
    brought: Callable[[nodes.Block], Mapping[str, str]]

    def holds_data(self, block: nodes.Block) -> bool:
        return block.keyword in HOLDS_DATA or block.keyword in self.mechanisms


class DataAmender:
    """Merges amendments to data into the declarations of a game; `first` says which variants give way to which."""

    def __init__(
        self,
        declared: Sequence[Declared],
        forms: Forms,
        stands: Callable[[nodes.Block], bool],
        first: Mapping[str, set[str]],
    ) -> None:
        self.declared = declared
        self.forms = forms
        self.stands = stands
        self.first = first
        self.made = Amended([])
        self.targets = {name_of(d.block): d.block for d in declared if self.forms.holds_data(d.block)}
        self.targets.setdefault("player", NO_PLAYER)
        self.order = {id(d): number for number, d in enumerate(declared)}
        self.values = {str(d.block.path) for d in declared if d.block.keyword in ("value", "option")}

    def amend(self) -> Amended:
        amendments = [d for d in self.declared if self.is_amendment(d.block)]
        if not amendments:
            return Amended(list(self.declared))
        by_target: dict[str, list[Declared]] = defaultdict(list)
        for each in amendments:
            target = self.target(each.block) if self.stands(each.block) else None
            if target is not None:
                by_target[name_of(target)].append(each)
        amending = {id(d) for d in amendments}
        self.made.declared = [d for d in self.declared if id(d) not in amending]
        for name, found in by_target.items():
            self.amend_block(name, found)
        return self.made

    def changes_of(self, name: str) -> list[Declared]:
        """The amendments to a block."""
        blocks = [d for d in self.declared if d.block.path is not None and d.block.path.names[0] == name]
        return [d for d in blocks if d.block.keyword in ("add", "change") and self.is_amendment(d.block)]

    # ---- what is amended ----------------------------------------------------------------------------------

    def is_amendment(self, block: nodes.Block) -> bool:
        """Does a block amend data, and not rules or values?"""
        match block.keyword:
            case "add" | "drop":
                return True
            case "allow":
                return block.parameters is None and self.found(str(block.path)) is not None
            case "change":
                return block.place is not None or (block.parameters is None and self.is_figure(block))
        return False

    def is_figure(self, block: nodes.Block) -> bool:
        """Is it a part of a declaration that changes? What is a value, or comes to be one, is none."""
        if block.path is None or len(block.path.names) < 2 or str(block.path) in self.values:
            return False
        target = self.found(".".join(block.path.names[:-1]))
        return target is not None and str(block.path) not in self.forms.brought(target)

    def found(self, name: str) -> nodes.Block | None:
        """The block of a name: its own, or that of the table it brings."""
        if name in self.targets:
            return self.targets[name]
        owner = self.targets.get(name.rpartition(".")[0])
        return owner if owner is not None and self.forms.brought(owner).get(name) in HOLDS_DATA else None

    def tables_of(self, name: str) -> list[str]:
        """The tables that the block of a dotted name brings."""
        owner = self.targets.get(name.partition(".")[0])
        brought = self.forms.brought(owner) if owner is not None else {}
        return [table for table, keyword in brought.items() if keyword in HOLDS_DATA]

    def target(self, block: nodes.Block) -> nodes.Block | None:
        """What is amended; that it is not there is reported."""
        path: nodes.Path | nodes.Expression | None = block.path
        if block.keyword == "drop" and block.place is None:
            of = block.clause("from")
            path = of.values[0] if of is not None and of.values else None
            if path is None:
                self.report(say_names.missing_clause(block.header, f"drop {block.path}", "from"))
                return None
        if path is None:
            return None  # said where the form of blocks is checked
        name = str(path) if isinstance(path, nodes.Path) else spell(path)
        if block.keyword == "change" and block.place is None:
            name = name.rpartition(".")[0]
        target = self.found(name)
        if target is None:
            self.report(say_names.unknown_name(path.span, name, [*self.targets, *self.tables_of(name)]))
        return target

    def report(self, problem: Diagnostic) -> None:
        self.made.problems.append(problem)

    def note_dropped(self, name: str, each: Declared) -> None:
        self.made.dropped[name] = Dropped(name, each.variant, each.block.header)

    # ---- one block ----------------------------------------------------------------------------------------

    def amend_block(self, name: str, amendments: list[Declared]) -> None:
        block = self.targets[name]
        self.made.changed += [(block, each) for each in amendments]
        rows = RowAmender(self, name, block, amendments)
        amended = PartAmender(self, name, rows.amend(), amendments).amend()
        titles = {str(d.block.path): d for d in self.made.declared if is_title(d.block, name)}
        gone = [titles[title].block for title in rows.titles(titles)]
        kept = [d for d in self.made.declared if not any(d.block is one for one in gone)]
        self.made.declared = [evolve(d, block=amended) if d.block is block else d for d in kept]
        if block is NO_PLAYER:
            self.made.declared.append(Declared(amended))

    # ---- clashes ------------------------------------------------------------------------------------------

    def gives_way(self, one: Declared, two: Declared) -> bool:
        return two.variant in self.first.get(one.variant or "", ()) or one.variant in self.first.get(
            two.variant or "", ()
        )

    def clash(self, one: Declared, two: Declared, name: str) -> bool:
        """Report that two amendments write the same thing, unless one gives way."""
        if self.gives_way(one, two):
            return False
        at = two.block.header, name, one.block.header
        self.report(conflicting_amendments(*at, source_of(one.variant), source_of(two.variant)))
        return True

    def prevails(self, one: Declared, others: Iterable[Declared], name: str) -> bool:
        """Is an amendment done though others write the same? Those that it comes after give way to it."""
        others = list(others)
        if any(self.clash(other, one, name) for other in others):
            return False
        return all(self.order[id(other)] < self.order[id(one)] for other in others)
