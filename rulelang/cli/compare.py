"""`rulelang compare`: what a changed rule does to a game."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import define, frozen

from rulelang.cli.arguments import asked_for, json_option
from rulelang.cli.exit_status import BY_SIGNAL, FINDINGS, FINE
from rulelang.cli.many_games import A_MINUTE, MOST_GAMES, opened_store, setting_options, warn
from rulelang.cli.output import count, print_json, print_table, say, write_whole
from rulelang.cli.progress import progress

if TYPE_CHECKING:
    from rulelang.api.game import Game
    from rulelang.experiments.comparison.findings import Findings, Item
    from rulelang.experiments.comparison.limits import Held
    from rulelang.experiments.comparison.pairs import Contest, Pairs
    from rulelang.experiments.conditions import Limit, Width
    from rulelang.experiments.happenings import Happened
    from rulelang.experiments.report.page import Report
    from rulelang.experiments.setting import Ended, Setting
    from rulelang.experiments.store import Store

EXAMPLE = "Example: rulelang compare mygame mygame+variant --until 'rounds ± 0.5' --seconds 120"
# So many options that stand out are told on a terminal.
MOST_OUT = 12
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@frozen
class Asked:
    """What was typed behind `rulelang compare`."""

    sides: tuple[str, ...]
    players: int | None
    games: int | None
    seconds: float | None
    until: tuple[str, ...]
    watch: str | None
    matters: tuple[str, ...]
    fail_if: tuple[str, ...]
    strict: bool
    each: bool
    skill: tuple[str, ...]
    report: str | None
    records: str | None
    bot: str | None
    jobs: int
    seed: int
    limit: int
    engine: str
    native: bool | None
    store: str | None
    as_json: bool

    @property
    def how(self) -> dict[str, Any]:
        """Luck, patience, and who plays."""
        return {"seed": self.seed, "limit": self.limit, "jobs": self.jobs, "engine": self.engine, "native": self.native}

    def clock(self, has_aim: bool = False) -> Callable[[], bool]:
        """Whether the time is up; a minute, if nothing else says when to stop."""
        seconds = A_MINUTE if self.games is None and self.seconds is None and not has_aim else self.seconds
        until = None if seconds is None else time.monotonic() + seconds
        return lambda: until is not None and time.monotonic() > until


@click.command("compare", epilog=EXAMPLE)
@click.argument("sides", nargs=-1, required=True, metavar="A B…")
@click.option("--players", type=int, metavar="N", help="How many play; else the fewest that all allow.")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), metavar="N", help="Stop after so many pairs of games.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="T", help="Stop after so long.")
@click.option("--until", multiple=True, metavar="'M ± X'", help="Stop when the interval of a measure is so narrow.")
@click.option("--watch", metavar="M", help="The measure that matters most: half of what may go wrong is left to it.")
@click.option("--matters", multiple=True, metavar="M=X", help="The difference of a measure that is worth knowing of.")
@click.option("--fail-if", multiple=True, metavar="'M > X'", help="Exit status 1 if B lies beyond a limit for certain.")
@click.option("--strict", is_flag=True, help="Exit status 1 too if the games do not tell whether it does.")
@click.option("--each", is_flag=True, help="Which of the changes from A to B did it? Plays combinations of them.")
@click.option(
    "--skill",
    multiple=True,
    metavar="BOT,BOT",
    help="How often does the stronger of two bots win, as in greedy,random or mcts:1000,mcts:100?",
)
@click.option("-o", "report", metavar="FILE", help="Write a report: one page of HTML.")
@click.option("--records", metavar="FILE", help="Write the games to a .csv or .parquet file, a row a game.")
@setting_options
@json_option
def command(**words: Any) -> int:
    """Play sets of rules against the first of them, with the same luck: what differs, and how sure that is.

    Each is written GAME+VARIANT?OPTION=VALUE, as in `diff`. Without --games, --seconds and --until it plays for a
    minute.
    """
    asked = Asked(**words)
    if asked.skill:
        from rulelang.cli.skill import tell_skill

        return tell_skill(asked)
    if asked.each:
        from rulelang.cli.each import tell_apart

        return tell_apart(asked)
    comparison = prepared(asked)
    with (
        opened_store(asked.store, comparison.in_words, comparison.watched) as store,
        progress(asked.games, "pairs of games") as heard,
    ):
        ended = comparison.play(heard, store)
    results = comparison.results()
    comparison.write(results)
    if asked.as_json:
        print_json(comparison.as_data(results, ended))
    else:
        comparison.show(results, ended)
    if ended.stopped:
        return BY_SIGNAL + ended.stopped
    return FINDINGS if comparison.is_failed(results) else FINE


def prepared(asked: Asked) -> Comparison:
    """The rules and conditions that were asked for, before anything is played."""
    from rulelang.describe.diff import read_side
    from rulelang.errors import UsageError
    from rulelang.experiments.comparison.pairs import Contest, Pairs
    from rulelang.experiments.conditions import measure_of, read_limit, read_matters, read_width
    from rulelang.experiments.measures import declared_in, measures_of, named
    from rulelang.experiments.setting import setting_for, title_of

    if not 2 <= len(asked.sides) <= len(LETTERS):
        raise UsageError("name two sets of rules or more, the one to compare with first: GAME GAME+VARIANT")
    check_files(asked)
    with asked_for():
        games = [read_side(side) for side in asked.sides]
    setting = setting_for(games, asked.players, asked.bot, **asked.how, is_counting=True)
    measures = measures_of(setting.players, declared_in(games, setting.players))
    units = [game.program(setting.players).facts.units[0] for game in games]
    return Comparison(
        asked=asked,
        games=games,
        setting=setting,
        contest=Contest(
            [Pairs(measures, (units[0], unit)) for unit in units[1:]],
            None if asked.records is None else [title_of(game) for game in games],
            setting.players,
        ),
        widths=[read_width(text, measures) for text in asked.until],
        limits=[read_limit(text, measures) for text in asked.fail_if],
        matters=dict(read_matters(text, measures) for text in asked.matters),
        watched=None if asked.watch is None else measure_of(asked.watch, named(measures)).name,
    )


def check_files(asked: Asked) -> None:
    """Say before anything is played that a file can not be written."""
    from rulelang.errors import UsageError
    from rulelang.experiments.records import check_name

    if asked.records is not None:
        check_name(Path(asked.records))
    for name in (asked.records, asked.report):
        if name is not None and not Path(name).resolve().parent.is_dir():
            raise UsageError(f"`{name}`: there is no such folder")


@frozen
class Result:
    """What came of one set of rules against the first."""

    findings: Findings
    held: list[Held]
    happened: dict[str, Happened]


@define
class Comparison:
    """Sets of rules, what is to be known of them, and what was played."""

    asked: Asked
    games: Sequence[Game]
    setting: Setting
    contest: Contest
    widths: Sequence[Width]
    limits: Sequence[Limit]
    matters: dict[str, float]
    watched: str | None

    @property
    def in_words(self) -> str:
        """What is written down of it."""
        how = ["--players", self.setting.players, "--bot", self.setting.bot, "--seed", self.setting.seed]
        return shlex.join(["compare", *self.asked.sides, *map(str, how)])

    def play(self, heard: Callable[[int], None], store: Store | None) -> Ended:
        """Play until it is enough."""
        from rulelang.experiments.setting import Playing, play_all

        asked = self.asked
        is_over = asked.clock(has_aim=bool(self.widths))

        def is_enough() -> bool:
            return is_over() or (bool(self.widths) and self.is_narrow())

        playing = Playing(asked.games or MOST_GAMES, is_enough, heard, store, warn)
        return play_all(self.setting, self.games, self.contest, playing)

    def is_narrow(self) -> bool:
        """Is every interval as narrow as was asked for?"""
        found = [result.findings for result in self.results()]
        rows = [each.row(width.measure.name) for each in found for width in self.widths]
        wanted = [width.half for _ in found for width in self.widths]
        return all(row is not None and row.half <= half for row, half in zip(rows, wanted, strict=True))

    def results(self) -> list[Result]:
        """What the games that were played let one say."""
        from rulelang.experiments.comparison.findings import findings_of
        from rulelang.experiments.comparison.limits import held_limits

        share = 1 / len(self.contest.pairs)
        return [
            Result(
                findings_of(pairs, share, self.watched, self.matters),
                held_limits(self.limits, pairs),
                self.happened(game, pairs),
            )
            for game, pairs in zip(self.games[1:], self.contest.pairs, strict=True)
        ]

    def happened(self, game: Game, pairs: Pairs) -> dict[str, Happened]:
        """What came of each rule of the variants of a side, those that A has too aside."""
        from rulelang.experiments.game import counted_of
        from rulelang.experiments.happenings import Happened

        if not game.variants:
            return {}
        own = [each for each in counted_of(game, self.setting.players) if each.variant not in self.games[0].variants]
        return {f"{each.name} ({each.variant})": pairs.happened[1].get(each.name, Happened()) for each in own}

    def is_failed(self, results: Sequence[Result]) -> bool:
        """Is a limit broken, or, if one is strict, perhaps?"""
        failing = {"broken", "open"} if self.asked.strict else {"broken"}
        faulty = any(sum(result.findings.faulty) for result in results)
        return faulty or any(held.outcome in failing for result in results for held in result.held)

    def write(self, results: Sequence[Result]) -> None:
        """The files that were asked for."""
        if self.asked.records is not None:
            from rulelang.experiments.records import write_records

            write_records(Path(self.asked.records), self.contest.rows)
        if self.asked.report is not None:
            from rulelang.experiments.report.page import page

            write_whole(Path(self.asked.report), page(self.report(results)))

    def report(self, results: Sequence[Result]) -> Report:
        """What is told on a page."""
        from rulelang.describe.diff import compare
        from rulelang.experiments.labels import Labels
        from rulelang.experiments.report.page import Chapter, Report
        from rulelang.experiments.setting import title_of

        first, *others = self.games
        players = self.setting.players
        chapters = [
            Chapter(
                first=title_of(first),
                second=title_of(game),
                findings=result.findings,
                pairs=pairs,
                happened=result.happened,
                differences=compare(first, game, players),
                label=Labels(game.world(players), first.world(players)).of,
            )
            for game, result, pairs in zip(others, results, self.contest.pairs, strict=True)
        ]
        how = f"{players} players, {self.setting.bot} bots, seed {self.setting.seed}"
        return Report(chapters, how, f"rulelang {self.in_words}")

    # ---- telling ------------------------------------------------------------------------------------------

    def as_data(self, results: Sequence[Result], ended: Ended) -> dict[str, Any]:
        """Plain data for JSON."""
        from attrs import asdict

        from rulelang.experiments.setting import title_of

        rules = [
            {"title": title_of(game), "asked": side, "rules": game.fingerprint(self.setting.players)}
            for game, side in zip(self.games, self.asked.sides, strict=True)
        ]
        return {
            "sides": rules,
            "players": self.setting.players,
            "bot": self.setting.bot,
            "seed": self.setting.seed,
            "limit": self.setting.limit,
            "pairs": ended.games,
            "stopped": bool(ended.stopped),
            "comparisons": [
                result.findings.as_data() | {"limits": [{**asdict(h), "limit": h.limit.text} for h in result.held]}
                for result in results
            ],
        }

    def show(self, results: Sequence[Result], ended: Ended) -> None:
        """A table for each set of rules, and what is to be said below it."""
        from rulelang.experiments.measures import declared_in_some
        from rulelang.experiments.setting import title_of

        first, *others = [title_of(game) for game in self.games]
        for letter, title, result in zip(LETTERS[1:], others, results, strict=False):
            found = result.findings
            head = f"A {first}, {letter} {title}: {count(found.count, 'pair')} of games"
            head += f", {self.setting.players} players, {self.setting.bot} bots, seed {self.setting.seed}"
            print_table(["", "A", letter, "difference", "95 % interval", "verdict"], table_rows(found), head)
            say()
            if out := [item for item in found.items if item.name in found.standing_out]:
                print_table(["taken in a game *", "A", letter, "95 % interval"], item_rows(out, found.count))
                say()
            for line in told_below(found, letter, result.happened, self.setting.bot):
                say(line)
            for held in result.held:
                tell_limit(held)
        for name in declared_in_some(self.games, self.setting.players):
            say(f"`{name}` is not measured on all sides: give the file that declares it to each of them")
        if ended.stopped:
            say(f"stopped: {count(ended.games, 'pair')} of games played, all of them counted", err=True)
        elif ended.seconds > 0:
            each = ended.games * len(self.games) / ended.seconds
            say(f"{ended.seconds:.1f} s, {each:,.0f} games a second", err=True)


def table_rows(found: Findings) -> list[list[str]]:
    """A line for each measure that was named before, and for those that stand out among the others."""
    from rulelang.experiments.comparison import wording

    besides = [row for row in found.others if row.measure.name in found.standing_out]
    return [
        [
            row.measure.name + (" *" if row in besides else ""),
            wording.value(row.measure, row.first),
            wording.value(row.measure, row.second),
            wording.signed(row.measure, row.difference),
            wording.interval(row),
            wording.verdict(row, found),
        ]
        for row in (*found.rows, *besides)
    ]


def item_rows(items: Sequence[Item], pairs: int) -> list[list[str]]:
    """A line for each option that stands out, those that do so most first."""
    from rulelang.experiments.comparison import wording

    ordered = sorted(items, key=lambda item: -abs(item.difference))
    rows = [[item.name, *wording.taken(item, pairs), wording.item_interval(item)] for item in ordered[:MOST_OUT]]
    return [*rows, [f"… and {len(items) - MOST_OUT} more (see --json)", "", "", ""]] if len(items) > MOST_OUT else rows


def told_below(found: Findings, letter: str, happenings: dict[str, Happened], bot: str) -> list[str]:
    """What the table does not say."""
    from rulelang.experiments.comparison import wording

    lines = []
    for name, happened in happenings.items():
        lines.append(f"{name}: {happened.in_words(found.count)}.")
    lines += [said for said in [wording.untaken(found, bot)] if said]
    for side, name in enumerate(("A", letter)):
        if found.unfinished[side]:
            lines.append(f"{count(found.unfinished[side], 'game')} of {name} did not end.")
        if found.faulty[side]:
            lines.append(f"{count(found.faulty[side], 'game')} of {name} met a rule that went wrong; see `simulate`.")
    lines.append(
        f"The {len(found.rows)} intervals hold together in 95 % of such comparisons, whenever one stops; "
        "of all that is marked * one in ten may be chance."
    )
    lines += [said for row in found.rows[:1] if (said := wording.pairing(row))]
    return lines


def tell_limit(held: Held) -> None:
    """What became of a limit."""
    said = {"broken": "broken", "held": "held", "open": "not decided by these games"}[held.outcome]
    say(f"{held.limit.text}: {said}", err=held.outcome == "open", tone="red" if held.outcome == "broken" else "")
