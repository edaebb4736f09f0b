"""What may go wrong in the rules of a world, and what its conditions say before anybody has played."""

from __future__ import annotations

from rulelang.checks.guards import Guards, Settled
from rulelang.checks.ranges import ranges_of
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import numbers as say
from rulelang.model.proofs.known import NO_RANGES
from rulelang.model.proofs.touched import Touched
from rulelang.model.world import World


def unguarded(world: World, touched: Touched, *, reckoned: bool) -> list[Diagnostic]:
    """What may go wrong in the rules of a world, or surely does; numbers that may not fit only with their ranges."""
    return Guards(world, touched, ranges=ranges_of(world, touched) if reckoned else NO_RANGES).problems()


def settled_conditions(world: World, touched: Touched) -> list[Diagnostic]:
    """Comparisons that always, or never, hold, whatever tables, options and variants say."""
    walker = Settled(world, touched)
    walker.problems()
    found = []
    for span, truths in walker.seen.items():
        if truths in ({True}, {False}):
            found.append(say.settled_condition(span, True in truths))
    return found
