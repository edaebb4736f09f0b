"""Bodies: statements with names resolved and types checked."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Container, Iterator
from typing import Any

from attrs import evolve

from rulelang.diagnostics.suggest import did_you_mean
from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say_structure
from rulelang.diagnostics.wording import syntax as say_syntax
from rulelang.diagnostics.wording import types as say
from rulelang.language.blocks import STATEMENTS, VERBS, WAY_CLAUSES
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.resolve.changing import ChangingNames, changed_names, statements_of
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.fractions import in_whole_numbers
from rulelang.model.resolve.narrowing import MOVING, SOME, facts_of, kind_facts
from rulelang.model.resolve.purses import purse_of, wrong_purse
from rulelang.model.resolve.several import Several
from rulelang.model.resolve.writes import written
from rulelang.model.types import (
    NUMBER,
    UNKNOWN,
    Action,
    Entity,
    Many,
    Maybe,
    NoneType,
    Number,
    Type,
    Unknown,
    fits,
    strip,
)
from rulelang.model.visit import read_locals
from rulelang.model.world import MOST_NUMBERS, Scope, World, expression_path
from rulelang.source import LoweredSpan, Span
from rulelang.syntax import nodes
from rulelang.syntax.blocks import labels_of
from rulelang.syntax.holes import HOLE, hole_of
from rulelang.syntax.shape import habit_of, misplaced_says, odd_clauses
from rulelang.syntax.spell import clause_name, spell
from rulelang.syntax.words import SAYS

CLAUSES = {statement.verb: statement.clauses for statement in STATEMENTS} | {"way": WAY_CLAUSES}
# As many options may be offered at once by one way.
MOST_OPTIONS = 2_000
LEVELS = ("turn", "phase", "round", "game")
NOT_LET = "only what `let` named can be set: give it a name of its own first (`let … = …`)"
AT_ONCE = "everybody would write to it at the same time: make it a field of the players, `seen by owner`"
FOREVER = "say how often at most (`repeat up to n times`), or until when (`repeat until done`, `repeat while …`)"
LIVES_IN = "it lives in"
HAND_OVER = "hand it over, or make it a field"


def cites_of(owner: Any) -> tuple[str, ...]:
    """The printed rules a line cites, runs written out."""
    found: list[str] = []
    for item in owner.clauses:
        if isinstance(item, nodes.Cites):
            for cite in item.cites:
                found.extend(cite_run(cite))
    return tuple(found)


def cite_run(cite: nodes.Cite) -> list[str]:
    prefix, first = cite.first.rsplit("-", 1)
    last = cite.last.rsplit("-", 1)[1]
    count = int(last) - int(first)
    if count < 0 or count > 2000:
        return [cite.first]
    return [f"{prefix}-{number:0{len(first)}d}" for number in range(int(first), int(last) + 1)]


HOLE_PATH = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")
HOLE_CALL = re.compile(r"([a-z][a-z0-9_.]*)\(([^()]*)\)")
HOLE_NAME = re.compile(r"(?<![a-z0-9_.])[a-z][a-z0-9_]*")


def hole_expression(text: str, span: Span) -> nodes.Expression | None:
    """What a hole holds: a name and its parts, or a value of some."""
    called = HOLE_CALL.fullmatch(text)
    if called:
        arguments = [hole_expression(a.strip(), span) for a in called.group(2).split(",")]
        function = hole_expression(called.group(1), span)
        given = tuple(a for a in arguments if a is not None)
        if function is None or len(given) != len(arguments):
            return None
        return nodes.Apply(function, given, span=span)
    if not HOLE_PATH.fullmatch(text):
        return None
    first, *rest = text.split(".")
    path: nodes.Expression = nodes.Name(first, span=span)
    for name in rest:
        path = nodes.Part(path, name, name_span=span, span=span)
    return path


def hole_span(span: Span, hole: str) -> Span:
    """The place of a hole in the text that has it."""
    at = span.file.text[span.start : span.end].find("{" + hole + "}")
    return span if at < 0 else Span(span.file, span.start + at, span.start + at + len(hole) + 2)


def text_with_holes(
    el: Elaborator, text: str, span: Span, scope: Scope, chosen: Container[str] = frozenset()
) -> s.Text:
    """A text whose `{path}` holes are filled when it is shown; what is still being chosen then fills none."""
    pieces: list[Any] = []
    for index, piece in enumerate(HOLE.split(text)):
        if index % 2 == 0:
            pieces.append(piece)
            if "{" in piece or "}" in piece:
                el.world.report(say.stray_hole(span, "a brace without its other half"))
            continue
        about = hole_of(piece).about
        own = el.world.own.at(span)
        hole = own.read(hole_expression(about, hole_span(span, piece)))
        called = HOLE_CALL.fullmatch(about)
        names = HOLE_NAME.findall(called.group(2) if called else about)
        known = [name for name in names if {name, own.name(name)} & scope.locals.keys()]
        unknown = [name for name in names if name not in known and not any(map(el.world.knows, (own.name(name), name)))]
        values, things = el.world.values, [*scope.locals, *el.world.all_names()] if unknown else []
        if called and own.name(called.group(1)) not in values:
            unknown, things = [called.group(1)], [*values]
        place = hole_span(span, piece)
        if "[" in about:
            el.world.report(say.hole_with_brackets(place, about))
        elif any(name in chosen for name in unknown):
            el.world.report(say.hole_of_what_is_chosen(place, about))
        elif hole is None or unknown:
            el.world.report(say.text_hole(place, about, did_you_mean(unknown[0], things) if unknown else ""))
        else:
            pieces.append(el.raw(hole, scope, None))
    return s.Text(pieces, text)


class BodyReader:
    """Turns the items of a body into typed statements."""

    def __init__(self, world: World, elaborator: Elaborator, writes: dict[str, frozenset[str]]) -> None:
        self.world = world
        self.el = elaborator
        self.writes = writes
        self.names: ChangingNames | None = None

    def body(self, items: tuple[nodes.Item, ...], scope: Scope) -> s.Body:
        """A body with all that is in it."""
        changed = changed_names(items) if self.names is None else None
        if not changed:
            return self.items(items, scope)
        self.names = ChangingNames(changed)
        for _ in self.names.passes(self.world):
            self.items(items, scope)
        found = self.items(items, scope)
        self.names = None
        return found

    def items(self, items: tuple[nodes.Item, ...], scope: Scope) -> s.Body:
        """Statements in order; each sees the names and facts of those before it."""
        found: s.Body = []
        for before, item in zip([None, *items], items, strict=False):
            if isinstance(item, nodes.Row) and isinstance(before, nodes.Row):
                continue  # said of the first row of the table
            if isinstance(before, nodes.Stop) and before.clause("after") is None:
                self.world.report(say_structure.never_reached(item.span, before.span))
            made, scope = self.statement(item, scope)
            found.extend(made)
        return found

    def statement(self, item: nodes.Item, scope: Scope) -> tuple[s.Body, Scope]:
        match item:
            case nodes.Let():
                return self.let(item, scope)
            case nodes.Act():
                self.check_clauses(item.verb, item)
                made, after = getattr(self, item.verb)(item, scope)
                return made, self.forget(after, frozenset({SOME})) if item.verb in MOVING else after
            case nodes.Choose():
                self.check_clauses("choose", item)
                if self.world.windows and not scope.uninterrupted:
                    scope = self.forget(scope, frozenset({SOME}))  # in a window cards may be played
                return self.choose(item, scope) if item.binders else self.choose_way(item, scope)
            case nodes.Each():
                self.check_clauses("each", item)
                return [self.each(item, scope)], self.after_body(item.body, scope)
            case nodes.Repeat():
                return [self.repeat(item, scope)], self.after_body(item.body, scope)
            case nodes.If():
                return self.if_(item, scope)
            case nodes.Stop():
                self.check_clauses("stop", item)
                return [self.stop(item, scope)], scope
            case nodes.Call():
                return self.call(item, scope)
            case nodes.Block():
                return self.block(item, scope)
            case nodes.Field():
                self.world.report(say_names.out_of_place(item.path.span, f"the field `{item.path}`", "a body"))
            case nodes.Row():
                self.world.report(say_names.out_of_place(item.span, "a table row", "a body"))
        return [], scope

    def check_clauses(self, verb: str, item: Any) -> None:
        allowed = CLAUSES[verb]
        for found in item.clauses:
            if isinstance(found, nodes.Clause) and found.word not in allowed:
                self.world.report(say_names.unknown_clause(found.span, found.word, verb, allowed))
        for problem in odd_clauses(item.clauses, verb):
            self.world.report(problem)

    def required(self, verb: str, item: Any, word: str) -> nodes.Expression | None:
        found: nodes.Clause | None = item.clause(word)
        if found is None or not found.values:
            self.world.report(say_names.missing_clause(item.span, verb, word))
            return None
        return found.values[0]

    # ---- facts after something happened -------------------------------------------------------------

    def forget(self, scope: Scope, fields: frozenset[str]) -> Scope:
        """Facts about fields that may have been written no longer hold."""
        if not fields:
            return scope
        kept = []
        for fact in scope.facts:
            path = fact.split("::")[0]
            parts = set(re.split(r"[.\[\](),]+", path))
            named = scope.locals.get(path)
            if not (parts & fields) or (named is not None and not named.changes):
                kept.append(fact)
        return evolve(scope, facts=frozenset(kept))

    def after_body(self, items: tuple[nodes.Item, ...], scope: Scope) -> Scope:
        return self.forget(scope, written(items, self.writes))

    # ---- names ------------------------------------------------------------------------------------

    def let(self, item: nodes.Let, scope: Scope) -> tuple[s.Body, Scope]:
        changes = self.names is not None and item.name in self.names.changed
        known = self.names.types.get(id(item)) if self.names is not None and changes else None
        value = self.el.raw(item.value, scope, known)
        type_ = self.names.type_of(item, value.type) if self.names is not None and changes else value.type
        if isinstance(type_, NoneType):
            self.world.report(say.wrong_type(item.value.span, "none", "a value"))
        elif isinstance(type_, Many) and isinstance(type_.inner, Unknown) and is_empty(item.value):
            self.world.report(say.list_of_nothing(item.value.span, item.name))
        scope, local = scope.bind(self.world, item.name, type_, item.name_span)
        if self.names is not None and changes:
            local.changes = True
            self.names.lets[id(local)] = item
            scope = self.now_there(scope, item.name, value)
        return [s.Let(local, value, span=item.span)], scope

    def now_there(self, scope: Scope, name: str, value: m.Expression) -> Scope:
        """After something was put into a name: what was known of it holds no longer, but it may be there for sure."""
        scope = self.forget(scope, frozenset({name}))
        return scope if isinstance(value.type, Maybe | NoneType) else scope.with_facts([name])

    def put(self, local: m.Local, value: nodes.Expression, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        """Something else is put into what `let` named."""
        assert item.subject is not None
        let = self.names.lets.get(id(local)) if self.names is not None else None
        if let is None or self.names is None:
            self.world.report(say.not_changeable(item.subject.span, local.name, NOT_LET))
            return [], scope
        if local in scope.shared:
            self.world.report(say.not_changeable(item.subject.span, local.name, AT_ONCE))
        if self.names.settled:
            found = self.el.expression(value, scope, local.type)
        else:
            found = self.el.raw(value, scope, None if isinstance(local.type, NoneType) else local.type)
            self.names.put_in(let, found.type)
        target = m.ReadLocal(local, local.type, span=item.subject.span)
        return [s.Assign(target, found, span=item.span)], self.now_there(scope, local.name, found)

    # ---- verbs ------------------------------------------------------------------------------------

    def set(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        value_syntax = self.required("set", item, "to")
        if item.subject is None or value_syntax is None:
            return [], scope
        local = self.named(item.subject, scope)
        if local is not None:
            return self.put(local, value_syntax, item, scope)
        target = self.target(item.subject, scope)
        if target is None:
            return [], scope
        if isinstance(target, m.ReadZone):
            return self.set_zone(item, target, value_syntax, scope)
        if isinstance(target.type, Number) and target.type.is_kept and not scope.scenario:
            self.world.report(say.money_set(item.subject.span, item.subject.span.quoted, str(target.type)))
        value = self.el.expression(value_syntax, scope, target.type)
        path = expression_path(item.subject)
        scope = self.forget(scope, frozenset({target.field.name.split(".")[-1]}))
        if path and not isinstance(value.type, Maybe | NoneType):
            scope = scope.with_facts([path])
        return [s.Assign(target, value, span=item.span)], scope

    def set_zone(
        self, item: nodes.Act, target: m.ReadZone, value: nodes.Expression, scope: Scope
    ) -> tuple[s.Body, Scope]:
        """In a scenario a zone may be set to a list of cards: all others go to the box."""
        if not scope.scenario:
            self.world.report(say.not_changeable(item.span, target.zone.name))
            return [], scope
        cards = self.el.expression(value, scope, target.type)
        self.world.kinds[target.zone.card.name].box = max(0, target.zone.card.box)
        box = m.Const(None, target.type)
        return [
            s.Move(target, True, target.zone.card, box, False, True, span=item.span),
            s.Move(cards, True, target.zone.card, target, True, True, span=item.span),
        ], scope

    def named(self, e: nodes.Expression, scope: Scope) -> m.Local | None:
        """The local name that `set` or `add` is about, if it is one."""
        return scope.locals.get(e.name) if isinstance(e, nodes.Name) else None

    def elsewhere(self, e: nodes.Expression) -> str | None:
        """The rule in which a name lives that means nothing here."""
        if not isinstance(e, nodes.Name) or e.name in self.world.all_names():
            return None
        for rule in self.world.rules.values():
            items = statements_of(rule.syntax.body) if rule.syntax is not None else ()
            if any(isinstance(x, nodes.Let) and x.name == e.name for x in items):
                return rule.name
        return None

    def target(self, e: nodes.Expression, scope: Scope) -> Any:
        """What `set` and `add` change: a field, read without the facts known about it."""
        home = self.elsewhere(e)
        if home is not None:
            self.world.report(say.not_changeable(e.span, e.span.quoted, f"{LIVES_IN} `{home}`: {HAND_OVER}"))
            return None
        found = self.el.raw(e, evolve(scope, facts=scope.facts - {expression_path(e) or ""}), None)
        if isinstance(found, m.ReadField):
            full = found.field.type
            return evolve(found, type=full)
        if isinstance(found, m.ReadZone):
            return found
        if not isinstance(found.type, Unknown):
            self.world.report(say.not_changeable(e.span, e.span.quoted))
        return None

    def add(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        to = self.required("add", item, "to")
        if item.subject is None or to is None:
            return [], scope
        local = self.named(to, scope)
        if local is not None:
            return self.put(local, one_more(to, item.subject, local), evolve(item, subject=to), scope)
        target = self.target(to, scope)
        if target is None or isinstance(target, m.ReadZone):
            if target is not None:
                self.world.report(say.not_changeable(to.span, to.span.quoted))
            return [], scope
        if isinstance(target.type, Many):
            amount = self.el.expression(item.subject, scope, target.type.inner)
        else:
            if not isinstance(target.type, Number | Unknown):
                self.world.report(say.not_a_number(to.span, str(target.type)))
            elif isinstance(target.type, Number) and target.type.is_kept and not scope.scenario:
                self.world.report(say.money_set(to.span, to.span.quoted, str(target.type)))
            amount = self.el.number(item.subject, scope)
        return [s.Increase(target, amount, span=item.span)], scope

    def subtract(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        """The same as adding, with the sign turned."""
        target = self.required("subtract", item, "from")
        if item.subject is None or target is None:
            return [], scope
        less = nodes.Negative(item.subject, span=item.subject.span)
        return self.add(evolve(item, subject=less, clauses=(nodes.Clause("to", (target,), span=target.span),)), scope)

    def zone(self, e: nodes.Expression, scope: Scope) -> tuple[m.Expression | None, str]:
        """A zone, and whether its top or bottom is meant."""
        side = ""
        if isinstance(e, nodes.Part) and e.name in ("top", "bottom"):
            side, e = e.name, e.of
        if isinstance(e, nodes.Name) and e.name == "box":
            return m.Const(None, UNKNOWN, span=e.span), side
        found = self.el.present(e, scope)
        if isinstance(found, m.ReadZone):
            return found, side
        if not isinstance(found.type, Unknown):
            self.world.report(say.not_a_zone(e.span, str(found.type)))
        return None, side

    def move(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        to = self.required("move", item, "to")
        if item.subject is None or to is None:
            return [], scope
        target, side = self.zone(to, scope)
        wanted = Entity(target.zone.card) if isinstance(target, m.ReadZone) else None
        what = self.el.raw(item.subject, scope, wanted)
        optional = item.clause("optional") is not None
        many = isinstance(what.type, Many)
        inner = what.type.inner if isinstance(what.type, Many) else what.type
        if isinstance(inner, Maybe):
            optional = optional or scope.scenario
            if not optional:
                self.el.may_be_none(item.subject.span, item.subject.span.quoted)
            inner = inner.inner
        if target is None or isinstance(inner, Unknown):
            return [], scope
        if not isinstance(inner, Entity) or inner.kind.root.sort != "card":
            self.world.report(say.wrong_type(item.subject.span, str(what.type), "a card"))
            return [], scope
        if isinstance(target, m.ReadZone) and target.zone.card.root is not inner.kind.root:
            self.world.report(
                say.wrong_zone(item.subject.span, inner.kind.name, target.zone.card.name, target.zone.name)
            )
            return [], scope
        made = s.Move(what, many, inner.kind.root, target, side != "top", optional, span=item.span)
        return [made], scope

    def draw(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        source = self.required("draw", item, "from")
        to = self.required("draw", item, "to")
        if source is None or to is None:
            return [], scope
        amount = self.el.number(item.subject, scope) if item.subject is not None else None
        one, _ = self.zone(source, scope)
        two, _ = self.zone(to, scope)
        if not isinstance(one, m.ReadZone) or not isinstance(two, m.ReadZone):
            return [], scope
        if one.zone.card.root is not two.zone.card.root:
            self.world.report(say.wrong_zone(source.span, one.zone.card.name, two.zone.card.name, two.zone.name))
        return [s.Draw(amount, one, one.zone, two, span=item.span)], scope

    def fill(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        source = self.required("fill", item, "from")
        if source is None or item.subject is None:
            return [], scope
        two, _ = self.zone(item.subject, scope)
        one, _ = self.zone(source, scope)
        if not isinstance(one, m.ReadZone) or not isinstance(two, m.ReadZone):
            return [], scope
        if one.zone.card.root is not two.zone.card.root:
            self.world.report(say.wrong_zone(item.subject.span, one.zone.card.name, two.zone.card.name, two.zone.name))
        if two.zone.limit is None:
            self.world.report(say_names.missing_clause(two.zone.span, f"zone {two.zone.name}", "limit"))
            return [], scope
        return [s.Draw(None, one, one.zone, two, two.zone.limit, span=item.span)], scope

    def pay(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        payer, payee = self.required("pay", item, "from"), self.required("pay", item, "to")
        if item.subject is None or payer is None or payee is None:
            return [], scope
        amount = self.el.number(item.subject, scope)
        one, two = purse_of(self.el, payer, scope), purse_of(self.el, payee, scope)
        problem = wrong_purse(((payer, one), (payee, two)), scope, item.span)
        if problem is not None:
            self.world.report(problem)
        return [s.Pay(amount, one, two, span=item.span)], scope

    def need(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        if item.subject is None:
            return [], scope
        condition = self.el.condition(item.subject, scope)
        because = item.clause("because")
        reason = None
        if because and because.values and isinstance(because.values[0], nodes.Text):
            reason = text_with_holes(self.el, because.values[0].value, because.span, scope)
        made = s.Need(condition, reason, cites_of(item), item.span, len(self.world.needs), scope.rule)
        self.world.needs.append(made)
        return [made], kind_facts(self.world, item.subject, scope)

    def shuffle(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        zone, _ = self.zone(item.subject, scope) if item.subject is not None else (None, "")
        return ([s.Shuffle(zone, span=item.span)] if isinstance(zone, m.ReadZone) else []), scope

    def reveal(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        if item.subject is None:
            return [], scope
        what = self.el.raw(item.subject, scope, None)
        return [s.Reveal(what, self.reader(item, scope), span=item.span)], scope

    def tell(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        said = item.subject
        if not isinstance(said, nodes.Text):
            if said is not None:
                self.world.report(say.not_a_text(said.span))
            return [], scope
        text = text_with_holes(self.el, said.value, said.span, scope)
        return [s.Tell(text, self.reader(item, scope), span=item.span)], scope

    def reader(self, item: nodes.Act, scope: Scope) -> m.Expression | None:
        """Who is shown or told something: a player, or all."""
        to = item.clause("to")
        if to is None or not to.values or spell(to.values[0]) == "all":
            return None
        return self.el.expression(to.values[0], scope, Entity(self.world.player))

    # ---- decisions ----------------------------------------------------------------------------------

    def chooser(self, item: Any, scope: Scope, word: str = "by") -> tuple[m.Expression | None, bool]:
        """Who decides: a player, or chance."""
        by = item.clause(word)
        if by is not None and by.values:
            value = by.values[0]
            if isinstance(value, nodes.Name) and value.name == "chance":
                return None, True
            return self.el.expression(value, scope, Entity(self.world.player)), False
        if not scope.has_actor:
            self.world.report(say_structure.no_actor(item.span))
        actor = self.world.fields["actor"]
        return m.ReadField(actor, None, (), Entity(self.world.player), span=item.span), False

    def texts(self, item: Any, scope: Scope, inner: Scope) -> tuple[s.Text | None, s.Text | None]:
        """The prompt, which is put before anything is chosen, and the text of an option, which tells what would be."""
        chosen = inner.locals.keys() - scope.locals.keys()
        return self.clause_text(item, "prompt", scope, chosen), self.clause_text(item, "as", inner)

    def clause_text(self, item: Any, word: str, scope: Scope, chosen: Container[str] = frozenset()) -> s.Text | None:
        """The text behind a word, if there is one."""
        found = item.clause(word)
        value = found.values[0] if found and found.values else None
        return (
            text_with_holes(self.el, value.value, value.span, scope, chosen) if isinstance(value, nodes.Text) else None
        )

    def cost(self, item: Any, scope: Scope) -> s.Cost | None:
        """What an option costs: `costing price(c)`, `costing 2 "gems"`."""
        found = item.clause("costing")
        if found is None or not found.values:
            return None
        amount, *unit = found.values
        said = unit[0].value if unit and isinstance(unit[0], nodes.Text) else None
        return s.Cost(self.el.number(amount, scope), said)

    def passing(self, item: nodes.Choose, scope: Scope) -> tuple[s.Text | None, m.Expression | None]:
        """What passing is called, and when it is offered: `optional "Into your stock" when room > 0`."""
        optional, when = item.clause("optional"), item.clause("when")
        said = optional.values[0] if optional is not None and optional.values else None
        text = text_with_holes(self.el, said.value, said.span, scope) if isinstance(said, nodes.Text) else None
        if when is None or not when.values:
            return text, None
        before = next((one for one, two in itertools.pairwise(item.clauses) if two is when), None)
        if optional is None or before is not optional:
            self.world.report(say_structure.choice_with_when(when.span))
        return text, self.el.condition(when.values[0], scope)

    def choose(self, item: nodes.Choose, scope: Scope) -> tuple[s.Body, Scope]:
        if item.several is not None:
            return self.choose_several(item, item.several, scope)
        by, chance = self.chooser(item, scope)
        optional = item.clause("optional") is not None
        binders, inner = self.binders(item.binders, scope)
        prompt, text = self.texts(item, scope, inner)
        for bound in binders:
            if isinstance(bound.local.type, Many):
                self.world.report(say.choice_of_lists(bound.source.span, str(bound.source.type)))
        body = self.body(item.body, inner) if item.body is not None else []
        otherwise = self.body(item.otherwise, scope) if item.otherwise is not None else None
        made = s.Choose(
            binders, (), by, chance, optional, prompt, text, body, otherwise, scope.secret,
            scope.uninterrupted or scope.in_window, cites_of(item), item.header, len(self.world.chooses), scope.rule,
            item.clause("asked anyway") is not None, *self.passing(item, scope), self.cost(item, inner),
        )  # fmt: skip
        self.world.chooses.append(made)
        if item.body is not None:
            return [made], self.after_body((*item.body, *(item.otherwise or ())), scope)
        # What is not chosen is none behind `otherwise` too, unless that leads away.
        if leaves(item.otherwise or ()):
            return [made], inner
        if optional or otherwise is not None:
            for bound in binders:
                if not isinstance(bound.local.type, Maybe):
                    bound.local.type = Maybe(bound.local.type)
            # Who passes has not met the conditions: only what they say of the chosen things themselves is kept.
            chosen = {bound.local.name for bound in binders}
            about = {fact for fact in inner.facts if re.split(r"[.:\[]", fact)[0] in chosen}
            inner = evolve(inner, facts=scope.facts | about)
        return [made], inner

    def choose_several(self, item: nodes.Choose, bounds: nodes.Expression, scope: Scope) -> tuple[s.Body, Scope]:
        low, high = self.bounds(bounds, scope)
        after = self.after_body((*(item.body or ()), *(item.otherwise or ())), scope)
        by, chance = self.chooser(item, scope)
        is_fixed = low is high
        for where, advice in odd_several(item, is_fixed, chance):
            self.world.report(say_structure.bad_several(where, *advice))
        scope = self.after_body(item.body or (), scope)  # what an earlier pass wrote
        binders, inner = self.binders(item.binders, scope)
        for bound in binders:
            if isinstance(bound.local.type, Many):
                self.world.report(say.choice_of_lists(bound.source.span, str(bound.source.type)))
        prompt, text = self.texts(item, scope, inner)
        body = self.body(item.body or (), self.in_loop(inner, "repeat"))
        otherwise = self.body(item.otherwise, scope) if item.otherwise is not None else None
        made = s.Choose(
            binders, (), by, chance, False, prompt, text, body, otherwise, scope.secret,
            scope.uninterrupted or scope.in_window, cites_of(item), item.header, len(self.world.chooses), scope.rule,
            item.clause("asked anyway") is not None, self.passing(item, scope)[0], cost=self.cost(item, inner),
        )  # fmt: skip
        self.world.chooses.append(made)
        several = Several(made, low, high, is_fixed)
        need = several.need(len(self.world.needs), scope.rule)
        if need is not None:
            self.world.needs.append(need)
        return several.statements(need), after

    def bounds(self, e: nodes.Expression, scope: Scope) -> tuple[m.Expression, m.Expression]:
        """How many at least, and how many at most; the same expression if it is one number."""
        inner = e.inner if isinstance(e, nodes.Group) else e
        if isinstance(inner, nodes.Binary) and inner.operator == "..":
            found = self.el.expression(inner, scope)
            if isinstance(found, m.Range):
                return found.low, found.high
        number = self.el.number(e, scope)
        if isinstance(number, m.Const) and isinstance(number.value, int):
            self.world.at_most(number.value, "things", number.span, MOST_NUMBERS)
        return number, number

    def binders(self, binders: tuple[nodes.Binder, ...], scope: Scope) -> tuple[tuple[s.Binder, ...], Scope]:
        made = []
        for binder in binders:
            local, scope, source, where = self.el.bind(binder, scope)
            made.append(s.Binder(local, source, where, span=binder.span))
        return tuple(made), scope

    def choose_way(self, item: nodes.Choose, scope: Scope) -> tuple[s.Body, Scope]:
        by, chance = self.chooser(item, scope)
        prompt = self.clause_text(item, "prompt", scope)
        ways = []
        for inner in item.body or ():
            if isinstance(inner, nodes.Block) and inner.keyword == "way" and inner.path is not None:
                ways.append(self.way(inner, scope))
            else:
                self.world.report(say_names.out_of_place(inner.span, "this line", "choose one"))
        for first, second in itertools.combinations(ways, 2):
            alike = bool(first.labels) and first.labels == second.labels and not (first.text or second.text)
            if alike and first.binders and second.binders:
                self.world.report(say_structure.options_read_alike(second.span, second.name, first.name))
        otherwise = self.body(item.otherwise, scope) if item.otherwise is not None else None
        made = s.Choose(
            (), tuple(ways), by, chance, item.clause("optional") is not None, prompt, None, [], otherwise,
            scope.secret, scope.uninterrupted or scope.in_window, cites_of(item), item.header,
            len(self.world.chooses), scope.rule, item.clause("asked anyway") is not None, *self.passing(item, scope),
        )  # fmt: skip
        self.world.chooses.append(made)
        return [made], self.after_body((*(item.body or ()), *(item.otherwise or ())), scope)

    def way(self, item: nodes.Block, scope: Scope) -> s.Way:
        self.check_clauses("way", item)
        when = item.clause("when")
        guard = self.el.condition(when.values[0], scope) if when and when.values else None
        known = kind_facts(self.world, when.values[0], scope) if when and when.values else scope
        for parameter in item.parameters or ():
            if parameter.binder is None:
                self.world.report(say_names.missing_clause(parameter.span, parameter.name, "in"))
        binders, inner = self.binders(tuple(p.binder for p in item.parameters or () if p.binder is not None), known)
        self.limit_options(item, binders)
        text = self.clause_text(item, "as", inner)
        body = self.body(tuple(i for i in item.body if not is_label(i)), inner)
        needs = [x for x in body if isinstance(x, s.Need)]
        labels = labels_of(item)
        if any("{" in label or "}" in label for label in labels.values()):
            self.world.report(say.stray_hole(item.header, "a way is called by its label as it is written"))
        unsaid = [b.local.name for b in binders if text is not None and b.local not in read_locals(text)]
        if unsaid:
            self.world.report(say_structure.options_read_alike(item.header, str(item.path), unsaid=unsaid[0]))
        cites = cites_of(item)
        cost = self.cost(item, inner)
        return s.Way(str(item.path), labels, needs, guard, body, cites, item.header, item.says, binders, text, cost)

    def limit_options(self, item: nodes.Block, binders: tuple[s.Binder, ...]) -> None:
        """What is offered all at once, as far as what the binders go over tells."""
        sizes = [range_size(b.source) for b in binders]
        count = math.prod(size for size in sizes if size is not None)
        if count > MOST_OPTIONS:
            advice = "choose one after the other: a `choose` in the body of the way"
            self.world.report(say_structure.too_many(item.header, "options", count, MOST_OPTIONS, advice))

    # ---- control --------------------------------------------------------------------------------------

    def in_loop(self, scope: Scope, kind: str) -> Scope:
        return evolve(scope, loops=(*scope.loops, kind))

    def key(self, e: nodes.Expression, scope: Scope) -> m.Expression:
        """What things are put in order by: a number, perhaps a fraction, or a member of a kind."""
        return in_whole_numbers(self.world, self.el.raw(e, evolve(scope, fractions=True), None))[0]

    def each(self, item: nodes.Each, scope: Scope) -> s.Each:
        # What an earlier pass wrote may undo what was known before the loop.
        scope = self.after_body(item.body, scope)
        binders, inner = self.binders(item.binders, scope)
        key_clause = item.clause("sorted by")
        key = self.key(key_clause.values[0], inner) if key_clause and key_clause.values else None
        if key is not None and not fits(strip(key.type), NUMBER) and not isinstance(strip(key.type), Entity):
            self.world.report(say.not_a_number(key.span, str(key.type)))
        order = item.clause("order chosen by")
        picker = chooser = None
        if order is not None and len(binders) > 1:
            self.world.report(say_names.out_of_place(order.span, "`order chosen by`", "each x in …, y in …"))
        elif order is not None:
            chooser, _ = self.chooser(item, scope, "order chosen by")
            prompt, text = self.texts(item, scope, inner)
            picker = s.Choose(
                binders, (), chooser, False, False, prompt, text, [], None, scope.secret, True,
                cites_of(item), item.header, len(self.world.chooses), scope.rule,
            )  # fmt: skip
            self.world.chooses.append(picker)
        at_once = item.clause("at once") is not None
        if at_once:
            inner = evolve(inner, secret=True, shared=frozenset(scope.locals.values()))
        body = self.body(item.body, self.in_loop(inner, "each"))
        return s.Each(binders, body, key, chooser, picker, at_once, span=item.header)

    def repeat(self, item: nodes.Repeat, scope: Scope) -> s.Repeat:
        if item.mode == "forever" and not isinstance(item.header, LoweredSpan):
            self.world.report(say_syntax.first_edition(item.header, FOREVER))
        scope = self.after_body(item.body, scope)
        count = self.el.number(item.count, scope) if item.count is not None else None
        if isinstance(count, m.Const) and isinstance(count.value, int):
            self.world.at_most(count.value, "times", count.span, MOST_NUMBERS)
        condition, inner = None, scope
        if item.condition is not None:
            condition = self.el.condition(item.condition, scope)
            inner = kind_facts(self.world, item.condition, scope)
        body = self.body(item.body, self.in_loop(inner, "repeat"))
        return s.Repeat(item.mode, count, condition, body, span=item.header)

    def if_(self, item: nodes.If, scope: Scope) -> tuple[s.Body, Scope]:
        after = self.after_body(tuple(x for _, body in item.branches for x in body) + (item.otherwise or ()), scope)
        result = self.branches(item.branches, item.otherwise, scope)
        for condition, body in item.branches[:1]:
            if leaves(body) and len(item.branches) == 1 and item.otherwise is None:
                after = after.with_facts(facts_of(self.world, condition, False))
        return result, after

    def branches(self, branches: Any, otherwise: Any, scope: Scope) -> s.Body:
        (condition, body), *rest = branches
        test = self.el.condition(condition, scope)
        then = self.body(body, kind_facts(self.world, condition, scope))
        known = scope.with_facts(facts_of(self.world, condition, False))
        if rest:
            other = self.branches(rest, otherwise, known)
        else:
            other = self.body(otherwise, known) if otherwise is not None else []
        return [s.If(test, then, other, span=condition.span)]

    def stop(self, item: nodes.Stop, scope: Scope) -> s.Stop:
        because = item.clause("because")
        reason = ""
        if because and because.values and isinstance(because.values[0], nodes.Text):
            reason = because.values[0].value
            if "{" in reason or "}" in reason:
                self.world.report(say.stray_hole(because.values[0].span, "how a game ended is told in fixed words"))
        what = item.what or (scope.loops[-1] if scope.loops else "rule")
        if what in ("each", "repeat"):
            if what not in scope.loops:
                self.world.report(say_structure.unreachable_stop(item.span, what))
        elif what not in LEVELS:
            names = ("rule", scope.rule.name, scope.rule.name.split(".")[-1]) if scope.rule is not None else ()
            if what not in names:
                self.world.report(say_structure.unreachable_stop(item.span, what))
            what = "rule"
        return s.Stop(what, reason, clause_name(item, "after"), span=item.span)

    def call(self, item: nodes.Call, scope: Scope) -> tuple[s.Body, Scope]:
        name = str(item.path)
        for found in item.clauses:
            if isinstance(found, nodes.Clause):
                self.world.report(say_names.unknown_clause(found.span, found.word, name, ()))
        if name == "perform":
            return self.perform(item, scope)
        window = self.world.offered(name)
        if window is not None:
            return self.offer(item, window.name, scope)
        rule = self.world.rules.get(name)
        if rule is None:
            self.world.report(say_names.unknown_rule(item.path.span, name, [*self.world.rules, "perform"]))
            return [], scope
        rule.called = True
        arguments = self.el.arguments(name, rule.parameters, item.arguments, item.span, rule.span, scope)
        after = self.forget(scope, self.writes.get(name, frozenset()))
        return ([s.CallRule(rule, arguments, span=item.span)] if arguments is not None else []), after

    def offer(self, item: nodes.Call, name: str, scope: Scope) -> tuple[s.Body, Scope]:
        player = self.el.expression(item.arguments[0], scope, Entity(self.world.player)) if item.arguments else None  # type: ignore[arg-type]
        if player is None:
            player, _ = self.chooser(item, scope)
        assert player is not None
        return [s.OfferWindow(player, name, span=item.span)], scope.forget_state()

    def perform(self, item: nodes.Call, scope: Scope) -> tuple[s.Body, Scope]:
        if not item.arguments:
            self.world.report(say.wrong_arguments(item.span, "perform", 0, "an action", item.span))
            return [], scope
        action = self.el.present(item.arguments[0], scope, Action())  # type: ignore[arg-type]
        if not isinstance(action.type, Action):
            if not isinstance(action.type, Unknown):
                self.world.report(say.perform_needs_action(item.span, str(action.type)))
            return [], scope
        types: tuple[Type, ...] = action.type.parameters
        rest = item.arguments[1:]
        arguments = tuple(
            self.el.raw(a, scope, types[i] if i < len(types) else None)  # type: ignore[arg-type]
            for i, a in enumerate(rest)
        )
        if isinstance(action, m.Const) and isinstance(action.value, Rule):
            return [s.CallRule(action.value, arguments, span=item.span)], scope.forget_state()
        return [s.Perform(action, arguments, span=item.span)], scope.forget_state()

    def block(self, item: nodes.Block, scope: Scope) -> tuple[s.Body, Scope]:
        """`turn of p` and the levels that the round is made of."""
        if item.keyword == "turn" and item.clause("of") is not None:
            whose = self.required("turn", item, "of")
            if whose is None:
                return [], scope
            player = self.el.expression(whose, scope, Entity(self.world.player))
            inner = evolve(scope, has_actor=True)
            return [s.Turn(player, self.body(item.body, inner), span=item.header)], self.after_body(item.body, scope)
        if item.keyword in ("phase", "round") and item.path is not None:
            body = self.body(item.body, scope)
            return [s.Level(item.keyword, str(item.path), body, span=item.header)], self.after_body(item.body, scope)
        if item.keyword == SAYS:
            self.world.report(misplaced_says(item, is_first=False))
            return [], scope
        called = self.world.rules.get(item.keyword)
        if called is not None and item.path is None and not item.body:
            self.world.report(say.needs_brackets(item.span, item.keyword, called.span, len(called.parameters)))
            return [], scope
        unknown = say_names.unknown_keyword(item.keyword_span, item.keyword, ("turn", "way", *VERBS), "in a body")
        self.world.report(habit_of(item) or unknown)
        # What stands below it is looked at all the same; ways belong to the choice that it probably should be.
        below: list[nodes.Item] = []
        for each in item.body:
            below += each.body if isinstance(each, nodes.Block) and each.keyword == "way" else (each,)
        self.body(tuple(i for i in below if not isinstance(i, nodes.Field | nodes.Row)), scope)
        return [], scope


def one_more(name: nodes.Expression, more: nodes.Expression, local: m.Local) -> nodes.Expression:
    """What a name holds once something was added to it."""
    added = nodes.ListOf((more,), span=more.span) if isinstance(local.type, Many) else more
    return nodes.Binary("+", name, added, span=more.span)


def is_empty(e: nodes.Expression) -> bool:
    return isinstance(e, nodes.ListOf) and not e.items


def odd_several(item: nodes.Choose, is_fixed: bool, chance: bool) -> Iterator[tuple[Span, tuple[str, str]]]:
    """What a choice of several things can not say, with what to do about it."""
    optional, when = item.clause("optional"), item.clause("when")
    if not item.body:
        yield item.header, ("nothing is said of what is chosen here", "say below it what is done with each")
    if optional is not None and (not optional.values or is_fixed):
        message = "how many may be left out is said by the lower bound here"
        yield optional.span, (message, "write `choose 0..n …`; a text behind `optional` says what passing is called")
    if when is not None:
        yield when.span, ("passing is offered once the lower bound is reached", "leave `when` out")
    if chance and not is_fixed:
        yield item.header, ("chance chooses a number of things that is known", "write one number: `choose 2 …`")


def range_size(source: m.Expression) -> int | None:
    """How many things a range of written numbers, or a kind, has."""
    match source:
        case m.Range(m.Const(int() as low), m.Const(int() as high)):
            return max(0, high - low + 1)
        case m.All(kind):
            return len(kind.ids)
    return None


def is_label(item: Any) -> bool:
    return isinstance(item, nodes.Field) and item.path.names[0] == "label"


def leaves(body: tuple[nodes.Item, ...]) -> bool:
    """Does a body always leave what it stands in?"""
    return bool(body) and isinstance(body[-1], nodes.Stop)
