"""A played game written out as a scenario: a rules question, a bug report, the beginning of a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rulelang.api.match import Match
from rulelang.errors import UsageError
from rulelang.syntax.format import format_text
from rulelang.syntax.shape import RESERVED

Step = tuple[str, str]
PLAIN = re.compile(r"[a-z][a-z0-9_]*|[0-9]+")
CHANCE = "chance"


def scenario_of(match: Match, name: str) -> str:
    """The choices of a match as the steps of a scenario, with what has come of them."""
    if match.program.facts.is_staging:
        raise UsageError("a game that began in a position is no scenario of its own")
    needs = [f"    need {need}" for need in outcome(match)]
    lines = [f'scenario "{name}"', *head(match), *play(match), *(["  then", *needs] if needs else [])]
    return format_text("\n".join(lines) + "\n").text


def head(match: Match) -> Iterator[str]:
    game = match.game
    yield f"  players: {match.players}"
    yield f"  seed: {match.seed}"
    variants = [variant for variant in game.variants if variant not in game.needed]
    if variants:
        yield f"  variants: {', '.join(variants)}"
    for option, value in game.options.items():
        yield f"  options.{option}: {written(str(value))}"
    if match.choices:
        yield "  setup: played"


def play(match: Match) -> Iterator[str]:
    """The steps, those of one player in one line."""
    made = list(steps(match))
    if made:
        yield "  play"
    for player, run in groupby(made, key=lambda step: step[0]):
        yield f"    {player}: {', '.join(written(key) for _, key in run)}"


def steps(match: Match) -> Iterator[Step]:
    """Who chose what: the choices made once more."""
    again = match.game.start(match.players, match.seed, chance=match.chance)
    players = [member.key for member in match.program.world.player.members]
    for index in match.choices:
        decision = again.decision
        yield CHANCE if decision.player is None else players[decision.player], decision.keys[index]
        again.advance(index)


def outcome(match: Match) -> Iterator[str]:
    """What holds at the end: who has won, or who is asked."""
    players = [member.key for member in match.program.world.player.members]
    if match.over:
        yield "over()"
        yield from (f"winner({players[winner]})" for winner in match.winners)
    elif match.decision.player is not None:
        yield f"asked({players[match.decision.player]})"


def written(key: str) -> str:
    """A key as a step is written: a word or a number as it is, anything else in quotes."""
    return key if PLAIN.fullmatch(key) and key not in RESERVED else f'"{key}"'
