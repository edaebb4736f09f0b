"""What a failure of the parser means: the best message for it, and how the line could be mended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attrs import frozen
from lark import Token, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.suggest import distance, near
from rulelang.diagnostics.wording import syntax as wording
from rulelang.language.blocks import CORE, VERBS
from rulelang.source import Span
from rulelang.syntax.recovery.draft import Draft, Edit
from rulelang.syntax.recovery.habits import habit_in

# Words that begin lines which are no statements; some look much like verbs (`way`, `pay`).
BLOCK_WORDS = frozenset(
    {*(block.keyword for block in CORE), "turn", "way", "phase", "begin", "between", "finish", "given", "play", "then"}
)
BODY_VERBS = ("if", "each", "repeat", "otherwise")
CLAUSES = (
    *("of", "per", "when", "by", "from", "to", "for", "limit", "starts", "needs", "excludes", "with", "optional"),
    *("because", "printed", "reconstructed", "gives", "as", "prompt", "costing", "lasts", "after", "at once"),
    *("asked anyway", "seen by", "sorted by", "refill from", "order chosen by", "shown as", "not shown", "cites"),
)
NAMED_BY_CLAUSE = re.compile(rf"\s*[a-z_]+\s+({'|'.join(c for c in CLAUSES if ' ' not in c)})\s*[(:]")
VALUE_BY_CLAUSE = re.compile(rf":\s*({'|'.join(c for c in CLAUSES if ' ' not in c)})\s*$")
# Words inside expressions and statements, by what the parser calls them.
JOINTS = {
    word.upper(): word
    for word in ("in", "where", "otherwise", "if", "or", "and", "is", "has", "rounded", "times", "not")
}
# What the parser could go on with if a line went on with the line above.
GOES_ON = frozenset({"CLAUSE", "AND", "OR", "WHERE"})
IN_CODE = re.compile(r'"[^"\n]*"|#[^\n]*|[(\[]|[)\]]')
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
CURLY = {"“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "’": "", "&": "and"}


@frozen
class Mistake:
    """What is wrong in a line, and edits after which it can perhaps be read.

    If the edits are sure to be what the author meant, everything else said of the line can be trusted.
    """

    problem: Diagnostic
    row: int
    edits: tuple[Edit, ...] = ()
    sure: bool = False


# Does the line of rules that began in a column go on behind a line end in a text?
CanGoOn = Callable[[str, int, int], bool]


def mistake(draft: Draft, error: UnexpectedInput | DedentError, can_go_on: CanGoOn) -> Mistake:
    """The best message for a failure of Lark."""
    if isinstance(error, UnexpectedToken):
        return wrong_token(draft, error)
    if isinstance(error, UnexpectedCharacters):
        return wrong_character(draft, *draft.cell(getattr(error, "pos_in_stream", 0)))
    if isinstance(error, DedentError):
        return odd_dedent(draft, can_go_on)
    return Mistake(wording.unexpected_text(draft.span(0, 0, 1), "this", ()), 0)


# ---- characters -----------------------------------------------------------------------------------------


def wrong_character(draft: Draft, row: int, column: int) -> Mistake:
    line = draft.lines[row]
    character = line[column] if column < len(line) else "\0"
    if character == '"':
        end = len(line.rstrip())
        return Mistake(wording.unclosed_quote(draft.span(row, column, end)), row, (Edit(row, end, end, '"'),))
    if re.match(r"[A-Z]", character):
        return capitals(draft, row, column)
    foreign = foreign_word(draft, row, column)
    if foreign is not None:
        return foreign
    instead = CURLY.get(character, "")
    problem = wording.bad_character(draft.span(row, column, column + 1), character)
    return Mistake(problem, row, (Edit(row, column, column + 1, instead),))


def capitals(draft: Draft, row: int, column: int) -> Mistake:
    """A name with capitals: all of it, wherever in it they stand."""
    line = draft.lines[row]
    found = next(m for m in WORD.finditer(line) if m.start() <= column < m.end())
    small = wording.in_small_letters(found[0])
    problem = wording.upper_case_name(draft.span(row, found.start(), found.end()), found[0], small)
    return Mistake(problem, row, (Edit(row, found.start(), found.end(), small),), sure=True)


# ---- indentation ----------------------------------------------------------------------------------------


def odd_dedent(draft: Draft, can_go_on: CanGoOn) -> Mistake:
    """The first line whose indentation fits no line above it; it is read like the nearest that it could fit."""
    widths = [0]
    for row in first_rows(draft, can_go_on):
        width = draft.depth(row)
        deeper = widths[-1]
        while width < widths[-1]:
            deeper = widths.pop()
        if width > widths[-1] and deeper > width:
            problem = wording.wrong_indentation(draft.span(row, 0, width))
            wanted = deeper if deeper - width <= width - widths[-1] else widths[-1]
            return Mistake(problem, row, (Edit(row, 0, width, " " * wanted),))
        if width > widths[-1]:
            widths.append(width)
    return Mistake(wording.wrong_indentation(draft.span(0, 0, 1)), 0)


def first_rows(draft: Draft, can_go_on: CanGoOn) -> Iterator[int]:
    """The rows in which lines of rules begin: not those that go on with one, in brackets or by their first word."""
    first = 0
    for row in rows_outside_brackets(draft):
        if row == 0 or not can_go_on(f"\n{draft.lines[row]}\n", 0, draft.depth(first)):
            first = row
            yield row


def rows_outside_brackets(draft: Draft) -> Iterator[int]:
    """The rows that hold something and do not begin in brackets; where one was forgotten, it ends with its line."""
    opened, brackets = 0, 0
    for row, line in enumerate(draft.lines):
        if not draft.has_rules(row):
            continue
        if not brackets or not may_stand_in_brackets(draft, opened, row):
            opened, brackets = row, 0
            yield row
        found = [match[0] for match in IN_CODE.finditer(line)]
        brackets = max(0, brackets + sum((word in "([") - (word in ")]") for word in found))


def too_deep(draft: Draft, row: int) -> Mistake:
    """A line below one that takes no body; it and what stands below it is read beside that one."""
    width, above = draft.depth(row), draft.above(row)
    word = WORD.match(draft.lines[row], width)
    meant = meant_word(draft.lines[row], width, word[0], GOES_ON) if word and is_plain(draft.lines[row], word) else None
    if meant is not None:
        written, wanted = meant
        at = draft.span(row, width, width + len(written))
        problem = wording.unexpected_text(at, written, (), wanted)
        return Mistake(problem, row, (Edit(row, width, width + len(written), wanted),))
    problem = wording.indented_too_far(draft.span(row, 0, max(width, 1)))
    less = width - (draft.depth(above) if above is not None else 0)
    edits = []
    for below in range(row, len(draft.lines)):
        if draft.has_rules(below) and draft.depth(below) < width:
            break
        edits.append(Edit(below, 0, min(less, draft.depth(below)), ""))
    return Mistake(problem, row, tuple(edits))


def is_plain(line: str, word: re.Match[str]) -> bool:
    """Is the first word of a line none that begins a line of its own?"""
    begins = word[0] in VERBS or word[0] in BLOCK_WORDS
    return not begins and not re.match(r"\s*[.(:]", line[word.end() :])


def missing_body(draft: Draft, last: int) -> Mistake:
    """A line that needs lines indented below it, and the line that stands there instead."""
    rows = [row for row in range(last, -1, -1) if draft.has_rules(row)]
    openers = [row for row in rows if draft.lines[row].split()[0] in BODY_VERBS]
    row = next((r for r in openers if not has_body(draft, r)), rows[0] if rows else 0)
    line = draft.lines[row]
    if not line.split():
        return Mistake(wording.unexpected_text(draft.span(row, 0, 1), "this", ()), row)
    below = draft.below(row)
    label = whole_line(draft, below) if below is not None else None
    return Mistake(wording.missing_body(whole_line(draft, row), line.split()[0], label), row)


def has_body(draft: Draft, row: int) -> bool:
    below = draft.below(row)
    return below is not None and draft.depth(below) > draft.depth(row)


# ---- words ----------------------------------------------------------------------------------------------


def wrong_token(draft: Draft, error: UnexpectedToken) -> Mistake:
    """A word in the wrong place: look at what was expected and at the line."""
    token: Token = error.token
    expected = frozenset(error.accepts or error.expected or ())
    if token.type == "$END" or token.start_pos is None:
        return early_end(draft)
    row, column = draft.cell(token.start_pos)
    if token.type == "_INDENT":
        below = draft.below(row)
        return too_deep(draft, below if below is not None else row)
    if expected == {"_INDENT"}:
        return missing_body(draft, row if column >= len(draft.lines[row]) else row - 1)
    if token.type in ("_NL", "_DEDENT"):
        return line_end(draft, row, expected)
    if token.type == "OTHERWISE" and column == draft.depth(row):
        return too_deep(draft, row)  # it goes on with a line that has nothing to fall back from
    unclosed = open_bracket(draft, row, column)
    if unclosed is not None and is_never_closed(draft, *unclosed):
        return left_open(draft, unclosed, (row, column, column + max(1, len(token))))
    return word_in_line(draft, row, column, str(token), expected)


def early_end(draft: Draft) -> Mistake:
    """The declaration ended too early: in a bracket, or where a body should be."""
    last = max((row for row in range(len(draft.lines)) if draft.has_rules(row)), default=0)
    unclosed = open_bracket(draft, last, len(draft.lines[last]))
    return left_open(draft, unclosed, None) if unclosed is not None else missing_body(draft, last)


def left_open(draft: Draft, bracket: tuple[int, int], found: tuple[int, int, int] | None) -> Mistake:
    row, column = bracket
    closing = ")" if draft.lines[row][column] == "(" else "]"
    where = draft.span(*found) if found is not None else None
    problem = wording.unclosed_bracket(draft.span(row, column, column + 1), where)
    last = row if found is None or found[0] == row else draft.above(found[0]) or row
    end = found[1] if found is not None and found[0] == row else code_end(draft.lines[last])
    while end > 0 and draft.lines[last][end - 1] == " ":
        end -= 1
    return Mistake(problem, row, (Edit(last, end, end, closing),))


def code_end(line: str) -> int:
    """Where the code of a line ends, before space and a comment."""
    comment = next((m.start() for m in IN_CODE.finditer(line) if m[0].startswith("#")), len(line))
    return len(line[:comment].rstrip())


def open_bracket(draft: Draft, row: int, column: int) -> tuple[int, int] | None:
    """Where the innermost bracket was opened that is still open at a place."""
    opened: list[tuple[int, int]] = []
    for r in range(row + 1):
        for match in IN_CODE.finditer(draft.lines[r]):
            if r == row and match.start() >= column:
                break
            if match[0] in "([":
                opened.append((r, match.start()))
            elif match[0] in ")]" and opened:
                opened.pop()
    return opened[-1] if opened else None


def is_never_closed(draft: Draft, row: int, column: int) -> bool:
    """Is a bracket closed neither in its line nor in those below that are further in?"""
    depth = 0
    for below in range(row, len(draft.lines)):
        if below > row and draft.has_rules(below) and not may_stand_in_brackets(draft, row, below):
            return True
        for match in IN_CODE.finditer(draft.lines[below], column if below == row else 0):
            depth += (match[0] in "([") - (match[0] in ")]")
            if depth == 0:
                return False
    return True


def may_stand_in_brackets(draft: Draft, row: int, below: int) -> bool:
    """Is a line further in than the one that a bracket is open in, and none that begins with a verb?"""
    word = WORD.match(draft.lines[below], draft.depth(below))
    return draft.depth(below) > draft.depth(row) and (word is None or word[0] not in VERBS)


def word_in_line(draft: Draft, row: int, column: int, word: str, expected: frozenset[str]) -> Mistake:
    """A token that does not fit, in an otherwise readable line."""
    line = draft.lines[row]
    named = NAMED_BY_CLAUSE.match(line)
    if named and named.end() >= column:
        return Mistake(wording.reserved_word(draft.span(row, *named.span(1)), named[1]), row)
    value = VALUE_BY_CLAUSE.search(line[:column])
    if value:
        return Mistake(wording.reserved_word(draft.span(row, *value.span(1)), value[1], "value"), row)
    foreign = foreign_word(draft, row, column)
    if foreign is not None and foreign.problem.span.start == draft.span(row, draft.depth(row), column).start:
        return foreign
    verb = misspelt_verb(draft, row)
    if verb is not None and line[:column].strip():
        return verb
    if word == "=" and line[:column].rstrip().endswith("="):
        problem = wording.double_equals(draft.span(row, column - 1, column + 1))
        return Mistake(problem, row, (Edit(row, column, column + 1, ""),), sure=True)
    if re.match(r"[A-Z]", word):
        return capitals(draft, row, column)
    if foreign is not None:
        return foreign
    span = draft.span(row, column, column + max(1, len(word)))
    meant = meant_word(line, column, word, expected)
    if meant is not None:
        written, wanted = meant
        span = draft.span(row, column, column + len(written))
        problem = wording.unexpected_text(span, written, tuple(sorted(expected)), wanted)
        return Mistake(problem, row, (Edit(row, column, column + len(written), wanted),))
    edits = (Edit(row, column, column + 1, ""),) if word in ")]" else ()
    return Mistake(wording.unexpected_text(span, word, tuple(sorted(expected))), row, edits)


def foreign_word(draft: Draft, row: int, column: int) -> Mistake | None:
    """Something written from the habit of another language, and our own word for it."""
    line = draft.lines[row]
    if line.lstrip().startswith("|"):
        return None
    habit = habit_in(line[: code_end(line)] if not line.lstrip().startswith("//") else line, column)
    if habit is None:
        return None
    problem = wording.foreign_word(draft.span(row, habit.start, habit.end), habit.written, habit.ours, habit.note)
    edits = (Edit(row, habit.start, habit.end, habit.ours),) if habit.ours is not None else ()
    return Mistake(problem, row, edits, sure=bool(edits))


def misspelt_verb(draft: Draft, row: int) -> Mistake | None:
    line = draft.lines[row]
    first = line.split(maxsplit=1)[0] if line.split() else ""
    verb = wording.near_verb(first) if line.startswith(" ") and first not in BLOCK_WORDS else None
    if verb is None or open_bracket(draft, row, 0) is not None:
        return None
    at = line.index(first)
    problem = wording.misspelt_verb(draft.span(row, at, at + len(first)), first, verb)
    return Mistake(problem, row, (Edit(row, at, at + len(first), verb),), sure=distance(first, verb) == 1)


def meant_word(line: str, column: int, word: str, expected: frozenset[str]) -> tuple[str, str] | None:
    """What was written at a column, and the word of the language it was probably meant to be."""
    if not re.fullmatch(r"[a-z_]+", word):
        return None
    wanted = [JOINTS[name] for name in expected if name in JOINTS]
    clauses = CLAUSES if "CLAUSE" in expected else ()
    several = [clause for clause in clauses if " " in clause]
    for count in (3, 2):
        found = re.compile(rf"[a-z_]+(?: [a-z_]+){{{count - 1}}}").match(line, column)
        same_length = [clause for clause in several if clause.count(" ") == count - 1]
        if found and (meant := near(found[0], same_length)):
            return found[0], meant
    single = near(word, sorted([*wanted, *(clause for clause in clauses if " " not in clause)]))
    return (word, single) if single else None


def line_end(draft: Draft, row: int, expected: frozenset[str]) -> Mistake:
    """The line ended too early."""
    if not draft.has_rules(row):
        above = draft.above(row)
        row = row if above is None else above
    verb = misspelt_verb(draft, row)
    if verb is not None:
        return verb
    unclosed = open_bracket(draft, row, len(draft.lines[row]))
    if unclosed is not None and is_never_closed(draft, *unclosed):
        return left_open(draft, unclosed, None)
    end = code_end(draft.lines[row])
    if "VBAR" in expected and draft.lines[row].lstrip().startswith("|"):
        return Mistake(wording.unclosed_row(whole_line(draft, row)), row, (Edit(row, end, end, " |"),))
    return Mistake(wording.line_ends_early(whole_line(draft, row), tuple(sorted(expected))), row)


def whole_line(draft: Draft, row: int) -> Span:
    """A line without the space around it."""
    return draft.span(row, draft.depth(row), max(draft.depth(row) + 1, len(draft.lines[row].rstrip())))
