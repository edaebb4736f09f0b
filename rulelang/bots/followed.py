"""Matches that C follows, choice by choice, so that a bot can think there."""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import define, field

from rulelang.api.match import Match
from rulelang.backends.c.build import LONG_WORK
from rulelang.backends.c.program import CProgram
from rulelang.backends.program import NotCompiled
from rulelang.core.chance import Luck


def generator(seed: int) -> Random:
    """What a bot draws from while it thinks: numbers that C draws as well."""
    return Luck(seed, 0)


def is_followed(match: Match) -> bool:
    """Do its seed and choices say all about a match?"""
    facts = match.program.facts
    return match.chance == "seeded" and not (match.is_driven or facts.is_staging)


def is_compiled(match: Match) -> bool:
    """Were its rules compiled before? Then they cost nothing."""
    return match.game.shelf.library(match.players) is not None


def program_for(match: Match) -> CProgram | None:
    """The rules of a match in C, if a bot can think there: C has to know what nobody sees."""
    if not is_followed(match):
        return None
    try:
        program = match.game.compiled_program(match.players, LONG_WORK)
        _ = program.blind
    except NotCompiled:
        return None
    return program


@define(eq=False)
class Followed:
    """The match that was followed last."""

    program: CProgram
    seed: int = 0
    position: Any = None
    made: list[int] = field(factory=list)

    def follow(self, match: Match) -> Any:
        """The position of a match in C; `NotCompiled` where it can not be had."""
        choices = match.choices
        known = len(self.made)
        if self.position is None or match.seed != self.seed or choices[:known] != self.made:
            known, self.seed, self.position = 0, match.seed, self.program.start(match.seed)
        position = self.position and self.program.copy(self.position)
        if position is None or not self.program.replay(position, choices[known:]):
            self.position = None
            raise NotCompiled("C did not follow the game")
        self.position, self.made = position, choices
        S = match.state
        if self.program.asked(position) != (bool(S.over), S.decider, S.point, S.lots, len(S.options)):
            raise NotCompiled("the position is not one that the choices lead to")
        return position
