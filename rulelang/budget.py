"""How much anything may take: one figure for work, one for memory. People can set both."""

from __future__ import annotations

import os

from rulelang.errors import UsageError

WORK = "RULELANG_WORK"
ITEMS = "RULELANG_ITEMS"


def figure(name: str, default: int) -> int:
    """A figure from the environment; underscores and commas may stand in it."""
    text = os.environ.get(name, "")
    plain = text.replace("_", "").replace(",", "").strip()
    if not plain:
        return default
    if not plain.isdecimal() or int(plain) < 1:
        raise UsageError(f"{name} is a whole number above nought, not {text!r}")
    return int(plain)


# Steps between two decisions; about as many as Python takes two seconds for.
MOST_WORK = figure(WORK, 50_000_000)
# Items in all lists of a match together, and options of a choice; a range may be as long.
MOST_ITEMS = figure(ITEMS, 1_000_000)
# What is as good as one block of a rule that waits.
WORK_OF_BLOCK = 250
# A call of something that may come back to itself.
WORK_OF_CALL = 150
# What an option is besides the conditions it is let through by: a value in a list.
WORK_OF_OPTION = 8
