"""What is measured of a game: numbers that follow from how it went, the same for every set of rules.

The six of `HEADLINE`, and those that rules declare (`measure … gives`), are named before the first game is played, and
share what may go wrong; the others are looked at besides (statistics/families.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import evolve, field, frozen

from rulelang.api.game import Game
from rulelang.experiments.course import Lead
from rulelang.experiments.plan import Outcome
from rulelang.model.declarations import Measure as Declared
from rulelang.model.types import Flag, strip

Reading = Callable[[Outcome, int], float | None]

# Half a round is worth knowing of, or five games in a hundred; of what has no measure of its own a tenth.
HALF_A_ROUND = 0.5
FIVE_POINTS = 0.05
A_TENTH = 0.1


@frozen
class Measure:
    """A number of a game that has ended; `read` gets the unit of the score too, and says none where there is none.

    `matters` is the difference worth knowing of, `part` the same as a part of what is usual.
    """

    name: str
    read: Reading = field(repr=False)
    unit: str = ""  # what it counts, in the singular
    is_share: bool = False
    matters: float = 0.0
    part: float = 0.0
    more: str = "more"
    less: str = "fewer"
    is_named: bool = False  # before the first game: it has a part of what may go wrong


def share(name: str, read: Reading, more: str = "more often", less: str = "less often") -> Measure:
    """Something that a game has or has not, or has a part of."""
    return Measure(name, read, "point", is_share=True, matters=FIVE_POINTS, more=more, less=less)


def of_lead(read: Callable[[Lead], float]) -> Reading:
    """Something about who was ahead."""

    def reading(outcome: Outcome, unit: int) -> float | None:
        lead = outcome.course.lead if outcome.course is not None else None
        return None if lead is None else float(read(lead))

    return reading


def rounds(outcome: Outcome, unit: int) -> float | None:
    return outcome.rounds or None


def decisions(outcome: Outcome, unit: int) -> float:
    return outcome.decisions


def wins_of_turn(place: int) -> Reading:
    """The win of whoever had his first turn at a place of the order; a shared win is a part of one."""

    def reading(outcome: Outcome, unit: int) -> float | None:
        order = outcome.course.order if outcome.course is not None else ()
        if place >= len(order):
            return None
        return (order[place] in outcome.winners) / len(outcome.winners)

    return reading


def ordered_scores(outcome: Outcome, unit: int) -> list[float] | None:
    """All scores, the best first; none if there are none to compare."""
    found = sorted((score / unit for score in outcome.scores), reverse=True)
    return found if len(found) > 1 else None


def margin(outcome: Outcome, unit: int) -> float | None:
    scores = ordered_scores(outcome, unit)
    return None if scores is None else scores[0] - scores[1]


def spread(outcome: Outcome, unit: int) -> float | None:
    scores = ordered_scores(outcome, unit)
    return None if scores is None else scores[0] - scores[-1]


def best_score(outcome: Outcome, unit: int) -> float | None:
    return max(outcome.scores) / unit if outcome.scores else None


def shared_win(outcome: Outcome, unit: int) -> float:
    return len(outcome.winners) > 1


def forced(outcome: Outcome, unit: int) -> float | None:
    course = outcome.course
    return None if course is None or not outcome.decisions else course.forced / outcome.decisions


def branching(outcome: Outcome, unit: int) -> float | None:
    course = outcome.course
    return None if course is None or not outcome.decisions else course.options / outcome.decisions


def taken_options(outcome: Outcome, unit: int) -> float | None:
    course = outcome.course
    return None if course is None else sum(use.taken > 0 for use in course.uses.values())


ROUNDS = Measure("rounds", rounds, "round", matters=HALF_A_ROUND, more="longer", less="shorter")
FIRST_WINS = share("first player wins", wins_of_turn(0))

HEADLINE = tuple(
    evolve(measure, is_named=True)
    for measure in (
        ROUNDS,
        FIRST_WINS,
        Measure("winning margin", margin, "point", part=A_TENTH, more="larger", less="smaller"),
        Measure("lead changes", of_lead(lambda lead: lead.changes), "change", matters=0.5),
        share("winner not ahead at half-time", of_lead(lambda lead: not lead.winner_led_at_half)),
        Measure("decisions", decisions, "decision", part=A_TENTH),
    )
)

BESIDES = (
    Measure("best score", best_score, "point", part=A_TENTH, more="higher", less="lower"),
    Measure("first to last", spread, "point", part=A_TENTH, more="larger", less="smaller"),
    share("shared wins", shared_win),
    share("lead taken for good at", of_lead(lambda lead: lead.for_good_at), "later", "earlier"),
    share("comebacks from the last place", of_lead(lambda lead: lead.winner_was_last_at_half)),
    share("last stayed last", of_lead(lambda lead: lead.last_stayed_last)),
    share("forced decisions", forced, "more", "fewer"),
    Measure("options of a decision", branching, "option", part=A_TENTH),
    Measure("different options taken", taken_options, "option", part=A_TENTH),
)

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def measures_of(players: int, own: Sequence[Measure] = ()) -> tuple[Measure, ...]:
    """All measures of games of so many players, those that are named before first; an author's take their names."""
    turns = [share(f"{PLACES[place]} player wins", wins_of_turn(place)) for place in range(1, min(players, 8))]
    taken = {measure.name for measure in own}
    known = [measure for measure in (*HEADLINE, *turns, *BESIDES) if measure.name not in taken]
    return (*named(known), *own, *(measure for measure in known if not measure.is_named))


def named(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """Those that were named before the first game."""
    return tuple(measure for measure in measures if measure.is_named)


# ---- measures that rules declare --------------------------------------------------------------------------------


def declared_in(games: Sequence[Game], players: int) -> list[Measure]:
    """The measures that the rules of all games declare, read as those of the first say."""
    first, *others = [game.world(players).measures for game in games]
    return [declared(each) for name, each in first.items() if all(name in other for other in others)]


def declared_in_some(games: Sequence[Game], players: int) -> list[str]:
    """The names of measures that one of the games has and another has not, so that nothing can be compared."""
    every = [set(game.world(players).measures) for game in games]
    return sorted({name for names in every for name in names if not all(name in others for others in every)})


def measures_kept(players: int, outcomes: Iterable[Outcome]) -> tuple[Measure, ...]:
    """All measures of games that were played before, under rules that need not be there any more."""
    courses = [outcome.course for outcome in outcomes if outcome.course is not None]
    return measures_of(players, [of_number(name) for name in sorted({n for c in courses for n in c.measured})])


def declared(measure: Declared) -> Measure:
    """A measure that rules declare."""
    if isinstance(strip(measure.value.type), Flag):
        return evolve(share(in_words(measure.name), of_course(measure.name)), is_named=True)
    return of_number(measure.name)


def of_number(name: str) -> Measure:
    """A declared number, of which no more is known than how it is called."""
    return Measure(in_words(name), of_course(name), part=A_TENTH, less="less", is_named=True)


def of_course(name: str) -> Reading:
    """What was noted of a game under the name of a declared measure."""

    def reading(outcome: Outcome, unit: int) -> float | None:
        return None if outcome.course is None else outcome.course.measured.get(name)

    return reading


def in_words(name: str) -> str:
    return name.replace("_", " ")
