"""What several commands ask for in the same words: a game with its variants and options, and seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click
from attrs import evolve, frozen

from rulelang.cli.output import say

if TYPE_CHECKING:
    from rulelang.api.game import Game
    from rulelang.project.games import GameFiles

F = TypeVar("F", bound=Callable[..., Any])

# Problems with what was asked for, and not with the rules.
ASKED_WRONGLY = {"unknown-variant", "conflicting-variants", "wrong-players", "bad-option"}


@frozen
class GameWords:
    """What `game_arguments` reads; commands that read more add to it."""

    game: str
    players: int | None
    variants: tuple[str, ...]
    options: tuple[str, ...]

    def load(self) -> tuple[Game, int]:
        """The game that is asked for, and how many play."""
        return load_game(self.game, self.variants, self.options, self.players)


def game_arguments(command: F) -> F:
    """GAME, --players, --variant and --option."""
    for decorate in (
        click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option."),
        click.option("--variant", "variants", multiple=True, metavar="V", help="Switch a variant on, by name or file."),
        click.option("--players", type=int, metavar="N", help="How many play; else the fewest."),
        click.argument("game"),
    ):
        command = decorate(command)
    return command


class BotName(click.ParamType[str]):
    """The name of a bot, with how far it looks behind a colon."""

    name = "bot"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The same name, if there is somebody who is called so."""
        from rulelang.bots import bot_named

        try:
            bot_named(value)
        except ValueError as why:
            self.fail(str(why), param, ctx)
        return str(value)


BOT = BotName()
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
paths_argument = click.argument("paths", nargs=-1, metavar="[PATH…]")


def configured(paths: tuple[str, ...]) -> tuple[str, ...]:
    """The paths that were given; without any, those of the settings."""
    from rulelang.project.settings import settings_for

    if paths:
        return paths
    settings = settings_for(".")
    found = tuple(map(str, settings.paths))
    if not found:
        reason = f"{settings.file.name} names no `games` that are there" if settings.file else "no settings name any"
        raise click.UsageError(f"Missing argument 'PATH…': {reason}")
    return found


def language_for(game: str) -> str:
    """The language that the settings above a game name, or English; a shipped game has no settings."""
    from rulelang.project.settings import settings_for
    from rulelang.project.sources import find

    return settings_for(find(game)).language or "en"


def asked_games(paths: Sequence[str]) -> list[GameFiles]:
    """The games that paths mean, without those that the settings leave out."""
    from rulelang.project.games import games_in
    from rulelang.project.settings import settings_for

    found = []
    for game in games_in(paths):
        settings = settings_for(game.reference)
        files = tuple(file for file in game.files if not settings.is_excluded(file))
        if files and (game.is_part or not settings.is_excluded(game.reference)):
            found.append(evolve(game, files=files))
    return found


def load_game(reference: str, variants: Sequence[str], options: Sequence[str], players: int | None) -> tuple[Game, int]:
    """The game that was asked for, and for how many players."""
    from rulelang.api.load import load

    with asked_for():
        game = load(reference, variants=list(variants), options=named_values(options))
        count = game.players[0] if players is None else players
        game.program(count)
    for name in game.needed:
        say(f"`{name}` is switched on as well: another variant needs it", err=True)
    return game, count


@contextmanager
def asked_for() -> Iterator[None]:
    """What is wrong with the words somebody typed is no fault of the rules."""
    from rulelang.errors import RulesError, UsageError

    try:
        yield
    except RulesError as error:
        problem = error.problems[0]
        if problem.slug not in ASKED_WRONGLY:
            raise
        raise UsageError(problem.message + (f"; {problem.help}" if problem.help else "")) from None


def named_values(words: Sequence[str]) -> dict[str, str]:
    """`name=value` words as a mapping."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"`{word}` is not NAME=VALUE", param_hint="--option")
        found[name.strip()] = value.strip()
    return found


def seats(words: Sequence[str], players: int, others: Sequence[str], default: str) -> list[str]:
    """Who sits where: `N=who` words, bots and perhaps others; the rest filled with a default."""
    from rulelang.bots import BOTS, bot_named
    from rulelang.diagnostics.suggest import did_you_mean

    known = [*others, *BOTS]
    found = [default] * players
    for word in words:
        number, equals, who = (part.strip() for part in word.partition("="))
        if not equals or not number.isdecimal():
            raise click.BadParameter(f"`{word}` is not N=WHO, such as 1={known[0]}", param_hint="--seat")
        if not 1 <= int(number) <= players:
            raise click.BadParameter(f"there are seats 1 to {players}, and no seat {number}", param_hint="--seat")
        if who.partition(":")[0] not in known:
            hint = did_you_mean(who, known) or f"there are {', '.join(known)}"
            raise click.BadParameter(f"nobody is called `{who}`; {hint}", param_hint="--seat")
        if who not in others:
            try:
                bot_named(who)
            except ValueError as why:
                raise click.BadParameter(str(why), param_hint="--seat") from None
        found[int(number) - 1] = who
    return found
