"""Pictures of the rules as SVG and as one HTML page: no scripts, nothing to fetch, light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulelang.describe.graph import ASK, CHANCE, Column, Link, Picture, Step
from rulelang.printable import visible

WIDTH, ROW, GAP, TOP = 250, 26, 14, 82
INDENT = 13
LETTER = 6.6  # how wide a letter is, about: what would not fit is cut, and whole in the title
LINK_ROW = 34
MOST_NAMES = 9

CSS = """
:root { --bg: #fbfaf7; --fg: #22252a; --dim: #6c7077; --line: #b9b6ae; --phase: #22405c; --rule: #fff; --ask: #fdf1d0;
  --askl: #b98f1f; --win: #e4ecfb; --end: #fbe3e0; --way: #f1efe9; --am: #a3452f }
@media (prefers-color-scheme: dark) { :root { --bg: #17191d; --fg: #e6e5e2; --dim: #989da5; --line: #4b5058;
  --phase: #35618c; --rule: #22262c; --ask: #40351a; --askl: #a9872c; --win: #1d2a44; --end: #46211f; --way: #2a2d33;
  --am: #c05a40 } }
body { font: 15px/1.5 system-ui, sans-serif; background: var(--bg); color: var(--fg); margin: 1.5rem 2rem }
h1 { font-size: 1.4rem; margin: 0 0 .2rem }
h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem }
p { color: var(--dim); margin: .2rem 0 .6rem }
.scroll { overflow-x: auto }
svg { background: var(--bg) }
svg text { font: 11.5px system-ui, sans-serif; fill: var(--fg) }
svg .head { font-weight: 600; font-size: 13px; fill: #fff }
svg .small { fill: var(--dim); font-size: 10.5px }
svg .number { fill: #fff; text-anchor: middle; font-size: 10px }
.phase { fill: var(--phase) }
.rule rect { fill: var(--rule); stroke: var(--line) }
.ask rect { fill: var(--ask); stroke: var(--askl) }
.chance rect { fill: var(--ask); stroke: var(--askl); stroke-dasharray: 3 2 }
.window rect { fill: var(--win) }
.way rect, .turn rect { fill: var(--way) }
.source rect { fill: var(--win); stroke: var(--line) }
.end rect { fill: var(--end); stroke: var(--am) }
.amended { fill: var(--am) }
.tree { stroke: var(--line); fill: none }
.flow { stroke: var(--dim); stroke-width: 1.4; fill: none }
marker path { fill: var(--dim) }
table { border-collapse: collapse; font-size: 13px }
td, th { padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
"""
ARROW = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0 L8 4 L0 8z"/></marker></defs>'
)


def page(found: Picture) -> str:
    """All pictures on one page."""
    return "\n".join(lines(found)) + "\n"


def lines(found: Picture) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{shown(found.name)}: the rules as a picture</title>\n<style>{CSS}</style>\n</head>\n<body>"
    yield f"<h1>{shown(found.name)}</h1>"
    yield (
        "<p>A round, as the rules call one another. White: a rule. Yellow: somebody decides, or chance (dashed). Blue: "
        "windows are open. Red: the game may end. A number: amendments of variants and cards.</p>"
    )
    yield f'<div class="scroll">{round_svg(found)}</div>'
    if found.links:
        yield "<h2>What variants and cards change</h2>"
        yield f'<div class="scroll">{links_svg(found.links)}</div>'
    yield "<h2>Who writes and reads what</h2>"
    yield "<table><tr><th>field</th><th>written by</th><th>read by</th></tr>"
    for use in found.uses:
        cells = f"<td><code>{shown(use.field)}</code></td><td>{names(use.writers)}</td><td>{names(use.readers)}</td>"
        yield f"<tr>{cells}</tr>"
    yield "</table>\n</body>\n</html>"


def names(found: Sequence[str]) -> str:
    listed = shown(", ".join(found[:MOST_NAMES])) or "-"
    return listed + (f" and {len(found) - MOST_NAMES} more" if len(found) > MOST_NAMES else "")


def svg(found: Picture) -> str:
    """The round alone, as a picture that brings its colours."""
    return round_svg(found).replace(ARROW, f"<style>{CSS}</style>{ARROW}", 1) + "\n"


# ---- the round ----------------------------------------------------------------------------------------------------


def round_svg(found: Picture) -> str:
    rows = max((len(column.steps) for column in found.columns), default=0)
    width = GAP + len(found.columns) * (WIDTH + GAP)
    height = TOP + rows * ROW + GAP
    inside = [ARROW]
    for number, column in enumerate(found.columns):
        inside += column_svg(column, GAP + number * (WIDTH + GAP), is_first=number == 0)
    return svg_element(width, height, f"A round of {found.name}", inside)


def svg_element(width: int, height: int, label: str, inside: Sequence[str]) -> str:
    head = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{shown(label)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{"".join(inside)}</svg>'


def column_svg(column: Column, x: int, is_first: bool) -> Iterator[str]:
    """A part of the round, with what happens in it below."""
    yield f'<rect class="phase" x="{x}" y="30" width="{WIDTH}" height="38" rx="7"/>'
    yield f'<text class="head" x="{x + 12}" y="54">{shown(fit(column.title, 30))}</text>'
    if not is_first:
        yield f'<path class="flow" d="M{x - GAP + 1} 49 h{GAP - 3}" marker-end="url(#arrow)"/>'
    for number, step in enumerate(column.steps):
        yield step_svg(step, x, TOP + number * ROW)


def step_svg(step: Step, left: int, y: int) -> str:
    x, width = left + 6 + step.depth * INDENT, WIDTH - 6 - step.depth * INDENT
    amended = f", amended {step.amended} times" if step.amended else ""
    branch = f'<path class="tree" d="M{x - 7} {y - 9} v{ROW - 8} h6"/>' if step.depth else ""
    room = int((width - (28 if step.amended else 12)) / LETTER)
    badge = ""
    if step.amended:
        badge = (
            f'<circle class="amended" cx="{x + width - 11}" cy="{y + 10}" r="8"/>'
            f'<text class="number" x="{x + width - 11}" y="{y + 14}">{step.amended}</text>'
        )
    return (
        f'{branch}<g class="{step.kind}"><title>{shown(step.text)} ({shown(step.place)}{amended})</title>'
        f'<rect x="{x}" y="{y}" width="{width}" height="{ROW - 6}" rx="{10 if step.kind in (ASK, CHANCE) else 3}"/>'
        f'<text x="{x + 8}" y="{y + 14}">{shown(fit(step.text, room))}</text>{badge}</g>'
    )


def fit(text: str, room: int) -> str:
    return text if len(text) <= room else text[: max(room - 1, 1)] + "…"


# ---- what changes what --------------------------------------------------------------------------------------------


def links_svg(links: Sequence[Link]) -> str:
    """Sources on the left, what they change on the right."""
    left = {name: n * LINK_ROW + GAP for n, name in enumerate(sorted({link.source for link in links}))}
    right = {name: n * LINK_ROW + GAP for n, name in enumerate(sorted({link.what for link in links}))}
    inside = [ARROW]
    told: dict[tuple[str, str], list[str]] = {}
    for link in links:
        hows = told.setdefault((link.source, link.what), [])
        if link.how not in hows:
            hows.append(link.how)
    for (source, what), hows in told.items():
        a, b = left[source] + 12, right[what] + 12
        inside.append(
            f'<path class="flow" d="M270 {a} C 370 {a}, 370 {b}, 470 {b} L 524 {b}" marker-end="url(#arrow)"/>'
        )
        inside.append(f'<text class="small" x="518" y="{b - 4}" text-anchor="end">{shown(", ".join(hows))}</text>')
    inside += [box("source", 10, y, name) for name, y in left.items()]
    inside += [box("rule", 530, y, name) for name, y in right.items()]
    return svg_element(800, max(len(left), len(right)) * LINK_ROW + GAP, "What changes what", inside)


def box(kind: str, x: int, y: int, name: str) -> str:
    return (
        f'<g class="{kind}"><title>{shown(name)}</title><rect x="{x}" y="{y}" width="260" height="24" rx="4"/>'
        f'<text x="{x + 10}" y="{y + 16}">{shown(fit(name, 37))}</text></g>'
    )


def shown(text: str) -> str:
    return escape(visible(text))
