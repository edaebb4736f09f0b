"""`rulelang cache`: what is kept between two starts."""

from __future__ import annotations

import click

from rulelang.cli.arguments import json_option

EXAMPLE = "Example: rulelang cache --clear"
KILOBYTE = 1000


@click.command("cache", epilog=EXAMPLE)
@click.option("--clear", "is_cleared", is_flag=True, help="Throw all of it away; it is made again when it is needed.")
@json_option
def command(is_cleared: bool, as_json: bool) -> int:
    """Show what is kept between two starts, and where."""
    from rulelang.cache.folder import GROUPS, open_cache
    from rulelang.cli.exit_status import FINE
    from rulelang.cli.output import print_json, print_table, say

    cache = open_cache()
    if cache is None:
        say("nothing is kept: RULELANG_CACHE switches it off, or the folder is not private", err=True)
        return FINE
    held = {group: cache.held(group) for group in GROUPS}
    if is_cleared:
        for group in GROUPS:
            cache.prune(group, 0)
        say(f"{sum(size for _, size in held.values()) // KILOBYTE:,} kB of {cache.folder} thrown away", err=True)
    elif as_json:
        groups = {group: {"entries": entries, "bytes": size} for group, (entries, size) in held.items()}
        print_json({"folder": str(cache.folder), "groups": groups})
    else:
        rows: list[list[str | int]] = [
            [group, GROUPS[group], entries, size // KILOBYTE] for group, (entries, size) in held.items()
        ]
        print_table(["group", "holds", "entries", "kB"], rows, title=str(cache.folder))
    return FINE
