"""Words for what may be wrong in a voyage."""

from __future__ import annotations

from rulelang.diagnostics.registry import Wording, problem
from rulelang.source import Span


@problem("bad-voyage", "a voyage that does not say what goes where")
def bad_voyage(span: Span, wanted: str) -> Wording:
    return Wording(
        span, f"this voyage needs {wanted}", "this voyage", help="write for instance `voyage walk(s: pawn, n: number)`"
    )


@problem("voyage-word", "a parameter of a voyage that is called like a word of its own")
def voyage_word(span: Span, name: str) -> Wording:
    return Wording(
        span,
        f"a voyage has a `{name}` of its own, so no parameter can be called that",
        "a word of the voyage",
        help=f"choose another name, for instance `{name}_`",
    )
