"""A sheet as Markdown: headings, lists and tables that any reader of Markdown shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from rulelang.printable import harmless
from rulelang.sheet.document import (
    Content,
    Drawing,
    Example,
    Item,
    Paragraph,
    Piece,
    Section,
    Sheet,
    Steps,
    Table,
    Term,
    Terms,
    Text,
)

SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")
DEEPEST = 6


def write(sheet: Sheet) -> str:
    """The whole sheet as one text."""
    lines = [f"# {escape(sheet.title)}", ""]
    for text in sheet.lead:
        lines += [inline(text), ""]
    for section in sheet.sections:
        lines += section_lines(section, 2, sheet)
    lines += ["---", "", f"<small>{inline(sheet.foot)}</small>"]
    return harmless("\n".join(lines)).rstrip() + "\n"


def section_lines(section: Section, level: int, sheet: Sheet) -> list[str]:
    """A heading with a place to lead to, its printed rules, and what stands below it."""
    mark = "#" * min(level, DEEPEST)
    lines = [f'<a id="{section.anchor}"></a>', "", f"{mark} {inline(section.title)}", ""]
    for content in section.content:
        lines += content_lines(content, level + 1, sheet)
    if section.cites:
        own = [c for c in section.content if not isinstance(c, Section)]
        at = len(lines) - sum(len(section_lines(s, level + 1, sheet)) for s in section.sections) if own else 4
        lines[at:at] = [f"<small>{escape(sheet.rules)}: {escape(cited(section.cites))}</small>", ""]
    return lines


def content_lines(content: Content, level: int, sheet: Sheet) -> list[str]:
    match content:
        case Paragraph(text):
            return [inline(text), ""]
        case Example(text):
            return [f"> {inline(text)}", ""]
        case Steps(items, numbered):
            return [*step_lines(items, numbered, ""), ""]
        case Terms(terms):
            return [*term_lines(terms, sheet), ""]
        case Table():
            return [*table_lines(content), ""]
        case Section():
            return section_lines(content, level, sheet)
        case Drawing():
            return []  # the table of ways that stands below says the same
        case _:
            assert_never(content)


def step_lines(items: Iterable[Item], numbered: bool, indent: str) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if numbered else "- "
        place = f'<a id="{item.anchor}"></a>' if item.anchor else ""
        yield f"{indent}{mark}{place}{inline(item.text)}"
        yield from step_lines(item.items, False, indent + " " * len(mark))


def term_lines(terms: Iterable[Term], sheet: Sheet) -> Iterator[str]:
    for term in terms:
        small = f" <small>{escape(sheet.rules)}: {escape(cited(term.cites))}</small>" if term.cites else ""
        yield f'- <a id="{term.anchor}"></a>**{inline(term.title)}**: {inline(term.text)}{small}'
        yield from step_lines(term.items, False, "  ")


def table_lines(table: Table) -> Iterator[str]:
    yield "| " + " | ".join(inline(head) for head in table.heads) + " |"
    yield "| " + " | ".join("---" for _ in table.heads) + " |"
    for row in table.rows:
        yield "| " + " | ".join(inline(cell) for cell in row) + " |"


def inline(text: Text) -> str:
    return "".join(map(piece_text, text))


def piece_text(piece: Piece) -> str:
    said = escape(piece.text)
    if piece.target:
        return f"[{said}](#{piece.target})"
    match piece.style:
        case "term" | "note":
            return f"*{said}*" if said.strip() == said else said
        case "strong":
            return f"**{said}**"
        case "quote":
            return f"“{said}”"
    return said


def escape(text: str) -> str:
    """Signs that mean something in Markdown mean themselves; a text stays on its line."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split("\n")))


def cited(cites: Iterable[str]) -> str:
    """Printed rules, runs of numbers as one: `ABC-001–003, ABC-007`."""
    runs: list[list[str]] = []
    for cite in dict.fromkeys(cites):
        prefix, _, number = cite.rpartition("-")
        last = runs[-1][-1] if runs else ""
        last_prefix, _, last_number = last.rpartition("-")
        if last and prefix == last_prefix and number.isdecimal() and int(number) == int(last_number) + 1:
            runs[-1].append(cite)
        else:
            runs.append([cite])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1].rpartition('-')[2]}" for run in runs)
