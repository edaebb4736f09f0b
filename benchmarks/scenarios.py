"""What the scenarios of the shipped games reach and notice: `python -m benchmarks.scenarios --write`.

Each game is measured with a count at every line; then so many mutants of its rules, always the same ones, are judged by
the scenarios that reach them. The table is written into README.md and docs/ci.md, there with the survivors.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click
from attrs import evolve, frozen

from rulelang.project.sources import games_folder
from rulelang.testing.coverage.measure import percent
from rulelang.testing.mutants import KILLED, REFUSED, SURVIVES, UNREACHED, Hunt

ROOT = Path(__file__).parents[1]
PAGE, README = ROOT / "docs" / "ci.md", ROOT / "README.md"
MADE = re.compile(r"(<!-- scenarios: .*? -->\n).*?(<!-- end of scenarios -->)", re.DOTALL)
HEADS = (
    "game",
    "scenarios",
    "lines",
    "ways",
    "needs, both sides",
    "cards",
    "rows",
    "mutants",
    "refused",
    "killed",
    "nowhere",
    "survive",
)
MEASURED = HEADS.index("mutants")  # so many cells are of what is reached
VERDICTS = (REFUSED, KILLED, UNREACHED, SURVIVES)
LONGEST = 70
TOLD = 20  # how often it says how far it has come


@frozen
class Found:
    """What was found in a game."""

    cells: tuple[str, ...]
    survivors: tuple[str, ...]


def look_at(name: str, sample: int) -> Found:
    """Measure a game and judge some of its mutants, or none."""
    hunt = Hunt(games_folder() / name)
    mutants = hunt.mutants(True, sample) if sample else []
    verdicts = []
    for number, mutant in enumerate(mutants, 1):
        verdicts.append(hunt.judge(mutant))
        if number % TOLD == 0:
            print(f"{name}: {number} of {len(mutants)} mutants judged", file=sys.stderr, flush=True)
    sums = Counter(each.verdict for each in verdicts)
    shares = [hunt.coverage.share(sort) for sort in ("lines", "ways", "needs", "cards", "rows")]
    said = [f"{reached}/{total} ({percent((reached, total)):.1f} %)" for reached, total in shares]
    numbers = [str(len(verdicts)), *(str(sums[verdict]) for verdict in VERDICTS)]
    survivors = [
        f"`{Path(v.mutant.span.file.name).name}` {v.mutant.span.line}: {v.mutant.what}, `{short(v.mutant.text)}`"
        for v in verdicts
        if v.verdict == SURVIVES
    ]
    return Found((name, str(len(hunt.coverage.scenarios)), *said, *numbers), tuple(survivors))


def short(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def table(found: Sequence[Found]) -> str:
    rows = [HEADS, ("---",) * len(HEADS), *(each.cells for each in found)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def survivors(found: Sequence[Found]) -> str:
    lines = [f"- {each.cells[0]}, {survivor}" for each in found for survivor in each.survivors]
    return "\n".join(["What survives:", "", *lines]) if lines else "Nothing survives."


@click.command()
@click.option(
    "--sample", default=100, show_default=True, help="how many mutants of each game; 0: what was found before stays"
)
@click.option("--game", "games", multiple=True, help="only these; the others keep what was found before")
@click.option("--jobs", default=2, show_default=True, help="how many processes")
@click.option("--write", is_flag=True, help="write the result into README.md and docs/ci.md")
def main(sample: int, games: tuple[str, ...], jobs: int, write: bool) -> None:
    """Say what the scenarios of the shipped games reach and notice."""
    from rulelang.project.sources import shipped_games

    names = list(games) or shipped_games()
    with ProcessPoolExecutor(jobs) as pool:
        found = list(pool.map(look_at, names, [sample] * len(names)))
    before = {each.cells[0]: each for each in on_page(PAGE)}
    if not sample:
        found = [
            evolve(before[n.cells[0]], cells=n.cells[:MEASURED] + before[n.cells[0]].cells[MEASURED:]) for n in found
        ]
    known = before | {each.cells[0]: each for each in found}
    found = [known[name] for name in sorted(known)]
    text = f"{table(found)}\n\n{survivors(found)}\n"
    print(text)
    if write:
        put(PAGE, text)
        put(README, table(found) + "\n")


def on_page(page: Path) -> list[Found]:
    """What a page has of each game: those that are not looked at now keep it."""
    made = MADE.search(page.read_text(encoding="utf-8"))
    lines = made[0].splitlines() if made is not None else []
    heads, _, *rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    found = [dict(zip(heads, row, strict=True)) for row in rows]
    listed = {
        row["game"]: [line.removeprefix(start) for line in lines if line.startswith(start := f"- {row['game']}, ")]
        for row in found
    }
    return [Found(tuple(row.get(head, "") for head in HEADS), tuple(listed[row["game"]])) for row in found]


def put(page: Path, text: str) -> None:
    """Write what was found between the marks of a page."""
    old = page.read_text(encoding="utf-8")
    page.write_text(MADE.sub(lambda match: f"{match[1]}{text}{match[2]}", old), encoding="utf-8")


if __name__ == "__main__":
    main()
