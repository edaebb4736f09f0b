"""The results as a table, and what was missed as a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import frozen
from rich.table import Table

from benchmarks.mistakes.measure import Result
from benchmarks.mistakes.plant import KINDS

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- mistakes: made by `python -m benchmarks.mistakes --readme` -->", "<!-- end of mistakes -->"
KINDS_PAGE = Path(__file__).parent / "README.md"
KINDS_HEAD = "| --- | --- |\n"
HEADS = ("kind of mistake", "planted", "caught", "right line", "right word", "messages each")


@frozen
class Counts:
    """How the mistakes of a kind came out."""

    planted: int
    caught: int
    right_line: int
    words: int
    right_words: int
    messages: int

    @classmethod
    def of(cls, results: Sequence[Result]) -> Counts:
        return cls(
            len(results),
            sum(r.caught for r in results),
            sum(r.right_line for r in results),
            sum(r.suggested is not None for r in results),
            sum(r.suggested is True for r in results),
            sum(len(r.messages) for r in results),
        )

    @property
    def cells(self) -> tuple[str, ...]:
        each = f"{self.messages / self.caught:.1f}" if self.caught else "–"
        return (
            str(self.planted),
            percent(self.caught, self.planted),
            percent(self.right_line, self.planted),
            percent(self.right_words, self.words),
            each,
        )


def percent(part: int, whole: int) -> str:
    if not whole:
        return "–"
    share = 100 * part / whole
    return f"{share:.0f} %" if share == int(share) else f"{share:.1f} %"


def counts(results: Sequence[Result], kinds: Iterable[str]) -> list[tuple[str, Counts]]:
    found = [(kind, Counts.of([r for r in results if r.kind == kind])) for kind in kinds]
    return [*found, ("all", Counts.of(results))]


def table(results: Sequence[Result], kinds: Iterable[str], false_alarms: int, seconds: float) -> Table:
    """For the terminal."""
    caption = f"{false_alarms} false alarms on the files as shipped; {seconds:.0f} s"
    made = Table(*HEADS, caption=caption)
    for name, found in counts(results, kinds):
        made.add_row(name, *found.cells, style="bold" if name == "all" else "")
    return made


def misses(results: Iterable[Result]) -> Iterable[str]:
    """What was not caught, shown on another line, or answered without the right word."""
    for r in results:
        if r.caught and r.right_line and r.suggested is not False:
            continue
        what = "NOT CAUGHT" if not r.caught else "OTHER LINE" if not r.right_line else "NO SUGGESTION"
        yield "\n".join(
            [f"{what}  {r.kind}  {r.place}", f"    {r.change}", *(f"    said: {m}" for m in r.messages[:4])]
        )


def markdown(results: Sequence[Result], kinds: Iterable[str], false_alarms: int) -> str:
    """For README: the sum in a sentence, and a table of the kinds to unfold."""
    rows = [f"| {' | '.join(HEADS)} |", "| --- |" + " ---: |" * (len(HEADS) - 1)]
    for name, found in counts(results, kinds):
        rows.append(f"| {f'**{name}**' if name == 'all' else name} | {' | '.join(found.cells)} |")
    total = Counts.of(results)
    alarms = "no false alarm" if not false_alarms else f"{false_alarms} false alarms"
    said = (
        f"Of {total.planted:,} mistakes planted in the shipped rule files, the checker caught "
        f"{percent(total.caught, total.planted)}, showed {percent(total.right_line, total.planted)} on the right line, "
        f"and answered {percent(total.right_words, total.words)} of the misspelt words with the right one. "
        f"The files as shipped give {alarms}."
    )
    return "\n".join([said, "", "<details><summary>by kind of mistake</summary>", "", *rows, "", "</details>"])


def write_readme(results: Sequence[Result], kinds: Iterable[str], false_alarms: int) -> None:
    """Put the table between the two marks in README.md, and the kinds on their page."""
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    block = f"{BEGIN}\n\n{markdown(results, kinds, false_alarms)}\n\n{END}"
    README.write_text(before + block + after, encoding="utf-8")
    KINDS_PAGE.write_text(kinds_page(KINDS_PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def kinds_page(text: str) -> str:
    """The page of the kinds, with a row for each."""
    kinds = [f"| {kind.name} | {kind.about} |\n" for kind in KINDS.values()]
    return text.split(KINDS_HEAD, 1)[0] + KINDS_HEAD + "".join(kinds)
