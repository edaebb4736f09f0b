"""What is known of the rules of a world before any of them is printed, and the numbers of what is decided and told.

Both back ends ask here, so a position of one can be told in the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Protocol

from rulelang.core.counting import Counters
from rulelang.core.information import Knowledge
from rulelang.core.inlining import Inlining
from rulelang.core.needs_order import reach
from rulelang.core.shown import showing_of
from rulelang.core.tables import Layout
from rulelang.core.waiting import Waiting
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind, Rule, Source, Value, Window
from rulelang.model.proofs.cost import in_circles
from rulelang.model.types import Many, strip
from rulelang.model.visit import walk
from rulelang.model.world import World


class Answers:
    """The answers, for the rules of a world."""

    def __init__(self, world: World, is_counting: bool = False) -> None:
        self.world = world
        self.layout = Layout(world, counters=Counters(world) if is_counting else None)
        self.waiting = Waiting(world)
        self.inlining = Inlining(world, self.waiting)  # which rules are written into those that call them
        self.circular: set[Rule | Value] = in_circles(world)
        self.tries = any(reach(rule).late for rule in world.rules.values())  # are rules tried on copies?
        stops = [n for rule in world.rules.values() for n in walk(rule.bodies) if isinstance(n, s.Stop)]
        self.left_levels = {stop.what for stop in stops}
        self.ending_levels = {stop.after for stop in stops if stop.after}
        self.showing = showing_of(world)
        self.held_kinds = {source.card.root.name for source in sources(world) if source.card is not None}
        self.points: list[Any] = []  # what is decided: choices, offers of windows, cards that chance draws
        self.reasons: list[str] = []  # for which a game ends
        self._window_choices = {c for w in world.windows if (c := s.first_choice(w.rule.body)) is not None}
        for declared in [*(f for kind in world.kinds.values() for f in kind.fields.values()), *world.fields.values()]:
            self.layout.slot(declared)

    # ---- numbers ------------------------------------------------------------------------------------------

    def point(self, x: s.Choose | s.OfferWindow | Kind) -> int:
        """The number of a decision."""
        return number_in(self.points, x)

    def reason(self, text: str) -> int:
        """The number of a reason."""
        return number_in(self.reasons, text)

    def number_of_way(self, choose: s.Choose, way: s.Way) -> int | None:
        """The number of a way that `acting` is asked of."""
        return self.world.acting_tests.get(f"{choose.rule.name if choose.rule is not None else ''}.{way.name}")

    # ---- data ---------------------------------------------------------------------------------------------

    def all_fields(self) -> list[Field]:
        """The fields of the game, of players and of pieces."""
        found = list(self.world.fields.values())
        for kind in self.world.kinds.values():
            found.extend(kind.fields.values())
        return found

    def list_fields(self) -> list[Field]:
        return [field for field in self.all_fields() if isinstance(strip(field.type), Many)]

    def card_roots(self) -> list[Kind]:
        """The kinds of cards in play."""
        return list(dict.fromkeys(zone.card.root for zone in self.world.zones.values()))

    # ---- rules --------------------------------------------------------------------------------------------

    def is_window_choice(self, x: s.Choose) -> bool:
        """Does a window begin with this choice?"""
        return x in self._window_choices

    def has_asked_way(self, body: s.Body) -> bool:
        """Is `acting` asked of a way in a body?"""
        chooses = (node for node in walk(body) if isinstance(node, s.Choose)) if self.world.acting_tests else ()
        return any(self.number_of_way(choose, way) is not None for choose in chooses for way in choose.ways)

    @cached_property
    def knowledge(self) -> Knowledge:
        """Which expressions rest on what everybody may see."""
        return Knowledge(self.world, lambda choose: choose.secret)

    @cached_property
    def closed_windows(self) -> list[Window]:
        """The windows of which not everybody can tell whether they can be used."""
        return [window for window in self.world.windows if not self.knowledge.knows_window(window)]


def number_in(known: list[Any], thing: Any) -> int:
    """The place of a thing among those known, where it is put if it is new."""
    if thing not in known:
        known.append(thing)
    return known.index(thing)


def sources(world: World) -> Iterator[Source]:
    """Where amendments, changes of values and windows come from."""
    for rule in world.rules.values():
        yield from (amendment.source for amendment in rule.amendments)
    for value in world.values.values():
        yield from (change.source for change in value.changes)
    yield from (window.source for window in world.windows)


class Playable(Protocol):
    """Rules that can be played: the core of the same is made of them."""

    start: Any  # the state before set-up

    @property
    def answers(self) -> Answers: ...
