"""`rulelang diff`: what differs between two sets of rules."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from rulelang.cli.arguments import json_option
from rulelang.cli.output import say

if TYPE_CHECKING:
    from rulelang.describe.diff import Difference

EXAMPLE = "Example: rulelang diff mygame 'mygame+variant?option=value'"
# What differs is to be read at one go: a page of a terminal, or of paper.
WIDTH = 100
PAGE = 60
# A long difference is cut to so many lines; to fewer where the page would not hold all differences.
MOST_LINES = (14, 10, 7, 5, 3, 1, 0)


@click.command("diff", epilog=EXAMPLE)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--players", type=int, metavar="N", help="For how many players; else the fewest that both allow.")
@json_option
def command(first: str, second: str, players: int | None, as_json: bool) -> int:
    """Say what differs between two rule sets, each written GAME+VARIANT?OPTION=VALUE."""
    import attrs

    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.output import print_json
    from rulelang.describe.diff import compare, read_side

    found = compare(read_side(first), read_side(second), players)
    if as_json:
        print_json([attrs.asdict(each) for each in found])
    else:
        show(first, second, found)
    return FINDINGS if found else FINE


def show(first: str, second: str, found: Sequence[Difference]) -> None:
    """A heading for each kind of thing, and below it what differs."""
    for line in page(first, second, found):
        say(line)


def page(first: str, second: str, found: Sequence[Difference]) -> list[str]:
    """All differences, each cut as short as it takes to fill no more than a page."""
    if not found:
        return [f"{first} and {second} have the same rules"]
    for most in MOST_LINES:
        lines = [f"from {first} to {second}"]
        for area, differences in groupby(found, lambda each: each.area):
            lines += ["", area]
            lines += [f"  {line}" for each in differences for line in told(each, most)]
        if len(lines) <= PAGE:
            return lines
    return [*lines[: PAGE - 1], f"… and {len(lines) - PAGE + 1} lines more (see --json)"]


def told(each: Difference, most: int = MOST_LINES[0]) -> list[str]:
    """One difference in lines; a long one is cut short."""
    first = f"{each.how} {each.name}"
    whole = f"{first}: {each.detail[0].strip()}" if len(each.detail) == 1 else ""
    if whole and len(whole) <= WIDTH - 2:
        return [whole]
    detail = [piece for line in each.detail for piece in folded(line, WIDTH - 6)]
    more = len(detail) - most
    if more > 1:
        detail = [*detail[:most], f"… and {more} lines more (see --json)"] if most else []
    return [*folded(first, WIDTH - 2), *(f"    {line}" for line in detail)]


def folded(line: str, width: int) -> list[str]:
    """A line in pieces that fit, the later ones further in; a table row is cut off instead."""
    if line.lstrip().startswith("|"):
        return [line if len(line) <= width else line[: width - 1] + "…"]
    inset = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(
        line, width, subsequent_indent=inset + "    ", drop_whitespace=True, break_on_hyphens=False
    ) or [line]
