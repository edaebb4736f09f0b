"""A game from its files, when nothing of it was kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulelang.api.game import Game
from rulelang.errors import RulesError, UsageError
from rulelang.pipeline import read_game
from rulelang.project.dependencies import Disk, is_path
from rulelang.project.sources import house_rule, read

MOST_VARIANTS = 1_000  # that somebody asks for; each is looked for on the disk if the game has none of that name


def load_anew(
    reference: str | Path, variants: Sequence[str], options: Mapping[str, Any], disk: Disk | None = None
) -> Game:
    """A game from its files; `rulelang.api.load` asks first whether it was kept from an earlier start."""
    if len(variants) > MOST_VARIANTS:
        raise UsageError(f"{len(variants):,} variants at once are too many: {MOST_VARIANTS:,} are the most")
    names = [v for v in variants if not is_path(v)]
    paths: list[str | Path] = [v for v in variants if is_path(v)]
    rules, own = read_game(reference, paths, disk)
    shipped = {name: file for name in names if name not in rules.variants and (file := house_rule(name)) is not None}
    if shipped:
        names = [name for name in names if name not in shipped]
        paths += shipped.values()
        rules, own = read_game(reference, paths, disk)
    broken = [p for p in rules.problems if p.severity.value == "error"]
    if broken:
        raise RulesError(tuple(sorted(broken, key=lambda p: p.sort_key)))
    switched = [*own, *names]
    for path in paths:
        blocks = read([path], disk).blocks
        switched += [str(block.path) for block in blocks if block.keyword == "variant" and block.path is not None]
    asked = [str(v) for v in variants]
    chosen = rules.with_needs(dict.fromkeys(switched))
    game = Game(rules, chosen, options, str(reference), asked)
    game.needed = tuple(name for name in chosen if name not in switched)
    check_game(game)
    return game


def check_game(game: Game) -> None:
    """Refuse rules that do not hold together before anybody plays them."""
    if not game.players:
        raise UsageError(f"no number of players fits {game.name} with {', '.join(game.variants)}")
    try:
        game.world(game.players[0])
    except RecursionError:
        raise UsageError(f"the rules of {game.name} refer to one another too deeply to be played") from None
