"""`rulelang learn`: an estimate from games of the bots themselves, kept beside the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulelang.cli.arguments import game_arguments, json_option, load_game
from rulelang.cli.exit_status import FINDINGS, FINE
from rulelang.cli.output import print_json, say, write_whole

EXAMPLE = "Example: rulelang learn examples/pig --games 20 --out pig.learnt.json"


@click.command("learn", epilog=EXAMPLE)
@game_arguments
@click.option("--rounds", type=click.IntRange(1, 20), default=3, show_default=True, metavar="N", help="Rounds.")
@click.option(
    "--games", type=click.IntRange(1, 10_000), default=60, show_default=True, metavar="N", help="Games a round."
)
@click.option("--seed", type=int, default=0, metavar="S", help="The same seed learns the same.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where it is kept; else beside the game, where the bot `learnt` looks for it.",
)
@json_option
def command(**words: Any) -> int:
    """Let bots play GAME with themselves, and keep what tells who will win."""
    from rulelang.bots.learning.fitting import learn
    from rulelang.bots.learning.learnt import Learnt, file_beside
    from rulelang.experiments.summary import interval

    game, players = load_game(words["game"], words["variants"], words["options"], words["players"])
    games = words["games"]
    path = words["out"] or file_beside(game.reference, players)
    found = learn(game, players, words["rounds"], games, games, words["seed"], lambda text: say(text, err=True))
    if found is None:
        say("no round beats a player at random: nothing is kept", err=True)
        return FINDINGS
    won = found.against_random
    low, high = interval(won.share * won.games, won.games)
    line = f"won {won.share:.0%} ({low:.0%} to {high:.0%}) of {won.games} games against random ({1 / players:.0%} fair)"
    learnt = Learnt(game.name, players, game.fingerprint(players), found.weights, (line,))
    write_whole(path, learnt.as_text())
    if words["as_json"]:
        print_json({"file": str(path), "round": found.round, "weights": found.weights, "strength": [line]})
    else:
        say(f"{path.name}: {len(found.weights)} weights, of round {found.round}; {line}")
    return FINE
