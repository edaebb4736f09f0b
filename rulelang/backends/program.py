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
    """A game in which positions are values that only their back end looks into.

    Whoever searches copies a position, chooses in the copy, and asks what is open there or what it is worth. What
    bots draw hangs on a seed that is handed in, so the same calls always give the same answers. A position in which
    the rules met a fault is of no more use; the plain engine can play the same choices and has words for it.
    """

    players: int

    # ---- positions ----------------------------------------------------------------------------------------

    def start(self, seed: int) -> Any:
        """A game at its first decision; none if the rules met a fault on the way there."""
        ...

    def choose(self, position: Any, index: int) -> bool:
        """Take an option and go on; false if the rules met a fault."""
        ...

    def copy(self, position: Any) -> Any:
        """The same position once more."""
        ...

    def decision(self, position: Any) -> Decision:
        """What is asked, and of whom; options of two positions are equal if they stand for the same."""
        ...

    def ranks(self, position: Any) -> tuple[tuple[int, ...], ...]:
        """The score of each player, and what breaks ties."""
        ...

    def worth(self, position: Any, player: int) -> int:
        """How good a position is for a player: by the estimate, else the score; once it is over, won or lost."""
        ...

    # ---- looking ahead --------------------------------------------------------------------------------------

    def believe(self, position: Any, player: int, seed: int) -> tuple[Any, bool]:
        """A position as a player may believe it to be, options and all, and whether anything was hidden from him.

        Chance to come is drawn anew as well. Raises `NotCompiled` where only the plain engine can guess.
        """
        ...

    def best_option(self, position: Any, seed: int, samples: int) -> int | None:
        """The option that looks best one decision ahead, in so many such positions; none if there was a fault."""
        ...

    def play_on(self, position: Any, seed: int, limit: int) -> int | None:
        """Choose at random until the game is over or the limit is reached; how many decisions that were.

        None if the rules met a fault.
        """
        ...

    # ---- whole games ----------------------------------------------------------------------------------------

    def play(self, seeds: Sequence[int], limit: int, samples: Sequence[int] = ()) -> list[Played]:
        """Games by themselves, up to so many decisions each.

        For each seat how many positions it looks at before it decides: with none, and without this, it is random.
        """
        ...
