"""What happened in a match, as data."""

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
