"""Names and texts: the key of a value for programs, and words for people in their language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import NOTHING_FORCED, PASS, WindowOption
from rulelang.core.information import Knowledge
from rulelang.explain.evaluate import Evaluator
from rulelang.model import statements as s
from rulelang.model.citations import Citations
from rulelang.model.declarations import Field, Forms, Kind, Member, Value
from rulelang.model.expressions import CallValue, Local, ReadLocal
from rulelang.model.proofs.bookkeeping import bookkeeping
from rulelang.model.types import Action, Entity, Flag, Many, Number, Type, strip
from rulelang.play.keys import Keys
from rulelang.syntax.holes import filled
from rulelang.text.forms import form
from rulelang.text.holes import Holes
from rulelang.text.phrasebook import LARGE, PHRASES, parted
from rulelang.text.template import Saying
from rulelang.visibility.permissions import Sight


class Words:
    """Keys and texts for the values of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        self.keys = program.once(Keys)
        self.holes = Holes(program)
        self._calls: dict[Value, CallValue] = {}

    def call(self, value: Value) -> CallValue:
        """A value asked for its own parameters: one expression, of which one function is made."""
        if value not in self._calls:
            read = tuple(ReadLocal(parameter, parameter.type) for parameter in value.parameters)
            self._calls[value] = CallValue(value, read, value.type)
        return self._calls[value]

    @property
    def sight(self) -> Sight:
        """Who may see what in this program."""
        return self.program.once(Sight)

    @cached_property
    def bookkeeping(self) -> frozenset[Field]:
        """Fields that nobody wants to see on the table."""
        return bookkeeping(self.world)

    @cached_property
    def knowledge(self) -> Knowledge:
        """Which expressions rest on what may be seen."""
        return Knowledge(self.world, self.sight.is_secret)

    @cached_property
    def evaluator(self) -> Evaluator:
        """Values of expressions, for whoever asks why."""
        return Evaluator(self.program)

    @cached_property
    def citations(self) -> Citations:
        """The printed rules behind each statement."""
        return Citations(self.world.rules.values())

    # ---- single values ------------------------------------------------------------------------------------

    def text(self, type_: Type, value: Any, language: str = "en") -> str:
        """A value in words."""
        if value is None:
            return self.translate("none", language)
        plain = strip(type_)
        if isinstance(plain, Entity):
            return self.member_text(plain.kind.root.members[value], language)
        if isinstance(plain, Flag) or isinstance(value, bool):
            return self.translate("yes" if value else "no", language)
        if isinstance(plain, Action):
            rule = self.keys.rule(value)
            return self.label(rule.labels, rule.name, language) if rule is not None else str(value)
        if isinstance(plain, Many):
            return ", ".join(self.text(plain.inner, v, language) for v in value) or self.translate("nothing", language)
        return self.number(value, language, plain.money) if isinstance(plain, Number) else str(value)

    def number(self, value: int, language: str, is_money: bool = False) -> str:
        """A number for people: thousands are parted in money, and in all that have five digits or more."""
        spoken = language if self.speaks(language) else "en"
        return parted(value, spoken) if is_money or abs(value) >= LARGE else str(value)

    def member_text(self, member: Member, language: str) -> str:
        """The label of a member; one that is made of columns is filled with the labels of what stands in them."""
        made = member.made_label(language)
        if made is None:
            return member.labels.get(language) or member.labels.get("en") or member.key
        parts = {hole: self.text(type_, value, language) for hole, type_, value in made.holes}
        return filled(self.translate(made.text, language), lambda hole: parts.get(hole.about))

    def bent(self, forms: Sequence[str], type_: Type, value: Any, said: str, language: str) -> str:
        """The form that something asks for; it is called by a word, which has a gender."""
        asked = bool(value) if isinstance(strip(type_), Flag) else value
        return form(forms, asked, type_, self.word(type_, said, language), language)

    def word(self, type_: Type, said: str, language: str) -> Forms | None:
        """The word that a thing is called by, with its forms: that of the member itself, else that of its kind."""
        plain = strip(type_)
        if not isinstance(plain, Entity):
            return None
        known = self.world.forms.get(language, {})
        own, kind = known.get(said), known.get(plain.kind.root.labels.get(language, ""))
        return own if own is not None and own.article else kind or Forms(None, None)

    def label(self, labels: dict[str, str], name: str, language: str) -> str:
        """The author's label; labels of a mechanism are translated like any other text."""
        plain = name.rsplit(".", maxsplit=1)[-1].replace("_", " ").capitalize()
        return labels.get(language) or self.translate(labels.get("en") or plain, language)

    def translate(self, text: str, language: str) -> str:
        """A text in a language that the game speaks; else as it is."""
        if not self.speaks(language):
            return text
        own = self.world.translations.get(language, {})
        return own.get(text) or PHRASES.get(language, {}).get(text, text)

    def speaks(self, language: str) -> bool:
        return language in self.world.translations or language in self.world.labels

    def player(self, number: int | None, language: str = "en") -> str:
        if number is None:
            return self.translate("chance", language)
        return self.text(Entity(self.world.player), number, language)

    # ---- options ------------------------------------------------------------------------------------------

    def option_text(self, number: int, state: Any, value: Any, language: str) -> str:
        saying = self.option_saying(number, state, value)
        return saying.said(self, language) if saying is not None else self.answer_text(number, value, language)

    def option_saying(self, number: int, state: Any, value: Any) -> Saying | None:
        """How the author calls this option; nothing if he does not say."""
        point = self.program.module.points[number]
        if value is PASS:
            named = isinstance(point, s.Choose) and point.passing is not None
            return self.holes.saying(number, "passing", state) if named else None
        choice = self.chosen_in(self.program.module.points[number], value)
        plain = value.value if isinstance(value, WindowOption) else value
        if choice is None or choice.answer(plain).text is None:
            return None
        if isinstance(value, WindowOption):
            return self.holes.window_saying(choice, value, state)
        return self.holes.option_saying(number, state, value)

    def option_cost(self, number: int, state: Any, value: Any) -> tuple[int, s.Cost] | None:
        """What an option costs, and of what; nothing if its author does not say, or nothing has to be given."""
        point = self.program.module.points[number]
        if value is PASS or isinstance(value, WindowOption) or not isinstance(point, s.Choose):
            return None
        cost, amount = point.answer(value).cost, self.holes.cost(number, state, value)
        return None if cost is None or amount is None else (amount, cost)

    def cost_text(self, amount: int, cost: s.Cost, language: str) -> str:
        """`3 gems`, `15,000`."""
        type_ = strip(cost.amount.type)
        said = self.number(amount, language, isinstance(type_, Number) and type_.money)
        return f"{said} {self.translate(cost.unit, language)}" if cost.unit else said

    def chosen_in(self, point: Any, value: Any) -> s.Choose | None:
        """The choice that an option belongs to: the decision itself, or the first of a window."""
        if isinstance(value, WindowOption):
            choice = s.first_choice(self.world.windows[value.window].rule.body)
            return choice if value.value is not NOTHING_FORCED else None
        return point if isinstance(point, s.Choose) and value is not PASS else None

    def answer_text(self, number: int, value: Any, language: str) -> str:
        """An option by its values alone."""
        point = self.program.module.points[number]
        if value is PASS:
            word = "done" if isinstance(point, s.OfferWindow) else "pass"
            return self.translate(word, language)
        if isinstance(value, WindowOption):
            return self.window_text(value, language)
        if isinstance(point, Kind):
            return self.text(Entity(point), value, language)
        return self.plain_text(point, value, language)

    def plain_text(self, point: s.Choose, value: Any, language: str) -> str:
        answer = point.answer(value)
        said = ", ".join(self.text(binder.local.type, part, language) for binder, part in answer.pairs)
        if answer.way is None:
            return said
        label = self.label(answer.way.labels, answer.way.name, language)
        return f"{label}: {said}" if said else label

    def window_text(self, option: WindowOption, language: str) -> str:
        window = self.world.windows[option.window]
        label = self.label(window.labels, window.name, language)
        choice = s.first_choice(window.rule.body)
        if option.value is NOTHING_FORCED or choice is None:
            return label
        return f"{label}: {self.plain_text(choice, option.value, language)}"

    # ---- questions ------------------------------------------------------------------------------------------

    def prompt(self, number: int, state: Any, language: str) -> str:
        point = self.program.module.points[number]
        if isinstance(point, Kind):
            return self.translate(f"The next card of {self.label(point.labels, point.name, language)}", language)
        if isinstance(point, s.OfferWindow):
            return self.translate("Anything else?", language)
        if point.prompt is not None:
            return self.holes.saying(number, "prompt", state).said(self, language)
        return self.plain_prompt(point, language)

    def plain_prompt(self, point: s.Choose, language: str) -> str:
        """What is asked, without the author's words."""
        if point.ways:
            return self.translate("What do you do?", language)
        names = [self.kind_label(b.local, language) for b in point.binders]
        return self.translate("Choose", language) + " " + ", ".join(names)

    def kind_label(self, local: Local, language: str) -> str:
        kind = strip(local.type)
        if isinstance(kind, Entity):
            labels = kind.kind.labels
            return labels.get(language) or labels.get("en") or kind.kind.name.replace("_", " ")
        return local.name.replace("_", " ")
