"""What fills the holes of texts: prompts, and the texts of options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulelang.engine.saying import Saying
from rulelang.model import statements as s
from rulelang.model.declarations import Window
from rulelang.model.expressions import Expression, Local
from rulelang.program.program import Program
from rulelang.program.runtime import WindowOption

Env = dict[Local, str]
Filler = Callable[[Any, Sequence[Any], Sequence[Any]], Any]


class Holes:
    """Fills holes; the functions that do it are made once each."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._fillers: dict[Expression, Filler] = {}

    def saying(self, number: int, name: str, state: Any, value: Any) -> Saying:
        """The text or the prompt of a decision, with what its holes hold now."""
        point: s.Choose = self.program.module.points[number]
        env = {local: f"f[{slot}]" for local, slot in self.program.module.point_slots[number].items()}
        frame = state.stack[-1] if state.stack else []
        return self.filled(getattr(point, name), point, env, (state, frame, value))

    def window_saying(self, choice: s.Choose, option: WindowOption, state: Any) -> Saying:
        """The text of a window's option: its rule has no frame yet, so what it names first is made here."""
        window = self.program.world.windows[option.window]
        assert choice.text is not None
        values = list(option.arguments)
        env = {local: f"f[{n}]" for n, local in enumerate(window.rule.parameters)}
        for local, e in named_before(window, choice):
            values.append(self.filler(e, env)(state, values, ()))
            env[local] = f"f[{len(values) - 1}]"
        return self.filled(choice.text, choice, env, (state, values, option.value), window)

    def filled(
        self, text: s.Text, choice: s.Choose, env: Env, given: tuple[Any, Any, Any], window: Window | None = None
    ) -> Saying:
        state, frame, value = given
        chosen = (value,) if len(choice.binders) == 1 else value
        env |= {binder.local: f"x[{index}]" for index, binder in enumerate(choice.binders)}
        holes = [piece for piece in text.pieces if not isinstance(piece, str)]
        made = [(piece.type, self.filler(piece, env)(state, frame, chosen)) for piece in holes]
        return Saying(text, tuple(made), window)

    def filler(self, e: Expression, env: Env) -> Filler:
        """The value of an expression as a function of the state, a frame and what is chosen."""
        if e not in self._fillers:
            self._fillers[e] = self.program.evaluator(e, env)
        return self._fillers[e]


def named_before(window: Window, choice: s.Choose) -> list[tuple[Local, Expression]]:
    """What a window names in front of its first choice."""
    before = window.rule.body[: window.rule.body.index(choice)]
    return [(x.local, x.value) for x in before if isinstance(x, s.Let)]
