"""An open question and its possible answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulelang.engine.match import Match


class Option:
    """One answer. Key and text are made when they are asked for."""

    __slots__ = ("_match", "_point", "index", "value")

    def __init__(self, match: Match, point: int, index: int, value: Any) -> None:
        self._match = match
        self._point = point
        self.index = index
        self.value = value

    @property
    def key(self) -> str:
        """A stable name for programs."""
        words = self._match.words
        return words.option_key(words.program.module.points[self._point], self.value)

    @property
    def text(self) -> str:
        """Words for people, in the language of the match."""
        return self.text_in(self._match.language)

    def text_in(self, language: str) -> str:
        """Words for people, in a language."""
        return self._match.words.option_text(self._point, self._match.state, self.value, language)

    @property
    def weight(self) -> int:
        """The odds of this answer where chance decides, as a share of the sum of all weights."""
        weights = self._match.state.weights
        return 1 if weights is None else int(weights[self.index])

    def __repr__(self) -> str:
        return f"<option {self.key}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option):
            return NotImplemented
        return (self._point, self.index, self.value) == (other._point, other.index, other.value)

    def __hash__(self) -> int:
        return hash((self._point, self.index))


class Decision:
    """Who must choose, what is asked, and what may be answered."""

    __slots__ = ("_match", "_options", "_point", "player")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._point: int = match.state.point
        self.player: int | None = match.state.decider
        self._options: list[Option] | None = None

    @property
    def options(self) -> list[Option]:
        if self._options is None:
            match, point = self._match, self._point
            self._options = [Option(match, point, i, v) for i, v in enumerate(match.state.options)]
        return self._options

    @property
    def keys(self) -> list[str]:
        return [option.key for option in self.options]

    @property
    def prompt(self) -> str:
        return self._match.words.prompt(self._point, self._match.state, self._match.language)

    @property
    def is_chance(self) -> bool:
        return self.player is None

    @property
    def is_secret(self) -> bool:
        """Is the answer kept from the others?"""
        return self._match.words.sight.is_secret(self._model)

    @property
    def _model(self) -> Any:
        return self._match.program.module.points[self._point]

    @property
    def rule(self) -> str:
        """The rule that asks."""
        rule = getattr(self._model, "rule", None)
        return rule.name if rule is not None else ""

    @property
    def cites(self) -> Sequence[str]:
        """The printed rules that the question comes from."""
        return self._match.words.citations.of(self._model)

    def __repr__(self) -> str:
        return f"<decision of {self.player}: {self.keys}>"
