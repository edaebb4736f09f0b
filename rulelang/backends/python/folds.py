"""`any` and `all` as small functions: they stop at the first answer and read each slot of the state once."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any

from rulelang.core import terms as t

INDENT = "    "
WIDEST = 6


def fold_call(writer: Any, x: t.Fold) -> str:
    """A call of the function that answers a fold; the function is written beside it."""
    given = {local: writer.local(local) for local in t.free_names(x)}
    with ExitStack() as renamed:
        # What may change is read from the frame, which the function does not see.
        for local in [local for local, text in given.items() if text.startswith("f[")]:
            renamed.enter_context(writer.bound(local))
        captured = {name: text for local, text in given.items() if (name := writer.local(local)).isidentifier()}
        lines = fold_lines(writer, x, 1, f"return {x.how == 'any'}")
    lines.append(f"{INDENT}return {x.how == 'all'}")
    name = writer.layout.fresh("fold")
    head = f"def {name}({', '.join(['S', *captured])}):"
    writer.layout.helpers.append("\n".join([head, *hoisted(lines)]))
    return f"{name}({', '.join(['S', *captured.values()])})"


def fold_lines(writer: Any, x: t.Fold, depth: int, answer: str) -> list[str]:
    """A loop that gives the answer as soon as it is known."""
    rows = row_lines(writer, x, depth, answer)
    if rows is not None:
        return rows
    source = writer.source_text(x.items)
    pad = INDENT * depth
    with writer.bound(x.local) as name:
        lines = [f"{pad}for {name} in {source}:"]
        where = writer.text(x.where)
        if where != "True":
            lines += [f"{pad}{INDENT}if not {where}:", f"{pad}{INDENT * 2}continue"]
        return lines + body_lines(writer, x, depth + 1, answer)


def row_lines(writer: Any, x: t.Fold, depth: int, answer: str) -> list[str] | None:
    """`any(l in c.lines: all(k in l.cells: …))`, where every line has the same few cells: one loop over rows."""
    inner = x.body
    if (
        not isinstance(inner, t.Fold)
        or {x.how, inner.how} != {"any", "all"}
        or x.where != t.YES
        or inner.where != t.YES
    ):
        return None
    match x.items, inner.items:
        case t.Lookup(lines, (of,), False), t.Lookup(cells_of, (t.Name(local),), False) if local is x.local:
            names = (lines, cells_of)
        case _:
            return None
    if x.local in t.free_names(inner.body):
        return None
    width = writer.layout.rows_of_rows(*names)
    if width is None or not 1 < width <= WIDEST:
        return None
    cells = [writer.fresh(inner.local.name) for _ in range(width)]
    tests = []
    for cell in cells:
        with writer.bound(inner.local, cell):
            tests.append(writer.text(inner.body))
    joined = f" {'and' if inner.how == 'all' else 'or'} ".join(tests)
    condition = joined if x.how == "any" else f"not ({joined})"
    pad = INDENT * depth
    source = f"{names[0]}_{names[1]}[{writer.text(of)}]"
    return [f"{pad}for {', '.join(cells)} in {source}:", f"{pad}{INDENT}if {condition}:", f"{pad}{INDENT * 2}{answer}"]


def body_lines(writer: Any, x: t.Fold, depth: int, answer: str) -> list[str]:
    pad = INDENT * depth
    inner = x.body
    if inner == t.YES:
        return [f"{pad}{answer}"]
    if isinstance(inner, t.Fold) and inner.how in ("any", "all") and inner.how != x.how:
        # One inside the other: the inner loop breaks when it fails, and the outer answers when it does not.
        return [*fold_lines(writer, inner, depth, "break"), f"{pad}else:", f"{pad}{INDENT}{answer}"]
    test = writer.text(inner)
    condition = test if x.how == "any" else f"not {test}"
    return [f"{pad}if {condition}:", f"{pad}{INDENT}{answer}"]


def hoisted(lines: list[str]) -> list[str]:
    """State is not changed while it is asked about, so every slot is read once, in front."""
    text = "\n".join(lines)
    slots = dict.fromkeys(re.findall(r"\bS\.(\w+)", text))
    for slot in slots:
        text = re.sub(rf"\bS\.{slot}\b", f"{slot}_now", text)
    return [*(f"{INDENT}{slot}_now = S.{slot}" for slot in slots), text]
