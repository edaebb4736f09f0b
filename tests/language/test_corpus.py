"""Rule files as tests: `good/` is silent and plays, `bad/` says exactly what its `.out` file holds.

`make snapshots` rewrites the `.out` files; the review is the difference.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang.checks.run import check_paths
from rulelang.diagnostics import registry
from rulelang.diagnostics.diagnostic import Diagnostic, Severity
from rulelang.diagnostics.render import FORMATS, PLAIN
from rulelang.pipeline import read_game
from rulelang.syntax.format import format_text
from rulelang.testing.scenario import run_scenarios

TESTS = Path(__file__).parents[1]
GOOD = sorted(TESTS.glob("*/*/good/*.rules"))
BAD = sorted(p for p in TESTS.glob("*/*/bad/*") if p.suffix == ".rules" or p.is_dir())


def name(path: Path) -> str:
    return path.relative_to(TESTS).as_posix()


def shown(path: Path) -> str:
    """The report on a bad file, without where the checkout happens to be."""
    text = FORMATS["text"](check_paths([path]), PLAIN)
    for folder in (path.parent, path):
        for prefix in (
            folder.as_posix() + "/",
            folder.relative_to(Path.cwd()).as_posix() + "/" if folder.is_relative_to(Path.cwd()) else "",
        ):
            if prefix:
                text = text.replace(prefix, "")
    return text


@pytest.mark.parametrize("path", BAD, ids=name)
def test_bad_file_says_what_it_should(path: Path, matches_snapshot: Callable[[Path, str], None]) -> None:
    """The exact text an author reads."""
    text = shown(path)
    assert text, "a bad file must have a problem"
    matches_snapshot(path.with_suffix(".out"), text + "\n")


@pytest.mark.parametrize("path", BAD, ids=name)
def test_wording_decides_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With other sentences the same problems are found at the same places."""
    found = [(problem.slug, problem.span) for problem in check_paths([path])]

    def reworded(slug: str, severity: Severity, message: str, *rest: Any) -> Diagnostic:
        return Diagnostic(slug, severity, "words", *rest)

    monkeypatch.setattr(registry, "Diagnostic", reworded)
    assert [(problem.slug, problem.span) for problem in check_paths([path])] == found


@pytest.mark.parametrize("path", GOOD, ids=name)
def test_good_file_is_silent_and_formatted(path: Path) -> None:
    """No finding, and formatting changes nothing."""
    assert FORMATS["text"](check_paths([path]), PLAIN) == ""
    text = path.read_text(encoding="utf-8")
    assert format_text(text).text == text


@pytest.mark.parametrize("path", GOOD, ids=name)
def test_good_file_plays(path: Path) -> None:
    """Its scenarios hold, and random games run with everything accounted for."""
    rules, _ = read_game(path)
    failed = [f"{r.name}: {r.message}" for r in run_scenarios(rules) if not r.passed]
    assert not failed
    game = rulelang.load(path)
    for players in game.players:
        rng = random.Random(players)
        match = game.start(players, seed=players, audit=True)
        for _ in range(300):
            if match.over:
                break
            match.choose(rng.randrange(len(match.decision.options)))
