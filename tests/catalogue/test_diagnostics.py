"""Every problem the checker knows has a page, an example that gives it, and a bad file that shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.checks.run import check_paths
from rulelang.cli.explain import whole_catalogue
from rulelang.diagnostics.diagnostic import Severity
from rulelang.diagnostics.pages import page_of, pages_folder

TESTS = Path(__file__).parents[1]
SLUGS = sorted(whole_catalogue())
SNAPSHOTS = "".join(path.read_text(encoding="utf-8") for path in sorted(TESTS.glob("*/*/bad/*.out")))

# No rule file in the corpus can show these; the tests named here do.
TESTED_ELSEWHERE = {
    "not-covered": "unit/cli/test_cover.py",
    "chain-too-long": "unit/test_budget.py",
    "file-too-large": "unit/test_hostile_input.py",
    "too-many-rows": "unit/test_hostile_input.py",
    "not-utf8": "unit/test_hostile_input.py",
    "not-read": "unit/test_hostile_input.py",
    "unreadable-file": "unit/test_hostile_input.py",
    "format-failed": "unit/syntax/test_format_failed.py",
}
# What every game has is added to examples, except to those that are about its absence.
ABOUT_ABSENCE = {"missing-game", "unknown-game", "missing-round", "missing-score", "never-ends"}
EVERY_GAME_HAS = {
    "game": ("game fair\n  players: 2\n\n", ""),
    "round": ("", "\n\nround main\n  last: 1\n  turn\n    stop turn"),
    "score": ("", "\n\nscore points(p) gives seat(p)"),
}
HEADINGS = ["## What it means", "## Wrong", "## Right", "## Why"]


def page(slug: str) -> str:
    text = page_of(slug)
    assert text is not None, f"docs/diagnostics/{slug}.md is missing"
    return text


def section(slug: str, heading: str) -> str:
    return page(slug).split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0].strip()


def example(slug: str, heading: str) -> str | None:
    """The rules in a section of a page; a page about files has none."""
    found = re.fullmatch(r"```rules\n(.*)\n```", section(slug, heading), re.DOTALL)
    return found[1] if found else None


def complete(rules: str) -> str:
    """An example with what every game has."""
    for keyword, (before, after) in EVERY_GAME_HAS.items():
        if not re.search(rf"^{keyword}\b", rules, re.MULTILINE):
            rules = before + rules + after
    return rules + "\n"


@pytest.mark.parametrize("slug", SLUGS)
def test_page_has_its_headings(slug: str) -> None:
    """A page is a title, one sentence, and four sections."""
    title, summary, *_ = page(slug).split("\n\n")
    assert title == f"# {slug}"
    assert summary.endswith(".")
    assert "\n" not in summary
    assert re.findall(r"^## .*$", page(slug), re.MULTILINE) == HEADINGS


def test_no_page_without_a_problem() -> None:
    """A page that no message leads to is removed."""
    assert sorted(path.stem for path in pages_folder().glob("*.md")) == SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_a_test_shows_it(slug: str) -> None:
    """A snapshot of a bad file has the slug, or a unit test named here does."""
    if slug in TESTED_ELSEWHERE:
        assert f'"{slug}"' in (TESTS / TESTED_ELSEWHERE[slug]).read_text(encoding="utf-8")
    else:
        assert f"[{slug}]" in SNAPSHOTS


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug not in TESTED_ELSEWHERE])
def test_wrong_example_gives_it(slug: str, tmp_path: Path) -> None:
    """What the page calls wrong has this problem, and no other error."""
    rules = example(slug, "Wrong")
    assert rules is not None
    path = tmp_path / "wrong.rules"
    path.write_text(rules + "\n" if slug in ABOUT_ABSENCE else complete(rules), encoding="utf-8")
    found = check_paths([path])
    assert slug in {problem.slug for problem in found}
    assert {problem.slug for problem in found if problem.severity is Severity.ERROR} <= {slug}


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug not in TESTED_ELSEWHERE])
def test_right_example_is_right(slug: str, tmp_path: Path) -> None:
    """What the page calls right has no error, and not this warning."""
    rules = example(slug, "Right")
    assert rules is not None
    path = tmp_path / "right.rules"
    path.write_text(complete(rules), encoding="utf-8")
    problems = check_paths([path])
    assert [p.message for p in problems if p.severity is Severity.ERROR or p.slug == slug] == []
