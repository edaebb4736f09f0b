"""One question about the open decision: what is meant by it, and why it is not among the options.

What may be asked about is what the decision considered: everything its binders go over, its ways, the
windows that might be open; or a rule with arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from attrs import evolve

from rulelang.backends.python.runtime import WindowOption
from rulelang.core.agreed import NOBODYS_TURN
from rulelang.errors import UsageError
from rulelang.explain.answer import WhyNot, answer
from rulelang.explain.conditions import Failure, plain
from rulelang.explain.needs import NOTHING, Reasons
from rulelang.model import statements as s
from rulelang.model.declarations import Kind, Rule, Window
from rulelang.model.expressions import Local
from rulelang.model.types import Action, Entity, Flag, Maybe, Number, Type, strip
from rulelang.model.visit import free_locals
from rulelang.play.evaluate import ERRORS, Env
from rulelang.play.position import Position
from rulelang.source import NOWHERE
from rulelang.text.words import Words

MOST = 20_000
NOTHING_LEFT = "there would be nothing left to choose here"


class Question:
    """One question about the open decision, by the player who decides."""

    def __init__(self, position: Position, words: Words, language: str) -> None:
        self.state = position.state
        self.words = words
        self.language = language
        self.asker: int | None = self.state.decider
        self.reasons = Reasons(words, self.state, self.asker, language=language)

    def about(self, *asked: Any) -> WhyNot:
        name = self.words.keys.spelled(" ".join(map(str, asked)))
        if self.state.over:
            return WhyNot(name, self.translate("the match is over"))
        rule = self.words.world.rules.get(str(asked[0]))
        if rule is not None and len(asked) > 1:
            return self.about_rule(rule, name, asked[1:])
        if self.is_offered(name):
            return WhyNot(name, self.translate("it is offered"), is_offered=True)
        failure = self.about_option(name)
        if failure is None and rule is not None:
            return self.about_rule(rule, name, ())
        return answer(self.words, self.language, name, failure or self.not_considered(name))

    def translate(self, text: str) -> str:
        return self.words.translate(text, self.language)

    def is_offered(self, name: str) -> bool:
        point, options = self.state.point, self.state.options

        def text(number: int) -> str:
            return self.words.option_text(point, self.state, options[number], self.language)

        return pick(name, self.words.keys.options(self.state), text) is not None or any(
            isinstance(option, WindowOption) and name in self.names(self.words.world.windows[option.window])
            for option in options
        )

    def names(self, window: Window) -> tuple[str, str]:
        return window.name, self.words.label(window.labels, window.name, self.language)

    # ---- a rule -----------------------------------------------------------------------------------------

    def about_rule(self, rule: Rule, name: str, given: tuple[Any, ...]) -> WhyNot:
        if len(given) != len(rule.parameters):
            wanted = ", ".join(f"{p.name}: {p.type}" for p in rule.parameters) or "nothing"
            raise UsageError(f"`{rule.name}` takes {wanted}; {len(given)} given")
        values = [self.argument(rule, p, v) for p, v in zip(rule.parameters, given, strict=True)]
        env = Env().bind_all(rule.parameters, values, [True] * len(values))
        try:
            failure = self.reasons.rule(rule, env)
        except ERRORS:
            failure = plain("the rule says nothing about this", rule.span, rule.cites)
        if failure is None:
            return WhyNot(name, self.translate("nothing stands against it"), is_offered=True)
        return answer(self.words, self.language, name, failure)

    def argument(self, rule: Rule, parameter: Local, given: Any) -> Any:
        """A value for a parameter, by its key."""
        found = self.parsed(parameter.type, given)
        if found is None and not (isinstance(parameter.type, Maybe) and str(given) == "none"):
            wanted = strip(parameter.type)
            raise UsageError(f"`{given}` is no {wanted}, which `{rule.name}` takes as `{parameter.name}`")
        return found

    def parsed(self, type_: Type, given: Any) -> Any:
        kind = strip(type_)
        text = str(given)
        if isinstance(kind, Entity):
            return self.member(kind.kind, given)
        if isinstance(kind, Number):
            return int(text) if text.lstrip("-").isdigit() else None
        if isinstance(kind, Flag):
            return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower())
        if isinstance(kind, Action) and text in self.words.world.rules:
            return self.words.world.rules[text].index
        return None

    def member(self, kind: Kind, given: Any) -> int | None:
        """A member by key, by the end of its key (the asker's own first), or by number."""
        if isinstance(given, int):
            return given if given in kind.ids else None
        keys = {n: kind.root.members[n].key for n in kind.ids}
        ends = [n for n, key in keys.items() if key == given or key.endswith(f".{given}")]
        own = [n for n in ends if self.reasons.sight.owner(kind, n) == self.asker]
        exact = [n for n in ends if keys[n] == given]
        return next(iter(exact or own or ends), None)

    # ---- an option --------------------------------------------------------------------------------------

    def about_option(self, name: str) -> Failure | None:
        """Why an option is not there; nothing if the decision never considered it."""
        point = self.words.program.answers.points[self.state.point]
        if name == "pass" and isinstance(point, s.Choose):
            return plain("this choice must be made", point.span, point.cites)
        if isinstance(point, s.Choose) and self.asker is not None:
            env = self.frame_env(point)
            failure = self.about_way(point, env, name) if point.ways else self.about_choice(point, env, name)
            if failure is not None:
                return failure
        return self.about_window(name)

    def frame_env(self, point: s.Choose) -> Env:
        """The names that the decision sees, as they are kept in its frame."""
        frame = self.state.stack[-1]
        slots = self.words.program.module.point_slots[self.state.point]
        env = Env()
        for local in free_locals([*point.binders, *point.ways]):
            if local in slots:
                value = frame[slots[local]]
                env = env.bind(local, value, self.is_known(local, value))
        return env

    def is_known(self, local: Local, value: Any) -> bool:
        kind = strip(local.type)
        if local not in self.reasons.knowledge.closed:
            return True
        if not isinstance(kind, Entity) or value is None or kind.kind.root.box < 0:
            return False
        return self.reasons.sight.sees_card(self.state, kind.kind, value, self.asker)

    def about_way(self, point: s.Choose, env: Env, name: str) -> Failure | None:
        found = [each for number in range(len(point.ways)) for each in self.of_way(point, number, env)]
        keys = [self.words.keys.option(point, value) for value, _, _ in found]
        picked = pick(name, keys, lambda n: self.text(found[n][0]))
        if picked is None:
            picked = next((n for n, (_, way, _) in enumerate(found) if way.name == name), None)
        if picked is None:
            way = next((way for way in point.ways if way.name == name), None)
            return None if way is None else plain(NOTHING, way.span, way.cites)
        _, way, there = found[picked]
        failure = self.cited(self.against_way(way, env, there), point)
        return failure or plain("it can not be done now", way.span, way.cites)

    def of_way(self, point: s.Choose, number: int, env: Env) -> Iterator[tuple[Any, s.Way, Env]]:
        """All options that a way considers, each with what its names stand for."""
        way, is_parametrised = point.ways[number], point.is_parametrised
        if way.binders and any(not self.reasons.knows(b.source, env) for b in way.binders[:1]):
            return
        for there in self.considered(way.binders, env):
            chosen = tuple(there.bound[binder.local].value for binder in way.binders)
            yield ((number, *chosen) if is_parametrised else number), way, there

    def against_way(self, way: s.Way, env: Env, there: Env) -> Failure | None:
        """What stands against one option of a way."""
        if way.guard is None or self.reasons.value(way.guard, env):
            failure = self.failing(way.binders, env, there)
            if failure is not None:
                return failure
        return self.reasons.way(way, there)

    def about_choice(self, point: s.Choose, env: Env, name: str) -> Failure | None:
        if any(not self.reasons.knows(b.source, env) for b in point.binders[:1]):
            return Failure(is_hidden=True)
        considered = list(self.considered(point.binders, env))
        values = [self.chosen(point, e) for e in considered]
        keys = [self.words.keys.option(point, value) for value in values]
        number = pick(name, keys, lambda n: self.text(values[n]))
        if number is None:
            return None
        failure = self.cited(self.failing(point.binders, env, considered[number]), point)
        return failure or plain("it is not to be chosen any more", point.span, point.cites)

    def considered(self, binders: tuple[s.Binder, ...], env: Env) -> Iterator[Env]:
        """Everything that binders go over, whatever their conditions say."""
        envs = [env]
        for binder in binders:
            envs = [inner for e in envs for inner in self.items(binder, e)][:MOST]
        yield from envs

    def items(self, binder: s.Binder, env: Env) -> list[Env]:
        try:
            return list(self.reasons.items(binder, env))
        except ERRORS:
            return []

    def chosen(self, point: s.Choose, env: Env) -> Any:
        values = tuple(env.bound[b.local].value for b in point.binders)
        return values[0] if len(values) == 1 else values

    def text(self, value: Any) -> str:
        try:
            return self.words.option_text(self.state.point, self.state, value, self.language)
        except ERRORS:
            return self.words.answer_text(self.state.point, value, self.language)

    def failing(self, binders: tuple[s.Binder, ...], env: Env, wanted: Env) -> Failure | None:
        """The condition of the binders that does not let a combination through."""
        env = Env({**env.bound, **wanted.bound})
        conditions = tuple(b.where for b in binders if b.where is not None)
        if all(self.reasons.value(c, env) for c in conditions):
            return None
        return self.reasons.first_of(conditions, env)

    def cited(self, failure: Failure | None, point: s.Choose) -> Failure | None:
        """A failure; if it cites nothing itself, it cites what the decision cites."""
        if failure is None or failure.is_hidden or failure.cites:
            return failure
        return evolve(failure, cites=self.reasons.citations.of(point))

    def refused(self, most: int) -> Iterator[tuple[str, WhyNot]]:
        """What the decision considers and does not offer, in words, with the reason; so many at most."""
        point = self.words.program.answers.points[self.state.point]
        if not isinstance(point, s.Choose) or self.asker is None:
            return
        env, offered = self.frame_env(point), {self.words.keys.option(point, value) for value in self.state.options}
        for value, failure in islice(self.failures(point, env), most):
            name = self.words.keys.option(point, value)
            if failure is not None and name not in offered:
                yield self.text(value), answer(self.words, self.language, name, self.cited(failure, point) or failure)

    def failures(self, point: s.Choose, env: Env) -> Iterator[tuple[Any, Failure | None]]:
        """Everything that a decision considers, with what stands against it."""
        if point.ways:
            for number in range(len(point.ways)):
                for value, way, there in self.of_way(point, number, env):
                    yield value, self.against_way(way, env, there)
        elif all(self.reasons.knows(b.source, env) for b in point.binders[:1]):
            for there in self.considered(point.binders, env):
                yield self.chosen(point, there), self.failing(point.binders, env, there)

    # ---- a window ---------------------------------------------------------------------------------------

    def about_window(self, name: str) -> Failure | None:
        for window in self.words.world.windows:
            called, label = self.names(window)
            if name in (called, label) or name.startswith((f"{called} ", f"{label}: ")):
                return self.closed(window) or self.inside_window(window)
        return None

    def closed(self, window: Window) -> Failure | None:
        point = self.words.program.answers.points[self.state.point]
        is_turn = self.state.window < NOBODYS_TURN
        if self.asker is None or not is_turn or self.asker != getattr(self.state, self.reasons.actor_slot):
            return plain("it is for the player whose turn it is", window.span)
        if self.state.window or (isinstance(point, s.Choose) and point.uninterrupted):
            return plain("this decision can not be interrupted", window.span)
        return None

    def inside_window(self, window: Window) -> Failure:
        """What stands against using a window, for the first of its cards that the asker holds."""
        env = Env()
        source = window.source
        if source.card is not None and source.title is not None:
            held = self.reasons.evaluator.holders(self.state, source.card, source.title, source.stacks)
            own = [pair for pair in held if pair[0] == self.asker]
            if not own:
                return plain("you do not hold the card", window.span)
            env = env.bind_all(window.rule.parameters, own[0], (True, True))
        if window.guard is not None and not self.reasons.value(window.guard, env):
            return self.reasons.explain(window.guard, env)
        failure, _, _ = self.reasons.body(window.rule.body, env)
        point = self.words.program.answers.points[self.state.point]
        if failure is None and isinstance(point, s.Choose) and self.would_be_open(window, env):
            return plain(NOTHING_LEFT, point.span, point.cites)
        choice = s.first_choice(window.rule.body)
        span = choice.span if choice is not None else window.span
        return failure or plain(NOTHING, span, window.rule.cites)

    def would_be_open(self, window: Window, env: Env) -> bool:
        """Has a window something to offer, if nothing else stands against it?"""
        given = [env.bound[p].value for p in window.rule.parameters]
        offered = self.words.program.window_options(self.words.world.windows.index(window))
        return bool(offered(self.state, *given))

    # ---- what was not considered --------------------------------------------------------------------------

    def not_considered(self, name: str) -> Failure:
        point = self.words.program.answers.points[self.state.point]
        wanted = ", ".join(self.asks_for(point))
        span = getattr(point, "span", NOWHERE)
        return plain(f"`{name}` is not something this decision is about; it asks for {wanted}", span)

    def asks_for(self, point: Any) -> list[str]:
        """What a decision is about, in words."""
        windows = [window.name for window in self.words.world.windows if self.closed(window) is None]
        if isinstance(point, s.Choose) and point.ways:
            return [*(way.name for way in point.ways), *windows]
        if isinstance(point, s.Choose):
            return [*(self.words.kind_label(b.local, self.language) for b in point.binders), *windows]
        return [point.name] if isinstance(point, Kind) else windows


def pick(wanted: str, keys: list[str], text: Callable[[int], str]) -> int | None:
    """The one that is meant: by its whole key, by the end of its key, or by its text."""
    if wanted in keys:
        return keys.index(wanted)
    ends = [n for n, key in enumerate(keys) if key.endswith((f" {wanted}", f".{wanted}"))]
    if len(ends) == 1:
        return ends[0]
    same = [n for n in range(len(keys)) if text(n).lower() == wanted.lower()]
    return same[0] if len(same) == 1 else None
