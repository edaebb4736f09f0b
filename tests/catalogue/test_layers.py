"""Imports follow the direction of the data.

The order is written once, as a contract in `pyproject.toml`. `lint-imports` also follows indirect
imports; this test needs nothing installed and names the line.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rulelang"


def contract() -> dict[str, list[str]]:
    """The contract on layers: they stand from the last to the first; parts of one layer do not import each other."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = (each for each in config["tool"]["importlinter"]["contracts"] if each["id"] == "layers")
    return layers


LAYERS = [[part.strip(" ()") for part in layer.split("|")] for layer in contract()["layers"]]
DEPTH = {part: depth for depth, layer in enumerate(LAYERS) for part in layer}


def part_of(module: str) -> str | None:
    """The part of the package a module belongs to, or nothing if no layer names it."""
    part = ".".join(module.split(".")[:2])
    return part if part in DEPTH else None


def module_name(path: Path) -> str:
    """The dotted name of a file of the package."""
    names = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every module a file may import, wherever in the file, with the line; relative ones are not used."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def is_upward(importer: str, imported: str) -> bool:
    """Whether an import goes against the direction, or between two parts of one layer."""
    above, below = part_of(importer), part_of(imported)
    return bool(above and below and above != below and DEPTH[above] >= DEPTH[below])


def wrong_imports(module: str, source: str) -> list[str]:
    """The imports of a module that break the contract."""
    return [f"line {line}: {name}" for line, name in imports(ast.parse(source)) if is_upward(module, name)]


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=module_name)
def test_imports_go_one_way(path: Path):
    """A module imports only what comes before it."""
    assert wrong_imports(module_name(path), path.read_text(encoding="utf-8")) == []


def test_order_of_the_contract():
    """The contract has the order of the architecture."""
    order = ["source", "diagnostics", "syntax", "model", "core", "backends", "play", "text", "api", "checks", "cli"]
    depths = [DEPTH[f"rulelang.{part}"] for part in order]
    assert depths == sorted(depths, reverse=True)


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("rulelang.syntax.parser", "from rulelang.model import types", ["line 1: rulelang.model.types"]),
        ("rulelang.syntax.parser", "from rulelang import model", ["line 1: rulelang.model"]),
        ("rulelang.source", "def f():\n    import rulelang.cli", ["line 2: rulelang.cli"]),
        ("rulelang.mechanisms.contract", "import rulelang.api", ["line 1: rulelang.api"]),
        ("rulelang.model.check", "from rulelang.syntax import nodes", []),
        ("rulelang.model.check", "from rulelang.model import types", []),
        ("rulelang.model.check", "import lark, rulelang.errors", []),
        ("rulelang.pipeline", "from rulelang.mechanisms import MECHANISMS", []),
    ],
)
def test_wrong_imports_are_found(module: str, source: str, wrong: list[str]):
    """The check sees every form of import."""
    assert wrong_imports(module, source) == wrong
