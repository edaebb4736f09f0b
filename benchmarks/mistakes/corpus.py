"""The shipped games, read once, and a check of one of them with other text in one of its files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs
from attrs import define

from rulelang.checks.run import (
    check_sources,
    check_variants,
    games_in,
    mechanism_blocks,
    unique,
    without_consequences,
)
from rulelang.checks.unused import Uses
from rulelang.checks.worlds import Worlds
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.model.world import World
from rulelang.pipeline import build_world, read_sources, rules_of
from rulelang.project.sources import Sources
from rulelang.source import SourceFile
from rulelang.syntax import nodes
from rulelang.syntax.parser import parse

ROOT = Path(__file__).parents[2]
WORD = re.compile(r"[a-z][a-z0-9_]*")


@define(eq=False, slots=False)
class Game:
    """A shipped game, or house rules and the game below them; `own` are the files that mistakes are planted in."""

    name: str
    sources: Sources
    own: dict[Path, SourceFile]
    is_house_rule: bool

    @cached_property
    def world(self) -> World:
        rules = rules_of(self.sources)
        chosen = self.variants if self.is_house_rule else ()
        counts = [n for n in rules.players if not rules.check_variants(chosen, n)]
        return build_world(rules, chosen, {}, counts[0])

    @cached_property
    def variants(self) -> tuple[str, ...]:
        return tuple(str(b.path) for _, b in self.blocks() if b.keyword == "variant" and b.path is not None)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word in its files: a misspelt word must not happen to be another one."""
        return frozenset(w for file in self.sources.files.values() for w in WORD.findall(file.span.file.text))

    def blocks(self) -> Iterator[tuple[Path, nodes.Block]]:
        """The declarations of its own files."""
        for path in self.own:
            for item in self.sources.files[path].items:
                if isinstance(item, nodes.Block):
                    yield path, item

    def each(self, *types: type) -> Iterator[tuple[Path, Any]]:
        """All nodes of some types in its own files."""
        for path, block in self.blocks():
            for node in walk(block):
                if isinstance(node, types):
                    yield path, node

    def places_of(self, word: str) -> list[tuple[Path, int]]:
        """Where a word stands in its files."""
        found = []
        for path, file in self.own.items():
            found += [(path, m.start()) for m in re.finditer(rf"(?<![a-z0-9_]){word}(?![a-z0-9_])", file.text)]
        return found

    def sources_with(self, path: Path, text: str) -> Sources:
        """Its files, one of them with another text; nothing is written to disk."""
        parsed = parse(SourceFile(self.own[path].name, text))
        files = {**self.sources.files, path: parsed.file}
        return Sources(files, list(parsed.problems), list(parsed.broken), parsed.unread, self.sources.below)

    def check(self, path: Path, text: str) -> list[Diagnostic]:
        """What the checker says if a file has another text."""
        sources = self.sources_with(path, text)
        own = [b for b in sources.files[path].items if isinstance(b, nodes.Block) and b.keyword == "variant"]
        names = tuple(str(b.path) for b in own if b.path is not None) if self.is_house_rule else ()
        return check_sources(sources, rules_of(sources), names)

    def glance(self, path: Path, text: str) -> list[Diagnostic]:
        """A part of what the checker says: of the rules for one number of players, without variants.

        It takes a small part of the time, and what is found so is found by the whole check as well.
        """
        sources = self.sources_with(path, text)
        rules = rules_of(sources)
        if sources.unread or rules.game is None:
            return list(rules.problems)
        uses = Uses(mechanism_blocks(rules))
        found = [*rules.problems, *check_variants(Worlds(rules), (), uses, rules.players[:1])]
        return without_consequences(unique(found), sources) if sources.broken else unique(found)


def walk(node: Any) -> Iterator[Any]:
    """A node and everything in it, in the order of the text."""
    if isinstance(node, tuple | list):
        for item in node:
            yield from walk(item)
    elif attrs.has(type(node)) and type(node).__module__.endswith("syntax.nodes"):
        yield node
        for spec in attrs.fields(type(node)):
            if spec.init and not spec.name.endswith("span") and spec.name != "header":
                yield from walk(getattr(node, spec.name))


def read_games(names: tuple[str, ...] = ()) -> list[Game]:
    """The shipped games and examples, or those with some names."""
    found = []
    for files in games_in([ROOT / "games", ROOT / "examples"]):
        name = files.reference.relative_to(ROOT).with_suffix("").as_posix()
        if not names or any(part in name for part in names):
            found.append(read_game(files.reference, files.files, name))
    return found


def read_game(reference: Path, files: tuple[Path, ...] = (), name: str = "") -> Game:
    """A game, and those of its files in which mistakes are to be planted."""
    sources, own_variants = read_sources(reference)
    own = {path.resolve(): sources.files[path.resolve()].span.file for path in files or (reference,)}
    return Game(name or reference.stem, sources, own, bool(own_variants))
