"""Typed statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from attrs import define, field, frozen

from rulelang.model.expressions import Expression, Local
from rulelang.source import NOWHERE, Span
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.model.declarations import Kind, Rule, Zone


def _span() -> Span:
    return field(default=NOWHERE, kw_only=True, repr=False)


class Change:
    """A statement that changes the state by itself, in one go, whatever comes of it."""

    __slots__ = ()


class Spoken:
    """A statement that sheets tell in one sentence, with its parts in the holes."""

    __slots__ = ()
    sentence: ClassVar[str]


@frozen(eq=False)
class Let:
    local: Local
    value: Expression
    span: Span = _span()


@frozen(eq=False)
class Assign(Change):
    """`set target to value`; target is a field, or a name that changes (then `add` is written so too)."""

    target: Expression
    value: Expression
    span: Span = _span()


@frozen(eq=False)
class Increase(Change):
    """`add amount to target`; for a list: put a member in."""

    target: Expression
    amount: Expression
    span: Span = _span()


@frozen(eq=False)
class Move(Change):
    """One card, or all of a collection, to a zone (top or bottom)."""

    what: Expression
    many: bool
    card: Kind
    to: Expression
    bottom: bool
    optional: bool
    span: Span = _span()


@frozen(eq=False)
class Draw(Change):
    """Cards from the top of a zone to another, as many as there are; a deck refills itself."""

    amount: Expression | None
    source: Expression
    zone: Zone
    to: Expression
    fill_limit: Expression | None = None
    span: Span = _span()


@frozen(eq=False)
class Pay(Change):
    amount: Expression
    payer: Expression | None
    payee: Expression | None
    span: Span = _span()


@define(eq=False)
class Text:
    """A text with holes: pieces of text and expressions in turn, perhaps in several languages."""

    pieces: list[str | Expression]
    source: str = ""

    @property
    def holes(self) -> list[Expression]:
        """The expressions whose values fill the holes."""
        return [piece for piece in self.pieces if not isinstance(piece, str)]


@frozen(eq=False)
class Cost:
    """What an option costs whoever takes it: so many, of what (`unit`; none: money, or it is plain)."""

    amount: Expression
    unit: str | None


@frozen(eq=False)
class Binder:
    local: Local
    source: Expression
    where: Expression | None
    span: Span = _span()


@define(eq=False)
class Way:
    """One way of `choose one`: one option, or one for each that its binders go over (if the guard holds)."""

    name: str
    labels: dict[str, str]
    needs: list[Need]
    guard: Expression | None
    body: Body
    cites: tuple[str, ...] = ()
    span: Span = NOWHERE
    says: nodes.Says | None = None
    binders: tuple[Binder, ...] = ()
    text: Text | None = None
    cost: Cost | None = None


@define(eq=False)
class Choose:
    """A decision. If it is optional, `may_pass` says when (always, without it) and `passing` what that is called."""

    binders: tuple[Binder, ...]
    ways: tuple[Way, ...]
    by: Expression | None
    chance: bool
    optional: bool
    prompt: Text | None
    text: Text | None
    body: Body
    otherwise: Body | None
    secret: bool
    uninterrupted: bool
    cites: tuple[str, ...] = ()
    span: Span = NOWHERE
    index: int = 0
    rule: Rule | None = None
    anyway: bool = False
    passing: Text | None = None
    may_pass: Expression | None = None
    cost: Cost | None = None

    def answer(self, value: Any) -> Answer:
        """What an option of this choice stands for.

        It is the number of a way, or if some have parameters that with what was chosen for its binders; without ways
        it is what was chosen, of several names a tuple.
        """
        if self.ways:
            number, *chosen = value if self.is_parametrised else (value,)
            way = self.ways[number]
            return Answer(way, way.text, way.cost, way.binders, tuple(chosen))
        if len(self.binders) == 1 or self.chance:
            return Answer(None, self.text, self.cost, self.binders[:1], (value,))
        return Answer(None, self.text, self.cost, self.binders, value)

    @property
    def is_parametrised(self) -> bool:
        """Has one of the ways parameters?"""
        return any(way.binders for way in self.ways)

    @property
    def all_binders(self) -> tuple[Binder, ...]:
        """The names that options are made of, those of its ways too."""
        return (*self.binders, *(binder for way in self.ways for binder in way.binders))


@frozen(eq=False)
class Answer:
    """An option: the way, if it is one, how the author calls it, its cost, and what was chosen for which names."""

    way: Way | None
    text: Text | None
    cost: Cost | None
    binders: tuple[Binder, ...]
    values: tuple[Any, ...]

    @property
    def pairs(self) -> list[tuple[Binder, Any]]:
        return list(zip(self.binders, self.values, strict=True))


@frozen(eq=False)
class Each:
    """A loop over a snapshot; `chooser` picks who is next, if there is one. `is_further` if it is only the
    part of a loop that goes through its further names.
    """

    binders: tuple[Binder, ...]
    body: Body
    key: Expression | None = None
    chooser: Expression | None = None
    picker: Choose | None = None
    at_once: bool = False
    is_further: bool = False
    span: Span = _span()


@frozen(eq=False)
class Repeat:
    """A loop: so often (`count`) at most, and as long as a condition holds.

    In `choose 1..3 x in e` (mode `several`) the body is that choice; a `let` before it makes `taken`, which holds what
    was chosen so far.
    """

    mode: str
    count: Expression | None
    condition: Expression | None
    body: Body
    taken: Local | None = None
    span: Span = _span()


@frozen(eq=False)
class If:
    condition: Expression
    then: Body
    otherwise: Body
    span: Span = _span()


@define(eq=False)
class Need:
    condition: Expression
    reason: Text | None
    cites: tuple[str, ...]
    span: Span = NOWHERE
    index: int = 0
    rule: Rule | None = None
    choice: Choose | None = None  # it is that so many things can be chosen


@frozen(eq=False)
class Stop:
    """Leave a loop, a rule, a turn, a phase, a round or the game."""

    what: str
    reason: str
    after: str | None = None
    span: Span = _span()


@frozen(eq=False)
class Shuffle(Change, Spoken):
    what: Expression
    sentence = "shuffle {what}"
    span: Span = _span()


@frozen(eq=False)
class Reveal:
    what: Expression
    to: Expression | None
    span: Span = _span()


@frozen(eq=False)
class Tell:
    """A sentence of the author's for the log; `to` none: for all."""

    text: Text
    to: Expression | None
    span: Span = _span()


@frozen(eq=False)
class CallRule:
    rule: Rule
    arguments: tuple[Expression, ...]
    span: Span = _span()


@frozen(eq=False)
class Perform(Spoken):
    action: Expression
    sentence = "carry out {action}"
    arguments: tuple[Expression, ...]
    span: Span = _span()


@frozen(eq=False)
class Turn:
    """A player's turn: he is `actor`, and windows are open to him."""

    player: Expression
    body: Body
    span: Span = _span()


@frozen(eq=False)
class Level:
    """A phase or a round: what `stop phase` leaves and `lasts phase` is reset for."""

    level: str
    name: str
    body: Body
    span: Span = _span()


@frozen(eq=False)
class OfferWindow:
    """Let a player use his windows until he is done."""

    player: Expression
    window: str | None
    span: Span = _span()


@frozen(eq=False)
class ForHolders:
    """The body once for each copy of a card that is held; binds the holder and the card."""

    card: Kind
    title: int
    holder: Local
    self_: Local
    stacks: bool
    body: Body
    span: Span = _span()


@frozen(eq=False)
class HeldChoice:
    """For the first copy of a held card whose guard holds, one body; if there is none, the other."""

    card: Kind
    title: int
    holder: Local
    self_: Local
    guard: Expression | None
    then: Body
    otherwise: Body
    span: Span = _span()


@frozen(eq=False)
class Part:
    """A rule, or an amendment of it, where something comes after it: a `stop` of the rule ends only this."""

    body: Body
    span: Span = _span()


Statement = (
    Let
    | Assign
    | Increase
    | Move
    | Draw
    | Pay
    | Choose
    | Each
    | Repeat
    | If
    | Need
    | Stop
    | Shuffle
    | Reveal
    | Tell
    | CallRule
    | Perform
    | Turn
    | Level
    | OfferWindow
    | ForHolders
    | HeldChoice
    | Part
)
Body = list[Statement]


def first_choice(body: Body) -> Choose | None:
    """The choice a body starts with, after its needs and names: a window offers its options."""
    for statement in body:
        if isinstance(statement, Choose):
            return None if statement.chance else statement
        if not isinstance(statement, Need | Let):
            return None
    return None
