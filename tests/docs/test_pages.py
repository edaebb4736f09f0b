"""Every rule in the documentation is a rule that works."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import rulelang
from rulelang.checks.run import check_paths
from rulelang.pipeline import read_game
from rulelang.testing.scenario import run_scenarios
from tests.docs.pages import Example, examples, fences

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# Pages of problems hold wrong rules on purpose and have tests of their own; one page quotes the games.
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if page.parent.name != "diagnostics"]
QUOTING = DOCS / "twelve_rules.md"
STEP_BY_STEP = DOCS / "tutorial.md"
EXAMPLES = [example for page in PAGES for example in examples(page, cumulative=page == STEP_BY_STEP)]
LANGUAGES = {"rules", "shell", "python", "text", "yaml", "toml", "diff", "console", "lua"}


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


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.stem)
def test_every_fence_says_what_it_holds(page: Path) -> None:
    """So that no example escapes the tests; one page quotes the games, which is tested below."""
    wanted = {""} if page == QUOTING else LANGUAGES
    assert {fence.language for fence in fences(page)} <= wanted


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    """To a file that is there, and to a heading on it."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), target
        if heading:
            headings = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}, target


SENTENCE = re.compile(r" *says ")


def test_quoted_rules_stand_in_the_games() -> None:
    """What a page quotes from the games is still what the games say; sentences for the sheet may be left out."""
    games = "\n".join(p.read_text(encoding="utf-8") for p in sorted((ROOT / "games").rglob("*.rules")))
    words = " ".join(word for line in games.split("\n") if not SENTENCE.match(line) for word in line.split())
    quoted = [fence.text for fence in fences(QUOTING)]
    assert len(quoted) >= 12
    for block in quoted:
        for piece in block.split("\n\n"):
            assert " ".join(piece.split()) in words, piece


def test_the_cookbook_has_as_many_answers_as_is_said() -> None:
    """README counts them; each has an example."""
    page = DOCS / "cookbook.md"
    said = re.search(r"\[A cookbook\]\(docs/cookbook\.md\) of (\d+) answers", (ROOT / "README.md").read_text("utf-8"))
    headings = re.findall(r"^## (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert said is not None
    assert int(said[1]) == len(headings)
    assert {fence.heading for fence in fences(page)} >= set(headings)
