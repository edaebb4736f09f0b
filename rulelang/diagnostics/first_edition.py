"""What the first edition of the language called otherwise: for `rulelang fix`, and for messages."""

from __future__ import annotations

FUNCTIONS = {"mod": "remainder", "distinct": "different", "acyclic": "leads_onward", "bottom": "last"}
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
# Members of mechanisms that were called like those fields.
PARTS = {"most_extra": "extra_most"}


def renamed(name: str, now: dict[str, str]) -> str | None:
    """Help for somebody who writes as the first edition did."""
    return f"it is `{now[name]}` now; `rulelang fix` moves whole files" if name in now else None
