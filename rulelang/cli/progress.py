"""How far long work has come: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import define, field

from rulelang.cli.output import console, is_terminal, say


@contextmanager
def progress(games: int | None, what: str = "games") -> Iterator[Callable[[int], None]]:
    """A bar with games a second and the time left, on a terminal; else a line now and then.

    Without a number of games nobody knows when it ends.
    """
    if not is_terminal(sys.stderr):
        yield Lines(games, what).heard
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        console=console(sys.stderr),
        auto_refresh=False,
        transient=True,
    )
    task = bar.add_task(what, total=games, speed="")

    def heard(done: int) -> None:
        speed = bar.tasks[0].speed
        bar.update(task, completed=done, speed=f"{speed:,.0f} a second" if speed else "")
        bar.refresh()

    with bar:
        yield heard


@define
class Lines:
    """Progress where nothing can be drawn: a line after a second, then ever more rarely."""

    games: int | None
    what: str = "games"
    began: float = field(factory=time.perf_counter)
    due: float = 1.0

    def heard(self, done: int) -> None:
        """Say how many games are done, if it is time to."""
        spent = time.perf_counter() - self.began
        if spent < self.due or done in (0, self.games):
            return
        self.due = spent + min(spent, 60.0)
        of = "" if self.games is None else f" of {self.games:,}"
        say(f"{done:,}{of} {self.what}, {done / spent:,.0f} a second", err=True)
