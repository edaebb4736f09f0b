"""What one player may know of a match, as data.

Everything here follows from who sees which zone and field; nothing else is told. The source of chance,
the order of closed zones, the point in the rules and hidden values have no place in a view.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Protocol

from attrs import asdict, frozen

from rulelang.core.information import Reader
from rulelang.errors import UsageError
from rulelang.model.declarations import Field, Kind, Score, Value, Zone
from rulelang.model.expressions import Expression, Local
from rulelang.model.types import Entity, Flag, Many, Number, Type, strip
from rulelang.play.evaluate import Env, Evaluator
from rulelang.play.keys import Keys, place_index
from rulelang.play.outcome import in_units, plain
from rulelang.play.position import Position
from rulelang.visibility.permissions import Sight, knowledge_of

# Plain data: numbers, texts, yes and no, lists and mappings of these.
Data = Any
Fields = Mapping[str, Data]
INTERNAL = ("actor", "round.number")


@frozen
class PlayerView:
    """A player, with the values of his fields."""

    key: str
    name: str
    fields: Fields


@frozen
class PieceView:
    """A piece, with the values of its fields and the player it belongs to."""

    key: str
    name: str
    fields: Fields
    owner: int | None


@frozen
class ZoneView:
    """The keys of the cards from the top; where these are hidden how many, the top card, and those that were shown."""

    cards: tuple[str, ...] | None = None
    count: int | None = None
    top: str | None = None
    shown: tuple[str, ...] = ()
    is_top_open: bool = False

    def data(self) -> Data:
        if self.cards is not None:
            return list(self.cards)
        found: dict[str, Data] = {}
        if self.count is not None:
            found["count"] = self.count
        if self.is_top_open:
            found["top"] = self.top
        if self.shown:
            found["shown"] = list(self.shown)
        return found


@frozen
class OptionView:
    """An option of a decision that is one's own."""

    key: str
    text: str


@frozen
class DecisionView:
    """Who is asked, and what; the options are for him alone."""

    player: int | None
    prompt: str
    options: tuple[OptionView, ...] | None = None


@frozen
class View:
    """What one player may know of a match; for the viewer `None`, what everybody may.

    Members stand by their keys. What may not be seen is left out; a card that a field names and that may not be seen
    is `?`. A score that can not be known is none, and so is a part of one.
    """

    game: str
    viewer: int | None
    round: int
    phase: str | None
    turn: int | None
    players: tuple[PlayerView, ...]
    pieces: Mapping[str, tuple[PieceView, ...]]
    kinds: Mapping[str, Mapping[str, Fields]]
    state: Fields
    values: Fields
    zones: Mapping[str, ZoneView | Mapping[str, ZoneView]]
    scores: tuple[int | str | None, ...]
    score_parts: tuple[Mapping[str, int | str | None], ...]
    over: bool
    winners: tuple[int, ...]
    end_reason: str | None = None
    decision: DecisionView | None = None

    def data(self) -> dict[str, Data]:
        """The same as plain data, to be sent as JSON."""
        found: dict[str, Data] = asdict(self, filter=lambda at, _: at.name != "zones", value_serializer=listed)
        found["zones"] = {
            name: zone.data() if isinstance(zone, ZoneView) else {key: each.data() for key, each in zone.items()}
            for name, zone in self.zones.items()
        }
        asked = found["decision"]
        if asked is not None and asked["options"] is None:
            del asked["options"]
        return found


class Words(Protocol):
    """What a view needs to call players and pieces by their names."""

    def text(self, type_: Type, value: Any, language: str) -> str: ...


class Looker:
    """Looks at a position with the eyes of one player; `exact` calls every card by a key of its own, for its label."""

    def __init__(
        self, position: Position, player: int | None, words: Words, language: str = "en", exact: bool = False
    ) -> None:
        if player is not None and (isinstance(player, bool) or player not in range(position.players)):
            raise UsageError(f"there is no player {player!r}: they are numbered from 0 to {position.players - 1}")
        self.position = position
        self.exact = exact
        self.player = player
        self.words = words
        self.language = language
        self.state = position.state
        program = self.program = position.program
        self.world = program.world
        self.keys = program.once(Keys)
        self.sight = program.once(Sight)
        self.knowledge = program.once(knowledge_of)
        self.evaluator = program.once(Evaluator)
        self.masks = self.sight.masks_now(position.state)

    def view(self) -> View:
        """All that is seen, but for what is asked."""
        over = self.position.over
        return View(
            game=self.world.name,
            viewer=self.player,
            round=self.value_of(self.world.fields["round.number"]),
            phase=self.state.phase if not over else None,
            turn=self.value_of(self.world.fields["actor"]) if self.is_turn() else None,
            players=tuple(self.person(p) for p in range(self.position.players)),
            pieces={k.name: self.pieces(k) for k in self.kinds() if k.sort == "piece"},
            kinds={k.name: self.members(k) for k in self.kinds() if k.sort not in ("piece", "player")},
            state=self.game_fields(),
            values=self.shown_values(),
            zones={zone.name: self.zones(zone) for zone in self.world.zones.values()},
            scores=tuple(self.scores()),
            score_parts=tuple(self.score_parts(p) for p in range(self.position.players)),
            over=over,
            winners=tuple(self.position.winners),
        )

    def is_turn(self) -> bool:
        """Does somebody have the turn? Then a frame waits for its end."""
        ends = self.program.module.turn_returns
        return any(getattr(frame[0], "__name__", "") in ends for frame in self.state.stack)

    # ---- fields -----------------------------------------------------------------------------------------

    def kinds(self) -> list[Kind]:
        """The kinds of which something may change."""
        return [k for k in self.world.kinds.values() if k.fields]

    def person(self, player: int) -> PlayerView:
        kind = self.world.player
        return PlayerView(kind.members[player].key, self.name(kind, player), self.fields(kind, player))

    def pieces(self, kind: Kind) -> tuple[PieceView, ...]:
        members = kind.root.members
        return tuple(
            PieceView(members[n].key, self.name(kind, n), self.fields(kind, n), members[n].owner) for n in kind.ids
        )

    def name(self, kind: Kind, number: int) -> str:
        return self.words.text(Entity(kind), number, self.language)

    def members(self, kind: Kind) -> Mapping[str, Fields]:
        """The fields of each member; of cards only those that the player sees."""
        shown = [n for n in kind.ids if self.is_card_seen(kind, n)]
        return {kind.root.members[n].key: self.fields(kind, n) for n in shown}

    def is_card_seen(self, kind: Kind, number: int) -> bool:
        is_card = kind.root.sort == "card" and kind.root.box >= 0
        return not is_card or self.sight.sees_card(self.state, kind, number, self.player)

    def fields(self, kind: Kind, number: int) -> Fields:
        found = {name: self.entries(field, (number,)) for name, field in kind.fields.items()}
        return {name: value for name, value in found.items() if value is not HIDDEN}

    def game_fields(self) -> Fields:
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
        found = getattr(self.state, self.program.answers.layout.slot(field))
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
        return self.keys.value(type_, value)

    def card_key(self, kind: Kind, number: int) -> str:
        return kind.members[number].key if self.exact else self.keys.member(kind, number)

    # ---- values that their author wants to be seen -------------------------------------------------------

    def shown_values(self) -> Fields:
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

    def zones(self, zone: Zone) -> ZoneView | Mapping[str, ZoneView]:
        if zone.per is None:
            return self.zone(zone, zone.base)
        members = zone.per.root.members
        return {members[i].key: self.zone(zone, zone.base + i) for i in range(zone.count)}

    def zone(self, zone: Zone, number: int) -> ZoneView:
        """The cards from the top; or how many there are, the top, and what was shown, as far as that is open."""
        cards = self.state.zones[number]
        keys = [self.card_key(zone.card.root, card) for card in cards]
        if self.sight.sees_zone(number, self.player, self.masks):
            return ZoneView(tuple(keys))
        is_top_open = self.sight.sees_top(number, self.player, self.masks)
        slot = self.program.answers.layout.location(zone.card)
        known = [self.sight.was_shown(self.state, slot, card, self.player, number, self.masks) for card in cards]
        return ZoneView(
            count=len(cards) if self.sight.sees_count(number, self.player, self.masks) else None,
            top=keys[0] if is_top_open and keys else None,
            # In no order: he who saw a card somewhere in a pile does not see where it lies.
            shown=tuple(sorted(key for key, is_known in zip(keys, known, strict=True) if is_known)),
            is_top_open=is_top_open,
        )

    # ---- scores -------------------------------------------------------------------------------------------

    def scores(self) -> list[int | str | None]:
        """Each player's score if it can be known; when the match is over, everybody's."""
        score = self.world.score
        if score is None:
            return [None] * self.position.players
        shown = [self.is_score_known(score, score.value, p) for p in range(self.position.players)]
        found = self.position.scores
        return [plain(n) if known else None for n, known in zip(found, shown, strict=True)]

    def score_parts(self, of: int) -> Mapping[str, int | str | None]:
        """What a player's score is made of, by name, as far as it can be known."""
        score = self.world.score
        if score is None:
            return {}
        names = Env().bind(score.player, of)
        found: dict[str, int | str | None] = {}
        for part in score.parts:
            known = self.is_score_known(score, part.value, of)
            number = self.evaluator.value(part.value, self.state, names) if known else None
            found[part.name] = plain(in_units(number, score.units[0])) if number is not None else None
        return found

    def is_score_known(self, score: Score, value: Expression, of: int) -> bool:
        """Does a score, or a part of it, rest only on what this player sees? At the end all is told."""
        mine = frozenset([score.player]) if of == self.player else frozenset()
        return self.position.over or self.knowledge.knows(value, Reader(mine=mine, masks=self.masks))


def listed(_: Any, __: Any, value: Any) -> Any:
    """Plain data knows lists and no tuples."""
    return list(value) if isinstance(value, tuple) else value


def kind_of(parameter: Local) -> Kind:
    """What a parameter of a value that is shown stands for: the checker lets nothing else through."""
    type_ = strip(parameter.type)
    assert isinstance(type_, Entity)
    return type_.kind


HIDDEN = object()
