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
    body: str = "none"  # none, statements, state (fields with types), declarations, words (of a language)
    table: bool = False
    needs_name: bool = True
    needs: bool = False
    example: str = ""
    reasons: tuple[str, ...] = ()  # fields that are conditions: `because` says why such a one fails
    sentences: tuple[str, ...] = ()  # fields that sheets have a sentence for, so that `says` can give another
    problems: tuple[str, ...] = ()  # codes of what is often wrong with it, beside those of every block
    is_top: bool = True  # may it stand by itself, or only in another block?
    is_told: bool = True  # do sheets have a sentence for it, so that `says` can give another?
    use: str = "play"  # what it is for: play, tools (bots and experiments), words (for people), tests


@frozen
class Statement:
    """The form of a statement: how it is written, what it does, the clauses it takes."""

    verb: str
    form: str
    about: str
    clauses: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    is_plain: bool = True  # a verb, what it is about, and clauses: the grammar takes such lines from here
    target: str = ""  # what it puts something into: the clause that names it; `it` for what it is about


LABEL = {"label": "the name shown to people; `translate` says what it is in another language"}
ROW_LABEL = {"row_label": 'the name of each row, made of its columns: `"{a} to {b}"`'}
STATUS = {"printed": "columns that are printed", "reconstructed": "columns that are a reconstruction"}
DATA = ("printed", "reconstructed")
ROWS = ("bad-cell", "row-length", "duplicate-column", "duplicate-row", "mixed-column", "broken-contract")
CALLS = ("unknown-rule", "wrong-arguments", "endless-recursion")

# What a clause says, by the block or statement it belongs to; `*` for all others.
CLAUSE_MEANINGS: Mapping[str, Mapping[str, str]] = {
    "*": {
        "when": "stands only under this condition on options and `players`",
        "printed": "the data are printed in the rulebook",
        "reconstructed": "the data are not printed; they were worked out",
        "per": "one for each member of this kind",
        "because": "the reason, as people read it",
        "by": "who decides; else whoever has the turn",
        "optional": "may be passed",
        "prompt": "what the player is asked",
        "as": "how an option is shown, or what a field is called; `{x}` is filled in",
        "costing": 'what an option costs its chooser, with the unit if it is not money: `costing 2 "gems"`',
        "shown as": "it stands on the table beside its first parameter, and this is what it is called there",
        "not shown": "bookkeeping, which nobody wants to see on the table",
        "from": "where it comes from",
        "to": "where it goes",
        "of": "the game it belongs to",
    },
    "kind": {"of": "the kind that this is a kind of; its members are members of that one too"},
    "card": {"of": "the cards that this is one of"},
    "piece": {"per": "`player`: every player has these pieces"},
    "column": {
        "of": "the kind of the cells",
        "per": "the kind whose members head columns: they are read `x.name[member]`",
    },
    "map": {"of": "the kind of the places"},
    "zone": {
        "of": "the cards that lie there",
        "limit": "how many cards it holds",
        "seen by": "`all`, `owner` or `nobody`; `owner if c otherwise all` hangs on an option",
        "refill from": "the zone that is shuffled and turned over when a card is drawn and none is left",
    },
    "value": {"gives": "the value, as an expression"},
    "score": {"gives": "the points of player `p`"},
    "estimate": {"gives": "how good the position of player `p` is"},
    "measure": {
        "gives": "a number, or yes and no",
        "after": "`turn` or `round`: the mean of what it is after each; else what it is at the end of the game",
    },
    "window": {"when": "open only while this holds"},
    "before": {"when": "only if this holds"},
    "after": {"when": "only if this holds; reads the values after the rule"},
    "instead": {"of": "the rule, with names for its arguments", "when": "only if this holds"},
    "forbid": {"when": "only if this holds"},
    "allow": {"when": "only if this holds", "for": "the reason of the one need or contract set aside; else all"},
    "change": {"by": "a number that is added", "to": "what the value is instead", "when": "only if this holds"},
    "drop": {"from": "the table, or the kind of cards"},
    "silence": {"for": "the one name it is switched off for", "because": "why it is switched off"},
    "rondel": {"per": "`player`"},
    "market": {"of": "what is bought and sold"},
    "places": {"of": "the pieces that are placed"},
    "draft": {"of": "the cards that are picked"},
    "trade": {"of": "the cards that change hands"},
    "set": {"to": "its new value"},
    "add": {
        "to": "the field, or the list, that it is added to; the data that more is added to",
        "after": "the row that the new ones follow; else they come last",
    },
    "subtract": {"from": "the field or the name that it is taken off"},
    "move": {"to": "the zone; `zone.top` puts it first", "from": "the zone it lies in", "optional": "none is fine"},
    "draw": {"from": "the zone whose first cards are drawn", "to": "the zone they go to"},
    "fill": {"from": "the zone whose first cards are drawn"},
    "pay": {"from": "a player, `bank`, or a field of money or tokens", "to": "likewise"},
    "reveal": {"to": "the player who sees it; else all"},
    "tell": {"to": "the player who is told; else all"},
    "choose": {
        "optional": "`pass` is offered too; a text behind it is what that is called",
        "when": "directly behind `optional`: passing is offered only if this holds",
        "asked anyway": "asks even with one option, or with nothing but `pass`, so that silence tells nothing",
    },
    "each": {
        "sorted by": "the smallest first; `where` is then asked at the start",
        "order chosen by": "the player who says which comes next",
        "at once": "all players decide in secret before anything is known",
    },
    "stop": {"after": "`turn`, `phase` or `round`: only when that has been played to its end"},
    "scenario": {"of": "the game, or the variant, it is about"},
    "variant": {"of": "the game it changes"},
}

# The clauses of `way`, which stands below `choose one`.
WAY_CLAUSES = ("when", "as", "costing")

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        "let",
        "let x = e",
        "Names a value, for the rest of the body. `set` and `add` may put something else into it.",
        problems=("name-in-use", "list-of-nothing", "unread-name"),
        is_plain=False,
    ),
    Statement(
        "set",
        "set f to e",
        "Changes a field, or what `let` named.",
        ("to",),
        (
            "not-changeable",
            "money-set",
            "wrong-type",
            "missing-clause",
            "stray-hole",
            "out-of-range",
            "may-leave-range",
        ),
        target="it",
    ),
    Statement(
        "add",
        "add e to f",
        "Adds a number to a field or a name, or a member to a list.",
        ("to",),
        (
            "not-changeable",
            "money-set",
            "not-a-number",
            "out-of-range",
            "divided-by-nothing",
            "no-such-item",
            "may-not-fit",
            "no-such-seat",
        ),
        is_plain=False,
        target="to",
    ),
    Statement(
        "subtract",
        "subtract n from f",
        "Takes a number off a field or a name: the same as `add -n to f`.",
        ("from",),
        ("not-changeable", "money-set", "not-a-number", "out-of-range", "no-such-item", "may-not-fit", "no-such-seat"),
        target="from",
    ),
    Statement(
        "move",
        "move c to z [from z] [optional]",
        "A card, or all cards of a list, go to the end of a zone; `box` is out of play. A full zone takes no more:"
        " ask first.",
        ("to", "from", "optional"),
        ("not-a-zone", "wrong-zone", "unknown-zone", "maybe-none"),
    ),
    Statement(
        "draw",
        "draw [n] from z to z",
        "Cards go from the top of a zone to the end of another, as many as there are and its limit lets in;"
        " without a number, one.",
        ("from", "to"),
        ("not-a-zone", "wrong-zone"),
        is_plain=False,
    ),
    Statement(
        "fill",
        "fill z from z",
        "Draws cards up to the limit of the zone.",
        ("from",),
        ("not-a-zone", "missing-clause"),
    ),
    Statement("shuffle", "shuffle z", "Brings the cards of a zone into an order that nobody knows."),
    Statement(
        "pay",
        "pay n from a to b",
        "Money or tokens change hands: of players, `bank`, or fields of them. Nobody pays what he does not have.",
        ("from", "to"),
        ("not-a-number", "wrong-type", "wrong-purse", "no-money", "overspent", "asked-for-less", "may-overspend"),
    ),
    Statement(
        "choose",
        'choose x in e [where c], … [by p] [optional ["…"] [when c]] [prompt "…"] [as "…"] [costing n] [asked anyway]',
        "Somebody decides: `by` a player, the actor without it, or `by chance`."
        " `choose one` offers ways, each a block `way name` with what is then done; `choose 1..3 x in e` so many"
        " things one after another, none twice.",
        ("by", "optional", "when", "prompt", "as", "costing", "asked anyway"),
        (
            *("no-actor", "not-a-list", "choice-of-lists", "choice-with-when", "bad-several", "options-read-alike"),
            *("leaks-secret", "text-hole", "stray-hole", "name-in-use", "no-choice", "never-a-choice"),
        ),
        is_plain=False,
    ),
    Statement(
        "each",
        "each x in e [where c], … [sorted by k] [order chosen by p] [at once]",
        "Does its body for all that were there at the start; `where` is asked when the turn of each comes.",
        ("sorted by", "order chosen by", "at once", "prompt", "as"),
        ("not-a-list", "name-in-use"),
        is_plain=False,
    ),
    Statement(
        "repeat",
        "repeat n times",
        "Does its body again and again: `n times`, `up to n times`, `up to n times while c`, `while c`,"
        " or `until done`. With `up to` and `until done` it ends when an optional choice directly in it is passed"
        " or offers nothing. `while c` alone needs a decision, or a number in `c` that goes one way, in every pass.",
        (),
        ("endless-loop", "too-many", "too-much-work"),
        is_plain=False,
    ),
    Statement(
        "if",
        "if c",
        "Does its body if a condition holds; `otherwise if` and `otherwise` below it are the other cases.",
        (),
        ("not-a-condition", "settled-condition"),
        is_plain=False,
    ),
    Statement(
        "need",
        'need c [because "…"]',
        "A condition of the rule: where it does not hold, the rule can not be done and is not offered.",
        ("because",),
        ("late-need", "not-a-condition", "settled-condition"),
    ),
    Statement(
        "stop",
        'stop [what] [after round] [because "…"]',
        "Leaves the loop it stands in, else the rule; or what it names: `each`, `repeat`, the rule itself,"
        " `turn`, `phase`, `round` or `game`.",
        ("because", "after"),
        ("unreachable-stop", "never-reached"),
        is_plain=False,
    ),
    Statement(
        "reveal",
        "reveal e [to p]",
        "Shows something hidden to all, or to one player.",
        ("to",),
    ),
    Statement(
        "tell",
        'tell "…" [to p]',
        "A sentence for the log, with the values of this moment in its holes. What the rule it stands in did"
        " is then a detail: not listed, but there for who asks.",
        ("to",),
        ("not-a-text", "told-secret", "stray-hole", "text-hole"),
    ),
    Statement(
        "call",
        "rule(x, y)",
        "Does a rule. `perform(a)` does an action that a table names, `perform(k.effect)` what a card says.",
        (),
        (
            *("unknown-rule", "wrong-arguments", "needs-brackets", "perform-needs-action", "endless-recursion"),
            *("need-not-asked", "never-possible"),
        ),
        is_plain=False,
    ),
)

# Words that begin a line of a body.
VERBS = (*(statement.verb for statement in STATEMENTS if statement.verb != "call"), "otherwise")
# Those whose lines are a verb, what it is about, and clauses.
PLAIN_VERBS = tuple(statement.verb for statement in STATEMENTS if statement.is_plain)

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
        problems=("missing-game", "missing-round", "missing-score", "never-ends", "cannot-begin", "wrong-players"),
        is_told=False,
    ),
    Block(
        "include",
        "Takes in another file of this folder, or one of a shipped game.",
        needs_name=True,
        problems=("unknown-include",),
        is_told=False,
    ),
    Block(
        "kind",
        "A kind of thing, its members as table rows; with `of`, a kind of another kind.",
        {**LABEL, **ROW_LABEL, **STATUS},
        ("of", "when", *DATA),
        ("column",),
        "state",
        True,
        needs=True,
        example="kind good\n  | name  | price |\n  | wood  | 2     |\n  | stone | 3     |",
        problems=(*ROWS, "unknown-kind", "never-used"),
    ),
    Block(
        "card",
        "A kind of cards, one row a card (`copies` says how many); with `of`, one card with its text.",
        {
            **LABEL,
            **ROW_LABEL,
            **STATUS,
            "copies": "how many of this card there are",
            "stacks": "`no`: copies count once",
        },
        ("of", "when", *DATA),
        ("column", "while", "effect"),
        "state",
        True,
        needs=True,
        problems=(*ROWS, "text-hole", "idle-label", "no-held-zone", "never-used"),
    ),
    Block(
        "piece",
        "Pieces of each player: a row each, or `count` of them.",
        {**LABEL, **ROW_LABEL, **STATUS, "count": "how many each player has"},
        ("per", "when", *DATA),
        ("column",),
        "state",
        True,
        needs=True,
        problems=(*ROWS, "unsettled-figure", "settled-value"),
    ),
    Block(
        "die",
        "A die, one row a face.",
        {**LABEL, **ROW_LABEL, **STATUS},
        ("when", *DATA),
        ("column",),
        "state",
        True,
        needs=True,
        problems=ROWS,
    ),
    Block(
        "table",
        "Data that is looked up: `t[key].column`, or `t[row, column]` if the heads are numbers or members.",
        {
            **LABEL,
            **ROW_LABEL,
            **STATUS,
            "keys": "the key columns (else the first)",
            "unordered": "two keys in any order",
        },
        ("when", *DATA),
        ("column",),
        "none",
        True,
        needs=True,
        problems=(*ROWS, "no-such-key", "contract-reads-state", "missing-player-row", "idle-label"),
    ),
    Block(
        "column",
        "Says of which kind a column is, or calls the columns headed by the members of a kind by one name.",
        clauses=("of", "per"),
        problems=("unknown-kind", "mixed-column", "column-group"),
        is_top=False,
        is_told=False,
    ),
    Block(
        "map",
        "Places and the ways between them.",
        {
            **LABEL,
            **STATUS,
            "both_ways": "`yes`: ways go both ways (else one way only)",
            "marks": "the kind that marks ways; its members are columns, or a column has its name",
            "spaces_are": "the kind of the places on a way; the column `spaces` says how many",
        },
        ("of", "when", *DATA),
        ("column",),
        "none",
        True,
        needs=True,
        problems=("lonely-place", "idle-label", *ROWS),
    ),
    Block(
        "player",
        "What every player has; rows name the players.",
        LABEL,
        ("when",),
        ("column",),
        "state",
        True,
        False,
        problems=("unknown-kind", "money-set", "out-of-range", "fleeting-money", "nameless-tokens"),
        is_told=False,
    ),
    Block(
        "state",
        "What the game as a whole keeps.",
        {},
        ("when",),
        (),
        "state",
        needs_name=False,
        problems=("unknown-kind", "start-reads-state", "missing-start", "never-used"),
        is_told=False,
    ),
    Block(
        "zone",
        "A place for cards: a deck, a row, a hand.",
        {**LABEL, "count": "who sees how many: `count: seen by all`", "top": "who sees the first card"},
        ("of", "per", "limit", "seen by", "refill from", "when", "not shown", *DATA),
        problems=("unknown-zone", "wrong-zone", "leaks-secret", "settled-value"),
    ),
    Block(
        "option",
        "A value set before the game.",
        {**LABEL, "values": "what it may be", "default": "what it is unless set"},
        problems=("bad-option", "never-used"),
    ),
    Block(
        "value",
        "A named value, which cards and variants may change.",
        LABEL,
        ("gives", "when", "shown as"),
        problems=("bad-shown", "endless-recursion", "chain-too-long", "wrong-arguments", "unknown-value"),
    ),
    Block(
        "rule",
        "A named rule.",
        {**LABEL, "windows": "`closed`: no window is open while it is carried out"},
        ("when",),
        ("turn", "way"),
        "statements",
        problems=(*CALLS, "late-need", "never-used"),
    ),
    Block(
        "action",
        "A rule that a player picks; its fields live while it runs.",
        LABEL,
        ("when",),
        ("way",),
        "both",
        problems=("perform-needs-action", *CALLS),
    ),
    Block(
        "setup",
        "What happens before the first round.",
        {},
        (),
        (),
        "statements",
        needs_name=False,
        problems=("no-actor",),
    ),
    Block(
        "score",
        "The points of a player, and how ties are broken.",
        {**LABEL, "ties": "tie-breaks in order"},
        ("gives", "when"),
        sentences=("ties",),
        problems=("missing-score",),
    ),
    Block(
        "estimate",
        "How good a player's position is, for bots that look ahead.",
        {},
        ("gives", "when"),
        is_told=False,
        use="tools",
    ),
    Block(
        "measure",
        "A number that experiments read of a game, beside those that they know; with a player, the mean over all.",
        {},
        ("gives", "after", "when"),
        problems=("not-a-number", "unknown-word"),
        is_told=False,
        use="tools",
    ),
    Block(
        "window",
        "What a player may do at each of his own decisions.",
        LABEL,
        ("when",),
        (),
        "statements",
        problems=("leaks-secret",),
    ),
    Block(
        "always",
        "What must hold after every step.",
        {},
        (),
        (),
        "none",
        needs_name=False,
        needs=True,
        problems=("not-a-condition",),
        is_told=False,
    ),
    Block(
        "before",
        "Something more, before a rule; its needs become needs of the rule.",
        {},
        ("when",),
        (),
        "statements",
        problems=("unknown-rule", "wrong-arguments", "amendment-argument", "late-need"),
    ),
    Block(
        "after",
        "Something more, after a rule.",
        {},
        ("when",),
        (),
        "statements",
        problems=("unknown-rule", "wrong-arguments"),
    ),
    Block(
        "instead",
        "Something else in place of a rule: `instead of r(x)`.",
        {},
        ("of", "when"),
        (),
        "statements",
        needs_name=False,
        problems=("unknown-rule", "conflicting-amendments"),
    ),
    Block("forbid", "Takes a choice away.", {}, ("when", "because"), problems=("unknown-rule", "wrong-arguments")),
    Block(
        "allow",
        "Gives a choice in spite of a need of the rule; sets a contract of data aside: `allow x`.",
        {},
        ("when", "for"),
        problems=("unknown-rule", "unknown-reason", "wrong-arguments", "fixed-contract"),
    ),
    Block(
        "change",
        "Changes a value, `change v by 1`, `change v to 3`; a cell, `change t[key].column to 3`; a figure of a "
        "declaration, `change x.limit to 6`.",
        {},
        ("by", "to", "when"),
        problems=(
            "unknown-value",
            "unknown-row",
            "unknown-part",
            "not-a-sum",
            "unsettled-data",
            "conflicting-amendments",
        ),
    ),
    Block(
        "add",
        "More of a kind, a table, a map, the players or a mechanism: `add to x`, and below it rows, fields and needs.",
        {},
        ("after", "when"),
        ("column",),
        "state",
        True,
        needs=True,
        problems=("name-taken", "unknown-row", "unkeyed-rows", "unknown-field", "conflicting-amendments"),
    ),
    Block(
        "drop",
        "Takes a row, or a title of cards, out of the game: `drop row from x`, `drop x[key]`.",
        {},
        ("from", "when"),
        problems=("unknown-row", "unknown-name", "conflicting-amendments"),
    ),
    Block(
        "while",
        "`while held`: amendments in force while somebody holds the card.",
        {},
        (),
        (),
        "declarations",
        problems=("no-held-zone",),
        is_top=False,
        is_told=False,
    ),
    Block(
        "effect",
        "What the card does when it is performed.",
        {},
        (),
        (),
        "statements",
        needs_name=False,
        problems=("perform-needs-action",),
        is_top=False,
    ),
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
        problems=(
            "conflicting-variants",
            "unknown-variant",
            "unknown-game",
            "amends-nothing",
            "name-taken",
        ),
        is_told=False,
    ),
    Block(
        "scenario",
        "A rules question with its answer: given a position, these choices, this result.",
        {
            "from": "the position it goes on from: the name of a scenario without `then`",
            "players": "how many play",
            "variants": "variants in force; `none` for none (else those of its file of house rules)",
            "options": "options that are set: `options.name: value`",
            "seed": "where chance starts",
            "setup": "`played`: the steps include the choices of set-up",
            "begin": "the phase in which the first round begins",
            "actor": "who has the turn",
        },
        ("of",),
        ("given", "play", "then"),
        needs_name=False,
        problems=(
            "bad-scenario-step",
            "not-covered",
            "unknown-position",
            "card-in-two-places",
            "unknown-variant",
            "wrong-players",
            "bad-option",
        ),
        use="tests",
    ),
    Block(
        "says",
        "The sentence that sheets print for what it stands in, as its first line; `says none`: it is not told.",
        needs_name=False,
        problems=("bad-says", "text-hole"),
        is_top=False,
    ),
    Block(
        "translate",
        'What things are called in another language (`mill: "molen"`; several of a thing and its article may '
        'follow), and its texts (`"the mill is full": "de molen is vol"`).',
        body="words",
        problems=("duplicate-row", "text-hole", "bad-words", "idle-words", "missing-words", "first-edition"),
        is_told=False,
        use="words",
    ),
    Block(
        "silence",
        "Switches off a warning, with the reason.",
        {},
        ("for", "because"),
        problems=("silence-needs-reason", "unknown-silence", "unused-silence"),
        is_told=False,
        use="words",
    ),
)

FOR_TOOLS = frozenset(block.keyword for block in CORE if block.use == "tools")
# What is no part of the rules: the same game is played without it.
UNPLAYED = FOR_TOOLS.union(block.keyword for block in CORE if block.use == "words")
