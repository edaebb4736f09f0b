"""Which blocks exist and what each may hold. The checker, the reference and the messages read this.

A mechanism brings a `Block` of its own; the core's are here.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen


@frozen
class Block:
    """The form of a block: its fields (name to a line of explanation), clauses and inner blocks."""

    keyword: str
    about: str
    fields: Mapping[str, str] = field(factory=dict)
    clauses: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    body: str = "none"  # none, statements, state (fields with types), declarations
    table: bool = False
    needs_name: bool = True
    needs: bool = False
    example: str = ""


LABEL = {"label": "the name shown to people; `label.nl` for another language"}
STATUS = {"printed": "columns that are printed", "reconstructed": "columns that are a reconstruction"}
DATA = ("printed", "reconstructed")

CORE: tuple[Block, ...] = (
    Block(
        "game",
        "The game: its name, how many play, and who made it.",
        {
            **LABEL,
            "players": "how many may play: a number or a range",
            "ask": "`always`: ask even where there is only one option",
            "bank": "how much money there is; without it the bank never runs out",
            "about": "a sentence for the list of games",
            "cites": "where the numbered rules stand",
        },
        example='game harvest "Harvest"\n  players: 2..4',
    ),
    Block("include", "Takes in another file of this folder, or one of a shipped game.", needs_name=True),
    Block(
        "kind",
        "A kind of thing, its members as table rows; with `of`, a kind of another kind.",
        {**LABEL, **STATUS},
        ("of", "when", *DATA),
        ("column",),
        "state",
        True,
        needs=True,
        example="kind good\n  | name  | price |\n  | wood  | 2     |\n  | stone | 3     |",
    ),
    Block(
        "card",
        "A kind of cards, one row a card (`copies` says how many); with `of`, one card with its text.",
        {**LABEL, **STATUS, "copies": "how many of this card there are", "stacks": "`no`: copies count once"},
        ("of", "when", *DATA),
        ("column", "while", "effect"),
        "state",
        True,
        needs=True,
    ),
    Block(
        "piece",
        "Pieces of each player: a row each, or `count` of them.",
        {**LABEL, **STATUS, "count": "how many each player has"},
        ("per", "when", *DATA),
        ("column",),
        "state",
        True,
        needs=True,
    ),
    Block(
        "die", "A die, one row a face.", {**LABEL, **STATUS}, ("when", *DATA), ("column",), "state", True, needs=True
    ),
    Block(
        "table",
        "Data that is looked up: `t[key].column`, or `t[row, column]` if the heads are numbers or members.",
        {**LABEL, **STATUS, "keys": "the key columns (else the first)", "unordered": "two keys in any order"},
        ("when", *DATA),
        ("column",),
        "none",
        True,
        needs=True,
    ),
    Block(
        "setup_table",
        "Figures by number of players: `start.money` reads the row of this game.",
        {**LABEL, **STATUS},
        ("when", *DATA),
        ("column",),
        "none",
        True,
        needs=True,
    ),
    Block("column", "Says of which kind a column is.", clauses=("of",)),
    Block(
        "map",
        "Places and the ways between them.",
        {
            **LABEL,
            **STATUS,
            "directed": "`yes`: ways go one way only",
            "edge": "the kind that marks ways; its members are columns, or a column has its name",
            "between": "the kind of the places on a way; the column `spaces` says how many",
        },
        ("of", "when", *DATA),
        ("column",),
        "none",
        True,
        needs=True,
    ),
    Block(
        "player", "What every player has; rows name the players.", LABEL, ("when",), ("column",), "state", True, False
    ),
    Block("state", "What the game as a whole keeps.", {}, ("when",), (), "state", needs_name=False),
    Block(
        "zone",
        "A place for cards: a deck, a row, a hand.",
        {**LABEL, "count": "who sees how many: `count: seen by all`", "top": "who sees the first card"},
        ("of", "per", "limit", "seen by", "refill from", "when", *DATA),
    ),
    Block(
        "option",
        "A value set before the game.",
        {**LABEL, "values": "what it may be", "default": "what it is unless set"},
        ("for",),
    ),
    Block("value", "A named value, which cards and variants may change.", LABEL, ("gives", "when")),
    Block(
        "rule",
        "A named rule.",
        {**LABEL, "windows": "`closed`: no window is open while it is carried out"},
        ("when",),
        ("turn", "way"),
        "statements",
    ),
    Block("action", "A rule that a player picks; its fields live while it runs.", LABEL, ("when",), ("way",), "both"),
    Block("setup", "What happens before the first round.", {}, (), (), "statements", needs_name=False),
    Block(
        "score",
        "The points of a player, and how ties are broken.",
        {**LABEL, "ties": "tie-breaks in order"},
        ("gives", "when"),
    ),
    Block("estimate", "How good a player's position is, for bots that look ahead.", {}, ("gives", "when")),
    Block("window", "What a player may do at each of his own decisions.", LABEL, ("of", "when"), (), "statements"),
    Block("always", "What must hold after every step.", {}, (), (), "none", needs_name=False, needs=True),
    Block(
        "before", "Something more, before a rule; its needs become needs of the rule.", {}, ("when",), (), "statements"
    ),
    Block("after", "Something more, after a rule.", {}, ("when",), (), "statements"),
    Block(
        "instead",
        "Something else in place of a rule: `instead of r(x)`.",
        {},
        ("of", "when"),
        (),
        "statements",
        needs_name=False,
    ),
    Block("forbid", "Takes a choice away.", {}, ("when", "because")),
    Block("allow", "Gives a choice in spite of a need of the rule.", {}, ("when", "for")),
    Block("change", "Changes a value: `change v by 1`, `change v to 3`.", {}, ("by", "to", "when")),
    Block("while", "`while held`: amendments in force while somebody holds the card.", {}, (), (), "declarations"),
    Block("effect", "What the card does when it is performed.", {}, (), (), "statements", needs_name=False),
    Block(
        "variant",
        "A set of amendments that can be switched on.",
        {
            **LABEL,
            "needs": "variants it needs",
            "excludes": "variants it can not be played with",
            "players": "the numbers of players it is for",
            "first": "variants whose replacements give way to those of this one",
            "about": "a sentence for the list",
        },
        ("of",),
        (),
        "declarations",
        True,
        needs=True,
    ),
    Block(
        "scenario",
        "A rules question with its answer: given a position, these choices, this result.",
        {
            "players": "how many play",
            "variants": "variants in force",
            "options": "options that are set: `options.name: value`",
            "seed": "where chance starts",
            "setup": "`played`: the steps include the choices of set-up",
            "begin": "the phase in which the first round begins",
            "actor": "who has the turn",
        },
        ("of",),
        ("given", "play", "then"),
        needs_name=False,
    ),
    Block("translate", "Texts in another language: rows of the text and its translation.", table=True),
    Block("silence", "Switches off a warning, with the reason.", {}, ("for", "because")),
)
