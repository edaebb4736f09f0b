"""Words for what rules rely on and nobody asks."""

from __future__ import annotations

from rulelang.diagnostics.registry import WARNING, Wording, problem
from rulelang.diagnostics.wording.names import declared
from rulelang.source import Span


@problem("need-not-asked", "a rule done though its needs may fail", WARNING)
def need_not_asked(span: Span, rule: str, need: Span, whose: str) -> Wording:
    through = f" because of `{whose}`" if whose != rule else ""
    return Wording(
        span,
        f"`{rule}` may be impossible here{through}, and nobody asks",
        "its needs may fail",
        declared(need, "this must hold"),
        f"ask first: `if can({rule}(…))`, or `where can({rule}(…))` in the choice before it",
        names=(rule, whose),
    )


@problem("never-possible", "a rule done though its needs surely fail")
def never_possible(span: Span, rule: str, need: Span) -> Wording:
    return Wording(
        span, f"`{rule}` can never be done here", "its needs fail", declared(need, "this must hold"), names=(rule,)
    )


@problem("no-choice", "a choice that must be made though there may be nothing to choose", WARNING)
def no_choice(span: Span, rule: str) -> Wording:
    return Wording(
        span,
        f"in `{rule}` there may be nothing to choose, and then the game can not go on",
        "something must be chosen",
        help="put what is done with it into a body below it, say `optional`, or ask `if any(…)` first",
        names=(rule,),
    )


@problem("never-a-choice", "a choice that must be made where there is never anything to choose")
def never_a_choice(span: Span) -> Wording:
    return Wording(span, "there is never anything to choose here", "nothing to choose")
