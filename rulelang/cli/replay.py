"""`rulelang replay`: a saved game told from its beginning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.arguments import json_option
from rulelang.cli.output import say, say_text

if TYPE_CHECKING:
    from rulelang.api.load import Given
    from rulelang.api.match import Match
    from rulelang.play.save import Save

EXAMPLE = "Example: rulelang replay evening.json"


@click.command("replay", epilog=EXAMPLE)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("game", required=False)
@click.option("--variant", "variants", multiple=True, metavar="V", help="The file of a house rule it was played with.")
@click.option("--check", is_flag=True, help="FILE is a folder of kept games: say which of them go otherwise now.")
@click.option("--scenario", is_flag=True, help="Write it out as a scenario, to be put into a rule file.")
@json_option
def command(file: Path, game: str | None, variants: tuple[str, ...], check: bool, scenario: bool, as_json: bool) -> int:
    """Tell a saved game from its beginning; say where it departs if the rules have changed.

    A save opens no file by itself: GAME is needed if it is not a shipped one.
    """
    from rulelang.cli.exit_status import FINE, UNREADABLE
    from rulelang.cli.output import print_json
    from rulelang.cli.saves import given_with, read_save
    from rulelang.play.save import replay
    from rulelang.testing.retold import scenario_of

    if check:
        return compared(file, game, variants, as_json)
    saved = read_save(file)
    match = started(saved, given_with(saved, game, variants))
    made, departure = replay(match, saved.choices)
    doubts = against(saved, match, departure)
    if scenario:
        say_text(scenario_of(match, file.stem).rstrip())
    elif as_json:
        print_json(told(match, saved, made, doubts))
    else:
        show(match)
    for doubt in doubts:
        say(f"error: {file}: {doubt}", err=True)
    return UNREADABLE if doubts else FINE


def compared(folder: Path, game: str | None, variants: tuple[str, ...], as_json: bool) -> int:
    """Which kept games of a folder go otherwise now, each with the first thing that does."""
    from rulelang.api.load import Given
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.output import count, print_json
    from rulelang.errors import UsageError
    from rulelang.testing.golden import departures, games_in

    kept = games_in(folder)
    if not kept or not folder.exists():
        raise UsageError(f"there is no kept game in {folder}; `rulelang record` keeps some")
    given = Given(game, variants)
    found = list(departures(folder, lambda saved: started(saved, given)))
    if as_json:
        print_json({"games": len(kept), "departures": [{"file": str(d.path), "message": d.message} for d in found]})
    else:
        for each in found:
            say(f"DEPARTS {each.path}: {each.message}")
        say(f"{count(len(kept), 'game')}: {len(kept) - len(found)} as they were, {len(found)} go otherwise")
    return FINDINGS if found else FINE


def started(saved: Save, given: Given) -> Match:
    """The match of a save, at its first decision."""
    from rulelang.errors import RulelangError, SaveError

    try:
        game = given.load(saved.game, saved.variants, saved.options)
        return game.start(saved.players, saved.seed, chance=saved.chance)
    except (RulelangError, OSError, ValueError) as error:
        raise SaveError(f"the game of this save can not be played here: {error}") from None


def against(saved: Save, match: Match, departure: str) -> list[str]:
    """What speaks against a save: other rules, choices that can not be made, a changed file."""
    found = []
    now = match.game.fingerprint(match.players)
    if now != saved.rules:
        fits = f"it departs at {departure}" if departure else "all its choices can still be made"
        found.append(f"it was played under other rules ({saved.rules}, here {now}); {fits}")
    elif departure:
        found.append(f"it does not fit its rules: it departs at {departure}")
    elif saved.check != saved.sum:
        found.append("it was changed after it was saved")
    return found


def told(match: Match, saved: Save, made: int, doubts: list[str]) -> dict[str, Any]:
    """The game for programs."""
    from rulelang.play.outcome import plain

    return {
        "game": match.game.name,
        "variants": list(saved.variants),
        "options": saved.options,
        "players": match.player_names,
        "seed": saved.seed,
        "rules": saved.rules,
        "choices": made,
        "over": match.over,
        "scores": [plain(points) for points in match.scores],
        "winners": match.winners,
        "end_reason": match.end_reason,
        "problems": doubts,
        "log": [{"kind": e.kind, "rule": e.rule, "cites": list(e.cites), "text": match.say(e)} for e in match.log],
    }


def show(match: Match) -> None:
    """The log, then the result or where it stands."""
    from rulelang.cli.play import show_end
    from rulelang.cli.screen import make_screen
    from rulelang.table.log import Teller
    from rulelang.text.log import after_setup

    screen = make_screen()
    screen.story(Teller(match.words, match.language).told(after_setup(match.log), None))
    if match.over:
        show_end(match, screen)
    else:
        who = match.words.player(match.decision.player, match.language)
        screen.say(f"It goes on: {who} decides.", "bold")
