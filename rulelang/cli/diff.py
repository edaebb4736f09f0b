"""`rulelang diff`: what differs between two sets of rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from rulelang.cli.arguments import json_option

if TYPE_CHECKING:
    from rulelang.compare import Difference

EXAMPLE = "Example: rulelang diff mygame 'mygame+variant?option=value'"
MOST_LINES = 14


@click.command("diff", epilog=EXAMPLE)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--players", type=int, metavar="N", help="For how many players; else the fewest that both allow.")
@json_option
def command(first: str, second: str, players: int | None, as_json: bool) -> int:
    """Say what differs between two rule sets, each written GAME+VARIANT?OPTION=VALUE."""
    import attrs

    from rulelang.cli.output import print_json
    from rulelang.cli.status import FINDINGS, FINE
    from rulelang.compare import compare, read_side

    found = compare(read_side(first), read_side(second), players)
    if as_json:
        print_json([attrs.asdict(each) for each in found])
    else:
        show(first, second, found)
    return FINDINGS if found else FINE


def show(first: str, second: str, found: Sequence[Difference]) -> None:
    """A heading for each kind of thing, and below it what differs."""
    from rulelang.diagnostics.render.columns import visible

    if not found:
        click.echo(visible(f"{first} and {second} have the same rules"))
        return
    click.echo(visible(f"from {first} to {second}"))
    for area, differences in groupby(found, lambda each: each.area):
        click.echo(f"\n{area}")
        for each in differences:
            for line in told(each):
                click.echo("  " + visible(line))


def told(each: Difference) -> list[str]:
    """One difference in lines; a long one is cut short."""
    first = f"{each.how} {each.name}"
    if len(each.detail) == 1 and len(first) + len(each.detail[0]) < 110:
        return [f"{first}: {each.detail[0].strip()}"]
    more = len(each.detail) - MOST_LINES
    if more <= 1:
        return [first, *(f"    {line}" for line in each.detail)]
    return [first, *(f"    {line}" for line in each.detail[:MOST_LINES]), f"    … and {more} lines more (see --json)"]
