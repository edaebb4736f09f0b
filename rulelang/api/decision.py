"""An open question and its possible answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from rulelang.api.interface import Public

if TYPE_CHECKING:
    from rulelang.api.match import Match
    from rulelang.play.keys import Part


class Option(Public):
    """One answer. Key and text are made when they are asked for."""

    __slots__ = ("among", "index", "value")

    def __init__(self, among: Options, index: int, value: Any) -> None:
        self.among = among  # all options of the decision it belongs to
        self.index = index
        self.value = value

    @property
    def _match(self) -> Match:
        return self.among.match

    @property
    def _point(self) -> int:
        return self.among.point

    @property
    def key(self) -> str:
        """A stable name for programs; no other option of the decision has it."""
        return self.among.keys[self.index]

    @property
    def text(self) -> str:
        """Words for people, in the language of the match."""
        return self.text_in(self._match.language)

    def text_in(self, language: str) -> str:
        """Words for people, in a language."""
        return self._match.words.option_text(self._point, self._match.state, self.value, language)

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """What it is made of: for each part its kind and its key, such as `("pawn", "red.pawn.2")`."""
        keys = self._match.words.keys
        return tuple((keys.sort(type_), keys.value(type_, value)) for type_, value in self._typed_parts)

    @property
    def at(self) -> tuple[str, ...]:
        """Ids of the things on the table that it refers to: where to click for it."""
        from rulelang.visibility.places import Places

        state = self._match.state
        return self._match.program.once(Places).at(self._typed_parts, state, state.decider)

    @property
    def _typed_parts(self) -> list[Part]:
        point = self._match.program.answers.points[self._point]
        return list(self._match.words.keys.parts(point, self.value))

    @property
    def cost(self) -> int | None:
        """What taking it costs, as its author says it (`costing 2 "gems"`); nothing if he does not."""
        found = self._match.words.option_cost(self._point, self._match.state, self.value)
        return found[0] if found is not None else None

    @property
    def cost_text(self) -> str:
        """The same in words for people, in the language of the match: `2 gems`, `15,000`; empty if nothing is said."""
        words = self._match.words
        found = words.option_cost(self._point, self._match.state, self.value)
        return words.cost_text(*found, self._match.language) if found is not None else ""

    @property
    def weight(self) -> int:
        """The odds of this answer where chance decides, as a share of the sum of all weights."""
        state = self._match.state
        return 1 if state.weights is None or state.decider is not None else int(state.weights[self.index])

    def __repr__(self) -> str:
        return f"<option {self.key}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option):
            return NotImplemented
        return (self._point, self.index, self.value) == (other._point, other.index, other.value)

    def __hash__(self) -> int:
        return hash((self._point, self.index))


class Options(Sequence[Option]):
    """The answers in their order; each is made when it is looked at, for most of many never are."""

    __slots__ = ("_keys", "_values", "match", "point")

    def __init__(self, match: Match, point: int, values: Sequence[Any]) -> None:
        self.match, self.point, self._values = match, point, values
        self._keys: list[str] | None = None

    @property
    def keys(self) -> list[str]:
        """The key of each; where several are called alike, the second is `key#2`, and so on."""
        if self._keys is None:
            self._keys = self.match.words.keys.options_of(self.point, self._values)
        return self._keys

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        if isinstance(index, slice):
            return list(self)[index]
        value = self._values[index]
        return Option(self, index if index >= 0 else index + len(self._values), value)

    def __iter__(self) -> Iterator[Option]:
        return (Option(self, i, value) for i, value in enumerate(self._values))

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Options | list) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


class Decision(Public):
    """Who must choose (`player`, a number from 0), what is asked, and what may be answered (`options`)."""

    __slots__ = ("_match", "_point", "options", "player")

    def __init__(self, match: Match) -> None:
        state = match.state
        self._match = match
        self._point: int = state.point
        self.player: int | None = state.decider
        self.options = Options(match, state.point, state.options)

    @property
    def keys(self) -> list[str]:
        """The keys of all options, in their order."""
        return list(self.options.keys)

    @property
    def prompt(self) -> str:
        """The question in words, in the language of the match."""
        return self._match.words.prompt(self._point, self._match.state, self._match.language)

    @property
    def is_chance(self) -> bool:
        """Is it chance that decides? Then `player` is none, and the options have weights."""
        return self.player is None

    @property
    def is_secret(self) -> bool:
        """Is the answer kept from the others?"""
        from rulelang.visibility.permissions import Sight

        return self._match.program.once(Sight).is_secret(self._model)

    @property
    def _model(self) -> Any:
        return self._match.program.answers.points[self._point]

    @property
    def rule(self) -> str:
        """The rule that asks."""
        rule = getattr(self._model, "rule", None)
        return rule.name if rule is not None else ""

    @property
    def cites(self) -> Sequence[str]:
        """The printed rules that the question comes from."""
        from rulelang.play.keys import citations_of

        return self._match.program.once(citations_of).of(self._model)

    def __repr__(self) -> str:
        return f"<decision of {self.player}: {self.keys}>"
