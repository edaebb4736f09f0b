"""A game: rules with variants and options, from which matches are started."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulelang.engine.match import Match
from rulelang.engine.words import Words
from rulelang.errors import UsageError
from rulelang.model.world import World
from rulelang.program.program import Program, compile_world
from rulelang.rules import Rules


class Game:
    """Rules that can be played."""

    def __init__(
        self,
        rules: Rules,
        variants: Sequence[str],
        options: Mapping[str, Any],
        reference: str,
        asked: Sequence[str] | None = None,
    ) -> None:
        self.rules = rules
        self.variants = tuple(variants)
        # Variants as they were asked for: perhaps as the paths of the files that hold them.
        self.asked = self.variants if asked is None else tuple(asked)
        self.options = dict(options)
        self.reference = reference
        self._worlds: dict[int, World] = {}
        self._programs: dict[tuple[int, bool, bool], Program] = {}
        self._words: dict[int, Words] = {}
        self._fingerprints: dict[int, str] = {}

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the rules in force allow."""
        allowed = set(self.rules.players)
        for name in self.variants:
            variant = self.rules.variants.get(name)
            if variant is not None and variant.players is not None:
                allowed &= set(variant.players)
        return tuple(sorted(allowed))

    def world(self, players: int) -> World:
        """The model for a number of players."""
        if players not in self._worlds:
            if players not in self.rules.players:
                allowed = ", ".join(map(str, self.rules.players))
                raise UsageError(f"{self.name} is for {allowed} players, not for {players}")
            self._worlds[players] = self.rules.world(self.variants, self.options, players)
        return self._worlds[players]

    def program(self, players: int, listening: bool = False, staging: bool = False) -> Program:
        """The compiled rules for a number of players."""
        key = (players, listening, staging)
        if key not in self._programs:
            plain = not listening and not staging
            world = self.world(players) if plain else self.rules.world(self.variants, self.options, players)
            self._programs[key] = compile_world(world, listening, staging)
        return self._programs[key]

    def words(self, program: Program) -> Words:
        if id(program) not in self._words:
            self._words[id(program)] = Words(program)
        return self._words[id(program)]

    def fingerprint(self, players: int) -> str:
        """The content hash of the rules in force."""
        if players not in self._fingerprints:
            self._fingerprints[players] = self.rules.fingerprint(self.variants, self.options, players)
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
    ) -> Match:
        """A new match, at its first decision.

        With `chance="ask"` every random event becomes a decision of nobody. With `listen` events are
        kept as they happen instead of being told afterwards. With `audit` the engine checks after
        every step that nothing was lost.
        """
        if chance not in ("seeded", "ask"):
            raise UsageError(f"chance is `seeded` or `ask`, not {chance!r}")
        count = self.players[0] if players is None and self.players else players
        if count is None or not isinstance(count, int):
            raise UsageError(f"a number of players is needed, not {players!r}")
        if not isinstance(seed, int):
            raise UsageError(f"a seed is a whole number, not {seed!r}")
        match = Match(self, self.program(count, listen), seed, chance, audit=audit, language=language)
        match.begin()
        return match

    # ---- services of a match (filled in by the modules that provide them) -----------------------------------

    def listener(self, match: Match) -> Match:
        """A match with the same seed that keeps notes of what happens, at its first decision."""
        return self.start(match.players, match.seed, chance=match.chance, listen=True, language=match.language)

    def view(self, match: Match, player: int | None) -> dict[str, Any]:
        from rulelang.engine.view import view

        return view(match, player)

    def audit(self, match: Match) -> None:
        from rulelang.engine.audit import audit

        audit(match)

    def why_not(self, match: Match, *asked: Any) -> Any:
        from rulelang.engine.why import why_not

        return why_not(match, *asked)

    def save(self, match: Match) -> str:
        from rulelang.engine.save import save

        return save(match)
