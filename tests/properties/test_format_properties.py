"""What holds of the formatter whatever the rules are and however they are spaced."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulelang.source import SourceFile
from rulelang.syntax import nodes
from rulelang.syntax.format import format_text, print_file
from rulelang.syntax.parser import parse
from tests.properties.strategies import comments, files, respaced, with_margins

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "tests" / "data" / "samples"
REAL_FILES = [path for folder in (ROOT / "examples", SAMPLES) for path in sorted(folder.glob("*.rules"))]
SEEDS = st.integers(0, 2**32)

short_run = settings(max_examples=60, suppress_health_check=list(HealthCheck))
long_run = settings(max_examples=1500, suppress_health_check=list(HealthCheck))


def read(text: str) -> nodes.File:
    """The tree of a text that has no mistakes."""
    parsed = parse(SourceFile("rules", text))
    assert not parsed.problems, text
    return parsed.file


@cache
def tidy_text(path: Path) -> str:
    """A real file, formatted."""
    return format_text(path.read_text(encoding="utf-8")).text


def check_formatting(text: str, tree: nodes.File) -> str:
    """Formatting keeps the rules and the comments, and once is enough."""
    found = format_text(text)
    assert not found.problems, text
    assert read(found.text) == tree
    assert comments(found.text) == comments(text)
    assert format_text(found.text).text == found.text
    assert not any(line != line.rstrip() for line in found.text.split("\n"))
    assert "\n\n\n" not in found.text
    return found.text


def check_tree(tree: nodes.File, seed: int) -> None:
    """A tree is printed, read, made untidy and tidied up again."""
    tidy = print_file(tree)
    assert read(tidy) == tree, tidy
    random = Random(seed)
    assert check_formatting(respaced(tidy, random), tree) == format_text(tidy).text
    untidy = respaced(with_margins(tidy, random), random)
    again = check_formatting(untidy, tree)
    assert format_text(untidy.replace("\n", "\r\n")).text == again


def check_real_file(path: Path, seed: int) -> None:
    """A real file is made untidy and tidied up again."""
    random = Random(seed)
    text = tidy_text(path)
    tree = read(text)
    assert check_formatting(respaced(text, random), tree) == text
    check_formatting(respaced(with_margins(text, random), random), tree)


@short_run
@given(files(), SEEDS)
def test_any_tree(tree: nodes.File, seed: int) -> None:
    """Any rules at all survive, with any spaces and comments."""
    check_tree(tree, seed)


@settings(short_run, max_examples=15)
@given(st.sampled_from(REAL_FILES), SEEDS)
def test_real_files(path: Path, seed: int) -> None:
    """So do the rules of real games."""
    check_real_file(path, seed)


@pytest.mark.slow
@long_run
@given(files(), SEEDS)
def test_many_trees(tree: nodes.File, seed: int) -> None:
    """A longer search for rules that do not survive."""
    check_tree(tree, seed)


@pytest.mark.slow
@settings(long_run, max_examples=200)
@given(st.sampled_from(REAL_FILES), SEEDS)
def test_many_spacings_of_real_files(path: Path, seed: int) -> None:
    """A longer search for spacings that matter."""
    check_real_file(path, seed)
