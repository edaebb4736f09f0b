"""What is kept of a game between two starts: what was read, its models, and its programs.

A game is found by how it was asked for; it is good as long as the disk gives the answers that it gave when
the files were read. Models and programs are found by those answers, so a changed file is another game.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.api.game import Brief, Game, Shelf
from rulelang.backends.python import runtime
from rulelang.backends.python.program import RUNTIME, SAFE_BUILTINS, Facts, Origin, Program
from rulelang.cache.folder import Cache, key_of, open_cache
from rulelang.project.dependencies import Seen, is_unchanged

if TYPE_CHECKING:
    from rulelang.backends.c.program import CProgram, Shape
    from rulelang.model.world import World
    from rulelang.project.rules import Rules

MOST_QUESTIONS = 200
MOST_GAMES = 40
MOST_TREES = 600
# Things that are compared by what they are and not by what they hold.
SINGLE = {"forced": runtime.NOTHING_FORCED}


class Asked(NamedTuple):
    """How a question for a game was answered."""

    seen: Seen
    parts: str
    brief: Brief
    variants: tuple[str, ...]
    needed: tuple[str, ...]


def kept_game(reference: str | Path, variants: Sequence[str], options: Mapping[str, Any]) -> Game | None:
    """The game that is asked for, if it was kept and its files are as they were."""
    cache = open_cache()
    name = question(reference, variants, options)
    found = cache.read(f"asked/{name}") if cache is not None and name is not None else None
    if cache is None or not isinstance(found, Asked) or not is_unchanged(found.seen):
        return None

    def read_again() -> Rules:
        from rulelang.api.anew import load_anew

        return load_anew(reference, variants, options).rules

    shelf = KeptParts(cache, found.parts)
    asked = [str(variant) for variant in variants]
    game = Game(read_again, found.variants, options, str(reference), asked, brief=found.brief, shelf=shelf)
    game.needed = found.needed
    return game


def keep_game(game: Game, seen: Seen) -> None:
    """Keep a game that was just read."""
    cache = open_cache()
    name = question(game.reference, game.asked, game.options)
    if cache is None or name is None:
        return
    parts = "games/" + key_of(name, seen)
    if cache.write(f"asked/{name}", Asked(seen, parts, game.brief, game.variants, game.needed)):
        game.shelf = KeptParts(cache, parts)
        cache.prune("asked", MOST_QUESTIONS)
        cache.prune("games", MOST_GAMES)
        cache.prune("trees", MOST_TREES)


def question(reference: str | Path, variants: Sequence[str], options: Mapping[str, Any]) -> str | None:
    """A name for what is asked: paths mean something in a folder only; odd values of options have no name."""
    if not all(isinstance(value, str | int | None) for value in options.values()):
        return None
    try:
        here = os.getcwd()  # noqa: PTH109 - one call less on the way of every start
    except OSError:
        return None
    return key_of(str(reference), [str(variant) for variant in variants], sorted(options.items()), here)


class KeptParts(Shelf):
    """The models and programs of a game in the cache."""

    def __init__(self, cache: Cache, parts: str) -> None:
        self.cache = cache
        self.parts = parts
        self._good: set[int] = set()  # numbers of players whose model is known to be there, undamaged

    # ---- models -------------------------------------------------------------------------------------------

    def fingerprint(self, players: int) -> str | None:
        found = self.cache.read(f"{self.parts}/hash-{players}")
        return found if isinstance(found, str) else None

    def keep_fingerprint(self, players: int, fingerprint: str) -> None:
        self.cache.write(f"{self.parts}/hash-{players}", fingerprint)

    def world(self, players: int) -> World | None:
        from rulelang.model.world import World

        found = self.cache.read(f"{self.parts}/world-{players}")
        if not isinstance(found, World):
            return None
        self._good.add(players)
        return found

    def keep_world(self, players: int, world: World) -> None:
        if players not in self._good and self.cache.write(f"{self.parts}/world-{players}", world):
            self._good.add(players)

    # ---- programs -----------------------------------------------------------------------------------------

    def program(self, game: Game, players: int, listening: bool, staging: bool) -> Program | None:
        found = self.cache.read(self.program_name(players, listening, staging))
        if not isinstance(found, dict):
            return None

        def origin(program: Program) -> Origin:
            from rulelang.backends.python.load import write_again

            return write_again(program, game.new_world(players))

        try:
            return restored(found, origin)
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it can be made anew
            return None

    def keep_program(self, program: Program) -> None:
        facts = program.facts
        self.cache.write(self.program_name(facts.players, facts.is_listening, facts.is_staging), taken(program))

    # ---- machine code --------------------------------------------------------------------------------------

    def library(self, players: int) -> tuple[Shape, Path] | None:
        from rulelang.backends.c.program import Shape

        found = self.cache.read(f"{self.parts}/library-{players}")
        if not isinstance(found, tuple) or not isinstance(found[0], Shape):
            return None
        shape, name = found
        path = self.cache.trusted(f"c/{name}")
        return None if path is None else (shape, path)

    def keep_library(self, compiled: CProgram) -> None:
        self.cache.write(f"{self.parts}/library-{compiled.players}", (compiled.shape, compiled.path.name))

    def program_name(self, players: int, listening: bool, staging: bool) -> str:
        return f"{self.parts}/program-{players}-{listening:d}{staging:d}"


def taken(program: Program) -> dict[str, Any]:
    """A program as plain data."""
    names = [name for name in type(program.start).__slots__ if name not in SINGLE]
    return {
        "code": marshal.dumps(program.code),
        "constants": program.answers.layout.constants,
        "start": {name: getattr(program.start, name) for name in names},
        "facts": tuple(program.facts),
    }


def restored(found: dict[str, Any], origin: Any) -> Program | None:
    """A program from plain data; its model is made when somebody asks for it."""
    names: dict[str, Any] = {**RUNTIME, **found["constants"], "__builtins__": SAFE_BUILTINS}
    exec(marshal.loads(found["code"]), names)  # noqa: S102 - our own, from a private folder
    program = Program(origin, names, Facts(*found["facts"]))
    S = object.__new__(names["State"])
    for name, value in (found["start"] | SINGLE).items():
        if name in S.__slots__:
            setattr(S, name, value)
    program.start = names["S0"] = S
    return program
