"""`rulelang hooks`: what a house rule can hang on."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from rulelang.cli.arguments import game_arguments, json_option
from rulelang.cli.output import say

if TYPE_CHECKING:
    from rulelang.describe.hooks import Hook

EXAMPLE = "Example: rulelang hooks mygame limit"


@click.command("hooks", epilog=EXAMPLE)
@game_arguments
@click.argument("word", required=False)
@json_option
def command(
    game: str,
    players: int | None,
    variants: tuple[str, ...],
    options: tuple[str, ...],
    word: str | None,
    as_json: bool,
) -> int:
    """Show what a house rule can hang on, each with a line to copy; WORD is part of a name or label."""
    import attrs

    from rulelang.cli.arguments import load_game
    from rulelang.cli.exit_status import FINE, WRONG_USAGE
    from rulelang.cli.output import print_json
    from rulelang.describe import hooks, matching
    from rulelang.sheet.sentences.one import sentences

    loaded, count = load_game(game, variants, options, players)
    found = hooks(loaded, count, sentences(loaded, count))
    if word is not None:
        found = matching(found, word)
        if not found:
            say(f"error: nothing in {loaded.name} is called `{word}`, or nearly so", err=True)
            return WRONG_USAGE
    if as_json:
        print_json([attrs.asdict(each) for each in found])
    else:
        show(loaded.name, found, word)
    return FINE


def show(game: str, found: list[Hook], word: str | None) -> None:
    """A heading for each sort; those for bots alone only if they are asked for."""
    from rulelang.describe.hooks import SORTS

    bots = [each for each in found if each.sort == "estimate"]
    if word is None:
        found = [each for each in found if each.sort != "estimate"]
    lines: list[str] = []
    for sort, each in groupby(found, lambda hook: hook.sort):
        lines += [f"## {SORTS[sort]}", "", *(line for hook in each for line in told(hook))]
    if bots and word is None:
        lines.append(f"{len(bots)} values that only bots read are left out; `rulelang hooks {game} --json` has them.")
    for line in lines:
        say(line)


def told(hook: Hook) -> list[str]:
    """What it is, where it stands, what it means, and the line to copy."""
    gives = f" – {hook.gives}" if hook.gives else ""
    copied = [f"    {line}" for line in hook.line.splitlines()] or ["    (read before the game begins)"]
    return [f"{hook.form}{gives}  [{hook.place}]", *([f"  {hook.sentence}"] if hook.sentence else []), *copied, ""]
