"""All matches of a server: new ones are made, and those that somebody comes back to are taken from the disk."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.bots import BOTS
from rulelang.describe.game import about
from rulelang.errors import RulelangError
from rulelang.model.declarations import Labels
from rulelang.model.world import World
from rulelang.server.limits import Limits
from rulelang.server.room import Refused, Room
from rulelang.server.store import HUMAN, SAVED, Record, Store, hashed
from rulelang.sheet import make_sheet
from rulelang.sheet.write import html

MOST_GAMES = 24
SEED = 1_000_000


@lru_cache(MOST_GAMES)
def game_of(reference: str, variants: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> Game:
    return load(reference, variants, dict(options))


class Hall:
    """The rooms, by the names of their matches."""

    def __init__(self, games: Sequence[str], store: Store, limits: Limits, delay: float = 0.6) -> None:
        self.games = tuple(games)
        self.store = store
        self.limits = limits
        self.delay = delay
        self.rooms: dict[str, Room] = {}
        self.opening = asyncio.Lock()

    # ---- what can be played -----------------------------------------------------------------------------

    def offer(self, language: str = "en") -> list[dict[str, Any]]:
        """The games with their players, variants and options, in the words of their authors."""
        return [described(reference, game_of(reference, (), ()), language) for reference in self.games]

    # ---- matches ----------------------------------------------------------------------------------------

    def make(self, asked: dict[str, Any]) -> dict[str, Any]:
        """A new match, with a token for each seat of a person."""
        reference = asked.get("game")
        if reference not in self.games or not isinstance(reference, str):
            raise Refused("there is no such game here")
        variants, options = names(asked.get("variants", [])), asked.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(v, str | int | bool | None) for v in options.values()):
            raise Refused("options are names with values")
        seats = names(asked.get("seats", []))
        if not all(seat == HUMAN or seat in BOTS for seat in seats):
            raise Refused(f"a seat is for {HUMAN}, or one of {', '.join(BOTS)}")
        try:
            known = game_of(reference, (), ()).rules.variants
        except RulelangError as error:
            raise Refused(str(error)) from None
        if not known.keys() >= set(variants):
            raise Refused("there is no such variant")  # one that is a path would be a file that is opened
        language = asked.get("language", "en")
        seed = asked.get("seed")
        seed = seed if isinstance(seed, int) and 0 <= seed < SEED else secrets.randbelow(SEED)
        try:
            game = game_of(reference, variants, tuple(sorted(options.items())))
            match = game.start(len(seats), seed, language=language if isinstance(language, str) else "en")
            return self.begin(match, seats, self.store)
        except (RulelangError, TypeError) as error:
            raise Refused(str(error)) from None

    def begin(self, match: Match, seats: Sequence[str], store: Store) -> dict[str, Any]:
        """A room for a match that was not played in yet."""
        game = match.game
        tokens = [secrets.token_urlsafe(16) if seat == HUMAN else "" for seat in seats]
        record = Record(
            game.reference, game.asked, game.options, match.players, match.seed, match.language,
            game.fingerprint(match.players), tuple(seats),
            tokens=tuple(hashed(token) if token else "" for token in tokens),
        )  # fmt: skip
        store.add(record)
        store.prune(self.limits.matches)
        self.make_way()
        self.rooms[record.id] = Room(record, match, [], store, self.delay)
        return {"match": record.id, "seats": tokens}

    def show(self, match: Match, keys: Sequence[str]) -> str:
        """A match that was played elsewhere, from its beginning, to be watched here; its name."""
        made = self.begin(match, [SAVED] * match.players, self.store)
        for number, key in enumerate(keys):
            self.store.append(made["match"], number, key)
            self.rooms[made["match"]].make(key)
        return str(made["match"])

    async def room(self, id_: str) -> Room | None:
        """The room of a match; one that nobody was in is opened again from its choices."""
        if id_ in self.rooms:
            return self.rooms[id_]
        async with self.opening:
            if id_ not in self.rooms:
                record = self.store.find(id_)
                if record is None:
                    return None
                self.make_way()
                self.rooms[id_] = await asyncio.to_thread(self.opened, record)
        return self.rooms[id_]

    def opened(self, record: Record) -> Room:
        """A match played up to where it was left; under other rules only if all its choices can still be made."""
        try:
            game = game_of(record.game, record.variants, tuple(sorted(record.options.items())))
            match = game.start(record.players, record.seed, language=record.language)
            return Room(record, match, self.store.choices(record.id), self.store, self.delay)
        except RulelangError as error:
            raise Refused(f"this match can not go on: {error}") from None

    def make_way(self) -> None:
        """Close rooms that nobody is in, where there are too many."""
        for id_ in [id_ for id_, room in self.rooms.items() if room.is_idle]:
            if len(self.rooms) < self.limits.rooms:
                return
            del self.rooms[id_]

    async def close(self) -> None:
        """Stop what is going on; everything that was done is kept already."""
        tasks = [room.playing for room in self.rooms.values() if room.playing is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.store.close()


def names(given: object) -> tuple[str, ...]:
    """A short list of names."""
    if not isinstance(given, list) or len(given) > 64 or not all(isinstance(name, str) for name in given):
        raise Refused("a list of names is wanted")
    return tuple(given)


def sheet_of(match: Match, language: str) -> str:
    """The rules of a match as one page; in English where the game does not speak the language."""
    spoken = languages(match.game.world(match.players))
    return sheet_text(match.game, match.players, language if language in spoken else "en")


@lru_cache(MOST_GAMES)
def sheet_text(game: Game, players: int, language: str) -> str:
    return html.write(make_sheet(game, players, language))


def languages(world: World) -> list[str]:
    """What a game speaks."""
    return sorted({"en", *world.translations, *world.labels})


def described(reference: str, game: Game, language: str) -> dict[str, Any]:
    """A game for who chooses one, in a language if it speaks that."""
    rules = game.rules
    world = game.world(game.players[0])
    phrases = world.translations.get(language, {})

    def said(text: str) -> str:
        return phrases.get(text, text)

    def label(labels: Labels, name: str) -> str:
        return labels.get(language) or said(labels.get("en") or name.replace("_", " "))

    variants = [
        {
            "name": v.name,
            "label": label(v.labels, v.name),
            "about": said(v.about),
            "excludes": list(v.excludes),
            "needs": list(v.needs),
        }
        for v in rules.variants.values()
    ]
    options = [
        {
            "name": o.name, "label": label(o.labels, o.name), "value": o.word(o.value),
            "values": [o.word(value) for value in o.values][:50],
        }
        for o in world.options.values()
    ]  # fmt: skip
    return {
        "game": reference, "label": label(world.labels, world.name), "about": said(about(rules)),
        "players": list(game.players), "variants": variants, "options": options,
        "languages": languages(world),
    }  # fmt: skip
