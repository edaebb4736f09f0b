"""A game: rules with variants and options, from which matches are started."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.api.interface import Public
from rulelang.api.match import Match
from rulelang.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from rulelang.backends.c.program import CProgram, Shape
    from rulelang.backends.python.program import Program
    from rulelang.model.world import World
    from rulelang.play.position import Note
    from rulelang.project.rules import Rules
    from rulelang.text.words import Words


class Brief(NamedTuple):
    """What is to be known of the rules of a game without reading them."""

    name: str
    meant_for: tuple[int, ...]  # numbers of players
    players: tuple[int, ...]  # those of them that the variants allow


class Shelf:
    """Where parts of a game are kept from one start to the next. This one keeps nothing."""

    def fingerprint(self, players: int) -> str | None:
        return None

    def keep_fingerprint(self, players: int, fingerprint: str) -> None:
        pass

    def world(self, players: int) -> World | None:
        """A model that nobody has compiled yet: compiling changes it."""
        return None

    def keep_world(self, players: int, world: World) -> None:
        pass

    def program(self, game: Game, players: int, listening: bool, staging: bool) -> Program | None:
        return None

    def keep_program(self, program: Program) -> None:
        pass

    def library(self, players: int) -> tuple[Shape, Path] | None:
        """The rules as machine code, if they were compiled before."""
        return None

    def keep_library(self, compiled: CProgram) -> None:
        pass


NO_SHELF = Shelf()


class Game(Public):
    """Rules that can be played."""

    def __init__(
        self,
        rules: Rules | Callable[[], Rules],
        variants: Sequence[str],
        options: Mapping[str, Any],
        reference: str,
        asked: Sequence[str] | None = None,
        *,
        brief: Brief | None = None,
        shelf: Shelf = NO_SHELF,
    ) -> None:
        self._rules = rules
        self.variants = tuple(variants)
        # Variants as they were asked for: perhaps as the paths of the files that hold them.
        self.asked = self.variants if asked is None else tuple(asked)
        self.needed: tuple[str, ...] = ()  # variants that nobody asked for: others need them
        self.options = dict(options)
        self.reference = reference
        self.shelf = shelf
        self._brief = brief
        self._worlds: dict[int, World] = {}
        self._programs: dict[tuple[int, bool, bool], Program] = {}
        self._words: dict[Program, Words] = {}
        self._fingerprints: dict[int, str] = {}
        self._ready: dict[int | None, Program] = {}
        self._libraries: dict[int, CProgram] = {}
        self._asking: dict[int, Program] = {}
        self._counting: dict[tuple[int, bool, bool], Program] = {}

    @property
    def rules(self) -> Rules:
        """The files as they were read; a game that was kept reads them when somebody asks."""
        if callable(self._rules):
            self._rules = self._rules()
        return self._rules

    @property
    def brief(self) -> Brief:
        if self._brief is None:
            rules = self.rules
            chosen = [rules.variants[name] for name in self.variants if name in rules.variants]
            limits = [set(variant.players) for variant in chosen if variant.players is not None]
            self._brief = Brief(rules.name, rules.players, tuple(sorted(set(rules.players).intersection(*limits))))
        return self._brief

    @property
    def name(self) -> str:
        """The name of the game, as it is declared."""
        return self.brief.name

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the rules in force allow."""
        return self.brief.players

    def world(self, players: int) -> World:
        """The model for a number of players."""
        if players not in self._worlds:
            if players not in self.brief.meant_for:
                allowed = ", ".join(map(str, self.brief.meant_for))
                raise UsageError(f"{self.name} is for {allowed} players, not for {players}")
            kept = self.kept_program(players, listening=False, staging=False)
            self._worlds[players] = self.new_world(players) if kept is None else kept.world
        return self._worlds[players]

    def new_world(self, players: int) -> World:
        """A model that belongs to whoever asks."""
        kept = self.shelf.world(players)
        if kept is not None:
            return kept
        from rulelang.pipeline import playable_world

        return playable_world(self.rules, self.variants, self.options, players)

    def program(self, players: int, listening: bool = False, staging: bool = False) -> Program:
        """The compiled rules for a number of players."""
        kept = self.kept_program(players, listening, staging)
        return self.compiled(players, listening, staging) if kept is None else kept

    def compiled_program(self, players: int, effort: str) -> CProgram:
        """The rules as C, compiled now or in an earlier start; raises `NotCompiled` with the reason if they can not be.

        Those of an earlier start are taken however hard the compiler tried then.
        """
        from rulelang.backends.c.program import CProgram, compiled
        from rulelang.visibility.blind import with_eyes

        if players not in self._libraries:
            kept = self.shelf.library(players)
            if kept is not None:
                self._libraries[players] = CProgram(*kept)
            else:
                made = with_eyes(compiled(self.program(players), effort))
                self.shelf.keep_library(made)
                self._libraries[players] = made
        return self._libraries[players]

    def kept_program(self, players: int, listening: bool, staging: bool) -> Program | None:
        """A program that was compiled before, here or in an earlier start."""
        key = (players, listening, staging)
        if key not in self._programs:
            kept = self.shelf.program(self, players, listening, staging)
            if kept is None:
                return None
            self._programs[key] = kept
        return self._programs[key]

    def compiled(self, players: int, listening: bool, staging: bool) -> Program:
        from rulelang.backends.python.load import compile_world

        world = self.new_world(players) if listening or staging else self.world(players)
        self.shelf.keep_world(players, world)
        program = compile_world(world, listening, staging)
        self.shelf.keep_program(program)
        self._programs[players, listening, staging] = program
        return program

    def asking_program(self, players: int) -> Program:
        """The rules with every question put, even where there is but one answer; play can begin anywhere."""
        from rulelang.backends.python.load import compile_world

        if players not in self._asking:
            world = self.new_world(players)
            world.ask_always = True
            self._asking[players] = compile_world(world, staging=True)
        return self._asking[players]

    def counting_program(self, players: int, listening: bool = False, staging: bool = False) -> Program:
        """The rules with a count at every line; they are compiled anew, for those who count look at many games."""
        from rulelang.backends.python.load import compile_world

        key = (players, listening, staging)
        if key not in self._counting:
            self._counting[key] = compile_world(self.new_world(players), listening, staging, counting=True)
        return self._counting[key]

    def words(self, program: Program) -> Words:
        if program not in self._words:
            from rulelang.text.words import Words

            self._words[program] = Words(program)
        return self._words[program]

    def fingerprint(self, players: int) -> str:
        """The content hash of the rules in force."""
        if players not in self._fingerprints:
            kept = self.shelf.fingerprint(players)
            if kept is None:
                kept = self.rules.fingerprint(self.variants, self.options, players)
                self.shelf.keep_fingerprint(players, kept)
            self._fingerprints[players] = kept
        return self._fingerprints[players]

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        *,
        chance: str = "seeded",
        listen: bool = False,
        audit: bool = False,
        language: str = "en",
        count: bool = False,
    ) -> Match:
        """A new match, at its first decision.

        With `chance="ask"` every random event becomes a decision of nobody. With `listen` events are
        kept as they happen instead of being told afterwards. With `audit` the engine checks after
        every step that nothing was lost. With `count` it is counted how often each line of the rules is
        carried out (`Match.counts`).
        """
        program = None if listen else self._ready.get(players)
        if program is None or chance != "seeded" or type(seed) is not int:
            program = self.program_to_start(players, seed, chance, listen)
        if count:
            program = self.counting_program(program.facts.players)
        match = Match(self, program, seed, chance, audit=audit, note=note_of(program), language=language)
        if match.state.options is None:
            match.begin()
        return match

    def count(self, players: int | None) -> int:
        """A number of players; without one the fewest that can play."""
        count = self.players[0] if players is None and self.players else players
        if not isinstance(count, int):
            raise UsageError(f"a number of players is needed, not {players!r}")
        return count

    def program_to_start(self, players: int | None, seed: int, chance: str, listen: bool) -> Program:
        """The program for a match, if one can be started like this; simulations ask for the same again and again."""
        if chance not in ("seeded", "ask"):
            raise UsageError(f"chance is `seeded` or `ask`, not {chance!r}")
        count = self.count(players)
        if not isinstance(seed, int):
            raise UsageError(f"a seed is a whole number, not {seed!r}")
        program = self.program(count, listen)
        if not listen:
            self._ready[players] = program
        return program


def note_of(program: Program) -> Note | None:
    """What is noted of each choice, if the program is one that listens."""
    if not program.facts.is_listening:
        return None
    from rulelang.events.choice import Notes

    return program.once(Notes)
