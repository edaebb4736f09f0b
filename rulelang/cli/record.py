"""`rulelang record`: whole games between bots, kept to be compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from attrs import frozen

from rulelang.cli.arguments import GameWords, game_arguments
from rulelang.cli.many_games import LONGEST
from rulelang.cli.output import say

EXAMPLE = "Example: rulelang record examples/pig.rules --into golden --games 3"


@frozen
class Asked(GameWords):
    """What was typed behind `rulelang record`."""

    into: Path
    games: int
    seed: int
    bot: str

    def name_of(self, game: str, players: int, seed: int) -> str:
        """A name for a file, whatever stands in options."""
        words = [game, *(Path(v).stem for v in self.variants), *self.options, f"{players}p", f"seed{seed}"]
        return "-".join("".join(c if c.isalnum() or c in "_=" else "_" for c in word) for word in words)


@click.command("record", epilog=EXAMPLE)
@game_arguments
@click.option("--into", type=click.Path(path_type=Path), required=True, metavar="FOLDER", help="Where they are kept.")
@click.option("--games", type=click.IntRange(1, 1_000), default=1, metavar="N", help="How many; else one.")
@click.option("--seed", type=int, default=0, metavar="S", help="The seed of the first; the others follow.")
@click.option("--bot", default="random", metavar="BOT", help="Who plays; else random bots.", show_default=True)
def command(**words: Any) -> int:
    """Play games between bots and keep them, with what happened, for `rulelang replay --check`."""
    from rulelang.bots import choosers
    from rulelang.cli.exit_status import FINE
    from rulelang.cli.output import count, write_whole
    from rulelang.play.playout import play_with
    from rulelang.testing.golden import keep

    asked = Asked(**words)
    found, number = asked.load()
    asked.into.mkdir(parents=True, exist_ok=True)
    for seed in range(asked.seed, asked.seed + asked.games):
        match = found.start(number, seed)
        play_with(match, choosers([asked.bot] * number, seed), LONGEST)
        keep(match, asked.into / f"{asked.name_of(found.name, number, seed)}.json", write_whole)
    say(f"kept {count(asked.games, 'game')} in {asked.into}; `rulelang replay --check {asked.into}` compares them")
    return FINE
