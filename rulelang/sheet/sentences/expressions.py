"""Expressions in plain words.

A name that a rule binds is told by its kind ("the tile"), the one whose turn it is as "you", and what a
comparison runs over as "it". An `Env` says which of these a bound name is at the moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from attrs import field, frozen

from rulelang.model import expressions as m
from rulelang.model.declarations import Field, Kind, Rule, Value
from rulelang.model.expressions import Expression, Local
from rulelang.model.simplify import negated, settle
from rulelang.model.types import NUMBER, Action, Entity, Flag, Many, Number, Type, strip
from rulelang.sheet.document import Text, joined, words
from rulelang.sheet.names import Names, spaced, with_article
from rulelang.sheet.phrases import Phrases

Person = Literal["noun", "you", "it", "it_named", "long"]
LOWEST, SUM, PRODUCT = 0, 1, 2


@frozen
class Bound:
    """How a name is told: its words, and how something that belongs to it is told."""

    text: Text
    person: Person = "noun"


@frozen
class Env:
    """The names bound at a place."""

    bound: Mapping[Local, Bound] = field(factory=dict)

    def bind(self, local: Local, bound: Bound) -> Env:
        return Env({**self.bound, local: bound})

    def only(self, names: Iterable[Local]) -> Env:
        """Without the names that are not needed any more."""
        kept = set(names)
        return Env({local: bound for local, bound in self.bound.items() if local in kept})

    def is_taken(self, text: Text) -> bool:
        return any(bound.text == text for bound in self.bound.values())

    @property
    def has_it(self) -> bool:
        return any(bound.person in ("it", "it_named") for bound in self.bound.values())


NOBODY = Env()


class Expressions:
    """Puts expressions of one world into words.

    `anchors` says where rules and values are told, `titles` what blocks that have members are called.
    """

    def __init__(self, names: Names, phrases: Phrases, anchors: Mapping[str, str], titles: Mapping[str, str]) -> None:
        self.names = names
        self.titles = titles
        self.world = names.world
        self.phrases = phrases
        self.anchors = anchors
        self.say = phrases.say

    # ---- names --------------------------------------------------------------------------------------------

    def introduce(self, local: Local, env: Env) -> tuple[Text, Env]:
        """A new name: the words it is introduced by (without an article), and the names with it."""
        kind = strip(local.type)
        if isinstance(kind, Entity):
            noun = words(self.names.kind(kind.kind))
            the = self.say("the {noun}", noun=noun)
            if not env.is_taken(the):
                return noun, env.bind(local, Bound(the))
            named = joined((noun, self.variable(local)), " ")
            return named, env.bind(local, Bound(self.say("the {noun}", noun=named), "long"))
        return self.variable(local), env.bind(local, Bound(self.variable(local), "long"))

    def variable(self, local: Local) -> Text:
        return words(local.name.replace("_", " "), "term")

    def it(self, local: Local, env: Env) -> tuple[Text, Env]:
        """A name in a short condition: "it", unless something else is "it" already; and what it is a name for."""
        kind = strip(local.type)
        if not isinstance(kind, Entity):
            return self.introduce(local, env)
        noun = words(self.names.kind(kind.kind))
        if env.has_it:
            named = joined((noun, self.variable(local)), " ")
            return named, env.bind(local, Bound(self.say("the {noun}", noun=named), "long"))
        if kind.kind is self.world.player:
            return noun, env.bind(local, Bound(self.say("that {noun}", noun=noun), "it_named"))
        return noun, env.bind(local, Bound(self.say("it"), "it"))

    def is_you(self, e: Expression, env: Env) -> bool:
        if isinstance(e, m.ReadLocal):
            bound = env.bound.get(e.local)
            return bound is not None and bound.person == "you"
        return isinstance(e, m.ReadField) and e.field is self.world.fields.get("actor")

    def bound_to(self, e: Expression, env: Env) -> Bound:
        """An expression as something that a name stands for."""
        if self.is_you(e, env):
            return Bound(self.say("you"), "you")
        if isinstance(e, m.ReadLocal) and e.local in env.bound:
            return env.bound[e.local]
        return Bound(self.words(e, env), "noun" if isinstance(e, m.Const) else "long")

    def belonging(self, of: Expression, part: Text, env: Env) -> Text:
        """Something that belongs to something: "your coins", "the tile's price", "the price of …"."""
        owner = self.bound_to(of, env)
        if owner.person == "you":
            return self.say("your {part}", part=part)
        if owner.person == "it":
            return self.say("its {part}", part=part)
        if owner.person in ("noun", "it_named"):
            return self.say("{owner}'s {part}", owner=owner.text, part=part)
        return self.say("the {part} of {owner}", owner=owner.text, part=part)

    def link(self, name: str, text: str) -> Text:
        """The name of something that is explained elsewhere on the sheet."""
        target = self.anchors.get(name) or self.anchors.get(name.split(".", maxsplit=1)[0], "")
        return words(text, "plain" if target else "term", target)

    def rule(self, rule: Rule) -> Text:
        owner = rule.name.split(".")[0]
        if rule.name not in self.anchors and owner in self.titles and owner != rule.name:
            said = self.phrases.name(spaced(rule.name))
            return self.say("{owner}: {rule}", rule=words(said), owner=self.link(owner, self.titles[owner]))
        return self.link(rule.name, self.names.rule(rule))

    def called(self, rule: Rule, arguments: tuple[Expression, ...], env: Env) -> Text:
        """A rule with what it is done to."""
        given = joined(self.words(a, env) for a in arguments)
        if not given:
            return self.rule(rule)
        return self.say("{rule} ({arguments})", rule=self.rule(rule), arguments=given)

    # ---- values -------------------------------------------------------------------------------------------

    def words(self, e: Expression, env: Env, rank: int = LOWEST) -> Text:
        """An expression in words; `rank` tells how close what stands around it binds."""
        if isinstance(e.type, Flag) and not isinstance(e, m.Const | m.ReadLocal):
            return self.condition(e, env)
        match e:
            case m.Const():
                return self.constant(e)
            case m.ReadLocal(local):
                return env.bound[local].text if local in env.bound else self.variable(local)
            case m.ReadField():
                return self.read_field(e, env)
            case m.ReadColumn():
                return self.read_column(e, env)
            case m.ReadZone(zone, of):
                name = words(self.names.zone(zone))
                return self.belonging(of, name, env) if of is not None else self.say("the {noun}", noun=name)
            case m.ReadGrid(grid) if grid.group:
                return self.read_group(e, env)
            case m.ReadGrid(grid, row, column):
                keys = joined((self.words(row, env), self.words(column, env)))
                return self.say("the entry of {table} for {keys}", table=self.table(grid.name), keys=keys)
            case m.FindRow(kind, given):
                keys = joined(self.words(k, env) for k in given)
                return self.say("the row of {table} for {keys}", table=self.table(kind.name), keys=keys)
            case m.CallValue(value, arguments):
                return self.called_value(value, arguments, env)
            case m.Function():
                return self.function(e, env)
            case m.Fold():
                return self.fold(e, env)
            case m.Arithmetic() | m.Divide():
                return self.arithmetic(e, env, rank)
            case m.Choice(condition, value, other):
                said = self.say(
                    "{value} if {condition}, otherwise {other}",
                    value=self.words(value, env, SUM),
                    condition=self.condition(condition, env),
                    other=self.words(other, env),
                )
                return self.bracketed(said) if rank else said
            case m.OrElse(value, other):
                if isinstance(other, m.Const) and other.value in (0, None):
                    return self.words(value, env, rank)
                said, instead = self.words(value, env), self.words(other, env)
                return self.say("{value} (if there is none: {other})", value=said, other=instead)
            case m.Range(low, high):
                return self.say("{low} to {high}", low=self.words(low, env), high=self.words(high, env))
            case m.Items(items):
                return joined((self.words(i, env) for i in items), ", ")
            case m.All() | m.Owned():
                return self.group(e, env)
            case m.EffectOf(_, effect, of):
                return self.belonging(
                    of, self.say(effect.replace("_", " ")) if effect == "effect" else words(effect), env
                )
        return self.written(e)

    def written(self, e: Expression) -> Text:
        """What the author wrote, for what no sentence fits."""
        return words(e.span.quoted, "term")

    def bracketed(self, text: Text) -> Text:
        return (*words("("), *text, *words(")"))

    def constant(self, e: m.Const) -> Text:
        if isinstance(e.value, Rule):
            return self.rule(e.value)
        return words(self.names.constant(e.type, e.value))

    def table(self, name: str) -> Text:
        """A table by its label, leading to where it stands."""
        kind = self.world.kinds.get(name)
        owner = name.split(".", maxsplit=1)[0]
        labels = kind.labels if kind is not None and kind.labels else {}
        return self.link(owner, self.titles.get(owner) or self.names.title(labels, owner))

    def read_field(self, e: m.ReadField, env: Env) -> Text:
        if self.is_you(e, env):
            return self.say("you")
        name: Text = words(self.names.field(e.field))
        owner = e.field.name.split(".")[0]
        if owner in self.titles and owner != e.field.name:
            name = self.say("{part} of {owner}", part=name, owner=self.link(owner, self.titles[owner]))
        if e.keys:
            name = self.say("{field} for {keys}", field=name, keys=joined(self.words(k, env) for k in e.keys))
        if e.of is not None:
            return self.belonging(e.of, name, env)
        if e.field.name == "round.number":
            return self.say("the number of the round")
        return self.say("the {noun}", noun=name)

    def read_column(self, e: m.ReadColumn, env: Env) -> Text:
        name = words(self.names.column(e.column))
        if isinstance(e.of, m.FindRow):
            keys = joined(self.words(k, env) for k in e.of.keys)
            return self.say("the {part} in {table} for {keys}", part=name, table=self.table(e.of.kind.name), keys=keys)
        if e.column.kind.sort == "way" and e.column.name in ("from", "to"):
            ends = {"from": "the start of {way}", "to": "the end of {way}"}
            return self.say(ends[e.column.name], way=self.words(e.of, env))
        return self.belonging(e.of, name, env)

    def read_group(self, e: m.ReadGrid, env: Env) -> Text:
        """The cell of a row in the column of a member."""
        name = words(self.names.phrases.name(spaced(e.grid.group)))
        if isinstance(e.row, m.FindRow):
            keys = joined(self.words(k, env) for k in (*e.row.keys, e.column))
            return self.say("the {part} in {table} for {keys}", part=name, table=self.table(e.row.kind.name), keys=keys)
        return self.belonging(e.row, self.say("{field} for {keys}", field=name, keys=self.words(e.column, env)), env)

    def called_value(self, value: Value, arguments: tuple[Expression, ...], env: Env) -> Text:
        name = self.link(value.name, self.names.value(value))
        if not arguments:
            return self.say("the {noun}", noun=name)
        if len(arguments) == 1:
            return self.belonging(arguments[0], name, env)
        return self.say("the {part} of {owner}", part=name, owner=joined(self.words(a, env) for a in arguments))

    def arithmetic(self, e: m.Arithmetic | m.Divide, env: Env, rank: int) -> Text:
        if isinstance(e, m.Divide):
            given = {"left": self.words(e.left, env, PRODUCT), "right": self.words(e.right, env, PRODUCT)}
            said = self.say(QUOTIENTS[e.direction], **given)
            return self.bracketed(said) if rank else said
        own = PRODUCT if e.operator == "*" else SUM
        right = self.words(e.right, env, own + (e.operator == "-"))
        if e.operator == "-" and isinstance(e.left, m.Const) and e.left.value == 0:
            return (*words("−"), *right)
        sign = {"+": " + ", "-": " − ", "*": " × "}[e.operator]
        said = (*self.words(e.left, env, own), *words(sign), *right)
        return self.bracketed(said) if rank > own else said

    # ---- built-in functions -------------------------------------------------------------------------------

    def function(self, e: m.Function, env: Env) -> Text:
        given = [self.words(a, env) for a in e.arguments]
        match e.name, e.arguments:
            case "owner_of", (one,):
                return self.belonging(one, self.say("owner"), env)
            case "count", (items,):
                return self.say("the number of {group}", group=self.group(items, env))
            case "first" | "last" as end, (m.ReadZone() as zone,):
                top = "the top card of {zone}" if end == "first" else "the bottom card of {zone}"
                return self.say(top, zone=self.words(zone, env))
            case "list", (items,):
                return self.group(items, env)
            case "together", (lists,):
                return self.words(lists, env)
            case "min" | "max" as end, (_, _, *_):
                smaller = "the smallest of {items}" if end == "min" else "the largest of {items}"
                parts = [self.words(a, env, SUM) for a in e.arguments]
                return self.say(smaller, items=joined(parts, self.phrases.translate(" and ")))
            case "sum" | "first" | "last" | "min" | "max" as end, (items,):
                return self.say(ENDS[end], group=self.group(items, env))
            case "same", (m.Const(int(seat)),) if isinstance(e.type, Entity):
                return self.say("the first player") if seat == 0 else self.say("player {number}", number=seat + 1)
            case "same", (
                m.Function("remainder", (m.Arithmetic("-", m.ReadField(counted), m.Const(1)), m.Const(players))),
            ) if counted.name == "round.number" and players == self.world.players:
                return self.say("player 1 in the first round, the next player in every round after that")
            case "same", (one,):
                number = one.left if isinstance(one, m.Arithmetic) and one.operator == "-" else plus_one(one)
                return self.say("the player in seat {seat}", seat=self.words(number, env))
            case "seat", (one,):
                return self.belonging(one, self.say("seat number"), env)
            case "other", (one,):
                kind = strip(e.type)
                noun = words(self.names.kind(kind.kind)) if isinstance(kind, Entity) else ()
                return self.say("the other {noun}", noun=noun)
            case "ways" | "ways_into" as way, (_, *mark) if e.graph is not None:
                noun = words(self.names.kinds(e.graph.way))
                where = {"ways": "{way} from {place}", "ways_into": "{way} to {place}"}[way]
                said = self.say(where, way=noun, place=given[0])
                return self.say("{ways} ({mark})", ways=said, mark=given[1]) if mark else said
            case "distance" | "reaches" as name, (_, _):
                return self.say(BETWEEN[name], start=given[0], end=given[1])
            case "acting", _:
                return self.say("{action} is being carried out", action=given[0])
        if e.name in ONE:
            return self.say(ONE[e.name], one=given[0])
        if e.name in TWO:
            return self.say(TWO[e.name], one=given[0], two=given[1])
        return self.written(e)

    # ---- collections --------------------------------------------------------------------------------------

    def group(self, e: Expression, env: Env) -> Text:
        """A collection as a noun: "tiles", "your tiles", "cards in the row"."""
        match e:
            case m.All(kind):
                return words(self.names.kinds(kind))
            case m.Owned(kind, of):
                return self.belonging(of, words(self.names.kinds(kind)), env)
            case m.ReadZone(zone):
                cards = words(self.names.kinds(zone.card))
                if self.names.zone(zone) in (self.names.kind(zone.card), self.names.kinds(zone.card)):
                    return self.words(e, env)
                return self.say("{cards} in {zone}", cards=cards, zone=self.words(e, env))
            case m.Range(low, high):
                given = {"low": self.words(low, env), "high": self.words(high, env)}
                return self.say("numbers from {low} to {high}", **given)
            case m.Fold(how="list", body=None):
                _, inner = self.it(e.local, env)
                group = self.group(e.source, env)
                return self.such_that(group, e.where, inner)
        return self.words(e, env)

    def one_of(self, e: Expression, name: Text, env: Env, each: bool) -> Text:
        """One member of a collection, to be chosen or gone through; `name` is what it will be called."""
        match e:
            case m.All():
                return self.say("each {noun}", noun=name) if each else self.indefinite(name)
            case m.Function("clockwise" | "counterclockwise" as way, (start,)):
                said = self.say("each {noun}", noun=name) if each else self.indefinite(name)
                order = {
                    "clockwise": "{one}, clockwise from {start}",
                    "counterclockwise": "{one}, counterclockwise from {start}",
                }
                return self.say(order[way], one=said, start=self.words(start, env))
            case m.ReadZone():
                said = self.say("each {noun}", noun=name) if each else self.indefinite(name)
                return self.say("{one} in {zone}", one=said, zone=self.words(e, env))
            case m.Range(low, high):
                given = {"noun": name, "low": self.words(low, env), "high": self.words(high, env)}
                return self.say(
                    "each {noun} from {low} to {high}" if each else "a number {noun} from {low} to {high}", **given
                )
            case m.Function("ways" | "ways_into" as way, (place, *mark)):
                where = {"ways": "{way} from {place}", "ways_into": "{way} to {place}"}[way]
                noun = self.say("{ways} ({mark})", ways=name, mark=self.words(mark[0], env)) if mark else name
                said = self.say(where, way=noun, place=self.words(place, env))
                return self.say("each {noun}", noun=said) if each else self.indefinite(said)
            case m.Fold(how="list", body=None):
                _, inner = self.it(e.local, env)
                return self.such_that(self.one_of(e.source, name, env, each), e.where, inner)
            case m.Const() if e.value == (True, False):
                return self.say("yes or no")
        group = self.group(e, env)
        return self.say("each of {group}", group=group) if each else self.say("one of {group}", group=group)

    def indefinite(self, noun: Text) -> Text:
        """`a tile`"""
        if self.phrases.language != "en" or not noun or noun[0].target:
            return self.say("a {noun}", noun=noun)
        article = with_article(noun[0].text).split(" ", maxsplit=1)[0]
        return (*words(article + " "), *noun)

    def such_that(self, said: Text, where: Expression | None, env: Env) -> Text:
        if where is None:
            return said
        condition = settle(where)
        if isinstance(condition, m.Const):
            return said
        return self.say("{what} for which {condition}", what=said, condition=self.condition(condition, env))

    def fold(self, e: m.Fold, env: Env) -> Text:
        _, inner = self.it(e.local, env)
        group = self.such_that(self.group(e.source, env), e.where, inner)
        if e.how == "count":
            return self.say("the number of {group}", group=group)
        if e.how in ("first", "last") and e.body is None:
            return self.say(ENDS[e.how], group=group)
        if e.body is None:
            return group
        body = self.words(e.body, inner)
        return self.say(FOLDS[e.how], body=body, group=group)

    # ---- conditions ---------------------------------------------------------------------------------------

    def condition(self, e: Expression, env: Env, within: str = "") -> Text:
        """A condition as a clause; `within` is the `and` or `or` around it."""
        match e:
            case m.Const(value):
                return self.say("always") if value else self.say("never")
            case m.Junction(operator, left, right):
                sides = (self.condition(left, env, operator), self.condition(right, env, operator))
                said = joined(sides, self.phrases.translate(" and " if operator == "and" else " or "))
                return self.bracketed(said) if within and within != operator else said
            case m.Negation(inner):
                return self.opposite(inner, env)
            case m.Compare():
                return self.compare(e, env)
            case m.IsNone(inner, is_negated):
                return self.is_none(inner, is_negated, env)
            case m.IsKind():
                return self.is_kind(e, env)
            case m.Contains(items, item, is_negated):
                given = {"item": self.words(item, env), "items": self.words(items, env)}
                return self.say("{item} is not in {items}" if is_negated else "{item} is in {items}", **given)
            case m.HasTitle(items, kind, title):
                card = words(self.title_of(kind, title))
                return self.say("{card} is in {items}", card=card, items=self.words(items, env))
            case m.Can(rule, arguments):
                return self.say("{rule} is possible", rule=self.called(rule, arguments, env))
            case m.CanPerform(action, _):
                return self.say("{rule} is possible", rule=self.words(action, env))
            case m.Fold("any" | "all"):
                return self.quantified(e, env)
            case m.CallValue(value, arguments):
                return self.holds(value, arguments, env)
            case m.ReadField() | m.ReadColumn():
                return self.mark(e, env, False)
            case m.Choice(asked, value, other):
                given = {
                    "value": self.condition(value, env),
                    "condition": self.condition(asked, env),
                    "other": self.condition(other, env),
                }
                return self.bracketed(self.say("{value} if {condition}, otherwise {other}", **given))
            case m.ReadLocal():
                return self.words(e, env)
            case m.Function("some", (items,)):
                return self.say("there are {group}", group=self.group(items, env))
            case m.Function():
                return self.function(e, env)
            case m.OrElse(value):
                return self.condition(value, env) if isinstance(value.type, Flag) else self.words(value, env)
        return self.written(e)

    def opposite(self, e: Expression, env: Env) -> Text:
        """A condition that does not hold."""
        flipped = negated(e)
        if not isinstance(flipped, m.Negation):
            return self.condition(flipped, env)
        match e:
            case m.Can(rule, arguments):
                return self.say("{rule} is not possible", rule=self.called(rule, arguments, env))
            case m.CanPerform(action, _):
                return self.say("{rule} is not possible", rule=self.words(action, env))
            case m.Fold("any"):
                _, inner = self.it(e.local, env)
                where = (
                    m.Junction("and", e.where, e.body)
                    if e.where is not None and e.body is not None
                    else e.where or e.body
                )
                group = self.such_that(self.group(e.source, env), where, inner)
                return self.say("there are no {group}", group=group)
            case m.ReadField() | m.ReadColumn():
                return self.mark(e, env, True)
            case m.CallValue(value, arguments):
                return self.holds(value, arguments, env, True)
        return self.say("it is not so that {condition}", condition=self.condition(e, env))

    def quantified(self, e: m.Fold, env: Env) -> Text:
        name, inner = self.it(e.local, env)
        if e.how == "any":
            where = (
                m.Junction("and", e.where, e.body) if e.where is not None and e.body is not None else e.where or e.body
            )
            one = self.one_of(e.source, name, env, False)
            return self.say("there is {one}", one=self.such_that(one, where, inner))
        each = self.such_that(self.one_of(e.source, name, env, True), e.where, inner)
        body = self.condition(e.body, inner) if e.body is not None else ()
        return self.say("for {each}: {body}", each=each, body=body)

    def noun_of(self, local: Local) -> Text:
        kind = strip(local.type)
        return words(self.names.kind(kind.kind)) if isinstance(kind, Entity) else self.variable(local)

    def compare(self, e: m.Compare, env: Env) -> Text:
        left, right = e.left, e.right
        if isinstance(right, m.Const):
            special = self.compare_known(e.operator, left, right, env)
            if special:
                return special
        if e.operator in ("=", "!="):
            for one, two in ((left, right), (right, left)):
                if isinstance(one, m.ReadField) and is_place(one.field) and one.of is not None:
                    stays = "{piece} is at {place}" if e.operator == "=" else "{piece} is not at {place}"
                    return self.say(stays, piece=self.words(one.of, env), place=self.words(two, env))
        given = {"left": self.words(left, env, SUM), "right": self.words(right, env, SUM)}
        if e.operator in ("=", "!=") and self.is_you(left, env):
            return self.say("you are {right}" if e.operator == "=" else "you are not {right}", right=given["right"])
        template = COMPARED[e.operator]
        if self.phrases.language == "en" and is_plural(left):
            template = template.replace("{left} is ", "{left} are ")
        return self.say(template, **given)

    def compare_known(self, operator: str, left: Expression, right: m.Const, env: Env) -> Text:
        """A comparison with something known that has words of its own; else nothing."""
        is_empty = isinstance(right.type, Many) and right.value == ()
        number = right.value if isinstance(right.value, int) and not isinstance(right.value, bool) else None
        counted = isinstance(left, m.Fold) and left.how == "count"
        if is_empty and operator in ("=", "!="):
            return self.existing(left, operator == "!=", env)
        if counted and isinstance(left, m.Fold) and (operator, number) in ((">", 0), ("!=", 0), (">=", 1)):
            return self.quantified(m.Fold("any", left.local, left.source, left.where, None, left.type), env)
        if counted and isinstance(left, m.Fold) and (operator, number) in (("=", 0), ("<", 1)):
            group = self.such_that(self.group(left.source, env), left.where, self.it(left.local, env)[1])
            return self.say("there are no {group}", group=group)
        if isinstance(left, m.Function) and left.name == "count" and number == 0 and operator in ("=", ">", "!="):
            return self.existing(left.arguments[0], operator != "=", env)
        if right.value is None and operator in ("=", "!="):
            return self.is_none(left, operator == "!=", env)
        return ()

    def existing(self, items: Expression, are_there: bool, env: Env) -> Text:
        template = "there are {group}" if are_there else "there are no {group}"
        return self.say(template, group=self.group(items, env))

    def is_none(self, e: Expression, is_negated: bool, env: Env) -> Text:
        if isinstance(e, m.ReadField) and e.of is not None:
            owner, part = self.bound_to(e.of, env), words(self.names.field(e.field))
            if is_place(e.field):
                template = "{owner} is on the board" if is_negated else "{owner} is not on the board"
                return self.say(template, owner=owner.text)
            return self.owns(e.of, part, is_negated, env)
        if isinstance(e, m.CallValue) and len(e.arguments) == 1:
            return self.owns(e.arguments[0], self.link(e.value.name, self.names.value(e.value)), is_negated, env)
        said = self.bare(self.words(e, env))
        return (
            self.say("there is {one}", one=self.indefinite(said))
            if is_negated
            else self.say("there is no {one}", one=said)
        )

    def owns(self, of: Expression, part: Text, is_there: bool, env: Env) -> Text:
        """Whether something has a part at all."""
        owner = self.bound_to(of, env)
        if owner.person == "you":
            return self.say("you have {part}" if is_there else "you have no {part}", part=part)
        return self.say("{owner} has {part}" if is_there else "{owner} has no {part}", owner=owner.text, part=part)

    def bare(self, text: Text) -> Text:
        """A noun without its English article, to stand behind "no"."""
        if self.phrases.language == "en" and text and text[0].text.startswith("the "):
            return (*words(text[0].text[4:], text[0].style, text[0].target), *text[1:])
        return text

    def is_kind(self, e: m.IsKind, env: Env) -> Text:
        what = self.words(e.inner, env)
        if e.title is not None:
            card = words(self.title_of(e.kind, e.title))
            return self.say("{left} is not {right}" if e.negated else "{left} is {right}", left=what, right=card)
        kind = self.indefinite(words(self.names.kind(e.kind)))
        return self.say("{left} is not {right}" if e.negated else "{left} is {right}", left=what, right=kind)

    def title_of(self, kind: Kind, title: int) -> str:
        """The label of a card that has copies."""
        if title in kind.root.title_labels:
            return self.names.label(kind.root.title_labels[title], kind.root.titles[title])
        for member in kind.root.members:
            if member.title == title:
                return self.names.label(member.labels, member.key)
        return kind.root.titles[title].replace("_", " ")

    def mark(self, e: m.ReadField | m.ReadColumn, env: Env, is_negated: bool) -> Text:
        """A flag that something bears."""
        name = self.names.field(e.field) if isinstance(e, m.ReadField) else self.names.column(e.column)
        quoted = words(name, "quote")
        if e.of is None:
            return self.say("{mark} is off" if is_negated else "{mark} is on", mark=quoted)
        owner = self.bound_to(e.of, env)
        if owner.person == "you":
            return self.say("you are not marked {mark}" if is_negated else "you are marked {mark}", mark=quoted)
        template = "{owner} is not marked {mark}" if is_negated else "{owner} is marked {mark}"
        return self.say(template, owner=owner.text, mark=quoted)

    def holds(self, value: Value, arguments: tuple[Expression, ...], env: Env, is_negated: bool = False) -> Text:
        """A named value that is true or not."""
        name = self.link(value.name, self.names.value(value))
        if not arguments:
            return self.say("{value} is not true" if is_negated else "{value} is true", value=name)
        given = joined(self.words(a, env) for a in arguments)
        template = "{value} is not true for {arguments}" if is_negated else "{value} is true for {arguments}"
        return self.say(template, value=name, arguments=given)


def is_place(field: Field) -> bool:
    """Does a field say where a piece is?"""
    return field.name == "at" and isinstance(strip(field.type), Entity)


def is_plural(e: Expression) -> bool:
    """Is something called by an English plural?"""
    name = e.field.name if isinstance(e, m.ReadField) else e.column.name if isinstance(e, m.ReadColumn) else ""
    return name.endswith("s") and not name.endswith("ss")


def is_action(type_: Type) -> bool:
    return isinstance(strip(type_), Action)


def is_tokens(type_: Type) -> bool:
    held = strip(type_)
    return isinstance(held, Number) and held.tokens


QUOTIENTS = {
    "down": "{left} ÷ {right} rounded down",
    "up": "{left} ÷ {right} rounded up",
    m.EXACT: "{left} ÷ {right}",
}
COMPARED = {
    "=": "{left} is {right}",
    "!=": "{left} is not {right}",
    "<": "{left} is less than {right}",
    "<=": "{left} is at most {right}",
    ">": "{left} is more than {right}",
    ">=": "{left} is at least {right}",
}
ENDS = {
    "sum": "the sum of {group}",
    "first": "the first of {group}",
    "last": "the last of {group}",
    "min": "the lowest of {group}",
    "max": "the highest of {group}",
}
FOLDS = {
    "sum": "the sum of {body} over {group}",
    "min": "the lowest {body} among {group}",
    "max": "the highest {body} among {group}",
    "first": "{body} of the first of {group}",
    "last": "{body} of the last of {group}",
    "list": "{body} of all {group}",
}
BETWEEN = {"distance": "the distance from {start} to {end}", "reaches": "{end} can be reached from {start}"}
ONE = {
    "clockwise": "the players clockwise from {one}",
    "counterclockwise": "the players counterclockwise from {one}",
    "left": "the player to the left of {one}",
    "right": "the player to the right of {one}",
    "different": "the different ones of {one}",
    "reverse": "{one} in reverse order",
    "abs": "{one} without its sign",
    "title": "the title of {one}",
}
TWO = {
    "nth": "number {two} of {one}",
    "remainder": "the remainder of {one} divided by {two}",
    "less": "{one} without {two}",
    "joined": "{one} and {two}",
    "take": "the first {two} of {one}",
    "position": "the place of {one} in {two}",
}


def plus_one(e: m.Expression) -> m.Expression:
    return m.Arithmetic("+", e, m.Const(1, NUMBER))


def turned(e: m.Expression) -> m.Expression | None:
    """What is written with a minus in front, to put the highest first."""
    match e:
        case m.Arithmetic("-", m.Const(0), inner):
            return inner
    return None
