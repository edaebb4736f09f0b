"""Thousands of findings of one sort: the first are shown, the others counted, in every format."""

from __future__ import annotations

import json as standard

import pytest
from attrs import evolve

from rulelang.diagnostics.render import FORMATS, PLAIN, json
from rulelang.diagnostics.render.few import MOST_ALIKE, few_of
from tests.unit.diagnostics.findings import UNKNOWN
from tests.unit.diagnostics.test_sarif import run_of

OTHER = evolve(UNKNOWN, slug="never-used")
MANY = [UNKNOWN] * (MOST_ALIKE + 1_234) + [OTHER] * MOST_ALIKE


def test_each_sort_is_counted_for_itself():
    """As many as may be are shown of both, in their order."""
    few = few_of(MANY)
    assert few.shown == tuple([UNKNOWN] * MOST_ALIKE + [OTHER] * MOST_ALIKE)
    assert few.left_out == {"unknown-name": 1_234}


def test_a_few_are_all_shown():
    """And nothing is said of others."""
    few = few_of(MANY[-MOST_ALIKE:])
    assert (len(few.shown), few.notes) == (MOST_ALIKE, [])


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_tells_how_many_more_there_are(form: str):
    """Once, and it stays short."""
    report = FORMATS[form](MANY, PLAIN)
    assert report.count("1,234 more") == (form != "json")
    assert len(report) < 3 * len(FORMATS[form](MANY[-2 * MOST_ALIKE :], PLAIN))


def test_counts_are_those_of_all():
    """A program reads how many there are, and how many of them are not listed."""
    report = standard.loads(json.render(MANY))
    assert (report["errors"], report["left_out"]) == (len(MANY), {"unknown-name": 1_234})
    assert len(report["diagnostics"]) == 2 * MOST_ALIKE


def test_sarif_says_it_as_a_note_of_the_run():
    """Where the tool has something to say that is no finding."""
    run = run_of(MANY)
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is True
    (note,) = invocation["toolExecutionNotifications"]
    assert note["level"] == "note"
    assert note["message"]["text"].startswith("unknown-name: 1,234 more")
