"""A picture of a match, as one player or a spectator sees it."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.api.match import Match
from rulelang.backends.python.runtime import WindowOption
from rulelang.events import Event
from rulelang.model.expressions import CallValue, Expression, Function, ReadField, ReadZone
from rulelang.model.visit import walk
from rulelang.play.outcome import in_units, plain
from rulelang.table import picture as p
from rulelang.table.boards import boards
from rulelang.table.cards import shared
from rulelang.table.dice import last_roll
from rulelang.table.mats import loose, mat, person, things
from rulelang.table.onlooker import Onlooker
from rulelang.text.names import measure_text, plain_label


def picture(match: Match, seat: int | None, events: Sequence[Event] = ()) -> p.Picture:
    """The table as a player may know it; with `None`, as everybody may. The last events say what was rolled."""
    onlooker = Onlooker(match, seat)
    view, world = onlooker.view, onlooker.world
    seats = range(match.players)
    return p.Picture(
        name=world.name,
        title=onlooker.title(world.labels, world.name),
        language=match.language,
        viewer=seat,
        move=len(match.choices),
        round=view["round"] or None,
        round_text=f"{onlooker.say('round')} {view['round']}" if view["round"] else "",
        phase=phase(onlooker),
        score=score_name(onlooker),
        players=tuple(person(onlooker, n) for n in seats),
        table=(*boards(onlooker), *shared(onlooker), *loose(onlooker)),
        things=tuple(things(onlooker)),
        mats=tuple(mat(onlooker, n) for n in seats),
        rolled=last_roll(onlooker.words, events, seat, onlooker.language),
        question=question(onlooker),
        ending=ending(onlooker) if match.over else None,
    )


def phase(onlooker: Onlooker) -> str:
    """The phase by its label."""
    name = onlooker.view["phase"]
    if not name:
        return ""
    found = (rule for rule in onlooker.world.rules.values() if rule.name.split(".")[-1] == name and rule.labels)
    rule = next(found, None)
    return onlooker.title(rule.labels if rule is not None else {}, name)


def score_name(onlooker: Onlooker) -> str:
    score = onlooker.world.score
    return onlooker.say("score") if score is not None else ""


def question(onlooker: Onlooker) -> p.Question | None:
    """The open question; its options are for the one who is asked."""
    asked = onlooker.view["decision"]
    if asked is None:
        return None
    decision = onlooker.match.decision
    own = decision.player == onlooker.seat and onlooker.seat is not None
    choices = (
        p.Choice(
            key=o.key,
            text=o.text,
            at=o.at,
            anytime=isinstance(o.value, WindowOption),
            price=o.cost_text if o.cost else "",
        )
        for o in (decision.options if own else ())
    )
    return p.Question(
        player=asked["player"],
        prompt=asked["prompt"],
        cites=tuple(decision.cites) if own else (),
        options=tuple(choices),
    )


def ending(onlooker: Onlooker) -> p.Ending:
    """The results, best first."""
    match, score, view = onlooker.match, onlooker.world.score, onlooker.view
    parts = [measure_text(match.words, part.thing, match.language) for part in score.parts] if score is not None else []
    ties = [tie_name(match, tie) for tie in score.ties] if score is not None else []
    # A tie-break that is a part of the score is shown once.
    more = [n for n, name in enumerate(ties, 1) if name not in parts]
    units = match.program.facts.units

    def result(seat: int) -> p.Result:
        rank = [plain(in_units(n, unit)) for n, unit in zip(match.ranks[seat], units, strict=True)]
        return p.Result(
            seat=seat,
            score=rank[0],
            parts=tuple(view["score_parts"][seat].values()),
            ties=tuple(rank[n] for n in more),
            won=seat in match.winners,
        )

    return p.Ending(
        reason=str(match.end_reason),
        score=score_name(onlooker),
        parts=tuple(parts),
        ties=tuple(ties[n - 1] for n in more),
        results=tuple(result(s) for s in sorted(range(match.players), key=lambda n: match.ranks[n], reverse=True)),
    )


def tie_name(of: Match, tie: Expression) -> str:
    """What breaks a tie, by the name of the first thing of the author's in it, else of the first function."""
    words, language = of.words, of.language
    for node in walk([tie]):
        match node:
            case CallValue(value):
                return measure_text(words, value, language)
            case ReadField(field):
                return measure_text(words, field, language)
            case ReadZone(zone):
                return plain_label(words, zone.labels, zone.name, language)
    functions = (node.name for node in walk([tie]) if isinstance(node, Function))
    return words.translate(next(functions, "tie-break").replace("_", " "), language)
