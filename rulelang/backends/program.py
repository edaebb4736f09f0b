"""What simulations and bots ask of a compiled game, whichever back end carries it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from attrs import frozen


class NotCompiled(Exception):
    """Why a game can not be played by a back end: in words for people."""


@frozen
class Option:
    """One answer: what is chosen, and the window that is used with it, if one is: its number, holder and card."""

    words: tuple[int, ...]
    window: tuple[int, int, int] | None = None


@frozen
class Decision:
    """The open question of a position, in numbers: nobody decides where chance is asked."""

    is_over: bool
    player: int | None
    point: int
    options: tuple[Option, ...]


@frozen
class Played:
    """How a game went that played by itself; one that met a fault says nothing else."""

    is_faulty: bool
    is_over: bool
    reason: int
    decisions: int
    rounds: int
    ranks: tuple[tuple[int, ...], ...]


class CompiledProgram(Protocol):
    """Positions are values that only their back end looks into."""

    players: int

    def start(self, seed: int) -> Any:
        """A game at its first decision."""
        ...

    def choose(self, position: Any, index: int) -> bool:
        """Take an option and go on; false if the rules met a fault."""
        ...

    def copy(self, position: Any) -> Any:
        """The same position once more."""
        ...

    def decision(self, position: Any) -> Decision:
        """What is asked."""
        ...

    def play_randomly(self, seeds: Sequence[int], limit: int) -> list[Played]:
        """Whole games, choosing at random, up to so many decisions each."""
        ...
