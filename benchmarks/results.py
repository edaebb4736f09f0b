"""Figures as data: rows, what was wished for, the JSON file, and the tables that people read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from benchmarks.measure import Spread

START = "<!-- figures: made by `python -m benchmarks --write` -->"
END = "<!-- end of figures -->"

TOLD_WHOLE = frozenset({"editing"})  # how soon an answer comes, and at the cost of how much memory


@frozen
class Row:
    """One figure: of which game, what was measured, against what, and what was wished for."""

    part: str
    of: str
    what: str
    figure: str
    against: str = ""
    ratio: Spread | None = None
    needed: float | None = None
    aim: float | None = None
    is_cost: bool = False  # is a smaller ratio a better one?

    @property
    def verdict(self) -> str:
        """Is the ratio what was wished for?"""
        if self.ratio is None or self.needed is None:
            return ""
        if self.reaches(self.needed if self.aim is None else self.aim):
            return "aim" if self.aim is not None else "yes"
        return "yes" if self.reaches(self.needed) else "no"

    def reaches(self, wanted: float) -> bool:
        assert self.ratio is not None
        return self.ratio.median <= wanted if self.is_cost else self.ratio.median >= wanted


@frozen
class Results:
    """What one run has measured."""

    machine: dict[str, Any]
    rows: tuple[Row, ...]

    def as_text(self) -> str:
        data = {"machine": self.machine, "rows": [asdict(row) for row in self.rows]}
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Results:
        data = json.loads(text)
        rows = [{**row, "ratio": Spread(**row["ratio"]) if row["ratio"] else None} for row in data["rows"]]
        return cls(data["machine"], tuple(Row(**row) for row in rows))

    def with_parts_of(self, older: Results) -> Results:
        """The rows of this run, and of an older one on the same machine the parts that were left out now."""
        if older.machine != self.machine:
            return self
        measured = {row.part for row in self.rows}
        return Results(self.machine, (*(row for row in older.rows if row.part not in measured), *self.rows))


# ---- words ----------------------------------------------------------------------------------------------


def number(value: float) -> str:
    """Two or three digits that count."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratio_text(row: Row) -> str:
    if row.ratio is None:
        return ""
    return f"{number(row.ratio.median)} ({number(row.ratio.low)}–{number(row.ratio.high)})"


def wanted_text(row: Row) -> str:
    if row.needed is None:
        return ""
    sign = "≤" if row.is_cost else "≥"
    return f"{sign} {number(row.needed)}" + (f", aim {number(row.aim)}" if row.aim is not None else "")


HEADINGS = ("game", "what", "figure", "against", "ratio (range)", "wanted", "met")


def cells(row: Row) -> list[str]:
    return [row.of, row.what, row.figure, row.against, ratio_text(row), wanted_text(row), row.verdict]


def machine_text(machine: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in machine.items() if value)


# ---- what people read -----------------------------------------------------------------------------------


def summary(results: Results) -> str:
    """All that was wished for in one table, a line for each comparison, whatever the game."""
    lines = [["what", "against", "ratio, game by game", "wanted", "met"]]
    wished = [row for row in results.rows if row.ratio is not None and row.needed is not None]
    groups = dict.fromkeys((row.part, row.what, row.against, row.needed) for row in wished)
    for group in groups:
        rows = [row for row in wished if (row.part, row.what, row.against, row.needed) == group]
        medians = sorted(row.ratio.median for row in rows if row.ratio is not None)
        span = number(medians[0]) + (f" to {number(medians[-1])}" if len(medians) > 1 else "")
        good = len(rows) - len(missed(rows))
        met = "yes" if good == len(rows) else f"{good} of {len(rows)}" if good else "no"
        _, what, against, _ = group
        of = rows[0].of if len(rows) == 1 else f"{len(rows)} games"
        lines.append([f"{what}: {of}", against, span, wanted_text(rows[0]), met])
    served = [row for row in results.rows if row.part == "serving"]
    figures = ", ".join(f"{row.what} {row.figure}" for row in served)
    told = ["", f"A server with {served[0].of} matches: {figures}."] if served else []
    return "\n".join([f"Measured with {machine_text(results.machine)}.", "", *markdown_lines(lines), *told])


def markdown(results: Results, titles: dict[str, str]) -> str:
    """The figures in Markdown: games side by side where they are compared, else what was wished for or is new."""
    lines = ["Ratios are medians of turns that were taken in rotation, with their range in brackets."]
    lines += [f"Measured with {machine_text(results.machine)}.", ""]
    for part in dict.fromkeys(row.part for row in results.rows):
        rows = [row for row in results.rows if row.part == part]
        table = side_by_side(rows) if part == "playing" else markdown_table(worth_telling(rows))
        lines += [f"## {titles.get(part, part)}", "", *table, ""]
    return "\n".join(lines).rstrip()


def worth_telling(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows that compare; all of them if none does, or if they belong together."""
    return [row for row in rows if row.ratio is not None or row.part in TOLD_WHOLE] or rows


def markdown_table(rows: Sequence[Row]) -> list[str]:
    """A table; columns that are empty in every row are left out."""
    found = [cells(row) for row in rows]
    kept = [i for i in range(len(HEADINGS)) if any(line[i] for line in found)]
    return markdown_lines([[HEADINGS[i] for i in kept], *([line[i] for i in kept] for line in found)])


def side_by_side(rows: Sequence[Row]) -> list[str]:
    """A column for each game, a line for each pair that was compared."""
    compared = [row for row in rows if row.ratio is not None]
    games = list(dict.fromkeys(row.of for row in compared))
    pairs = list(dict.fromkeys((row.what, row.against) for row in compared))
    found = {(row.what, row.against, row.of): row for row in compared}
    lines = [["what", "against", *games]]
    for what, against in pairs:
        shown = [found.get((what, against, game)) for game in games]
        lines.append([what, against, *(ratio_text(row) if row is not None else "–" for row in shown)])
    return markdown_lines(lines)


def markdown_lines(lines: Sequence[Sequence[str]]) -> list[str]:
    head, *rest = ["| " + " | ".join(line) + " |" for line in lines]
    return [head, "| " + " | ".join("---" for _ in lines[0]) + " |", *rest]


def with_block(text: str, block: str, start: str = START) -> str:
    """A text with the lines between the two marks replaced; without marks, it is not ours to change."""
    if text.count(start) != 1 or text.count(END) != 1 or text.index(start) > text.index(END):
        raise ValueError(f"the lines {start} and {END} are needed once each, in this order")
    head, rest = text.split(start)
    return f"{head}{start}\n\n{block}\n\n{END}{rest.split(END)[1]}"


def rewrite(path: Path, block: str) -> None:
    path.write_text(with_block(path.read_text(encoding="utf-8"), block), encoding="utf-8")


def missed(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row.verdict == "no"]
