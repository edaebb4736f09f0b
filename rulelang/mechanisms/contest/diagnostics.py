"""Words for what may be wrong in a contest."""

from __future__ import annotations

from rulelang.diagnostics.registry import Wording, problem
from rulelang.source import Span


@problem("endless-tie", "a contest whose ties may never be settled")
def endless_tie(span: Span) -> Wording:
    return Wording(
        span,
        "this tie may never be settled: nobody has to roll again, or it is also won outright",
        "ties",
        help="say who wins a tie (`tie: defender`), or let one side roll again (`tie.attacker: must_reroll`)",
    )
