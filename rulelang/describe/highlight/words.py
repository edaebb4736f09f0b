"""The words of the language by what they are, from the forms of blocks, the functions, and the grammar itself."""

from __future__ import annotations

import re
from functools import cache

from attrs import frozen

from rulelang.language.blocks import CORE, STATEMENTS
from rulelang.language.functions import BUILTINS
from rulelang.mechanisms import MECHANISMS
from rulelang.syntax.parser import lark_parser

# Blocks that are written with a second word.
HEADS = {"instead": "instead of"}
LITERALS = ("none", "yes", "no")
WORD = re.compile(r"[a-z]+(?: [a-z]+)*")


@frozen
class Words:
    """Each sort in order, longer words before those that they begin with."""

    blocks: tuple[str, ...]
    verbs: tuple[str, ...]
    clauses: tuple[str, ...]
    operators: tuple[str, ...]
    literals: tuple[str, ...]
    functions: tuple[str, ...]


@cache
def words() -> Words:
    """All words that have a meaning of their own."""
    terminals = {terminal.name: terminal.pattern.value for terminal in lark_parser().terminals}
    clauses = {*WORD.findall(terminals["CLAUSE"].replace(r"\b", "")), "cites"}
    verbs = {statement.verb for statement in STATEMENTS} - {"call"}
    reserved = {word for word in terminals.values() if WORD.fullmatch(word)}
    keywords = {block.keyword for block in CORE} | {mechanism.keyword for mechanism in MECHANISMS}
    members = {name for form in (*CORE, *(each.block for each in MECHANISMS)) for name in form.members}
    return Words(
        blocks=ordered({HEADS.get(word, word) for word in (keywords | members) - verbs}),
        verbs=ordered(verbs | {"otherwise"}),
        clauses=ordered(clauses),
        operators=ordered(reserved - verbs - clauses - {*LITERALS, "cites", "otherwise"}),
        literals=LITERALS,
        functions=ordered({function.name for function in BUILTINS}),
    )


def ordered(found: set[str]) -> tuple[str, ...]:
    return tuple(sorted(found, key=lambda word: (-len(word), word)))


def one_of(found: tuple[str, ...]) -> str:
    """An expression that matches any of them, the longest first."""
    return "|".join(map(re.escape, found)).replace(r"\ ", " ")
