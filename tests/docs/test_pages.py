"""Every rule in the documentation is a rule that works."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulelang
from rulelang.check import check_paths
from rulelang.engine.scenario import run_scenarios
from rulelang.pipeline import read_game
from tests.docs.pages import Example, examples

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = [
    *examples(DOCS / "tutorial.md", cumulative=True),
    *examples(DOCS / "cookbook.md", cumulative=False),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_example(example: Example, tmp_path: Path) -> None:
    """It has no mistakes, its scenarios hold, and it plays."""
    path = tmp_path / "page.rules"
    path.write_text(example.text, encoding="utf-8")
    problems = [f"{p.span.line}: {p.message}" for p in check_paths([path]) if p.severity.value == "error"]
    assert not problems, example.text
    rules, _ = read_game(path)
    assert [f"{r.name}: {r.message}" for r in run_scenarios(rules) if not r.passed] == []
    for variants in ((), *((name,) for name in rules.variants)):
        play(path, variants)


def play(path: Path, variants: tuple[str, ...]) -> None:
    game = rulelang.load(path, variants=variants)
    for players in game.players:
        rng = random.Random(players)
        match = game.start(players, seed=players, audit=True)
        for _ in range(200):
            if match.over:
                break
            match.choose(rng.randrange(len(match.decision.options)))


@pytest.mark.parametrize("page", ["twelve_rules.md"])
def test_quoted_rules_stand_in_the_games(page: str) -> None:
    """What a page quotes from the games is still what the games say."""
    import re

    games = " ".join(p.read_text(encoding="utf-8") for p in sorted((DOCS.parent / "games").rglob("*.rules")))
    words = " ".join(games.split())
    quoted = re.findall(r"^```\n(.*?)^```$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(quoted) >= 12
    for block in quoted:
        for piece in block.split("\n\n"):
            assert " ".join(piece.split()) in words, piece
