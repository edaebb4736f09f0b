"""`rulelang play`: a game on the terminal, between people and bots."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click
from attrs import define, evolve, frozen

from rulelang.errors import UsageError
from rulelang.interrupts import heeded
from rulelang.project.dependencies import is_path

if TYPE_CHECKING:
    from rulelang.api.match import Match
    from rulelang.cli.screen import PlainScreen
    from rulelang.cli.session import Session

EXAMPLE = "Example: rulelang play examples/pig --seat 1=human --seat 2=greedy"
# A person against bots, unless seats are given.
FIRST = "human"


@frozen
class Asked:
    """What was typed behind `rulelang play`."""

    game: str | None
    players: int | None
    seed: int | None
    variants: tuple[str, ...]
    options: tuple[str, ...]
    seat_words: tuple[str, ...]
    language: str | None
    save_to: Path | None
    resume: Path | None
    position: str | None
    delay: float


@click.command("play", epilog=EXAMPLE)
@click.argument("game", required=False)
@click.option("--players", type=int, metavar="N", help="How many play; else the fewest.")
@click.option("--seed", type=int, metavar="S", help="The same seed and choices give the same game.")
@click.option("--variant", "variants", multiple=True, metavar="V", help="Switch a variant on, by name or file.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option.")
@click.option(
    "--seat",
    "seat_words",
    multiple=True,
    metavar="N=WHO",
    help="Who sits in seat N: human, or the name of a bot. Else a human in the first, greedy bots in the others.",
)
@click.option(
    "--lang",
    "--language",
    "language",
    metavar="CODE",
    help="The language of the game's words, such as nl; else that of the saved game, of the settings, or English.",
)
@click.option(
    "--save",
    "save_to",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep the game here, after every choice.",
)
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game.")
@click.option("--from", "position", metavar="NAME", help="Begin in a position: a scenario of the rules, by its name.")
@click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    default=0.0,
    metavar="SECONDS",
    help="Wait after each move of a bot.",
)
def command(**words: Any) -> int:
    """Play GAME, a shipped game or a path, with people and bots."""
    from rulelang.bots import choosers, strongest
    from rulelang.checks.words import require_language
    from rulelang.cli.arguments import language_for, seats
    from rulelang.cli.screen import make_screen
    from rulelang.cli.session import HUMAN, Session
    from rulelang.play.save import choice_keys

    asked = Asked(**words)
    if asked.language is None and asked.resume is None and asked.game is not None:
        asked = evolve(asked, language=language_for(asked.game))
    screen = make_screen()
    match = match_for(asked, screen)
    sat, spoken = seated(asked)
    match.language = asked.language or spoken or "en"
    if match.language != "en":
        require_language(match.game.rules, match.language)
    who = seats([f"1={FIRST}", *sat, *asked.seat_words], match.players, (FIRST,), strongest(match.program))
    bots = ["random" if name == HUMAN else name for name in who]
    minds = choosers(bots, match.seed)
    keys = choice_keys(match) if match.choices and asked.position is None else []
    return run(Session(match, who, minds, screen, asked.save_to or asked.resume, asked.delay, keys))


def seated(asked: Asked) -> tuple[list[str], str]:
    """Who sat where when a game was saved, and the language they spoke."""
    from rulelang.cli.saves import read_save

    if asked.resume is None:
        return [], ""
    saved = read_save(asked.resume)
    return [f"{number}={who}" for number, who in enumerate(saved.seats, 1)], saved.language


def match_for(asked: Asked, screen: PlainScreen) -> Match:
    """A new match, or the one that was saved."""
    from rulelang.api.load import Given
    from rulelang.cli.arguments import load_game
    from rulelang.cli.saves import unfinished

    if asked.resume is not None:
        return resumed_match(asked, asked.resume, screen)
    if asked.game is None:
        raise click.UsageError("which game? `rulelang list` shows the shipped ones")
    if asked.position is not None:
        return placed_match(asked, asked.game, asked.position)
    game, count = load_game(asked.game, asked.variants, asked.options, asked.players)
    match = game.start(players=count, seed=secrets.randbelow(1_000_000) if asked.seed is None else asked.seed)
    match.language = asked.language or "en"
    if asked.save_to is None:
        return match
    old = unfinished(asked.save_to, Given(asked.game, asked.variants))
    return match if old is None or not wants(match, asked.save_to, screen) else old


def placed_match(asked: Asked, game: str, position: str) -> Match:
    """A match that begins in a position; it was not played to there, so it can not be saved."""
    from rulelang.cli.arguments import load_game
    from rulelang.testing.scenario import match_from

    if asked.save_to is not None:
        raise click.UsageError("a game that begins in a position can not be saved: no choices lead to it")
    loaded, _ = load_game(game, asked.variants, asked.options, None)
    match = match_from(loaded, position, asked.seed, asked.players)
    match.language = asked.language or "en"
    return match


def wants(match: Match, path: Path, screen: PlainScreen) -> bool:
    """Offer a game that was left before its end."""
    offer = "{path} holds a game that is not over. Go on with it? (y/n)"
    answer = yes_or_no(match, screen, offer, path=str(path))
    if answer is None:
        raise UsageError(f"{path} holds a game that is not over; nobody said whether to go on with it")
    return answer


def yes_or_no(match: Match, screen: PlainScreen, question: str, **parts: str) -> bool | None:
    """What somebody answers; nothing if there is nobody."""
    from rulelang.text.template import sentence

    said = sentence(match.words, match.language, question, **parts)
    while True:
        try:
            answer = screen.ask(said).strip().lower()
        except EOFError:
            return None
        if answer[:1] in ("y", "n"):
            return answer.startswith("y")


def resumed_match(asked: Asked, path: Path, screen: PlainScreen) -> Match:
    """The match that a file holds; rules that are not shipped have to be named.

    Where the rules have changed since, somebody is asked whether to go on under those that are here, if that can be.
    """
    from rulelang.api.load import OtherRules, resumed
    from rulelang.cli.saves import given_with, read_save

    given_by_name = [variant for variant in asked.variants if not is_path(variant)]
    if asked.players is not None or asked.seed is not None or given_by_name or asked.options:
        raise click.UsageError("--resume takes players, seed, variants and options from the file")
    if asked.save_to is not None and asked.save_to.exists() and not asked.save_to.samefile(path):
        raise UsageError(f"{asked.save_to} is there already and is not overwritten")
    saved = read_save(path)
    try:
        return resumed(saved, given_with(saved, asked.game, asked.variants).load)
    except OtherRules as other:
        if other.match is None:
            raise
        other.match.language = asked.language or saved.language or "en"
        offer = "The rules have changed since; all {count} choices can still be made. Go on under them? (y/n)"
        if not yes_or_no(other.match, screen, offer, count=str(len(saved.choices))):
            raise
        return other.match


@define
class Stop:
    """The signal that asked to stop, if one did; only the first is heard."""

    number: int = 0

    def heed(self, number: int, _: FrameType | None) -> None:
        if not self.number:
            self.number = number
            raise KeyboardInterrupt


def run(session: Session) -> int:
    """Play to the end, or until somebody leaves; with --save the game is kept all the time."""
    from rulelang.cli.exit_status import BY_SIGNAL, FINE, UNREADABLE
    from rulelang.cli.session import Left
    from rulelang.errors import RuleFault

    try_place(session)
    stop = Stop()
    try:
        with heeded(stop.heed):
            greet(session)
            session.play()
            show_end(session.match, session.screen)
    except (Left, EOFError):
        session.screen.say()
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may be gone
            session.screen.say()
            tell_kept(session)
        return BY_SIGNAL + stop.number
    except RuleFault:
        tell_kept(session)
        raise
    tell_kept(session)
    return FINE if session.is_kept else UNREADABLE


def try_place(session: Session) -> None:
    """See to it that the game can be kept before anybody plays it."""
    reason = session.write(session.save_to) if session.save_to is not None else ""
    if reason:
        raise UsageError(f"{session.save_to} can not be written: {reason}")


def greet(session: Session) -> None:
    match = session.match
    world = match.program.world
    names = [f"{name} ({who})" for name, who in zip(match.player_names, session.seats, strict=True)]
    label = world.labels.get(match.language) or world.labels.get("en") or world.name
    with_ = f" with {', '.join(match.game.variants)}" if match.game.variants else ""
    session.screen.say(f"{label}{with_}, seed {match.seed}: {', '.join(names)}", "bold")
    if session.humans:
        session.say("h is for help", "dim")


def tell_kept(session: Session) -> None:
    """Say how to go on, or that the game is lost."""
    from rulelang.cli.saves import command_to_resume

    if session.save_to is not None and session.is_kept:
        command = command_to_resume(session.match.game, session.save_to)
        session.say("saved; go on with: {command}", "green", command=command)
    elif not session.match.over and session.match.choices:
        session.say("The game was not saved; play with --save FILE to keep it.", "dim")


def show_end(match: Match, screen: PlainScreen) -> None:
    """Scores with their parts and the tie-breaks, who won, and why it ended."""
    from rulelang.cli.output import print_table
    from rulelang.table.make import ending
    from rulelang.table.onlooker import Onlooker
    from rulelang.text.template import sentence

    end = ending(Onlooker(match, None))
    player, score, wins = (match.words.translate(word, match.language) for word in ("player", "score", "wins"))
    rows = [[match.player_names[r.seat], r.score, *r.parts, *r.ties, wins if r.won else ""] for r in end.results]
    screen.say()
    print_table([player, score, *end.parts, *end.ties, ""], rows)
    names = [match.player_names[p] for p in match.winners]
    said = "{player} wins: {reason}." if len(names) == 1 else "{players} and {player} share the win: {reason}."
    parts = {"player": names[-1], "players": ", ".join(names[:-1]), "reason": str(match.end_reason)}
    screen.say(sentence(match.words, match.language, said, **parts), "bold green")
