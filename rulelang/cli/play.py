"""`rulelang play`: a game on the terminal, between people and bots."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

if TYPE_CHECKING:
    from rulelang.cli.screen import PlainScreen
    from rulelang.cli.session import Session
    from rulelang.engine.match import Match

EXAMPLE = "Example: rulelang play examples/pig --seat 1=human --seat 2=greedy"
WHO = ["human", "random", "greedy", "mcts"]
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
    language: str
    save_to: Path | None
    resume: Path | None
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
    help=f"Who sits in seat N: {', '.join(WHO)}. Else a human in the first, the strongest quick bots in the others.",
)
@click.option("--lang", "language", default="en", metavar="CODE", help="The language of the game's words, such as nl.")
@click.option(
    "--save",
    "save_to",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep the game here when you leave.",
)
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game.")
@click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    default=0.0,
    metavar="SECONDS",
    help="Wait after each move of a bot.",
)
def command(**words: Any) -> int:
    """Play GAME, a shipped game or a path, with people and bots."""
    from random import Random

    from rulelang.bots import choosers, strongest
    from rulelang.cli.arguments import seats
    from rulelang.cli.screen import make_screen
    from rulelang.cli.session import HUMAN, Session

    asked = Asked(**words)
    match = match_for(asked)
    match.language = asked.language
    who = seats([f"1={FIRST}", *asked.seat_words], match.players, WHO, strongest(match.program))
    bots = ["random" if name == HUMAN else name for name in who]
    minds = choosers(bots, Random(match.seed))
    return run(Session(match, who, minds, make_screen(), asked.save_to or asked.resume, asked.delay))


def match_for(asked: Asked) -> Match:
    """A new match, or the one that was saved."""
    from rulelang.cli.arguments import load_game

    if asked.resume is not None:
        if asked.players is not None or asked.seed is not None or asked.variants or asked.options:
            raise click.UsageError("--resume takes players, seed, variants and options from the file")
        return resumed(asked.resume)
    if asked.game is None:
        raise click.UsageError("which game? `rulelang list` shows the shipped ones")
    game, count = load_game(asked.game, asked.variants, asked.options, asked.players)
    return game.start(players=count, seed=secrets.randbelow(1_000_000) if asked.seed is None else asked.seed)


def resumed(path: Path) -> Match:
    """The match that a file holds."""
    from rulelang.errors import SaveError
    from rulelang.loading import resume

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SaveError(f"{path} is not a save: it is not text") from None
    return resume(text)


def run(session: Session) -> int:
    """Play to the end, or until somebody leaves; what can be kept is kept."""
    from rulelang.cli.session import Left
    from rulelang.cli.status import FINE, INTERRUPTED
    from rulelang.errors import RuleFault

    screen = session.screen
    greet(session)
    try:
        session.play()
    except (Left, EOFError):
        screen.say()
        keep(session)
        return FINE
    except KeyboardInterrupt:
        screen.say()
        keep(session)
        return INTERRUPTED
    except RuleFault:
        keep(session)
        raise
    show_end(session.match, screen)
    if session.save_to is not None:
        session.save(session.save_to)
    return FINE


def greet(session: Session) -> None:
    match = session.match
    world = match.program.world
    names = [f"{name} ({who})" for name, who in zip(match.player_names, session.seats, strict=True)]
    label = world.labels.get(match.language) or world.labels.get("en") or world.name
    with_ = f" with {', '.join(match.game.variants)}" if match.game.variants else ""
    session.screen.say(f"{label}{with_}, seed {match.seed}: {', '.join(names)}", "bold")
    if session.humans:
        session.say("h is for help", "dim")


def keep(session: Session) -> None:
    """Save what was played, or say that it was not."""
    if session.save_to is not None:
        session.save(session.save_to)
    elif session.match.choices:
        session.say("The game was not saved; play with --save FILE to keep it.", "dim")


def show_end(match: Match, screen: PlainScreen) -> None:
    """Scores with the tie-breaks, who won, and why it ended."""
    from rulelang.cli.output import print_table
    from rulelang.engine.saying import sentence

    score = match.program.world.score
    heads = [match.words.translate(head, match.language) for head in ("player", "score")]
    heads += [tie.span.quoted for tie in score.ties] if score is not None else []
    order = sorted(range(match.players), key=lambda p: match.ranks[p], reverse=True)
    won = match.words.translate("wins", match.language)
    wins = [won if p in match.winners else "" for p in range(match.players)]
    rows: list[list[str | int]] = [[match.player_names[p], *match.ranks[p], wins[p]] for p in order]
    screen.say()
    print_table([*heads, ""], rows)
    names = [match.player_names[p] for p in match.winners]
    said = "{player} wins: {reason}." if len(names) == 1 else "{players} and {player} share the win: {reason}."
    parts = {"player": names[-1], "players": ", ".join(names[:-1]), "reason": str(match.end_reason)}
    screen.say(sentence(match.words, match.language, said, **parts), "bold green")
