"""Text to syntax tree, with recovery.

The text is cut at declarations (lines that start with a letter in the first column) and each piece
is parsed alone, so that a mistake in one piece does not hide those in another. Within a piece, the
line at fault is mended or replaced (`mending.py`) and the piece is tried again, to find further mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from attrs import frozen
from lark import Lark, Token, Tree, UnexpectedInput
from lark import __version__ as lark_version
from lark.grammar import Rule
from lark.indenter import DedentError, Indenter
from lark.lexer import TerminalDef

from rulelang.cache.folder import key_of, open_cache
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import syntax as wording
from rulelang.language.blocks import PLAIN_VERBS
from rulelang.source import SourceFile, Span
from rulelang.syntax import nodes
from rulelang.syntax.from_lark import ToNodes
from rulelang.syntax.recovery.consequences import Broken
from rulelang.syntax.recovery.draft import Draft, MendedNodes
from rulelang.syntax.recovery.mending import Mender
from rulelang.syntax.recovery.mistakes import mistake

MOST_PARSERS = 4
MOST_ATTEMPTS = 12
MOST_ATTEMPTS_LARGE = 4
LARGE_PIECE = 20_000
MOST_ROWS = 5_000
MOST_LINES = 20_000
DEEPEST_NESTING = 40
DEEPEST_TREE = 100
DEEPEST_LOOPS = 12
LONGEST_NUMBER = 18
LARGEST_FILE = 4_000_000
IN_CODE = re.compile(r'"[^"\n]*"|#[^\n]*|[(\[]|[)\]]')
LONG_NUMBER = re.compile(rf"(?<![A-Za-z0-9_])[0-9][0-9_]{{{LONGEST_NUMBER},}}")
LONG_RUN = re.compile(rf"((\bnot\s+|-\s*|\botherwise\s+){{{DEEPEST_NESTING}}})")
TABBED = re.compile(r"^ *\t[ \t]*(?=\S)", re.MULTILINE)


@frozen
class Parsed:
    """What came of a file: its tree (with something else for lines that failed) and what is wrong with it."""

    file: nodes.File
    problems: tuple[Diagnostic, ...]
    broken: tuple[Broken, ...] = ()
    unread: bool = False  # is nothing known of the file?


class Lines(Indenter):
    """Turns indentation into tokens.

    An `otherwise` with something to fall back on goes on with the line above if it stands further in than
    the first word of that line does; else it is where a line begins.
    """

    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 - Lark asks for lists here
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    tab_len = 8
    always_accept = ("_NL", "_FALL_BACK")

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802 - Lark's name
        if not isinstance(token, FallBack) or indentation(token) <= self.indent_level[-1]:
            yield from super().handle_NL(token)


class FallBack(Token):
    """A line end before an `otherwise` that may go on with the line above."""

    @classmethod
    def of(cls, token: Token) -> FallBack:
        return cls.new_borrow_pos("_NL", token, token)


def indentation(line_end: str) -> int:
    """How far the line behind a line end is indented."""
    return len(line_end.lstrip("\r\n"))


def grammar_text() -> str:
    """The grammar, beside the package in a checkout, inside it in an installed wheel; with its plain verbs."""
    beside = Path(__file__).parents[2] / "grammar" / "rulelang.lark"
    file = beside if beside.is_file() else resources.files("rulelang").joinpath("_grammar/rulelang.lark")
    plain = " | ".join(f'"{verb}" expr clause* _NL -> {verb}' for verb in PLAIN_VERBS)
    return f"{file.read_text(encoding='utf-8')}\n?plain: {plain}\n"


@cache
def lark_parser() -> Lark:
    """The parser, built once a process; its tables are kept from one start to the next."""
    cache = open_cache()
    text = grammar_text()
    name = f"parser/{key_of(text, lark_version)}" if cache is not None else ""
    kept = from_tables(cache.read_json(name)) if cache is not None else None
    if kept is not None:
        return kept
    made = Lark(text, parser="lalr", lexer="contextual", maybe_placeholders=True, **of_this_process())
    if cache is not None:
        cache.write_json(name, tables(made))
        cache.prune("parser", MOST_PARSERS)
    return made


def of_this_process() -> dict[str, Any]:
    """What a parser is given whether it is made or comes from its tables."""
    return {
        "postlex": Lines(),
        "lexer_callbacks": {"_FALL_BACK": FallBack.of},
        "propagate_positions": True,
    }


def tables(parser: Lark) -> dict[str, Any]:
    """A parser as plain data."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name not in of_this_process()}
    return {"data": data, "memo": memo}


def from_tables(found: Any) -> Lark | None:
    """A parser from its tables as JSON gives them back, which has no numbers as keys; nothing if they are not such."""
    try:
        return Lark.__new__(Lark)._load(with_numbers(found), **of_this_process())  # noqa: SLF001 - as in Lark's `load`
    except Exception:  # noqa: BLE001 - whatever is wrong with it, it can be made anew
        return None


def with_numbers(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {int(key) if key.isdecimal() else key: with_numbers(value) for key, value in thing.items()}
    return [with_numbers(one) for one in thing] if isinstance(thing, list) else thing


def parse(file: SourceFile) -> Parsed:
    """Parse a whole file."""
    refused = unreadable(file)
    if refused:
        return Parsed(nodes.File((), span=Span(file, 0, 0)), (refused,), unread=True)
    items: list[nodes.Item] = []
    problems: list[Diagnostic] = tabs(file)
    broken: list[Broken] = []
    for start, end in pieces(file.text):
        found, wrong, lines = parse_piece(file, start, end)
        items.extend(found)
        problems.extend(wrong)
        broken.extend(lines)
    whole = Span(file, 0, len(file.text))
    return Parsed(nodes.File(tuple(items), span=whole), tuple(problems), tuple(broken))


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each declaration."""
    starts = [m.start() for m in re.finditer(r"^[A-Za-z]", text, re.MULTILINE)]
    if not starts or text[: starts[0]].strip():
        starts.insert(0, 0)
    yield from zip(starts, [*starts[1:], len(text)], strict=True)


def unreadable(file: SourceFile) -> Diagnostic | None:
    """What makes a file not worth parsing at all."""
    text = file.text
    if len(text) > LARGEST_FILE:
        return wording.file_too_large(Span(file, 0, 0), len(text), LARGEST_FILE)
    lines = text.count("\n")
    if lines > MOST_LINES:
        return wording.file_too_large(Span(file, 0, 0), lines, MOST_LINES, "lines")
    return None


def tabs(file: SourceFile) -> list[Diagnostic]:
    """Lines indented with tabs, in one message: who does it once does it everywhere."""
    found = list(TABBED.finditer(file.text)) if "\t" in file.text else []
    if not found:
        return []
    return [wording.tab_in_indentation(Span(file, found[0].start(), found[0].end()), len(found) - 1)]


Piece = tuple[list[nodes.Item], list[Diagnostic], list[Broken]]


def parse_piece(file: SourceFile, start: int, end: int) -> Piece:
    """One declaration: its items, what is wrong with it, and the lines that could not be read."""
    draft = Draft.of(file, start, end)
    refused = too_many_rows(draft) or nested_too_deep(draft)
    if refused is not None:
        return [], [refused], [Broken(draft.whole, draft.whole)]
    mender = Mender(draft, can_go_on)
    shorten_numbers(draft, mender)
    for _ in range(MOST_ATTEMPTS if end - start < LARGE_PIECE else MOST_ATTEMPTS_LARGE):
        try:
            tree = lark_parser().parse(draft.text)
        except (UnexpectedInput, DedentError) as error:
            mender.go_on(mistake(draft, error, can_go_on))
        else:
            deep = deep_place(tree)
            if deep is None:
                build = MendedNodes(draft) if draft.is_changed else ToNodes(file, start)
                items = list(build.transform(tree).items)
                for word in build.reserved:
                    mender.problems.append(wording.reserved_word(word, word.text, "value"))
                    mender.note(draft.row(word), mended=True)
                return items, mender.problems, list(mender.broken.values())
            row, column = draft.cell(deep.meta.start_pos if not deep.meta.empty else 0)
            mender.problems.append(wording.nested_too_deep(draft.span(row, column, column + 1), DEEPEST_NESTING))
            break
    return [], mender.problems, [Broken(draft.whole, draft.whole)]


@cache
def line_ends(terminal: str) -> re.Pattern[str]:
    """The grammar's word on which line ends do not end a line."""
    return re.compile(lark_parser().get_terminal(terminal).pattern.to_regexp())


def can_go_on(text: str, at: int = 0, column: int = 0) -> bool:
    """Does the line of rules that began in a column go on behind a line end?"""
    if line_ends("_CONTINUE").match(text, at):
        return True
    found = line_ends("_FALL_BACK").match(text, at)
    return found is not None and indentation(found[0]) > column


def too_many_rows(draft: Draft) -> Diagnostic | None:
    """A table that no table-top holds."""
    if len(draft.lines) <= MOST_ROWS:
        return None
    _, *rows = [row for row, line in enumerate(draft.lines) if line.lstrip().startswith("|")] or [0]  # below the head
    if len(rows) <= MOST_ROWS:
        return None
    at = rows[MOST_ROWS]
    return wording.too_many_rows(draft.span(at, draft.depth(at), draft.depth(at) + 1), len(rows), MOST_ROWS)


def shorten_numbers(draft: Draft, mender: Mender) -> None:
    """A number beyond all counting is read as some small one."""
    if not LONG_NUMBER.search(draft.text):
        return
    for row, line in enumerate(draft.lines):
        found = LONG_NUMBER.search(without_texts(line))
        if found:
            mender.problems.append(wording.number_too_long(draft.span(row, *found.span()), LONGEST_NUMBER))
            mender.note(row, mended=True)
            draft.set_line(row, LONG_NUMBER.sub("1", line).strip())


def nested_too_deep(draft: Draft) -> Diagnostic | None:
    """Brackets, `not`s, minus signs and indentation inside one another beyond all reason."""
    text = draft.text
    if text.count("(") + text.count("[") > DEEPEST_NESTING:
        depth = 0
        for match in IN_CODE.finditer(text):
            depth = max(0, depth + (match[0] in "([") - (match[0] in ")]"))
            if depth > DEEPEST_NESTING:
                return too_deep_at(draft, match.start())
    if text.count("not") + text.count("-") + text.count("otherwise") >= DEEPEST_NESTING:
        run = LONG_RUN.search(without_texts(text))
        if run:
            return too_deep_at(draft, run.start())
    return indented_too_deep(draft)


def indented_too_deep(draft: Draft) -> Diagnostic | None:
    """Wide indentation is fine in a continued line; a body that deep is not."""
    for row, line in enumerate(draft.lines):
        if line.startswith(" " * (2 * DEEPEST_NESTING)) and re.match(r" *[a-z|]", line):
            above = draft.above(row)
            if above is not None and draft.depth(above) >= 2 * DEEPEST_NESTING - 2:
                return wording.nested_too_deep(draft.span(row, 0, draft.depth(row)), DEEPEST_NESTING)
    return None


def too_deep_at(draft: Draft, position: int) -> Diagnostic:
    row, column = draft.cell(position)
    return wording.nested_too_deep(draft.span(row, column, column + 1), DEEPEST_NESTING)


def without_texts(code: str) -> str:
    """Code with its texts and comments blanked."""
    return re.sub(r'"[^"\n]*"|#[^\n]*', lambda m: " " * len(m[0]), code)


def deep_place(tree: Tree[Token]) -> Tree[Token] | None:
    """Where a tree is too deep to be worked with: long chains of signs, loops in loops, branches after branches."""
    waiting: list[tuple[Tree[Token], int, int]] = [(tree, 0, 0)]
    while waiting:
        node, depth, loops = waiting.pop()
        loops += node.data in ("each", "repeat", "choose")
        many = node.data == "if_" and len(node.children) > DEEPEST_NESTING
        if depth > DEEPEST_TREE or loops > DEEPEST_LOOPS or many:
            return node
        waiting += [(child, depth + 1, loops) for child in node.children if isinstance(child, Tree)]
    return None
