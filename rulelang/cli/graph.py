"""`rulelang graph`: the rules as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from rulelang.cli.arguments import GameWords, game_arguments, json_option
from rulelang.cli.output import say, say_text

if TYPE_CHECKING:
    from rulelang.describe.graph import Picture, Use

EXAMPLE = "Example: rulelang graph examples/pig.rules --format html -o pig.html"
SIGNS = {"ask": "? ", "chance": "~ ", "way": "- ", "window": "* ", "end": "! ", "turn": "", "rule": ""}


@frozen
class Asked(GameWords):
    """What was typed behind `rulelang graph`."""

    amendments: bool
    field: str | None
    form: str
    output: Path | None
    as_json: bool


@click.command("graph", epilog=EXAMPLE)
@game_arguments
@click.option("--amendments", is_flag=True, help="Only what variants and cards change.")
@click.option("--field", metavar="FIELD", help="Only who writes and reads a field, such as player.points.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "svg", "html", "mermaid", "dot"]),
    default="text",
    help="A page, the round alone, or what other programs draw.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file.")
@json_option
def command(**words: Any) -> int:
    """Draw a round as the rules call one another, what amendments change, and who writes and reads each field."""
    import attrs

    from rulelang.cli.exit_status import FINE
    from rulelang.cli.output import print_json, write_whole
    from rulelang.describe.graph import picture

    asked = Asked(**words)
    game, players = asked.load()
    found = picture(game, players)
    if asked.field is not None:
        found = attrs.evolve(found, uses=(use_of(found, asked.field),))
    text = written(found, asked)
    if asked.as_json:
        print_json(attrs.asdict(found))
    elif text and asked.output is not None:
        write_whole(asked.output, text)
    elif text:
        say_text(text)
    elif asked.output is not None:
        write_whole(asked.output, "\n".join(told(found, asked)) + "\n")
    else:
        for line in told(found, asked):
            say(line)
    return FINE


def written(found: Picture, asked: Asked) -> str:
    """The picture as a page or for another program; nothing if it is to be lines of text."""
    from rulelang.describe.graph_page import page, svg
    from rulelang.describe.graph_text import dot, drawing, mermaid

    match asked.form:
        case "html":
            return page(found)
        case "svg":
            return svg(found)
        case "mermaid" | "dot":
            drawn = drawing(found, amendments=asked.amendments, only_field=asked.field is not None)
            return (mermaid if asked.form == "mermaid" else dot)(drawn)
    return ""


def use_of(found: Picture, name: str) -> Use:
    """Who writes and reads a field."""
    from rulelang.diagnostics.suggest import did_you_mean
    from rulelang.errors import UsageError

    uses = {use.field: use for use in found.uses}
    if name not in uses:
        hint = did_you_mean(name, uses) or "`rulelang graph GAME` lists all of them"
        raise UsageError(f"no rule writes or reads a field `{name}`; {hint}")
    return uses[name]


def told(found: Picture, asked: Asked) -> Sequence[str]:
    """The pictures in lines: all of them, or the one that was asked for."""
    if asked.field is not None:
        return use_lines(found)
    if asked.amendments:
        return link_lines(found)
    return [*round_lines(found), *link_lines(found), *use_lines(found)]


def round_lines(found: Picture) -> list[str]:
    lines = []
    for column in found.columns:
        lines.append(f"== {column.title}")
        for step in column.steps:
            amended = f"  [amended {step.amended}]" if step.amended else ""
            lines.append(f"{'  ' * (step.depth + 1)}{SIGNS[step.kind]}{step.text}{amended}")
    return lines


def link_lines(found: Picture) -> list[str]:
    heads = ["== what variants and cards change"] if found.links else []
    return heads + [f"  {link.source}: {link.how} {link.what}  ({link.place})" for link in found.links]


def use_lines(found: Picture) -> list[str]:
    lines = ["== who writes and reads what"]
    for use in found.uses:
        lines.append(f"  {use.field}")
        lines += [f"    written by {', '.join(use.writers)}"] if use.writers else []
        lines += [f"    read by {', '.join(use.readers)}"] if use.readers else []
    return lines
