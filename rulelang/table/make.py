"""A picture of a match, as one player or a spectator sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence

from attrs import evolve

from rulelang.api.match import Match
from rulelang.backends.python.runtime import WindowOption
from rulelang.events import Event
from rulelang.model.expressions import CallValue, Expression, Function, ReadField, ReadZone
from rulelang.model.visit import walk
from rulelang.play.outcome import in_units, plain
from rulelang.table import picture as p
from rulelang.table.boards import boards, mapped_kinds
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
    table, pieces = (
        (*boards(onlooker), *shared(onlooker, mapped_kinds(onlooker)), *loose(onlooker)),
        tuple(things(onlooker)),
    )
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
        table=table,
        things=pieces,
        mats=tuple(mat(onlooker, n) for n in seats),
        rolled=last_roll(onlooker.words, events, seat, onlooker.language),
        question=question(onlooker, table, pieces),
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


def question(onlooker: Onlooker, table: Sequence[p.Node], pieces: Sequence[p.Thing]) -> p.Question | None:
    """The open question; its options are for the one who is asked."""
    asked = onlooker.view["decision"]
    if asked is None:
        return None
    decision = onlooker.match.decision
    own = decision.player == onlooker.seat and onlooker.seat is not None
    places = place_names(table)
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
    state = onlooker.match.state
    asked_about = onlooker.words.asked_about(state.point, state)
    standing = {piece.id: places[piece.on] for piece in pieces if piece.on in places}
    about = [piece for piece in pieces if piece.id in asked_about]
    return p.Question(
        player=asked["player"],
        prompt=asked["prompt"][:1].upper() + asked["prompt"][1:],
        about=tuple(piece.id for piece in about),
        notes=tuple(note for piece in about if (note := whereabouts(piece, standing))),
        cites=tuple(decision.cites) if own else (),
        options=tuple(
            located(option, standing, places) for option in distinct(onlooker, tuple(choices), places, pieces)
        ),
    )


def place_names(table: Sequence[p.Node]) -> dict[str, str]:
    """What the places of the boards are called, by their ids."""
    spots = {spot.id: spot.label for node in table if isinstance(node, p.Map) for spot in node.spots}
    return spots | {cell.id: cell.label for node in table if isinstance(node, p.Grid) for cell in node.cells}


def whereabouts(piece: p.Thing, standing: Mapping[str, str]) -> str:
    """Where a piece stands, and with what: `pawn 1: b4, grain`."""
    found = [*filter(None, [standing.get(piece.id)]), *(item.label.lower() for item in piece.carries)]
    return f"{piece.name}: {', '.join(found)}" if found else ""


def located(option: p.Choice, standing: Mapping[str, str], places: Container[str]) -> p.Choice:
    """An option about a piece says where that stands, unless it speaks of places itself."""
    found = {standing[id_] for id_ in option.at if id_ in standing}
    place = found.pop() if len(found) == 1 else ""
    if not place or place in option.text or any(id_ in places for id_ in option.at):
        return option
    return evolve(option, text=f"{option.text} · {place}" if option.text.endswith(")") else f"{option.text} ({place})")


def distinct(
    onlooker: Onlooker, options: tuple[p.Choice, ...], places: Mapping[str, str], pieces: Sequence[p.Thing]
) -> tuple[p.Choice, ...]:
    """Options that read alike are told apart by the piece, then by the place that they are about."""
    if len({option.text for option in options}) == len(options):
        return options
    owned = {piece.id: owner_and_name(onlooker, piece) for piece in pieces}
    placed = {place: (name,) for place, name in places.items()}
    for names in (owned, placed):
        alike = Counter(option.text for option in options)
        options = tuple(apart(option, names) if alike[option.text] > 1 else option for option in options)
    return options


def owner_and_name(onlooker: Onlooker, piece: p.Thing) -> tuple[str, ...]:
    owner = () if piece.owner is None else (onlooker.match.player_names[piece.owner],)
    is_called_so = piece.name.lower().startswith(piece.kind.lower())
    return (*owner, piece.name if is_called_so else f"{piece.kind} {piece.name}")


def apart(option: p.Choice, names: Mapping[str, Sequence[str]]) -> p.Choice:
    """An option with the names of what it is about, but for those that it has already."""
    found = next((names[id_] for id_ in option.at if id_ in names), ())
    more = ", ".join(name for name in found if name not in option.text)
    return evolve(option, text=f"{option.text} ({more})") if more else option


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
