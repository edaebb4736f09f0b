"""Findings are the same ones though files move and lines shift."""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.fingerprint import fingerprints
from rulelang.diagnostics.wording.names import unknown_name
from rulelang.source import SourceFile, Span

TEXT = """\
rule plant(n: number)
  add n to actor.corn

rule reap(n: number)
  add n to actor.corn
  add 1 to actor.corn
"""


def all_in(text: str, name: str = "farm.rules", word: str = "corn") -> list[Diagnostic]:
    """A finding at each place of a word."""
    file = SourceFile(name, text)
    starts = [at for at in range(len(text)) if text.startswith(word, at)]
    return [unknown_name(Span(file, at, at + len(word)), word, ()) for at in starts]


def test_all_of_them_differ() -> None:
    """By their declaration, and within one by their order."""
    assert len(set(fingerprints(all_in(TEXT)))) == 3


def test_they_stay_when_lines_shift_and_the_file_moves() -> None:
    moved = "# a comment\n\n" + TEXT.replace("  add", "    add").replace("(n: number)", "( n : number )")
    assert fingerprints(all_in(moved, "elsewhere/field.rules")) == fingerprints(all_in(TEXT))


def test_they_stay_when_declarations_change_places() -> None:
    first, second = TEXT.split("\n\n")
    assert set(fingerprints(all_in(f"{second}\n{first}\n"))) == set(fingerprints(all_in(TEXT)))


def test_another_declaration_or_name_is_another_finding() -> None:
    for changed, word in ((TEXT.replace("reap", "mow"), "corn"), (TEXT.replace("corn", "rye"), "rye")):
        assert set(fingerprints(all_in(changed, word=word))) != set(fingerprints(all_in(TEXT)))
