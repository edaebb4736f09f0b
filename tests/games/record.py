"""Playthroughs of the shipped games: a save that replays, and beside it the same game as a text to read.

`make playthroughs` makes them anew after a change of the rules. The choices of a playthrough are kept as
far as they can still be made; from there greedy bots play on. Read the difference before keeping it: what
a playthrough shows (its file is named after it) must still be in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap

import click

import rulelang
from rulelang.api.match import Match
from rulelang.bots import choosers
from rulelang.play.outcome import rounds
from rulelang.play.playout import play_with
from rulelang.play.save import read, replay, save

GAMES = Path(__file__).parents[2] / "games"
PLAYTHROUGHS = sorted(GAMES.glob("*/playthroughs/*.json"))
LIMIT = 100_000
WIDTH = 110

Step = tuple[int, str, str]  # the round, who chose, what


def record(path: Path) -> str:
    """Make one playthrough anew if the rules, their chance or who is asked have changed; what was done."""
    old = read(path.read_text(encoding="utf-8"))
    game = rulelang.load(old.game, variants=list(old.variants), options=old.options)
    match = game.start(players=old.players, seed=old.seed, chance=old.chance)
    kept, departure = replay(match, old.choices)
    is_short = not match.over
    if is_short:
        play_with(match, choosers(("greedy:1",) * old.players, old.seed), LIMIT)
    if departure or is_short or game.fingerprint(old.players) != old.rules:
        path.write_text(save(match), encoding="utf-8")
    path.with_suffix(".txt").write_text(transcript(match), encoding="utf-8")
    return f"{kept} of {len(old.choices)} choices kept, ends by {match.end_reason}"


def transcript(match: Match) -> str:
    """A finished match as a text: who chose what, round by round, and how it ended."""
    lines = [title(match)]
    for number, steps in groupby(steps_of(match), key=lambda step: step[0]):
        lines += ["", f"round {number}" if number else "set-up"]
        for player, choices in groupby(steps, key=lambda step: step[1]):
            said = f"{player}: {'; '.join(text for _, _, text in choices)}"
            lines += wrap(said, WIDTH, initial_indent="  ", subsequent_indent="      ")
    return "\n".join([*lines, "", *result(match), ""])


def title(match: Match) -> str:
    """Which rules were played."""
    game = match.game
    options = [f"{name}={value}" for name, value in game.options.items()]
    return ", ".join([game.reference, f"{match.players} players", *game.asked, *options, f"seed {match.seed}"])


def steps_of(match: Match) -> Iterator[Step]:
    """Every choice of a match, made once more."""
    again = match.game.start(players=match.players, seed=match.seed, chance=match.chance)
    for index in match.choices:
        decision = again.decision
        who = "chance" if decision.player is None else again.words.player(decision.player)
        yield rounds(again.program, again.state), who, decision.options[index].text
        again.advance(index)


def result(match: Match) -> Sequence[str]:
    """How a match ended."""
    names = [match.words.player(player) for player in range(match.players)]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, match.scores, strict=True))
    winners = ", ".join(names[player] for player in match.winners)
    return [f"end: {match.end_reason}", f"scores: {scores}", f"won by: {winners}"]


def main() -> None:
    for path in PLAYTHROUGHS:
        click.echo(f"{path.relative_to(GAMES)}: {record(path)}")


if __name__ == "__main__":
    main()
