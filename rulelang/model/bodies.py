"""Bodies: statements with names resolved and types checked."""

from __future__ import annotations

import itertools
import re
from typing import Any

from attrs import evolve

from rulelang.diagnostics.suggest import did_you_mean
from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say_structure
from rulelang.diagnostics.wording import types as say
from rulelang.diagnostics.wording.syntax import VERBS
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.blocks import labels_of
from rulelang.model.declarations import Rule
from rulelang.model.elaborate import Elaborator
from rulelang.model.facts import facts_of, kind_facts
from rulelang.model.shape import habit_of, odd_clauses
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
from rulelang.model.world import MOST_NUMBERS, Scope, World, expression_path
from rulelang.model.writes import written
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.schema import STATEMENTS
from rulelang.syntax.spell import clause_name, spell

CLAUSES = {statement.verb: statement.clauses for statement in STATEMENTS}
LEVELS = ("turn", "phase", "round", "game")


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


def text_with_holes(el: Elaborator, text: str, span: Span, scope: Scope) -> s.Text:
    """A text whose `{path}` holes are filled when it is shown."""
    pieces: list[Any] = []
    for index, piece in enumerate(re.split(r"\{([^{}]*)\}", text)):
        if index % 2 == 0:
            pieces.append(piece)
            if "{" in piece or "}" in piece:
                el.world.report(say.stray_hole(span, "a brace without its other half"))
            continue
        hole = hole_expression(piece, span)
        called = HOLE_CALL.fullmatch(piece)
        names = HOLE_NAME.findall(called.group(2) if called else piece)
        values, things = el.world.values, [*scope.locals, *el.world.all_names()]
        unknown = [(n, things) for n in names if n not in things]
        if called and called.group(1) not in values:
            unknown.insert(0, (called.group(1), list(values)))
        if hole is None or unknown:
            meant = did_you_mean(*unknown[0]) if unknown else ""
            el.world.report(say.text_hole(hole_span(span, piece), piece, meant))
            continue
        pieces.append(el.raw(hole, scope, None))
    return s.Text(pieces, text)


class BodyReader:
    """Turns the items of a body into typed statements."""

    def __init__(self, world: World, elaborator: Elaborator, writes: dict[str, frozenset[str]]) -> None:
        self.world = world
        self.el = elaborator
        self.writes = writes

    def body(self, items: tuple[nodes.Item, ...], scope: Scope) -> s.Body:
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
                value = self.el.raw(item.value, scope, None)
                if isinstance(value.type, NoneType):
                    self.world.report(say.wrong_type(item.value.span, "none", "a value"))
                scope, local = scope.bind(self.world, item.name, value.type, item.name_span)
                return [s.Let(local, value, span=item.span)], scope
            case nodes.Act():
                self.check_clauses(item.verb, item)
                return getattr(self, item.verb)(item, scope)  # type: ignore[no-any-return]
            case nodes.Choose():
                self.check_clauses("choose", item)
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
            if not (parts & fields) or path in scope.locals:
                kept.append(fact)
        return evolve(scope, facts=frozenset(kept))

    def after_body(self, items: tuple[nodes.Item, ...], scope: Scope) -> Scope:
        return self.forget(scope, written(items, self.writes))

    # ---- verbs ------------------------------------------------------------------------------------

    def set(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        value_syntax = self.required("set", item, "to")
        if item.subject is None or value_syntax is None:
            return [], scope
        target = self.target(item.subject, scope)
        if target is None:
            return [], scope
        if isinstance(target, m.ReadZone):
            return self.set_zone(item, target, value_syntax, scope)
        if isinstance(target.type, Number) and target.type.money and not scope.scenario:
            self.world.report(say.money_set(item.subject.span, item.subject.span.quoted))
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

    def target(self, e: nodes.Expression, scope: Scope) -> Any:
        """What `set` and `add` change: a field, read without the facts known about it."""
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
            elif isinstance(target.type, Number) and target.type.money and not scope.scenario:
                self.world.report(say.money_set(to.span, to.span.quoted))
            amount = self.el.number(item.subject, scope)
        return [s.Increase(target, amount, span=item.span)], scope

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
        one, two = self.purse(payer, scope), self.purse(payee, scope)
        return [s.Pay(amount, one, two, span=item.span)], scope

    def purse(self, e: nodes.Expression, scope: Scope) -> m.Expression | None:
        """Where money is: the bank (none), a player, or a field of money."""
        if isinstance(e, nodes.Name) and e.name == "bank" and "bank" not in scope.locals:
            return None
        found = self.el.present(e, scope)
        if isinstance(found.type, Entity) and found.type.kind is self.world.player:
            money = self.world.player.fields.get("money")
            if money is None:
                self.world.report(
                    say_names.unknown_part(e.span, "money", "player", self.world.player.fields, self.world.player.span)
                )
                return None
            money.read = True
            return m.ReadField(money, found, (), money.type, span=e.span)
        if isinstance(found, m.ReadField) and isinstance(found.type, Number) and found.type.money:
            return found
        if not isinstance(found.type, Unknown):
            self.world.report(say.wrong_type(e.span, str(found.type), "a player, `bank` or a field of money"))
        return None

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
        to = item.clause("to")
        player = None
        if to and to.values and spell(to.values[0]) != "all":
            player = self.el.expression(to.values[0], scope, Entity(self.world.player))
        return [s.Reveal(what, player, span=item.span)], scope

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

    def texts(self, item: Any, scope: Scope) -> tuple[s.Text | None, s.Text | None]:
        """The prompt and the text of an option."""
        made: list[s.Text | None] = []
        for word in ("prompt", "as"):
            found = item.clause(word)
            value = found.values[0] if found and found.values else None
            made.append(
                text_with_holes(self.el, value.value, value.span, scope) if isinstance(value, nodes.Text) else None
            )
        return made[0], made[1]

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
        by, chance = self.chooser(item, scope)
        optional = item.clause("optional") is not None
        binders, inner = self.binders(item.binders, scope)
        prompt, text = self.texts(item, inner)
        for bound in binders:
            if isinstance(bound.local.type, Many):
                self.world.report(say.choice_of_lists(bound.source.span, str(bound.source.type)))
        body = self.body(item.body, inner) if item.body is not None else []
        otherwise = self.body(item.otherwise, scope) if item.otherwise is not None else None
        made = s.Choose(
            binders, (), by, chance, optional, prompt, text, body, otherwise, scope.secret,
            scope.uninterrupted or scope.in_window, cites_of(item), item.header, len(self.world.chooses), scope.rule,
            item.clause("asked anyway") is not None, *self.passing(item, scope),
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

    def binders(self, binders: tuple[nodes.Binder, ...], scope: Scope) -> tuple[tuple[s.Binder, ...], Scope]:
        made = []
        for binder in binders:
            local, scope, source, where = self.el.bind(binder, scope)
            made.append(s.Binder(local, source, where, span=binder.span))
        return tuple(made), scope

    def choose_way(self, item: nodes.Choose, scope: Scope) -> tuple[s.Body, Scope]:
        by, chance = self.chooser(item, scope)
        prompt, _ = self.texts(item, scope)
        ways = []
        for inner in item.body or ():
            if isinstance(inner, nodes.Block) and inner.keyword == "way" and inner.path is not None:
                when = inner.clause("when")
                guard = self.el.condition(when.values[0], scope) if when and when.values else None
                known = kind_facts(self.world, when.values[0], scope) if when and when.values else scope
                statements = tuple(i for i in inner.body if not is_label(i))
                body = self.body(statements, known)
                needs = [x for x in body if isinstance(x, s.Need)]
                labels = labels_of(inner)
                if any("{" in label or "}" in label for label in labels.values()):
                    self.world.report(say.stray_hole(inner.header, "a way is called by its label as it is written"))
                ways.append(s.Way(str(inner.path), labels, needs, guard, body, cites_of(inner), inner.header))
            else:
                self.world.report(say_names.out_of_place(inner.span, "this line", "choose one"))
        otherwise = self.body(item.otherwise, scope) if item.otherwise is not None else None
        made = s.Choose(
            (), tuple(ways), by, chance, item.clause("optional") is not None, prompt, None, [], otherwise,
            scope.secret, scope.uninterrupted or scope.in_window, cites_of(item), item.header,
            len(self.world.chooses), scope.rule, item.clause("asked anyway") is not None, *self.passing(item, scope),
        )  # fmt: skip
        self.world.chooses.append(made)
        return [made], self.after_body((*(item.body or ()), *(item.otherwise or ())), scope)

    # ---- control --------------------------------------------------------------------------------------

    def in_loop(self, scope: Scope, kind: str) -> Scope:
        return evolve(scope, loops=(*scope.loops, kind))

    def each(self, item: nodes.Each, scope: Scope) -> s.Each:
        # What an earlier pass wrote may undo what was known before the loop.
        scope = self.after_body(item.body, scope)
        binders, inner = self.binders(item.binders, scope)
        key_clause = item.clause("sorted by")
        key = self.el.raw(key_clause.values[0], inner, None) if key_clause and key_clause.values else None
        if key is not None and not fits(strip(key.type), NUMBER) and not isinstance(strip(key.type), Entity):
            self.world.report(say.not_a_number(key.span, str(key.type)))
        order = item.clause("order chosen by")
        picker = chooser = None
        if order is not None and len(binders) > 1:
            self.world.report(say_names.out_of_place(order.span, "`order chosen by`", "each x in …, y in …"))
        elif order is not None:
            chooser, _ = self.chooser(item, scope, "order chosen by")
            prompt, text = self.texts(item, inner)
            picker = s.Choose(
                binders, (), chooser, False, False, prompt, text, [], None, scope.secret, True,
                cites_of(item), item.header, len(self.world.chooses), scope.rule,
            )  # fmt: skip
            self.world.chooses.append(picker)
        at_once = item.clause("at once") is not None
        if at_once:
            inner = evolve(inner, secret=True)
        body = self.body(item.body, self.in_loop(inner, "each"))
        return s.Each(binders, body, key, chooser, picker, at_once, span=item.header)

    def repeat(self, item: nodes.Repeat, scope: Scope) -> s.Repeat:
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
        called = self.world.rules.get(item.keyword)
        if called is not None and item.path is None and not item.body:
            self.world.report(say.needs_brackets(item.span, item.keyword, called.span, len(called.parameters)))
            return [], scope
        unknown = say_names.unknown_keyword(item.keyword_span, item.keyword, ("turn", "way", *VERBS), "in a body")
        self.world.report(habit_of(item) or unknown)
        # What stands below it is looked at all the same.
        self.body(tuple(i for i in item.body if not isinstance(i, nodes.Field | nodes.Row)), scope)
        return [], scope


def is_label(item: Any) -> bool:
    return isinstance(item, nodes.Field) and item.path.names[0] == "label"


def leaves(body: tuple[nodes.Item, ...]) -> bool:
    """Does a body always leave what it stands in?"""
    return bool(body) and isinstance(body[-1], nodes.Stop)
