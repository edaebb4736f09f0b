"""A game in progress as tools need it: its state and what may be done with it.

A position is a value: it can be copied, compared, and gone on from. It knows numbers and no words; what people are
told of it (decisions, events, views, reasons) is made by whoever stands above.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, Self

from rulelang.backends.python import runtime
from rulelang.backends.python.faults import fault_of
from rulelang.backends.python.program import Program
from rulelang.play import outcome

if TYPE_CHECKING:
    from rulelang.core.counting import Counted

Note = Callable[[Any, int], Any]
NoteTaker = Callable[[Program], Note]


class Playable(Protocol):
    """The game that a position is of, as far as playing asks for it."""

    asked: tuple[str, ...]
    options: dict[str, Any]
    reference: str

    def program(self, players: int, listening: bool = False, staging: bool = False) -> Program:
        """The compiled rules for a number of players."""
        ...

    def asking_program(self, players: int) -> Program:
        """The same with every question put, even where there is but one answer."""
        ...

    def fingerprint(self, players: int) -> str:
        """The content hash of the rules in force."""
        ...


class Position:
    """A game in progress."""

    __slots__ = (
        *(
            "_choices",
            "_holds",
            "_made",
            "audit",
            "chance",
            "game",
            "is_driven",
            "is_listening",
            "is_trusted",
            "note",
        ),
        *("program", "seed", "state", "told"),
    )
    game: Playable

    def __init__(
        self, game: Playable, program: Program, seed: int, chance: str, *, audit: bool = False, note: Note | None = None
    ) -> None:
        self.game = game
        self.program = program
        self.seed = seed
        self.chance = chance
        self.audit = audit
        self.note = note  # what is noted of a choice, beside what the program notes itself
        opening = program.opening if chance == "seeded" else None
        self.state = program.new_state(seed, chance == "ask") if opening is None else program.opened(seed)
        self._holds = program.always_holds
        self._choices: Any = None
        self._made: Any = None  # what was made of the open decision, for whoever asked
        self.told: Any = None  # the log as far as somebody asked for it
        self.is_listening = program.facts.is_listening
        self.is_driven = False  # its seed and the choices that were noted do not lead here
        self.is_trusted = False  # nobody looks whether what always holds still does

    # ---- starting ---------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Set up and play up to the first decision."""
        if self.state.options is not None:
            return
        lots = self.state.lots
        self.state.stack.append([end_of_rules])
        main = self.program.facts.main
        if main is not None:
            self.state.stack.append(self.program.frame(main))
        self.run(lambda: self.program.call(self.state, "setup"))
        if self.state.lots == lots and self.chance == "seeded" and not self.is_listening and not self.is_counting:
            # Chance had no part in it: every match of these rules opens like this.
            self.program.opening = self.state.copy()

    def begin_held(self) -> None:
        """Set up, and stop before the first round."""
        self.state.stack.append([hold])
        self.run(lambda: self.program.call(self.state, "setup"))

    def go_on(self) -> None:
        """Start the rounds of a position that was held."""
        S = self.state
        S.stack[:] = [[end_of_rules]]
        main = self.program.facts.main
        if main is not None:
            S.stack.append(self.program.frame(main))
        S.options = None
        self.run(None)

    def again(self, *, listening: bool = False, notes: NoteTaker | None = None, is_trusted: bool = False) -> Position:
        """A position of the same game, players, seed and chance at its first decision."""
        program = self.game.program(self.players, listening=listening)
        note = program.once(notes) if notes is not None else None
        other = Position(self.game, program, self.seed, self.chance, note=note)
        other.is_trusted = is_trusted
        other.begin()
        return other

    def run(self, first: Callable[[], Any] | None) -> None:
        """Run, and turn what goes wrong into an error that points at the rules."""
        S = self.state
        self._made = None
        try:
            if first is not None:
                first()
            runtime.run(S)
        except runtime.Over as over:
            runtime.finish(S, over.reason)
        except runtime.Standstill as error:
            from rulelang.play.standstill import standstill

            raise standstill(self, error.rounds) from None
        except runtime.StepLimit as error:
            from rulelang.play.standstill import endless_rounds

            raise endless_rounds(self, error) or fault_of(self.program, S, error) from None
        except runtime.FAULTS as error:
            raise fault_of(self.program, S, error) from None
        if self.audit or (self._holds is not None and not self.is_trusted):
            self.watch()

    # ---- watching ---------------------------------------------------------------------------------------

    @property
    def is_watched(self) -> bool:
        """Is there anything to look at after every step?"""
        return self.audit or (self._holds is not None and not self.is_trusted)

    def watch(self) -> None:
        """Raise a fault if something was lost, or what always holds does not hold any more."""
        if self.audit:
            from rulelang.play.audit import audit

            audit(self)
            return
        from rulelang.backends.python.faults import in_words

        with in_words(self.program, self.state):
            holds = self._holds is None or self._holds(self.state)
        if not holds:
            from rulelang.play.audit import Auditor

            self.program.once(Auditor).check_always(self)

    # ---- looking ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Is it at its end? Then nothing is asked any more."""
        over: bool = self.state.over
        return over

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.facts.players

    @property
    def scores(self) -> list[outcome.Points]:
        """The score of each player, as it stands: whole numbers, and fractions where the rules leave some."""
        return outcome.scores(self.program, self.state)

    @property
    def ranks(self) -> list[tuple[int, ...]]:
        """Score and tie-breaks of each player."""
        return outcome.ranks(self.program, self.state)

    @property
    def winners(self) -> list[int]:
        """Who has won; several if they are equal in everything. Nobody while the game goes on."""
        return outcome.winners(self.program, self.state)

    @property
    def end_reason_as_written(self) -> str:
        """The sentence in the rules that ended the game."""
        return outcome.reason(self.program, self.state)

    @property
    def choices(self) -> list[int]:
        """The index of every choice made so far, chance included where it was asked."""
        found = []
        link = self._choices
        while link is not None:
            link, index = link
            found.append(index)
        return found[::-1]

    @property
    def last_choice(self) -> Any:
        """The end of the chain of choices: the choice before it, and the index chosen."""
        return self._choices

    @property
    def counts(self) -> dict[Counted, int]:
        """How often what stands in the rules was done, read, or asked and held or failed; see `Game.start`."""
        return self.program.counts(self.state)

    @property
    def is_counting(self) -> bool:
        """Is counted what happens?"""
        return self.program.facts.is_counting

    # ---- choosing -----------------------------------------------------------------------------------------

    def advance(self, index: int) -> None:
        """Choose the option at an index that is known to be there, and tell nothing."""
        S = self.state
        if self.note is not None:
            S.events.append(self.note(S, index))
        S.choice = S.options[index]
        S.options = None
        S.steps = 0
        S.quiet = None
        self._choices = (self._choices, index)
        self.run(None)

    def drive(self, steps: Any, *arguments: Any) -> Any:
        """Let a function drive the state; what goes wrong becomes an error of the rules."""
        self._made = None
        self.is_driven = True
        try:
            return steps(self.state, *arguments)
        except Exception as error:
            self.run(partial(throw, error))
            raise

    # ---- the value ------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent one at the same point."""
        other = type(self).__new__(type(self))
        other.game, other.program, other.note = self.game, self.program, self.note
        other.seed, other.chance, other.audit = self.seed, self.chance, self.audit
        other.state = self.state.copy()
        other._choices, other._made = self._choices, None  # noqa: SLF001 - it is one of them too
        other.told = None
        other._holds = self._holds  # noqa: SLF001
        other.is_listening = self.is_listening
        other.is_trusted, other.is_driven = self.is_trusted, self.is_driven
        if self.is_listening:
            other.state.events = self.state.events[:]
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._same_rules(other) and runtime.snapshot(self.state) == runtime.snapshot(other.state)

    def _same_rules(self, other: Position) -> bool:
        if self.program is other.program:
            return True
        if self.players != other.players:
            return False
        return self.game.fingerprint(self.players) == other.game.fingerprint(other.players)

    __hash__ = None  # type: ignore[assignment]


def end_of_rules(S: Any, f: list[Any]) -> None:
    """The frame below all others: there is nothing more to do."""
    raise runtime.Over(-1)


def hold(S: Any, f: list[Any]) -> None:
    """A frame that stops play where it is, for whoever sets up a position."""
    S.options = ()


def throw(error: Exception) -> None:
    raise error
