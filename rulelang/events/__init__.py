"""What happened in a match, as data: the events that `Match.choose` returns and `Match.log` holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulelang.events.event import (
        Began,
        Changed,
        Chose,
        Ended,
        Event,
        Message,
        Moved,
        Paid,
        Revealed,
        Rolled,
        Shuffled,
        event_of,
    )

__all__ = [
    "Began",
    "Changed",
    "Chose",
    "Ended",
    "Event",
    "Message",
    "Moved",
    "Paid",
    "Revealed",
    "Rolled",
    "Shuffled",
    "event_of",
]


def __getattr__(name: str) -> Any:
    # A simulation makes no events, so it does not wait for them either.
    if name in __all__:
        from rulelang.events import event

        return getattr(event, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
