"""`python -m benchmarks.mistakes`: plant, check, count."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from time import perf_counter
from zlib import crc32

import click
from rich.console import Console

from benchmarks.mistakes import lines, rules, tables, words  # noqa: F401 - they register their kinds
from benchmarks.mistakes.corpus import Game, read_games
from benchmarks.mistakes.measure import Result, Task, check_shipped, results_of
from benchmarks.mistakes.plant import KINDS
from benchmarks.mistakes.report import Harvest, misses, table, write_pages


@click.command()
@click.option("--sites", default=4, help="how many mistakes of a kind are planted in a game")
@click.option("--kind", "kinds", multiple=True, help="only kinds with this in their name")
@click.option("--game", "games", multiple=True, help="only games with this in their path")
@click.option("--seed", default=1, help="another number plants mistakes elsewhere")
@click.option("--jobs", default=os.cpu_count() or 1, help="how many processes")
@click.option("--misses", "show_misses", is_flag=True, help="list what was not caught, or shown elsewhere")
@click.option("--write", is_flag=True, help="write the counts into README.md and docs/benchmarks.md")
def main(
    sites: int, kinds: tuple[str, ...], games: tuple[str, ...], seed: int, jobs: int, show_misses: bool, write: bool
) -> None:
    """Plant mistakes in the shipped rule files and count what the checker makes of them."""
    began = perf_counter()
    found = read_games(games)
    chosen = [name for name in KINDS if not kinds or any(part in name for part in kinds)]
    tasks = list(tasks_of(found, chosen, sites, seed))
    new_ones = list(tasks_of(found, chosen, max(1, sites // 2), new_seed(found)))
    results: list[Result] = []
    unseen: list[Result] = []
    with ProcessPoolExecutor(jobs) as pool:
        for number, some in enumerate(pool.map(results_of, [*tasks, *new_ones])):
            (results if number < len(tasks) else unseen).extend(some)
            for miss in misses(some) if show_misses else ():
                print(miss, end="\n\n", flush=True)
        false_alarms = sum(pool.map(check_shipped, [game.name for game in found]))
    both = Harvest(results, unseen)
    Console(width=150).print(table(both, chosen, false_alarms, perf_counter() - began))
    if write:
        write_pages(both, chosen, false_alarms)
    sys.exit(1 if false_alarms else 0)


def new_seed(games: Sequence[Game]) -> int:
    """A seed that nobody can have tuned to: it is another one after each change of a rule file."""
    texts = (file.text.encode() for game in games for _, file in sorted(game.own.items()))
    return reduce(lambda seed, text: crc32(text, seed), texts, 0)


def tasks_of(games: list[Game], kinds: list[str], sites: int, seed: int) -> Iterator[Task]:
    """One task for each kind and game; house rules share what one game gets."""
    house_rules = sum(game.is_house_rule for game in games)
    for game in games:
        for number, kind in enumerate(kinds):
            share = sites
            if game.is_house_rule:
                # One after the other gets a site, a different one first for each kind.
                order = [g.name for g in games if g.is_house_rule].index(game.name)
                share = len(range((order + number) % house_rules, sites, house_rules))
            if share:
                yield Task(game.name, kind, share, seed)


if __name__ == "__main__":
    main()
