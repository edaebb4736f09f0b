"""What is measured of a game: numbers that follow from how it went, the same for every set of rules.

The six of `HEADLINE` are named before the first game is played, and share what may go wrong; the others are looked
at besides (statistics/families.py).
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import field, frozen

from rulelang.experiments.course import Lead
from rulelang.experiments.plan import Outcome

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

HEADLINE = (
    ROUNDS,
    FIRST_WINS,
    Measure("winning margin", margin, "point", part=A_TENTH, more="larger", less="smaller"),
    Measure("lead changes", of_lead(lambda lead: lead.changes), "change", matters=0.5),
    share("winner not ahead at half-time", of_lead(lambda lead: not lead.winner_led_at_half)),
    Measure("decisions", decisions, "decision", part=A_TENTH),
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


def measures_of(players: int) -> tuple[Measure, ...]:
    """All measures of games of so many players, the headline ones first."""
    turns = [share(f"{PLACES[place]} player wins", wins_of_turn(place)) for place in range(1, min(players, 8))]
    return (*HEADLINE, *turns, *BESIDES)
