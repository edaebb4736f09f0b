"""CHANGELOG.md is made from the notes: each once, under its kind, and older versions stay as they were."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import rulelang

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def collect() -> ModuleType:
    spec = importlib.util.spec_from_file_location("collect", ROOT / "changelog.d" / "collect.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_section_holds_every_note(collect: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "b.change.md").write_text("Second.\nIn two lines.\n", encoding="utf-8")
    (tmp_path / "a.change.md").write_text("First.\n", encoding="utf-8")
    (tmp_path / "c.breaking.md").write_text("Breaks.\n", encoding="utf-8")
    made = collect.section(tmp_path)
    assert made.startswith(f"## {rulelang.__version__}\n")
    assert made.index("- Breaks.") < made.index("- First.") < made.index("- Second.\n  In two lines.")


def test_older_versions_stay(collect: ModuleType) -> None:
    older = "# Changes\n\n## 0.2.0\n\n- old text\n\n## 0.1.0\n\n- oldest\n"
    made = collect.with_section(older, "## 0.2.0\n\n- new text\n")
    assert "- new text" in made
    assert "- old text" not in made
    assert made.count("## 0.1.0\n\n- oldest") == 1
    assert collect.with_section(made, "## 0.3.0\n").count("## ") == 3


def test_every_note_has_a_kind(collect: ModuleType) -> None:
    """Else it would be in no list."""
    kinds = {path.name.split(".")[-2] for path in (ROOT / "changelog.d").glob("*.md")}
    assert kinds <= set(collect.KINDS)
