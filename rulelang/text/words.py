"""Names and texts: the key of a value for programs, and words for people in their language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import PASS, WindowOption
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Forms, Kind, Member, Zone
from rulelang.model.expressions import Local
from rulelang.model.proofs.bookkeeping import bookkeeping
from rulelang.model.types import FLAG, MONEY, NUMBER, TEXT, Action, Entity, Flag, Many, Number, Type, strip
from rulelang.play import values
from rulelang.play.keys import Keys, pass_word
from rulelang.play.sayings import Sayings
from rulelang.play.values import Label, Value
from rulelang.syntax.holes import filled
from rulelang.text.forms import form
from rulelang.text.phrasebook import LARGE, book, parted
from rulelang.text.template import said


class Words:
    """Texts for the values of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        self.keys = program.once(Keys)
        self.sayings = program.once(Sayings)
        self._zones: dict[str, tuple[Zone, int | None]] = {}
        self._numbers: dict[Kind, dict[str, int]] = {}

    @cached_property
    def bookkeeping(self) -> frozenset[Field]:
        """Fields that nobody wants to see on the table."""
        return bookkeeping(self.world)

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

    def bent(self, forms: Sequence[str], type_: Type, value: Any, called: str, language: str) -> str:
        """The form that something asks for; it is called by a word, which has a gender."""
        asked = bool(value) if isinstance(strip(type_), Flag) else value
        return form(forms, asked, type_, self.word(type_, called, language), language)

    def word(self, type_: Type, called: str, language: str) -> Forms | None:
        """The word that a thing is called by, with its forms: that of the member itself, else that of its kind."""
        plain = strip(type_)
        if not isinstance(plain, Entity):
            return None
        known = self.world.forms.get(language, {})
        own, kind = known.get(called), known.get(plain.kind.root.labels.get(language, ""))
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
        return own.get(text) or book(language).phrases.get(text, text)

    def speaks(self, language: str) -> bool:
        return language in self.world.translations or language in self.world.labels

    def player(self, number: int | None, language: str = "en") -> str:
        if number is None:
            return self.translate("chance", language)
        return self.text(Entity(self.world.player), number, language)

    # ---- options ------------------------------------------------------------------------------------------

    def option_text(self, number: int, state: Any, value: Any, language: str) -> str:
        saying = self.sayings.option(number, state, value)
        return said(self, saying, language) if saying is not None else self.answer_text(number, value, language)

    def option_cost(self, number: int, state: Any, value: Any) -> tuple[int, s.Cost] | None:
        """What an option costs, and of what; nothing if its author does not say, or nothing has to be given."""
        point = self.program.answers.points[number]
        if value is PASS or isinstance(value, WindowOption) or not isinstance(point, s.Choose):
            return None
        cost, amount = point.answer(value).cost, self.sayings.cost(number, state, value)
        return None if cost is None or amount is None else (amount, cost)

    def cost_text(self, amount: int, cost: s.Cost, language: str) -> str:
        """`3 gems`, `15,000`."""
        type_ = strip(cost.amount.type)
        said = self.number(amount, language, isinstance(type_, Number) and type_.money)
        return f"{said} {self.translate(cost.unit, language)}" if cost.unit else said

    def answer_text(self, number: int, value: Any, language: str) -> str:
        """An option by its values alone."""
        point = self.program.answers.points[number]
        if value is PASS:
            return self.translate(pass_word(point), language)
        labels, parts = self.keys.answer(point, value)
        return self.named(labels, parts, language)

    def named(self, labels: Iterable[Label], parts: Iterable[tuple[Type, Any]], language: str) -> str:
        """What was chosen, with the names of the window or way it was chosen for in front."""
        names = [self.label(dict(label.texts), label.name, language) for label in labels]
        chosen = ", ".join(self.text(type_, part, language) for type_, part in parts)
        return ": ".join([*names, chosen] if chosen or not names else names)

    # ---- values as data -----------------------------------------------------------------------------------

    def value_text(self, value: Value, language: str) -> str:
        """A value that is known by its key."""
        return self.text(*self.typed(value, language), language)

    def typed(self, value: Value, language: str) -> tuple[Type, Any]:
        """A value that is known by its key, as the rules have it; what is hidden as a word for it."""
        kind = self.world.kinds.get(value.sort)
        if value.is_hidden:
            return TEXT, self.translate("a card" if kind is not None else "something", language)
        if kind is not None:
            return Entity(kind), self.number_of(kind, str(value.key))
        match value.sort:
            case values.LIST:
                items = [self.typed(item, language) for item in value.items]
                return Many(items[0][0] if items else TEXT), [item for _, item in items]
            case values.NUMBER | values.FLAG:
                return (NUMBER if value.sort == values.NUMBER else FLAG), value.key
            case values.MONEY:
                return MONEY, value.key
            case values.ACTION:
                rule = self.world.rules.get(str(value.key))
                return Action(), rule.index if rule is not None else value.key
            case values.WORD:
                return TEXT, self.translate(str(value.key), language)
        return TEXT, value.key

    def zone(self, key: str) -> tuple[Zone | None, int | None]:
        """A zone by its key, and the member it belongs to; nothing for the box."""
        if not self._zones:
            self._zones = {self.keys.zone(number): found for number, found in self.keys.zones.items()}
        return self._zones.get(key, (None, None))

    def number_of(self, kind: Kind, key: str) -> int:
        """A member by its key; of cards that are alike the first."""
        root = kind.root
        if root not in self._numbers:
            self._numbers[root] = {self.keys.member(root, n): n for n in reversed(range(len(root.members)))}
        return self._numbers[root][key]

    # ---- questions ------------------------------------------------------------------------------------------

    def prompt(self, number: int, state: Any, language: str) -> str:
        point = self.program.answers.points[number]
        if isinstance(point, Kind):
            return self.translate(f"The next card of {self.label(point.labels, point.name, language)}", language)
        if isinstance(point, s.OfferWindow):
            return self.translate("Anything else?", language)
        if point.prompt is not None:
            return said(self, self.sayings.prompt(number, state), language)
        return self.plain_prompt(point, language)

    def asked_about(self, number: int, state: Any) -> frozenset[str]:
        """Ids of the members that the author's question speaks of."""
        point = self.program.answers.points[number]
        values = self.sayings.prompt(number, state).values if getattr(point, "prompt", None) is not None else ()
        plain = ((strip(type_), value) for type_, value in values)
        return frozenset(
            self.keys.id_of(type_.kind, value)
            for type_, value in plain
            if isinstance(type_, Entity) and value is not None
        )

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
