"""Words for what may be wrong in a market."""

from __future__ import annotations

from rulelang.diagnostics.registry import Wording, problem
from rulelang.source import Span


@problem("wrong-shape", "a field of a market that belongs to another shape")
def wrong_shape(span: Span, name: str, shape: str, known: tuple[str, ...]) -> Wording:
    said = ", ".join(f"`{k}`" for k in known)
    return Wording(
        span,
        f"a market with `shape: {shape}` has no field `{name}`",
        "nobody reads this",
        help=f"with this shape it has {said}",
        names=(name,),
    )
