"""Words for what may be wrong in the block of a mechanism, shared by several of them."""

from __future__ import annotations

from rulelang.diagnostics.registry import Wording, problem
from rulelang.source import Span


@problem("wrong-columns", "the table of a mechanism without the columns it needs")
def wrong_columns(span: Span, block: str, wanted: str, example: str) -> Wording:
    return Wording(
        span, f"the table of a `{block}` has {wanted}", "the columns", help=f"write `{example}`", names=(block,)
    )


@problem("missing-table", "a mechanism without its table")
def missing_table(span: Span, block: str, example: str) -> Wording:
    return Wording(
        span, f"`{block}` needs a table", "no table below", help=f"add rows below it: `{example}`", names=(block,)
    )


@problem("unnumbered-rows", "rows of a mechanism that are not numbered one after another")
def unnumbered_rows(span: Span, column: str, wanted: int) -> Wording:
    return Wording(
        span,
        f"the rows are numbered one after another in the column `{column}`, and this one should be {wanted}",
        "out of order",
        help=f"write {wanted} here",
        names=(column,),
    )
