"""`rulelang trace`: printed rule, the clauses that cite it, the scenarios that test it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulelang.cli.arguments import json_option
from rulelang.cli.output import say

if TYPE_CHECKING:
    from rulelang.describe.trace import Printed, Trace

EXAMPLE = "Example: rulelang trace games/mine --json"


@click.command("trace", epilog=EXAMPLE)
@click.argument("game")
@json_option
def command(game: str, as_json: bool) -> int:
    """Follow each printed rule to the clauses that cite it and the scenarios that test it."""
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.output import print_json
    from rulelang.describe.trace import trace

    found = trace(game)
    if as_json:
        print_json([row(rule) for rule in found.rules])
    else:
        show(found)
    for name, places in found.unknown.items():
        say(f"{name} is cited ({places[0]}) but not in the rulebook", err=True)
    return FINDINGS if found.uncovered else FINE


def row(rule: Printed) -> dict[str, object]:
    """A rule for programs."""
    return {
        "id": rule.id,
        "cited_by": rule.cited_by,
        "scenarios": rule.scenarios,
        "waived": rule.waived,
        "text": rule.text,
    }


def show(found: Trace) -> None:
    """A line for each rule, then the counts."""
    from rulelang.cli.output import count, print_table

    rows = [[rule.id, in_short(rule.cited_by), in_short(rule.scenarios), mark(rule)] for rule in found.rules]
    print_table(["rule", "clauses", "scenarios", ""], rows)
    waived = sum(rule.waived is not None for rule in found.rules)
    needed = [rule for rule in found.rules if rule.waived is None]
    cited = sum(bool(rule.cited_by) for rule in needed)
    tested = sum(bool(rule.scenarios) for rule in needed)
    say(
        f"\n{count(len(found.rules), 'printed rule')}: {cited} of {len(needed)} in clauses, "
        f"{tested} of {len(needed)} in scenarios, {waived} not for software, "
        f"{len(found.uncovered)} missing something"
    )


def in_short(places: list[str]) -> str:
    """The first of some, and how many more."""
    if not places:
        return "-"
    return places[0] + (f" and {len(places) - 1} more" if len(places) > 1 else "")


def mark(rule: Printed) -> str:
    """What a rule lacks."""
    if rule.waived is not None:
        return f"not for software: {rule.waived}"
    missing = [word for word, has in (("no clause", rule.cited_by), ("no scenario", rule.scenarios)) if not has]
    return ", ".join(missing)
