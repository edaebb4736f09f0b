"""Joint choices of which a part is known before the game starts.

`choose c in cell where c.man = actor, d in actor.steps, w in ways(c, d) where …`: which steps there are
from a cell depends on nothing but the cell and the actor. They are put into a table, one row for each
cell and actor, together with whatever else the condition reads from tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define, field

from rulelang.core import terms as t
from rulelang.core.nodes import Binary, Const, Unary
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.types import Entity, strip

MOST_ROWS = 5_000
MOST_ENTRIES = 50_000
OPERATORS = ("is", "=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "+", "-", "%")


@define
class Columns:
    """What the rows of a table hold besides the choice: Python text, and the name that stands for it."""

    writer: Any
    names: list[str]
    known: dict[str, str] = field(factory=dict)

    def shortcut(self, x: t.Term) -> str | None:
        """The column that holds a part of the condition; nothing if it is too small or not known beforehand."""
        if isinstance(x, Const | t.Name | t.Listed | t.Range) or self.is_list(x) or not self.is_known(x):
            return None
        with without_shortcut(self.writer):
            text = self.writer.text(x)
        if not speaks_of(text, self.names[1:]):
            return None
        if text not in self.known:
            self.known[text] = self.writer.fresh("known")
        return self.known[text]

    def is_list(self, x: t.Term) -> bool:
        return isinstance(x, t.Lookup) and isinstance(self.writer.layout.constants[x.table][0], tuple)

    def is_known(self, x: t.Term) -> bool:
        """Does a term depend on nothing but tables, what is chosen, and whose turn it is?"""
        return all(map(self.is_known_itself, t.walk(x)))

    def is_known_itself(self, x: t.Term) -> bool:
        match x:
            case t.Place(field):
                return bool(field is self.writer.layout.world.fields["actor"])
            case t.Name(local):
                return self.writer.env.get(local) in self.names
            case Unary(how) | Binary(how):
                return how in OPERATORS
            case t.Range(Const(), Const()):
                return True
        return isinstance(x, Const | t.Lookup | t.Listed)


def speaks_of(text: str, names: list[str]) -> bool:
    return any(re.search(rf"\b{name}\b", text) for name in names)


@contextmanager
def without_shortcut(writer: Any) -> Iterator[None]:
    before, writer.shortcut = writer.shortcut, None
    try:
        yield
    finally:
        writer.shortcut = before


def tabled_options(writer: Any, x: s.Choose) -> str | None:
    """The options of a joint choice by way of a table; nothing if no table helps."""
    first, rest = x.binders[0], x.binders[1:]
    kind = first.source.kind if isinstance(first.source, m.All) else None
    if kind is None or kind.parent is not None or any(b.where is not None for b in rest[:-1]):
        return None
    saved = dict(writer.env)
    try:
        return written(writer, first, rest, len(kind.members))
    finally:
        writer.env = saved


def written(writer: Any, first: s.Binder, rest: tuple[s.Binder, ...], size: int) -> str | None:
    source = writer.apart(first, writer.source(first.source))
    name = writer.env[first.local] = writer.fresh(first.local.name)
    if source != f"range({size})" or not isinstance(strip(first.local.type), Entity):
        return None
    test = writer.write(first.where) if first.where is not None else "True"
    source, test = writer.enumerated(first, name, source, test)
    outer = f" for {source}" + ("" if test == "True" else f" if {test}")
    names, clauses = [name], ""
    columns = Columns(writer, names)
    for binder in rest:
        if not columns.is_known(writer.words.term(binder.source)) or writer.apart(binder, "") != "":
            return None
        given = writer.source(binder.source)
        names.append(writer.fresh(binder.local.name))
        writer.env[binder.local] = names[-1]
        clauses += f" for {names[-1]} in {given}"
    writer.shortcut = columns.shortcut
    where = writer.write(rest[-1].where) if rest[-1].where is not None else "True"
    writer.shortcut = None
    if speaks_of(where, names[1:]):
        return None
    return tabled(writer, (name, size), names, clauses, columns.known, (outer, where))


def tabled(
    writer: Any, key: tuple[str, int], names: list[str], clauses: str, known: dict[str, str], around: tuple[str, str]
) -> str | None:
    """Make the table, and the comprehension that goes through it."""
    actor = f"S.{writer.layout.slot(writer.layout.world.fields['actor'])}"
    players = writer.layout.world.players
    entry = f"(({', '.join(names)}), {''.join(text + ', ' for text in known)})" if known else f"({', '.join(names)})"
    name, size = key
    rows = f"tuple([tuple([{entry}{clauses}]) for {name} in range({size})])"
    if size * players > MOST_ROWS:
        return None
    table = writer.layout.tabulated(f"tuple([{rows.replace(actor, 'whose')} for whose in range({players})])")
    if sum(len(row) for rows_ in writer.layout.constants[table] for row in rows_) > MOST_ENTRIES:
        return None
    outer, where = around
    chosen = writer.fresh("chosen")
    found = ", ".join([chosen, *known.values()])
    here = writer.fresh("choices")
    writer.line(f"{here} = {table}[{actor}]")
    test = "" if where == "True" else f" if {where}"
    return f"[{chosen}{outer} for {found} in {here}[{name}]{test}]"
