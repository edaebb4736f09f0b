"""Being asked to stop: by Ctrl-C, a kill or the end of the terminal, or by whoever waits for long work."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType

STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

Heed = Callable[[int, FrameType | None], None]

_asked: ContextVar[Callable[[], None]] = ContextVar("asked", default=lambda: None)


@contextmanager
def heeded(heed: Heed) -> Iterator[None]:
    """Signals that ask to stop are handed to `heed`; those that are ignored from outside stay so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in STOPPING}
    heard = [number for number, handler in before.items() if handler not in (signal.SIG_IGN, None)]
    for number in heard:
        signal.signal(number, heed)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])


@contextmanager
def looking_up(asked: Callable[[], None]) -> Iterator[None]:
    """Work within looks up often; `asked` may raise then, and so end it."""
    token = _asked.set(asked)
    try:
        yield
    finally:
        _asked.reset(token)


def look_up() -> None:
    """Between two short steps of work that takes long: is it still wanted?"""
    _asked.get()()
