"""`rulelang play`: a game on the terminal, between people and bots."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulelang.cli.screen import PlainScreen
    from rulelang.cli.session import Session
    from rulelang.engine.match import Match

EXAMPLE = "Example: rulelang play examples/pig --seat 1=human --seat 2=greedy"
WHO = ["human", "random", "greedy", "mcts"]
# A person against bots, unless seats are given.
FIRST, OTHERS = "human", "greedy"


@click.command("play", epilog=EXAMPLE)
@click.argument("game", required=False)
@click.option("--players", type=int, metavar="N", help="How many play; else the fewest.")
@click.option("--seed", type=int, metavar="S", help="The same seed and choices give the same game.")
@click.option("--variant", "variants", multiple=True, metavar="V", help="Switch a variant on, by name or file.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option.")
@click.option("--seat", "seat_words", multiple=True, metavar="N=WHO", help=f"Who sits in seat N: {', '.join(WHO)}. Else a human in the first, greedy bots in the others.")
@click.option("--lang", "language", default="en", metavar="CODE", help="The language of the game's words, such as nl.")
@click.option("--save", "save_to", type=click.Path(path_type=Path), metavar="FILE", help="Keep the game here when you leave.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game.")
@click.option("--delay", type=click.FloatRange(0, 60), default=0.0, metavar="SECONDS", help="Wait after each move of a bot.")
def command(
    game: str | None,
    players: int | None,
    seed: int | None,
    variants: tuple[str, ...],
    options: tuple[str, ...],
    seat_words: tuple[str, ...],
    language: str,
    save_to: Path | None,
    resume: Path | None,
    delay: float,
) -> int:
    """Play GAME, a shipped game or a path, with people and bots."""
    from random import Random

    from rulelang.bots import choosers
    from rulelang.cli.arguments import load_game, seats
    from rulelang.cli.screen import make_screen
    from rulelang.cli.session import HUMAN, Session

    if resume is not None:
        if players is not None or seed is not None or variants or options:
            raise click.UsageError("--resume takes players, seed, variants and options from the file")
        match = resumed(resume)
    elif game is None:
        raise click.UsageError("which game? `rulelang list` shows the shipped ones")
    else:
        loaded, count = load_game(game, variants, options, players)
        match = loaded.start(players=count, seed=secrets.randbelow(1_000_000) if seed is None else seed)
    match.language = language
    words = [f"1={FIRST}", *seat_words]
    who = seats(words, match.players, WHO, OTHERS)
    bots = ["random" if name == HUMAN else name for name in who]
    session = Session(match, who, choosers(bots, Random(match.seed)), make_screen(), save_to or resume, delay)
    return run(session)


def resumed(path: Path) -> Match:
    """The match that a file holds."""
    from rulelang.errors import SaveError
    from rulelang.pipeline import resume

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SaveError(f"{path} is not a save: it is not text") from None
    return resume(text)


def run(session: Session) -> int:
    """Play to the end, or until somebody leaves; what can be kept is kept."""
    from rulelang.cli.session import Leave
    from rulelang.cli.status import FINE, INTERRUPTED
    from rulelang.errors import RuleFault

    screen = session.screen
    greet(session)
    try:
        session.play()
    except (Leave, EOFError):
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
        session.screen.say("h is for help", "dim")


def keep(session: Session) -> None:
    """Save what was played, or say that it was not."""
    if session.save_to is not None:
        session.save(session.save_to)
    elif session.match.choices:
        session.screen.say("The game was not saved; play with --save FILE to keep it.", "dim")


def show_end(match: Match, screen: PlainScreen) -> None:
    """Scores with the tie-breaks, who won, and why it ended."""
    from rulelang.cli.output import print_table

    score = match.program.world.score
    heads = ["player", match.words.translate("score", match.language)]
    heads += [tie.span.text for tie in score.ties] if score is not None else []
    order = sorted(range(match.players), key=lambda p: match.ranks[p], reverse=True)
    rows: list[list[str | int]] = []
    for p in order:
        rows.append([match.player_names[p], *match.ranks[p], "wins" if p in match.winners else ""])
    screen.say()
    print_table([*heads, ""], rows)
    names = [match.player_names[p] for p in match.winners]
    verdict = f"{names[0]} wins" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} share the win"
    screen.say(f"{verdict}: {match.end_reason}.", "bold green")
