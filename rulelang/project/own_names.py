"""Names that are a variant's own: its rules, values and fields may be called like something elsewhere.

In the variant, in those that need it and in scenarios that stand with it the word is the variant's. Where the game
or another variant has the word too, the whole name, `pawnshop.price`, takes its place before anything
is merged or resolved, so whoever reads names finds each once. The whole name is understood everywhere, always.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs
from attrs import evolve, frozen

from rulelang.project.amended.words import name_of
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.blocks import Declared, header_name
from rulelang.syntax.holes import HOLE
from rulelang.syntax.visit import rebuild
from rulelang.syntax.words import AMENDMENTS

HELPERS = frozenset({"rule", "value"})
DATA = frozenset({"add", "drop"})
LABEL = "label"
WORD = re.compile(r"[a-z][a-z0-9_]*")


@frozen
class Words:
    """What words stand for at some place: names, parts of kinds, and whole names of either."""

    names: Mapping[str, str]
    parts: Mapping[str, str]
    whole_names: Mapping[tuple[str, str], str]
    whole_parts: Mapping[tuple[str, str], str]

    @property
    def written(self) -> Iterator[str]:
        """What stands in a text that says any of the words."""
        yield from (*self.names, *self.parts)
        yield from (f"{variant}.{word}" for variant, word in (*self.whole_names, *self.whole_parts))

    def name(self, written: str) -> str:
        """What a name is called, of which the first word or two may be a helper."""
        return ".".join(self.names_of(tuple(written.split("."))))

    def path(self, path: nodes.Path) -> nodes.Path:
        return evolve(path, names=self.names_of(path.names))

    def names_of(self, names: tuple[str, ...]) -> tuple[str, ...]:
        if names[:2] in self.whole_names:
            return (self.whole_names[names[0], names[1]], *names[2:])
        return (self.names.get(names[0], names[0]), *names[1:])

    def read(self, node: Any) -> Any:
        """A tree in which each helper has the name that it goes by."""
        text = node.span.text if node is not None else ""
        if not any(word in text for word in self.written):
            return node
        bound = {each.name for each in found(node, nodes.Parameter)} | amended_arguments(node)
        heads = {name.span for row in head_rows(node) for name in found(row, nodes.Name)}
        words = evolve(self, names={word: name for word, name in self.names.items() if word not in bound})

        def change(each: Any) -> Any:
            return each if isinstance(each, nodes.Name) and each.span in heads else words.changed(each)

        return rebuild(node, change)

    def changed(self, node: Any) -> Any:
        match node:
            case nodes.Name(name) | nodes.Let(name) | nodes.Binder(name) if name in self.names:
                return evolve(node, name=self.names[name])
            case nodes.Part(nodes.Name(variant), name) if (variant, name) in self.whole_names:
                return nodes.Name(self.whole_names[variant, name], span=node.span)
            case nodes.Part(nodes.Part(of, variant), name) if (variant, name) in self.whole_parts:
                return evolve(node, of=of, name=self.whole_parts[variant, name])
            case nodes.Part(_, name) if name in self.parts:
                return evolve(node, name=self.parts[name])
            case nodes.Stop(what=str() as what):
                return evolve(node, what=self.name(what))
            case nodes.Call():
                return evolve(node, path=self.path(node.path))
            case nodes.Block():
                return self.block(node)
        return node

    def block(self, block: nodes.Block) -> nodes.Block:
        if block.path is not None and block.keyword in HELPERS | AMENDMENTS - DATA:
            block = evolve(block, path=self.path(block.path))
        own = {"state": self.names, "add": self.parts}.get(block.keyword, {})
        return evolve(block, body=tuple(self.field(item, own) for item in block.body)) if own else block

    def field(self, item: nodes.Item, own: Mapping[str, str]) -> nodes.Item:
        if not isinstance(item, nodes.Field) or str(item.path) not in own:
            return item
        return evolve(item, path=evolve(item.path, names=(own[str(item.path)],)))


NO_WORDS = Words({}, {}, {}, {})


@frozen
class OwnNames:
    """What the words of each variant stand for, and where the variants are."""

    words: Mapping[str, Words]
    elsewhere: Words
    places: tuple[tuple[Span, str], ...]

    def of(self, variants: Collection[str]) -> Words:
        """What words stand for beside some variants; those that two of them have are nobody's."""
        if not variants:
            return self.elsewhere
        each = [self.words.get(variant, self.elsewhere) for variant in variants]
        return evolve(
            self.elsewhere,
            names=agreed([words.names for words in each]),
            parts=agreed([words.parts for words in each]),
        )

    def at(self, span: Span) -> Words:
        """What words stand for at a place."""
        for block, variant in self.places:
            if block.file == span.file and block.start <= span.start < block.end:
                return self.words[variant]
        return self.elsewhere

    def read(self, declared: Declared) -> Declared:
        """A declaration in which each helper has the name that it goes by."""
        words = self.elsewhere if declared.variant is None else self.words[declared.variant]
        block = words.read(declared.block)
        return declared if block is declared.block else evolve(declared, block=block)


NO_NAMES = OwnNames({}, NO_WORDS, ())


def agreed(each: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """The words of several, but those that mean one thing here and another there."""
    words = {word for meant in each for word in meant}
    meanings = {word: {meant[word] for meant in each if word in meant} for word in words}
    return {word: said.pop() for word, said in meanings.items() if len(said) == 1}


def own_names(declared: Sequence[Declared], needs: Mapping[str, Iterable[str]], places: Mapping[str, Span]) -> OwnNames:
    """The names of helpers of some variants, with what each of them needs and where it is."""
    if not places:
        return NO_NAMES
    blocks: dict[str | None, list[nodes.Block]] = {variant: [] for variant in (None, *places)}
    for each in declared:
        blocks[each.variant].append(each.block)
    names, parts = Helpers(blocks, named, taken_names), Helpers(blocks, added, taken_parts)
    elsewhere = Words({}, {}, names.whole, parts.whole)
    words = {v: evolve(elsewhere, names=names.seen_by(v, needs[v]), parts=parts.seen_by(v, needs[v])) for v in places}
    return OwnNames(words, elsewhere, tuple((span, variant) for variant, span in places.items()))


Found = Mapping[tuple[str, str], nodes.Block]  # by what they are declared in and their words


@frozen(slots=False)
class Helpers:
    """The helpers of one sort: what they are called in each variant."""

    blocks: Mapping[str | None, list[nodes.Block]]
    among: Callable[[Iterable[nodes.Block]], Found]
    taken: Callable[[Iterable[nodes.Block], str], set[str]]

    @cached_property
    def called(self) -> dict[str, dict[str, str]]:
        """For each variant what its helpers are called: by their words, or where these are taken by whole names."""
        return {
            variant: {
                word: f"{variant}.{word}" if self.is_taken(variant, home, word, block) else word
                for (home, word), block in sorted(self.among(blocks).items(), key=lambda found: found[0])
            }
            for variant, blocks in self.blocks.items()
            if variant is not None
        }

    def is_taken(self, variant: str, home: str, word: str, block: nodes.Block) -> bool:
        """Is something else called like a helper?

        One that is called like something in the game, and that nothing else in its variant asks for, keeps the word:
        whoever wrote it meant to change the game, and is told how.
        """
        if self.in_game(home, word):
            return any(word in words_in(each) for each in self.blocks[variant] if each is not block)
        return any(word in self.taken(self.blocks[other], home) for other in self.blocks if other != variant)

    def in_game(self, home: str, word: str) -> bool:
        return word in self.taken(self.blocks[None], home)

    @property
    def whole(self) -> dict[tuple[str, str], str]:
        """What is meant by whole names."""
        return {(variant, word): name for variant, own in self.called.items() for word, name in own.items()}

    def seen_by(self, variant: str, needs: Iterable[str]) -> dict[str, str]:
        """The words that mean something else elsewhere: of a variant's own, and of those it needs what no game has."""
        below = [
            {
                word: self.called[need][word]
                for home, word in self.among(self.blocks[need])
                if not self.in_game(home, word)
            }
            for need in needs
            if need in self.called and need != variant
        ]
        own = {**agreed(below), **self.called[variant]}
        return {word: name for word, name in own.items() if word != name}


# ---- what is declared ---------------------------------------------------------------------------------------


def named(blocks: Iterable[nodes.Block]) -> Found:
    """Rules, values and fields of the state."""
    found = {}
    for block in blocks:
        if block.keyword in HELPERS and block.path is not None and len(block.path.names) == 1:
            found["", str(block.path)] = block
        elif block.keyword == "state":
            found.update({("", name): block for name in field_names(block)})
    return found


def added(blocks: Iterable[nodes.Block]) -> Found:
    """Fields added to kinds, with the kinds."""
    return {(name_of(b), name): b for b in blocks if b.keyword == "add" for name in field_names(b)}


def taken_names(blocks: Iterable[nodes.Block], _home: str) -> set[str]:
    """The names that some declarations take."""
    found = set()
    for block in blocks:
        if block.keyword == "state":
            found |= set(field_names(block))
        elif block.path is not None and block.keyword not in AMENDMENTS:
            found.add(str(block.path))
    return found


def taken_parts(blocks: Iterable[nodes.Block], home: str) -> set[str]:
    """The parts that some declarations give to a kind."""
    found = set()
    for block in blocks:
        per = block.clause("per")
        if name_of(block) == home:
            found |= {*field_names(block), *(header_name(cell) for row in head_rows(block) for cell in row.cells)}
        elif block.keyword == "zone" and per is not None and nodes.Name(home) in per.values:
            found.add(str(block.path))
    return found


def field_names(block: nodes.Block) -> list[str]:
    names = [str(item.path) for item in block.body if isinstance(item, nodes.Field)]
    return [name for name in names if "." not in name and name != LABEL]


def head_rows(node: Any) -> Iterator[nodes.Row]:
    """The heads of the tables in a tree."""
    for block in found(node, nodes.Block):
        yield from [item for item in block.body if isinstance(item, nodes.Row)][:1]


def amended_arguments(node: Any) -> set[str]:
    """The author's names for what is handed to the rule that is replaced."""
    clauses = [clause for block in found(node, nodes.Block) for clause in block.clauses if clause.word == "of"]
    return {name.name for clause in clauses for each in found(clause, nodes.Apply) for name in each.arguments
            if isinstance(name, nodes.Name)}  # fmt: skip


def words_in(node: Any) -> set[str]:
    """The words that a tree asks for things by."""
    words = {each.name for each in found(node, nodes.Name | nodes.Part)}
    words |= {each.path.names[0] for each in found(node, nodes.Call)}
    return words | {
        w for text in found(node, nodes.Text) for hole in HOLE.findall(text.value) for w in WORD.findall(hole)
    }


def found(node: Any, wanted: Any) -> Iterator[Any]:
    """The nodes of some sort in a tree."""
    if isinstance(node, tuple):
        for item in node:
            yield from found(item, wanted)
    elif attrs.has(type(node)) and type(node).__module__ == nodes.__name__:
        if isinstance(node, wanted):
            yield node
        for spec in attrs.fields(type(node)):
            yield from found(getattr(node, spec.name), wanted)
