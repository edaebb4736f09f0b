"""What amendments to data are about, as it is written: names of blocks, plain numbers, contracts and their reasons."""

from __future__ import annotations

from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

PROMISE = "complete"  # look-ups rely on it


def name_of(block: nodes.Block) -> str:
    return str(block.path) if block.path is not None else block.keyword


def is_title(block: nodes.Block, kind: str) -> bool:
    """Is it one title, `card X of` a kind of cards?"""
    of = block.clause("of") if block.keyword == "card" else None
    return of is not None and bool(of.values) and spell(of.values[0]) == kind


def source_of(variant: str | None) -> str:
    return f"variant `{variant}`" if variant else "the game"


def number_of(e: nodes.Expression) -> int | None:
    """The number that an expression is, if it is one as it stands."""
    match e:
        case nodes.Number(value):
            return value
        case nodes.Negative(inner):
            found = number_of(inner)
            return None if found is None else -found
        case nodes.Group(inner):
            return number_of(inner)
    return None


def number(value: int, span: Span) -> nodes.Expression:
    positive = nodes.Number(abs(value), span=span)
    return positive if value >= 0 else nodes.Negative(positive, span=span)


def needs_of(block: nodes.Block) -> list[nodes.Act]:
    return [item for item in block.body if isinstance(item, nodes.Act) and item.verb == "need"]


def names_of_need(need: nodes.Act) -> list[str]:
    """What an `allow` may call a contract: its reason; without one, the condition as it is written."""
    because = need.clause("because")
    if because is not None and because.values:
        return [spell(because.values[0])]
    return [need.subject.span.quoted if need.subject is not None else ""]


def is_promise(need: nodes.Act) -> bool:
    return isinstance(need.subject, nodes.Apply) and spell(need.subject.function) == PROMISE
