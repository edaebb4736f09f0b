"""What one player may know of a match, as plain data.

Everything here follows from who sees which zone and field; nothing else is told. The source of chance,
the order of closed zones, the point in the rules and hidden values have no place in a view.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from rulelang.core.information import Reader
from rulelang.errors import UsageError
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind, Score, Value, Zone
from rulelang.model.expressions import Local
from rulelang.model.types import Entity, Flag, Many, Number, Type, strip
from rulelang.play.evaluate import Env, Evaluator
from rulelang.play.keys import place_index
from rulelang.play.outcome import plain
from rulelang.visibility.permissions import Sight, knowledge_of

if TYPE_CHECKING:
    from rulelang.api.match import Match

Data = dict[str, Any]
INTERNAL = ("actor", "round.number")


def view(match: Match, player: int | None) -> Data:
    """What a player may know; with `None`, what everybody may."""
    if player is not None and (isinstance(player, bool) or player not in range(match.players)):
        raise UsageError(f"there is no player {player!r}: they are numbered from 0 to {match.players - 1}")
    return View(match, player).whole()


class View:
    """Looks at a match with the eyes of one player; `exact` calls every card by a key of its own, for its label."""

    def __init__(self, match: Match, player: int | None, exact: bool = False) -> None:
        self.match = match
        self.exact = exact
        self.player = player
        self.state = match.state
        self.words = match.words
        self.world = match.program.world
        self.sight = match.program.once(Sight)
        self.knowledge = match.program.once(knowledge_of)
        self.evaluator = match.program.once(Evaluator)
        self.masks = self.sight.masks_now(match.state)

    def whole(self) -> Data:
        state, match = self.state, self.match
        return {
            "game": self.world.name,
            "viewer": self.player,
            "round": self.value_of(self.world.fields["round.number"]),
            "phase": state.phase if not match.over else None,
            "turn": self.value_of(self.world.fields["actor"]) if self.is_turn() else None,
            "players": [self.person(p) for p in range(match.players)],
            "pieces": {k.name: self.pieces(k) for k in self.kinds() if k.sort == "piece"},
            "kinds": {k.name: self.members(k) for k in self.kinds() if k.sort not in ("piece", "player")},
            "state": self.game_fields(),
            "values": self.shown_values(),
            "zones": {zone.name: self.zones(zone) for zone in self.world.zones.values()},
            "decision": self.decision(),
            "scores": self.scores(),
            "over": match.over,
            "winners": match.winners,
            "end_reason": match.end_reason,
        }

    def is_turn(self) -> bool:
        """Does somebody have the turn? Then a frame waits for its end."""
        ends = self.match.program.module.turn_returns
        return any(getattr(frame[0], "__name__", "") in ends for frame in self.state.stack)

    # ---- fields -----------------------------------------------------------------------------------------

    def kinds(self) -> list[Kind]:
        """The kinds of which something may change."""
        return [k for k in self.world.kinds.values() if k.fields]

    def person(self, player: int) -> Data:
        kind = self.world.player
        name = self.words.player(player, self.match.language)
        return {"key": kind.members[player].key, "name": name, "fields": self.fields(kind, player)}

    def pieces(self, kind: Kind) -> list[Data]:
        return [{**self.member(kind, n), "owner": kind.root.members[n].owner} for n in kind.ids]

    def member(self, kind: Kind, number: int) -> Data:
        text = self.words.text(Entity(kind), number, self.match.language)
        return {"key": kind.root.members[number].key, "name": text, "fields": self.fields(kind, number)}

    def members(self, kind: Kind) -> Data:
        """The fields of each member; of cards only those that the player sees."""
        shown = [n for n in kind.ids if self.is_card_seen(kind, n)]
        return {kind.root.members[n].key: self.fields(kind, n) for n in shown}

    def is_card_seen(self, kind: Kind, number: int) -> bool:
        is_card = kind.root.sort == "card" and kind.root.box >= 0
        return not is_card or self.sight.sees_card(self.state, kind, number, self.player)

    def fields(self, kind: Kind, number: int) -> Data:
        found = {name: self.entries(field, (number,)) for name, field in kind.fields.items()}
        return {name: value for name, value in found.items() if value is not HIDDEN}

    def game_fields(self) -> Data:
        shown = {name: self.entries(f, ()) for name, f in self.world.fields.items() if name not in INTERNAL}
        return {name: value for name, value in shown.items() if value is not HIDDEN}

    def entries(self, field: Field, start: tuple[int, ...]) -> Any:
        """The value of a field, or its values by the keys they are kept for; what is hidden is left out."""
        if not field.per:
            return self.entry(field, start)
        places = product(*(k.root.ids for k in field.per))
        found = {self.place_name(field, p): self.entry(field, (*start, *p)) for p in places}
        shown = {key: value for key, value in found.items() if value is not HIDDEN}
        return shown or HIDDEN

    def place_name(self, field: Field, place: tuple[int, ...]) -> str:
        return " ".join(k.root.members[n].key for k, n in zip(field.per, place, strict=True))

    def entry(self, field: Field, place: tuple[int, ...]) -> Any:
        seen = self.sight.sees_field(field, place, self.player, self.masks)
        index = place_index(field, place)
        if not seen and not self.sight.was_field_shown(self.state, field, place, index, self.player, self.masks):
            return HIDDEN
        return self.data(field.type, self.value_of(field, place))

    def value_of(self, field: Field, place: tuple[int, ...] = ()) -> Any:
        found = getattr(self.state, self.match.program.module.layout.slot(field))
        return found if field.is_scalar else found[place_index(field, place)]

    def data(self, type_: Type, value: Any) -> Any:
        """A value as plain data: members by their keys."""
        plain = strip(type_)
        if value is None or isinstance(plain, Number | Flag):
            return value
        if isinstance(plain, Many):
            return [self.data(plain.inner, v) for v in value]
        if isinstance(plain, Entity) and not self.is_card_seen(plain.kind, value):
            return "?"
        if isinstance(plain, Entity):
            return self.card_key(plain.kind.root, value)
        return self.words.keys.value(type_, value)

    def card_key(self, kind: Kind, number: int) -> str:
        return kind.members[number].key if self.exact else self.words.keys.member(kind, number)

    # ---- values that their author wants to be seen -------------------------------------------------------

    def shown_values(self) -> Data:
        """What values marked `shown as` give, as far as the player may know it."""
        found = {v.name: self.shown_value(v) for v in self.world.values.values() if v.shown_as is not None}
        return {name: data for name, data in found.items() if data is not HIDDEN}

    def shown_value(self, value: Value) -> Any:
        """What a value gives, or what it gives for each that its parameters may be."""
        if not value.parameters:
            return self.given(value, ())
        kinds = [kind_of(parameter) for parameter in value.parameters]
        places = product(*([n for n in kind.ids if self.is_card_seen(kind, n)] for kind in kinds))
        keyed = {
            " ".join(k.root.members[n].key for k, n in zip(kinds, place, strict=True)): self.given(value, place)
            for place in places
        }
        return {key: data for key, data in keyed.items() if data is not HIDDEN}

    def given(self, value: Value, arguments: tuple[int, ...]) -> Any:
        asked = self.evaluator.call(value)
        pairs = list(zip(value.parameters, arguments, strict=True))
        mine = frozenset(p for p, n in pairs if self.is_own(kind_of(p), n))
        if not self.knowledge.knows(asked, Reader(mine=mine, masks=self.masks)):
            return HIDDEN
        names = Env().bind_all(value.parameters, arguments, [True] * len(arguments))
        return self.data(value.type, self.evaluator.value(asked, self.state, names))

    def is_own(self, kind: Kind, number: int) -> bool:
        return self.player is not None and self.sight.owner(kind, number) == self.player

    # ---- zones ------------------------------------------------------------------------------------------

    def zones(self, zone: Zone) -> Any:
        if zone.per is None:
            return self.zone(zone, zone.base)
        members = zone.per.root.members
        return {members[i].key: self.zone(zone, zone.base + i) for i in range(zone.count)}

    def zone(self, zone: Zone, number: int) -> Any:
        """The cards from the top; or how many there are, the top, and what was shown, as far as that is open."""
        cards = self.state.zones[number]
        keys = [self.card_key(zone.card.root, card) for card in cards]
        if self.sight.sees_zone(number, self.player, self.masks):
            return keys
        found: Data = {}
        if self.sight.sees_count(number, self.player, self.masks):
            found["count"] = len(cards)
        if self.sight.sees_top(number, self.player, self.masks):
            found["top"] = keys[0] if keys else None
        slot = self.match.program.module.layout.location(zone.card)
        known = [self.sight.was_shown(self.state, slot, card, self.player, number, self.masks) for card in cards]
        if any(known):
            # In no order: he who saw a card somewhere in a pile does not see where it lies.
            found["shown"] = sorted(key for key, is_known in zip(keys, known, strict=True) if is_known)
        return found

    # ---- decision and scores ------------------------------------------------------------------------------

    def decision(self) -> Data | None:
        if self.match.over or not self.state.options:
            return None
        decision = self.match.decision
        own = decision.player == self.player and self.player is not None
        found: Data = {"player": decision.player, "prompt": decision.prompt if own else self.open_prompt()}
        if own:
            found["options"] = [{"key": o.key, "text": o.text} for o in decision.options]
        return found

    def open_prompt(self) -> str:
        """The question, without the author's words if these tell what not all may know."""
        point = self.match.program.module.points[self.state.point]
        prompt = point.prompt if isinstance(point, s.Choose) else None
        holes = [p for p in prompt.pieces if not isinstance(p, str)] if prompt is not None else []
        if isinstance(point, s.Choose) and not all(self.knowledge.is_open(h) for h in holes):
            return self.words.plain_prompt(point, self.match.language)
        return self.match.decision.prompt

    def scores(self) -> list[int | str | None]:
        """Each player's score if it can be known; when the match is over, everybody's."""
        score = self.world.score
        if score is None:
            return [None] * self.match.players
        shown = [self.match.over or self.is_score_known(score, p) for p in range(self.match.players)]
        found = self.match.scores
        return [plain(n) if known else None for n, known in zip(found, shown, strict=True)]

    def is_score_known(self, score: Score, of: int) -> bool:
        """Does the score rest only on what this player sees?"""
        mine = frozenset([score.player]) if of == self.player else frozenset()
        return self.knowledge.knows(score.value, Reader(mine=mine, masks=self.masks))


def kind_of(parameter: Local) -> Kind:
    """What a parameter of a value that is shown stands for: the checker lets nothing else through."""
    type_ = strip(parameter.type)
    assert isinstance(type_, Entity)
    return type_.kind


HIDDEN = object()
