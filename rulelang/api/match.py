"""A game in progress as people use it: decisions, events, views, reasons, saves.

Words, events and the model behind them are imported when they are asked for: a simulation never asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from rulelang.api.decision import Decision, Option
from rulelang.api.interface import Public
from rulelang.errors import Rejected
from rulelang.events.log import Told, whole_log
from rulelang.play.position import Note, Position

if TYPE_CHECKING:
    from rulelang.api.game import Game
    from rulelang.backends.python.program import Program
    from rulelang.events.event import Event
    from rulelang.explain.answer import WhyNot
    from rulelang.text.words import Words
    from rulelang.visibility.view import View


class Match(Public, Position):
    """A game in progress."""

    __slots__ = ("language",)
    game: Game

    def __init__(
        self,
        game: Game,
        program: Program,
        seed: int,
        chance: str,
        *,
        audit: bool = False,
        note: Note | None = None,
        language: str = "en",
    ) -> None:
        super().__init__(game, program, seed, chance, audit=audit, note=note)
        self.language = language

    # ---- looking ------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        """The open question; an error if the match is over."""
        if self._made is None:
            if self.state.over:
                raise Rejected("the match is over: there is nothing to decide")
            self._made = Decision(self)
        found: Decision = self._made
        return found

    @property
    def words(self) -> Words:
        """Texts for what this match says."""
        return self.game.words(self.program)

    @property
    def player_names(self) -> list[str]:
        """What each player is called, in seat order."""
        return [self.words.player(p, self.language) for p in range(self.players)]

    @property
    def end_reason(self) -> str | None:
        """Why the match is over, in its language."""
        if not self.over:
            return None
        reason = self.end_reason_as_written
        return self.program.facts.translations.get(self.language, {}).get(reason, reason)

    # ---- choosing -----------------------------------------------------------------------------------------

    def choose(self, option: Option | int | str) -> Sequence[Event]:
        """Choose an option, by itself, its index or its key; returns the events that follow."""
        made = self._made
        if made is not None and type(option) is Option and option.among is made.options:
            self.advance(option.index)  # one of the open decision: there is nothing to look up
        else:
            self.advance(self._index(option))
        return Told(self, self._choices)

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
            keys, key = self.decision.keys, self.words.keys.spelled(option)
            if key not in keys:
                raise Rejected(f"`{option}` is not an option now; the options are {', '.join(keys)}")
            return keys.index(key)
        if not isinstance(option, int) or not 0 <= option < len(options):
            raise Rejected(f"there are {len(options)} options, and {option!r} is none of them")
        return option

    def copy(self) -> Self:
        """An independent match at the same point."""
        other = super().copy()
        other.language = self.language
        return other

    # ---- telling ------------------------------------------------------------------------------------------

    @property
    def log(self) -> list[Event]:
        """Everything that happened, as events."""
        return whole_log(self)

    def say(self, event: Event | None, language: str | None = None) -> str:
        """Words for an event, all that it holds: for a player say `event.seen_by(player)`."""
        from rulelang.text.events import event_text

        return "" if event is None else event_text(self.words, event, language or self.language)

    def view(self, player: int | None) -> View:
        """What a player may know; `None` for somebody who may know only what is open to all."""
        from rulelang.api.view import view

        return view(self, player)

    def why_not(self, *asked: Any) -> WhyNot:
        """Why something is not among the options: an option by key or text, or a rule and its arguments."""
        from rulelang.explain.why_not import why_not

        return why_not(self, self.words, self.language, *asked)

    def save(self) -> str:
        """The match as text: rules, players, seed and choices."""
        from rulelang.play.save import save

        return save(self)
