"""A game in progress: a value that can be looked at, copied, chosen in, saved.

Words, events and the model behind them are imported when they are asked for: a simulation never asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rulelang.api.decision import Decision, Option
from rulelang.backends.python import runtime
from rulelang.backends.python.faults import fault_of
from rulelang.backends.python.program import Program
from rulelang.errors import Rejected
from rulelang.events.log import Tale, Told, whole_log
from rulelang.play import outcome

if TYPE_CHECKING:
    from rulelang.api.game import Game
    from rulelang.core.counting import Counted
    from rulelang.events.event import Event
    from rulelang.text.words import Words


def end_of_rules(S: Any, f: list[Any]) -> None:
    """The frame below all others: there is nothing more to do."""
    raise runtime.Over(-1)


def hold(S: Any, f: list[Any]) -> None:
    """A frame that stops the match where it is, for whoever sets up a position."""
    S.options = ()


class Match:
    """A game in progress."""

    __slots__ = (
        *("_choices", "_decision", "audit", "chance", "game", "is_driven", "is_listening", "is_trusted"),
        *("language", "program", "seed"),
        *("state", "tale"),
    )

    def __init__(
        self, game: Game, program: Program, seed: int, chance: str, *, audit: bool = False, language: str = "en"
    ) -> None:
        self.game = game
        self.program = program
        self.seed = seed
        self.chance = chance
        self.audit = audit
        self.language = language
        opening = program.opening if chance == "seeded" else None
        self.state = program.new_state(seed, chance == "ask") if opening is None else program.opened(seed)
        self._choices: Any = None
        self._decision: Decision | None = None
        self.is_listening = program.facts.is_listening
        self.tale: Tale | None = None
        self.is_driven = False  # choices were made that nobody has noted
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
        self._do(lambda: self.program.call(self.state, "setup"))
        if self.state.lots == lots and self.chance == "seeded" and not self.is_listening and not self.is_counting:
            # Chance had no part in it: every match of these rules opens like this.
            self.program.opening = self.state.copy()

    def begin_held(self) -> None:
        """Set up, and stop before the first round."""
        self.state.stack.append([hold])
        self._do(lambda: self.program.call(self.state, "setup"))

    def go_on(self) -> None:
        """Start the rounds of a match that was held."""
        S = self.state
        S.stack[:] = [[end_of_rules]]
        main = self.program.facts.main
        if main is not None:
            S.stack.append(self.program.frame(main))
        S.options = None
        self._do(None)

    def _do(self, first: Any) -> None:
        """Run, and turn what goes wrong into an error that points at the rules."""
        S = self.state
        self._decision = None
        try:
            if first is not None:
                first()
            self.program.names["run"](S)
        except runtime.Over as over:
            runtime.finish(S, over.reason)
        except runtime.Standstill as error:
            raise self.game.standstill(self, error.rounds) from None
        except runtime.FAULTS as error:
            raise fault_of(self.program, S, error) from None
        if self.audit:
            self.game.audit(self)
        elif self.is_watched:
            self.game.watch(self)

    @property
    def is_watched(self) -> bool:
        """Is there anything to look at after every step?"""
        return self.audit or ("always_holds" in self.program.names and not self.is_trusted)

    # ---- looking ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Is the match at its end? Then nothing is asked any more."""
        return bool(self.state.over)

    @property
    def decision(self) -> Decision:
        """The open question; an error if the match is over."""
        if self.state.over:
            raise Rejected("the match is over: there is nothing to decide")
        if self._decision is None:
            self._decision = Decision(self)
        return self._decision

    @property
    def words(self) -> Words:
        """Keys and texts for what this match says."""
        return self.game.words(self.program)

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.facts.players

    @property
    def player_names(self) -> list[str]:
        """What each player is called, in seat order."""
        return [self.words.player(p, self.language) for p in range(self.players)]

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
        """Who has won; several if they are equal in everything. Nobody while the match goes on."""
        return outcome.winners(self.program, self.state)

    @property
    def end_reason(self) -> str | None:
        """Why the match is over, in its language."""
        if not self.over:
            return None
        reason = self.end_reason_as_written
        return self.program.facts.translations.get(self.language, {}).get(reason, reason)

    @property
    def end_reason_as_written(self) -> str:
        """The sentence in the rules that ended the match."""
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

    def choose(self, option: Option | int | str) -> Sequence[Event]:
        """Choose an option, by itself, its index or its key; returns the events that follow."""
        self.advance(self._index(option))
        return Told(self, self._choices)

    def advance(self, index: int) -> None:
        """Choose the option at an index that is known to be there, and tell nothing."""
        S = self.state
        if self.is_listening:
            from rulelang.events.choice import Notes

            S.events.append(self.program.once(Notes).take(S, index))
        S.choice = S.options[index]
        S.options = None
        S.steps = 0
        S.quiet = None
        self._choices = (self._choices, index)
        self._do(None)

    def drive(self, steps: Any, *arguments: Any) -> Any:
        """Let a function drive the state; what goes wrong becomes an error of the rules."""
        self._decision = None
        self.is_driven = True
        try:
            return steps(self.state, *arguments)
        except Exception as error:
            self._do(partial(throw, error))
            raise

    def _index(self, option: object) -> int:
        options = self.state.options
        if self.state.over or options is None:
            raise Rejected("the match is over: there is nothing to choose")
        if isinstance(option, Option):
            index = option.index
            if not (0 <= index < len(options) and options[index] == option.value):
                raise Rejected(f"`{option.key}` is not an option now")
            return index
        if isinstance(option, str):
            keys = self.decision.keys
            if option not in keys:
                raise Rejected(f"`{option}` is not an option now; the options are {', '.join(keys)}")
            return keys.index(option)
        if not isinstance(option, int) or not 0 <= option < len(options):
            raise Rejected(f"there are {len(options)} options, and {option!r} is none of them")
        return option

    # ---- the value ------------------------------------------------------------------------------------------

    def copy(self) -> Match:
        """An independent match at the same point."""
        other = Match.__new__(Match)
        other.game, other.program = self.game, self.program
        other.seed, other.chance, other.audit, other.language = self.seed, self.chance, self.audit, self.language
        other.state = self.state.copy()
        other._choices = self._choices  # noqa: SLF001 - it is a match too
        other._decision = None  # noqa: SLF001
        other.tale = None
        other.is_listening = self.is_listening
        other.is_trusted, other.is_driven = self.is_trusted, self.is_driven
        if self.is_listening:
            other.state.events = self.state.events[:]
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._same_rules(other) and runtime.snapshot(self.state) == runtime.snapshot(other.state)

    def _same_rules(self, other: Match) -> bool:
        if self.program is other.program:
            return True
        if self.players != other.players:
            return False
        return self.game.fingerprint(self.players) == other.game.fingerprint(other.players)

    __hash__ = None  # type: ignore[assignment]

    # ---- services ---------------------------------------------------------------------------------------------

    @property
    def log(self) -> list[Event]:
        """Everything that happened, as events."""
        return whole_log(self)

    def say(self, event: Event | None, language: str | None = None) -> str:
        """Words for an event, all that it holds: for a player say `event.seen_by(player)`."""
        from rulelang.text.events import event_text

        return "" if event is None else event_text(self.words, event, language or self.language)

    def view(self, player: int | None) -> dict[str, Any]:
        """What a player may know; `None` for somebody who may know only what is open to all."""
        return self.game.view(self, player)

    def why_not(self, *asked: Any) -> Any:
        """Why something is not among the options."""
        return self.game.why_not(self, *asked)

    def save(self) -> str:
        """The match as text: rules, players, seed and choices."""
        return self.game.save(self)


def throw(error: Exception) -> None:
    raise error
