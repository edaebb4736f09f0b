"""What is wrong, as editors show it, and what they can do about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from lsprotocol import types as lsp

from rulelang.diagnostics.diagnostic import Diagnostic, Fix, Severity
from rulelang.lsp.places import Units, uri_of
from rulelang.source import BUILT_IN, Span

SOURCE = "rulelang"
SEVERITY = {Severity.ERROR: lsp.DiagnosticSeverity.Error, Severity.WARNING: lsp.DiagnosticSeverity.Warning}
NOT_NEEDED = {"never-used", "unread-name", "never-reached", "unused-silence", "idle-label", "idle-words"}  # shown paler


def file_of(span: Span) -> Path:
    """The file a place is in."""
    return Path(span.file.name).resolve()


def shown(problem: Diagnostic, units: Units) -> lsp.Diagnostic:
    """A problem as the editor shows it."""
    return lsp.Diagnostic(
        range=units.range(problem.span),
        message=problem.message + (f"\n{problem.help}" if problem.help else ""),
        severity=SEVERITY[problem.severity],
        code=problem.slug,
        source=SOURCE,
        tags=[lsp.DiagnosticTag.Unnecessary] if problem.slug in NOT_NEEDED else None,
        related_information=[
            lsp.DiagnosticRelatedInformation(
                lsp.Location(uri_of(file_of(label.span)), units.range(label.span)), label.text or "see here"
            )
            for label in problem.others
            if label.span.file is not BUILT_IN
        ],
    )


def fixes(problems: Iterable[Diagnostic], inside: Span, units: Units) -> list[lsp.CodeAction]:
    """What can be put in the place of something that is wrong within a stretch of a text."""
    found = [p for p in problems if p.span.file.name == inside.file.name and overlap(p.span, inside)]
    return [fixed(problem, fix, units) for problem in found for fix in problem.fixes]


def overlap(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def fixed(problem: Diagnostic, fix: Fix, units: Units) -> lsp.CodeAction:
    edit = lsp.TextEdit(units.range(fix.span), fix.text)
    return lsp.CodeAction(
        title=f"Write `{fix.text}`",
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[shown(problem, units)],
        is_preferred=len(problem.fixes) == 1,
        edit=lsp.WorkspaceEdit(changes={uri_of(file_of(fix.span)): [edit]}),
    )


def merged(lists: Iterable[Sequence[Diagnostic]]) -> list[Diagnostic]:
    """What several games say of their files, each thing once."""
    found = {problem.identity: problem for problems in lists for problem in problems}
    return sorted(found.values(), key=lambda problem: problem.sort_key)
