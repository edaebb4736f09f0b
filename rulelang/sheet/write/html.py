"""A sheet as one HTML page: no scripts and nothing to fetch; it prints on A4 and is read in the dark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

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
    plain,
)
from rulelang.sheet.write.markdown import cited
from rulelang.sheet.write.style import CSS
from rulelang.sheet.write.svg import drawing_svg

DEEPEST = 6
SHORT = 12  # rows of a table that stays on one page in print


def write(sheet: Sheet) -> str:
    """The whole page."""
    return harmless("\n".join(page(sheet))) + "\n"


def page(sheet: Sheet) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield f'<html lang="{escape(sheet.language)}">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{escape(sheet.title)}</title>"
    yield f"<style>{CSS}</style>"
    yield "</head>"
    yield "<body>" if sheet.contents else '<body class="aid">'
    yield "<header>"
    yield f"<h1>{escape(sheet.title)}</h1>"
    for text in sheet.lead:
        yield f"<p>{inline(text)}</p>"
    yield "</header>"
    if sheet.contents:
        yield from contents(sheet)
    yield "<main>"
    for section in sheet.sections:
        yield from section_html(section, 2, sheet)
    yield "</main>"
    yield f"<footer><p>{inline(sheet.foot)}</p></footer>"
    yield "</body>"
    yield "</html>"


def contents(sheet: Sheet) -> Iterator[str]:
    """A table of contents: the sections, and the parts of each."""
    yield f'<nav aria-labelledby="contents"><h2 id="contents">{escape(sheet.contents)}</h2>'
    yield "<ol>"
    for section in sheet.sections:
        yield f'<li><a href="#{escape(section.anchor)}">{escape(plain(section.title))}</a>'
        if section.sections:
            links = (f'<a href="#{escape(s.anchor)}">{escape(plain(s.title))}</a>' for s in section.sections)
            yield f'<span class="parts">{" · ".join(links)}</span>'
        yield "</li>"
    yield "</ol></nav>"


def section_html(section: Section, level: int, sheet: Sheet) -> Iterator[str]:
    tag = f"h{min(level, DEEPEST)}"
    yield f'<section id="{escape(section.anchor)}" class="level{min(level, DEEPEST)}">'
    yield f"<{tag}>{inline(section.title)}</{tag}>"
    own = [content for content in section.content if not isinstance(content, Section)]
    for content in own:
        yield from content_html(content, sheet)
    if section.cites:
        yield f'<p class="cites">{escape(sheet.rules)}: {escape(cited(section.cites))}</p>'
    for inner in section.sections:
        yield from section_html(inner, level + 1, sheet)
    yield "</section>"


def content_html(content: Content, sheet: Sheet) -> Iterator[str]:
    match content:
        case Paragraph(text):
            yield f"<p>{inline(text)}</p>"
        case Example(text):
            yield f'<p class="example">{inline(text)}</p>'
        case Steps(items, numbered):
            yield from steps_html(items, "ol" if numbered else "ul")
        case Terms(terms):
            yield from terms_html(terms, sheet)
        case Table():
            yield from table_html(content)
        case Drawing():
            yield drawing_svg(content)


def steps_html(items: Iterable[Item], tag: str) -> Iterator[str]:
    yield f"<{tag}>"
    for item in items:
        start = f'<li id="{escape(item.anchor)}">' if item.anchor else "<li>"
        if item.items:
            yield f"{start}{inline(item.text)}"
            yield from steps_html(item.items, "ul")
            yield "</li>"
        else:
            yield f"{start}{inline(item.text)}</li>"
    yield f"</{tag}>"


def terms_html(terms: Iterable[Term], sheet: Sheet) -> Iterator[str]:
    yield "<dl>"
    for term in terms:
        yield f'<dt id="{escape(term.anchor)}">{inline(term.title)}</dt>'
        cites = f' <span class="cites">{escape(sheet.rules)}: {escape(cited(term.cites))}</span>' if term.cites else ""
        yield f"<dd>{inline(term.text)}{cites}"
        if term.items:
            yield from steps_html(term.items, "ul")
        yield "</dd>"
    yield "</dl>"


def table_html(table: Table) -> Iterator[str]:
    numbers = [is_number_column(table, i) for i in range(len(table.heads))]
    short = " short" if len(table.rows) <= SHORT else ""
    yield f'<div class="table{short}"><table>'
    heads = "".join(f'<th scope="col"{right(n)}>{inline(h)}</th>' for h, n in zip(table.heads, numbers, strict=True))
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        first, *rest = row
        cells = "".join(f"<td{right(n)}>{inline(c)}</td>" for c, n in zip(rest, numbers[1:], strict=True))
        yield f'<tr><th scope="row"{right(numbers[0])}>{inline(first)}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def right(is_number: bool) -> str:
    return ' class="number"' if is_number else ""


def is_number_column(table: Table, column: int) -> bool:
    """Are all cells of a column numbers, ticks or nothing?"""
    said = [plain(row[column]) for row in table.rows]
    return bool(said) and all(cell.lstrip("−").replace(",", "").isdecimal() or cell in ("", "–", "✓") for cell in said)


def inline(text: Text) -> str:
    return "".join(map(piece_html, text))


def piece_html(piece: Piece) -> str:
    said = escape(piece.text)
    if piece.target:
        return f'<a href="#{escape(piece.target)}">{said}</a>'
    match piece.style:
        case "term":
            return f"<i>{said}</i>"
        case "strong":
            return f"<strong>{said}</strong>"
        case "quote":
            return f"“{said}”"
        case "note":
            return f'<small class="note">{said}</small>'
    return said
