"""Another name for something, wherever it is meant; refused if the rules would then be others, or wrong."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from rulelang.describe.places import Name, Places, Thing
from rulelang.diagnostics.diagnostic import Severity
from rulelang.lsp.problems import file_of
from rulelang.lsp.projects import Project, Texts
from rulelang.source import SourceFile, Span
from rulelang.syntax.parser import parse

NAME = re.compile(r"[a-z][a-z0-9_]*")


class Refused(Exception):
    """Why something can not be called so."""


def may_be_renamed(project: Project, thing: Thing) -> None:
    """Refuse what these rules do not name themselves, and to rename anything while they have mistakes."""
    if thing.sort != "local" and not thing.is_written:
        raise Refused(f"`{thing.name}` is named by the language or by a mechanism")
    below = project.checker.last[1].below if project.checker.last is not None else ()
    if thing.span.file.name in below:
        raise Refused(f"`{thing.name}` is declared in {thing.span.file.name}, which these rules stand on")
    wrong = next((p for p in project.problems if p.severity is Severity.ERROR), None)
    if wrong is not None:
        raise Refused(f"first mend what is wrong: {wrong.span}, {wrong.message}")


def renamed(project: Project, name: Name, places: Places, new: str, texts: Texts) -> dict[Path, list[Span]]:
    """The places in each file that take a new name."""
    thing = name.thing
    may_be_renamed(project, thing)
    if not NAME.fullmatch(new) or parse(SourceFile("", f"value {new} gives {new}\n")).problems:
        raise Refused(f"`{new}` can not be a name: small letters, digits and underscores, and no word of the language")
    by_file: dict[Path, list[Span]] = defaultdict(list)
    for span in sorted({places.place(each.span) for each in places.meant(thing)}, key=lambda span: span.start):
        by_file[file_of(span)].append(span)
    after = {**texts, **{path: rewritten(spans, thing.word, new).encode() for path, spans in by_file.items()}}
    refuse_if_wrong(project, after)
    return dict(by_file)


def written(span: Span, old: str, new: str) -> str:
    """A name in its new form: of one of several copies only the beginning changes."""
    return new + span.text.removeprefix(old)


def rewritten(spans: Iterable[Span], old: str, new: str) -> str:
    """The text of a file with a name replaced."""
    pieces, end, text = list[str](), 0, ""
    for span in spans:
        text = span.file.text
        pieces += [text[end : span.start], written(span, old, new)]
        end = span.end
    return "".join([*pieces, text[end:]])


def refuse_if_wrong(project: Project, texts: Mapping[Path, bytes]) -> None:
    """Check the rules as they would be; whatever is told more often than before has come by the new name."""
    fresh = Project.of(project.game)
    fresh.check(texts)
    known = Counter(problem.slug for problem in project.problems)
    for problem in fresh.problems:
        known[problem.slug] -= 1
        if known[problem.slug] < 0:
            raise Refused(f"{problem.span}: {problem.message}")
