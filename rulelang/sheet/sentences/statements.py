"""Statements in plain sentences: the lines of a list, with what belongs to them below.

Conditions that the options have settled are left out, and short rules are told where they are done;
a longer one is named there and told in a section of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from attrs import evolve

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Rule
from rulelang.model.expressions import Expression, Local
from rulelang.model.simplify import is_no, is_yes, settle
from rulelang.model.types import Entity, Flag, Many, strip
from rulelang.model.visit import free_locals, read_locals, walk
from rulelang.sheet.document import Item, Text, capital, ended, joined, plain, words
from rulelang.sheet.plan import ends_game, field_key, has_sentence
from rulelang.sheet.sentences.expressions import SUM, Bound, Env, Expressions, is_place, is_tokens, turned
from rulelang.syntax import nodes
from rulelang.syntax.holes import Hole, filled, holes_in

Sentences = Callable[[nodes.Says], Text]
LONGEST_LINE = 130
SHORT = 60
DEEPEST = 6


class Statements:
    """Puts bodies of rules into sentences; the rules `told_inline` are told where they are called."""

    def __init__(
        self, expressions: Expressions, sentence: Sentences, told_inline: Container[str], read: Container[str]
    ) -> None:
        self.expressions = expressions
        self.sentence = sentence
        self.world = expressions.world
        self.names = expressions.names
        self.phrases = expressions.phrases
        self.say = expressions.say
        self.told_inline = told_inline
        self.read = read
        self._is_empty: dict[str, bool] = {}
        self.depth = 0

    def body(self, body: s.Body, env: Env) -> list[Item]:
        """A body as sentences without capital or full stop; names are bound on the way."""
        found: list[Item] = []
        for number, statement in enumerate(body):
            env = env.only(read_locals(body[number:]))  # a name that is done with may be used again
            made, env = self.statement(statement, env, body[number + 1 :])
            found += made
        return found

    def statement(self, x: s.Statement, env: Env, rest: s.Body) -> tuple[list[Item], Env]:
        match x:
            case s.Let():
                return self.let(x, env, rest)
            case s.Choose():
                return self.choose(x, env)
            case s.If():
                return self.if_(x, env), env
            case s.Each():
                return self.each(x, env), env
            case s.CallRule(rule, arguments):
                return self.call(rule, arguments, env), env
            case s.Level(body=body) | s.Part(body=body):
                return self.body(body, env), env
            case s.Turn():
                return self.turn(x, env), env
            case s.Repeat():
                return self.repeat(x, env), env
            case s.Need():
                said = self.need(x, env)
                return [Item(self.say("only if {condition}", condition=said))] if said else [], env
        said = self.simple(x, env)
        return [Item(said)] if said else [], env

    def value(self, e: Expression, env: Env) -> Text:
        return self.expressions.words(settle(e), env)

    # ---- one line -----------------------------------------------------------------------------------------

    def simple(self, x: s.Statement, env: Env) -> Text:
        """A statement that is one sentence."""
        match x:
            case s.Assign(m.ReadField(changed)) | s.Increase(m.ReadField(changed)) if not self.is_told(changed):
                return ()
            case s.Assign(target, value):
                return self.assign(target, settle(value), env)
            case s.Increase(target, amount):
                return self.increase(target, settle(amount), env)
            case s.Move():
                return self.move(x, env)
            case s.Draw():
                return self.draw(x, env)
            case s.Pay(amount, payer, payee):
                return self.pay(settle(amount), payer, payee, env)
            case s.Stop():
                return self.stop(x)
            case s.Tell():
                return ()
            case s.Reveal(what, None):
                return self.say("show {what} to everybody", what=self.value(what, env))
            case s.Reveal(what, to) if to is not None:
                return self.say("show {what} to {player}", what=self.value(what, env), player=self.value(to, env))
            case s.OfferWindow(player, window):
                return self.offer(player, window, env)
            case s.Spoken(sentence=sentence):
                parts = {hole.about: self.value(getattr(x, hole.about), env) for hole in holes_in(sentence)}
                return self.say(sentence, **parts)
        return words(x.span.quoted, "term")

    def is_told(self, field: Field) -> bool:
        """Does anything that players follow depend on a field? Else only a program wants to know."""
        return is_place(field) or field_key(field) in self.read

    def assign(self, target: Expression, value: Expression, env: Env) -> Text:
        if not isinstance(target, m.ReadField):
            return self.becomes(target, value, env)
        name = words(self.names.field(target.field), "quote")
        if isinstance(strip(target.type), Flag) and isinstance(value, m.Const) and not target.keys:
            if target.of is None:
                return self.say("{mark} is now on" if value.value else "{mark} is now off", mark=name)
            if self.expressions.is_you(target.of, env):
                template = "you are now marked {mark}" if value.value else "you are no longer marked {mark}"
                return self.say(template, mark=name)
            template = "mark {owner} as {mark}" if value.value else "remove the mark {mark} from {owner}"
            return self.say(template, owner=self.value(target.of, env), mark=name)
        if is_place(target.field) and target.of is not None:
            piece = self.value(target.of, env)
            if isinstance(value, m.Const) and value.value is None:
                return self.say("take {piece} off the board", piece=piece)
            return self.say("move {piece} to {place}", piece=piece, place=self.expressions.words(value, env))
        return self.becomes(target, value, env)

    def becomes(self, target: Expression, value: Expression, env: Env) -> Text:
        what = self.value(target, env)
        if isinstance(value, m.Const) and (value.value is None or value.value == ()):
            return self.say("{what} is now empty", what=what)
        return self.say("{what} becomes {value}", what=what, value=self.expressions.words(value, env))

    def increase(self, target: Expression, amount: Expression, env: Env) -> Text:
        where = self.value(target, env)
        if isinstance(target.type, Many):
            return self.say("add {what} to {where}", what=self.expressions.words(amount, env, SUM), where=where)
        match amount:
            case m.Const(int(number)) if number < 0:
                less: Expression | None = m.Const(-number, amount.type)
            case m.Arithmetic("-", m.Const(0), right):
                less = right
            case _:
                less = None
        if less is not None:
            return self.say("subtract {what} from {where}", what=self.expressions.words(less, env, SUM), where=where)
        return self.say("add {what} to {where}", what=self.expressions.words(amount, env, SUM), where=where)

    def move(self, x: s.Move, env: Env) -> Text:
        what = settle(x.what)
        said = self.expressions.group(what, env) if x.many else self.expressions.words(what, env)
        if x.many and isinstance(what, m.All | m.Fold | m.ReadZone):
            said = self.say("all {group}", group=said)
        if not isinstance(x.to, m.ReadZone):
            return self.say("put {what} back into the box", what=said)
        zone = self.value(x.to, env)
        if not x.bottom:
            return self.say("put {what} on top of {zone}", what=said, zone=zone)
        hidden = x.to.zone.seen.by == "nobody"
        if hidden and not x.many:
            return self.say("put {what} under {zone}", what=said, zone=zone)
        return self.say("put {what} into {zone}", what=said, zone=zone)

    def draw(self, x: s.Draw, env: Env) -> Text:
        given = {"source": self.value(x.source, env), "target": self.value(x.to, env)}
        if x.amount is None:
            limit = self.value(x.fill_limit, env) if x.fill_limit is not None else ()
            return self.say("fill {target} up to {limit} cards from {source}", limit=limit, **given)
        amount = settle(x.amount)
        if isinstance(amount, m.Const) and amount.value == 0:
            return ()
        if isinstance(amount, m.Const) and amount.value == 1:
            return self.say("draw a card from {source} into {target}", **given)
        return self.say(
            "draw {amount} cards from {source} into {target}", amount=self.expressions.words(amount, env), **given
        )

    def pay(self, amount: Expression, payer: Expression | None, payee: Expression | None, env: Env) -> Text:
        one, two = purse(payer), purse(payee)
        if one is not None and two is not None and is_tokens(one.type):
            given = {"amount": self.expressions.words(amount, env), "source": self.value(one, env)}
            return self.say("move {amount} from {source} to {target}", target=self.value(two, env), **given)
        said = self.expressions.words(amount, env, SUM)
        you_pay = one is not None and self.expressions.is_you(one, env)
        you_take = two is not None and self.expressions.is_you(two, env)
        given = {"amount": said, "payer": self.party(one, env), "payee": self.party(two, env)}
        if you_pay:
            return self.say("pay {amount} to {payee}", **given)
        if you_take and one is None:
            return self.say("take {amount} from the bank", **given)
        if one is None:
            return self.say("{payee} takes {amount} from the bank", **given)
        return self.say("{payer} pays {amount} to {payee}", **given)

    def party(self, e: Expression | None, env: Env) -> Text:
        return self.say("the bank") if e is None else self.value(e, env)

    def stop(self, x: s.Stop) -> Text:
        said = self.say(STOPS.get((x.what, x.after), STOPS.get((x.what, None), "stop here")))
        return self.with_reason(said, x.reason)

    def with_reason(self, said: Text, reason: str) -> Text:
        if not reason:
            return said
        return self.say("{what}: {reason}", what=said, reason=words(self.phrases.translate(reason), "quote"))

    def offer(self, player: Expression, window: str | None, env: Env) -> Text:
        titles = [
            self.expressions.link(f"{w.name}.use", self.names.title(w.labels, w.name))
            for w in self.world.windows
            if window in (None, w.name)
        ]
        if self.expressions.is_you(player, env):
            return self.say("you may use {windows}", windows=joined(titles))
        return self.say("{player} may use {windows}", player=self.value(player, env), windows=joined(titles))

    # ---- needs --------------------------------------------------------------------------------------------

    def need(self, need: s.Need, env: Env) -> Text:
        """A condition in words, with the reason that its author gave."""
        condition = settle(need.condition)
        if is_yes(condition):
            return ()
        said = self.expressions.condition(condition, env)
        if need.reason is None:
            return said
        reason = self.text(need.reason, env, "quote")
        return self.say("{condition} {otherwise}", condition=said, otherwise=self.noted(reason))

    def noted(self, reason: Text) -> Text:
        return tuple(words(plain(self.say("(else: {reason})", reason=reason)), "note"))

    def text(self, text: s.Text, env: Env, style: Any = "plain") -> Text:
        """An author's text with its holes filled by words."""
        parts = [plain(self.hole(p, env)) for p in text.pieces if not isinstance(p, str)]
        named = dict(zip((hole.about for hole in holes_in(text.source)), parts, strict=False))

        # What is there is not known before the game: the form for several, or for any thing, reads best.
        def fill(hole: Hole) -> str | None:
            return hole.forms[-1] if hole.forms else named.get(hole.about)

        return words(filled(self.phrases.translate(text.source), fill), style)

    def hole(self, e: Expression, env: Env) -> Text:
        """What fills a hole of a text: whoever reads it need not be the one whose turn it is."""
        return self.say("the active player") if self.expressions.is_you(e, env) else self.value(e, env)

    # ---- choices ------------------------------------------------------------------------------------------

    def choose(self, x: s.Choose, env: Env) -> tuple[list[Item], Env]:
        if x.ways:
            return [self.choose_way(x, env)], env
        what, inner = self.picked(x.binders, env)
        dice = [inner.bound[binder.local].text for binder in x.binders]
        text = self.chance(x, what, dice, env) if x.chance else self.chosen(x, what, env)
        steps = self.body(x.body, inner)
        items = [headed(self, text, steps) if steps else Item(text)]
        items += self.otherwise(x, env)
        return items, env if x.body else inner

    def picked(self, binders: Sequence[s.Binder], env: Env) -> tuple[Text, Env]:
        """What is chosen, and its names."""
        inner = env
        said: list[Text] = []
        for binder in binders:
            name, inner_next = self.expressions.introduce(binder.local, inner)
            source = settle(binder.source)
            one = self.expressions.one_of(source, name, inner, each=False)
            short = self.expressions.it(binder.local, inner)[1] if len(binders) == 1 else inner_next
            inner = inner_next
            said.append(self.expressions.such_that(one, binder.where, short))
        return joined(said, self.phrases.translate(" and ")), inner

    def chance(self, x: s.Choose, what: Text, named: list[Text], env: Env) -> Text:
        kinds = [strip(b.local.type) for b in x.binders]
        if all(isinstance(k, Entity) and k.kind.root.sort == "die" for k in kinds):
            dice = joined(named, self.phrases.translate(" and "))
            where = settle(x.binders[0].where) if x.binders[0].where is not None else None
            said = self.say("roll {dice}", dice=dice)
            if where is None or isinstance(where, m.Const):
                return said
            _, inner = self.expressions.it(x.binders[0].local, env)
            return self.say("{roll} until {condition}", roll=said, condition=self.expressions.condition(where, inner))
        return self.say("draw {what} at random", what=what)

    def chosen(self, x: s.Choose, what: Text, env: Env) -> Text:
        if x.by is None or self.expressions.is_you(x.by, env):
            free = x.optional and x.may_pass is None
            said = self.say("you may choose {what}" if free else "choose {what}", what=what)
        else:
            by = self.value(x.by, env)
            free = x.optional and x.may_pass is None
            said = self.say("{who} may choose {what}" if free else "{who} chooses {what}", who=by, what=what)
        passing = self.text(x.passing, env) if x.passing is not None else self.say("pass")
        if x.may_pass is not None:
            condition = self.expressions.condition(settle(x.may_pass), env)
            said = self.say("{choice} (or: {other}, if {condition})", choice=said, other=passing, condition=condition)
        elif x.passing is not None:
            said = self.say("{choice} (or: {other})", choice=said, other=passing)
        if x.prompt is None:
            return said
        return joined((said, words("– " + plain(self.text(x.prompt, env)), "note")), " ")

    def choose_way(self, x: s.Choose, env: Env) -> Item:
        text = self.chosen(x, self.say("one of these"), env)
        ways: list[Item] = []
        for way in x.ways:
            what, inner = self.picked(way.binders, env)
            said = self.sentence(way.says) if way.says is not None else ()
            steps = self.body(way.body, inner) if way.says is None else [Item(said)] if said else []
            label = words(self.names.label(way.labels, way.name), "strong")
            if way.binders:
                label = self.say("{head}: {step}", head=label, step=self.say("choose {what}", what=what))
            guard = settle(way.guard) if way.guard is not None else None
            if guard is not None and is_no(guard):
                continue
            if guard is not None and not is_yes(guard):
                label = self.say(
                    "{label} (if {condition})", label=label, condition=self.expressions.condition(guard, env)
                )
            ways.append(headed(self, label, steps) if steps else Item(label))
        return Item(self.say("{head}:", head=text), (*ways, *self.otherwise(x, env)))

    def otherwise(self, x: s.Choose, env: Env) -> list[Item]:
        steps = self.body(x.otherwise, env) if x.otherwise else []
        return [headed(self, self.say("if nothing is chosen"), steps)] if steps else []

    # ---- bodies -------------------------------------------------------------------------------------------

    def let(self, x: s.Let, env: Env, rest: s.Body) -> tuple[list[Item], Env]:
        """A name for a value. What never changes is told where the name stands."""
        if is_taken(x, rest):
            return [], env
        value = settle(x.value)
        bound = self.expressions.bound_to(value, env)
        is_same = is_lasting(value) or not changes_something(rest, x.local)
        if len(plain(bound.text)) <= SHORT and is_same and not x.local.changes:
            return [], env.bind(x.local, bound)
        _, inner = self.expressions.introduce(x.local, env)
        template = "note whether {value}: {name}" if isinstance(strip(x.local.type), Flag) else "let {name} be {value}"
        return [Item(self.say(template, name=inner.bound[x.local].text, value=bound.text))], inner

    def if_(self, x: s.If, env: Env, word: str = "if {condition}") -> list[Item]:
        condition = settle(x.condition)
        if isinstance(condition, m.Const):
            return self.body(x.then if condition.value else x.otherwise, env)
        if any(local not in env.bound for local in free_locals(condition)):  # that of several things none was chosen
            return [headed(self, self.say("if nothing is chosen"), self.body(x.then, env))]
        found: list[Item] = []
        then = self.body(x.then, env)
        said = self.expressions.condition(condition, env)
        if then:
            found.append(headed(self, self.say(word, condition=said), then))
        match x.otherwise:
            case [s.If() as other] if then and not isinstance(settle(other.condition), m.Const):
                return found + self.if_(other, env, "otherwise, if {condition}")
        other_lines = self.body(x.otherwise, env)
        if other_lines and then:
            found.append(headed(self, self.say("otherwise"), other_lines))
        elif other_lines:
            opposite = self.expressions.opposite(condition, env)
            found.append(headed(self, self.say("if {condition}", condition=opposite), other_lines))
        return found

    def each(self, x: s.Each, env: Env) -> list[Item]:
        match x.body:
            case [s.Turn(m.ReadLocal(local), body)] if len(x.binders) == 1 and local is x.binders[0].local:
                return self.turns(x, body, env)
        text, inner = self.one_after_another(x, env)
        steps = self.body(x.body, inner)
        return [headed(self, self.say("for {each}", each=text), steps)] if steps else []

    def one_after_another(self, x: s.Each, env: Env) -> tuple[Text, Env]:
        """What a loop goes over and in which order, with the names in it."""
        said, inner = [], env
        for binder in x.binders:
            name, following = self.expressions.introduce(binder.local, inner)
            one = self.expressions.one_of(settle(binder.source), name, inner, each=True)
            _, short = self.expressions.it(binder.local, inner)
            said.append(self.expressions.such_that(one, binder.where, short))
            inner = following
        text = joined(said, self.phrases.translate(" and "))
        if x.key is not None:
            key = settle(x.key)
            falling = turned(key)
            order = "{each}, lowest {key} first" if falling is None else "{each}, highest {key} first"
            text = self.say(order, each=text, key=self.value(key if falling is None else falling, inner))
        if x.chooser is not None:
            text = self.say("{each}, in the order that {who} chooses", each=text, who=self.value(x.chooser, env))
        if x.at_once:
            text = self.say("{each}, all at the same time and in secret", each=text)
        return text, inner

    def turns(self, x: s.Each, body: s.Body, env: Env) -> list[Item]:
        """Every player has a turn: what he does is told to "you"."""
        match body:
            case [s.CallRule(rule)] if rule.says is not None:
                said = self.sentence(rule.says)
                return [Item(said)] if said else []
        text, _ = self.one_after_another(x, env)
        steps = self.body(body, env.bind(x.binders[0].local, Bound(self.say("you"), "you")))
        return [Item(self.say("the turn of {each}:", each=text), tuple(steps))] if steps else []

    def turn(self, x: s.Turn, env: Env) -> list[Item]:
        steps = self.body(x.body, env)
        if self.expressions.is_you(x.player, env):
            return steps
        return [headed(self, self.say("the turn of {each}", each=self.value(x.player, env)), steps)] if steps else []

    def repeat(self, x: s.Repeat, env: Env) -> list[Item]:
        count = settle(x.count) if x.count is not None else None
        condition = settle(x.condition) if x.condition is not None else None
        body = x.body if x.taken is None else [one_of_several(choice) for choice in x.body]
        steps = self.body(body, env)
        once = isinstance(count, m.Const) and count.value == 1
        if not steps or (once and x.mode == "times"):
            return steps
        often = "at most once" if once else REPEATS["exactly" if is_exact(x) else x.mode]
        text = self.say(often, bound=() if count is None else self.expressions.words(count, env))
        if condition is not None and not is_yes(condition):
            said = self.expressions.condition(condition, env)
            lasting = self.say("as long as {bound}", bound=said)
            text = lasting if count is None else self.say("{often}, {lasting}", often=text, lasting=lasting)
        return [headed(self, text, steps)]

    def is_empty(self, rule: Rule) -> bool:
        """Does a rule do nothing under the options in force?"""
        if rule.name not in self._is_empty:
            self._is_empty[rule.name] = False
            env = Env()
            for parameter in rule.parameters:
                _, env = self.expressions.introduce(parameter, env)
            says_something = rule.says is not None and rule.says.text is not None
            self._is_empty[rule.name] = not says_something and not rule.amendments and not self.body(rule.body, env)
        return self._is_empty[rule.name]

    def call(self, rule: Rule, arguments: tuple[Expression, ...], env: Env) -> list[Item]:
        if rule.says is not None and (rule.name in self.told_inline or not has_sentence(rule)):
            # What is there to end the game is told where the end is.
            said = self.sentence(rule.says) if has_sentence(rule) and not ends_game(rule) else ()
            return [Item(said)] if said else []
        if rule.name in self.told_inline and self.depth < DEEPEST:
            inner = env
            for parameter, argument in zip(rule.parameters, arguments, strict=False):
                inner = inner.bind(parameter, self.expressions.bound_to(settle(argument), env))
            self.depth += 1
            found = self.body(rule.body, inner)
            self.depth -= 1
            return found
        if self.is_empty(rule):
            return []
        settled = tuple(settle(a) for a in arguments)
        return [Item((*words("→ "), *self.expressions.called(rule, settled, env)))]


# `choose 1..3 x in e`: the loop tells that nothing is chosen twice, and when one may stop.


def is_taken(x: s.Let, rest: s.Body) -> bool:
    """Is a name only the list of what was chosen so far?"""
    return any(isinstance(node, s.Repeat) and node.taken is x.local for node in walk(rest))


def is_exact(x: s.Repeat) -> bool:
    """Must all of several things be chosen?"""
    return x.taken is not None and not any(isinstance(choice, s.Choose) and choice.optional for choice in x.body)


def one_of_several(choice: s.Statement) -> s.Statement:
    """The choice of one of several things as its author wrote it."""
    assert isinstance(choice, s.Choose)
    binder = choice.binders[0]
    where = binder.where.right if isinstance(binder.where, m.Junction) else None
    return evolve(choice, binders=(evolve(binder, where=where),), body=choice.body[1:], may_pass=None)


def is_lasting(e: Expression) -> bool:
    """Is a value the same for as long as its parts have these names?"""
    reads = m.ReadField | m.ReadZone | m.CallValue | m.Can | m.CanPerform | m.HasTitle
    return not any(isinstance(node, reads) for node in walk(e))


def changes_something(body: s.Body, local: Local) -> bool:
    """Is anything done before a name was used for the last time?"""
    last = max((i for i, x in enumerate(body) if reads(x, local)), default=-1)
    done = [node for x in body[:last] for node in walk(x) if isinstance(node, s.Statement)]
    if last >= 0 and not isinstance(body[last], SINGLE):
        done += [node for node in walk(body[last]) if isinstance(node, s.Statement)]
    return any(not isinstance(node, s.Need | s.Let | s.If | s.Choose) for node in done)


def reads(x: s.Statement, local: Local) -> bool:
    return any(isinstance(node, m.ReadLocal) and node.local is local for node in walk(x))


# Statements that read their parts once, before they do anything.
SINGLE = s.Change | s.Need | s.Let | s.CallRule | s.Perform | s.Reveal


def purse(e: Expression | None) -> Expression | None:
    """Whose money it is; what lies elsewhere is called by its own name."""
    if isinstance(e, m.ReadField) and e.field.name == "money" and e.of is not None:
        return e.of
    return e


def headed(speaker: Statements, head: Text, steps: Iterable[Item]) -> Item:
    """A head with its steps below it; a single short step stands on the same line."""
    listed = tuple(steps)
    if len(listed) == 1 and not listed[0].items and len(plain(head)) + len(plain(listed[0].text)) < LONGEST_LINE:
        return Item(speaker.say("{head}: {step}", head=head, step=listed[0].text))
    return Item(speaker.say("{head}:", head=head), listed)


def finished(items: Iterable[Item]) -> tuple[Item, ...]:
    """Lines with a capital at the beginning and a full stop at the end."""
    return tuple(Item(ended(capital(i.text)), finished(i.items), i.anchor) for i in items)


STOPS = {
    ("game", None): "the game ends at once",
    ("game", "round"): "the game ends after this round",
    ("game", "phase"): "the game ends after this phase",
    ("game", "turn"): "the game ends after this turn",
    ("round", None): "the round ends",
    ("phase", None): "the phase ends",
    ("turn", None): "the turn ends",
    ("each", None): "go on no further with these",
    ("repeat", None): "do not repeat this any more",
    ("rule", None): "leave it at that",
}
REPEATS = {
    "times": "{bound} times",
    "up_to": "up to {bound} times",
    "several": "up to {bound} times, each time another",
    "exactly": "{bound} times, each time another",
    "while": "again and again",
    "until_done": "again and again, until it is enough",
    "forever": "again and again",
}
