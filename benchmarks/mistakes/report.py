"""The results as a table, and what was missed as a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import frozen
from rich.table import Table

from benchmarks.mistakes.measure import Result
from benchmarks.mistakes.plant import KINDS

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGE = ROOT / "docs" / "benchmarks.md"
MORE = "[By kind of mistake](docs/benchmarks.md#mistakes-that-people-make)."
BEGIN, END = "<!-- mistakes: made by `python -m benchmarks.mistakes --write` -->", "<!-- end of mistakes -->"
KINDS_PAGE = Path(__file__).parent / "README.md"
KINDS_HEAD = "| --- | --- |\n"
ALL, UNSEEN = "all", "all, of a seed nobody tuned to"
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


@frozen
class Harvest:
    """What came of the mistakes of the usual seed, and of those of a seed that nobody tuned to."""

    usual: Sequence[Result]
    unseen: Sequence[Result]


def percent(part: int, whole: int) -> str:
    if not whole:
        return "–"
    share = 100 * part / whole
    return f"{share:.0f} %" if share == int(share) else f"{share:.1f} %"


def counts(found: Harvest, kinds: Iterable[str]) -> list[tuple[str, Counts]]:
    rows = [(kind, Counts.of([r for r in found.usual if r.kind == kind])) for kind in kinds]
    return [*rows, (ALL, Counts.of(found.usual)), (UNSEEN, Counts.of(found.unseen))]


def table(results: Harvest, kinds: Iterable[str], false_alarms: int, seconds: float) -> Table:
    """For the terminal."""
    caption = f"{false_alarms} false alarms on the files as shipped; {seconds:.0f} s"
    made = Table(*HEADS, caption=caption)
    for name, found in counts(results, kinds):
        made.add_row(name, *found.cells, style="bold" if name in (ALL, UNSEEN) else "")
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


def by_kind(results: Harvest, kinds: Iterable[str]) -> str:
    """For the page of figures: a row for each kind."""
    rows = [f"| {' | '.join(HEADS)} |", "| --- |" + " ---: |" * (len(HEADS) - 1)]
    for name, found in counts(results, kinds):
        rows.append(f"| {f'**{name}**' if name in (ALL, UNSEEN) else name} | {' | '.join(found.cells)} |")
    return "\n".join(rows)


def in_short(results: Harvest, false_alarms: int) -> str:
    """For README: the sums in a sentence each."""
    total, unseen = Counts.of(results.usual), Counts.of(results.unseen)
    alarms = "no false alarm" if not false_alarms else f"{false_alarms} false alarms"
    return (
        f"Of {total.planted:,} mistakes planted in the shipped rule files, the checker caught "
        f"{percent(total.caught, total.planted)}, showed {percent(total.right_line, total.planted)} on the right line, "
        f"and answered {percent(total.right_words, total.words)} of the misspelt words with the right one. "
        f"Of {unseen.planted:,} others, of a seed that changes with every rule file so that nobody tunes to it, "
        f"it caught {percent(unseen.caught, unseen.planted)}, showed {percent(unseen.right_line, unseen.planted)} "
        f"on the right line and answered {percent(unseen.right_words, unseen.words)} with the right word. "
        f"The files as shipped give {alarms}. {MORE}"
    )


def write_pages(results: Harvest, kinds: Iterable[str], false_alarms: int) -> None:
    """Put the sum into README.md, the kinds with their counts among the figures, and each kind on its own page."""
    put_between_marks(README, in_short(results, false_alarms))
    put_between_marks(PAGE, by_kind(results, kinds))
    KINDS_PAGE.write_text(kinds_page(KINDS_PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def put_between_marks(path: Path, text: str) -> None:
    before, rest = path.read_text(encoding="utf-8").split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    path.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def kinds_page(text: str) -> str:
    """The page of the kinds, with a row for each."""
    kinds = [f"| {kind.name} | {kind.about} |\n" for kind in KINDS.values()]
    return text.split(KINDS_HEAD, 1)[0] + KINDS_HEAD + "".join(kinds)
