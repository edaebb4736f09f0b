"""The games that the tests of this folder go through: all of `games/` and of `examples/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulelang.checks.run import GameFiles, games_in
from rulelang.pipeline import base_game, read_game
from rulelang.project.rules import Rules
from rulelang.project.sources import read

ROOT = Path(__file__).parents[2]


def all_games() -> list[GameFiles]:
    """Every game, and every file of house rules."""
    return games_in([ROOT / "games", ROOT / "examples"])


def name_of(path: Path) -> str:
    """A short name for a test."""
    return path.relative_to(ROOT).with_suffix("").as_posix()


@cache
def rules_of(path: Path) -> tuple[Rules, tuple[str, ...]]:
    """The rules of a game, read once."""
    return read_game(path)


def house_rules_by_game() -> dict[Path, list[Path]]:
    """The files of house rules, under the first of each game that they are of."""
    found: dict[str, list[Path]] = {}
    for path in (game.reference for game in all_games() if not game.is_game):
        found.setdefault(str(base_game(read([path]).blocks)), []).append(path)
    return {files[0]: files for files in found.values()}


def variant_sets(path: Path) -> list[tuple[str, ...]]:
    """The game as it is, then with each variant and what it needs."""
    rules, own = rules_of(path)
    wanted = own or tuple(rules.variants)
    return [*([] if own else [()]), *(rules.with_needs((name,)) for name in wanted)]
