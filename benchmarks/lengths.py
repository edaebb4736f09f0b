"""How long the shipped games take: many games of each, audited, and a table of them in the game's README.

    python -m benchmarks.lengths GAME…       plays, writes games/GAME/lengths.json and the table
    python -m benchmarks.lengths --tables    writes the tables again from what was played before

Games that do not end within the limit of decisions are counted, never left out.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from rulelang.experiments.plan import Plan
from rulelang.experiments.run import simulate
from rulelang.experiments.tally import Numbers

GAMES = Path(__file__).parents[1] / "games"
BLOCK = re.compile(r"(<!-- lengths -->\n).*?(<!-- end -->)", re.DOTALL)
SEED = 1
GREEDY_LIMIT = 20_000


@frozen
class Setting:
    """One way to play a game: what it is called in the table, its variants and options."""

    name: str
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()


@frozen
class Study:
    """What is played of a game: its settings, and how many games by which bot."""

    settings: tuple[Setting, ...]
    players: tuple[int, ...]
    greedy: int
    random: int
    limit: int  # of decisions of a random game


GREAT = (("map", "great_europe"),)
STUDIES = {
    "rotterdam": Study(
        (
            Setting("base game"),
            Setting("Safe haven", ("safe_haven",)),
            Setting("Open product cards", ("open_product_cards",)),
            Setting("both variants", ("safe_haven", "open_product_cards")),
        ),
        (2, 3, 4), 100, 500, 20_000,
    ),
    "masters_of_trade": Study(
        (
            Setting("base game"),
            Setting("Fixed rounds", ("fixed_rounds",)),
            Setting("Auction", ("harbour_master_auction",)),
            Setting("both variants", ("fixed_rounds", "harbour_master_auction")),
        ),
        (2, 3, 4), 100, 500, 20_000,
    ),
    "mainports": Study(
        (
            Setting("contract, Central Europe"),
            Setting("contract, Great Europe", (), GREAT),
            Setting("free play, Central Europe", ("free_play",)),
            Setting("free play, Great Europe", ("free_play",), GREAT),
        ),
        (2, 3, 4), 100, 100, 3_000,
    ),
    "mainport_mastermind": Study((Setting("base game"),), (2, 3, 4, 5), 100, 500, 10_000),
}  # fmt: skip


def rows_of(game: str, study: Study) -> Iterator[dict[str, Any]]:
    """Play everything of a study; one row for each setting, bot and number of players."""
    asked = (("greedy", study.greedy, GREEDY_LIMIT), ("random", study.random, study.limit))
    for (bot, games, limit), setting, players in product(asked, study.settings, study.players):
        bots = (bot,) * players
        plan = Plan(game, setting.variants, setting.options, players, bots, games, SEED, limit, True)
        yield row(plan, setting.name, bot)


def row(plan: Plan, setting: str, bot: str) -> dict[str, Any]:
    """The figures of one simulation."""
    tally = simulate(plan, os.cpu_count() or 1).tally
    return {
        "setting": setting,
        "players": plan.players,
        "bot": bot,
        "games": tally.played,
        "limit": plan.limit,
        "unfinished": tally.played - tally.finished,
        "faults": tally.faulty,
        "rounds": spread(tally.rounds),
        "decisions": spread(tally.decisions),
    }


def spread(numbers: Numbers) -> list[float] | None:
    """Mean, least and most."""
    found = numbers.spread()
    return [round(found.mean, 1), found.min, found.max] if found else None


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as Markdown."""
    lines = [
        "| game | players | bots | games | unfinished | rounds: mean (least to most) | decisions: mean |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for found in rows:
        rounds, decisions = found["rounds"], found["decisions"]
        length = f"{rounds[0]} ({rounds[1]} to {rounds[2]})" if rounds else "none ended"
        made = f"{decisions[0]:,.0f}" if decisions else ""
        lines.append(
            f"| {found['setting']} | {found['players']} | {found['bot']} | {found['games']} | {found['unfinished']} "
            f"| {length} | {made} |"
        )
    return "\n".join([*lines, "", footnote(rows), ""])


def footnote(rows: list[dict[str, Any]]) -> str:
    """What the table does not say in its columns."""
    limits = sorted({(found["bot"], found["limit"]) for found in rows})
    given = " and ".join(f"{limit:,} decisions of {bot} bots" for bot, limit in limits)
    faults = sum(found["faults"] for found in rows)
    lost = f"{faults} games met a fault" if faults else "nothing was ever lost"
    counted = f"After every step all cards, pieces and money were counted: {lost}."
    return f"A game is given up after {given}. {counted}"


def results_of(game: str) -> Path:
    return GAMES / game / "lengths.json"


def write_table(game: str) -> None:
    """The table in the game's README, between its marks."""
    rows = json.loads(results_of(game).read_text(encoding="utf-8"))
    path = GAMES / game / "README.md"
    text = path.read_text(encoding="utf-8")
    if not BLOCK.search(text):
        raise click.ClickException(f"{path} has no block `<!-- lengths -->`")
    path.write_text(BLOCK.sub(lambda m: m[1] + table(rows) + m[2], text), encoding="utf-8")


@click.command(help=__doc__)
@click.argument("games", nargs=-1, type=click.Choice(list(STUDIES)))
@click.option("--tables", is_flag=True, help="Only write the tables again.")
def main(games: tuple[str, ...], tables: bool) -> None:
    for game in games or STUDIES:
        if not tables:
            rows = []
            for found in rows_of(game, STUDIES[game]):
                click.echo(json.dumps(found))
                rows.append(found)
                results_of(game).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
        if results_of(game).exists():
            write_table(game)


if __name__ == "__main__":
    main()
