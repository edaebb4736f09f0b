"""What there is to say of each word that people type: commands and their options, and the words of the language."""

from __future__ import annotations

import click

from rulelang.cli import COMMANDS, commands
from rulelang.describe import reference
from rulelang.describe.reference import joined, table


def words() -> list[str]:
    """Everything that has an entry."""
    return list(dict.fromkeys([*reference.words(), *command_words()]))


def entry(word: str) -> str | None:
    """What there is to say of a word, or nothing; it may be a word of the language and of the command line."""
    typed = joined(described(word) if word in COMMANDS else "", table(("option of", "meaning"), option_uses(word)))
    of_language = reference.entry(word)
    if not typed:
        return of_language
    return f"{of_language or f'# {word}'}".rstrip() + f"\n\n{typed}\n"


def described(name: str) -> str:
    """The arguments and options of a command."""
    with click.Context(commands) as context:
        found = commands.get_command(context, name)
        assert found is not None
        usage = " ".join(found.collect_usage_pieces(context))
    options = [each for each in found.params if isinstance(each, click.Option)]
    rows = [(f"`{option_form(each)}`", each.help or "") for each in options]
    about = (found.help or "").strip().splitlines()[0]
    return joined(f"`rulelang {name} {usage}`", about, table(("option", "meaning"), rows), found.epilog or "")


def options_of(name: str) -> dict[str, str]:
    """The options of a command as they are typed, each with its meaning."""
    with click.Context(commands) as context:
        found = commands.get_command(context, name)
        assert found is not None
        return {o: each.help or "" for each in found.params if isinstance(each, click.Option) for o in each.opts}


def command_words() -> list[str]:
    """The commands and their options."""
    return [*COMMANDS, *(option for name in COMMANDS for option in options_of(name))]


def option_uses(word: str) -> list[tuple[str, str]]:
    """The commands that have an option, and what it means there."""
    if not word.startswith("-"):
        return []
    return [(f"`rulelang {name}`", options_of(name)[word]) for name in COMMANDS if word in options_of(name)]


def option_form(option: click.Parameter) -> str:
    """An option as it is typed."""
    assert isinstance(option, click.Option)
    value = "" if option.is_flag else f" {option.make_metavar(click.Context(click.Command('')))}"
    return ", ".join(option.opts) + "".join(f" / {other}" for other in option.secondary_opts) + value
