"""`rulelang words`: what of a game has no words in a language yet."""

from __future__ import annotations

import click

from rulelang.cli.arguments import json_option

EXAMPLE = "Example: rulelang words my_game nl >> my_game/words/nl.rules"


@click.command("words", epilog=EXAMPLE)
@click.argument("game")
@click.argument("language", required=False)
@json_option
def command(game: str, language: str | None, as_json: bool) -> int:
    """Say how far a game is translated; with a language, list what is missing as lines to fill in."""
    from rulelang.checks.words import translated
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.output import count, print_json, print_table, say
    from rulelang.pipeline import read_game

    rules, _ = read_game(game)
    own = [block for block in rules.blocks if block.span.file.name not in rules.below]
    languages = [language] if language else sorted(rules.vocabulary.words)
    found = [translated(own, rules, each) for each in languages]
    if as_json:
        print_json([{"language": f.language, "total": f.total, "missing": list(f.missing)} for f in found])
    elif language is None:
        rows: list[list[str | int]] = [[f.language, f.total - len(f.missing), f.total, f"{f.share:.0%}"] for f in found]
        print_table(["language", "words", "of", ""], rows)
    else:
        for name in found[0].missing:
            say(f"  # {name}: ")
        say(f"{count(len(found[0].missing), 'word')} of {found[0].total} missing in {language}", err=True)
    return FINDINGS if any(f.missing for f in found) else FINE
