"""Movement over a map by a number of steps: whoever steers chooses the way, step by step."""

from __future__ import annotations

from rulelang.diagnostics.catalogue import Wording, problem
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.mechanism import Mechanism, template
from rulelang.mechanisms.forms import with_cites
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.schema import LABEL, Block
from rulelang.syntax.spell import word_of

BLOCK = Block(
    "voyage",
    "Movement of a piece over a map by a number of steps.",
    {
        **LABEL,
        "places": "the kind of the places it goes over",
        "at": "the field of the piece that says where it is (else `at`)",
        "steers": "who chooses the way (else `s.owner`)",
        "cost": "steps that arriving at a place takes, if it stops there (else 1)",
        "pass_cost": "steps that a place takes if it goes on from there (else the same)",
        "early": "where steps left over may be given up: `nowhere` (else), `anywhere`, a kind, a condition",
        "turn": "where it may turn back on its way: `anywhere` (else), `nowhere`, a kind, or a condition",
        "turn_at_start": "where it may turn back when it sets out (else as `turn`)",
        "room": "how many pieces a place holds for stopping (else any number)",
        "blocked": "places that can not be entered: a kind, or a condition",
        "map": "the map, needed with `along` only",
        "along": "a condition on a way `w`: the ways that may be used (else all)",
    },
    ("of",),
    example="voyage walk of pawn\n  places: field\n  turn: nowhere",
)

FRAME = """
state
  @name@.came_from: @places@ or none per @piece@ starts none
  @name@.going: @piece@ or none starts none

value @name@.cost(s: @piece@, place: @places@) gives @cost@
value @name@.pass_cost(s: @piece@, place: @places@) gives @pass_cost@
value @name@.early(s: @piece@, place: @places@) gives @early@
value @name@.may_turn(s: @piece@, place: @places@) gives @turn@
value @name@.may_turn_at_start(s: @piece@, place: @places@) gives @turn_at_start@

rule @name@.leave(s: @piece@, place: @places@)
rule @name@.enter(s: @piece@, place: @places@)
rule @name@.pass(s: @piece@, place: @places@)
rule @name@.stop(s: @piece@, place: @places@)

rule @name@.go(s: @piece@, steps: number)
  windows: closed
  if steps > 0
    let here = s.@at@
    need here is not none because "it is not on the map"
    choose there in @next@ where can(@name@.set_out(s, here, there, steps, count(@places@) + steps))
      by @steers@ prompt "Which way does {s} go? Steps: {steps}"
    @name@.set_out(s, here, there, steps, count(@places@) + steps)
    set @name@.going to none

rule @name@.set_out(s: @piece@, here: @places@, there: @places@, left: number, more: number)
  need @name@.may_turn_at_start(s, here) or @name@.came_from[s] != there
    because "it may not turn back here"
  @name@.leave(s, here)
  set @name@.going to s
  @name@.come(s, here, there, left, more)

rule @name@.come(s: @piece@, here: @places@, there: @places@, left: number, more: number)
  need left >= min(@name@.cost(s, there), @name@.pass_cost(s, there))
    because "there are not enough steps left"
@blocking@
  set @name@.came_from[s] to here
  set s.@at@ to there
  @name@.enter(s, there)
  if @name@.going = s
    @name@.arrive(s, there, left, more)

rule @name@.arrive(s: @piece@, here: @places@, left: number, more: number)
  choose one by @steers@ prompt "{s} has come to {here}. Steps: {left}"
    way stop "Stop here"
      @name@.stay(s, here, left)
    way on "Go on"
      @name@.go_on(s, here, left - @name@.pass_cost(s, here), more)

rule @name@.stay(s: @piece@, here: @places@, left: number)
  need left >= @name@.cost(s, here) because "there are not enough steps left"
  need left = @name@.cost(s, here) or @name@.early(s, here) because "all steps must be used"
@room_need@
  @name@.stop(s, here)

rule @name@.go_on(s: @piece@, here: @places@, left: number, more: number)
  need left >= 0 and more > 0 because "there are no steps left"
  choose there in @next@ where can(@name@.pass_on(s, here, there, left, more)) by @steers@
    prompt "Which way does {s} go on? Steps: {left}"
  @name@.pass_on(s, here, there, left, more)

rule @name@.pass_on(s: @piece@, here: @places@, there: @places@, left: number, more: number)
  need @name@.may_turn(s, here) or @name@.came_from[s] != there because "it may not turn back here"
  @name@.pass(s, here)
  @name@.come(s, here, there, left, more - 1)
"""
ROOM = """
value @name@.room(s: @piece@, place: @places@) gives @room@
"""
ROOM_NEED = """\
  need count(x in @piece@ where x.@at@ = here and x != s) < @name@.room(s, here)
    because "there is no room left"\
"""
BLOCKED = """
value @name@.blocked(s: @piece@, place: @places@) gives @blocked@
"""
BLOCKING = """\
  need not @name@.blocked(s, there) because "that place is blocked"\
"""
ALONG = """
value @name@.open(s: @piece@, w: @map@) gives @along@
"""
NEXT = "list(w in ways(here): w.to)"
NEXT_ALONG = "different(list(w in ways(here) where @name@.open(s, w): w.to))"
EVERYWHERE = {"anywhere": "yes", "nowhere": "no"}


@problem("bad-voyage", "a voyage that does not say what goes where")
def bad_voyage(span: Span, wanted: str) -> Wording:
    return Wording(
        span,
        f"this voyage needs {wanted}",
        "this voyage",
        help="write for instance `voyage walk of pawn` with `places: field` below it",
    )


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """Values for the figures, an empty rule for each moment, and rules that go step by step."""
    of = block.clause("of")
    if of is None or not of.values:
        return [], [bad_voyage(block.header, "`of` and a kind of pieces")]
    if not word_of(block, "places"):
        return [], [bad_voyage(block.header, "`places:`, the kind of the places")]
    if block.value("along") is not None and not word_of(block, "map"):
        return [], [bad_voyage(block.header, "`map:`, if it says `along:`")]
    words = {"name": str(block.path), "piece": of.values[0].span.text, "places": word_of(block, "places")}
    words |= {"at": word_of(block, "at", "at"), "map": word_of(block, "map")}
    holes = Holes(block)
    filled = {
        "cost": holes.value("cost", "1"),
        "pass_cost": holes.value("pass_cost", "@name@.cost(s, place)"),
        "early": holes.places("early", "no"),
        "turn": holes.places("turn", "yes"),
        "turn_at_start": holes.places("turn_at_start", "@name@.may_turn(s, place)"),
        "room": holes.value("room", ""),
        "blocked": holes.places("blocked", ""),
        "along": holes.value("along", ""),
        "steers": holes.value("steers", "s.owner"),
    }
    filled["room_need"] = ROOM_NEED if filled["room"] else ""
    filled["blocking"] = BLOCKING if filled["blocked"] else ""
    filled["next"] = NEXT_ALONG if filled["along"] else NEXT
    extras = {"room": ROOM, "blocked": BLOCKED, "along": ALONG}
    text = FRAME + "".join(extra for name, extra in extras.items() if filled[name])
    for known in (filled, words):
        for word, meant in known.items():
            text = text.replace(f"@{word}@", meant)
    return [with_cites(item, block.cites) for item in template(text, block.header, holes.found)], []


class Holes:
    """What the author wrote in the fields, and the words that stand for it in the template."""

    def __init__(self, block: nodes.Block) -> None:
        self.block = block
        self.found: dict[str, nodes.Expression] = {}

    def value(self, name: str, default: str) -> str:
        given = self.block.value(name)
        if given is None:
            return default
        hole = f"X{name.upper()}X"
        self.found[hole] = given
        return hole

    def places(self, name: str, default: str) -> str:
        """A condition on places; one word may stand for it."""
        given = self.block.value(name)
        if not isinstance(given, nodes.Name):
            return self.value(name, default)
        return EVERYWHERE.get(given.name, f"place is {given.name}")


VOYAGE = Mechanism(BLOCK, lower)
