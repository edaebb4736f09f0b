"""How soon the language server answers, and how much memory it takes: a client types in the shipped games.

The client speaks with a server in a process of its own over standard input and output, as editors do. It types into
the middle of a rule: a slip, and then the rule as it was. What is wanted is that nobody waits for longer than `SOON`.
Time is told by the clock of the server's process, which stands still while other programs run, with what the server
waits for the next key. Linux tells the clocks of other processes, and so this is measured there alone.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from lsprotocol import types as lsp

from benchmarks.measure import Pace, Spread
from benchmarks.results import Row
from rulelang.lsp.projects import REST
from rulelang.lsp.projects import SOON as WAIT
from rulelang.project.sources import games_folder, shipped_games
from tests.lsp.editor import Editor, editor

PART = "editing"
SOON = 0.2  # seconds from a key to what is wrong
HOVERED = 0.05
PATIENCE = 300  # seconds until it is an error that the server has not said all
KEYS, BURST = 10, 0.04  # keys of one that types fast, and how far they are apart
SLIP = "nothing_of_the_kind"
CAN_REFRESH = lsp.ClientCapabilities(
    workspace=lsp.WorkspaceClientCapabilities(code_lens=lsp.CodeLensWorkspaceClientCapabilities(refresh_support=True))
)


class Typist:
    """Types into a rule of a game."""

    def __init__(self, there: Editor, path: Path, pause: float = 2 * REST) -> None:
        self.there, self.path, self.pause = there, path, pause
        self.text = path.read_text(encoding="utf-8")
        self.refreshed = asyncio.Semaphore(0)  # once for each time that the server has said all since the last key
        there.client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)(lambda _: self.refreshed.release())

    def with_slip(self, length: int = len(SLIP)) -> str:
        """The rules with a name that nothing has, as far as it was typed, in the need in the middle of the file."""
        lines, needs = self.text.split("\n"), needs_in(self.path)
        line = needs[len(needs) // 2]
        lines[line] = lines[line].replace(" because ", f" and {SLIP[:length]} because ", 1)
        return "\n".join(lines)

    @property
    def clock(self) -> float:
        """Seconds that the server has worked."""
        tasks = Path(f"/proc/{self.there.process}/task").glob("*/schedstat")
        return sum(int(task.read_text(encoding="utf-8").split()[0]) for task in tasks) / 1e9

    def opened(self) -> float:
        began = self.clock
        self.there.open(self.path)
        self.there.problems(self.path, lambda _: True)
        taken = self.clock - began
        self.refresh()  # it says once that there is a game now
        return taken

    def typed(self, text: str) -> float:
        """Seconds until the server says what is wrong with a text."""
        began = self.clock
        self.refreshed = asyncio.Semaphore(0)
        self.there.type(self.path, text)
        self.there.problems(self.path, lambda found: ("unknown-name" in found) == (text != self.text))
        return WAIT + self.clock - began

    def key(self, number: int) -> float:
        """Every other key makes a slip, or mends it."""
        return self.typed(self.with_slip() if number % 2 == 0 else self.text)

    def burst(self) -> float:
        """Seconds from the last of many keys that follow one another fast."""
        for length in range(1, KEYS):
            self.there.type(self.path, self.with_slip(length))
            self.wait(BURST)
        taken = self.typed(self.with_slip())
        self.typed(self.text)
        return taken

    def rest(self) -> float:
        """Wait until the server has said all; how long that took."""
        began = self.clock
        self.refresh()
        taken = self.clock - began
        self.wait(self.pause)
        return taken

    def refresh(self) -> None:
        """Wait until the server says that names may mean something else."""
        try:
            self.there.run(asyncio.wait_for(self.refreshed.acquire(), PATIENCE))
        except TimeoutError:
            said = "; ".join(self.there.messages) or "nothing"
            raise SystemExit(f"{self.path.name}: no refresh within {PATIENCE} s; the server says {said}") from None

    def wait(self, seconds: float) -> None:
        self.there.run(asyncio.sleep(seconds))

    def hovered(self) -> float:
        lines = self.text.split("\n")
        line = next(n for n, each in enumerate(lines) if each.startswith(("rule ", "action ")))
        at = lsp.Position(line, lines[line].index(" ") + 2)
        began = self.clock
        asked = lsp.HoverParams(lsp.TextDocumentIdentifier(self.path.as_uri()), at)
        found = self.there.run(self.there.client.text_document_hover_async(asked))
        assert found is not None
        return self.clock - began

    def megabytes(self) -> float:
        """What the server has in memory now."""
        pages = int(Path(f"/proc/{self.there.process}/statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def needs_in(path: Path) -> list[int]:
    """The lines with a need and its reason."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [n for n, line in enumerate(lines) if line.lstrip().startswith("need ") and " because " in line]


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    names = shipped_games()
    for name in names[:1] if pace.is_quick else names:
        told(f"typing in {name}")
        path = max((games_folder() / name).glob("*.rules"), key=lambda file: len(needs_in(file)))
        with editor(CAN_REFRESH) as there:
            yield from rows_of(name, Typist(there, path.resolve()), pace.starts)


def rows_of(name: str, typist: Typist, turns: int) -> Iterator[Row]:
    yield Row(PART, name, "opened", milliseconds([typist.opened()]))
    yield Row(PART, name, "all is said", f"{typist.rest():.1f} s")
    resting = []
    for number in range(turns):
        resting.append(typist.key(number))
        typist.rest()
    yield soon(name, "a key, after a rest", resting, SOON)
    yield soon(name, f"the last of {KEYS} keys", [typist.burst() for _ in range(turns)], SOON)
    busy = []
    for number in range(2 * turns):
        busy.append(typist.key(number))
        typist.wait(0.5)
    yield soon(name, "a key, half a second after the last answer", busy, SOON)
    typist.rest()
    yield soon(name, "hover", [typist.hovered() for _ in range(turns)], HOVERED)
    yield Row(PART, name, "memory of the server", f"{typist.megabytes():.0f} MB")


def soon(name: str, what: str, seconds: list[float], wanted: float) -> Row:
    against = f"{wanted * 1000:.0f} ms"
    ratio = Spread.of([each / wanted for each in seconds])
    return Row(PART, name, what, milliseconds(seconds), against, ratio, needed=1, is_cost=True)


def milliseconds(seconds: list[float]) -> str:
    return f"{Spread.of(seconds).median * 1000:.0f} ms"
