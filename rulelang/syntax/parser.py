"""Text to syntax tree, with recovery.

The text is cut at declarations (lines that start with a letter in the first column) and each piece
is parsed alone, so that a mistake in one piece does not hide those in another. Within a piece, the
line at fault is replaced (`recovery.py`) and the piece is tried again, to find further mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

from attrs import frozen
from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import syntax as wording
from rulelang.source import SourceFile, Span
from rulelang.syntax import nodes
from rulelang.syntax.from_text import ToNodes
from rulelang.syntax.recovery import Broken, line_bounds, without_line

MOST_MISTAKES_A_PIECE = 8
LARGE_PIECE = 20_000
MOST_ROWS = 5_000
MOST_LINES = 20_000
BODY_VERBS = ("if", "each", "repeat", "otherwise")
CLAUSE_WORDS = (
    "of|per|when|by|from|to|for|limit|starts|needs|excludes|with|optional|because|gives|as|prompt|lasts|after"
)
DEEPEST_NESTING = 40
DEEPEST_TREE = 100
DEEPEST_LOOPS = 12
LONGEST_NUMBER = 18
LARGEST_FILE = 4_000_000


@frozen
class Parsed:
    """What came of a file: its tree (with something else for lines that failed) and what is wrong with it."""

    file: nodes.File
    problems: tuple[Diagnostic, ...]
    broken: tuple[Broken, ...] = ()


class Lines(Indenter):
    """Turns indentation into tokens."""

    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 - Lark asks for lists here
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    tab_len = 8


def grammar_text() -> str:
    """The grammar: beside the package in a checkout, inside it in an installed wheel."""
    beside = Path(__file__).parents[2] / "grammar" / "rulelang.lark"
    if beside.is_file():
        return beside.read_text(encoding="utf-8")
    return resources.files("rulelang").joinpath("_grammar/rulelang.lark").read_text(encoding="utf-8")


@cache
def lark_parser() -> Lark:
    """The parser, built once a process."""
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        postlex=Lines(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


def parse(file: SourceFile) -> Parsed:
    """Parse a whole file."""
    refused = unreadable(file)
    if refused:
        return Parsed(nodes.File((), span=Span(file, 0, 0)), (refused,))
    items: list[nodes.Item] = []
    problems: list[Diagnostic] = []
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
    if "\0" in text:
        at = text.index("\0")
        return wording.bad_character(Span(file, at, at + 1), "\0")
    tab = re.search(r"^ *\t[ \t]*", text, re.MULTILINE)
    if tab:
        return wording.tab_in_indentation(Span(file, tab.start(), tab.end()))
    number = re.search(rf"(?<![A-Za-z0-9_])[0-9][0-9_]{{{LONGEST_NUMBER},}}", text)
    if number:
        return wording.number_too_long(Span(file, number.start(), number.end()), LONGEST_NUMBER)
    return nested_too_deep(file)


def nested_too_deep(file: SourceFile) -> Diagnostic | None:
    """Brackets, `not`s, minus signs and indentation inside one another beyond all reason."""
    depth = 0
    for match in re.finditer(r'"[^"\n]*"|#[^\n]*|[(\[]|[)\]]', file.text):
        word = match[0]
        if word in "([":
            depth += 1
        elif word in ")]":
            depth = max(0, depth - 1)
        if depth > DEEPEST_NESTING:
            return wording.nested_too_deep(Span(file, match.start(), match.end()), DEEPEST_NESTING)
    code = re.sub(r'"[^"\n]*"|#[^\n]*', lambda m: " " * len(m[0]), file.text)
    long_run = re.search(rf"((\bnot\s+|-\s*|\botherwise\s+){{{DEEPEST_NESTING}}})", code)
    if long_run:
        return wording.nested_too_deep(Span(file, long_run.start(), long_run.start() + 1), DEEPEST_NESTING)
    for match in re.finditer(rf"^ {{{2 * DEEPEST_NESTING},}}(?=[a-z|])", file.text, re.MULTILINE):
        # Wide indentation is fine in a continued line; a body that deep is not.
        before = file.text[: match.start()].rstrip().rsplit("\n", 1)[-1]
        if len(before) - len(before.lstrip()) >= 2 * DEEPEST_NESTING - 2:
            return wording.nested_too_deep(Span(file, match.start(), match.end()), DEEPEST_NESTING)
    return None


Piece = tuple[list[nodes.Item], list[Diagnostic], list[Broken]]


def parse_piece(file: SourceFile, start: int, end: int) -> Piece:
    """One declaration: its items, what is wrong with it, and the lines that could not be read."""
    text = file.text[start:end]
    many = too_many_rows(file, start, text)
    if many is not None:
        return [], [many], [Broken(Span(file, start, end), Span(file, start, end))]
    problems: list[Diagnostic] = []
    broken: list[Broken] = []
    for _ in range(MOST_MISTAKES_A_PIECE if len(text) < LARGE_PIECE else 2):
        try:
            tree = lark_parser().parse(text if text.endswith("\n") else text + "\n")
        except (UnexpectedInput, DedentError) as error:
            found = word_mistake(file, start, text, error)
            if all(found.span.start != p.span.start for p in problems):
                problems.append(found)
            begin, finish = line_bounds(text, min(found.span.start - start, len(text)))
            broken.append(Broken(Span(file, start + begin, start + finish), Span(file, start, end)))
            text = without_line(text, begin, finish, continues_line(text, begin))
        else:
            deep = deep_place(tree)
            if deep is None:
                return list(ToNodes(file, start).transform(tree).items), problems, broken
            at = start + (deep.meta.start_pos if not deep.meta.empty else 0)
            problems.append(wording.nested_too_deep(Span(file, at, at + 1), DEEPEST_NESTING))
            break
    return [], problems, [Broken(Span(file, start, end), Span(file, start, end))]


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


def continues_line(text: str, begin: int) -> bool:
    """Does the line at an offset go on with the line above?"""
    terminal = lark_parser().get_terminal("_CONTINUE").pattern.to_regexp()
    return begin > 0 and re.compile(terminal).match(text, begin - 1) is not None


def too_many_rows(file: SourceFile, start: int, text: str) -> Diagnostic | None:
    """A table that no table-top holds."""
    if text.count("\n") <= MOST_ROWS:
        return None
    rows = [match.start() for match in re.finditer(r"^ *\|", text, re.MULTILINE)]
    if len(rows) <= MOST_ROWS:
        return None
    at = start + rows[MOST_ROWS]
    return wording.too_many_rows(Span(file, at, at + 1), len(rows), MOST_ROWS)


def word_mistake(file: SourceFile, start: int, text: str, error: UnexpectedInput | DedentError) -> Diagnostic:
    """The best message for a failure of Lark."""
    if isinstance(error, UnexpectedToken):
        return word_token(file, start, text, error)
    if isinstance(error, UnexpectedCharacters):
        position = getattr(error, "pos_in_stream", 0)
        at = start + position
        line = line_at(text, position)
        if text[position] == '"':
            return wording.unclosed_quote(Span(file, at, at + len(line[1]) - (at - start - line[0])))
        capital = re.compile(r"[A-Z][A-Za-z0-9_]*").match(text, position)
        if capital:
            return wording.upper_case_name(Span(file, at, at + len(capital[0])), capital[0])
        return wording.bad_character(Span(file, at, at + 1), file.text[at])
    if isinstance(error, DedentError):
        return wording.wrong_indentation(odd_dedent(file, start, text))
    return wording.unexpected_text(Span(file, start, start + 1), "this", ())


def odd_dedent(file: SourceFile, start: int, text: str) -> Span:
    """The first line whose indentation fits no line above it."""
    open_widths = [0]
    offset = 0
    for line in text.splitlines(keepends=True):
        bare = line.lstrip(" ")
        width = len(line) - len(bare)
        if bare.strip() and not bare.startswith("#"):
            if width > open_widths[-1]:
                open_widths.append(width)
            while width < open_widths[-1]:
                open_widths.pop()
            if width != open_widths[-1]:
                return Span(file, start + offset, start + offset + width)
        offset += len(line)
    return Span(file, start, start + 1)


def line_at(text: str, offset: int) -> tuple[int, str]:
    """Start and text of the line an offset lies in."""
    begin = text.rfind("\n", 0, offset) + 1
    finish = text.find("\n", offset)
    return begin, text[begin : len(text) if finish < 0 else finish]


def word_token(file: SourceFile, start: int, text: str, error: UnexpectedToken) -> Diagnostic:
    """A word in the wrong place: look at what was expected and at the line."""
    token: Token = error.token
    position = token.start_pos if token.start_pos is not None else len(text.rstrip())
    expected = frozenset(error.accepts or error.expected or ())
    if token.type == "$END":
        return word_end(file, start, text)
    if token.type == "_INDENT":
        begin = next_line(text, position)
        width = len(line_at(text, begin)[1]) - len(line_at(text, begin)[1].lstrip())
        return wording.indented_too_far(Span(file, start + begin, start + begin + max(width, 1)))
    if expected == {"_INDENT"}:
        return word_missing_body(file, start, text, position)
    if token.type in ("_NL", "_DEDENT"):
        return word_line_end(file, start, text, position, expected)
    span = Span(file, start + position, start + position + max(1, len(token)))
    begin, line = line_at(text, position)
    unclosed = open_bracket(text, position)
    if unclosed is not None and line_at(text, unclosed)[0] < begin:
        return wording.unclosed_bracket(Span(file, start + unclosed, start + unclosed + 1), span)
    return word_in_line(span, line, position - begin, str(token), expected)


def word_end(file: SourceFile, start: int, text: str) -> Diagnostic:
    """The declaration ended too early: in a bracket, or where a body should be."""
    last = len(text.rstrip())
    unclosed = open_bracket(text, last)
    if unclosed is not None:
        return wording.unclosed_bracket(Span(file, start + unclosed, start + unclosed + 1), None)
    return word_missing_body(file, start, text, last)


def word_missing_body(file: SourceFile, start: int, text: str, position: int) -> Diagnostic:
    """A line that needs lines indented below it, and the line that stands there instead."""
    above = [m for m in re.finditer(r"^[ \t]*(?=[^\s#])[^\n]*", text[:position], re.MULTILINE) if m.end() <= position]
    opener = next((m for m in reversed(above) if m[0].split()[0] in BODY_VERBS), above[-1] if above else None)
    if opener is None:
        return wording.unexpected_text(Span(file, start, start + 1), "this", ())
    below = next_line(text, opener.end())
    label = trimmed(file, start + below, line_at(text, below)[1]) if below > opener.end() else None
    return wording.missing_body(trimmed(file, start + opener.start(), opener[0]), opener[0].split()[0], label)


def word_in_line(span: Span, line: str, column: int, word: str, expected: frozenset[str]) -> Diagnostic:
    """A token that does not fit, in an otherwise readable line."""
    first = line.split(maxsplit=1)[0] if line.split() else ""
    named = re.match(rf"\s*[a-z_]+\s+({CLAUSE_WORDS})\s*[(:]", line)
    if named and named.end() >= column:
        at = span.start - column + named.start(1)
        return wording.reserved_word(Span(span.file, at, at + len(named[1])), named[1])
    verb = wording.near_verb(first)
    if verb and column > 0:
        at = span.start - column + line.index(first)
        return wording.misspelt_verb(Span(span.file, at, at + len(first)), first, verb)
    if word == "=" and line[:column].rstrip().endswith("="):
        return wording.double_equals(Span(span.file, span.start - 1, span.end))
    if re.match(r"[A-Z]", word):
        return wording.upper_case_name(span, word)
    return wording.unexpected_text(span, word, tuple(sorted(expected)))


def word_line_end(file: SourceFile, start: int, text: str, position: int, expected: frozenset[str]) -> Diagnostic:
    """The line ended too early."""
    begin, line = line_at(text, max(0, position - 1))
    first = line.split(maxsplit=1)[0] if line.split() else ""
    verb = wording.near_verb(first)
    if verb:
        at = start + begin + line.index(first)
        return wording.misspelt_verb(Span(file, at, at + len(first)), first, verb)
    if "VBAR" in expected and line.lstrip().startswith("|"):
        return wording.unclosed_row(trimmed(file, start + begin, line))
    return wording.line_ends_early(trimmed(file, start + begin, line), tuple(sorted(expected)))


def trimmed(file: SourceFile, begin: int, line: str) -> Span:
    """The span of a line without the space around it."""
    lead = len(line) - len(line.lstrip())
    return Span(file, begin + lead, begin + max(lead + 1, len(line.rstrip())))


def next_line(text: str, position: int) -> int:
    """Start of the first line with text after a position."""
    for match in re.finditer(r"\n(?=[ \t]*[^\s#])", text[position:]):
        return position + match.end()
    return position


def open_bracket(text: str, position: int) -> int | None:
    """Where the innermost bracket was opened that is still open at a position."""
    opened: list[int] = []
    for match in re.finditer(r'"[^"\n]*"|#[^\n]*|[(\[]|[)\]]', text[:position]):
        if match[0] in "([":
            opened.append(match.start())
        elif match[0] in ")]" and opened:
            opened.pop()
    return opened[-1] if opened else None
