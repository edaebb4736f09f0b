"""Waiting until rule files change: their times are looked at a few times a second, which works on every system."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rulelang.project.dependencies import ENDING
from rulelang.project.settings import OWN_FILE

PAUSE = 0.3

Times = dict[Path, tuple[int, int]]


def changes(paths: Sequence[str], wait: Callable[[], None] = lambda: time.sleep(PAUSE)) -> Iterator[None]:
    """Once at the beginning, and whenever a file below the paths, or beside them, is another one."""
    before: Times | None = None
    while True:
        now = times_of(paths)
        if now != before:
            yield
        else:
            wait()
        before = now


def times_of(paths: Sequence[str]) -> Times:
    """When the files that matter were written, and how large they are."""
    from rulelang.errors import UsageError
    from rulelang.project.sources import find

    found: Times = {}
    for path in paths:
        try:
            place = find(path)
        except UsageError:
            continue
        folder = place if place.is_dir() else place.parent
        for file in (*folder.rglob("*" + ENDING), *(up / OWN_FILE for up in (folder, *folder.absolute().parents))):
            try:
                seen = file.stat()
            except OSError:
                continue
            found[file] = (seen.st_mtime_ns, seen.st_size)
    return found
