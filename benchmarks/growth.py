"""How reading, checking and compiling grow with the length of the rules.

A real file is made longer by repeating its declarations under other names: a copy has kinds, tables, a map,
cards, zones, pieces, fields and rules of its own, and the one round of the game does the rules of all copies.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.measure import Pace, Spread, new_environment, nothing_kept, once, rates, ratio
from benchmarks.results import Row
from rulelang.backends.python.load import compile_world
from rulelang.checks.run import check_sources
from rulelang.pipeline import playable_world, rules_of
from rulelang.project.sources import Sources, parsed_once
from rulelang.source import SourceFile

PART = "growth"
REAL = Path(__file__).parents[1] / "examples" / "harbour.rules"
SIZES = (1, 2, 4, 8)
LONG = 2_050  # a file of 2,000 lines and a little more

ONCE = ("game", "score")  # a game has one of each
JOINED = ("player", "setup", "round", "estimate")  # what the copies have and do is added to the one there is
KEPT_NAMES = {"money"}  # what players pay with
DECLARED = re.compile(r"^(?:kind|table|map|card|zone|piece|value|rule) (?!player\b)(\w+)", re.MULTILINE)
FIELD = re.compile(r"^  (\w+): ", re.MULTILINE)
WORD = re.compile(r'"[^"\n]*"|#[^\n]*|\b[a-z]\w*')


def declarations(text: str) -> list[str]:
    """The declarations of a file, without its comments and scenarios."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    pieces = re.split(r"^(?=[a-z])", "\n".join(lines), flags=re.MULTILINE)
    return [piece.rstrip() + "\n" for piece in pieces if piece.strip() and keyword(piece) != "scenario"]


def keyword(declaration: str) -> str:
    return declaration.split(maxsplit=1)[0]


def names_in(pieces: list[str]) -> set[str]:
    """The names that a copy must have of its own: of declarations, of members, and of the fields of all."""
    found: set[str] = set()
    for piece in pieces:
        found |= set(DECLARED.findall(piece))
        if keyword(piece) in ("kind", "piece"):
            rows = [line.split("|")[1].strip() for line in piece.splitlines() if line.strip().startswith("|")]
            found |= set(rows[1:])
        if keyword(piece) in ("player", "state"):
            found |= set(FIELD.findall(piece))
    return found - KEPT_NAMES


def renamed(text: str, names: set[str], number: int) -> str:
    """The text with its names numbered; sentences in quotes stay as they are."""
    return WORD.sub(lambda m: f"{m[0]}_{number}" if m[0] in names else m[0], text)


def joined(piece: str, names: set[str], times: int) -> str:
    """Players with the fields of all copies, a set-up of all, a round whose turn does the rules of all, and so on."""
    if keyword(piece) == "estimate":
        head, what = piece.rstrip().split(" gives ")
        return f"{head} gives " + " + ".join([what, *(renamed(what, names, n) for n in range(2, times + 1))]) + "\n"
    lines = piece.splitlines()
    if keyword(piece) == "round":
        again = [line for line in lines if re.fullmatch(r"    \w+\(\)", line)]
    else:
        again = [line for line in lines[1:] if line.split(":")[0].strip() not in KEPT_NAMES]
    at = lines.index(again[-1]) + 1
    more = [renamed(line, names, number) for number in range(2, times + 1) for line in again]
    return "\n".join([*lines[:at], *more, *lines[at:]]) + "\n"


def longer(text: str, times: int) -> str:
    """A file so many times as long."""
    pieces = declarations(text)
    names = names_in(pieces)
    made = [joined(piece, names, times) if keyword(piece) in JOINED else piece for piece in pieces]
    for number in range(2, times + 1):
        made += [renamed(piece, names, number) for piece in pieces if keyword(piece) not in (*ONCE, *JOINED)]
    return "\n".join(made)


# ---- measuring ------------------------------------------------------------------------------------------


def read(text: str) -> Sources:
    parsed = parsed_once(SourceFile("longer.rules", text))
    return Sources({Path("longer.rules"): parsed.file}, list(parsed.problems), list(parsed.broken))


def checked(text: str) -> Any:
    sources = read(text)
    return check_sources(sources, rules_of(sources), ())


def compiled(text: str) -> Any:
    return compile_world(playable_world(rules_of(read(text)), (), {}, 3))


STEPS: dict[str, Callable[[str], Any]] = {"reading": read, "checking": checked, "compiling": compiled}


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    real = REAL.read_text(encoding="utf-8")
    texts = {times: about(real, times * lines_of(longer(real, 1))) for times in SIZES}
    for step, call in STEPS.items():
        told(f"{step} longer rules")
        work = {str(times): once(partial(call, text), process_time) for times, text in texts.items()}
        with nothing_kept():
            turns = rates(work, short(pace))
        found = {times: [1 / rate for rate in each] for times, each in turns.items()}
        for times, text in texts.items():
            seconds = found[str(times)]
            what = f"{step}, rules {times} times as long"
            figure = f"{Spread.of(seconds).median:.3f} s for {lines_of(text):,} lines"
            if times == 1:
                yield Row(PART, "harbour", what, figure)
            else:
                wished = {"needed": 9.0, "aim": 8.0} if times == SIZES[-1] else {}
                grown = ratio(seconds, found["1"])
                yield Row(PART, "harbour", what, figure, "1 time", grown, is_cost=True, **wished)
    told("checking a long file")
    yield from long_rows(real, pace)


def short(pace: Pace) -> Pace:
    """Each turn is one long call: three are enough."""
    return Pace(turns=1 if pace.is_quick else 3, seconds=0, starts=pace.starts, is_quick=pace.is_quick)


def lines_of(text: str) -> int:
    return len(text.splitlines())


def about(real: str, lines: int) -> str:
    """The real file, as often as comes nearest to so many lines: some of it is never repeated."""
    one, two = (lines_of(longer(real, times)) for times in (1, 2))
    return longer(real, 1 + round((lines - one) / (two - one)))


def long_rows(real: str, pace: Pace) -> Iterator[Row]:
    """`rulelang check` on a long file, in processes of their own: with nothing kept, and once more."""
    text = about(real, LONG)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "longer.rules"
        path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "rulelang", "check", str(path)]
        for what, cache in (("from nothing", "off"), ("again", f"{folder}/kept")):
            environment = new_environment(cache, f"{folder}/bytecode")
            call = partial(subprocess.run, command, env=environment, capture_output=True, check=True)
            spent = [1 / rate for rate in rates({"check": once(call)}, short(pace))["check"]]
            yield long_row(what, lines_of(text), Spread.of(spent))


def long_row(what: str, lines: int, seconds: Spread) -> Row:
    figure = f"{seconds.median:.2f} s for {lines:,} lines"
    return Row(PART, "harbour", f"rulelang check, {what}", figure, "one second", seconds, needed=2.0, is_cost=True)
