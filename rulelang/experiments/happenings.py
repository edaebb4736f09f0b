"""Did a rule of a variant ever happen? What is to be counted for that, and what came of it in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, frozen

from rulelang.api.game import Game
from rulelang.core.counting import DONE, FAILED, HELD, Counted, counted, happenings
from rulelang.model.declarations import Rule
from rulelang.model.visit import walk
from rulelang.model.world import World
from rulelang.source import Span

RULES = frozenset({"rule", "action"})


@frozen
class Happening:
    """A rule of a variant: it was reached if its condition was asked, and happened if it came to something."""

    name: str  # as rules write it: `after enter`
    variant: str
    place: str
    done: frozenset[Counted]
    reached: frozenset[Counted]

    def times(self, counts: Mapping[Counted, int]) -> tuple[int, int]:
        """How often it happened, and how often it was reached."""
        done = max((counts.get(key, 0) for key in self.done), default=0)
        return done, max(done, sum(counts.get(key, 0) for key in self.reached))


def happenings_of(game: Game, players: int) -> list[Happening]:
    """What may happen under the variants in force, each under a name of its own."""
    world = game.counting_program(players).world
    found: dict[str, Happening] = {}
    for happening in (*amendments(world), *declared(game, world)):
        if happening.done:
            name = unique(happening.name, found)
            found[name] = Happening(name, happening.variant, happening.place, happening.done, happening.reached)
    return list(found.values())


def unique(name: str, taken: Mapping[str, object]) -> str:
    number = 1
    while (f"{name}#{number}" if number > 1 else name) in taken:
        number += 1
    return f"{name}#{number}" if number > 1 else name


def amendments(world: World) -> Iterator[Happening]:
    """What variants do before, after or instead of rules, and the values that they change."""
    guarded = {a.span for rule in world.rules.values() for a in rule.amendments if a.guard is not None}
    guarded |= {c.span for value in world.values.values() for c in value.changes if c.guard is not None}
    for each in happenings(world):
        if each.variant is None:
            continue
        asked = (
            frozenset({counted(each.span, HELD), counted(each.span, FAILED)}) if each.span in guarded else frozenset()
        )
        # What forbids or allows without a condition is always in force: there is nothing to count.
        is_always = not asked and each.keys == frozenset({counted(each.span, HELD)})
        yield Happening(each.what, each.variant, place_of(each.span), frozenset() if is_always else each.keys, asked)


def declared(game: Game, world: World) -> Iterator[Happening]:
    """The rules, actions and windows that variants bring."""
    for each in game.rules.written(game.variants):
        rule = world.rules.get(str(each.block.path)) if each.block.keyword in RULES else None
        if each.variant is not None and rule is not None:
            yield of_rule(f"{each.block.keyword} {rule.name}", each.variant, rule)
    for window in world.windows:
        if window.source.variant is not None:
            yield of_rule(f"window {window.name}", window.source.variant, window.rule)


def of_rule(name: str, variant: str, rule: Rule) -> Happening:
    done = frozenset(counted(node.span, DONE) for node in walk(rule.body) if hasattr(node, "span"))
    return Happening(name, variant, place_of(rule.span), done, frozenset())


def place_of(span: Span) -> str:
    return f"{span.file.name.rsplit('/', maxsplit=1)[-1]}:{span.line}"


@define
class Happened:
    """What came of a rule of a variant in some games."""

    games: int = 0
    times: int = 0
    games_reached: int = 0

    def add(self, times: int, reached: int) -> None:
        """Of one game."""
        self.games += times > 0
        self.times += times
        self.games_reached += reached > 0

    def merge(self, other: Happened) -> None:
        """Of more games."""
        self.games += other.games
        self.times += other.times
        self.games_reached += other.games_reached

    def in_words(self, games: int) -> str:
        """`happened in 12 of 300 games, 40 times`, and loud if it never did."""
        if self.games:
            return f"happened in {self.games:,} of {games:,} games, {self.times:,} times"
        if self.games_reached:
            return (
                f"NEVER happened in {games:,} games: its condition was asked in {self.games_reached:,} and never held"
            )
        return f"NEVER happened in {games:,} games, nor was it ever reached"
