"""What the core is made of: rules, and answers about them that the plain back end has already worked out."""

from __future__ import annotations

from typing import Any, Protocol

from rulelang.core.information import Knowledge
from rulelang.core.inlining import Inlining
from rulelang.core.shown import Showing
from rulelang.core.tables import Layout
from rulelang.core.waiting import Waiting
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind, Rule, Value, Window
from rulelang.model.world import World


class Accounts(Protocol):
    """What a state keeps account of, and the reasons for which a game ends."""

    counts_bank: bool
    held_kinds: frozenset[str]
    showing: Showing

    def reason(self, text: str) -> int:
        """The number of a reason."""
        ...


class Answers(Protocol):
    """What is known of the rules of a world."""

    tries: bool  # are rules tried on copies?
    left_levels: set[str]
    ending_levels: set[str]
    circular: set[Rule | Value]
    layout: Layout
    waiting: Waiting
    inlining: Inlining
    points: list[Any]

    @property
    def sites(self) -> Accounts: ...

    @property
    def knowledge(self) -> Knowledge: ...

    @property
    def closed_windows(self) -> list[Window]:
        """The windows of which not everybody can tell whether they can be used."""
        ...

    def all_fields(self) -> list[Field]:
        """The fields of the game, of players and of pieces."""
        ...

    def card_roots(self) -> list[Kind]:
        """The kinds of cards in play."""
        ...

    def is_window_choice(self, x: s.Choose) -> bool:
        """Does a window begin with this choice?"""
        ...

    def number_of_way(self, choose: s.Choose, way: s.Way) -> int | None:
        """The number of a way that `acting` is asked of."""
        ...

    def has_asked_way(self, body: s.Body) -> bool:
        """Is `acting` asked of a way in a body?"""
        ...


class Source(Protocol):
    """Rules that can be played: the core of the same is made of them."""

    start: Any  # the state before set-up

    @property
    def world(self) -> World: ...

    @property
    def module(self) -> Answers: ...
