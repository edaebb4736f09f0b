"""The types of the table-top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from rulelang.model.declarations import Kind


@frozen
class Number:
    """Whole numbers; money and tokens are numbers that only `pay` changes."""

    money: bool = False
    low: int | None = None
    high: int | None = None
    tokens: bool = False

    @property
    def is_kept(self) -> bool:
        """Is none of it ever made or lost?"""
        return self.money or self.tokens

    def __str__(self) -> str:
        if self.low is not None and self.high is not None and self.low != self.high:
            return f"{self.low}..{self.high}"
        return "money" if self.money else "tokens" if self.tokens else "number"


@frozen
class Flag:
    def __str__(self) -> str:
        return "yes or no"


@frozen
class Text:
    def __str__(self) -> str:
        return "text"


@frozen(eq=False)
class Entity:
    """A member of a kind: a place, a piece, a card, a player."""

    kind: Kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entity) and other.kind is self.kind

    def __hash__(self) -> int:
        return hash(("entity", self.kind))

    def __str__(self) -> str:
        return self.kind.name


@frozen
class Maybe:
    """A value that may be none."""

    inner: Type

    def __str__(self) -> str:
        return f"{self.inner} or none"


@frozen
class Many:
    """A list; also what a zone holds."""

    inner: Type

    def __str__(self) -> str:
        return f"list({self.inner})"


@frozen
class Action:
    """A rule that can be performed: what stands in an `action` column or is a card's effect."""

    parameters: tuple[Type, ...] = ()

    def __str__(self) -> str:
        return "action"


@frozen
class Unknown:
    """The type of something already reported; fits everywhere, so that nothing more is said."""

    def __str__(self) -> str:
        return "unknown"


@frozen
class NoneType:
    """The type of the word `none` alone, and of nothing else."""

    def __str__(self) -> str:
        return "none"


Type = Number | Flag | Text | Entity | Maybe | Many | Action | Unknown | NoneType

NUMBER = Number()
MONEY = Number(money=True)
TOKENS = Number(low=0, tokens=True)
FLAG = Flag()
TEXT = Text()
UNKNOWN = Unknown()
NONE = NoneType()


def strip(type_: Type) -> Type:
    """The type without its `or none`."""
    return type_.inner if isinstance(type_, Maybe) else type_


def fits(given: Type, wanted: Type) -> bool:
    """May a value of one type stand where another is wanted?"""
    match given, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case (NoneType(), Maybe()):
            return True
        case (Maybe(a), Maybe(b)):
            return fits(a, b)
        case (_, Maybe(b)):
            return fits(given, b)
        case (Number(), Number()) | (Flag(), Flag()) | (Text(), Text()) | (Action(), Action()):
            return True
        case (Entity(a), Entity(b)):
            return a.is_a(b)
        case (Many(a), Many(b)):
            return fits(a, b)
    return False


def comparable(a: Type, b: Type) -> bool:
    """May two values be compared for equality?"""
    a, b = strip(a), strip(b)
    if isinstance(a, NoneType) or isinstance(b, NoneType):
        return True
    if isinstance(a, Many) and isinstance(b, Many):
        return comparable(a.inner, b.inner)
    if isinstance(a, Entity) and isinstance(b, Entity):
        return a.kind.root is b.kind.root
    return fits(a, b) or fits(b, a)


def join(a: Type, b: Type) -> Type:
    """The type of a value that is one or the other."""
    match a, b:
        case (Unknown(), _):
            return b
        case (_, Unknown()):
            return a
        case (NoneType(), NoneType()):
            return a
        case (NoneType(), _):
            return b if isinstance(b, Maybe) else Maybe(b)
        case (_, NoneType()):
            return a if isinstance(a, Maybe) else Maybe(a)
        case (Maybe(x), _) | (_, Maybe(x)):
            other = strip(b) if isinstance(a, Maybe) else strip(a)
            return Maybe(join(x, other))
        case (Entity(x), Entity(y)) if x.root is y.root:
            return a if y.is_a(x) else b if x.is_a(y) else Entity(x.root)
        case (Number(), Number()):
            return Number(money=a.money or b.money)
        case (Many(x), Many(y)):
            return Many(join(x, y))
    return a


def cards_of(type_: Type, value: Any) -> Iterator[tuple[Kind, int]]:
    """The cards in a value."""
    plain = strip(type_)
    if isinstance(plain, Many):
        for item in value or ():
            yield from cards_of(plain.inner, item)
    elif isinstance(plain, Entity) and plain.kind.root.sort == "card" and value is not None:
        yield plain.kind.root, value
