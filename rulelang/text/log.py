"""What happened in a game, in lines for a reader: each choice, then what it brought in short."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

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
)
from rulelang.text.events import event_text
from rulelang.text.template import sentence
from rulelang.text.words import Words

MOST_EFFECTS = 6
Say = Callable[[Words, Event, str], str]


def story(
    words: Words, events: Iterable[Event], reader: int | None, language: str, say: Say = event_text
) -> list[tuple[str, str]]:
    """Lines for a reader: a choice, then what it brought in short."""
    lines: list[tuple[str, str]] = []
    effects: list[str] = []

    def flush() -> None:
        if effects:
            said = counted(effects)
            if len(said) > MOST_EFFECTS:
                rest = sentence(words, language, "and {count} more", count=str(len(said) - MOST_EFFECTS))
                said = [*said[:MOST_EFFECTS], rest]
            lines.append(("    " + "; ".join(said), "dim"))
            effects.clear()

    for event in events:
        seen = event.seen_by(reader)
        if seen is None or seen.detail or is_idle(seen):
            continue
        text = say(words, seen, language)
        if isinstance(event, Chose | Message | Ended):
            flush()
            lines.append((text, "bold" if isinstance(event, Ended) else ""))
        elif isinstance(event, Began):
            if event.level in ("round", "phase"):
                flush()
                lines.append((text, event.level))
        elif isinstance(event, Changed | Moved | Paid | Rolled | Revealed | Shuffled):
            effects.append(text)
    flush()
    return lines


def is_idle(event: Event) -> bool:
    """A flag that is taken down, or a payment of nothing, tells nobody anything."""
    return (isinstance(event, Changed) and event.value.key is False) or (isinstance(event, Paid) and event.amount == 0)


def counted(texts: Sequence[str]) -> list[str]:
    """Texts in a row that are alike are said once."""
    runs = [(text, len(list(alike))) for text, alike in groupby(texts)]
    return [text if number == 1 else f"{number} × {text}" for text, number in runs]


def after_setup(events: Sequence[Event]) -> Sequence[Event]:
    """What happened once the table was set up."""
    first = next((i for i, event in enumerate(events) if isinstance(event, Began | Chose)), len(events))
    return events[first:]
