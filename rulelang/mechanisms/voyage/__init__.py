"""Movement over a map by a number of steps: whoever steers chooses the way, step by step.

The parameters of the block are the piece and whatever else a trip is made with. Its fields and parts see them,
and the values and rules that it stands for take them, most of them with a place behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import indent
from typing import Any

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.names import missing_field
from rulelang.language.blocks import LABEL, Block
from rulelang.mechanisms.contract import Mechanism, rule
from rulelang.mechanisms.reader import Reader, lowered, parameter, with_cites
from rulelang.mechanisms.sentences import Cases, Line, Part, Whether
from rulelang.mechanisms.voyage import template
from rulelang.mechanisms.voyage.diagnostics import bad_voyage, voyage_word
from rulelang.syntax import nodes
from rulelang.syntax.spell import word_of

MOMENTS = {
    "leaves": "A trip begins: it leaves the place where it lay.",
    "enters": "It comes onto a place, to stop there or not.",
    "passes": "It goes on from a place that it came onto on this trip; a label is what going on is called there.",
    "stops": "The trip ends there; a label is what stopping is called there.",
}
BLOCK = Block(
    "voyage",
    "Movement of a piece over a map by a number of steps. Its parameters, the piece first, are those of `go`.",
    {
        **LABEL,
        "places": "the kind of the places it goes over",
        "at": "the field of the piece that says where it is (else `at`)",
        "steers": "who chooses the way (else the owner of the piece)",
        "along": "a condition on a way `w`: the ways that may be used (else all)",
        "steps": "the steps that must be gone",
        "bonus": "steps that may be gone besides (else 0)",
        "cost": "steps that arriving at a place takes, if it stops there (else 1)",
        "pass_cost": "steps that a place takes if it goes on from there (else the same)",
        "early": "where steps left over may be given up: `nowhere` (else), `anywhere`, a kind, a condition",
        "turn": "where it may turn back on its way: `anywhere` (else), `nowhere`, a kind, or a condition",
        "turn_at_start": "where it may turn back when it sets out (else as `turn`)",
        "room": "how many pieces a place holds for stopping (else any number)",
    },
    members=tuple(MOMENTS),
    body="members",
    example="voyage walk(s: pawn, n: number)\n  places: field\n  steps: n\n  turn: nowhere",
    reasons=("along", "early", "turn", "turn_at_start", "room"),
)
MEMBERS = tuple(
    Block(word, about, {}, ("when",), needs_name=False, body="statements") for word, about in MOMENTS.items()
)

# For each field, what it fills in the template, and what is there without it.
FIGURES = {
    "steers": ("STEERS", "PIECE.owner"),
    "along": ("WAYOPEN", ""),
    "steps": ("STEPS", ""),
    "bonus": ("BONUS", "0"),
    "cost": ("COST", "1"),
    "pass_cost": ("GOINGON", "NAME.cost(GIVEN, place)"),
    "early": ("FORFEIT", "no"),
    "turn": ("TURNBACK", "yes"),
    "turn_at_start": ("STARTBACK", "NAME.may_turn(GIVEN, place)"),
    "room": ("SPACES", ""),
}
REASONS = {
    "along": ("NOWAY", "no way leads there"),
    "early": ("NOTEARLY", "all steps must be used"),
    "turn": ("NOBACK", "it may not turn back here"),
    "turn_at_start": ("NOSTART", "it may not turn back here"),
    "room": ("NOROOM", "there is no room left"),
}
# The fields of values that are called otherwise.
FIELDS = {"may_turn": "turn", "may_turn_at_start": "turn_at_start", "open": "along"}
EVERYWHERE = {"anywhere": True, "nowhere": False}
ON_PLACES = ("early", "turn", "turn_at_start")
OPTIONS = {"stops": ("Stop here", "STOPLABEL", "STOPWORDS"), "passes": ("Go on", "PASSLABEL", "PASSWORDS")}


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """Values for the figures, a rule for each moment, and rules that go step by step."""
    problems = [*what_is_wrong(block)]
    if problems:
        return [], problems
    reader = Reader(block)
    parameters = block.parameters or ()
    piece, others = parameters[0], parameters[1:]
    given = {name: figure(reader, name) for name in FIGURES}
    along, room = given["along"] is not None, given["room"] is not None
    choices, choice_holes = choice(block)
    words = {
        "CHOICE": choices,
        "STEPSLEFT": "" if is_one_step(block) else " Steps: {left}",
        "LEADON": template.LEAD_ON if along else "",
        "ISOPEN": template.IS_OPEN if along else "",
        "HASROOM": template.HAS_ROOM if room else "",
        "FIELDS": "".join(f"  NAME.{p.name}: {kept(p)} not shown\n" for p in others),
        "KEEP": "\n  ".join(f"set NAME.{p.name} to {p.name}" for p in others),
        **{FIGURES[name][0]: FIGURES[name][1] for name, e in given.items() if e is None},
        "PARAMETERS": ", ".join(f"{p.name}: {written(p)}" for p in parameters),
        "GIVEN": ", ".join(p.name for p in parameters),
        "PIECE": piece.name,
        "KIND": written(piece),
        "PLACES": word_of(block, "places"),
        "AT": word_of(block, "at", "at"),
        "NAME": reader.name,
    }
    text = template.STATE + (template.OPEN if along else "") + (template.ROOM if room else "") + template.TRIP
    holes: dict[str, Any] = {FIGURES[name][0]: e for name, e in given.items() if e is not None}
    holes |= {hole: reader.reason(name, default) for name, (hole, default) in REASONS.items()}
    items = [cited(item, block) for item in lowered(text, block, words, holes | choice_holes)]
    return [*items, *(moment(reader, word) for word in MOMENTS)], reader.problems


def what_is_wrong(block: nodes.Block) -> Iterator[Diagnostic]:
    """What leaves nothing to lower."""
    for p in block.parameters or ():
        if p.name in template.OWN_WORDS:
            yield voyage_word(p.span, p.name)
    if not block.parameters or any(p.type is None for p in block.parameters):
        yield bad_voyage(block.header, "the piece that goes, and its kind")
    for name in ("places", "steps"):
        if not word_of(block, name):
            yield missing_field(block.header, block.keyword, name)


def is_one_step(block: nodes.Block) -> bool:
    """Is every trip over after one step? Then nobody need be told."""
    return block.value("steps") == nodes.Number(1) and block.field("bonus") is None


def written(p: nodes.Parameter) -> str:
    return p.type.span.text if p.type is not None else ""


def kept(p: nodes.Parameter) -> str:
    """The type of the field in which a parameter is kept while the trip lasts, and what it is before any."""
    match p.type:
        case nodes.Name("number" | "money") | nodes.Binary(".."):
            return "number starts 0"
        case nodes.Binary("or", nodes.Flag(), nodes.Flag()):
            return "yes or no starts no"
        case nodes.Apply(nodes.Name("list")):
            return f"{written(p)} starts []"
        case nodes.Binary("or", _, nodes.Nothing()):
            return f"{written(p)} starts none"
    return f"{written(p)} or none starts none"


def figure(reader: Reader, name: str) -> nodes.Expression | None:
    """What the author says of a field; where it is about places, one word may stand for a condition."""
    found = reader.value(name)
    if name not in ON_PLACES or not isinstance(found, nodes.Name):
        return found
    if found.name in EVERYWHERE:
        return nodes.Flag(EVERYWHERE[found.name], span=found.span)
    return nodes.Is(nodes.Name("place", span=found.span), found, False, span=found.span)


def cited(item: nodes.Item, block: nodes.Block) -> nodes.Item:
    """A value cites what the field cites that it is from."""
    if not isinstance(item, nodes.Block) or item.keyword != "value" or item.path is None:
        return item
    name = item.path.names[-1]
    found = block.field(FIELDS.get(name, name))
    return with_cites(item, found.cites if found is not None else ())


# ---- the moments ------------------------------------------------------------------------------------------


def moment(reader: Reader, word: str) -> nodes.Block:
    """The rule of a moment; its `when` stands around what the author says there."""
    part = reader.block.member(word)
    place = parameter("place", word_of(reader.block, "places"), reader.block.header)
    body: tuple[nodes.Item, ...] = ()
    if part is not None:
        body = tuple(item for item in part.body if not isinstance(item, nodes.Field))
        when = condition(part)
        if when is not None and body:
            body = (nodes.If(((when, body),), None, span=when.span),)
    return rule((reader.name, word), (*(reader.block.parameters or ()), place), body, part or reader.block)


def choice(block: nodes.Block) -> tuple[str, dict[str, Any]]:
    """What is asked on coming to a place. Where a part's `when` holds, its option has the label of the part."""
    labelled = {word: part for word in OPTIONS if (part := block.member(word)) is not None and part.label}
    conditions: list[nodes.Expression] = []
    for part in labelled.values():
        when = condition(part)
        if when is not None and when not in conditions:
            conditions.append(when)

    def asked(number: int, holding: tuple[nodes.Expression, ...], depth: int) -> str:
        if number == len(conditions):
            there = {w: p for w, p in labelled.items() if condition(p) is None or condition(p) in holding}
            return indent(ways(there), "  " * depth)
        yes = asked(number + 1, (*holding, conditions[number]), depth + 1)
        no = asked(number + 1, holding, depth + 1)
        line = "  " * depth
        return f"{line}if WHEN{number}\n{yes}{line}otherwise\n{no}"

    holes: dict[str, Any] = {f"WHEN{number}": when for number, when in enumerate(conditions)}
    for word, part in labelled.items():
        holes[OPTIONS[word][2]] = [item for item in part.body if isinstance(item, nodes.Field)]
    return asked(0, (), 2), holes


def ways(labelled: Mapping[str, nodes.Block]) -> str:
    text = template.CHOICE
    for word, (label, hole, words) in OPTIONS.items():
        part = labelled.get(word)
        text = text.replace(hole, label if part is None or part.label is None else part.label)
        text = text.replace(f"{words}()", f"{words}()" if part is not None else "")
    return text


def condition(part: nodes.Block) -> nodes.Expression | None:
    """When a part is done; else always."""
    clause = part.clause("when")
    return clause.values[0] if clause is not None and clause.values else None


SAYS = (
    Line("a {kind} goes from place to place by a number of steps; whoever steers it chooses the way"),
    Line("it goes {steps} steps"),
    Line("it may go so many steps more: {bonus}", usual=0),
    Line("to stop at a place takes {cost} steps", usual=1),
    Cases("pass_cost", {"": ()}, other=(Line("to pass through one takes {pass_cost} steps", usual=1),)),
    Whether("early", "it may stop early", "all steps must be used", "it may stop early if {condition}"),
    Whether(
        "may_turn",
        "it may turn back on its way",
        "it may not turn back on its way",
        "it may turn back on its way if {condition}",
    ),
    Whether(
        "may_turn_at_start",
        "it may turn back where it sets out",
        "it may not turn back where it sets out",
        "it may turn back where it sets out if {condition}",
    ),
    Line("room at a place: {room}"),
    Line("only along ways for which {open}"),
    Part("leaves", "When it sets out:"),
    Part("enters", "When it comes onto a place:"),
    Part("passes", "When it goes on from a place:"),
    Part("stops", "When it stops at a place:"),
)

VOYAGE = Mechanism(BLOCK, lower, MEMBERS, says=SAYS)
