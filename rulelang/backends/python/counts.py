"""What the generated code of a program that counts calls; see `core/counting.py`."""

from __future__ import annotations

from collections import Counter
from typing import Any

State = Any


def came_to(S: State, number: int) -> bool:
    """Count a statement that is carried out where only an expression can stand; it goes on behind an `or`."""
    S.done[number] += 1
    return False


def judged(S: State, number: int, holds: Any) -> Any:
    """Count how a condition was answered; the answer."""
    S.asked[number if holds else number + 1] += 1
    return holds


def reckoned(S: State, number: int, value: Any) -> Any:
    """Count that a value was read; the value."""
    S.asked[number] += 1
    return value


def named(S: State, first: int, row: int | None) -> int | None:
    """Count that a row of a table was looked up, if there is one; the row."""
    if row is not None:
        S.asked[first + row] += 1
    return row


def asked_in(S: State, T: State) -> None:
    """What is asked in a trial is asked in the match."""
    T.asked = S.asked


COUNTING: dict[str, Any] = {
    "Counter": Counter,
    "asked_in": asked_in,
    "came_to": came_to,
    "judged": judged,
    "named": named,
    "reckoned": reckoned,
}
