"""Purses: where money and tokens lie, and what may be paid from one to another.

Money is of one sort. A token is of a member of a kind: of the last one a field is kept `per`, or of the one
whose field it is. Tokens are paid only between fields that are seen to hold tokens of the same member.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import types as say
from rulelang.model import expressions as m
from rulelang.model.declarations import Field, Kind
from rulelang.model.types import Entity, Number, Unknown, strip
from rulelang.model.world import Scope
from rulelang.source import Span
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.model.resolve.expressions import Elaborator


def purse_of(el: Elaborator, e: nodes.Expression, scope: Scope) -> m.ReadField | None:
    """Where money or tokens are: the bank (none), a player, or a field of them."""
    if is_bank(e, scope):
        return None
    found = el.present(e, scope)
    player = el.world.player
    if isinstance(found.type, Entity) and found.type.kind is player:
        money = player.fields.get("money")
        if money is None:
            el.world.report(say_names.unknown_part(e.span, "money", "player", player.fields, player.span))
            return None
        money.read = True
        if not isinstance(money.type, Number) or not money.type.money:
            el.world.report(say.no_money(e.span, str(money.type), money.span))
            return None
        return m.ReadField(money, found, (), money.type, span=e.span)
    if isinstance(found, m.ReadField) and isinstance(found.type, Number) and found.type.is_kept:
        return found
    if not isinstance(found.type, Unknown):
        el.world.report(say.wrong_type(e.span, str(found.type), "a player, `bank` or a field of money or tokens"))
    return None


def is_bank(e: nodes.Expression, scope: Scope) -> bool:
    return isinstance(e, nodes.Name) and e.name == "bank" and "bank" not in scope.locals


def wrong_purse(
    ends: tuple[tuple[nodes.Expression, m.ReadField | None], ...], scope: Scope, span: Span
) -> Diagnostic | None:
    """What is wrong with a payment between two places, if something is."""
    held = [thing_of(purse.field) for _, purse in ends if purse is not None]
    if all(thing is None for thing in held):
        return None
    for (e, purse), (other, _) in (ends, ends[::-1]):
        if purse is None and is_bank(e, scope):
            return say.tokens_of_the_bank(e.span, other.span.quoted, next(t.name for t in held if t is not None))
    if len(held) < 2:  # one of the two is no purse: that was said
        return None
    one, two = held
    if one is None or two is None or one.root is not two.root:
        texts = [f"{e.span.quoted}` holds {what_it_holds(thing)}" for (e, _), thing in zip(ends, held, strict=True)]
        return say.wrong_purse(span, f"`{texts[0]}, and `{texts[1]}")
    members = [member_of(e) for e, _ in ends]
    if members[0] != members[1]:
        texts = [member.span.quoted for member in members]
        return say.other_token(span, one.name, texts[0], texts[1])
    return None


def thing_of(field: Field) -> Kind | None:
    """The kind whose members the tokens in a field are of; of money none."""
    held = strip(field.type)
    if not isinstance(held, Number) or not held.tokens:
        return None
    return field.per[-1] if field.per else field.owner


def what_it_holds(thing: Kind | None) -> str:
    return "money" if thing is None else f"tokens of `{thing.name}`"


def member_of(e: nodes.Expression) -> nodes.Expression:
    """Whose tokens lie in a field, as it is written: `g` of `g.left` and of `p.gems[g]`."""
    match e:
        case nodes.Group(inner):
            return member_of(inner)
        case nodes.Index(_, keys):
            return plain(keys[-1])
        case nodes.Part(of):
            return plain(of)
    return e


def plain(e: nodes.Expression) -> nodes.Expression:
    return plain(e.inner) if isinstance(e, nodes.Group) else e
