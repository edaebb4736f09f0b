"""What an editor sees of a game while somebody types."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from lsprotocol import types as lsp

from tests.lsp.editor import Editor

RULES = """
    game heap "Heap 🪨"
      players: 2..3

    card stone
      | name  | weight |
      | small | 1      |
      | large | 3      |

    zone heap of stone seen by all
    zone bag of stone per player seen by owner

    state
      left: number starts 2

    setup
      move stone to heap

    # how much
    # is taken at once
    round main
      last: 2
      turn
        choose one
          way take "Take"
            choose c in heap where can(take(c))
              take(c)
          way rest "Rest"
            need left > 0 because "nobody may rest any more"
            add -1 to left

    rule take(c: stone)
      move c to actor.bag

    score weight(p) gives sum(c in p.bag: c.weight)
"""
HOUSE_RULE = """
    variant short "A short game" of heap
      after take(c)
        stop game because "somebody took one"
"""


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    path = tmp_path / "heap.rules"
    path.write_text(dedent(RULES).lstrip("\n"), encoding="utf-8")
    return path


def test_what_is_typed_is_checked_and_mended(at_desk: Editor, heap: Path) -> None:
    """A slip is told while the file on the disk is still fine, and its fix mends it."""
    text = heap.read_text(encoding="utf-8")
    at_desk.open(heap)
    assert at_desk.problems(heap, lambda found: not found) == []
    at_desk.type(heap, text.replace("  take(c)\n", "  tak(c)\n"))
    (problem,) = at_desk.problems(heap, lambda found: found == ["unknown-rule"])
    lines = text.split("\n")
    line = next(number for number, line in enumerate(lines) if line.strip() == "take(c)")
    start = lines[line].index("take")
    assert problem.range == lsp.Range(lsp.Position(line, start), lsp.Position(line, start + 3))
    assert problem.severity is lsp.DiagnosticSeverity.Error
    asked = lsp.CodeActionParams(
        lsp.TextDocumentIdentifier(heap.as_uri()), problem.range, lsp.CodeActionContext([problem])
    )
    (action,) = at_desk.run(at_desk.client.text_document_code_action_async(asked))
    assert action.edit.changes == {heap.as_uri(): (lsp.TextEdit(problem.range, "take"),)}
    at_desk.type(heap, text)
    assert at_desk.problems(heap, lambda found: not found) == []
    at_desk.close(heap)


def test_what_only_variants_show_is_told_behind_the_first_answer(at_desk: Editor, heap: Path) -> None:
    """The rules as they stand are fine; with the variant they are not. Typing above it moves it along."""
    text = heap.read_text(encoding="utf-8") + dedent("""
        variant heavy "Heavy"
          after take(c)
            add 1 to lef
    """)
    at_desk.open(heap, text)
    (problem,) = at_desk.problems(heap, lambda found: found == ["unknown-name"])
    at_desk.type(heap, "# a heap\n" + text)
    (moved,) = at_desk.problems(heap, lambda found: found == ["unknown-name"])
    assert moved.range.start == lsp.Position(problem.range.start.line + 1, problem.range.start.character)
    at_desk.close(heap)


def test_a_house_rule_is_checked_with_what_is_typed_in_its_game(at_desk: Editor, heap: Path) -> None:
    """Two files are open; the game's rule gets another name in the one, and the other no longer hangs on it."""
    house = heap.with_name("short.rules")
    house.write_text(dedent(HOUSE_RULE).lstrip("\n"), encoding="utf-8")
    text = heap.read_text(encoding="utf-8")
    at_desk.open(house)
    assert at_desk.problems(house, lambda found: not found) == []
    at_desk.open(heap, text.replace("take(c)", "grab(c)").replace("rule take", "rule grab"))
    (problem,) = at_desk.problems(house, lambda found: found == ["unknown-rule"])
    assert problem.range.start.line == 1
    at_desk.close(heap)
    assert at_desk.problems(house, lambda found: not found) == []
    at_desk.close(house)


def test_settings_hold_in_the_editor(at_desk: Editor, heap: Path) -> None:
    """A warning that the folder's settings switch off is not shown."""
    extra = heap.read_text(encoding="utf-8") + "\nvalue idle gives 1\n"
    heap.with_name("rulelang.toml").write_text('[check]\nlevels = { never-used = "error" }\n', encoding="utf-8")
    at_desk.open(heap, extra)
    (problem,) = at_desk.problems(heap, lambda found: found == ["never-used"])
    assert problem.severity is lsp.DiagnosticSeverity.Error
    assert problem.tags == (lsp.DiagnosticTag.Unnecessary,)
    at_desk.close(heap)


def test_a_broken_text_has_an_outline_and_folds(at_desk: Editor, heap: Path) -> None:
    """The declaration that can not be read takes nothing from the others."""
    lines = heap.read_text(encoding="utf-8").replace("move c to actor.bag", "move c to (((").split("\n")
    at_desk.open(heap, "\n".join(lines))
    there = lsp.TextDocumentIdentifier(heap.as_uri())
    found = at_desk.run(at_desk.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(there)))
    names = ["heap", "stone", "heap", "bag", "state", "setup", "main", "take", "weight"]
    assert [symbol.name for symbol in found] == names
    assert [child.name for child in found[4].children] == ["left"]
    assert found[0].range.start == lsp.Position(0, 0)
    folds = at_desk.run(at_desk.client.text_document_folding_range_async(lsp.FoldingRangeParams(there)))
    folded = {lines[fold.start_line].strip(): fold.end_line - fold.start_line for fold in folds}
    assert folded["card stone"] == 3
    assert folded["# how much"] == 1
    assert folded['way rest "Rest"'] == 2
    assert "rule take(c: stone)" in folded
    at_desk.close(heap)


def test_places_count_as_the_editor_counts(at_desk: Editor, heap: Path) -> None:
    """A stone is one character of a rule and two units of UTF-16."""
    text = heap.read_text(encoding="utf-8").replace('"Heap 🪨"', '"Heap 🪨" oops')
    at_desk.open(heap, text)
    (problem,) = at_desk.problems(heap, lambda found: len(found) == 1)
    assert problem.range.start == lsp.Position(0, len('game heap "Heap xx" '))
    at_desk.close(heap)


def test_formatting_changes_the_lines_that_differ(at_desk: Editor, heap: Path) -> None:
    """A row that is out of line is set right, and nothing else is touched; a broken file is left alone."""
    text = heap.read_text(encoding="utf-8")
    at_desk.open(heap, text.replace("| small | 1      |", "|small|1|"))
    row = text.split("\n").index("  | small | 1      |")
    asked = lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(heap.as_uri()), lsp.FormattingOptions(2, True))
    (edit,) = at_desk.run(at_desk.client.text_document_formatting_async(asked))
    assert edit == lsp.TextEdit(lsp.Range(lsp.Position(row, 0), lsp.Position(row + 1, 0)), "  | small | 1      |\n")
    at_desk.type(heap, text + "rule (\n")
    assert at_desk.run(at_desk.client.text_document_formatting_async(asked)) is None
    at_desk.close(heap)


def test_a_text_in_no_file_has_an_outline(at_desk: Editor) -> None:
    """Somebody has opened an empty window and begins."""
    item = lsp.TextDocumentItem("untitled:one", "rulelang", 1, "rule go\n  stop game\n")
    at_desk.run(at_desk.sent(lambda: at_desk.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))))
    there = lsp.TextDocumentIdentifier("untitled:one")
    (symbol,) = at_desk.run(at_desk.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(there)))
    assert symbol.name == "go"


def test_nothing_hindered_the_server(at_desk: Editor) -> None:
    """No test above made it complain."""
    assert at_desk.messages == []
