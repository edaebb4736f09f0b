"""`python -m benchmarks experiments [PART…]`: measures, and writes its tables into docs/experiments.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.experiments.games import ROOT
from benchmarks.experiments.parts import PARTS, Table

PAGE = ROOT / "docs" / "experiments.md"
END = "<!-- end of figures -->"


def start(part: str) -> str:
    return f"<!-- figures: made by `python -m benchmarks experiments {part}` -->"


def markdown(table: Table) -> str:
    """A table; what is not in the first column stands to the right."""
    head, *rows = table
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def rewrite(page: Path, part: str, table: Table) -> None:
    """Put a table in its place on a page."""
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(start(part), maxsplit=1)
    _, after = rest.split(END, maxsplit=1)
    page.write_text(f"{before}{start(part)}\n\n{markdown(table)}\n\n{END}{after}", encoding="utf-8")


def main(words: Sequence[str] | None = None) -> int:
    """Measure some parts, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks experiments", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"all of them, or some of: {', '.join(PARTS)}")
    asked = parser.parse_args(words).parts or list(PARTS)
    for part in asked:
        if part not in PARTS:
            parser.error(f"there is no part `{part}`; the parts are: {', '.join(PARTS)}")
        table = PARTS[part]()
        print(markdown(table))
        rewrite(PAGE, part, table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
