"""Texts of the author with what fills their holes: prompts, the texts of options, reasons.

What they say in a language is the business of `text`; here they are found and filled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import NOTHING_FORCED, PASS, WindowOption
from rulelang.model import statements as s
from rulelang.model.declarations import Window
from rulelang.model.expressions import Expression, Local
from rulelang.model.types import Type


@frozen
class Saying:
    """What was written, and what its holes held when it was asked for; for a window, its label comes first."""

    text: s.Text
    values: tuple[tuple[Type, Any], ...] = ()
    window: Window | None = None


Env = dict[Local, str]
Filler = Callable[[Any, Sequence[Any], Sequence[Any]], Any]


class Sayings:
    """Texts of the decisions of one program; the functions that fill their holes are made once each."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._fillers: dict[Expression, Filler] = {}

    def prompt(self, number: int, state: Any) -> Saying:
        """How the author asks for a decision."""
        return self.of_decision(number, "prompt", state)

    def of_decision(self, number: int, name: str, state: Any) -> Saying:
        """A text of a decision, with what its holes hold now."""
        return self.filled(getattr(self.program.answers.points[number], name), (), self.in_frame(number), state)

    def option(self, number: int, state: Any, value: Any) -> Saying | None:
        """How the author calls an option; nothing if he does not say."""
        point = self.program.answers.points[number]
        if value is PASS:
            named = isinstance(point, s.Choose) and point.passing is not None
            return self.of_decision(number, "passing", state) if named else None
        choice = self.chosen_in(point, value)
        if choice is None:
            return None
        answer = choice.answer(value.value if isinstance(value, WindowOption) else value)
        if answer.text is None:
            return None
        if isinstance(value, WindowOption):
            return self.of_window(choice, value, state)
        return self.filled(answer.text, answer.pairs, self.in_frame(number), state)

    def cost(self, number: int, state: Any, value: Any) -> int | None:
        """What an option costs; nothing if that is not said."""
        answer = self.program.answers.points[number].answer(value)
        if answer.cost is None:
            return None
        env = self.with_chosen(self.in_frame(number), answer.pairs)
        frame = state.stack[-1] if state.stack else []
        return int(self.filler(answer.cost.amount, env)(state, frame, [part for _, part in answer.pairs]))

    def chosen_in(self, point: Any, value: Any) -> s.Choose | None:
        """The choice that an option belongs to: the decision itself, or the first of a window."""
        if isinstance(value, WindowOption):
            choice = s.first_choice(self.program.world.windows[value.window].rule.body)
            return choice if value.value is not NOTHING_FORCED else None
        return point if isinstance(point, s.Choose) and value is not PASS else None

    def in_frame(self, number: int) -> Env:
        """Where the names that a decision speaks of are kept."""
        return {local: f"f[{slot}]" for local, slot in self.program.module.point_slots[number].items()}

    def of_window(self, choice: s.Choose, option: WindowOption, state: Any) -> Saying:
        """The text of a window's option: its rule has no frame yet, so what it names first is made here."""
        window = self.program.world.windows[option.window]
        answer = choice.answer(option.value)
        values = list(option.arguments)
        env = {local: f"f[{n}]" for n, local in enumerate(window.rule.parameters)}
        for local, e in named_before(window, choice):
            values.append(self.filler(e, env)(state, values, ()))
            env[local] = f"f[{len(values) - 1}]"
        return self.filled(answer.text, answer.pairs, env, state, values, window)

    def filled(
        self,
        text: s.Text | None,
        pairs: Sequence[tuple[s.Binder, Any]],
        env: Env,
        state: Any,
        frame: Sequence[Any] | None = None,
        window: Window | None = None,
    ) -> Saying:
        assert text is not None
        if frame is None:
            frame = state.stack[-1] if state.stack else []
        env = self.with_chosen(env, pairs)
        chosen = [value for _, value in pairs]
        made = [(hole.type, self.filler(hole, env)(state, frame, chosen)) for hole in text.holes]
        return Saying(text, tuple(made), window)

    def with_chosen(self, env: Env, pairs: Sequence[tuple[s.Binder, Any]]) -> Env:
        """With the names of what was chosen."""
        return env | {binder.local: f"x[{index}]" for index, (binder, _) in enumerate(pairs)}

    def filler(self, e: Expression, env: Env) -> Filler:
        """The value of an expression as a function of the state, a frame and what is chosen."""
        if e not in self._fillers:
            self._fillers[e] = self.program.evaluator(e, env)
        return self._fillers[e]


def named_before(window: Window, choice: s.Choose) -> list[tuple[Local, Expression]]:
    """What a window names in front of its first choice."""
    before = window.rule.body[: window.rule.body.index(choice)]
    return [(x.local, x.value) for x in before if isinstance(x, s.Let)]
