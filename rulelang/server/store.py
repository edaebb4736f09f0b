"""Matches on disk: what they are played with, and the choices that were made. Nothing else is needed to go on."""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
import time
from pathlib import Path
from typing import Any

from attrs import field, frozen

TABLES = """
create table if not exists matches (
  id text primary key, made real not null, used real not null, game text not null, variants text not null,
  options text not null, players integer not null, seed integer not null, language text not null,
  rules text not null, seats text not null, tokens text not null);
create table if not exists choices (
  match text not null references matches on delete cascade, number integer not null, key text not null,
  primary key (match, number)) without rowid;
"""
HUMAN = "human"
SAVED = "saved"  # whoever sat in a match that was played elsewhere


@frozen
class Record:
    """What a match is played with; of the tokens of its seats only hashes are kept."""

    game: str
    variants: tuple[str, ...]
    options: dict[str, Any]
    players: int
    seed: int
    language: str
    rules: str
    seats: tuple[str, ...]
    id: str = field(factory=lambda: secrets.token_urlsafe(16))
    tokens: tuple[str, ...] = ()

    def seat_of(self, token: str) -> int | None:
        """The seat that a token opens."""
        given = hashed(token)
        found = (n for n, kept in enumerate(self.tokens) if kept and secrets.compare_digest(kept, given))
        return next(found, None)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Store:
    """A file of matches; with no path they are kept in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self.db = sqlite3.connect(str(path) if path is not None else ":memory:", check_same_thread=False)
        self.db.execute("pragma journal_mode = wal")
        self.db.execute("pragma synchronous = normal")
        self.db.execute("pragma foreign_keys = on")
        self.db.executescript(TABLES)

    def close(self) -> None:
        self.db.close()

    def count(self) -> int:
        return int(self.db.execute("select count(*) from matches").fetchone()[0])

    def add(self, record: Record) -> None:
        now = time.time()
        lists = (json.dumps(list(record.variants)), json.dumps(record.options))
        with self.db:
            self.db.execute(
                "insert into matches values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (record.id, now, now, record.game, *lists, record.players, record.seed, record.language, record.rules,
                 json.dumps(record.seats), json.dumps(record.tokens)),
            )  # fmt: skip

    def find(self, id_: str) -> Record | None:
        names = "game, variants, options, players, seed, language, rules, seats, id, tokens"
        row = self.db.execute(f"select {names} from matches where id = ?", (id_,)).fetchone()
        if row is None:
            return None
        game, variants, options, players, seed, language, rules, seats, key, tokens = row
        return Record(
            game, tuple(json.loads(variants)), json.loads(options), players, seed, language, rules,
            tuple(json.loads(seats)), key, tuple(json.loads(tokens)),
        )  # fmt: skip

    def choices(self, id_: str) -> list[str]:
        rows = self.db.execute("select key from choices where match = ? order by number", (id_,))
        return [key for (key,) in rows]

    def append(self, id_: str, number: int, key: str) -> None:
        """Keep a choice before anybody is told of it."""
        with self.db:
            self.db.execute("insert into choices values (?, ?, ?)", (id_, number, key))
            self.db.execute("update matches set used = ? where id = ?", (time.time(), id_))

    def cut(self, id_: str, number: int) -> None:
        """Forget the choices from a number on: they were taken back."""
        with self.db:
            self.db.execute("delete from choices where match = ? and number >= ?", (id_, number))

    def prune(self, most: int) -> None:
        """Drop the matches that nobody has played for longest, where there are too many."""
        with self.db:
            self.db.execute(
                "delete from matches where id in (select id from matches order by used desc limit -1 offset ?)", (most,)
            )
