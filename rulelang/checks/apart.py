"""What holds for all of a collection and is left as it is until a loop comes to each of them.

`need all(g in gem: p.gems[g] >= cost[g])` says in the loop `each g in gem` that there is so much of this `g`, as
long as a pass writes only what is kept for its own `g`.
"""

from __future__ import annotations

from typing import Any

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field
from rulelang.model.expressions import Local
from rulelang.model.proofs.known import Known
from rulelang.model.visit import walk

CALLS = (s.CallRule, s.Perform, s.Choose, s.OfferWindow)


def kept_for_each(x: s.Each, known: Known) -> list[m.Expression]:
    """Conditions that hold in every pass because they held for all beforehand."""
    if len(x.binders) > 1 or not isinstance(x.binders[0].source, m.All | m.Owned | m.ReadZone):
        return []  # in other collections something may stand twice
    local = x.binders[0].local
    written = known.touched.writes(x.body)
    kept = kept_for(x.body, local)
    in_calls = known.touched.writes(*(node for node in walk(x.body) if isinstance(node, CALLS)))

    def is_left(e: m.Expression) -> bool:
        here, called = known.touched.read_here(e)
        own = {node.field for node in walk(e) if isinstance(node, m.ReadField) and place_in(node, local) is not None}
        others = here - own if all(kept.get(f) == at for f, at in places(e, local) if f in written) else here
        asked = others.union(in_calls & own, *(known.touched.reads_of(each) for each in called))
        return not asked & written

    return [e for e in known.each_of(x.binders[0]) if is_left(e)]


def kept_for(body: s.Body, local: Local) -> dict[Field, int | None]:
    """The fields that a body writes, and as which of what they are kept for a local stands there, if always as one."""
    found: dict[Field, int | None] = {}
    for node in walk(body):
        for field, at in places(targets(node), local):
            found[field] = at if found.get(field, at) == at else None
    return found


def targets(node: Any) -> tuple[Any, ...]:
    match node:
        case s.Assign(target) | s.Increase(target):
            return (target,)
        case s.Pay(_, payer, payee):
            return (payer, payee)
    return ()


def places(thing: Any, local: Local) -> list[tuple[Field, int | None]]:
    """The fields that are read in a tree, and where a local stands among what they are kept for."""
    return [(node.field, place_in(node, local)) for node in walk(thing) if isinstance(node, m.ReadField)]


def place_in(e: m.ReadField, local: Local) -> int | None:
    parts = (e.of, *e.keys)
    return next((n for n, part in enumerate(parts) if isinstance(part, m.ReadLocal) and part.local is local), None)
