"""`any` and `all` as small functions: they stop at the first answer and read each slot of the state once."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any

from rulelang.model import expressions as m
from rulelang.model.visit import free_locals, walk

INDENT = "    "
WIDEST = 6


def fold_call(writer: Any, e: m.Fold) -> str:
    """A call of the function that answers a fold; the function is written beside it."""
    given = {local: writer.local(local) for local in free_locals(e)}
    with ExitStack() as renamed:
        # What may change is read from the frame, which the function does not see.
        for local in [local for local, text in given.items() if text.startswith("f[")]:
            renamed.enter_context(writer.bound(local))
        captured = {name: text for local, text in given.items() if (name := writer.local(local)).isidentifier()}
        lines = fold_lines(writer, e, 1, f"return {e.how == 'any'}")
    lines.append(f"{INDENT}return {e.how == 'all'}")
    name = writer.layout.fresh("fold")
    head = f"def {name}({', '.join(['S', *captured])}):"
    writer.layout.helpers.append("\n".join([head, *hoisted(lines)]))
    return f"{name}({', '.join(['S', *captured.values()])})"


def fold_lines(writer: Any, e: m.Fold, depth: int, answer: str) -> list[str]:
    """A loop that gives the answer as soon as it is known."""
    rows = row_lines(writer, e, depth, answer)
    if rows is not None:
        return rows
    source = writer.gone_through(e.source, e.where, e.body)
    pad = INDENT * depth
    with writer.bound(e.local) as name:
        lines = [f"{pad}for {name} in {source}:"]
        where = writer.write(e.where) if e.where is not None else "True"
        if where != "True":
            lines += [f"{pad}{INDENT}if not {where}:", f"{pad}{INDENT * 2}continue"]
        return lines + body_lines(writer, e, depth + 1, answer)


def row_lines(writer: Any, e: m.Fold, depth: int, answer: str) -> list[str] | None:
    """`any(l in c.lines: all(k in l.cells: …))`, where every line has the same few cells: one loop over rows."""
    inner = e.body
    if e.where is not None or not isinstance(inner, m.Fold) or {e.how, inner.how} != {"any", "all"}:
        return None
    if inner.where is not None or inner.body is None or reads(inner.body, e.local):
        return None
    outer_column, inner_column = e.source, inner.source
    if not isinstance(outer_column, m.ReadColumn) or not isinstance(inner_column, m.ReadColumn):
        return None
    if not isinstance(inner_column.of, m.ReadLocal) or inner_column.of.local is not e.local:
        return None
    names = (writer.layout.column(outer_column.column), writer.layout.column(inner_column.column))
    width = writer.layout.rows_of_rows(*names)
    if width is None or not 1 < width <= WIDEST:
        return None
    cells = [writer.fresh(inner.local.name) for _ in range(width)]
    tests = []
    for cell in cells:
        with writer.bound(inner.local, cell):
            tests.append(writer.write(inner.body))
    joined = f" {'and' if inner.how == 'all' else 'or'} ".join(tests)
    condition = joined if e.how == "any" else f"not ({joined})"
    pad = INDENT * depth
    source = f"{names[0]}_{names[1]}[{writer.write(outer_column.of)}]"
    return [f"{pad}for {', '.join(cells)} in {source}:", f"{pad}{INDENT}if {condition}:", f"{pad}{INDENT * 2}{answer}"]


def reads(thing: Any, local: m.Local) -> bool:
    return any(isinstance(n, m.ReadLocal) and n.local is local for n in walk(thing))


def body_lines(writer: Any, e: m.Fold, depth: int, answer: str) -> list[str]:
    pad = INDENT * depth
    if e.body is None:
        return [f"{pad}{answer}"]
    inner = e.body
    if isinstance(inner, m.Fold) and inner.how in ("any", "all") and inner.how != e.how:
        # One inside the other: the inner loop breaks when it fails, and the outer answers when it does not.
        return [*fold_lines(writer, inner, depth, "break"), f"{pad}else:", f"{pad}{INDENT}{answer}"]
    test = writer.write(inner)
    condition = test if e.how == "any" else f"not {test}"
    return [f"{pad}if {condition}:", f"{pad}{INDENT}{answer}"]


def hoisted(lines: list[str]) -> list[str]:
    """State is not changed while it is asked about, so every slot is read once, in front."""
    text = "\n".join(lines)
    slots = dict.fromkeys(re.findall(r"\bS\.(\w+)", text))
    for slot in slots:
        text = re.sub(rf"\bS\.{slot}\b", f"{slot}_now", text)
    return [*(f"{INDENT}{slot}_now = S.{slot}" for slot in slots), text]
