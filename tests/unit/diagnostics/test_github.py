"""Diagnostics as workflow commands of GitHub Actions."""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Label, Severity
from rulelang.diagnostics.render import github
from rulelang.source import NOWHERE, SourceFile
from tests.unit.diagnostics.findings import FOREST, HARVEST, UNKNOWN, finding, label


def test_one_command_a_line():
    """Errors and warnings are commands of that name; the next step follows the message."""
    warning = finding(label(FOREST, "4"), severity=Severity.WARNING)
    assert github.render([UNKNOWN, warning]) == (
        "::error file=harvest.rules,line=5,endLine=5,col=16,endColumn=23,title=unknown-name"
        "::the rondel `actions` has no space called `forrest`%0Ahelp: did you mean `forest`?\n"
        "::warning file=boards/forest.rules,line=2,endLine=2,col=10,endColumn=11,title=odd-thing"
        "::something is wrong"
    )


def test_several_lines_have_no_columns():
    """GitHub takes columns for annotations of one line only."""
    found = finding(label(HARVEST, "rule land\n  when"))
    assert github.render([found]) == ("::error file=harvest.rules,line=4,endLine=5,title=odd-thing::something is wrong")


def test_escapes():
    """No character of a message or a name can end it or start another command."""
    file = SourceFile("50%,a:b\r\nc.rules", "x")
    found = finding(label(file, "x"), message="100%: a, b\r\n::error::c")
    assert github.render([found]) == (
        "::error file=50%25%2Ca%3Ab%0D%0Ac.rules,line=1,endLine=1,col=1,endColumn=2,title=odd-thing"
        "::100%25: a, b%0D%0A::error::c"
    )


def test_what_is_built_in_has_no_file():
    """A finding in no file is shown for the whole run."""
    assert github.render([finding(Label(NOWHERE))]) == "::error title=odd-thing::something is wrong"


def test_broken_file_names_can_be_printed():
    """A file name that is no valid text is replaced, not a fault."""
    file = SourceFile("\udcff.rules", "x")
    assert github.render([finding(label(file, "x"))]).startswith("::error file=?.rules,")


def test_errors_come_first():
    """GitHub shows the first ten of a step."""
    warning = finding(label(FOREST, "4"), severity=Severity.WARNING)
    levels = [line.partition(" ")[0] for line in github.render([warning, UNKNOWN, warning]).splitlines()]
    assert levels == ["::error", "::warning", "::warning"]
