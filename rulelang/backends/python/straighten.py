"""Straight lines where blocks take a detour: values that are taken back only to be put away again, questions
that are asked in another place than where the answer is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulelang.backends.python.merge import INDENT, Block, depth_of
from rulelang.backends.python.places import in_place_of

TAKE_BACK = re.compile(r"( *)(S\.\w+) = (f\[\d+\])")
BRANCH = re.compile(r"if [^(]*:")
QUESTION = re.compile(r"( *)if (fold\w*)\(S(?:, \w+)*\):")


def straighten(texts: Iterable[str], folds: dict[str, str]) -> list[str]:
    """The same blocks with fewer detours; `folds` are the functions that answer questions, by name."""
    blocks = [Block(text) for text in texts]
    for block in blocks:
        block.lines = ask_in_place(block.lines, folds)
        block.lines = keep_in_place(block.lines)
    return [block.text for block in blocks]


# ---- values that are put away and taken back ----------------------------------------------------------------


def keep_in_place(lines: list[str]) -> list[str]:
    """Who takes something back only to put it away again, and then replaces it, may leave it where it is."""
    for number, line in enumerate(lines):
        found = TAKE_BACK.fullmatch(line)
        put_away = found and put_away_again(lines, number, found[2], found[3])
        if put_away:
            return keep_in_place([x for n, x in enumerate(lines) if n not in (number, put_away)])
    return lines


def put_away_again(lines: list[str], start: int, taken: str, kept: str) -> int | None:
    """The line that puts back what a line took, if nothing in between needs it and it is replaced right after."""
    depth = depth_of(lines[start])
    again: int | None = None
    for number in range(start + 1, len(lines)):
        line, text = lines[number], lines[number].lstrip()
        if depth_of(line) < depth or "(" in text or (text.endswith(":") and not BRANCH.fullmatch(text)):
            return None
        if text == f"{kept} = {taken}" and depth_of(line) == depth and again is None:
            again = number
        elif re.search(rf"{re.escape(taken)}\b", text):
            replaced = re.fullmatch(rf"{re.escape(taken)} = (.*)", text)
            plain = replaced is not None and not re.search(rf"{re.escape(taken)}\b", replaced[1])
            return again if plain and depth_of(line) == depth else None
        elif kept in text or text.startswith(("return", "raise")):
            return None
    return None


# ---- questions ----------------------------------------------------------------------------------------------


def ask_in_place(lines: list[str], folds: dict[str, str]) -> list[str]:
    """A question that is asked before something final: what is to be done stands where the answer is found."""
    asked: list[str] = []
    number = 0
    while number < len(lines):
        found = QUESTION.fullmatch(lines[number])
        search = search_of(folds.get(found[2])) if found else None
        end = number + 1
        while end < len(lines) and depth_of(lines[end]) > depth_of(lines[number]):
            end += 1
        then = lines[number + 1 : end]
        if found and search and is_final(then):
            asked += [in_place_of(lines[number], x) for x in spread(search, then, found[1])]
            number = end
        else:
            asked.append(lines[number])
            number += 1
    return asked


def is_final(lines: list[str]) -> bool:
    """Does a body leave the block at its end, and never go on with a loop around it?"""
    leaves = lines[-1].strip() == "return" and depth_of(lines[-1]) == depth_of(lines[0])
    return leaves and not any(line.strip() in ("continue", "break") for line in lines)


def search_of(function: str | None) -> list[str] | None:
    """The lines of a function that looks for something and is true where it finds it."""
    _, *lines = (function or "").split("\n")
    if not lines or lines.pop() != f"{INDENT}return False":
        return None
    return lines if all(line.strip() == "return True" for line in lines if "return" in line) else None


def spread(search: list[str], then: list[str], pad: str) -> list[str]:
    """The search, with what is to be done in place of its answer."""
    lines: list[str] = []
    for line in search:
        here = pad[len(INDENT) :] + line
        if line.strip() == "return True":
            lines += [" " * depth_of(here) + x[len(pad) + len(INDENT) :] for x in then]
        else:
            lines.append(here)
    return lines
