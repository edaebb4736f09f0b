"""The formatter: texts before and after."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from rulelang.diagnostics.render.columns import width
from rulelang.source import SourceFile
from rulelang.syntax import format as formatter
from rulelang.syntax import nodes
from rulelang.syntax.format import format_text, print_file
from rulelang.syntax.parser import parse

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "examples").glob("*.rules"))
SAMPLES = sorted((ROOT / "tests" / "data" / "samples").glob("*.rules"))


def check(before: str, after: str) -> None:
    """Formatting gives this text, and formatting that changes nothing more."""
    wanted = dedent(after).lstrip("\n")
    found = format_text(dedent(before).lstrip("\n"))
    assert not found.problems
    assert found.text == wanted
    assert format_text(wanted).text == wanted


def check_line(before: str, *after: str) -> None:
    """A statement in a rule becomes these lines."""
    check(f"rule r()\n  {before}\n", "\n".join(["rule r()", *(f"  {line}" for line in after), ""]))


def check_unchanged(text: str) -> None:
    """A text is already as it should be."""
    check(text, text)


# ---- lines and expressions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("let  x=1+2 *3", "let x = 1 + 2 * 3"),
        ("let x = - y-  -1", "let x = -y - -1"),
        ("let x = not  ( a )and b", "let x = not (a) and b"),
        ("let x = ((a))", "let x = ((a))"),
        ("let x = 0 .. count( s )-1", "let x = 0..count(s) - 1"),
        ("let x = t [a ,b] . price", "let x = t[a, b].price"),
        ("let x = [ ]", "let x = []"),
        ("let x = f ( )", "let x = f()"),
        ("let x = f(n :1,[1 , 2])", "let x = f(n: 1, [1, 2])"),
        (
            "let x = sum(s in ship where s.at=home:s.price)",
            "let x = sum(s in ship where s.at = home: s.price)",
        ),
        ("let x = count(s   in ship)", "let x = count(s in ship)"),
        ("let x = a  is   not   in  b", "let x = a is not in b"),
        ("let x = a is  in b or a is  b or a is not none", "let x = a is in b or a is b or a is not none"),
        ("let x = p  has y", "let x = p has y"),
        ("let x = a/2  rounded  up", "let x = a / 2 rounded up"),
        ("let x = 1  if yes  otherwise  no", "let x = 1 if yes otherwise no"),
        ("let x = a  otherwise   0", "let x = a otherwise 0"),
        ("let x = 10%  * 1_000_000 + 20000 + 007", "let x = 10% * 1_000_000 + 20000 + 007"),
        ('let x = "two  spaces, a # and a \\"', 'let x = "two  spaces, a # and a \\"'),
        ("set  a.b   to  1", "set a.b to 1"),
        ("draw  limit 2", "draw limit 2"),
        ("draw c   from deck", "draw c from deck"),
        ("stop", "stop"),
        ('stop  game  because  "over"', 'stop game because "over"'),
        ("a . b ( c,d )  optional", "a.b(c, d) optional"),
        ("choose  one   optional", "choose one optional"),
        (
            "choose a in b,c in d where e  at once  seen by f,g",
            "choose a in b, c in d where e at once seen by f, g",
        ),
        ("need a  cites AB-1 .. AB-3,CD-4", "need a cites AB-1..AB-3, CD-4"),
    ],
)
def test_statements(before: str, after: str) -> None:
    """One space between words, none inside brackets, and the author's own brackets and numbers."""
    check_line(before, after)


@pytest.mark.parametrize(
    "head",
    [
        "repeat 2 times",
        "repeat up to n + 1 times",
        "repeat while a and b",
        "repeat until done",
        "repeat forever",
        "each a in b, c in d where e by f",
        "if a",
    ],
)
def test_statements_with_a_body(head: str) -> None:
    """The body of a statement is two spaces further in."""
    check(f"rule r()\n   {head}\n      x()\n", f"rule r()\n  {head}\n    x()\n")


def test_branches() -> None:
    """Each branch stands under its condition."""
    check(
        """
        rule r()
         if a
             x()
         otherwise  if b
          y()
         otherwise
             choose c in d
             otherwise
                z()
        """,
        """
        rule r()
          if a
            x()
          otherwise if b
            y()
          otherwise
            choose c in d
            otherwise
              z()
        """,
    )


def test_declarations() -> None:
    """Blocks, fields and parameters."""
    check(
        """
        game  g   "A  game"
            players :2 .. 4
            label . nl:"Spel"
            top:seen by all
            empty :
        rule r( a , b:ship )  of x   per y
        rule s ()
        """,
        """
        game g "A  game"
          players: 2..4
          label.nl: "Spel"
          top: seen by all
          empty:

        rule r(a, b: ship) of x per y
        rule s()
        """,
    )


def test_a_name_that_would_join_the_clause_behind_it() -> None:
    """`of seen  by x` names something called `seen`; with one space it would say who may see it."""
    check_unchanged("zone a of seen  by x\nzone b of c seen by x\n")


def test_a_body_line_that_would_continue_the_line_above() -> None:
    """Below a blank line `with` begins a block; right below a line it would go on with it."""
    check_unchanged("rule r()\n\n  with x\n")


# ---- tables -------------------------------------------------------------------------------------------


def test_columns_are_aligned() -> None:
    """Cells are padded to the widest of their column; an empty one gets a dash."""
    check(
        """
        kind k
          |name|price|
          | a_long_name  | -  |
          | b | |
          | c | 1,2 |
        """,
        """
        kind k
          | name        | price |
          | a_long_name | -     |
          | b           | -     |
          | c           | 1, 2  |
        """,
    )


def test_columns_are_measured_as_they_are_seen() -> None:
    """Wide characters take two columns, combining ones none."""
    check(
        """
        kind k
          | label | n |
          | "港口" | 1 |
          | "cafe\u0301" | 2 |
        """,
        """
        kind k
          | label  | n |
          | "港口" | 1 |
          | "cafe\u0301" | 2 |
        """,
    )


def test_rows_of_unequal_length() -> None:
    """A table with a cell too few or too many is still laid out."""
    check(
        "kind k\n  | a | bb | c |\n  | aaa |\n  | a | b | c | d |\n",
        "kind k\n  | a   | bb | c |\n  | aaa |\n  | a   | b  | c | d |\n",
    )


def test_rows_apart_are_tables_apart() -> None:
    """Rows with something between them do not share columns; comments and blank lines do not part them."""
    check_unchanged(
        """
        kind k
          | name |
          # a note on a
          | a    |

          | b    |
          label: "k"
          | c |
        """
    )


# ---- long lines -----------------------------------------------------------------------------------------

LONG = "a_rather_long_name_of_a_value"


def test_a_broken_line_that_fits_is_joined() -> None:
    """Where the author broke a line does not matter."""
    check_line('need a\n      and b\n    because "why"\n      cites AB-1', 'need a and b because "why" cites AB-1')


def test_brackets_are_joined() -> None:
    """Lines within brackets become one."""
    check_line("let x = f(a,\n      b,\n   [1,\n  2])", "let x = f(a, b, [1, 2])")


def test_cites_move_to_a_line_of_their_own() -> None:
    """The clause that is too much goes below, four spaces further in."""
    check(
        f"rule r({LONG}, {LONG})   cites AB-1..AB-12, CD-001..CD-099, EF-7\n  x()\n",
        f"rule r({LONG}, {LONG})\n    cites AB-1..AB-12, CD-001..CD-099, EF-7\n  x()\n",
    )


def test_a_line_is_broken_before_clauses_first() -> None:
    """Conditions stay whole as long as they can."""
    check_line(
        f"choose s in ship where {LONG} and {LONG} by left(s.owner) optional",
        f"choose s in ship where {LONG} and {LONG}",
        "    by left(s.owner) optional",
    )


def test_a_long_condition_is_broken_before_or_then_and() -> None:
    """`or` parts more than `and`; a condition that was parted shares no line with the next clause."""
    check_line(
        f'need {LONG} and {LONG} or {LONG} and {LONG} and {LONG} because "why"',
        f"need {LONG} and {LONG}",
        f"    or {LONG}",
        f"      and {LONG}",
        f"      and {LONG}",
        '    because "why"',
    )


def test_a_long_comparison_is_broken_before_its_sign() -> None:
    """The sums on its sides stay whole as long as they can."""
    check_line(
        f'need all(s in ship: {LONG} + {LONG} + s.cargo = {LONG}) because "why"',
        "need all(s in ship:",
        f"      {LONG} + {LONG} + s.cargo",
        f"      = {LONG})",
        '    because "why"',
    )


def test_a_long_sum_has_a_line_for_each_term() -> None:
    """Products stay together as long as they can."""
    check_line(
        f"let x = {LONG} - 2 * {LONG} + 3 * {LONG}",
        f"let x = {LONG}",
        f"    - 2 * {LONG}",
        f"    + 3 * {LONG}",
    )


def test_a_long_conditional_has_a_line_for_each_case() -> None:
    """It needs no brackets; a default is one case more."""
    check(
        f"value v(a: {LONG}) cites AB-1 gives 2 if a is {LONG} otherwise {LONG} if b otherwise c otherwise 1\n",
        f"""
        value v(a: {LONG}) cites AB-1
            gives 2 if a is {LONG}
            otherwise {LONG} if b
            otherwise c
            otherwise 1
        """,
    )


def test_more_than_two_cases_are_a_list() -> None:
    """A line for each, however short; in brackets they stay together."""
    check(
        "value v(a: b) cites AB-1 gives 2 if a is c otherwise d if e otherwise 1\n",
        "value v(a: b) cites AB-1\n    gives 2 if a is c\n    otherwise d if e\n    otherwise 1\n",
    )
    check_line(
        "let x = 1 if a otherwise 2 if b otherwise 3", "let x = 1 if a", "    otherwise 2 if b", "    otherwise 3"
    )
    check_line("let x = f(1 if a otherwise 2 if b otherwise 3)", "let x = f(1 if a otherwise 2 if b otherwise 3)")
    check_line("let x = 1 if a otherwise b otherwise 3", "let x = 1 if a otherwise b otherwise 3")


def test_a_long_condition_of_a_case_stands_further_in() -> None:
    """So that it is not taken for a case of its own."""
    check_line(
        f"let x = 1 if {LONG} and {LONG} and {LONG} otherwise 2",
        f"let x = 1 if {LONG}",
        f"        and {LONG}",
        f"        and {LONG}",
        "    otherwise 2",
    )


def test_operators_in_brackets_stand_further_in() -> None:
    """Further than the line in which the bracket is opened."""
    check_line(f"let x = ({LONG} and {LONG} and {LONG})", f"let x = ({LONG}", f"      and {LONG}", f"      and {LONG})")
    check_line(
        f"need {LONG} and ({LONG} or {LONG} or {LONG})",
        f"need {LONG}",
        f"    and ({LONG}",
        f"      or {LONG}",
        f"      or {LONG})",
    )


def test_arguments_go_below_together_or_each_in_a_line() -> None:
    """All that fit in the line below stay together."""
    check_line(f"let x = {LONG}({LONG}, {LONG}, one_more)", f"let x = {LONG}(", f"      {LONG}, {LONG}, one_more)")
    check_line(
        f"let x = f({LONG}, {LONG}, {LONG} + {LONG})",
        "let x = f(",
        f"      {LONG},",
        f"      {LONG},",
        f"      {LONG} + {LONG})",
    )


def test_what_is_gone_through_and_what_is_asked_of_it() -> None:
    """A line is broken behind the colon first, then before `where`."""
    check_line(
        f"let x = sum(s in ship where {LONG}: {LONG} + {LONG})",
        f"let x = sum(s in ship where {LONG}:",
        f"      {LONG} + {LONG})",
    )
    check_line(
        f"let x = sum(s in {LONG} where {LONG} and {LONG}: {LONG})",
        f"let x = sum(s in {LONG}",
        f"        where {LONG} and {LONG}:",
        f"      {LONG})",
    )


def test_parameters_go_below() -> None:
    """Further in than the clauses, as many in a line as there is room for."""
    check(
        f"value v(a: {LONG}, b: {LONG}, c: number, d: {LONG}, e: number) gives 1\n",
        f"""
        value v(
              a: {LONG}, b: {LONG}, c: number,
              d: {LONG}, e: number)
            gives 1
        """,
    )


def test_otherwise_that_begins_a_line_or_goes_on_with_one() -> None:
    """With a value behind it, further in than the line above began, it goes on."""
    check(
        """
        rule r()
          choose c in d
          otherwise
            set a to b
              otherwise 2
          if a
            let x = 1 if b
                otherwise 2
          otherwise if b
            y()
          otherwise  # comment
            z()
        """,
        """
        rule r()
          choose c in d
          otherwise
            set a to b otherwise 2
          if a
            let x = 1 if b otherwise 2
          otherwise if b
            y()
          otherwise  # comment
            z()
        """,
    )


def test_operators_that_begin_lines() -> None:
    """However far in they stand."""
    check_line("let x = a\n    + b\n  - 1\n        * c\n   / 2 rounded up", "let x = a + b - 1 * c / 2 rounded up")
    check_line("need a\n    != b and c\n    >= d", "need a != b and c >= d")


def test_no_break_before_words_that_cannot_begin_a_line() -> None:
    """`per` and `starts` stay where they are."""
    long = f"  number: {LONG} per {LONG} starts {LONG}\n"
    check_unchanged(f"state\n{long}")


def test_a_hundred_columns_fit() -> None:
    """A line of exactly a hundred columns is not broken; one more is too much."""
    fits = "rule " + "a" * 89 + " by b"
    assert width(fits) == 99
    check_unchanged(f"{fits}b\n")
    check(f"{fits}bb\n", "rule " + "a" * 89 + "\n    by bbb\n")


# ---- blank lines ----------------------------------------------------------------------------------------


def test_blank_lines_between_declarations() -> None:
    """One around each declaration with a body; short ones may stand together."""
    check(
        """


        zone a
        zone b
        rule r()

          x()


          y()
        zone c



        zone d
        zone e



        """,
        """
        zone a
        zone b

        rule r()
          x()

          y()

        zone c

        zone d
        zone e
        """,
    )


@pytest.mark.parametrize("text", ["", "\n", "  \n\n   "])
def test_a_file_with_nothing_in_it(text: str) -> None:
    """Nothing stays nothing."""
    assert format_text(text) == formatter.Formatted("")


def test_line_ends_and_marks() -> None:
    """Line ends become plain, a byte order mark and trailing spaces go, the last line is ended."""
    assert format_text("\ufeffzone a  \r\nrule r()\t\r\n  x()  # c \r\n  y()").text == (
        "zone a\n\nrule r()\n  x()  # c\n  y()\n"
    )


# ---- comments -------------------------------------------------------------------------------------------


def test_a_file_of_comments() -> None:
    """Comments alone are kept, with a blank line where there were some."""
    check("\n# one\n   # two  \n\n\n#three\n\n", "# one\n# two\n\n#three\n")


def test_comments_take_the_indentation_of_the_line_below() -> None:
    """A comment stays above its line."""
    check(
        """
        # about r
        rule r()
        # about x
            x()
              # about y
            y()

        # about the section

        # about s
        rule s()
        """,
        """
        # about r
        rule r()
          # about x
          x()
          # about y
          y()

        # about the section

        # about s
        rule s()
        """,
    )


def test_comments_where_bodies_end() -> None:
    """The author's indentation tells to which of the bodies a comment belongs."""
    check(
        """
        rule r()
           if a
              x()
              # after x
            # after if
           # after if, too
         # about s
        rule s()
           if b
              y()
           # about otherwise
           otherwise
              z()
              # after z
           # after all
        # the end
        """,
        """
        rule r()
          if a
            x()
            # after x
          # after if
          # after if, too

        # about s
        rule s()
          if b
            y()
          # about otherwise
          otherwise
            z()
            # after z
          # after all
        # the end
        """,
    )


def test_a_comment_instead_of_a_body() -> None:
    """A comment below a block that has no body yet stays indented."""
    check(
        "rule r()\n    # still to come\nrule s()\n  x()\n     # not a body\n  y()\n",
        "rule r()\n  # still to come\n\nrule s()\n  x()\n  # not a body\n  y()\n",
    )


def test_comments_behind_lines() -> None:
    """Two spaces apart; in neighbouring lines of one body they are aligned."""
    check(
        """
        rule r()# r
          x() # x
          long_name() #long
          y()
          if a      # a
            x()   # x

            long_name() # apart
        """,
        """
        rule r()  # r
          x()          # x
          long_name()  #long
          y()
          if a  # a
            x()  # x

            long_name()  # apart
        """,
    )


def test_comments_in_and_behind_tables() -> None:
    """Rows have comments like any other line."""
    check(
        """
        kind k # k
          |name| # names
          # between
          |b|# b
          |a_long_one| # long
          # last
        """,
        """
        kind k  # k
          | name       |  # names
          # between
          | b          |  # b
          | a_long_one |  # long
          # last
        """,
    )


def test_comments_in_the_middle_of_a_line() -> None:
    """They move behind the line, in their order."""
    check(
        """
        rule r()
          need f(a, # one
               # two
            b)      # three
            and c # four
            because "#"
        """,
        """
        rule r()
          need f(a, b) and c because "#"  # one # two # three # four
        """,
    )


def test_a_comment_behind_a_broken_line() -> None:
    """It stands behind the last of the lines; its width does not count."""
    far = "# a comment that goes beyond the hundredth column"
    check_line(
        f"choose s in ship where {LONG} and {LONG} by left(s.owner) optional {far}",
        f"choose s in ship where {LONG} and {LONG}",
        f"    by left(s.owner) optional  {far}",
    )
    check_line(f"let x = f({LONG}, {LONG})   {far}", f"let x = f({LONG}, {LONG})  {far}")


# ---- what goes wrong ------------------------------------------------------------------------------------


def test_a_file_that_does_not_parse_is_left_alone() -> None:
    """The text comes back as it was, with what the parser says."""
    text = "\ufeffrule r()\r\n   x(  \r\n"
    found = format_text(text, "broken.rules")
    assert found.text == text
    assert [problem.span.file.name for problem in found.problems] == ["broken.rules"]


@pytest.mark.parametrize("damaged", ["rule r()\n  y()  # c\n", "rule r()\n  x()\n", "rule r(\n"])
def test_a_damaged_result_is_not_given_out(monkeypatch: pytest.MonkeyPatch, damaged: str) -> None:
    """If a rule or a comment were lost, the text comes back as it was."""
    monkeypatch.setattr(formatter, "lay_out", lambda *_: damaged)
    text = "rule  r()\n  x() # c\n"
    found = format_text(text)
    assert found.text == text
    assert [problem.slug for problem in found.problems] == ["format-failed"]


def test_lines_that_cannot_be_counted_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comments are put back by counting lines, so the counts have to agree."""
    monkeypatch.setattr(formatter, "format_file", lambda _: [])
    found = format_text("zone  a\n")
    assert found.text == "zone  a\n"
    assert [problem.slug for problem in found.problems] == ["format-failed"]


# ---- trees and whole files --------------------------------------------------------------------------------


def test_a_tree_without_a_source() -> None:
    """A tree made by hand can be printed as well."""
    zone = nodes.Block("zone", nodes.Path(("a",)), None, "A", (nodes.Clause("limit", (nodes.Number(3),)),), ())
    assert print_file(nodes.File((zone,))) == 'zone a "A" limit 3\n'


@pytest.mark.parametrize("path", EXAMPLES + SAMPLES, ids=lambda path: path.stem)
def test_real_files(path: Path) -> None:
    """Real files keep their meaning, and formatting them twice changes nothing."""
    text = path.read_text(encoding="utf-8")
    found = format_text(text)
    assert not found.problems
    assert format_text(found.text).text == found.text
    assert parse(SourceFile("a", found.text)).file == parse(SourceFile("b", text)).file
