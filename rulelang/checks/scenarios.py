"""Scenarios that can not start: unknown variants, players and names in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from attrs import evolve

from rulelang.checks.worlds import Worlds
from rulelang.diagnostics.diagnostic import Diagnostic, Label
from rulelang.diagnostics.suggest import near
from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.model import statements as s
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.functions import scenario_key
from rulelang.model.resolve.statements import BodyReader
from rulelang.model.visit import walk
from rulelang.model.world import Scope, World
from rulelang.project.options import asked_options
from rulelang.project.rules import numbers
from rulelang.project.scenario import from_position, options_of, variants_of, with_own_names
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell


class ScenarioChecker:
    """Checks scenarios against the worlds they play in."""

    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds
        self.rules = worlds.rules
        self.shaping = asked_options(d.block for d in self.rules.written(tuple(self.rules.variants)))

    def problems(self) -> Iterable[Diagnostic]:
        """What is wrong with the scenarios of these rules."""
        for block in self.rules.own_scenarios:
            yield from self.worlds.of_scenario(block, partial(self.listed, block))

    def listed(self, block: nodes.Block) -> list[Diagnostic]:
        return list(self.scenario(block))

    def scenario(self, written: nodes.Block) -> Iterable[Diagnostic]:
        block, misplaced = from_position(self.rules, written)
        if misplaced is not None:
            yield misplaced
            return
        listed = block.field("variants")
        chosen = variants_of(self.rules, block, written)
        count = numbers(block.field("players"))
        players = count[0] if count else self.first_count(chosen)
        at = listed.span if listed else block.header
        unknown = [v for v in chosen if v not in self.rules.variants]
        if unknown:
            yield say.unknown_variant(at, unknown[0], self.rules.variants)
            return
        if players not in self.rules.players:
            allowed = ", ".join(map(str, self.rules.players))
            yield say.wrong_players((block.field("players") or block).span, players, allowed)
            return
        against = self.rules.check_variants(chosen, players)
        if against:
            for problem in against:
                yield evolve(problem, primary=Label(at, "asked for here"), others=(problem.primary,))
            return
        world = self.world(chosen, options_of(block), players)
        yield from self.options(world, block)
        yield from self.start(world, block)
        yield from self.names(world, with_own_names(self.rules, block, written, world.own))
        yield from cards_twice(world, written)

    def options(self, world: World, block: nodes.Block) -> Iterable[Diagnostic]:
        for item in block.body:
            if isinstance(item, nodes.Field) and item.path.names[0] == "options" and len(item.path.names) == 2:
                option = world.options.get(item.path.names[1])
                if option is None:
                    yield say_names.unknown_name(item.path.span, item.path.names[1], world.options)
                elif item.values and spell(item.values[0]) not in (words := list(map(option.word, option.values))):
                    yield say.bad_option(item.span, option.name, spell(item.values[0]), ", ".join(words[:12]))

    def start(self, world: World, block: nodes.Block) -> Iterable[Diagnostic]:
        """Where play begins, and with whom."""
        begin, actor = block.value("begin"), block.value("actor")
        setup = block.field("setup")
        if setup is not None and all(getattr(item, "keyword", "") != "play" for item in block.body):
            yield say.bad_scenario_step(setup.span, "set-up is to be played, and there is no `play` with its choices")
        players = [member.key for member in world.player.members]
        if actor is not None and spell(actor) not in players:
            yield say_names.unknown_name(actor.span, spell(actor), players)
        bodies = [rule.body for rule in world.rules.values()]
        # A phase is nearly always all there is in its rule; to look through everything takes long.
        usual = {statement.name for body in bodies for statement in body if isinstance(statement, s.Level)}
        if begin is not None and spell(begin) not in usual:
            phases = [level.name for level in walk(bodies) if isinstance(level, s.Level)]
            if spell(begin) not in phases:
                yield say_names.unknown_name(begin.span, spell(begin), phases)

    def first_count(self, chosen: tuple[str, ...]) -> int:
        for players in self.rules.players:
            if not self.rules.check_variants(chosen, players):
                return players
        return self.rules.players[0]

    def world(self, chosen: tuple[str, ...], options: Mapping[str, Any], players: int) -> World:
        # Options that shape no declaration change no name.
        shaping = {name: value for name, value in options.items() if name in self.shaping}
        return self.worlds.look(chosen, shaping, players).world

    def names(self, world: World, block: nodes.Block) -> Iterable[Diagnostic]:
        """What the three parts of a scenario refer to."""
        before = len(world.problems)
        elaborator = Elaborator(world, lenient=True)
        scope = Scope(scenario=True, has_actor=False)
        given, play, then = (block.member(part) for part in ("given", "play", "then"))
        if given is not None:
            BodyReader(world, elaborator, {}).body(given.body, scope)
        for item in play.body if play is not None else ():
            yield from self.step(world, elaborator, item, scope)
        for item in then.body if then is not None else ():
            if isinstance(item, nodes.Act) and item.verb == "need" and item.subject is not None:
                elaborator.condition(item.subject, scope)
            elif isinstance(item, nodes.Block) and near(item.keyword, ["need"]):
                yield say_names.unknown_keyword(item.keyword_span, item.keyword, ["need"], "in `then`")
            else:
                yield say.bad_scenario_step(item.span, "`then` holds needs and nothing else")
        yield from world.problems[before:]
        del world.problems[before:]

    def step(self, world: World, elaborator: Elaborator, item: nodes.Item, scope: Scope) -> Iterable[Diagnostic]:
        if not isinstance(item, nodes.Field):
            yield say.bad_scenario_step(item.span, "this is not a step")
            return
        players = [member.key for member in world.player.members]
        if str(item.path) not in (*players, "chance"):
            yield say.bad_scenario_step(
                item.path.span, f"there is no player `{item.path}`: they are {', '.join(players)}"
            )
        for value in item.values:
            scenario_key(elaborator, value, scope)


def cards_twice(world: World, block: nodes.Block) -> Iterable[Diagnostic]:
    """Cards that the lines of a position put into two places: only the last of them would count."""
    given = block.member("given")
    first: dict[tuple[str, int], Span] = {}
    for line in given.body if given is not None else ():
        for name in named_cards(line) if isinstance(line, nodes.Act) else ():
            for kind, card in world.members.get(name.name, ()):
                if kind.sort != "card":
                    continue
                there = first.setdefault((kind.name, card), name.span)
                if there is not name.span:
                    yield say.card_in_two_places(name.span, name.name, kind.name, there)


def named_cards(line: nodes.Act) -> list[nodes.Name]:
    """What a line puts somewhere, as far as it is named one by one."""
    to = line.clause("to")
    put = line.subject if line.verb == "move" else to.values[0] if line.verb == "set" and to and to.values else None
    each = put.items if isinstance(put, nodes.ListOf) else (put,) if line.verb == "move" else ()
    return [name for name in each if isinstance(name, nodes.Name)]
