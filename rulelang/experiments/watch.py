"""Noting how a game goes while it is played; the only part of experiments that looks into a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from rulelang.api.match import Match
from rulelang.backends.python.playouts import advance
from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import NOTHING_FORCED, WindowOption
from rulelang.core.agreed import LOOK_EVERY
from rulelang.experiments.course import Course, Standing, Use, lead_of
from rulelang.experiments.happenings import Happening
from rulelang.model.declarations import Measure
from rulelang.model.statements import first_choice
from rulelang.play import outcome
from rulelang.play.keys import Keys

Chooser = Callable[[Match], int]
# What is asked by no rule: whether a window is used.
ANY_TIME = "any_time"
Counts = dict[tuple[int, Any], int]  # by decision and option


class Watch:
    """What is noted of one game."""

    def __init__(self, match: Match) -> None:
        self.program = match.program
        self.score = match.program.score
        self.players = range(match.program.facts.players)
        self.order: list[int] = []
        self.made = self.forced = self.options = 0
        self.round = -1
        self.is_ordering = True
        self.standings: list[Standing] = []
        self.meters = [Meter(match, n, measure) for n, measure in enumerate(match.program.world.measures.values())]
        self.offered: list[Counts] = [{} for _ in self.players]
        self.taken: list[Counts] = [{} for _ in self.players]

    def decision(self, S: Any, index: int) -> None:
        """An option is about to be taken."""
        options, seat, point = S.options, S.decider, S.point
        if S.rounds != self.round:
            self.round = S.rounds
            self.note_standing(S)
        if self.is_ordering:
            self.note_turn(S)
        for meter in self.meters:
            meter.look(S)
        offered, taken = self.offered[seat], self.taken[seat]
        for value in options:
            key = (point, value)
            offered[key] = offered.get(key, 0) + 1
        key = (point, options[index])
        taken[key] = taken.get(key, 0) + 1
        self.made += 1
        self.options += len(options)
        self.forced += len(options) == 1

    def note_turn(self, S: Any) -> None:
        """The order of first turns; set-up, which comes before the first round, is nobody's."""
        if S.rounds and S.g_actor is not None and S.g_actor not in self.order:
            self.order.append(S.g_actor)
            self.is_ordering = len(self.order) < len(self.players)

    def note_standing(self, S: Any) -> None:
        if self.score is not None:
            self.standings.append(Standing(self.made, tuple(self.score(S, p) for p in self.players)))

    def course(self, S: Any, happenings: Sequence[Happening] = ()) -> Course:
        """All of it, once no more is played; what happened can be told of programs that count."""
        winners = outcome.winners(self.program, S)
        if S.over:
            self.note_standing(S)
            for meter in self.meters:
                meter.read(S)
        lead = lead_of(self.standings, self.made, winners) if S.over else None
        counts = self.program.counts(S) if happenings else {}
        times = {each.name: each.times(counts) for each in happenings}
        happened = {name: both for name, both in times.items() if any(both)}
        return Course(tuple(self.order), self.forced, self.options, lead, self.uses(winners), happened, self.measured())

    def measured(self) -> dict[str, float]:
        """The mean of what each measure of the rules was, as often as it was read."""
        return {meter.name: fmean(meter.readings) for meter in self.meters if meter.readings}

    def uses(self, winners: Sequence[int]) -> dict[str, Use]:
        """What was offered and taken, under the names of rules and options."""
        found: dict[str, Use] = {}
        names = self.program.once(ItemNames)
        for seat in self.players:
            won = seat in winners
            for key, offered in self.offered[seat].items():
                taken = self.taken[seat].get(key, 0)
                use = Use(offered, taken, offered * won, taken * won)
                name = names.of(key)
                found[name] = found[name] + use if name in found else use
        return found


class Meter:
    """Reads a measure that the rules declare: where a turn or round has ended as soon as somebody decides again."""

    def __init__(self, match: Match, number: int, measure: Measure) -> None:
        self.name = measure.name
        self.after = measure.after
        self.unit = measure.unit
        self.asked = match.program.measure(number)
        self.players = [None] if measure.player is None else [*range(match.program.facts.players)]
        self.readings: list[float] = []
        self.during: Any = None  # the turn or round that is going on, once there is one

    def look(self, S: Any) -> None:
        """Read it if a turn or round has ended."""
        if self.after is None:
            return
        is_on = S.rounds and (self.after == "round" or S.g_actor is not None)
        now = (S.rounds, S.g_actor if self.after == "turn" else None) if is_on else None
        if now != self.during:
            if self.during is not None:
                self.read(S)
            self.during = now

    def read(self, S: Any) -> None:
        """What it is now; of players the mean."""
        self.readings.append(fmean(self.asked(S, p) for p in self.players) / self.unit)


class ItemNames:
    """The rule that asks and the key of an option, `load/grain`: stable as long as an author calls them so.

    What a window offers belongs to the window, whatever is asked at the same time.
    """

    def __init__(self, program: Program) -> None:
        self.keys = program.once(Keys)
        self.points = program.answers.points
        self.windows = program.world.windows
        self.known: dict[tuple[int, Any], str] = {}

    def of(self, item: tuple[int, Any]) -> str:
        """The name of an option of a decision."""
        if item not in self.known:
            self.known[item] = "/".join(self.name(*item))
        return self.known[item]

    def name(self, number: int, value: Any) -> tuple[str, str]:
        point = self.points[number]
        if not isinstance(value, WindowOption):
            rule = getattr(point, "rule", None)
            return (rule.name if rule is not None else ANY_TIME), self.keys.option(point, value)
        window = self.windows[value.window]
        if value.value is NOTHING_FORCED:
            return window.name, "use"
        return window.name, self.keys.option(first_choice(window.rule.body), value.value)


def play_watched(match: Match, choosers: Sequence[Chooser], limit: int) -> Watch:
    """Let each player choose in his own way, and note how it goes."""
    watch = Watch(match)
    if match.audit:
        while not match.over and watch.made < limit:
            index = choosers[match.state.decider](match)
            watch.decision(match.state, index)
            match.advance(index)
        return watch
    looks = match.is_watched

    def steps(S: Any) -> None:
        while not S.over and watch.made < limit:
            index = choosers[S.decider](match)
            watch.decision(S, index)
            advance(S, index)
            if looks and watch.made % LOOK_EVERY == 0:
                match.watch()

    match.drive(steps)
    if looks:
        match.watch()
    return watch
