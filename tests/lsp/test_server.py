"""What an editor sees of a game while somebody types."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

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
    at_desk.type(heap, text.removesuffix("\n"))
    (edit,) = at_desk.run(at_desk.client.text_document_formatting_async(asked))
    last = text.removesuffix("\n").split("\n")
    assert edit.range.end == lsp.Position(len(last) - 1, len(last[-1]))  # no line is named that is not there
    at_desk.type(heap, text + "rule (\n")
    assert at_desk.run(at_desk.client.text_document_formatting_async(asked)) is None
    at_desk.close(heap)


VARIANTS = """
    variant one "One at most"
      before take(c)
        need left > 0 because "nothing is left"

    variant two "Twice"
      after take(x)
        add 1 to left

    scenario "a stone is taken"
      given
        move small to player_1.bag
      begin: main
      then
        need count(player_1.bag) = 1 and left = 2
"""


def pointed(path: Path, text: str, mark: str) -> tuple[lsp.TextDocumentIdentifier, lsp.Position]:
    """The place of the first `^` in what is looked for, without the mark."""
    before = text[: text.index(mark.replace("^", ""))] + mark.partition("^")[0]
    return lsp.TextDocumentIdentifier(path.as_uri()), lsp.Position(before.count("\n"), len(before.rpartition("\n")[2]))


def lines_of(locations: list[lsp.Location], text: str) -> list[str]:
    return [text.split("\n")[each.range.start.line].strip() for each in locations]


@pytest.fixture
def variants(at_desk: Editor, heap: Path) -> Iterator[tuple[Path, str]]:
    """A game with variants and a scenario, which has been checked to the end."""
    text = heap.read_text(encoding="utf-8") + dedent(VARIANTS) + "\nvalue idle gives 1\n"
    at_desk.open(heap, text)
    at_desk.problems(heap, lambda found: found == ["never-used"])
    yield heap, text
    at_desk.close(heap)


def test_a_name_leads_to_its_declaration_and_to_where_it_is_meant(at_desk: Editor, variants: tuple[Path, str]) -> None:
    """Into amendments, scenarios and heads; names of bodies are those of their own body."""
    heap, text = variants
    client = at_desk.client

    def defined(mark: str) -> list[str]:
        return lines_of(
            at_desk.run(client.text_document_definition_async(lsp.DefinitionParams(*pointed(heap, text, mark)))), text
        )

    def meant(mark: str) -> list[str]:
        context = lsp.ReferenceContext(include_declaration=False)
        asked = lsp.ReferenceParams(context, *pointed(heap, text, mark))
        return lines_of(at_desk.run(client.text_document_references_async(asked)), text)

    assert defined("after ta^ke(x)") == ["rule take(c: stone)"]
    assert defined("of s^tone seen by all") == ["card stone"]
    assert defined("move c^ to actor.bag") == ["rule take(c: stone)"]
    assert defined("c.wei^ght") == ["| name  | weight |"]
    assert defined("need count(player_1.b^ag)") == ["zone bag of stone per player seen by owner"]
    assert meant("rule t^ake") == [
        "choose c in heap where can(take(c))",
        "take(c)",
        "before take(c)",
        "after take(x)",
    ]
    assert meant("l^eft: number") == [
        'need left > 0 because "nobody may rest any more"',
        "add -1 to left",
        'need left > 0 because "nothing is left"',
        "add 1 to left",
        "need count(player_1.bag) = 1 and left = 2",
    ]
    assert meant("choose c^ in heap") == ["choose c in heap where can(take(c))", "take(c)"]
    asked = lsp.ImplementationParams(*pointed(heap, text, "rule ta^ke"))
    found = at_desk.run(client.text_document_implementation_async(asked))
    assert lines_of(found, text) == ["before take(c)", "after take(x)"]


def test_hover_tells_what_a_name_is(at_desk: Editor, variants: tuple[Path, str]) -> None:
    """Its head, its comment, what amends it; of a name of a body its type, of a word of the language its entry."""
    heap, text = variants

    def told(mark: str) -> str:
        found = at_desk.run(at_desk.client.text_document_hover_async(lsp.HoverParams(*pointed(heap, text, mark))))
        return found.contents.value if found is not None else ""

    assert "rule take(c: stone)" in told("  ta^ke(c)\n")
    assert "- before in one" in told("  ta^ke(c)\n")
    assert "- after in two" in told("  ta^ke(c)\n")
    assert "c: stone" in told("can(take(c^))")
    assert "stone.weight: 1..3" in told("c.wei^ght")
    assert "# shuffle" not in told("move^ stone")
    assert "# move" in told("mo^ve stone")


def test_a_name_is_changed_wherever_it_is_meant(at_desk: Editor, variants: tuple[Path, str]) -> None:
    """Amendments, scenarios, words of languages, holes of texts; a name that would make the rules wrong is refused."""
    heap, text = variants
    words = dedent("""
        translate nl
          small: "Klein"
          stone: "Steen"
    """)
    text = text.replace("value idle gives 1", "value idle gives 1\n" + words)
    text = text.replace("choose c in heap where can(take(c))", 'choose c in heap where can(take(c)) as "{c}?"')
    at_desk.type(heap, text)
    at_desk.problems(heap, lambda found: "never-used" in found)

    def renamed(mark: str, new: str) -> str:
        asked = lsp.RenameParams(*pointed(heap, text, mark)[:1], pointed(heap, text, mark)[1], new)
        edits = at_desk.run(at_desk.client.text_document_rename_async(asked)).changes[heap.as_uri()]
        lines = text.split("\n")
        for edit in sorted(edits, key=lambda edit: (edit.range.start.line, -edit.range.start.character)):
            row, first, last = edit.range.start.line, edit.range.start.character, edit.range.end.character
            lines[row] = lines[row][:first] + edit.new_text + lines[row][last:]
        return "\n".join(lines)

    assert renamed("rule ta^ke", "grab") == text.replace("take(", "grab(")
    assert renamed("move sma^ll", "stony") == text.replace("small", "stony")
    taking = text[text.index("choose c in") : text.index("way rest")]
    others = taking.replace("(c)", "(s)").replace("choose c", "choose s").replace("{c}", "{s}")
    assert renamed("choose c^ in", "s") == text.replace(taking, others)
    for new, reason in (("left", "left"), ("Ste^in", "can not be a name")):
        with pytest.raises(JsonRpcException, match=reason):
            renamed("choose c^ in", new)
    asked = lsp.PrepareRenameParams(*pointed(heap, text, "to act^or.bag"))
    with pytest.raises(JsonRpcException, match="named by the language"):
        at_desk.run(at_desk.client.text_document_prepare_rename_async(asked))


def test_what_fits_is_proposed_while_somebody_types(at_desk: Editor, variants: tuple[Path, str]) -> None:
    """The line is not finished, and so the rule is broken; parts and hooks are those of the game as it was."""
    heap, text = variants

    def proposed(line: str) -> list[str]:
        typed = text + line
        at_desk.type(heap, typed)
        end = lsp.Position(typed.count("\n"), len(typed.rpartition("\n")[2]))
        asked = lsp.CompletionParams(lsp.TextDocumentIdentifier(heap.as_uri()), end)
        return [item.label for item in at_desk.run(at_desk.client.text_document_completion_async(asked))]

    assert proposed("rule more(p: player)\n  need count(p.") == ["bag"]
    assert "take(c)" in proposed("variant more\n  before ")
    assert "choose" in proposed("rule more()\n  ")


def test_lenses_tell_what_amends_and_run_scenarios(at_desk: Editor, variants: tuple[Path, str]) -> None:
    """A scenario that fails is shown where it does, until somebody mends it; the editor's own commands are offered."""
    heap, text = variants
    there = lsp.TextDocumentIdentifier(heap.as_uri())

    def lenses() -> list[tuple[str, str, str]]:
        lines = at_desk.text(heap).split("\n")
        found = at_desk.run(at_desk.client.text_document_code_lens_async(lsp.CodeLensParams(there)))
        return [(lines[each.range.start.line], each.command.title, each.command.command) for each in found]

    scenario = 'scenario "a stone is taken"'
    assert lenses() == [
        ("rule take(c: stone)", "amended by 2", ""),
        (scenario, "▶ run", "rulelang.runScenario"),
        (scenario, "▶ play from here", "rulelang.playFrom"),
    ]
    running = lsp.ExecuteCommandParams("rulelang.runScenario", arguments=[heap.as_uri(), "a stone is taken"])
    at_desk.run(at_desk.client.workspace_execute_command_async(running))
    assert at_desk.messages.pop() == "“a stone is taken” holds"
    at_desk.type(heap, text.replace("left = 2", "left = 3"))
    at_desk.problems(heap, lambda found: found == ["never-used"])
    at_desk.run(at_desk.client.workspace_execute_command_async(running))
    assert "fails" in at_desk.messages.pop()
    failed, _ = at_desk.problems(heap, lambda found: "failed-scenario" in found)
    assert "2 = 3" in failed.message
    at_desk.type(heap, text)
    at_desk.problems(heap, lambda found: found == ["never-used"])


def test_the_server_knows_the_game_of_a_file(at_desk: Editor, tmp_path: Path, heap: Path) -> None:
    """A part of a game is played as the whole game."""
    home = tmp_path / "parted"
    home.mkdir()
    text = heap.read_text(encoding="utf-8")
    head, _, tail = text.partition("rule take")
    (home / "game.rules").write_text(head, encoding="utf-8")
    (home / "taking.rules").write_text("rule take" + tail, encoding="utf-8")
    at_desk.open(home / "taking.rules")
    at_desk.problems(home / "taking.rules", lambda found: not found)
    asked = lsp.ExecuteCommandParams("rulelang.gameOf", arguments=[(home / "taking.rules").as_uri()])
    assert at_desk.run(at_desk.client.workspace_execute_command_async(asked)) == str(home)
    at_desk.close(home / "taking.rules")


def test_names_are_coloured_by_what_they_mean(at_desk: Editor, variants: tuple[Path, str]) -> None:
    """Each token is told by its distance from the one before."""
    heap, text = variants
    there = lsp.TextDocumentIdentifier(heap.as_uri())
    legend = at_desk.greeting.capabilities.semantic_tokens_provider.legend
    data = at_desk.run(at_desk.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(there))).data
    lines, found, line, column = text.split("\n"), [], 0, 0
    for down, right, length, sort, modifiers in zip(*(iter(data),) * 5, strict=True):
        line, column = line + down, right if down else column + right
        found.append((lines[line].strip(), lines[line][column : column + length], legend.token_types[sort], modifiers))
    assert ("rule take(c: stone)", "take", "function", 1) in found
    assert ("rule take(c: stone)", "stone", "type", 0) in found
    assert ("move c to actor.bag", "c", "variable", 0) in found
    assert ("move c to actor.bag", "bag", "property", 0) in found
    assert ("move small to player_1.bag", "small", "enumMember", 0) in found


def test_cells_that_are_looked_up_are_shown(at_desk: Editor, heap: Path) -> None:
    """With what is known, the table says what it is."""
    text = heap.read_text(encoding="utf-8").replace("need left > 0", "need left > large.weight")
    at_desk.open(heap, text)
    at_desk.problems(heap, lambda found: not found)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(text.count("\n"), 0))
    asked = lsp.InlayHintParams(lsp.TextDocumentIdentifier(heap.as_uri()), whole)
    (hint,) = at_desk.run(at_desk.client.text_document_inlay_hint_async(asked))
    line = text.split("\n")[hint.position.line]
    assert line[: hint.position.character].endswith("large.weight")
    assert hint.label == " = 3"
    at_desk.close(heap)


def test_a_printed_rule_is_shown_with_what_cites_it(at_desk: Editor, heap: Path) -> None:
    """The rulebook beside the rules says what it is about."""
    heap.with_name("rulebook.md").write_text(
        "| ID | rule |\n| --- | --- |\n| HEA-001 | Who takes a stone keeps it. |\n", encoding="utf-8"
    )
    text = heap.read_text(encoding="utf-8").replace("rule take(c: stone)", "rule take(c: stone) cites HEA-001")
    at_desk.open(heap, text)
    at_desk.problems(heap, lambda found: not found)
    asked = lsp.HoverParams(*pointed(heap, text, "rule ta^ke"))
    found = at_desk.run(at_desk.client.text_document_hover_async(asked))
    assert "- **HEA-001** Who takes a stone keeps it." in found.contents.value
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
