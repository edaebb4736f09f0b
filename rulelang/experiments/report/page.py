"""The page of a comparison: what it says, in the order in which somebody wants to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from math import isfinite

from attrs import frozen

from rulelang.describe.diff import Difference
from rulelang.experiments.comparison import wording
from rulelang.experiments.comparison.findings import Findings, Item, Row
from rulelang.experiments.comparison.pairs import Pairs
from rulelang.experiments.happenings import Happened
from rulelang.experiments.report import svg
from rulelang.experiments.report.style import STYLE

MOST_OPTIONS = 18
MOST_OUT = 8
MOST_NEVER = 12
LENGTHS = ("shortest quarter", "second", "third", "longest quarter")


@frozen
class Chapter:
    """One set of rules against the first."""

    first: str
    second: str
    findings: Findings
    pairs: Pairs
    happened: Mapping[str, Happened]
    differences: Sequence[Difference]
    label: Callable[[str], str]  # of an option


@frozen
class Report:
    """A whole comparison; `how` says who played, `asked` what was typed."""

    chapters: Sequence[Chapter]
    how: str
    asked: str


def page(report: Report) -> str:
    """A report as HTML."""
    body = "\n".join(part for chapter in report.chapters for part in told(chapter, report.how))
    title = escape(f"{report.chapters[0].first} compared")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
{body}
<footer>
<p class="note">Both sides of a pair have the same luck, and bots are not people: what holds for them need not hold at
your table. Made by <code>{escape(report.asked)}</code></p>
</footer>
</main>
</body>
</html>
"""


def told(chapter: Chapter, how: str) -> Iterator[str]:
    found = chapter.findings
    yield f'<p class="about">{escape(chapter.first)} · {escape(how)} · {found.count:,} pairs of games</p>'
    yield f"<h1>{escape(headline(chapter))}</h1>"
    yield f'<div class="answer">{"".join(f"<p>{escape(said)}</p>" for said in answer(chapter))}</div>'
    yield (
        f'<p class="key"><span><b class="a"></b>A, {escape(chapter.first)}</span>'
        f'<span><b class="b"></b>B, {escape(chapter.second)}</span></p>'
    )
    yield from changes(chapter.differences)
    yield from verdicts(found)
    if found.is_the_same:
        return
    yield from differences(found)
    yield from spreads(chapter.pairs)
    yield from lengths(chapter.pairs)
    yield from options(chapter)
    yield from never(chapter)


# ---- the answer -----------------------------------------------------------------------------------------------


def headline(chapter: Chapter) -> str:
    """The most important thing there is to say, in a sentence."""
    found = chapter.findings
    if found.is_the_same:
        return "The same game every time"
    if chapter.happened and not any(each.games for each in chapter.happened.values()):
        return f"The rule never happened in {found.count:,} games"
    sure = [row for row in found.rows if row.verdict.kind == "different"]
    if found.is_cut_short:
        return "Too many games did not end to say what the rule does"
    if sure:
        row = sure[0]
        before, after = (wording.value(row.measure, number) for number in (row.first, row.second))
        return f"{capital(row.measure.name)}: {after} instead of {before}"
    if all(row.verdict.kind == "none larger" for row in found.rows):
        return "It makes no difference that matters"
    return f"{found.count:,} pairs of games are too few to tell what it changes"


def answer(chapter: Chapter) -> Iterator[str]:
    found = chapter.findings
    sure = [row for row in found.rows if row.verdict.kind == "different"]
    unseen = [row for row in found.rows if row.verdict.kind == "not seen"]
    if found.is_the_same:
        yield "No pair of games differed in anything. Either the rules are the same, or what differs was never used."
        return
    for row in sure:
        yield f"{capital(row.measure.name)}: {wording.different(row)}."
    if unseen:
        named = ", ".join(row.measure.name for row in unseen)
        first = unseen[0]
        yield (
            f"No difference was seen in {named}. That is no proof of none: {first.measure.name} may change by anything "
            f"from {wording.interval(first)}."
        )
        if first.verdict.games:
            asked = wording.counted(first.measure, first.verdict.matters)
            yield f"To see {asked}, play about {first.verdict.games:,} pairs."
    for name, happened in chapter.happened.items():
        yield f"{capital(name)} {happened.in_words(found.count)}."


def capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def changes(found: Sequence[Difference]) -> Iterator[str]:
    """What the rules of both sides differ in."""
    if not found:
        return
    yield "<h2>What was changed</h2>"
    for each in found:
        yield f"<h3>{escape(f'{each.how} {each.name}')}</h3>"
        if each.detail:
            yield f"<pre>{escape(chr(10).join(each.detail))}</pre>"


def verdicts(found: Findings) -> Iterator[str]:
    yield "<h2>Verdicts</h2>"
    rows = [verdict_row(row, found) for row in (*found.rows, *standing_out(found))]
    yield (
        '<table><thead><tr><th>measure</th><th class="number">A</th><th class="number">B</th><th>verdict</th></tr>'
        "</thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    yield (
        f'<p class="note">The intervals of the first {len(found.rows)} measures hold together in 95 % of such '
        "comparisons, whenever one stops. What is marked * was not named before the games; of all that is marked one "
        "in ten may be chance.</p>"
    )


def standing_out(found: Findings) -> list[Row]:
    return [row for row in found.others if row.measure.name in found.standing_out]


def verdict_row(row: Row, found: Findings) -> str:
    m = row.measure
    star = "" if row in found.rows else " *"
    style = ' class="sure"' if row.verdict.kind == "different" else ""
    return (
        f"<tr><td>{escape(m.name)}{star}</td>"
        f'<td class="number">{wording.value(m, row.first)}</td><td class="number">{wording.value(m, row.second)}</td>'
        f"<td{style}>{escape(wording.verdict(row, found))}</td></tr>"
    )


# ---- pictures ---------------------------------------------------------------------------------------------------


def differences(found: Findings) -> Iterator[str]:
    rows = [row for row in (*found.rows, *standing_out(found)) if isfinite(row.half)]
    if not rows:
        return
    yield "<h2>Differences, B less A</h2>"
    yield svg.forest([bar_of(row) for row in rows], "less in B", "more in B")
    yield (
        '<p class="note">A bar is the 95 % interval of a difference, drawn in standard deviations of its measure so '
        "that bars can be compared. Coloured ones lie to one side of zero.</p>"
    )


def bar_of(row: Row) -> svg.Bar:
    scale = row.deviation or 1.0
    said = f"{wording.signed(row.measure, row.difference)}  ({wording.interval(row)})"
    ends = (row.difference / scale, row.low / scale, row.high / scale)
    return svg.Bar(row.measure.name, *ends, said, row.verdict.kind == "different")


def spreads(pairs: Pairs) -> Iterator[str]:
    drawn = []
    for name in ("rounds", "winning margin", "best score", "decisions"):
        readings = pairs.readings[name]
        if len({*readings.first, *readings.second}) > 1:
            shown = svg.histogram(readings.first, readings.second, f"{name} of both sides")
            drawn.append(f"<div><h3>{capital(name)}</h3>{shown}</div>")
    if drawn:
        yield "<h2>How games are spread</h2>"
        yield f'<div class="pair">{"".join(drawn)}</div>'


def lengths(pairs: Pairs) -> Iterator[str]:
    """Who wins short games, and who long ones."""
    rounds, wins = pairs.readings["rounds"], pairs.readings["first player wins"]
    if len(rounds.first) != len(wins.first) or len(rounds.first) < 4 * len(LENGTHS):
        return
    sides = [by_length(rounds.first, wins.first), by_length(rounds.second, wins.second)]
    lines = [
        svg.Twin(name, a[1], b[1], f"{a[1]:.0%} → {b[1]:.0%}".replace("%", " %"), f"{a[0]:.0f} and {b[0]:.0f} rounds")
        for name, a, b in zip(LENGTHS, *sides, strict=True)
    ]
    yield "<h2>Length against wins</h2>"
    yield svg.twins(lines, "Wins of the first player by length of the game")
    yield '<p class="note">Wins of the first player among the shortest to the longest games of each side.</p>'


def by_length(rounds: Sequence[float], wins: Sequence[float]) -> list[tuple[float, float]]:
    """Mean length and share of wins of each quarter."""
    ordered = sorted(zip(rounds, wins, strict=True))
    count = len(LENGTHS)
    quarters = [ordered[len(ordered) * n // count : len(ordered) * (n + 1) // count] for n in range(count)]
    return [(sum(r for r, _ in q) / len(q), sum(w for _, w in q) / len(q)) for q in quarters]


def options(chapter: Chapter) -> Iterator[str]:
    found = chapter.findings
    chosen = most_telling(found)
    if not chosen:
        return
    lines = [twin_of(item, chapter.label(item.name), item.name in found.standing_out) for item in chosen]
    yield "<h2>What players chose</h2>"
    yield svg.twins(lines, "How often options were taken when they were offered")
    yield (
        '<p class="note">Taken of the times it was offered; * marks what is taken clearly more or less often in a '
        "game. The others are for looking, not for verdicts.</p>"
    )


def most_telling(found: Findings) -> list[Item]:
    """What stands out, then what is offered most."""

    def offered(item: Item) -> int:
        return item.uses[0].offered + item.uses[1].offered

    out = sorted((i for i in found.items if i.name in found.standing_out), key=lambda i: -abs(i.difference))
    rest = sorted((i for i in found.items if i.name not in found.standing_out), key=lambda i: -offered(i))
    return [*out[:MOST_OUT], *rest, *out[MOST_OUT:]][:MOST_OPTIONS]


def twin_of(item: Item, label: str, stands_out: bool) -> svg.Twin:
    shares = [use.taken / use.offered if use.offered else None for use in item.uses]
    first, second = (f"{share:.0%}".replace("%", " %") if share is not None else "" for share in shares)
    said = f"{first or 'new'} → {second or 'gone'}"
    more = f"of {max(use.offered for use in item.uses):,}"
    return svg.Twin(capital(label) + (" *" if stands_out else ""), shares[0], shares[1], said, more)


def never(chapter: Chapter) -> Iterator[str]:
    """What could have happened and did not."""
    found = chapter.findings
    lines = [
        f"{capital(name)} {each.in_words(found.count)}." for name, each in chapter.happened.items() if not each.games
    ]
    loud = len(lines)
    idle = [item for item in found.items if not any(use.taken for use in item.uses)]
    idle.sort(key=lambda item: -sum(use.offered for use in item.uses))
    if idle:
        chances = [f"{chapter.label(i.name)} ({sum(u.offered for u in i.uses):,} chances)" for i in idle[:MOST_NEVER]]
        more = f" and {len(idle) - MOST_NEVER} options more" if len(idle) > MOST_NEVER else ""
        lines.append(f"Nobody ever took: {', '.join(chances)}{more}.")
    shared = found.row("shared wins")
    if shared is not None and not shared.first and not shared.second:
        lines.append("No win was shared.")
    if not any(found.unfinished):
        lines.append("No game was left unfinished.")
    only = {reason for ending in found.endings for reason in ending}
    if len(only) == 1:
        lines.append(f"Every game ended because {min(only)}.")
    if lines:
        yield "<h2>What never happened</h2>"
        items = (f"<li{' class=loud' if n < loud else ''}>{escape(said)}</li>" for n, said in enumerate(lines))
        yield f"<ul>{''.join(items)}</ul>"
