"""`rulelang fmt`: rule files in the one style there is."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulelang.cli.arguments import paths_argument
from rulelang.cli.output import say

EXAMPLE = "Example: rulelang fmt games --check"


@click.command("fmt", epilog=EXAMPLE)
@paths_argument
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Change nothing; print what would change.")
def command(paths: tuple[str, ...], only_check: bool, show_diff: bool) -> int:
    """Rewrite rule files in the one style."""
    from rulelang.cli.arguments import configured
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.failures import show_problems
    from rulelang.cli.output import count, write_whole
    from rulelang.project.games import rule_files, unread
    from rulelang.project.settings import settings_for

    paths = configured(paths)
    files = [file for file in rule_files(paths) if not settings_for(file).is_excluded(file)]
    show_problems(unread(paths))
    changed = broken = 0
    for path in files:
        found = formatted(path)
        if found is None:
            broken += 1
            continue
        old, new = found
        if old == new:
            continue
        changed += 1
        if show_diff:
            print_diff(path, old, new)
        if only_check:
            say(f"would change {shown(path)}", err=True)
        elif not show_diff:
            write_whole(path, new)
            say(f"changed {shown(path)}", err=True)
    only_look = only_check or show_diff
    verb = "would change" if only_look else "changed"
    left = f", {broken} left alone because of errors" if broken else ""
    say(f"{count(len(files), 'file')}: {changed} {verb}{left}", err=True)
    return FINDINGS if broken or (changed and only_look) else FINE


def shown(path: Path) -> str:
    from rulelang.project.sources import show

    return show(path)


def formatted(path: Path) -> tuple[str, str] | None:
    """The text of a file before and after; nothing if it can not be formatted, and why is said."""
    from rulelang.cli.failures import show_problems
    from rulelang.diagnostics.wording.syntax import file_too_large, not_utf8
    from rulelang.project.dependencies import TooLarge, read_file
    from rulelang.project.sources import show
    from rulelang.source import SourceFile, Span
    from rulelang.syntax.format import format_text
    from rulelang.syntax.parser import LARGEST_FILE

    start = Span(SourceFile(show(path), ""), 0, 0)
    try:
        text = read_file(path).decode("utf-8")
    except TooLarge as error:
        show_problems([file_too_large(start, error.size, LARGEST_FILE)])
        return None
    except UnicodeDecodeError as error:
        show_problems([not_utf8(start, error.start)])
        return None
    result = format_text(text, show(path))
    if result.problems:
        show_problems(result.problems)
        return None
    return text, result.text


def print_diff(path: Path, old: str, new: str, becomes: str = "formatted") -> None:
    """What would change, as a unified difference."""
    from difflib import unified_diff

    from rulelang.cli.failures import wants_colour

    name = shown(path)
    colour = wants_colour(sys.stdout)
    for line in unified_diff(
        old.splitlines(), new.splitlines(), f"{name} (as it is)", f"{name} ({becomes})", lineterm=""
    ):
        say(line, tone=tone(line) if colour else "")


def tone(line: str) -> str:
    """The colour of a line of a difference."""
    tones = (("+++", ""), ("---", ""), ("+", "green"), ("-", "red"), ("@@", "cyan"))
    return next((colour for start, colour in tones if line.startswith(start)), "")
