"""What the first edition of the language called otherwise: for `rulelang fix`, and for messages."""

from __future__ import annotations

FUNCTIONS = {"mod": "remainder", "distinct": "different", "acyclic": "leads_onward", "bottom": "last"}
OPERATORS = {"without": "l - x"}
KEYWORDS = {"setup_table": "table"}
TYPES = {"flag": "yes or no"}
# Fields of blocks, by the keyword of the block.
FIELDS = {
    ("map", "edge"): "marks",
    ("map", "directed"): "both_ways",
    ("map", "between"): "spaces_are",
    ("rondel", "most_extra"): "extra_most",
    ("market", "at_limit"): "beyond",
    ("auction", "jump"): "most_steps",
}
# Clauses and fields that are gone, and what says it instead.
GONE = {
    ("voyage", "of"): "the piece stands in brackets: `voyage walk(s: pawn, n: number)`, with `steps: n` below it",
    ("voyage", "map"): "it is not needed: the map is that of the places",
    ("voyage", "blocked"): "write a part `enters`, and in it `need` what must hold of the `place`",
}
# Members of mechanisms that were called like those fields.
PARTS = {"most_extra": "extra_most"}


def renamed(name: str, now: dict[str, str]) -> str | None:
    """Help for somebody who writes as the first edition did."""
    return f"it is `{now[name]}` now; `rulelang fix` moves whole files" if name in now else None
