"""Mistakes in single words and signs: what a hand does that is faster than the eye."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from attrs import evolve

from benchmarks.mistakes.corpus import WORD, Game, walk
from benchmarks.mistakes.plant import Mistake, kind, one
from rulelang.source import Span
from rulelang.syntax import nodes

NEIGHBOURS = {
    **dict(zip("abcdefghijklm", "svfrgrhjujkkn", strict=True)),
    **dict(zip("nopqrstuvwxyz", "bipowtdyicxct", strict=True)),
}
TEXT = re.compile(r'"[^"\n]*"')


def misspelt(word: str, rng: Random, known: frozenset[str]) -> str | None:
    """A word with one slip of the fingers, or nothing if that is too short or another word."""
    if len(word) < 3:
        return None
    at = rng.randrange(1, len(word))
    slips = [
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :],
        word[:at] + NEIGHBOURS.get(word[at], "e") + word[at + 1 :],
    ]
    for slip in rng.sample(slips, len(slips)):
        if slip != word and slip not in known and WORD.fullmatch(slip):
            return slip
    return None


def slip_at(game: Game, path: Path, span: Span, rng: Random) -> Iterator[Mistake]:
    """The misspelling of one word."""
    word = span.text
    wrong = misspelt(word, rng, game.words) if WORD.fullmatch(word) else None
    if wrong is not None:
        yield one(path, span.start, span.end, wrong, word)


def used_names(game: Game) -> Iterator[tuple[Path, Span]]:
    """Words that must mean something declared: in conditions, statements, types and clauses."""
    for path, block in game.blocks():
        if block.keyword in ("translate", "silence", "include"):
            continue
        left_out = set(open_words(block))
        for node in walk(block):
            match node:
                case nodes.Name() if id(node) not in left_out:
                    yield path, node.span
                case nodes.Part(_, _, name_span) if id(node) not in left_out:
                    yield path, name_span
                case nodes.Call(called, _, _):
                    yield path, last_word(called.span)
                case nodes.Block("before" | "after" | "instead" | "forbid" | "allow" | "change", called) if called:
                    yield path, last_word(called.span)


def last_word(span: Span) -> Span:
    return Span(span.file, span.end - len(span.text.rsplit(".", 1)[-1]), span.end)


def open_words(block: nodes.Block) -> Iterator[int]:
    """Words that may be anything: cells of tables, keys in the steps of scenarios, values of options."""
    for node in walk(block):
        is_open = isinstance(node, nodes.Cell) or (
            isinstance(node, nodes.Field) and block.keyword == "option" and str(node.path) == "values"
        )
        is_open = is_open or (isinstance(node, nodes.Block) and node.keyword == "play")
        is_open = is_open or (isinstance(node, nodes.Clause) and block.keyword == "variant" and node in block.clauses)
        if is_open:
            yield from (id(inner) for inner in walk(node))


@kind("misspelt name", "A name that is declared elsewhere is used with one letter lost, doubled, swapped or wrong.")
def names(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, span in used_names(game):
        yield from slip_at(game, path, span, rng)


@kind("misspelt name in a table", "A cell that holds a member of a declared kind has one letter wrong.")
def cells(game: Game, rng: Random) -> Iterator[Mistake]:
    members = {word for word, found in game.world.members.items() if any(k.sort != "words" for k, _ in found)}
    for path, block in game.blocks():
        rows = [item for item in block.body if isinstance(item, nodes.Row)]
        if not rows or block.keyword == "translate":
            continue
        named = [i for i, cell in enumerate(rows[0].cells) if cell.span.text.strip() in ("name", "id")]
        for row in rows[1:]:
            for column, cell in enumerate(row.cells):
                if column in named or (not named and column == 0 and block.keyword in ("kind", "piece", "die")):
                    continue
                for value in cell.values:
                    if isinstance(value, nodes.Name) and value.name in members:
                        yield from slip_at(game, path, value.span, rng)


@kind("misspelt name in a text", "A name in the hole of a text, such as `{s.at}`, has one letter wrong.")
def holes(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, text in game.each(nodes.Text):
        for hole in re.finditer(r"\{([^{}]*)\}", text.span.text):
            for word in WORD.finditer(hole[1].partition("|")[0]):  # its forms are words for people
                start = text.span.start + hole.start(1) + word.start()
                yield from slip_at(game, path, Span(text.span.file, start, start + len(word[0])), rng)


@kind("wrong letter case", "A name is written with a capital letter, or all in capitals.")
def case(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, span in used_names(game):
        if WORD.fullmatch(span.text):
            wrong = rng.choice((span.text.capitalize(), span.text.upper()))
            yield one(path, span.start, span.end, wrong, span.text)


@kind("misspelt keyword", "The word that begins a block, a statement or a clause has one letter wrong.")
def keywords(game: Game, rng: Random) -> Iterator[Mistake]:
    statements = (nodes.Act, nodes.Let, nodes.Choose, nodes.Each, nodes.Repeat, nodes.If, nodes.Stop)
    for path, node in game.each(nodes.Block, nodes.Clause, *statements):
        start = node.keyword_span.start if isinstance(node, nodes.Block) else node.span.start
        word = WORD.match(node.span.file.text, start)
        for slip in slip_at(game, path, Span(node.span.file, start, word.end()), rng) if word else ():
            yield evolve(slip, suggestion=node.word) if isinstance(node, nodes.Clause) else slip


@kind("missing bracket", "One bracket of a pair is left out.")
def brackets(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, file in game.own.items():
        code = re.sub(r'"[^"\n]*"|#[^\n]*', lambda m: " " * len(m[0]), file.text)
        for bracket in re.finditer(r"[()\[\]]", code):
            yield one(path, bracket.start(), bracket.end())


@kind("unclosed quote", "The quote that ends a text, or the one that begins it, is left out.")
def quotes(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, file in game.own.items():
        code = re.sub(r"#[^\n]*", lambda m: " " * len(m[0]), file.text)
        for text in TEXT.finditer(code):
            at = rng.choice((text.start(), text.end() - 1, text.end() - 1))
            yield one(path, at, at + 1)


@kind("missing sign", "The colon of a field, a comma between two values, or the last bar of a row is left out.")
def signs(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, node in game.each(nodes.Field, nodes.Row, nodes.Apply, nodes.Call):
        text = node.span.file.text
        match node:
            case nodes.Field(field_path) if node.values:
                at = text.index(":", field_path.span.end)
                yield one(path, at, at + 1)
            case nodes.Row():
                end = text.find("\n", node.span.start)
                at = text.rindex("|", node.span.start, len(text) if end < 0 else end)
                yield one(path, at, at + 1)
            case nodes.Apply(_, arguments) | nodes.Call(_, arguments) if len(arguments) > 1:
                at = text.find(",", arguments[0].span.end, arguments[1].span.start)
                if at >= 0:
                    yield one(path, at, at + 1)


HABITS = (
    (re.compile(r" = "), " == "),
    (re.compile(r" and "), " && "),
    (re.compile(r" or "), " || "),
    (re.compile(r" is not "), " != not "),
    (re.compile(r" != "), " <> "),
    (re.compile(r"(?<=\S)$", re.MULTILINE), ";"),
    (re.compile(r'"([^"\n\']*)"'), r"'\1'"),
    (re.compile(r"\bset (\S+) to "), r"set \1 = "),
    (re.compile(r"(?<=\S)$", re.MULTILINE), " {"),
)


@kind(
    "habit of another language", "Two equals signs, `&&`, a semicolon, a brace or single quotes, as in other languages."
)
def habits(game: Game, rng: Random) -> Iterator[Mistake]:
    statements = (nodes.Act, nodes.Let, nodes.Call, nodes.If)
    for path, node in game.each(*statements):
        end = node.span.file.text.find("\n", node.span.start)
        line = node.span.file.text[node.span.start : end]
        pattern, instead = rng.choice(HABITS)
        if "#" in line or "cites" in line:
            continue
        found = pattern.search(line)
        if found and ('"' not in line[: found.start()] or pattern.pattern.startswith('"')):
            wrong = found.expand(instead)
            yield one(path, node.span.start + found.start(), node.span.start + found.end(), wrong)
