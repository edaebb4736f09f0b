"""Being asked to stop: Ctrl-C, a kill, and the end of the terminal."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

Heed = Callable[[int, FrameType | None], None]


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
