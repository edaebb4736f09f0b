"""A game compiled to C, as Python sees it. A position is a piece of memory; the lock is let go in every call."""

from __future__ import annotations

import ctypes
import marshal
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rulelang.backends.c.build import LONG_WORK, library
from rulelang.backends.c.printer import MOST_OPTIONS, to_c
from rulelang.backends.program import Decision, NotCompiled, Option, Played
from rulelang.backends.python.program import Program
from rulelang.core import nodes as c
from rulelang.core.chance import MASK
from rulelang.core.data import NotYet
from rulelang.core.from_model.maker import Core, core_of
from rulelang.core.layout import layout_of
from rulelang.core.passes.effort import weighed
from rulelang.core.passes.ranges import proved
from rulelang.core.passes.settled import settled
from rulelang.core.passes.tabled import tabled

GO = 0
# What compiling takes, in seconds: something, and something for each byte of the Python that a game becomes.
# Measured on the shipped games, printing and compiling with little effort, and taken twice.
SECONDS, SECONDS_A_BYTE = 0.2, 1.1e-5
# Games that are asked for in one call: few enough that somebody can stop in between.
BATCH, BATCH_AHEAD = 256, 1
MOST_SAMPLES = 16
POSITION, NUMBERS, SEED, NUMBER = ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32), ctypes.c_uint64, ctypes.c_int32
TREE, COUNT, FRACTION, FRACTIONS = ctypes.c_void_p, ctypes.c_int64, ctypes.c_double, ctypes.POINTER(ctypes.c_double)
SIGNATURES: dict[str, list[Any]] = {
    "rules_size": [],
    "rules_start": [POSITION, SEED],
    "rules_choose": [POSITION, NUMBER],
    "rules_copy": [POSITION, POSITION],
    "rules_copy_often": [POSITION, POSITION, NUMBER],
    "rules_decision": [POSITION, NUMBERS],
    "rules_state": [POSITION, NUMBERS],
    "rules_rank": [POSITION, NUMBER, NUMBER],
    "rules_worth": [POSITION, NUMBER],
    "rules_believe": [POSITION, POSITION, NUMBER, SEED, NUMBERS],
    "rules_best": [POSITION, POSITION, SEED, NUMBERS, NUMBER],
    "rules_play_on": [POSITION, SEED, NUMBER],
    "rules_decisions": [POSITION, SEED, NUMBER, NUMBER],
    "rules_play_many": [POSITION, ctypes.POINTER(SEED), NUMBER, NUMBER, NUMBERS, NUMBERS, NUMBERS],
    "rules_choices": [POSITION, SEED, NUMBER, NUMBERS, NUMBERS, ctypes.POINTER(ctypes.c_int16)],
    "rules_replay": [POSITION, NUMBERS, NUMBER],
    "rules_asked": [POSITION, NUMBERS],
    "rules_plans": [POSITION, NUMBERS, NUMBERS, NUMBERS, SEED, FRACTIONS],
    "rules_tree": [POSITION, TREE, FRACTIONS, NUMBERS, NUMBERS, SEED],
    "rules_grow": [TREE, POSITION, COUNT, COUNT, FRACTION],
    "rules_learnt": [TREE, POSITION, FRACTIONS],
    "rules_fell": [TREE],
}
RESULTS: dict[str, Any] = {"rules_decisions": COUNT, "rules_tree": TREE, "rules_fell": None, "rules_learnt": None}
HEAD = 5
OPTION_HEAD = 4


def compiled(program: Program, effort: str = LONG_WORK) -> CProgram:
    """A program as C; raises `NotCompiled` with the reason if that can not be done here."""
    core = core_for(program)
    return CProgram(shape_of(core), library(printed(core), effort), core)


def core_for(program: Program) -> Core:
    """The core of a program, with what can be proved of it."""
    if program.facts.is_listening or program.facts.is_staging:
        raise NotCompiled("programs that tell events stay in Python")
    try:
        return weighed(proved(tabled(settled(core_of(program)))))
    except NotYet as missing:
        raise NotCompiled(f"the core can not say {missing} yet") from missing


def printed(core: Core) -> str:
    """The C that a core becomes."""
    try:
        return to_c(core, layout_of(core))
    except NotYet as missing:
        raise NotCompiled(f"the core can not say {missing} yet") from missing


def seconds_to_compile(program: Program) -> float:
    """About how long printing and compiling takes, with some room."""
    return SECONDS + SECONDS_A_BYTE * len(marshal.dumps(program.code))


class Shape(NamedTuple):
    """What is to be known of compiled rules besides their library; it can be kept."""

    players: int
    ranks: int  # how many words the rank of a player has
    width: int  # and how many an option
    words: int  # and a whole position at most
    blind: tuple[int, ...] = ()  # what each player can not see, in the numbers of `visibility.blind`
    eyes: tuple[int, ...] = ()  # and what he can
    unseen: str = "it was not said what players can not see"  # why that is not known


def shape_of(core: Core) -> Shape:
    data = core.data
    stores = sum(store.places * (1 + store.bound) for store in (*data.stores.values(), *data.kept))
    words = 2 + stores + sum(deck.zones + 1 + deck.cards for deck in data.decks.values())
    return Shape(core.players, len(core.ranks), core.widest, words)


class CProgram:
    """The functions of a library. The core is there if the rules were compiled just now."""

    def __init__(self, shape: Shape, path: Path, core: Core | None = None) -> None:
        self.path = path
        self._core = core
        self.library = ctypes.CDLL(str(path))
        for name, given in SIGNATURES.items():
            getattr(self.library, name).argtypes = given
        for name, result in RESULTS.items():
            getattr(self.library, name).restype = result
        self.size = int(self.library.rules_size())
        self.room = ctypes.create_string_buffer(self.size * (MOST_SAMPLES + 2))
        self.out = (ctypes.c_int32 * max(HEAD + MOST_OPTIONS * (4 + shape.width), shape.words))()
        self.shape = shape

    @property
    def shape(self) -> Shape:
        return self._shape

    @shape.setter
    def shape(self, shape: Shape) -> None:
        self._shape = shape
        self.players = shape.players
        self._blind = (ctypes.c_int32 * len(shape.blind))(*shape.blind)
        self.eyes = (ctypes.c_int32 * len(shape.eyes))(*shape.eyes)

    @property
    def core(self) -> Core:
        """What the library was made of."""
        if self._core is None:
            raise NotCompiled("these rules were compiled earlier")
        return self._core

    # ---- positions ----------------------------------------------------------------------------------------

    def new(self) -> Any:
        """Room for a position."""
        return ctypes.create_string_buffer(self.size)

    def start(self, seed: int) -> Any:
        """A game at its first decision; none if the rules met a fault on the way there."""
        position = self.new()
        return position if self.library.rules_start(position, seed & MASK) == GO else None

    def replay(self, position: Any, indexes: Sequence[int]) -> bool:
        """Choices one after the other; false if the rules met a fault."""
        return bool(self.library.rules_replay(position, (ctypes.c_int32 * len(indexes))(*indexes), len(indexes)))

    def asked(self, position: Any) -> tuple[bool, int, int, int, int]:
        """Is it over, who decides, where, how often was chance asked, and how many options are there."""
        self.library.rules_asked(position, self.out)
        over, decider, point, lots, options = self.out[:HEAD]
        return bool(over), decider, point, lots, options

    def choose(self, position: Any, index: int) -> bool:
        """Take an option and go on; false if the rules met a fault."""
        return bool(self.library.rules_choose(position, index) == GO)

    def copy(self, position: Any) -> Any:
        """The same position once more."""
        other = self.new()
        self.library.rules_copy(other, position)
        return other

    def decision(self, position: Any) -> Decision:
        """What is asked, in numbers."""
        self.library.rules_decision(position, self.out)
        over, player, point, count, width = self.out[:HEAD]
        words = self.out[HEAD : HEAD + count * width]
        options = tuple(told_option(words[i : i + width]) for i in range(0, count * width, width))
        return Decision(bool(over), None if player == c.NONE else player, point, options)

    def state(self, position: Any) -> list[int]:
        """Everything that makes up a position, in words, in the order of `position_of`."""
        count = self.library.rules_state(position, self.out)
        return self.out[:count]

    def ranks(self, position: Any) -> tuple[tuple[int, ...], ...]:
        """The score of each player, and what breaks ties."""
        count = self.shape.ranks
        rank = self.library.rules_rank
        return tuple(tuple(rank(position, p, number) for number in range(count)) for p in range(self.players))

    def worth(self, position: Any, player: int) -> int:
        """How good a position is for a player: the estimate, or won and lost."""
        return int(self.library.rules_worth(position, player))

    # ---- what a player may believe ------------------------------------------------------------------------

    def see(self, blind: Sequence[int], eyes: Sequence[int]) -> None:
        """From now on it is known what each player can not see, and what he can; `visibility.blind` has the numbers."""
        self.shape = self.shape._replace(blind=tuple(blind), eyes=tuple(eyes))

    @property
    def blind(self) -> Any:
        if not self.shape.blind:
            raise NotCompiled(self.shape.unseen)
        return self._blind

    def believe(self, position: Any, player: int, seed: int) -> tuple[Any, bool]:
        """A position as a player may believe it to be, and whether anything was hidden from him."""
        other = self.new()
        return other, bool(self.library.rules_believe(other, position, player, seed & MASK, self.blind))

    def best_option(self, position: Any, seed: int, samples: int) -> int | None:
        """The option that looks best one decision ahead; none if the rules met a fault."""
        found = self.library.rules_best(position, self.room, seed & MASK, self.blind, min(samples, MOST_SAMPLES))
        return None if found < 0 else int(found)

    def plans(self, position: Any, reach: Sequence[int], seed: int) -> list[float] | None:
        """What each option leads to by the end of the own decisions; none where C has no room for what that takes."""
        out = (FRACTION * MOST_OPTIONS)()
        how = (NUMBER * len(reach))(*reach)
        count = self.library.rules_plans(position, how, self.blind, self.eyes, seed & MASK, out)
        return out[:count] or None

    # ---- whole games --------------------------------------------------------------------------------------

    def play_on(self, position: Any, seed: int, limit: int) -> int | None:
        """Choose at random until the game is over or the limit is reached; how many decisions were made."""
        made = self.library.rules_play_on(position, seed & MASK, limit)
        return None if made < 0 else int(made)

    def play(self, seeds: Sequence[int], limit: int, samples: Sequence[int] = ()) -> list[Played]:
        """Whole games, up to so many decisions each; a seat without samples plays at random."""
        found: list[Played] = []
        step = BATCH_AHEAD if any(samples) else BATCH
        for start in range(0, len(seeds), step):
            out = self.play_batch(seeds[start : start + step], limit, samples)
            found += [self.played(out[at : at + self.row]) for at in range(0, len(out), self.row)]
        return found

    def choices(self, seed: int, limit: int, samples: Sequence[int]) -> list[int] | None:
        """What is chosen in one such game; none if the rules met a fault."""
        out = (ctypes.c_int16 * limit)()
        blind = self.blind if any(samples) else None
        made = self.library.rules_choices(self.room, seed & MASK, limit, self.looked(samples), blind, out)
        return None if made < 0 else out[:made]

    def looked(self, samples: Sequence[int]) -> Any:
        return (ctypes.c_int32 * self.players)(*[min(n, MOST_SAMPLES) for n in samples])

    def decisions_played(self, seed: int, games: int, limit: int) -> int:
        """How many decisions random games take, from a seed on."""
        return int(self.library.rules_decisions(self.room, seed & MASK, games, limit))

    @property
    def row(self) -> int:
        """How many numbers tell how a game went."""
        return HEAD + self.players * self.shape.ranks

    def play_batch(self, seeds: Sequence[int], limit: int, samples: Sequence[int] = ()) -> Any:
        """Games in one call, a row of numbers each."""
        given = (ctypes.c_uint64 * len(seeds))(*[seed & MASK for seed in seeds])
        out = (ctypes.c_int32 * (self.row * len(seeds)))()
        ahead = any(samples)
        looked = self.looked(samples) if ahead else None
        blind = self.blind if ahead else None
        self.library.rules_play_many(self.room, given, len(seeds), limit, looked, blind, out)
        return out

    def played(self, row: list[int]) -> Played:
        ranks = self.shape.ranks
        how, over, reason, made, rounds = row[:HEAD]
        scores = tuple(tuple(row[at : at + ranks]) for at in range(HEAD, len(row), ranks)) if ranks else ()
        return Played(how != GO, bool(over), reason, made, rounds, scores)


def told_option(words: list[int]) -> Option:
    window, holder, card, count = words[:OPTION_HEAD]
    chosen = tuple(words[OPTION_HEAD : OPTION_HEAD + count])
    return Option(chosen, (window - 1, holder, card) if window else None)


def position_of(core: Core, S: Any) -> list[int]:
    """A position of the plain engine in the words and the order in which C tells its own."""
    data, layout = core.data, core.data.program.answers.layout
    out = [S.bank]
    for declared, store in data.stores.items():
        held = getattr(S, layout.slot(declared))
        for value in (held,) if declared.is_scalar else held:
            if store.bound:
                out += [len(value), *map(data.word, value)]
            else:
                out.append(data.word(value))
    out += kept_of(core, S)
    for root in data.decks:
        rows = [S.zones[number] for number in data.zone_numbers(root)]
        start = 0
        for row in rows:
            out.append(start)
            start += len(row)
        out.append(start)
        out += [card for row in rows for card in row]
    return out


def kept_of(core: Core, S: Any) -> list[int]:
    """What is kept of cards and fields that were shown, as bits of those who were, and which windows are shut."""
    data, layout = core.data, core.data.program.answers.layout
    slots = {layout.slot(declared): store for declared, store in data.shown_fields.items()}
    slots |= {layout.location(root): deck.shown for root, deck in data.decks.items() if deck.shown is not None}
    boxes = {layout.location(root): deck.boxed for root, deck in data.decks.items() if deck.boxed is not None}
    bits = {store: [0] * store.places for store in data.kept if not store.bound}
    for name, entries in ((slots, getattr(S, "shown", ())), (boxes, getattr(S, "boxed", ()))):
        for slot, item, viewer in entries:
            bits[name[slot]][item] |= 1 << (core.players if viewer is None else viewer)
    found = [word for words in bits.values() for word in words]
    return [*found, S.window] if core.windows else found
