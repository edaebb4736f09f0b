"""The core: the rules of one game as one small typed program, between the model and the code that runs.

THE MACHINE

Everything is a word, a whole number of 32 bits: a number of the rules, a flag (0 or 1), a member of a kind (its
number in the root kind), a player, a rule that can be performed. What may be none is `NONE`, a word that nothing
else is. There are lists of words besides; they have a bound, and no list holds a list.

The state is one flat value, described by `layout.State`: fields, cards, a few words of the machine itself, then
the stack and the options of the open decision. Nothing else changes while a game is played.

There are three sorts of functions.

    value    gives a word or fills a list; changes nothing. What an author writes as one expression may become
             several of them: whatever needs a loop is a function of its own, so expressions are trees of words
             and the order in which things happen is that of the statements.
    act      changes the state and ends, perhaps because a need failed.
    wait     may ask somebody. Its slots lie in a frame on the stack, so that a game in progress is a value.

A waiting function is written as if it did not wait: `Ask` stands within loops and branches like any statement.
How it is left there, and entered again, is up to who prints it: in C, a `switch` whose cases stand in the loops;
in Python, functions cut at each `Ask`. `Push` calls a waiting function; the caller goes on when it has ended.

Nothing goes wrong without being noticed. A `Need` that fails, a payment of more than there is and the end of the
game leave the functions one after another, by what they return. What a rule file should not be able to do (an
index beyond its table, a number beyond its field, rules without an end) is a fault: it is noted in the state, what
was being done comes to a harmless end, and whoever runs the program plays the same choices again in the plain
engine, which knows the words for it. So every index is either `proved` to fit or checked, every list has its bound,
steps and depth are counted.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import define, field, frozen

# What can be left from afar, and where it is kept which are under way: frame and place of the innermost of each.
LEVELS = ("turn", "phase", "round")
MARKS = tuple(f"{level}_{what}" for level in LEVELS for what in ("frame", "place"))

NONE = -(1 << 31)
PASSED = NONE + 1
LEAST, MOST = NONE + 2, (1 << 31) - 1

ARITHMETIC = ("+", "-", "*", "//", "%")

Place = Literal["given", "temp", "frame"]
Nature = Literal["value", "act", "wait"]


# ---- data ---------------------------------------------------------------------------------------------


@frozen(eq=False)
class Table:
    """Words known before the game starts; looked up by one number."""

    name: str
    words: tuple[int, ...]


@frozen(eq=False)
class Rows:
    """Lists known before the game starts; looked up by one number."""

    name: str
    rows: tuple[tuple[int, ...], ...]


@frozen(eq=False)
class Store:
    """A field of the state, once or for so many places: words within a range, or lists up to a bound."""

    name: str
    places: int
    low: int = LEAST
    high: int = MOST
    may_be_none: bool = False
    bound: int = 0  # of lists: how many items; nought for words
    is_scalar: bool = False
    deck: Deck | None = None  # whose cards it speaks of


@frozen(eq=False)
class Deck:
    """All cards of a kind: each lies in one zone, zones are counted from nought, which is the box.

    More may be kept of them than where they lie; every move keeps it right. Of cards that work while they are held:
    for each title, the cards of it that lie before some player, in the order in which they came. Of cards that are
    shown: for each card, who was shown it and still knows it. Of cards that go out of play: who did not see which.
    """

    name: str
    cards: int
    zones: int
    titles: tuple[int, ...] = ()  # of each card
    holders: tuple[int, ...] = ()  # for each zone the player it lies before, or none
    seers: tuple[int, ...] = ()  # for each zone a bit for each player who sees into it, and one for whoever looks on
    held: Store | None = None
    shown: Store | None = None
    boxed: Store | None = None


@frozen(eq=False)
class Slot:
    """A local of a function: a word, or a list up to a bound; if these are cards, it says of which deck."""

    name: str
    place: Place
    bound: int = 0
    deck: Deck | None = None


# ---- words --------------------------------------------------------------------------------------------

# What operators stand between: words, or the terms (`terms.py`) that words are made of.
Operand = Any


@frozen
class Const:
    """None, a flag, or a number."""

    value: Any

    @property
    def word(self) -> int:
        return NONE if self.value is None else int(self.value)


@frozen
class Read:
    """What a slot holds."""

    slot: Slot


@frozen
class Index:
    """A number that must be one of so many; proved to be, or checked when it is used."""

    word: Word
    size: int
    is_proved: bool = False


@frozen
class Load:
    """A word of the state."""

    store: Store
    index: Index


@frozen
class Cell:
    """A word of a table."""

    table: Table
    index: Index


@frozen
class Fitting:
    """A part of an index, which must be one of so many."""

    word: Word
    size: int
    is_proved: bool = False


@frozen
class Machine:
    """A word of the machine itself: whose action it is, how many windows are shut."""

    name: str


@frozen
class Find:
    """A word of a dense table by several keys, each from a number on; none where a key is beyond."""

    table: Table
    keys: tuple[tuple[Word, int, int], ...]  # word, first, how many


@frozen
class Location:
    """The zone a card lies in."""

    deck: Deck
    card: Index


@frozen
class Size:
    """How many items a list has."""

    items: Items


@frozen
class Item:
    """An item of a list, from nought; from the end if the number is negative. A fault if there is none."""

    items: Items
    at: Word


@frozen
class In:
    """Is a word one of a list's items?"""

    items: Items
    item: Word


@frozen
class Same:
    """Do two lists hold the same, in the same order?"""

    left: Items
    right: Items


@frozen
class Unary:
    how: Literal["not", "negative", "absolute"]
    inner: Operand


@frozen
class Binary:
    """Arithmetic is checked against 32 bits unless ranges prove it small; `//` and `%` round down."""

    how: Literal["+", "-", "*", "//", "%", "min", "max", "is", "=", "!=", "<", "<=", ">", ">=", "and", "or", "|", "&"]
    left: Operand
    right: Operand
    is_proved: bool = False


@frozen
class Select:
    """One word or another; only the one that is wanted is worked out."""

    condition: Operand
    then: Operand
    otherwise: Operand


@frozen
class Call:
    """A word from a function that changes nothing."""

    function: Function
    arguments: tuple[Argument, ...]


# ---- lists --------------------------------------------------------------------------------------------


@frozen
class Row:
    rows: Rows
    index: Index


@frozen
class Cards:
    """The cards of a zone, from the top."""

    deck: Deck
    zone: Word


@frozen
class LoadList:
    """A list of the state."""

    store: Store
    index: Index


@frozen
class Kept:
    """A list that a slot holds."""

    slot: Slot


@frozen
class Numbers:
    """The numbers from one up to, and with, another; only to be gone through."""

    low: Word
    high: Word


Word = (
    Const
    | Read
    | Fitting
    | Machine
    | Load
    | Cell
    | Find
    | Location
    | Size
    | Item
    | In
    | Same
    | Unary
    | Binary
    | Select
    | Call
)
Items = Row | Cards | LoadList | Kept | Numbers
Argument = Word | Items


# ---- statements ---------------------------------------------------------------------------------------


@frozen
class Set:
    slot: Slot
    value: Word


@frozen
class Write:
    """A word into the state: a fault if it is beyond what the field may hold."""

    store: Store
    index: Index
    value: Word
    is_proved: bool = False


@frozen
class SetMachine:
    """A word of the machine itself."""

    name: str
    value: Word


@frozen
class Fill:
    """A list into a slot."""

    slot: Slot
    items: Items


@frozen
class FillBy:
    """A list into a slot, by a function that fills it."""

    slot: Slot
    function: Function
    arguments: tuple[Argument, ...]


@frozen
class WriteList:
    store: Store
    index: Index
    items: Items


@frozen
class Append:
    """One more item of a slot's list: a fault beyond its bound."""

    slot: Slot
    value: Word


@frozen
class Sort:
    """The items of a list by their keys, the smallest first; equal ones stay in their order."""

    slot: Slot
    keys: Slot


@frozen
class Reset:
    """A field is as it was at the start."""

    store: Store


@frozen
class AppendTo:
    store: Store
    index: Index
    value: Word


@frozen
class If:
    condition: Word
    then: Body
    otherwise: Body = ()


@frozen
class For:
    """For each item, in order. In a waiting function `at` keeps the place, and the items must stay as they are.

    Each item counts as so much work, unless it is known beforehand that all together is little.
    """

    slot: Slot
    items: Items
    body: Body
    at: Slot | None = None
    weight: int = 0
    most: int = 0  # how many items at most, where the list does not tell


@frozen
class Loop:
    """Again and again, until it is left. Each time counts as so much work."""

    body: Body
    weight: int = 1


@frozen
class Block:
    """Statements that can be left."""

    label: str
    body: Body


@frozen
class Leave:
    """Go on behind the block of that label."""

    label: str


@frozen
class Mark:
    """A turn, phase or round begins that rules called from it may leave: then it goes on at the landing of a label."""

    level: str
    label: str


@frozen
class Landing:
    """Where a level that was left from afar goes on."""

    label: str


@frozen
class LeaveLevel:
    """Leave the innermost level of that sort which is under way, and all that goes on within it."""

    level: str


@frozen
class Return:
    """The end of a function, with its word if it is a value."""

    value: Word | None = None


@frozen
class Do:
    """Call an act; if it fails, so does this."""

    function: Function
    arguments: tuple[Argument, ...]


@frozen
class Push:
    """Call a waiting function, and go on when it has ended."""

    function: Function
    arguments: tuple[Argument, ...]


@frozen
class Need:
    """A condition of the rules: what is being done fails unless it holds."""

    condition: Word
    number: int


@frozen
class Fail:
    """Nothing is there to choose where something must be chosen."""

    number: int


@frozen
class Overspent:
    """A payment of more than there is."""


@frozen
class End:
    """The game is over, for a reason."""

    reason: Word


@frozen
class MoveCard:
    """A card to the top or the bottom of a zone; `is_out` if it goes out of play."""

    deck: Deck
    card: Index
    zone: Word
    is_bottom: bool
    is_out: bool = False


@frozen
class DrawCards:
    """Cards from the top of a zone to the end of another; an empty deck is made anew from its discards."""

    deck: Deck
    amount: Word
    source: Word
    to: Word
    refill: Word | None
    stream: Word


@frozen
class Shuffle:
    deck: Deck
    zone: Word
    stream: Word


@frozen
class Roll:
    """A number from nought on, below another, by chance."""

    slot: Slot
    below: Word
    stream: int


@frozen
class NextRound:
    """A round begins: chance is counted anew."""


@frozen
class ClearOptions:
    """Nothing is offered yet."""


@frozen
class Offer:
    """One more option: a word for each name that is chosen."""

    words: tuple[Word, ...]


@frozen
class OfferWindow:
    """One more option: to use a window, of a card that somebody holds or of none, with what is chosen first."""

    number: int
    holder: Word
    card: Word
    words: tuple[Word, ...]


@frozen
class KeepUseful:
    """Of the windows offered, those after which there is still something to choose where a choice must be made.

    Each is tried on a copy that goes on as if it had been the answer to the question of that label.
    """

    label: str


@frozen
class UseWindow:
    """Use the window that was chosen, and go on when that is done."""


@frozen
class TakeForced:
    """What was chosen together with a window is the answer here."""


@frozen
class Show:
    """Players are shown a card: a bit for each, and one for whoever looks on."""

    deck: Deck
    card: Index
    viewers: Word


@frozen
class Forget:
    """The cards of a zone are mixed: who was shown one no longer knows where it lies."""

    deck: Deck
    zone: Word


@frozen
class Raise:
    """What should not have been done: a fault."""


@frozen
class OfferPass:
    """The option not to choose."""


@frozen
class PickOnly:
    """The only option is taken, without asking."""


@frozen
class Ask:
    """Hand out the options to whoever decides (nobody: chance is asked), and go on with the answer."""

    by: Word
    point: int
    label: str = ""


@frozen
class Take:
    """What was chosen, into slots."""

    slots: tuple[Slot, ...]


@frozen
class IfPassed:
    then: Body
    otherwise: Body = ()


@frozen
class EndTrial:
    """In a trial that got so far it is known that it can be done."""


@frozen
class Try:
    """Would all needs hold along the way to the next decision? Tried on a copy; 1 if so."""

    slot: Slot
    function: Function
    arguments: tuple[Argument, ...]


Statement = (
    Set
    | Write
    | SetMachine
    | Fill
    | FillBy
    | WriteList
    | Append
    | AppendTo
    | If
    | For
    | Loop
    | Block
    | Leave
    | Mark
    | Landing
    | LeaveLevel
    | Return
    | Do
    | Push
    | Need
    | Fail
    | Overspent
    | End
    | MoveCard
    | DrawCards
    | Shuffle
    | Roll
    | NextRound
    | ClearOptions
    | Offer
    | OfferWindow
    | KeepUseful
    | UseWindow
    | TakeForced
    | Show
    | Forget
    | Raise
    | OfferPass
    | PickOnly
    | Sort
    | Reset
    | Ask
    | Take
    | IfPassed
    | EndTrial
    | Try
)
Body = tuple[Statement, ...]


@define(eq=False)
class Function:
    """A function; its body is given to it once it is known, since functions call one another in circles."""

    name: str
    sort: Nature
    title: str = ""  # what it is made of, in names of the rules
    parameters: tuple[Slot, ...] = ()
    slots: list[Slot] = field(factory=list)
    body: Body = ()
    result: Slot | None = None  # the list that a value fills
    is_circular: bool = False


def proved(word: Word, size: int) -> Index:
    """An index that fits."""
    return Index(word, size, True)


HERE = proved(Const(0), 1)
