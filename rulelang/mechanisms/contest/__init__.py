"""A contest between two players: each rolls a die, the higher number wins, ties are settled by rule."""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.language.blocks import LABEL, Block
from rulelang.mechanisms.contest.diagnostics import endless_tie
from rulelang.mechanisms.contract import Mechanism, rule
from rulelang.mechanisms.reader import Reader, about, lowered, no, number, yes
from rulelang.mechanisms.sentences import Cases, Line, Part, Where, Whether
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell
from rulelang.syntax.visit import substitute

BLOCK = Block(
    "contest",
    "Two players roll; what is `won` and what is `lost` follows. Its parameters are those of `fight`.",
    {
        **LABEL,
        "die": "the die and the column that counts: `die: d6.pips`",
        "faces": "a condition on the die: other faces are rolled again (else all count)",
        "attacker": "who attacks (else `actor`)",
        "defender": "who defends",
        "modifier": "what is added to the attacker's roll (else 0)",
        "defence": "what is added to the defender's roll (else 0)",
        "tie": "who wins a tie (`attacker`, `defender`, `nobody`); or how it is rolled again:"
        " `tie.attacker: must_reroll` or `keeps`, `tie.defender: must_reroll`, `may_reroll` or `keeps`,"
        " `tie.decides: before` or `afterwards`: before or after the attacker's new roll",
    },
    members=("won", "lost", "drawn"),
    body="members",
    example="contest duel(mine: knight, theirs: knight)\n  die: d6.pips\n  attacker: mine.owner\n"
    "  defender: theirs.owner\n  tie: defender\n  won\n    add 1 to attacker.points",
)
MEMBERS = (
    Block("won", "What follows if the attacker wins.", needs_name=False, body="statements"),
    Block("lost", "What follows if the defender wins.", needs_name=False, body="statements"),
    Block("drawn", "What follows a tie that nobody wins.", needs_name=False, body="statements"),
)
SIDES = ("must_reroll", "may_reroll", "keeps")

RULES = """
state
  NAME.attack: number starts 0
  NAME.defence: number starts 0

value NAME.modifier(PARAMETERS) gives BONUS
value NAME.defence_modifier(PARAMETERS) gives COVER
value NAME.strength(PARAMETERS) gives NAME.attack + NAME.modifier(GIVEN)
value NAME.resistance(PARAMETERS) gives NAME.defence + NAME.defence_modifier(GIVEN)

rule NAME.fight(PARAMETERS)
  NAME.roll_attack(GIVEN)
  NAME.roll_defence(GIVEN)
  TIES
  NAME.decide(GIVEN)

rule NAME.roll_attack(PARAMETERS)
  choose shown_face in DIE where COUNTS by chance
  set NAME.attack to shown_face.COLUMN

rule NAME.roll_defence(PARAMETERS)
  choose shown_face in DIE where COUNTS by chance
  set NAME.defence to shown_face.COLUMN
"""
AGAIN = """repeat while NAME.strength(GIVEN) = NAME.resistance(GIVEN)
    NAME.tie(GIVEN)"""
DECIDE = """
rule NAME.decide(PARAMETERS)
  if NAME.strength(GIVEN) > NAME.resistance(GIVEN)
    NAME.won(GIVEN)
  otherwise if NAME.strength(GIVEN) < NAME.resistance(GIVEN)
    NAME.lost(GIVEN)
  otherwise
    NAME.EVEN(GIVEN)
"""
MAY = """
value NAME.announced gives BEFORE

rule NAME.tie(PARAMETERS)
  if NAME.announced
    choose roll_again in [yes, no] by DEFENDER prompt "A tie: do you roll again?"
    ATTACK
    if roll_again
      NAME.roll_defence(GIVEN)
  otherwise
    ATTACK
    choose roll_again in [yes, no] by DEFENDER prompt "A tie: do you roll again?"
    if roll_again
      NAME.roll_defence(GIVEN)
"""
MUST = """
rule NAME.tie(PARAMETERS)
  ATTACK
  NAME.roll_defence(GIVEN)
"""
KEEPS = """
rule NAME.tie(PARAMETERS)
  ATTACK
"""


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """The two rolls, `fight`, what happens at a tie, and rules for what is won and lost."""
    reader = Reader(block)
    at = block.header
    die, column = the_die(reader)
    attacker = reader.value("attacker") or nodes.Name("actor", span=at)
    defender = reader.required("defender")
    outright, ties = the_ties(reader)
    if not die or defender is None or reader.problems:
        return [], reader.problems
    people = {"attacker": attacker, "defender": defender}
    faces = reader.value("faces")
    holes = {
        "BONUS": substitute(reader.value("modifier") or number(0, at), people),
        "COVER": substitute(reader.value("defence") or number(0, at), people),
        "COUNTS": about(die, "shown_face", faces) if faces is not None else yes(at),
        "DEFENDER": defender,
        "BEFORE": decides_before(reader),
    }
    parameters = block.parameters or ()
    words = {
        "TIES": "" if outright else AGAIN,
        "EVEN": {"attacker": "won", "nobody": "drawn"}.get(outright, "lost"),
        "ATTACK": "" if field_word(reader, "tie.attacker") == "keeps" else "NAME.roll_attack(GIVEN)",
        "PARAMETERS": ", ".join(f"{p.name}: {p.type.span.text if p.type else 'player'}" for p in parameters),
        "GIVEN": ", ".join(p.name for p in parameters),
        "NAME": reader.name,
        "DIE": die,
        "COLUMN": column,
    }
    text = RULES + DECIDE + ("" if outright else ties)
    used = {hole: value for hole, value in holes.items() if hole in text}
    return [*lowered(text, block, words, used), *outcomes(reader, people)], reader.problems


def the_die(reader: Reader) -> tuple[str, str]:
    """The die and the column of its faces that counts."""
    found = reader.required("die")
    if isinstance(found, nodes.Part):
        return spell(found.of), found.name
    return (spell(found), "pips") if found is not None else ("", "")


def field_word(reader: Reader, name: str) -> str:
    found = reader.block.field(name)
    return spell(found.values[0]) if found is not None and found.values else ""


def the_ties(reader: Reader) -> tuple[str, str]:
    """Who wins a tie outright, or the rule by which it is rolled again."""
    outright, _ = reader.word("tie", ("attacker", "defender", "nobody"), "")
    attack, _ = reader.word("tie.attacker", ("must_reroll", "keeps"), "must_reroll")
    defence, _ = reader.word("tie.defender", SIDES, "must_reroll")
    again = reader.block.field("tie.attacker") or reader.block.field("tie.defender")
    if (attack == "keeps" and defence != "must_reroll") or (outright and again is not None):
        reader.problems.append(endless_tie(again.span if again is not None else reader.block.header))
    return outright, {"may_reroll": MAY, "keeps": KEEPS}.get(defence, MUST)


def decides_before(reader: Reader) -> nodes.Expression:
    """Does the defender decide before he sees the attacker's new roll?"""
    word, when = reader.word("tie.decides", ("before", "afterwards"), "before")
    at: Span = reader.block.header
    if when is None:
        return yes(at) if word == "before" else no(at)
    return when if word == "before" else nodes.Not(nodes.Group(when, span=at), span=at)


def outcomes(reader: Reader, people: dict[str, nodes.Expression]) -> list[nodes.Item]:
    """`won`, `lost` and `drawn` as rules; in them, `attacker` and `defender` are the two players."""
    made: list[nodes.Item] = []
    for word in ("won", "lost", "drawn"):
        found = reader.block.member(word)
        body = substitute(found.body, people) if found is not None else ()
        parameters = reader.block.parameters or ()
        made.append(rule((reader.name, word), parameters, body, found or reader.block))
    return made


ATTACKER_AGAIN = (Line("at a tie the attacker rolls again"),)
DEFENDER_AGAIN = (Line("at a tie the defender rolls again"),)
DEFENDER_MAY = Whether(
    "announced",
    "at a tie the defender may roll again, and says so before the attacker's new roll",
    "at a tie the defender may roll again, and says so after the attacker's new roll",
)
AGAIN_CASES = (
    Cases("tie.attacker", {"keeps": ()}, other=ATTACKER_AGAIN),
    Cases("tie.defender", {"keeps": (), "may_reroll": (DEFENDER_MAY,)}, other=DEFENDER_AGAIN),
)
SAYS = (
    Line("attacker and defender roll a die each; the higher number wins"),
    Where("roll_attack", "a roll counts if {condition}; else it is rolled again"),
    Line("to the attacker's roll is added: {modifier}", usual=0),
    Line("to the defender's roll is added: {defence_modifier}", usual=0),
    Cases(
        "tie",
        {
            "attacker": (Line("the attacker wins a tie"),),
            "defender": (Line("the defender wins a tie"),),
            "nobody": (Line("nobody wins a tie"),),
        },
        other=AGAIN_CASES,
    ),
    Part("won", "If the attacker wins:"),
    Part("lost", "If the defender wins:"),
    Part("drawn", "At a tie:"),
)

CONTEST = Mechanism(BLOCK, lower, MEMBERS, says=SAYS)
