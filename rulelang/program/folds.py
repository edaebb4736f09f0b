"""`any` and `all` as small functions: they stop at the first answer and read each slot of the state once."""

from __future__ import annotations

import re
from typing import Any

from rulelang.model import expressions as m
from rulelang.model.walk import free_locals

INDENT = "    "


def fold_call(writer: Any, e: m.Fold) -> str:
    """A call of the function that answers a fold; the function is written beside it."""
    captured = dict.fromkeys(name for local in free_locals(e) if (name := writer.local(local)).isidentifier())
    lines = fold_lines(writer, e, 1, f"return {e.how == 'any'}")
    lines.append(f"{INDENT}return {e.how == 'all'}")
    name = writer.layout.fresh("fold")
    head = f"def {name}({', '.join(['S', *captured])}):"
    writer.layout.helpers.append("\n".join([head, *hoisted(lines)]))
    return f"{name}({', '.join(['S', *captured])})"


def fold_lines(writer: Any, e: m.Fold, depth: int, answer: str) -> list[str]:
    """A loop that gives the answer as soon as it is known."""
    source = writer.iterable(e.source)
    pad = INDENT * depth
    with writer.bound(e.local) as name:
        lines = [f"{pad}for {name} in {source}:"]
        where = writer.write(e.where) if e.where is not None else "True"
        if where != "True":
            lines += [f"{pad}{INDENT}if not {where}:", f"{pad}{INDENT * 2}continue"]
        return lines + body_lines(writer, e, depth + 1, answer)


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
