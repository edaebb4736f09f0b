"""Games that were played, kept in a file of SQLite: a row a game, found by everything that it hangs on.

A set-up is the hash of the rules in force, the bots with what they judge positions by, and the number of decisions
after which a game is left; with a seed and a number that gives the game. So whatever was played is not played again,
a run that was killed goes on where it was, and several may write at once. One process writes for all that play.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import astuple, define, frozen

from rulelang import __version__
from rulelang.api.game import Game
from rulelang.bots.learning import learnt
from rulelang.errors import RulelangError
from rulelang.experiments.course import Course, Lead, Use
from rulelang.experiments.plan import Outcome, Plan, seed_of
from rulelang.syntax.canonical import told

SWITCH = "RULELANG_STORE"
OFF = frozenset({"off", "no", "0"})
PATIENCE = 30.0
# Another form of rows, or other chance, makes other set-ups.
FORM = 1
THINKING = frozenset({"greedy", "mcts"})

TABLES = """
CREATE TABLE IF NOT EXISTS setup (
  id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, game TEXT NOT NULL, rules TEXT NOT NULL, players INTEGER NOT NULL,
  bots TEXT NOT NULL, cap INTEGER NOT NULL, about TEXT NOT NULL, made TEXT NOT NULL DEFAULT (datetime('now'))) STRICT;
CREATE TABLE IF NOT EXISTS game (
  setup INTEGER NOT NULL REFERENCES setup, base INTEGER NOT NULL, number INTEGER NOT NULL, ending TEXT NOT NULL,
  rounds INTEGER NOT NULL, decisions INTEGER NOT NULL, winners TEXT NOT NULL, scores TEXT NOT NULL, more BLOB NOT NULL,
  PRIMARY KEY (setup, base, number)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run (
  id INTEGER PRIMARY KEY, command TEXT NOT NULL, watched TEXT, made TEXT NOT NULL DEFAULT (datetime('now'))) STRICT;
"""
COLUMNS = "number, ending, rounds, decisions, winners, scores, more"
UNFINISHED = "(unfinished)"
FAULTY = "(a rule went wrong)"

Row = tuple[int, str, int, int, str, str, bytes]


def usual_file() -> Path | None:
    """Where this user's games are kept; nothing if that is switched off."""
    asked = os.environ.get(SWITCH, "")
    if asked:
        return None if asked.lower() in OFF else Path(asked)
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME", "")
        folder = Path(base) if base.startswith("/") else Path.home() / ".local" / "share"
    return folder / "rulelang" / "games.sqlite"


@frozen
class Setup:
    """What games hang on besides their seeds, as it is kept."""

    id: int
    game: str
    rules: str
    players: int
    bots: str
    limit: int
    about: dict[str, Any]  # how the rules were asked for
    made: str
    games: int


@define(eq=False)
class Store:
    """An open file."""

    connection: sqlite3.Connection
    path: Path

    @classmethod
    def open(cls, path: Path) -> Store:
        """The file at a path; made if it is not there."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            with not_broken(path):
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.executescript(TABLES)
        except OSError as error:
            raise RulelangError(
                f"games can not be kept in {path}: {error.strerror}; `--store FILE` names another"
            ) from None
        return cls(connection, path)

    def close(self) -> None:
        """No more is read or written."""
        self.connection.close()

    # ---- set-ups ------------------------------------------------------------------------------------------

    def setup(self, plan: Plan, game: Game) -> int:
        """The number of the set-up of a plan, new or known."""
        hangs_on, about = what_it_hangs_on(plan, game), {
            "reference": plan.reference, "variants": plan.variants, "options": plan.options,
        }  # fmt: skip
        key = hashlib.blake2b(packed(hangs_on).encode(), digest_size=16).digest()
        with self.writing():
            self.connection.execute(
                "INSERT OR IGNORE INTO setup (key, game, rules, players, bots, cap, about) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (key, game.name, hangs_on["rules"], plan.players, " ".join(plan.bots), plan.limit, packed(about)),
            )
        (number,) = self.connection.execute("SELECT id FROM setup WHERE key = ?", (key,)).fetchone()
        return int(number)

    def setups(self) -> list[Setup]:
        """All of them, with how many games there are of each."""
        with not_broken(self.path):
            rows = self.connection.execute(
                "SELECT id, setup.game, rules, players, bots, cap, about, made, count(game.setup) FROM setup "
                "LEFT JOIN game ON game.setup = setup.id GROUP BY id ORDER BY id"
            ).fetchall()
        return [Setup(*(*row[:6], json.loads(row[6]), *row[7:])) for row in rows]

    def forget(self, setup: int) -> int:
        """Take a set-up and its games out; how many there were."""
        with self.writing():
            gone = self.connection.execute("DELETE FROM game WHERE setup = ?", (setup,)).rowcount
            self.connection.execute("DELETE FROM setup WHERE id = ?", (setup,))
        return gone

    # ---- games --------------------------------------------------------------------------------------------

    def numbers(self, setup: int, base: int) -> set[int]:
        """The numbers of the games that there are."""
        with not_broken(self.path):
            rows = self.connection.execute("SELECT number FROM game WHERE setup = ? AND base = ?", (setup, base))
            return {number for (number,) in rows}

    def games(self, setup: int, base: int, first: int = 0, end: int = sys.maxsize) -> Iterator[Outcome]:
        """The games from a number to before another, in their order."""
        with not_broken(self.path):
            rows = self.connection.execute(
                f"SELECT {COLUMNS} FROM game WHERE setup = ? AND base = ? AND number >= ? AND number < ? "
                "ORDER BY number",
                (setup, base, first, end),
            ).fetchall()
        return (outcome_of(row, base) for row in rows)

    def bases(self, setup: int) -> list[int]:
        """The seeds from which games of a set-up were played."""
        rows = self.connection.execute("SELECT DISTINCT base FROM game WHERE setup = ? ORDER BY base", (setup,))
        return [base for (base,) in rows]

    def keep(self, setup: int, base: int, outcomes: Iterable[Outcome]) -> None:
        """Write games; one that somebody else has written meanwhile has to be the same."""
        rows = [row_of(outcome) for outcome in outcomes]
        with self.writing():
            for row in rows:
                made = self.connection.execute(
                    f"INSERT OR IGNORE INTO game (setup, base, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (setup, base, *row),
                )
                if not made.rowcount:
                    self.compare(setup, base, row)

    def compare(self, setup: int, base: int, row: Row) -> None:
        found = self.connection.execute(
            f"SELECT {COLUMNS} FROM game WHERE setup = ? AND base = ? AND number = ?",
            (setup, base, row[0]),
        ).fetchone()
        if outcome_of(found, base) != outcome_of(row, base):
            raise RulelangError(
                f"game {row[0]} of seed {base} went another way than the one that is kept in {self.path}: the same "
                "rules, bots and seed have to give the same game; please report this"
            )

    # ---- what was asked -----------------------------------------------------------------------------------

    def note(self, command: str, watched: str | None) -> None:
        """Write down what somebody asks, before the first game."""
        with self.writing():
            self.connection.execute("INSERT INTO run (command, watched) VALUES (?, ?)", (command, watched))

    def notes(self, most: int) -> list[tuple[str, str]]:
        """The last things that were asked, the latest first."""
        rows = self.connection.execute("SELECT made, command FROM run ORDER BY id DESC LIMIT ?", (most,))
        return [(made, command) for made, command in rows]

    @contextmanager
    def writing(self) -> Iterator[None]:
        with not_broken(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.connection.execute("ROLLBACK")
                raise
            self.connection.execute("COMMIT")


@contextmanager
def not_broken(path: Path) -> Iterator[None]:
    """What is wrong with the file, in words."""
    try:
        yield
    except sqlite3.Error as error:
        raise RulelangError(cannot(path, str(error))) from None


def cannot(path: Path, why: str) -> str:
    return f"games can not be kept in {path}: {why}; `--store FILE` names another file, `--store off` none"


def what_it_hangs_on(plan: Plan, game: Game) -> dict[str, Any]:
    """Everything but the seed: another value of any of it is another game."""
    measures = written(game, plan.players, "measure")
    return {
        "form": FORM,
        "game": game.name,
        "rules": game.fingerprint(plan.players),
        "players": plan.players,
        "bots": plan.bots,
        "version": __version__,
        "judged by": judgement(plan, game),
        "limit": plan.limit,
        "counted": plan.is_counted,
    } | ({"measures": measures} if measures else {})


def judgement(plan: Plan, game: Game) -> str:
    """What the bots of a plan judge positions by: words of the rules, or a file."""
    kinds = {bot.partition(":")[0] for bot in plan.bots}
    found = "" if kinds.isdisjoint(THINKING) else written(game, plan.players, "estimate")
    if "learnt" in kinds:
        file = learnt.file_beside(game.reference, plan.players)
        found += hashed(learnt.read(file, game.fingerprint(plan.players)).as_text())
    return found


def written(game: Game, players: int, keyword: str) -> str:
    """A hash of blocks that are no part of the rules: what bots judge positions by, what is measured."""
    standing = game.rules.standing(game.variants, game.options, players)
    texts = told(keyword, [each.block for each in standing])
    return hashed("\n".join(texts)) if texts else ""


def hashed(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


# ---- a game as a row ------------------------------------------------------------------------------------------


def row_of(outcome: Outcome) -> Row:
    ending = FAULTY if outcome.fault else outcome.reason if outcome.finished else UNFINISHED
    course = outcome.course
    more: dict[str, Any] = {"fault": outcome.fault} if outcome.fault else {}
    if course is not None:
        more |= {
            "order": course.order,
            "forced": course.forced,
            "options": course.options,
            "lead": None if course.lead is None else astuple(course.lead),
            "uses": {name: astuple(use) for name, use in course.uses.items()},
            "happened": course.happened,
            "measured": course.measured,
        }
    return (
        outcome.number,
        ending,
        outcome.rounds,
        outcome.decisions,
        packed(outcome.winners),
        packed(outcome.scores),
        zlib.compress(packed(more).encode()),
    )


def outcome_of(row: Sequence[Any], base: int) -> Outcome:
    number, ending, rounds, decisions, winners, scores, packed_more = row
    more = json.loads(zlib.decompress(packed_more))
    finished = ending not in (FAULTY, UNFINISHED)
    return Outcome(
        number,
        seed_of(base, number),
        finished,
        ending if finished else "",
        tuple(json.loads(scores)),
        tuple(json.loads(winners)),
        rounds,
        decisions,
        more.get("fault", ""),
        course_of(more) if "order" in more else None,
    )


def course_of(more: dict[str, Any]) -> Course:
    return Course(
        tuple(more["order"]),
        more["forced"],
        more["options"],
        None if more["lead"] is None else Lead(*more["lead"]),
        {name: Use(*numbers) for name, numbers in more["uses"].items()},
        {name: (times, reached) for name, (times, reached) in more["happened"].items()},
        more.get("measured", {}),
    )


def packed(thing: Any) -> str:
    return json.dumps(thing, sort_keys=True, separators=(",", ":"))
