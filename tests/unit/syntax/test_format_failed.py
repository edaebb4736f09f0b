"""The formatter leaves a file alone that it can not format faithfully."""

from __future__ import annotations

import pytest

from rulelang.syntax import format as formatter


def test_a_result_that_differs_is_not_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the formatted text does not mean the same, the old text comes back with `format-failed`."""
    monkeypatch.setattr(formatter, "lay_out", lambda lines, margins: "rule other()\n")
    result = formatter.format_text("rule  harvest()\n  stop\n")
    assert result.text == "rule  harvest()\n  stop\n"
    assert [problem.slug for problem in result.problems] == ["format-failed"]
