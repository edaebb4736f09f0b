"""`rulelang tournament`: bots against each other, in every seat."""

from __future__ import annotations

from typing import Any

import click
from attrs import frozen

from rulelang.cli.arguments import BOT, GameWords, game_arguments, json_option, named_values
from rulelang.cli.exit_status import FINDINGS, FINE
from rulelang.cli.many_games import LONGEST, jobs_option, limit_option, seed_option
from rulelang.cli.output import count, print_json, print_table, say
from rulelang.cli.progress import progress

EXAMPLE = "Example: rulelang tournament examples/pig --games 20 --bot random --bot greedy --bot mcts:100"


@frozen
class Words(GameWords):
    """What was typed behind `rulelang tournament`."""

    bots: tuple[str, ...]
    games: int
    jobs: int
    seed: int
    limit: int
    as_json: bool


@click.command("tournament", epilog=EXAMPLE)
@game_arguments
@click.option("--bot", "bots", type=BOT, multiple=True, metavar="BOT", help="Who takes part; two or more.")
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=20,
    show_default=True,
    metavar="N",
    help="Seeds for each pair; each is played in every seat.",
)
@jobs_option
@seed_option
@limit_option(LONGEST)
@json_option
def command(**words: Any) -> int:
    """Let bots play GAME against each other: ratings, wins of every pair, time a decision."""
    from rulelang.experiments.tournament.games import Asked, count_of, play_all
    from rulelang.experiments.tournament.table import milliseconds_of, standing

    typed = Words(**words)
    bots = tuple(dict.fromkeys(typed.bots))
    if len(bots) < 2:
        raise click.UsageError("a tournament takes two bots or more, such as --bot greedy --bot mcts:100")
    game, players = typed.load()
    if players < 2:
        raise click.UsageError("a tournament takes two players or more")
    options = tuple(sorted(named_values(typed.options).items()))
    asked = Asked(typed.game, typed.variants, options, players, bots, typed.games, typed.seed, typed.limit)
    with progress(count_of(asked)) as heard:
        games = play_all(asked, min(typed.jobs, count_of(asked)), heard)
    found = standing(asked, games)
    rules = game.fingerprint(players)
    if typed.as_json:
        print_json({"game": game.name, "players": players, "rules": rules, **found.as_data()})
        return FINDINGS if found.unfinished else FINE
    rows: list[list[str | int]] = [
        [r.bot, f"{r.rating:+.0f}", f"{r.low:+.0f} to {r.high:+.0f}", f"{milliseconds_of(r.bot, found.duels):.2f}"]
        for r in found.ratings
    ]
    title = f"{game.name}: {count(found.games, 'game')}, {players} players, seed {typed.seed}, rules {rules}"
    print_table(["bot", "rating", "95 % interval", "ms a decision"], rows, title)
    say()
    pairs: list[list[str | int]] = [
        [d.bot, d.against, d.games, f"{d.won:.1%}", f"{d.low:.1%} to {d.high:.1%}", f"{d.fair:.0%}"]
        for d in found.duels
    ]
    print_table(["bot in one seat", "in the others", "games", "won", "95 % interval", "fair"], pairs)
    if found.unfinished:
        say(f"{count(found.unfinished, 'game')} not finished, and counted for nobody", err=True)
    return FINDINGS if found.unfinished else FINE
