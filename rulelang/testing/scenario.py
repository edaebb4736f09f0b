"""Scenarios: given a position, these choices, then this must hold."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from attrs import evolve, frozen

from rulelang.api.game import Game, note_of
from rulelang.api.match import Match
from rulelang.backends.python import runtime
from rulelang.backends.python.program import Program
from rulelang.backends.python.statements import StatementWriter
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.errors import RulelangError, RulesError, UsageError
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.functions import scenario_key
from rulelang.model.resolve.statements import BodyReader, cites_of
from rulelang.model.types import Entity
from rulelang.model.world import Scope
from rulelang.play.keys import Titles, place_index, way_key
from rulelang.play.outcome import rounds
from rulelang.project.rules import Rules, numbers
from rulelang.project.scenario import from_position, name_of, options_of, variants_of, with_own_names
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import clause_name, word_of
from rulelang.testing.failing import failing
from rulelang.visibility.permissions import Sight

MOST_SETUP_CHOICES = 2_000
PLAIN_KEY = re.compile(r"[0-9]+|[a-z_][a-z0-9_]*(\([^\s]*(, [^\s]*)*\))?")
# What `given` and `then` may run into when they make or look at a position that no play leads to.
IMPOSSIBLE = (
    *(runtime.NeedFailed, runtime.Overspent, runtime.Over, runtime.Leave, runtime.StepLimit, RecursionError),
    *(LookupError, TypeError, ValueError, ArithmeticError, AttributeError),
)


@frozen
class Result:
    """How a scenario went."""

    name: str
    passed: bool
    message: str
    span: Span
    cites: tuple[str, ...]


@frozen
class Setting:
    """What a scenario is played with; nobody in `players` if it does not say how many."""

    variants: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    players: int | None


class Failed(Exception):
    """A scenario that does not hold, with the place."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


class GivenWriter(StatementWriter):
    """Statements of `given`: what would ask chance is simply done."""

    def statement(self, x: s.Statement) -> None:
        if isinstance(x, s.Shuffle) and isinstance(x.what, m.ReadZone):
            self.line(f"shuffle(S, {self.zone_number(x.what)})")
        elif isinstance(x, s.CallRule) and self.waiting.rule(x.rule):
            raise Failed(f"`{x.rule.name}` asks somebody, so it can not be part of `given`", x.span)
        else:
            super().statement(x)


class Runner:
    """Runs one scenario."""

    audit = False  # is everything accounted for after each step?
    together: tuple[str, ...] = ()  # the variants in force in a scenario that lists none

    def __init__(self, rules: Rules, block: nodes.Block, games: dict[Any, Game] | None = None) -> None:
        self.rules = rules
        self.written = block
        self.block, self.misplaced = from_position(rules, block)
        self.games = {} if games is None else games
        self.name = name_of(block)

    def run(self) -> Result:
        try:
            self.play()
        except Failed as failed:
            return self.result(False, f"{failed}{forced_choice(self, failed)}", failed.span)
        except RulesError as error:
            problem = error.problems[0]
            return self.result(False, problem.message, problem.span)
        except RulelangError as error:
            return self.result(False, str(error), self.block.header)
        except IMPOSSIBLE as error:
            what = type(error).__name__ if isinstance(error, runtime.NeedFailed) else f"{type(error).__name__}: {error}"
            return self.result(False, f"this position can not be set up or looked at ({what})", self.block.header)
        return self.result(True, "", self.block.header)

    def result(self, passed: bool, message: str, span: Span) -> Result:
        return Result(self.name, passed, message, span, self.cites)

    @property
    def cites(self) -> tuple[str, ...]:
        return cites_of(self.written)

    # ---- the match ----------------------------------------------------------------------------------------

    def play(self) -> None:
        self.stage()
        self.then()

    def stage(self) -> None:
        """Set the position up, and make the choices that lead on from it."""
        if self.misplaced is not None:
            raise Failed(self.misplaced.message, self.misplaced.span)
        block = self.block
        setting = self.setting
        key = (setting.variants, setting.options)
        if key not in self.games:
            self.games[key] = Game(self.rules, setting.variants, dict(setting.options), self.rules.name)
        game = self.games[key]
        players = setting.players or game.players[0]
        seed = numbers(block.field("seed"))
        program = self.program_of(game, players)
        self.block = with_own_names(self.rules, block, self.written, program.world.own)
        start = seed[0] if seed else 0
        self.match = Match(game, program, start, "seeded", audit=self.audit, note=note_of(program))
        self.program: Program = program
        self.elaborator = Elaborator(program.world, lenient=True)
        steps = self.steps()
        played = word_of(block, "setup") == "played"
        self.match.state.ask = played and any(player == "chance" for player, _, _ in steps)
        self.match.begin_held()
        if played:
            steps = self.take_setup_steps(steps)
        self.finish_setup()
        self.given()
        S = self.match.state
        S.skip_to = word_of(block, "begin") or None
        actor = word_of(block, "actor")
        S.skip_actor = self.player(actor, block.header) if actor else None
        S.ask = any(player == "chance" for player, _, _ in steps)
        self.match.go_on()
        for player, choice, span in steps:
            self.step(player, choice, span)

    def program_of(self, game: Game, players: int) -> Program:
        return game.program(players, staging=True)

    @property
    def setting(self) -> Setting:
        return Setting(self.chosen, tuple(sorted(options_of(self.block).items())), self.players_asked)

    @property
    def players_asked(self) -> int | None:
        """How many play, if the scenario says so."""
        count = numbers(self.block.field("players"))
        return count[0] if count else None

    @property
    def chosen(self) -> tuple[str, ...]:
        """The variants in force."""
        if self.together and self.block.field("variants") is None:
            return self.together
        return variants_of(self.rules, self.block, self.written)

    def finish_setup(self) -> None:
        """Choices of set-up that the scenario does not care about are made at random."""
        rng = random.Random(self.match.seed)
        for _ in range(MOST_SETUP_CHOICES):
            if not self.match.state.options or self.match.over:
                return
            self.match.choose(rng.randrange(len(self.match.state.options)))
        raise Failed("set-up never ends", self.block.header)

    def take_setup_steps(self, steps: list[Any]) -> list[Any]:
        while steps and self.match.state.options:
            player, choice, span = steps.pop(0)
            self.step(player, choice, span)
        return steps

    # ---- given ----------------------------------------------------------------------------------------------

    def checked(self, made: Any, before: int) -> Any:
        """A typed part of the scenario, or the problem found in it."""
        problems = self.program.world.problems[before:]
        if problems:
            raise Failed(problems[0].message, problems[0].span)
        return made

    def given(self) -> None:
        block = self.block.member("given")
        if block is None:
            return
        world = self.program.world
        before = len(world.problems)
        reader = BodyReader(world, self.elaborator, {})
        body = self.checked(reader.body(block.body, Scope(scenario=True, has_actor=False)), before)
        module = self.program.module
        writer = GivenWriter(module.answers, module.sites)
        writer.body(body)
        module.take(writer)
        self.program.complete()
        source = module.unmarked("\n".join(["def given(S):", *writer.lines]), "<given>")
        names = {**self.program.names, **module.answers.layout.constants}
        exec(compile(source, "<given>", "exec"), names)  # noqa: S102 - our own text
        names["given"](self.match.state)
        self.check_round(block)
        holds = self.program.always_holds
        # A position set up by hand may break what always holds: then nobody looks any more.
        self.match.is_trusted = holds is not None and not holds(self.match.state)

    def check_round(self, given: nodes.Block) -> None:
        """Refuse a position in which the last round is over: the one that would begin is never played."""
        number = rounds(self.program, self.match.state)
        last = self.last_round() if number else None
        if last is not None and number >= last:
            raise Failed(
                f"round {number + 1} would begin here, and round {last} is the last one: "
                f"the number is counted up as a round begins, so it is {last - 1} before that one",
                given.header,
            )

    def last_round(self) -> int | None:
        """The number of the last round, if the rules in force say one."""
        declared = self.rules.standing(self.chosen, options_of(self.block), self.match.players)
        rounds = [found.block for found in declared if found.block.keyword == "round"]
        lasts = [field for block in rounds if (field := block.field("last")) is not None and field.values]
        if not lasts:
            return None
        scope = Scope(scenario=True, has_actor=False)
        last = self.evaluate(self.elaborator.number(lasts[0].values[0], scope))
        return last if isinstance(last, int) else None

    # ---- play -----------------------------------------------------------------------------------------------

    def steps(self) -> list[tuple[str, nodes.Expression, Span]]:
        block = self.block.member("play")
        found: list[tuple[str, nodes.Expression, Span]] = []
        for item in block.body if block else ():
            if not isinstance(item, nodes.Field):
                raise Failed("a step is `player: choice, choice`", item.span)
            found += [(str(item.path), value, value.span) for value in item.values]
        return found

    def player(self, name: str, span: Span) -> int | None:
        if name == "chance":
            return None
        keys = self.player_keys
        if name not in keys:
            raise Failed(f"there is no player `{name}`; the players are {', '.join(keys)}", span)
        return keys.index(name)

    @property
    def player_keys(self) -> list[str]:
        return [member.key for member in self.program.world.player.members]

    def step(self, player: str, choice: nodes.Expression, span: Span) -> None:
        wanted = self.player(player, span)
        self.skip_chance(wanted)
        if self.match.over:
            raise Failed(f"the game is over ({self.match.end_reason}) before `{player}` chooses `{span.quoted}`", span)
        decision = self.match.decision
        if decision.player != wanted:
            who = "chance" if decision.player is None else self.player_keys[decision.player]
            raise Failed(
                f"it is not `{player}` who decides here but `{who}`: {decision.prompt} ({', '.join(decision.keys)})",
                span,
            )
        before = len(self.program.world.problems)
        wanted_key = self.checked(scenario_key(self.elaborator, choice, Scope(scenario=True)), before)
        key = self.evaluate(wanted_key)
        index = self.index_of(self.match, key)
        if index is None:
            raise Failed(
                f"`{key}` is not offered to `{player}`; offered are: {', '.join(map(written, decision.keys))}", span
            )
        self.match.choose(index)

    def index_of(self, match: Match, key: str) -> int | None:
        """The option that a scenario names: by its key or text, or with the title of a card if one alone fits."""
        decision, state = match.decision, match.state
        index = find_option(decision.keys, [o.text for o in decision.options], key)
        if index is not None:
            return index
        point, titles = self.program.answers.points[state.point], self.program.once(Titles)
        return find_option([titles.option(point, value) for value in state.options], [], key)

    def skip_chance(self, wanted: int | None) -> None:
        """Chance that the scenario does not force is drawn."""
        rng = random.Random(self.match.seed + 1)
        while wanted is not None and not self.match.over and self.match.state.decider is None:
            self.match.choose(rng.randrange(len(self.match.state.options)))

    # ---- then -----------------------------------------------------------------------------------------------

    def evaluate(self, expression: m.Expression) -> Any:
        return self.program.evaluator(expression, {})(self.match.state, (), (), self)

    def then(self) -> None:
        block = self.block.member("then")
        for item in block.body if block else ():
            if not (isinstance(item, nodes.Act) and item.verb == "need" and item.subject is not None):
                raise Failed("`then` holds needs", item.span)
            before = len(self.program.world.problems)
            condition = self.elaborator.condition(item.subject, Scope(scenario=True, has_actor=False))
            self.checked(condition, before)
            self.skip_chance(0)
            with self.turn_of(clause_name(item, "as"), item.span):
                if not self.evaluate(condition):
                    raise Failed(failing(self, condition, item.subject.span.quoted), item.span)

    @contextmanager
    def turn_of(self, player: str | None, span: Span) -> Iterator[None]:
        """Ask as if a player had the turn."""
        if player is None:
            yield
            return
        match, self.match = self.match, self.match.copy()
        slot = self.program.answers.layout.slot(self.program.world.fields["actor"])
        setattr(self.match.state, slot, self.player(player, span))
        try:
            yield
        finally:
            self.match = match

    # ---- what conditions may ask ----------------------------------------------------------------------------

    def key_of(self, kind: str, value: Any) -> str:
        known = self.program.world.kinds.get(kind)
        if known is not None:
            return self.match.words.keys.value(Entity(known), value)
        return self.match.words.keys.rule_name(value) if kind == "action" else str(value)

    def joint_key(self, *parts: str) -> str:
        return " ".join(parts)

    def way_key(self, name: str, *parts: str) -> str:
        return way_key(name, parts)

    def over(self) -> bool:
        return self.match.over

    def winner(self, player: int) -> bool:
        return player in self.match.winners

    def score_of(self, player: int) -> Any:
        return self.match.scores[player]

    def asked(self, player: int) -> bool:
        return not self.match.over and self.match.decision.player == player

    def offered(self, player: int, *keys: str) -> bool:
        """Could the player choose these, one after another?"""
        trial = self.match.copy()
        for key in keys:
            if trial.over or trial.decision.player != player:
                return False
            index = self.index_of(trial, key)
            if index is None:
                return False
            trial.choose(index)
        return True

    def why_not_rule(self, rule: int, arguments: tuple[Any, ...]) -> str:
        from rulelang.explain.why_not import why_rule

        return why_rule(self.match, self.match.words, rule, arguments)

    def why_not_option(self, key: str) -> str:
        return str(self.match.why_not(key).reason)

    def hidden(self, kind: str, card: int, player: int) -> bool:
        """Is a card out of a player's sight? One that he was shown is not."""
        root = self.program.world.kinds[kind].root
        return not self.match.program.once(Sight).sees_card(self.match.state, root, card, player)

    def hidden_field(self, slot: str, place: tuple[Any, ...], player: int) -> bool:
        """Is the value of a field out of a player's sight?"""
        world = self.program.world
        fields = [*world.fields.values(), *(f for kind in world.kinds.values() for f in kind.fields.values())]
        field = next(f for f in fields if self.program.answers.layout.slot(f) == slot)
        state, sight = self.match.state, self.match.program.once(Sight)
        masks, index = sight.masks_now(state), place_index(field, place)
        seen = sight.sees_field(field, place, player, masks)
        return not seen and not sight.was_field_shown(state, field, place, index, player, masks)


def written(key: str) -> str:
    """The key of an option as a step of a scenario names it."""
    return key if PLAIN_KEY.fullmatch(key) else f'"{key}"'


def find_option(keys: list[str], texts: list[str], wanted: str) -> int | None:
    """The option a scenario names: by its whole key, by the end of it, or by its text."""
    if keys.count(wanted) == 1:
        return keys.index(wanted)
    ends = [i for i, key in enumerate(keys) if key.endswith((f" {wanted}", f".{wanted}"))]
    if len(ends) == 1:
        return ends[0]
    same = [i for i, text in enumerate(texts) if text.lower() == wanted.lower()]
    return same[0] if len(same) == 1 else None


class Table(Runner):
    """Sets a position up for people to play on from; what happens from then on is told."""

    def program_of(self, game: Game, players: int) -> Program:
        return game.program(players, listening=True, staging=True)


def match_from(game: Game, name: str, seed: int | None = None, players: int | None = None) -> Match:
    """A match that begins where a scenario has led to, under the variants and options that it says."""
    known = {name_of(block): block for block in game.rules.scenarios}
    if name not in known:
        raise UsageError(f'{game.name} has no position "{name}"; {did_you_mean(name, known) or "none is called so"}')
    table = Table(game.rules, with_fields(known[name], seed=seed, players=players))
    try:
        table.stage()
        table.skip_chance(0)
    except Failed as failed:
        raise UsageError(f'"{name}" can not be set up: {failed}') from None
    table.match.state.ask = False
    return table.match


def with_fields(block: nodes.Block, **numbers: int | None) -> nodes.Block:
    """A scenario with other numbers in some of its fields."""
    for name, value in numbers.items():
        if value is not None:
            field = nodes.Field(nodes.Path((name,), span=block.header), (nodes.Number(value),), (), ())
            kept = [item for item in block.body if not isinstance(item, nodes.Field) or str(item.path) != name]
            block = evolve(block, body=(field, *kept))
    return block


def runners(rules: Rules, together: tuple[str, ...] = ()) -> list[Runner]:
    """A runner for each scenario of some rules; games are compiled once for all of them.

    Scenarios that do not list their variants are played with those that are `together`, if any are.
    """
    games: dict[Any, Game] = {}
    found = [Runner(rules, block, games) for block in rules.own_scenarios]
    for runner in found:
        runner.together = together
    return found


def run_scenarios(rules: Rules) -> list[Result]:
    """Run the scenarios of some rules."""
    return [runner.run() for runner in runners(rules)]


# ---- forced choices ---------------------------------------------------------------------------------------


class ForcedStep(Exception):
    """A step that was not asked, because there was one option only."""


class AskingRunner(Runner):
    """Plays a scenario once more with every question put, up to a step that failed."""

    def __init__(self, runner: Runner, failed_at: Span) -> None:
        super().__init__(runner.rules, runner.written, runner.games)
        self.failed_at = failed_at

    def program_of(self, game: Game, players: int) -> Program:
        return game.asking_program(players)

    def finish_setup(self) -> None:
        rng = random.Random(self.match.seed)
        while self.match.state.options and not self.match.over:
            count = len(self.match.state.options)
            self.match.choose(rng.randrange(count) if count > 1 else 0)

    def step(self, player: str, choice: nodes.Expression, span: Span) -> None:
        wanted = self.player(player, span)
        self.skip_chance(wanted)
        while not self.match.over and self.match.state.decider is not None and len(self.match.state.options) == 1:
            decision = self.match.decision
            if span == self.failed_at and decision.player == wanted:
                key = self.evaluate(scenario_key(self.elaborator, choice, Scope(scenario=True)))
                if self.index_of(self.match, key) is not None:
                    raise ForcedStep(f"; `{key}` was the one option, so it was taken without asking, and is no step")
            self.match.choose(0)
        super().step(player, choice, span)


def forced_choice(runner: Runner, failed: Failed) -> str:
    """Why a step was not asked, if it was because there was no other option."""
    try:
        if any(span == failed.span for _, _, span in runner.steps()):
            AskingRunner(runner, failed.span).play()
    except ForcedStep as forced:
        return str(forced)
    except (Failed, RulelangError, *IMPOSSIBLE):
        return ""  # played otherwise, it goes another way: nothing is known then
    return ""
