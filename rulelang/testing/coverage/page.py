"""Coverage as one HTML page: each line with a colour and a sign, and who reached it. No scripts, nothing to fetch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import PurePath

from rulelang.printable import visible
from rulelang.testing.coverage.measure import Coverage, percent
from rulelang.testing.coverage.reports import files, needs_by_line
from rulelang.testing.coverage.universe import NEED, TABLES, Item, Line

MOST_NAMES = 3
YES, HALF, SIMULATED, NO, BOTS = "yes", "half", "sim", "no", "bots"
SIGNS = {YES: "✓", HALF: "◐", SIMULATED: "◌", NO: "✗", BOTS: "·", "": " "}
CSS = """
:root { --bg: #fbfaf7; --fg: #22252a; --dim: #6d7076; --yes: #e6f3e6; --no: #fbe3e0; --half: #fdf1d0; --sim: #e4ecfb;
  --line: #e4e1da; --bar: #4a9a5b }
@media (prefers-color-scheme: dark) { :root { --bg: #17191d; --fg: #e4e4e2; --dim: #92979f; --yes: #1c2f20;
  --no: #46211f; --half: #40351a; --sim: #1d2a44; --line: #2b2e34; --bar: #5fb572 } }
body { font: 15px/1.5 system-ui, sans-serif; background: var(--bg); color: var(--fg); margin: 2rem auto;
  max-width: 1060px; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 2rem 0 0 }
h2 { font-size: 1.15rem }
p { color: var(--dim) }
a { color: inherit }
table { border-collapse: collapse }
.sum td, .sum th { padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left }
.sum .n { text-align: right; font-variant-numeric: tabular-nums }
.bar { width: 160px; height: 8px; background: var(--no); border-radius: 4px; overflow: hidden }
.bar i { display: block; height: 100%; background: var(--bar) }
.src { width: 100%; display: block; overflow-x: auto; font: 13px/1.45 ui-monospace, Menlo, monospace }
.src td { white-space: pre; padding: 0 .5rem }
.src td.l, .src td.m { color: var(--dim); text-align: right; width: 2.5rem; user-select: none }
.src td.m { width: 1rem }
.src td.c { width: 100% }
.yes .c, .yes .m, .key .yes { background: var(--yes) }
.half .c, .half .m, .key .half { background: var(--half) }
.sim .c, .sim .m, .key .sim { background: var(--sim) }
.no .c, .no .m, .key .no { background: var(--no) }
.bots .c { color: var(--dim) }
.key span { padding: .1rem .5rem; margin-right: .5rem; border-radius: 3px; color: var(--fg) }
"""


def page(found: Sequence[Coverage]) -> str:
    """The whole page, with a part for each game."""
    title = ", ".join(coverage.name for coverage in found)
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>Coverage: {escape(title)}</title>\n<style>{CSS}</style>\n</head>\n<body>\n"
    )
    return head + "\n".join(line for coverage in found for line in game(coverage)) + "\n</body>\n</html>\n"


def game(coverage: Coverage) -> Iterator[str]:
    reached, total = coverage.share("lines")
    yield f"<h1>{shown(title_of(coverage))}</h1>"
    yield (
        f"<p>{len(coverage.scenarios)} scenarios reach {reached} of {total} lines that do or ask something "
        f"({percent((reached, total)):.1f} %). Values that only bots read are not counted. "
        "Hold the pointer over a line to see who reached it.</p>"
    )
    yield (
        '<p class="key"><span class="yes">✓ reached</span><span class="half">◐ one side of a need only</span>'
        '<span class="sim">◌ in simulated games only</span><span class="no">✗ never</span></p>'
    )
    others = "".join(f'<th class="n">{head}</th>' for head in ("needs, both sides", *TABLES))
    heads = f'<th>file</th><th class="n">lines</th><th></th><th></th>{others}'
    yield f'<table class="sum"><tr>{heads}</tr>'
    for file in files(coverage):
        yield summary(coverage, file)
    yield "</table>"
    for file in files(coverage):
        yield f'<h2 id="{anchor(coverage, file)}">{shown(PurePath(file).name)}</h2>'
        yield '<table class="src">'
        yield from source(coverage, file)
        yield "</table>"


def title_of(coverage: Coverage) -> str:
    block = coverage.rules.game
    return (block.label if block is not None and block.label else "") or coverage.name


def summary(coverage: Coverage, file: str) -> str:
    reached, total = coverage.share("lines", file)
    others = "".join(f'<td class="n">{a}/{b}</td>' for a, b in (coverage.share(s, file) for s in (NEED, *TABLES)))
    share = percent((reached, total))
    return (
        f'<tr><td><a href="#{anchor(coverage, file)}">{shown(PurePath(file).name)}</a></td>'
        f'<td class="n">{reached}/{total}</td><td class="n">{share:.0f} %</td>'
        f'<td><div class="bar"><i style="width: {share:.0f}%"></i></div></td>{others}</tr>'
    )


def source(coverage: Coverage, file: str) -> Iterator[str]:
    """The lines of a file."""
    by_number: dict[int, list[Line]] = {}
    for line in coverage.lines:
        if line.file == file:
            by_number.setdefault(line.number, []).append(line)
    needs, rows = needs_by_line(coverage, file), coverage.rows(file)
    bots = {number for name, number in coverage.universe.for_bots if name == file}
    for number, text in enumerate(coverage.universe.files[file].text.rstrip("\n").split("\n"), 1):
        state, told = "", ""
        if number in by_number:
            state, told = state_of(coverage, by_number[number], needs.get(number))
        elif number in rows:
            state, told = state_of_row(coverage, rows[number])
        elif number in bots:
            state, told = BOTS, "only bots read it: not counted"
        title = f' title="{shown(told)}"' if told else ""
        yield (
            f'<tr class="{state}"{title}><td class="l">{number}</td><td class="m">{SIGNS[state]}</td>'
            f'<td class="c">{shown(text) or "&nbsp;"}</td></tr>'
        )


def state_of(coverage: Coverage, lines: Sequence[Line], sides: Sequence[int] | None) -> tuple[str, str]:
    """How a line stands, and what is to be said of it."""
    missed = [line for line in lines if not coverage.is_reached(line)]
    if missed:
        return state_of_missed(coverage, max(coverage.times(line, coverage.simulated) for line in missed))
    if sides is not None and not all(sides):
        held, failed = sides
        return HALF, f"held {held:,} times, failed {failed:,} times"
    keys = {key for line in lines for key in coverage.universe.lines[line]}
    return YES, told_of(max(coverage.times(line) for line in lines), coverage.who_reaches(keys))


def state_of_row(coverage: Coverage, row: Item) -> tuple[str, str]:
    """How a card or another row of a table stands."""
    if times := coverage.times_named(row):
        return YES, told_of(times, coverage.who_reaches(row.sides[0]))
    return state_of_missed(coverage, coverage.times_named(row, coverage.simulated))


def state_of_missed(coverage: Coverage, simulated: int) -> tuple[str, str]:
    """How something stands that no scenario reaches."""
    if simulated:
        return SIMULATED, f"no scenario gets here; {simulated:,} times in simulated games"
    return NO, "neither a scenario nor a simulated game gets here" if coverage.games else "no scenario gets here"


def told_of(times: int, names: Sequence[str]) -> str:
    """How often something was reached, and by whom."""
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"{times:,} times, by {'; '.join(names[:MOST_NAMES])}{more}"


def anchor(coverage: Coverage, file: str) -> str:
    return escape(f"{coverage.name}-{files(coverage).index(file)}")


def shown(text: str) -> str:
    return escape(visible(text))
