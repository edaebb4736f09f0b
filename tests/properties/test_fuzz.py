"""Whatever a rule file holds, the checker answers: with problems or with silence, never with a crash.

Real rule files are damaged as people damage them: a word lost, doubled, swapped or misspelt, a line
dropped or indented wrongly, a file cut in half. Big games are taken one declaration at a time.
"""

from __future__ import annotations

import random
import re
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.checks.run import check_paths
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.render import FORMATS, PLAIN
from rulelang.errors import UsageError
from rulelang.syntax.parser import pieces

ROOT = Path(__file__).parents[2]
SMALL = 6_000
MOST_SECONDS = 10.0
TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_0-9]+|\.\.|[!<>]=|\n[ ]*|[^\sA-Za-z_0-9]')
ODD = (
    "",
    "(",
    ")",
    "[",
    "]",
    '"',
    "|",
    ":",
    ",",
    ".",
    "..",
    "=",
    "-",
    "not",
    "none",
    "yes",
    "0",
    "999999999",
    "of",
    "per",
)


def small_files() -> list[str]:
    paths = [
        *ROOT.glob("examples/*.rules"),
        *ROOT.glob("tests/*/*/*/*.rules"),
        *ROOT.glob("tests/data/samples/*.rules"),
    ]
    texts = [path.read_text(encoding="utf-8") for path in sorted(paths)]
    return [text for text in texts if len(text) < SMALL and re.search(r"^game\b", text, re.MULTILINE)]


def declarations() -> list[str]:
    """Single declarations of the big games, each as a game of its own."""
    found = []
    for path in sorted(ROOT.glob("games/*/*.rules")):
        text = path.read_text(encoding="utf-8")
        found += [text[start:end] for start, end in pieces(text) if 40 < end - start < 3_000]
    return [f"game fuzzed\n  players: 2\n\n{text}" for text in found]


FILES = small_files()
DECLARATIONS = declarations()


def checked(text: str) -> list[Diagnostic]:
    """Check a text as a file; what is found must also be fit to be shown."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzzed.rules"
        (Path(folder) / "rulelang.toml").touch()  # whatever lies in the folders above is none of its business
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        began = time.process_time()
        try:
            found = check_paths([path])
        except UsageError:
            return []  # a house rule of a game that is not there
        assert time.process_time() - began < MOST_SECONDS
    for name in FORMATS:
        FORMATS[name](found, PLAIN)
    return found


def misspelt(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    return rng.choice((word[:at] + word[at + 1 :], word[:at] + rng.choice("aexz_9A") + word[at:], word.upper()))


def damage_words(text: str, rng: random.Random) -> str:
    """One word is lost, doubled, swapped with another, misspelt, or something odd."""
    places = list(TOKEN.finditer(text))
    if len(places) < 2:
        return text
    one, two = rng.choice(places), rng.choice(places)
    new = rng.choice(("", f"{one[0]} {one[0]}", two[0], misspelt(one[0], rng), rng.choice(ODD)))
    return text[: one.start()] + new + text[one.end() :]


def damage_lines(text: str, rng: random.Random) -> str:
    """One line is dropped, doubled, moved, or indented otherwise; or the rest is cut off."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    line = lines[at]
    match rng.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randrange(len(lines)), line)
        case 2:
            lines[at] = "  " + line
        case 3:
            lines[at] = line.removeprefix("  ")
        case 4:
            lines[at] = line.lstrip()
        case _:
            return text[: rng.randrange(len(text) + 1)]
    return "\n".join(lines)


def damaged(text: str, seed: int) -> str:
    rng = random.Random(seed)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        text = rng.choice((damage_words, damage_words, damage_lines))(text, rng)
    return text


SEEDS = st.integers(0, 2**32)


@given(st.text(max_size=300))
@settings(max_examples=200)
def test_random_text(text: str) -> None:
    """Any text at all."""
    checked(text)


@given(
    st.lists(
        st.sampled_from([*ODD, "\n", "\n  ", "game g", "rule r()", "set", "if", "each x in", "player"]), max_size=40
    )
)
@settings(max_examples=300)
def test_random_words(words: list[str]) -> None:
    """Words of the language in any order."""
    checked("game g\n\nrule r()\n  " + " ".join(words) + "\n")


@given(st.sampled_from(FILES), SEEDS)
@settings(max_examples=400)
def test_damaged_files(text: str, seed: int) -> None:
    """Small games with mistakes in them."""
    checked(damaged(text, seed))


@given(st.sampled_from(DECLARATIONS), SEEDS)
@settings(max_examples=300)
def test_damaged_declarations(text: str, seed: int) -> None:
    """Single declarations of the big games with mistakes in them."""
    checked(damaged(text, seed))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
@given(st.sampled_from([*FILES, *DECLARATIONS]), SEEDS)
@settings(max_examples=1_000)
def test_many_damaged_files(part: int, text: str, seed: int) -> None:
    """The same for much longer: 20,000 files, in parts that can be run side by side or one at a time."""
    checked(damaged(text, seed + (part << 33)))
