"""`rulelang trace`: printed rules, clauses, scenarios, waivers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulelang.describe.trace import printed_rules

RULEBOOK = """\
# Coins

| ID | rule |
| --- | --- |
| COI-001 | The box holds seven coins. |
| COI-002 | Take one or two coins. |

## Not for software

| ID | reason |
| --- | --- |
| COI-001 | material only |
"""


@pytest.fixture
def folder(coins: Path) -> Path:
    """The coin game with a rulebook."""
    made = coins.parent / "game"
    made.mkdir()
    coins.rename(made / "coins.rules")
    (made / "rulebook.md").write_text(RULEBOOK)
    return made


def test_covered(run, folder: Path):
    """Each rule is waived, or has a clause and a scenario."""
    result = run("trace", folder, "--json")
    assert result.exit_code == 0
    first, second = json.loads(result.stdout)
    assert (first["id"], first["waived"]) == ("COI-001", "material only")
    assert second["cited_by"] == ["game/coins.rules:19"]
    assert second["scenarios"] == ["two coins are taken"]
    assert second["waived"] is None


def test_uncovered(run, folder: Path):
    """A rule without a clause or scenario is marked, and the status is 1."""
    book = folder / "rulebook.md"
    book.write_text(RULEBOOK.replace("| COI-002", "| COI-003 | Be nice. |\n| COI-002"))
    result = run("trace", folder)
    assert result.exit_code == 1
    assert "no clause, no scenario" in result.stdout
    assert "1 missing something" in result.stdout


def test_unknown_citation(run, folder: Path):
    """A citation of a rule that is not printed is said."""
    rules = folder / "coins.rules"
    rules.write_text(rules.read_text().replace("cites COI-002", "cites COI-002, COI-077", 1))
    assert "COI-077 is cited (game/coins.rules:19)" in run("trace", folder).stderr


def test_waivers_end_with_their_section():
    """Tables below the next heading are printed rules again, and runs are written out."""
    text = RULEBOOK.replace(
        "| COI-001 | material only |", "| COI-001..COI-002 | material |\n\n## More\n\n| COI-009 | x |"
    )
    found = printed_rules(text)
    assert [name for name, rule in found.items() if rule.waived] == ["COI-001", "COI-002"]
    assert "COI-009" in found
