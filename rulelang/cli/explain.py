"""`rulelang explain`: the page of one kind of problem, or of a word of the language."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from rulelang.cli.arguments import json_option
from rulelang.cli.output import say, say_text

if TYPE_CHECKING:
    from rulelang.diagnostics.registry import Problem

EXAMPLE = "Example: rulelang explain unknown-name"


@click.command("explain", epilog=EXAMPLE, context_settings={"ignore_unknown_options": True})
@click.argument("code", metavar="WORD", required=False)
@json_option
def command(code: str | None, as_json: bool) -> int:
    """Print the page of an error or warning, or of a word of the language; without WORD, list the former."""
    from rulelang.cli.exit_status import FINE, WRONG_USAGE
    from rulelang.cli.output import print_json, print_table
    from rulelang.cli.reference import entry, words
    from rulelang.diagnostics.pages import page_of
    from rulelang.diagnostics.suggest import did_you_mean

    known = whole_catalogue()
    if code is None:
        rows = [[slug, known[slug].severity.value, known[slug].title] for slug in sorted(known)]
        if as_json:
            print_json([dict(zip(("code", "severity", "title"), row, strict=True)) for row in rows])
        else:
            print_table(["code", "severity", "title"], rows)
        return FINE
    slug = code.strip().lower().removeprefix("error[").removeprefix("warning[").rstrip("]:")
    page = page_of(slug) or entry(slug)
    if page is None and slug not in known:
        hint = did_you_mean(slug, [*known, *words()]) or "`rulelang explain` lists all errors and warnings"
        say(f"error: there is no code `{code}`, and no such word of the language; {hint}", err=True)
        return WRONG_USAGE
    text = page if page is not None else f"# {slug}\n\n{known[slug].title.capitalize()}.\n"
    if as_json:
        print_json({"code": slug, "title": known[slug].title if slug in known else "", "page": text})
    else:
        show(text)
    return FINE


def whole_catalogue() -> Mapping[str, Problem]:
    """Every kind of problem; the modules that word them register them when they are imported."""
    from importlib import import_module
    from pkgutil import iter_modules

    import rulelang.checks.run  # noqa: F401
    from rulelang.diagnostics import wording
    from rulelang.diagnostics.registry import CATALOGUE

    for module in iter_modules(wording.__path__, f"{wording.__name__}."):
        import_module(module.name)
    return CATALOGUE


def show(text: str) -> None:
    """Markdown: drawn on a terminal, as it is when piped."""
    from rulelang.cli.output import console, is_terminal

    if is_terminal(sys.stdout):
        from rich.markdown import Markdown

        console().print(Markdown(text, code_theme="ansi_dark"))
    else:
        say_text(text.rstrip())
