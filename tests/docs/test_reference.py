"""The reference is complete, and what is made of it is fresh."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import made
from rulelang.cli import COMMANDS
from rulelang.cli import reference as typed
from rulelang.cli.explain import whole_catalogue
from rulelang.describe import reference
from rulelang.diagnostics.wording.syntax import VERBS
from rulelang.language.blocks import CORE, STATEMENTS
from rulelang.language.functions import BUILTINS
from rulelang.mechanisms import MECHANISMS
from rulelang.model.resolve.functions import HANDLERS
from rulelang.syntax.recovery.mistakes import CLAUSES, JOINTS
from tests.docs.pages import fences

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
TEXT = "".join(page.read_text(encoding="utf-8") for page in sorted(REFERENCE.rglob("*.md")))
MADE = [page for page in sorted((ROOT / "docs").rglob("*.md")) if "<!-- made" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", MADE, ids=lambda page: page.stem)
def test_made_parts_are_fresh(page: Path):
    """`make docs` would change nothing."""
    assert made.rewritten(page, ROOT) == page.read_text(encoding="utf-8")


@pytest.mark.parametrize("block", CORE, ids=lambda block: block.keyword)
def test_every_block_has_a_section_with_an_example(block):
    """A heading, what it takes, and rules in which it stands."""
    assert f"\n## {block.keyword}\n\n<!-- made: block: {block.keyword} -->" in TEXT
    shown = [f.text for page in REFERENCE.glob("*.md") for f in fences(page) if f.heading == block.keyword]
    assert any(re.search(rf"^ *{block.keyword}\b", text, re.MULTILINE) for text in shown)


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.verb)
def test_every_statement_has_a_section_with_an_example(statement):
    """A heading, its form, and rules in which it stands."""
    shown = [f.text for f in fences(REFERENCE / "statements.md") if f.heading == statement.verb]
    verb = r"\w+\(" if statement.verb == "call" else rf"{statement.verb}\b"
    assert any(re.search(rf"^  +{verb}", text, re.MULTILINE) for text in shown)
    assert f"<!-- made: statement: {statement.verb} -->" in TEXT


def test_every_verb_and_clause_is_known():
    """The list of statements is that of the grammar, and each clause has a meaning."""
    parts = {"otherwise"}  # of `if` and `choose`
    assert {statement.verb for statement in STATEMENTS} == {*VERBS, "call"} - parts
    for keyword, form in [*reference.all_blocks(), *((s.verb, s) for s in STATEMENTS)]:
        for clause in form.clauses:
            assert reference.clause_meaning(form.keyword if hasattr(form, "keyword") else keyword, clause)


def test_every_function_is_described():
    """The list of functions is that of their handlers, and each group stands on a page."""
    assert {each.name for each in BUILTINS} == set(HANDLERS)
    for group in {each.group for each in BUILTINS}:
        assert f"<!-- made: functions: {group} -->" in TEXT


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda mechanism: mechanism.keyword)
def test_every_mechanism_has_a_page(mechanism):
    """With an example, and every rule and value it makes told in words."""
    page = (REFERENCE / "mechanisms" / f"{mechanism.keyword}.md").read_text(encoding="utf-8")
    for what in ("mechanism", "stands for", "used by"):
        assert f"<!-- made: {what}: {mechanism.keyword} -->" in page
    by_hand = made.MADE.sub("", page)
    names = re.findall(r"`([a-z_]+\.[a-z_.]+)[(`\[]", made.stands_for(mechanism.keyword, page))
    assert names or mechanism.keyword == "grid"
    assert [name for name in names if not re.search(rf"{re.escape(name)}\b", by_hand)] == []
    assert f"mechanisms/{mechanism.keyword}.md" in (REFERENCE / "README.md").read_text(encoding="utf-8")


def test_every_problem_is_named():
    """Each error and warning stands beside a construct that can cause it."""
    named = set(re.findall(r"diagnostics/([a-z-]+[a-z0-9]*(?:-[a-z0-9]+)*)\.md", TEXT))
    missing = set(whole_catalogue()) - named
    assert not missing, "name it in `problems` of a block or statement (rulelang/syntax/schema.py), then `make docs`"
    assert named <= set(whole_catalogue())


def every_word() -> list[str]:
    """All words of the grammar's lists, the forms of blocks, the functions and the command line."""
    forms = [*(form for _, form in reference.all_blocks()), *STATEMENTS]
    found = [keyword for keyword, _ in reference.all_blocks()]
    found += [name for _, form in reference.all_blocks() for name in (*form.fields, *form.members)]
    found += [clause for form in forms for clause in form.clauses]
    found += [*VERBS, *CLAUSES, *JOINTS.values(), *(each.name for each in BUILTINS)]
    for name in COMMANDS:
        found += [name, *typed.options_of(name)]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("word", every_word())
def test_explain_knows_every_word(word: str):
    """With more than its name."""
    entry = typed.entry(word)
    assert entry is not None
    assert len(entry.splitlines()) > 2
    assert word in typed.words() or any(w.endswith(f".{word}") for w in typed.words())
