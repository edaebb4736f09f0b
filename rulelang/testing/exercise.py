"""Every pair of variants, options' values and numbers of players, played with everything accounted for.

Whole combinations are too many; most faults need two things at once. A covering array holds every pair that is
allowed in a few settings. Of numbers the lowest, the middle and the highest are tried: ranges alone would make
thousands of settings. A setting that fails is made smaller: what can be set back to its default, and it still fails,
does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

from attrs import frozen

from rulelang.api.game import Game
from rulelang.core.chance import Luck
from rulelang.errors import RulelangError, RulesError, UsageError
from rulelang.pipeline import read_game
from rulelang.play.playout import play_randomly
from rulelang.project.options import is_number, option_words
from rulelang.project.rules import Rules
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

PLAYERS, ON, OFF = "players", "on", "off"
VARIANT = "variant "
FEW = 4

Row = dict[str, str]


@frozen
class Factors:
    """What can be set, with the values to try and what each is by default; and what can not be together."""

    values: Mapping[str, tuple[str, ...]]
    defaults: Mapping[str, str]
    variants_of: Mapping[str, str]  # of options that only a variant has
    constraints: tuple[Any, ...]
    rules: Rules

    def allows(self, row: Row) -> bool:
        chosen = self.variants(row)
        needed = all(name in chosen for name in self.rules.with_needs(chosen))
        return needed and not self.rules.check_variants(chosen, int(row[PLAYERS]))

    def variants(self, row: Row) -> tuple[str, ...]:
        return tuple(name for name in self.rules.variants if row[VARIANT + name] == ON)

    def options(self, row: Row) -> dict[str, str]:
        """The options that are there; those of variants that are off are not."""
        there = {name: self.variants_of.get(name) for name in row if name in self.defaults and not is_ours(name)}
        chosen = self.variants(row)
        return {name: row[name] for name, variant in there.items() if variant is None or variant in chosen}

    def changed(self, row: Row) -> list[str]:
        """What is not as it is by default."""
        options = self.options(row)
        return [n for n in row if row[n] != self.defaults[n] and (is_ours(n) or n in options)]


@frozen
class Failure:
    """A setting that fails, as small as it could be made."""

    row: Row
    seed: int
    message: str
    changed: tuple[str, ...]
    others: int


def is_ours(name: str) -> bool:
    return name == PLAYERS or name.startswith(VARIANT)


# ---- what can be set ----------------------------------------------------------------------------------------------


def factors_of(rules: Rules) -> Factors:
    """Numbers of players, variants, and the values of options."""
    values = {PLAYERS: tuple(map(str, rules.players))}
    defaults = {PLAYERS: str(rules.players[0])}
    owners: dict[str, str] = {}
    for name in rules.variants:
        values[VARIANT + name], defaults[VARIANT + name] = (OFF, ON), OFF
    for variant, block in option_blocks(rules):
        name, words = str(block.path), few(option_words(block))
        if words and name not in values:
            values[name], defaults[name] = tuple(words), default_of(block, words)
            if variant is not None:
                owners[name] = variant
    return Factors(values, defaults, owners, tuple(constraints(rules)), rules)


def option_blocks(rules: Rules) -> Iterator[tuple[str | None, nodes.Block]]:
    yield from ((None, block) for block in rules.main if block.keyword == "option")
    for name, variant in rules.variants.items():
        inside = (item for item in variant.block.body if isinstance(item, nodes.Block))
        yield from ((name, block) for block in inside if block.keyword == "option")


def few(words: Sequence[str]) -> list[str]:
    """All values if they are few; of numbers the lowest, the middle and the highest."""
    numbers = [word for word in words if is_number(word)]
    if len(words) <= FEW or len(numbers) <= FEW:
        return list(words)
    return [*(w for w in words if w not in numbers), numbers[0], numbers[len(numbers) // 2], numbers[-1]]


def default_of(block: nodes.Block, words: Sequence[str]) -> str:
    found = block.field("default")
    return spell(found.values[0]) if found is not None and found.values else words[0]


def constraints(rules: Rules) -> Iterator[dict[str, Any]]:
    """What variants need, exclude and allow, in the form of the library."""

    def is_(name: str, value: str) -> dict[str, Any]:
        return {"operator": "eq", "left": name, "value": value}

    for name, variant in rules.variants.items():
        off = is_(VARIANT + name, OFF)
        others = [is_(VARIANT + other, OFF) for other in variant.excludes if other in rules.variants]
        others += [is_(VARIANT + other, ON) for other in variant.needs if other in rules.variants]
        if variant.players is not None:
            others.append({"operator": "or", "conditions": [is_(PLAYERS, str(n)) for n in variant.players]})
        yield from ({"operator": "or", "conditions": [off, other]} for other in others)


# ---- settings -----------------------------------------------------------------------------------------------------


def settings(factors: Factors) -> list[Row]:
    """Few settings that hold every pair that is allowed."""
    try:
        covertable = import_module("covertable")
    except ImportError:
        raise UsageError('combinations are worked out by the package covertable: pip install "rulelang[ci]"') from None
    if len(factors.values) == 1:
        return [{PLAYERS: value} for value in factors.values[PLAYERS]]
    made = covertable.make(dict(factors.values), strength=2, constraints=list(factors.constraints))
    return [row for row in map(dict, made) if factors.allows(row)]


def pairs_in(rows: Sequence[Row]) -> int:
    """How many pairs of values some settings hold."""
    return len({pair for row in rows for pair in combinations(sorted(row.items()), 2)})


# ---- playing ------------------------------------------------------------------------------------------------------


@frozen
class Exerciser:
    """Plays settings of a game."""

    factors: Factors
    reference: str
    seeds: int = 1
    limit: int = 1_000

    def fault(self, row: Row, seed: int) -> str:
        """What goes wrong in a game, if anything does."""
        factors = self.factors
        try:
            game = Game(factors.rules, factors.variants(row), factors.options(row), self.reference)
            players = int(row[PLAYERS])
            match = game.start(players, seed, audit=True)
            play_randomly(match, Luck(seed, players), self.limit)
        except RulelangError as error:
            return str(error)
        except RecursionError:
            return "the rules refer to one another too deeply to be played"
        return ""

    def failure(self, row: Row) -> Failure | None:
        """The first fault of a setting, in the smallest setting that has one."""
        for seed in range(self.seeds):
            if self.fault(row, seed):
                return self.smallest(row, seed)
        return None

    def smallest(self, row: Row, seed: int) -> Failure:
        """Set back whatever does not matter, one thing after another."""
        factors = self.factors
        before = len(factors.changed(row))
        for name in list(factors.changed(row)):
            tried = {**row, name: factors.defaults[name]}
            if factors.allows(tried) and self.fault(tried, seed):
                row = tried
        changed = tuple(factors.changed(row))
        return Failure(row, seed, self.fault(row, seed), changed, before - len(changed))

    def command(self, failure: Failure) -> list[str]:
        """What to type to see it again."""
        options = self.factors.options(failure.row)
        words = ["rulelang", "play", self.reference]
        for name in failure.changed:
            if name.startswith(VARIANT):
                words += ["--variant", name.removeprefix(VARIANT)]
            elif name in options:
                words += ["--option", f"{name}={options[name]}"]
        return [*words, "--players", failure.row[PLAYERS], "--seed", str(failure.seed)]


@frozen
class Exercised:
    """What came of a game's settings."""

    name: str
    factors: Factors
    rows: list[Row]
    pairs: int
    failures: list[Failure]


def exercise(
    reference: str | Path, seeds: int, limit: int, heard: Callable[[int, int], None] = lambda done, total: None
) -> tuple[Exerciser, Exercised]:
    """Play every pair of what can be set."""
    rules, _ = read_game(reference)
    broken = [problem for problem in rules.problems if problem.severity.value == "error"]
    if broken:
        raise RulesError(tuple(broken))
    factors = factors_of(rules)
    rows = settings(factors)
    player = Exerciser(factors, str(reference), seeds, limit)
    failures: dict[tuple[str, ...], Failure] = {}
    for number, row in enumerate(rows, 1):
        failure = player.failure(row)
        if failure is not None:
            failures.setdefault((failure.message, *failure.changed), failure)
        heard(number, len(rows))
    return player, Exercised(rules.name, factors, rows, pairs_in(rows), list(failures.values()))
