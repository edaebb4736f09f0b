"""How many lines of rules a game has: what somebody reads who wants to know how it is played.

    python -m benchmarks.rule_lines [GAME…]

Tables, labels, comments, empty lines and the sentences for people (`says`, `tell`, `about:`) are not counted, and
neither are scenarios and words of other languages.
"""

from __future__ import annotations

import re
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

GAMES = Path(__file__).parents[1] / "games"
NO_RULE = re.compile(r"\s*(#|\||(row_)?label:|about:|says\b|tell\b|$)")


def rule_lines(path: Path) -> int:
    """The lines of rules in a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return sum(NO_RULE.match(line) is None for line in lines)


def files_of(game: Path) -> list[Path]:
    """The files that say how a game is played."""
    return sorted(game.glob("*.rules"))


def lines_of(name: str) -> int:
    return sum(map(rule_lines, files_of(GAMES / name)))


@click.command()
@click.argument("games", nargs=-1)
def main(games: tuple[str, ...]) -> None:
    """Count lines of rules, file by file."""
    table = Table("file", "lines", "lines of rules")
    for name in games or sorted(path.name for path in GAMES.iterdir() if path.is_dir()):
        for path in files_of(GAMES / name):
            whole = len(path.read_text(encoding="utf-8").splitlines())
            table.add_row(f"{name}/{path.name}", f"{whole:,}", f"{rule_lines(path):,}")
        table.add_row(name, "", f"{lines_of(name):,}", style="bold", end_section=True)
    Console().print(table)


if __name__ == "__main__":
    main()
