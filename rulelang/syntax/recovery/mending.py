"""Going on after a mistake: a line is mended as its message proposes, or else something stands in for it.

A line with a body below it becomes some block or an `if`, so that the body is still looked at; a
statement becomes `stop`; a row or a field is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import define, field

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.language.blocks import VERBS
from rulelang.syntax.recovery.consequences import Broken
from rulelang.syntax.recovery.draft import Draft, Edit
from rulelang.syntax.recovery.mistakes import CLAUSES, CanGoOn, Mistake, first_rows, rows_outside_brackets

ABOUT_INDENTATION = ("wrong-indentation", "indented-too-far", "missing-body")
HEAD = re.compile(r"[a-z][a-z0-9_]*(?: +[a-z][a-z0-9_]*)?")
FIELD = re.compile(r"[a-z][a-z0-9_.]*\s*:")


@define
class Mender:
    """Mends a draft, mistake by mistake, and keeps what was found."""

    draft: Draft
    can_go_on: CanGoOn
    problems: list[Diagnostic] = field(factory=list)
    broken: dict[int, Broken] = field(factory=dict)
    stages: dict[int, int] = field(factory=dict)  # of each line, how much has been tried

    def go_on(self, mistake: Mistake) -> None:
        """Note a mistake and change the draft so that it is not met again."""
        row, stage = mistake.row, self.stages.get(mistake.row, 0)
        if stage == 0 and not self.is_about_tabs(mistake):
            self.problems.append(mistake.problem)
        if stage == 0 and mistake.edits:
            if not mistake.sure:
                self.note(row, mended=True)
            for edit in mistake.edits:
                self.draft.change(edit)
            self.stages[row] = 1
        elif stage <= 1:
            self.note(row)
            self.stand_in(row)
            self.stages[row] = 2
        else:
            self.drop(row)

    def is_about_tabs(self, mistake: Mistake) -> bool:
        """Indentation that only looks wrong because of tabs was said to be wrong already."""
        rows = [r for r in (mistake.row, self.draft.below(mistake.row)) if r is not None]
        return mistake.problem.slug in ABOUT_INDENTATION and any(self.draft.is_tabbed(r) for r in rows)

    def note(self, row: int, mended: bool = False) -> None:
        first, last = self.lines_of(row)
        self.broken[first] = Broken(self.draft.rows(first, last), self.draft.whole, mended)

    def lines_of(self, row: int) -> tuple[int, int]:
        """The lines of text that are one line of rules with this one."""
        return self.around(row, first_rows(self.draft, self.can_go_on))

    def around(self, row: int, beginnings: Iterable[int]) -> tuple[int, int]:
        """The rows from the last beginning above a row to the next one below it."""
        first, end = row, len(self.draft.lines)
        for at in beginnings:
            if at > row:
                end = at
                break
            first = at
        return first, max(row, *(r for r in range(first, end) if self.draft.has_rules(r)), first)

    def stand_in(self, row: int) -> None:
        """Put something that can be read in place of a line; of one that goes on, leave out the rest."""
        whole, last = self.lines_of(row)
        first, _ = self.around(row, rows_outside_brackets(self.draft))
        for below in range(first + 1, last + 1):
            self.draft.set_line(below, "")
        self.draft.set_line(first, "" if first > whole else self.stub(first))

    def stub(self, row: int) -> str:
        line = self.draft.lines[row].strip()
        below = self.draft.below(row)
        opens = below is not None and self.draft.depth(below) > self.draft.depth(row)
        words = line.split()
        if line.startswith("|"):
            return ""
        if words[:2] == ["otherwise", "if"]:
            return "otherwise if a" if opens else ""
        if words[:1] == ["otherwise"]:
            return "otherwise" if opens else ""
        head = HEAD.match(line)
        if (words and words[0] in VERBS) or head is None:
            return "if a" if opens else "stop" if self.draft.depth(row) else ""
        if opens or not self.draft.depth(row):
            named = head[0].split()
            return named[0] if named[-1] in CLAUSES or named[-1] in VERBS or named[-1] == "in" else head[0]
        return "" if FIELD.match(line) else "stop"

    def drop(self, row: int) -> None:
        """Leave out a line and everything indented below it."""
        depth = self.draft.depth(row)
        if not self.draft.has_rules(row):
            return
        self.draft.set_line(row, "")
        for below in range(row + 1, len(self.draft.lines)):
            if self.draft.has_rules(below) and self.draft.depth(below) <= depth:
                break
            self.draft.change(Edit(below, 0, len(self.draft.lines[below]), ""))
