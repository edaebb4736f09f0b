"""Diagnostics as text for people."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.diagnostics.diagnostic import Diagnostic, Label, Severity
from rulelang.diagnostics.render import text
from rulelang.source import NOWHERE, SourceFile, Span
from tests.unit.diagnostics.findings import FOREST, HARVEST, UNKNOWN, finding, in_line, label

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def picture(diagnostic: Diagnostic) -> str:
    """What is drawn below the message, with an empty line around it as in the expected texts."""
    return "\n" + text.render([diagnostic]).split("\n", 1)[1] + "\n"


def test_message_lines_and_help():
    """The whole picture: message, position, marked lines in order, the next step."""
    assert text.render([UNKNOWN]) == (
        "error[unknown-name]: the rondel `actions` has no space called `forrest`\n"
        "  harvest.rules:5:16\n"
        "    2 |   spaces: forest, field, market\n"
        "      |           --------------------- the spaces are listed here\n"
        "    5 |   when landing forrest:\n"
        "      |                ^^^^^^^ not a space of `actions`\n"
        "help: did you mean `forest`?"
    )


def test_nothing_is_drawn_for_no_diagnostics():
    """No findings make no text."""
    assert text.render([]) == ""


def test_empty_line_between_diagnostics():
    """Two findings are separated by one empty line."""
    one = finding(label(FOREST, "4"), severity=Severity.WARNING)
    assert text.render([one, one]) == (
        "warning[odd-thing]: something is wrong\n"
        "  boards/forest.rules:2:10\n"
        "    2 |   trees: 4\n"
        "      |          ^\n"
        "\n"
        "warning[odd-thing]: something is wrong\n"
        "  boards/forest.rules:2:10\n"
        "    2 |   trees: 4\n"
        "      |          ^"
    )


def test_labels_of_one_line_share_it():
    """A line with two places is shown once, its marks from left to right."""
    two = finding(label(HARVEST, "market", "the last"), label(HARVEST, "forest", "the first"))
    assert (
        picture(two)
        == """
  harvest.rules:2:26
    2 |   spaces: forest, field, market
      |           ------ the first
      |                          ^^^^^^ the last
"""
    )


def test_other_files_have_their_own_position():
    """A place in another file follows with the name of that file."""
    two = finding(label(HARVEST, "forrest"), label(FOREST, "board forest", "the board"))
    assert (
        picture(two)
        == """
  harvest.rules:5:16
    5 |   when landing forrest:
      |                ^^^^^^^
  boards/forest.rules:1:1
    1 | board forest
      | ------------ the board
"""
    )


def test_what_is_built_in_has_no_line():
    """A place in the language itself is only mentioned."""
    two = finding(label(FOREST, "trees", "declared again"), Label(NOWHERE, "`trees` is built in"))
    assert (
        picture(two)
        == """
  boards/forest.rules:2:3
    2 |   trees: 4
      |   ^^^^^ declared again
  built-in: `trees` is built in
"""
    )


@pytest.mark.parametrize(
    ("line", "shown", "marks"),
    [
        ("漢字 x", "漢字 x", "     ^"),
        ("漢字 x漢", "漢字 x漢", "     ^"),
        ("⛵ and x", "⛵ and x", "       ^"),
        ("👩‍👩‍👧 x", "👩‍👩‍👧 x", "   ^"),
        ("e\u0301te\u0301 x", "e\u0301te\u0301 x", "    ^"),
        ("\tx", "    x", "    ^"),
        ("ab\tc\tx", "ab  c   x", "        ^"),
        ("漢字\tx", "漢字    x", "        ^"),
    ],
)
def test_marks_stand_under_their_columns(line: str, shown: str, marks: str):
    """Wide, joined and combining characters and tabs move the mark by the room they take."""
    assert picture(in_line(line, "x")).splitlines()[2:] == [f"    1 | {shown}", f"      | {marks} here"]


def test_wide_characters_get_wide_marks():
    """A mark is as wide as what it marks."""
    assert (
        picture(in_line("a 漢字 b", "漢字"))
        == """
  a.rules:1:3
    1 | a 漢字 b
      |   ^^^^ here
"""
    )


def test_span_over_several_lines():
    """A place of several lines is marked to the end of its first."""
    file = SourceFile("a.rules", "rule one\n  stop\nrule two\n")
    assert (
        picture(finding(label(file, "one\n  stop", "from here")))
        == """
  a.rules:1:6
    1 | rule one
      |      ^^^ from here
"""
    )


def test_windows_line_ends_are_not_marked():
    """The characters that end a line take no room."""
    file = SourceFile("a.rules", "rule one\r\n  stop\r\n")
    assert (
        picture(finding(label(file, "one\r\n")))
        == """
  a.rules:1:6
    1 | rule one
      |      ^^^
"""
    )


def test_empty_span_has_one_caret():
    """A place between two characters is marked by the column it stands before."""
    assert (
        picture(finding(Label(Span(FOREST, 6, 6), "a name is missing")))
        == """
  boards/forest.rules:1:7
    1 | board forest
      |       ^ a name is missing
"""
    )


def test_end_of_line():
    """The end of a line is marked behind its last character."""
    assert (
        picture(finding(label(FOREST, "\n", "a colon is missing")))
        == """
  boards/forest.rules:1:13
    1 | board forest
      |             ^ a colon is missing
"""
    )


@pytest.mark.parametrize("content", ["", "a\n"])
def test_end_of_file(content: str):
    """The end of a file can be marked, and an empty file too."""
    file = SourceFile("a.rules", content)
    line = content.count("\n") + 1
    assert picture(finding(Label(Span(file, len(content), len(content)), "the end"))) == (
        f"\n  a.rules:{line}:1\n    {line} |\n      | ^ the end\n"
    )


def test_span_beyond_the_end_of_file():
    """A place that reaches beyond the text is marked as far as there is text."""
    file = SourceFile("a.rules", "rule")
    assert (
        picture(finding(Label(Span(file, 2, 99))))
        == """
  a.rules:1:3
    1 | rule
      |   ^^
"""
    )


TENS = "".join(f"{number:>10}" for number in range(1, 31))


@pytest.mark.parametrize(
    ("piece", "shown", "before"),
    [
        ("1 ", TENS[:99] + "…", 9),
        ("15", "…" + TENS[100:198] + "…", 49),
        ("30", "…" + TENS[201:], 98),
    ],
)
def test_long_lines_are_cut_around_the_place(piece: str, shown: str, before: int):
    """A line wider than a hundred columns shows the part around its mark."""
    lines = picture(in_line(TENS, piece)).splitlines()
    assert lines[2:] == [f"    1 | {shown}", "      | " + " " * before + "^^ here"]


def test_long_lines_with_two_near_places_are_cut_once():
    """Places that fit into one part of a long line are shown together."""
    file = SourceFile("a.rules", TENS)
    lines = picture(finding(label(file, "14"), label(file, "16", "other"))).splitlines()
    assert lines[2:] == [
        "    1 | …" + TENS[100:198] + "…",
        "      | " + " " * 39 + "^^",
        "      | " + " " * 59 + "-- other",
    ]


def test_long_lines_with_two_distant_places_are_cut_twice():
    """Places too far apart are shown in a part of the line each."""
    file = SourceFile("a.rules", TENS)
    lines = picture(finding(label(file, "30"), label(file, "1 ", "other"))).splitlines()
    assert lines[2:] == [
        "    1 | " + TENS[:99] + "…",
        "      | " + " " * 9 + "-- other",
        "    1 | …" + TENS[201:],
        "      | " + " " * 98 + "^^",
    ]


def test_long_place_is_shown_from_its_start():
    """A place wider than the part shown is marked up to the end of that part."""
    lines = picture(in_line("start " + "x" * 300, "x" * 300)).splitlines()
    assert lines[2:] == ["    1 | …" + "x" * 98 + "…", "      |  " + "^" * 99 + " here"]


def test_long_lines_of_wide_characters():
    """A cut never shows half a character."""
    lines = picture(in_line("漢" * 100 + "x" + "字" * 100, "x")).splitlines()
    assert lines[2:] == ["    1 | …" + "漢" * 24 + "x" + "字" * 24 + "…", "      | " + " " * 49 + "^ here"]


def test_control_characters_are_pictured():
    """Nothing in a file name, a line, a message or a label can steer the terminal."""
    file = SourceFile("\x1b[2Ja.rules", "a\x1b[31m \x9b\u202e\x7f b\n")
    found = finding(label(file, "b", "\a"), message="x\x1b[0m", help="y\r")
    assert text.render([found]) == (
        "error[odd-thing]: x␛[0m\n  ␛[2Ja.rules:1:12\n    1 | a␛[31m \ufffd\ufffd␡ b\n      |            ^ ␇\nhelp: y␍"
    )


def test_further_lines_of_a_message_are_indented():
    """Message and help may have several lines."""
    found = finding(label(FOREST, "4"), message="one\ntwo", help="three\nfour")
    assert text.render([found]).splitlines() == [
        "error[odd-thing]: one",
        "                  two",
        "  boards/forest.rules:2:10",
        "    2 |   trees: 4",
        "      |          ^",
        "help: three",
        "      four",
    ]


def test_large_line_numbers_widen_the_margin():
    """All lines of a picture have the same margin."""
    file = SourceFile("a.rules", "first\n" + "\n" * 99_998 + "last")
    assert (
        picture(finding(label(file, "last"), label(file, "first")))
        == """
  a.rules:100000:1
     1 | first
       | -----
100000 | last
       | ^^^^
"""
    )


def test_colours_surround_the_same_text():
    """Colours are codes around parts of the text; red for errors, yellow for warnings."""
    warning = finding(label(FOREST, "4"), severity=Severity.WARNING)
    coloured = text.render([UNKNOWN, warning], colour=True)
    assert coloured.startswith("\x1b[1;31merror[unknown-name]:\x1b[0m \x1b[1mthe rondel")
    assert "\x1b[1;33mwarning[odd-thing]:\x1b[0m" in coloured
    assert ANSI.sub("", coloured) == text.render([UNKNOWN, warning])


@given(st.data(), st.text(), st.text(), st.text())
def test_any_text_is_harmless(data: st.DataObject, name: str, content: str, words: str):
    """No text or place breaks a renderer, and nothing but line ends controls the terminal."""
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, len(content)))
    place = Label(Span(SourceFile(name, content), start, end), words)
    found = [finding(place, place, message=words, help=words)]
    plain = text.render(found)
    assert ANSI.sub("", text.render(found, colour=True)) == plain
    assert all(character == "\n" or character.isprintable() or ord(character) > 0x9F for character in plain)
    plain.encode("utf-8")


@pytest.mark.parametrize(
    ("errors", "warnings", "words"),
    [
        (0, 0, "no problems"),
        (1, 0, "1 error"),
        (0, 2, "2 warnings"),
        (2, 1, "2 errors, 1 warning"),
    ],
)
def test_summary(errors: int, warnings: int, words: str):
    """The summary counts errors before warnings and leaves out what there is none of."""
    warning = finding(label(FOREST, "4"), severity=Severity.WARNING)
    assert text.summary([warning] * warnings + [UNKNOWN] * errors) == words
