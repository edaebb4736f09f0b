"""`rulelang simulate`: many games between bots, and what they show."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve, frozen

from rulelang.cli.arguments import BOT, GameWords, game_arguments, json_option
from rulelang.cli.exit_status import BY_SIGNAL, FINDINGS, FINE
from rulelang.cli.many_games import LONGEST, jobs_option, limit_option, native_option, seed_option
from rulelang.cli.output import count, print_table, say
from rulelang.cli.progress import progress

if TYPE_CHECKING:
    from rulelang.experiments.plan import Plan
    from rulelang.experiments.run import Run
    from rulelang.experiments.summary import Summary, Turn
    from rulelang.experiments.tally import Spread

EXAMPLE = "Example: rulelang simulate examples/pig --games 1000 --seat 1=mcts --jobs 2"


@frozen
class Asked(GameWords):
    """What was typed behind `rulelang simulate`."""

    games: int
    bot: str | None
    seat_words: tuple[str, ...]
    jobs: int
    seed: int
    limit: int
    audit: bool
    native: bool | None
    as_json: bool


@click.command("simulate", epilog=EXAMPLE)
@game_arguments
@click.option("--games", type=click.IntRange(1, 100_000_000), required=True, metavar="N", help="How many games.")
@click.option(
    "--bot",
    type=BOT,
    metavar="BOT",
    help="Who sits in every seat; else the quickest that looks ahead.",
)
@click.option("--seat", "seat_words", multiple=True, metavar="N=BOT", help="Who sits in seat N.")
@jobs_option
@seed_option
@limit_option(LONGEST)
@click.option("--audit", is_flag=True, help="Check after every step that nothing is lost.")
@native_option
@json_option
def command(**words: Any) -> int:
    """Play many games between bots: wins, scores, lengths, endings."""
    from rulelang.bots import quickest
    from rulelang.cli.arguments import named_values, seats
    from rulelang.cli.output import print_json
    from rulelang.experiments.compiled import decided
    from rulelang.experiments.game import counted_of
    from rulelang.experiments.plan import Plan
    from rulelang.experiments.run import simulate
    from rulelang.experiments.summary import summarise

    asked = Asked(**words)
    game, players = asked.load()
    bot = asked.bot or quickest(game.program(players))
    if asked.bot is None and len(asked.seat_words) < players:
        say(f"seats are taken by {bot} bots; --bot chooses others", err=True)
    plan = Plan(
        reference=asked.game,
        variants=asked.variants,
        options=tuple(sorted(named_values(asked.options).items())),
        players=players,
        bots=tuple(seats(asked.seat_words, players, (), bot)),
        games=asked.games,
        seed=asked.seed,
        limit=asked.limit,
        audit=asked.audit,
        is_watched=True,
        is_counted=bool(game.variants),
    )
    plan, why_plain = decided(plan, game, asked.native, asked.jobs)
    if why_plain:
        say(why_plain, err=True)
    with progress(asked.games) as heard:
        run = simulate(plan, min(asked.jobs, asked.games), heard)
    said = game.words(game.program(players))
    names = [said.player(p) for p in range(players)]
    counted = counted_of(game, players) if plan.is_counted else ()
    found = summarise(evolve(plan, variants=game.variants), run.tally, game, names, counted)
    if asked.as_json:
        print_json(found.as_data() | {"stopped": bool(run.stopped), "known_strength": strengths(plan, found.rules)})
    else:
        show(found, plan)
        for lines in strengths(plan, found.rules).values():
            for line in lines:
                say(f"known under these rules: {line}", err=True)
    tell_end(found, run)
    if run.stopped:
        return BY_SIGNAL + run.stopped
    return FINDINGS if found.faulty else FINE


def strengths(plan: Plan, rules: str) -> dict[str, list[str]]:
    """What was measured of each bot that took part, under rules with this hash."""
    from rulelang.bots.strength import known

    bots = dict.fromkeys(plan.bots)
    return {bot: [row.words for row in known(rules, plan.players, bot)] for bot in bots}


def show(found: Summary, plan: Plan) -> None:
    """The results as tables."""
    rows = []
    for seat in found.seats:
        share = f"{seat.share:.1%} ({seat.low:.1%} to {seat.high:.1%})" if found.finished else "-"
        rows.append(
            [
                seat.seat,
                seat.player,
                seat.bot,
                f"{seat.wins:,.1f}".removesuffix(".0"),
                share,
                *spread_cells(seat.score),
            ]
        )
    what = ", ".join([found.game, *found.variants, *(f"{k}={v}" for k, v in found.options.items())])
    played = f"{count(found.played, 'game')}, {found.players} players"
    title = f"{what}: {played}, seed {found.seed}, rules {found.rules}"
    spreads = ["mean", "sd", "min", "quartiles", "max"]
    print_table(
        [
            "seat",
            "player",
            "bot",
            "wins",
            "95 % interval",
            *(f"score {s}" if s == "mean" else s for s in spreads),
        ],
        rows,
        title,
    )
    if found.turns:
        say()
        title = "" if found.watched == found.played else f"the first {found.watched:,} games"
        print_table(["turn", "wins", "95 % interval"], [turn_cells(turn) for turn in found.turns], title)
    lengths = [["rounds", *spread_cells(found.rounds)], ["decisions", *spread_cells(found.decisions)]]
    say()
    print_table(["a game took", *spreads], lengths)
    say()
    endings: list[list[str | int]] = [[reason, number] for reason, number in found.end_reasons.items()]
    if found.unfinished:
        endings.append([f"(unfinished after {count(found.limit, 'decision')})", found.unfinished])
    if found.faulty:
        endings.append(["(a rule went wrong)", found.faulty])
    print_table(["end", "games"], endings)
    if below := list(told_below(found)):
        say()
        for line in below:
            say(line)
    show_faults(found, plan)


def turn_cells(turn: Turn) -> list[str]:
    """Wins of whoever had the first turn, the second …"""
    share = f"{turn.share:.1%} ({turn.low:.1%} to {turn.high:.1%})"
    return [ordinal(turn.turn), f"{turn.wins:,.1f}".removesuffix(".0"), share]


def ordinal(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def told_below(found: Summary) -> Iterator[str]:
    """What the tables do not say."""
    for name, happened in found.happened.items():
        yield f"{name}: {happened.in_words(found.watched)}."
    if found.shared:
        yield (
            f"{count(found.shared, 'win was', 'wins were')} shared: score and tie-breaks were level, and each of those "
            "who share a win has a part of it."
        )
    if not found.finished and found.unfinished and "greedy" not in {seat.bot for seat in found.seats}:
        yield "No game ended. Players who choose at random may never get there: try --bot greedy, or a larger --limit."


def spread_cells(spread: Spread | None) -> list[str | int]:
    if spread is None:
        return ["-"] * 5
    quartiles = f"{spread.q1:,.1f} / {spread.median:,.1f} / {spread.q3:,.1f}".replace(".0", "")
    # Adding nothing turns a rounded minus nought into a plain one.
    return [f"{round(spread.mean, 2) + 0.0:,.2f}", f"{spread.sd:,.2f}", f"{spread.min:g}", quartiles, f"{spread.max:g}"]


def show_faults(found: Summary, plan: Plan) -> None:

    for fault in found.faults:
        say(f"fault in game {fault.game} (seed {fault.seed}): {fault.message}", err=True)
    if found.faulty > len(found.faults):
        say(f"and {found.faulty - len(found.faults)} more", err=True)
    if found.faults:
        say(f"to see it again: {command_again(plan, found.faults[0].seed)}", err=True)


def command_again(plan: Plan, seed: int) -> str:
    """What to type to see one game of a simulation."""
    words = ["rulelang", "play", plan.reference]
    for variant in plan.variants:
        words += ["--variant", variant]
    for name, value in plan.options:
        words += ["--option", f"{name}={value}"]
    words += ["--players", str(plan.players), "--seed", str(seed)]
    for seat, bot in enumerate(plan.bots, 1):
        words += ["--seat", f"{seat}={bot}"]
    return shlex.join(words)


def tell_end(found: Summary, run: Run) -> None:
    """What is to be said besides the results: how long it took, and whether it is all."""
    if run.stopped:
        say(f"stopped: {count(found.played, 'game')} of {found.games:,} played, all of them counted", err=True)
    if run.seconds > 0:
        say(f"{run.seconds:.1f} s, {found.played / run.seconds:,.0f} games a second", err=True)
