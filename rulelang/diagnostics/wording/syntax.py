"""Words for what the parser finds."""

from __future__ import annotations

import re
import unicodedata

from rulelang.diagnostics.diagnostic import Label
from rulelang.diagnostics.registry import WARNING, Wording, problem
from rulelang.diagnostics.suggest import near
from rulelang.language.blocks import VERBS
from rulelang.source import Span

# What the parser calls a word, and what a person calls it.
PLAIN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in "quotes"',
    "CLAUSE": "a clause such as `when` or `of`",
    "_NL": "the end of the line",
    "COMPARE": "a comparison",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "LSQB": "`[`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "VBAR": "`|`",
    "EQUAL": "`=`",
    "IN": "`in`",
    "TO": "`to`",
    "TIMES": "`times`",
    "CITE": "a rule number such as `ABC-012`",
}


def near_verb(word: str) -> str | None:
    """The verb a first word was probably meant to be."""
    if word in VERBS or len(word) < 2 or not word.isalpha():
        return None
    return near(word, VERBS)


def in_small_letters(word: str) -> str:
    """A name without capitals: `topCard` is `top_card`, `Card` is `card`."""
    humps = (
        re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word) if re.fullmatch(r"[a-z0-9_]+([A-Z][a-z0-9_]+)+", word) else word
    )
    return humps.lower()


def expected_phrase(expected: tuple[str, ...]) -> str:
    """`a name or a number`, from what the parser could have gone on with."""
    if {"NUMBER", "NAME", "STRING"} <= set(expected):
        return "a value"
    said = [PLAIN[x] for x in expected if x in PLAIN]
    return " or ".join(said[:3])


@problem("file-too-large", "a file too large to be rules")
def file_too_large(span: Span, size: int, most: int, unit: str = "characters") -> Wording:
    return Wording(
        span,
        f"this file has {size:,} {unit}; a rule file has at most {most:,}",
        help="split the game into several files, or check that this is a rule file at all",
    )


@problem("unreadable-file", "a file that can not be read")
def unreadable_file(span: Span, reason: str) -> Wording:
    return Wording(span, f"this file can not be read: {reason}", help="check who may read it")


@problem("not-read", "something in a folder of rules that can not be read", WARNING)
def not_read(span: Span, what: str) -> Wording:
    return Wording(span, f"this is not read: {what}", help="remove it, or put the rule file itself there")


@problem("bad-character", "a character that has no place in a rule file")
def bad_character(span: Span, character: str) -> Wording:
    shown = f"`{character}`" if character.isprintable() else f"the character U+{ord(character):04X}"
    tips = {
        "“": 'write straight quotes: "…"',
        "”": 'write straight quotes: "…"',
        "'": 'texts stand in double quotes: "…"',
        "{": "bodies are indented; there are no braces",
        "}": "bodies are indented; there are no braces",
        ";": "one statement stands on one line",
        "&": "write `and`",
        "!": "write `not`, or `!=` for unequal",
        "–": "write a plain minus sign or two dots: `-`, `1..3`",
    }
    return Wording(span, f"{shown} has no meaning here", "not understood", help=tips.get(character, ""))


@problem("hidden-character", "a character that nobody sees", WARNING)
def hidden_character(span: Span, others: int) -> Wording:
    is_direction = unicodedata.bidirectional(span.text) not in ("BN", "B", "S", "WS")
    effect = "makes the line read other than it is" if is_direction else "is not shown, and may steer a terminal"
    also = f" (and there {'is' if others == 1 else 'are'} {others} more on this line)" if others else ""
    return Wording(span, f"the character U+{ord(span.text):04X} {effect}{also}", "here", help="remove it")


@problem("tab-in-indentation", "a tab used for indentation")
def tab_in_indentation(span: Span, others: int) -> Wording:
    also = f" (and so {'is' if others == 1 else 'are'} {others} other{'' if others == 1 else 's'})" if others else ""
    return Wording(
        span,
        f"this line is indented with a tab{also}",
        "a tab",
        help="indent with two spaces for each level",
    )


@problem("number-too-long", "a number beyond all counting")
def number_too_long(span: Span, most: int) -> Wording:
    return Wording(span, f"this number has more than {most} digits", help="write a smaller number")


@problem("nested-too-deep", "brackets or bodies inside one another too deeply")
def nested_too_deep(span: Span, most: int) -> Wording:
    return Wording(
        span,
        f"this is nested more than {most} deep",
        "here it gets too deep",
        help="give the inner part a name with `value` or `let`",
    )


@problem("unclosed-quote", "a text whose closing quote is missing")
def unclosed_quote(span: Span) -> Wording:
    return Wording(span, "this text has no closing quote", "it starts here", help='end it with `"` on the same line')


@problem("unclosed-bracket", "an opening bracket that is never closed")
def unclosed_bracket(bracket: Span, found: Span | None) -> Wording:
    closing = ")" if bracket.text == "(" else "]"
    where = "here a new line begins" if found and found.line != bracket.line else "it ends before this"
    return Wording(
        bracket,
        f"this bracket is not closed before `{found.text}`" if found else "this bracket is never closed",
        "opened here",
        (Label(found, where),) if found else (),
        f"add the missing `{closing}`",
    )


@problem("wrong-indentation", "a line indented like no line above it")
def wrong_indentation(span: Span) -> Wording:
    return Wording(
        span,
        "this line is indented like none of the lines above it",
        "this indentation",
        help="indent it like the line it belongs beside; each level is two spaces",
    )


@problem("indented-too-far", "a line indented although nothing above it has a body")
def indented_too_far(span: Span) -> Wording:
    return Wording(
        span,
        "this line is indented deeper than the one above, which takes no body",
        "too deep",
        help="indent it like the line above",
    )


@problem("missing-body", "a block or statement with nothing indented below it")
def missing_body(span: Span, opener: str, below: Span | None) -> Wording:
    return Wording(
        span,
        f"nothing is indented below `{opener}`",
        "this needs a body",
        (Label(below, "this line was expected to be indented further"),) if below else (),
        help="indent the lines that belong to it by two more spaces",
    )


@problem("reserved-word", "a word of the language used as a name")
def reserved_word(span: Span, word: str, role: str = "name") -> Wording:
    return Wording(
        span,
        f"`{word}` is a word of the language and can not be a {role} here",
        f"not a {role}",
        help=f"choose another {role}, for instance `{word}_` or a longer one",
        names=(word,),
    )


@problem("too-many-rows", "a table with more rows than any table-top holds")
def too_many_rows(span: Span, rows: int, most: int) -> Wording:
    return Wording(
        span,
        f"this table has {rows:,} rows; a table has at most {most:,}",
        "here it gets too long",
        help="check that these are the rows of a game; several tables may share them",
    )


@problem("misspelt-verb", "a statement that starts with a misspelt verb")
def misspelt_verb(span: Span, word: str, verb: str) -> Wording:
    return Wording(
        span, f"no statement starts with `{word}`", "not a verb", help=f"did you mean `{verb}`?", names=(word,)
    )


@problem("foreign-word", "a word or sign of another language")
def foreign_word(span: Span, written: str, ours: str | None, note: str = "") -> Wording:
    return Wording(
        span,
        f"`{written}` is written otherwise here",
        "from another language",
        help=f"write `{ours}`" if ours is not None else note,
    )


@problem("double-equals", "two equals signs")
def double_equals(span: Span) -> Wording:
    return Wording(span, "two values are compared with a single `=`", "one too many", help="write `=`")


@problem("upper-case-name", "a name with capital letters")
def upper_case_name(span: Span, word: str, small: str) -> Wording:
    return Wording(
        span,
        f"names are written in small letters: `{word}`",
        "capital letters",
        help=f"write `{small}`",
    )


@problem("unclosed-row", "a table row without its last bar")
def unclosed_row(span: Span) -> Wording:
    return Wording(span, "this table row does not end with `|`", "the row", help="add ` |` at its end")


@problem("line-ends-early", "a line that stops before it is complete")
def line_ends_early(span: Span, expected: tuple[str, ...]) -> Wording:
    missing = expected_phrase(expected)
    return Wording(
        span,
        "this line stops too early",
        "incomplete",
        help=f"{missing} is missing at its end" if missing else "see the language reference for its form",
    )


@problem("unexpected-text", "a word that does not fit where it stands")
def unexpected_text(span: Span, word: str, expected: tuple[str, ...], meant: str | None = None) -> Wording:
    wanted = expected_phrase(expected)
    tip = f"{wanted} would fit" if wanted else ""
    if meant:
        tip = f"did you mean `{meant}`?"
    elif word in ("(", ")", "[", "]"):
        tip = "no bracket is open here: remove it, or add the one that is missing" if word in ")]" else tip
    elif "PLUS" in expected or "COMPARE" in expected:
        tip = "perhaps a comma, a sign such as `+` or `=`, or `and` is missing before it"
    return Wording(span, f"`{word}` does not fit here", "not expected here", help=tip)


@problem("not-utf8", "a file that is not text in UTF-8")
def not_utf8(span: Span, at: int) -> Wording:
    return Wording(
        span,
        f"this file is not text in UTF-8 (byte {at + 1} can not be read)",
        help="save it as UTF-8 in your editor",
    )


@problem("first-edition", "something that the first edition of the language wrote otherwise")
def first_edition(span: Span, now: str) -> Wording:
    return Wording(span, f"{now}", "as in the first edition", help="`rulelang fix` moves whole files")
