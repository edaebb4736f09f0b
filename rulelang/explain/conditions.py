"""Why a condition fails: the smallest part of it that does not hold, with the values that were seen.

`and` is split, `can` is entered into the needs of its rule, of `or` all branches are told. A part that
rests on what the one who asks may not see never speaks while another, open to him, fails as well.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from rulelang.core.information import Reader
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Rule
from rulelang.model.expressions import Expression, Local
from rulelang.model.types import Entity, Flag, strip
from rulelang.play.evaluate import ERRORS, Bound, Env, Evaluator
from rulelang.play.keys import citations_of
from rulelang.play.sayings import Saying
from rulelang.source import NOWHERE, Span
from rulelang.text.names import member_text, with_owner
from rulelang.text.words import Words
from rulelang.visibility.permissions import Sight, knowledge_of


@frozen
class Failure:
    """A condition that does not hold: the sentence for people, the condition, and what was seen."""

    reason: Saying | None = None
    need: str = ""
    seen: tuple[tuple[str, ...], ...] = ()
    span: Span = NOWHERE
    cites: tuple[str, ...] = ()
    is_hidden: bool = False
    facts: tuple[str, ...] = ()  # what was seen, for people who do not read rules


def plain(text: str, span: Span = NOWHERE, cites: tuple[str, ...] = ()) -> Failure:
    """A failure that is one of the engine's own sentences."""
    return Failure(Saying(s.Text([text], text)), span=span, cites=cites)


class Conditions(ABC):
    """Asks on behalf of a player; with `sees_all`, on behalf of somebody who may know everything."""

    def __init__(
        self, words: Words, state: Any, asker: int | None, *, sees_all: bool = False, language: str = "en"
    ) -> None:
        self.words = words
        self.program = words.program
        self.evaluator = self.program.once(Evaluator)
        self.sight = self.program.once(Sight)
        self.knowledge = self.program.once(knowledge_of)
        self.citations = self.program.once(citations_of)
        self.state = state
        self.asker = asker
        self.sees_all = sees_all
        self.language = language
        self.actor_slot = self.program.answers.layout.slot(words.world.fields["actor"])
        self.masks = self.sight.masks_now(state)

    # ---- values and what may be known of them -----------------------------------------------------------

    def value(self, e: Expression, env: Env) -> Any:
        return self.evaluator.value(e, self.state, env)

    def knows(self, e: Expression, env: Env) -> bool:
        """May the one who asks know the value?"""
        if self.sees_all:
            return True
        is_actor = self.asker is not None and getattr(self.state, self.actor_slot) == self.asker
        mine = frozenset(local for local, bound in env.bound.items() if self.is_own(bound))
        return self.knowledge.knows(e, Reader(mine, env.known, is_actor, self.masks))

    def is_own(self, bound: Bound) -> bool:
        """Is it the one who asks, or something of his?"""
        kind = strip(bound.local.type)
        if self.asker is None or bound.value is None or not isinstance(kind, Entity):
            return False
        return self.sight.owner(kind.kind, bound.value) == self.asker

    def seen(self, e: Expression, env: Env) -> str:
        return self.words.text(e.type, self.value(e, env), self.language)

    def inside(self, parameters: Iterable[Local], arguments: tuple[Expression, ...], env: Env) -> Env:
        """What a rule or value sees of its arguments."""
        values = [self.value(a, env) for a in arguments]
        return Env().bind_all(parameters, values, [self.knows(a, env) for a in arguments])

    @abstractmethod
    def rule_with(self, rule: Rule, arguments: tuple[Expression, ...], env: Env) -> Failure | None:
        """The need for which a rule can not be done, or nothing."""

    @abstractmethod
    def action(self, action: Expression, arguments: tuple[Expression, ...], env: Env) -> Failure | None:
        """The need for which an action that stands in a table can not be performed, or nothing."""

    # ---- conditions -------------------------------------------------------------------------------------

    def explain(self, e: Expression, env: Env) -> Failure:
        """The smallest part that makes a condition fail, which is known not to hold."""
        match e:
            case m.Junction("and", left, right):
                return self.first_of((left, right), env)
            case m.Junction("or", left, right):
                return self.neither(e, self.explain(left, env), self.explain(right, env))
            case m.Negation(m.Negation(inner)):
                return self.explain(inner, env)
            case m.Negation(m.Junction("or", left, right)):
                return self.first_of((m.Negation(left), m.Negation(right)), env)
            case m.Can(rule, arguments):
                return self.rule_with(rule, arguments, env) or self.leaf(e, env)
            case m.CanPerform(action, arguments):
                return self.action(action, arguments, env) or self.leaf(e, env)
            case m.CallValue(value, arguments) if value.body is not None and not value.changes:
                return self.explain(value.body, self.inside(value.parameters, arguments, env))
            case m.Choice(condition, value, other) if isinstance(e.type, Flag):
                return self.explain(value if self.value(condition, env) else other, env)
            case m.Fold(how="all"):
                return self.exception(e, env)
            case _:
                return self.leaf(e, env)

    def first_of(self, conditions: tuple[Expression, ...], env: Env) -> Failure:
        """The first that fails and may be spoken of; else the first that fails."""
        found: Failure | None = None
        for condition in conditions:
            try:
                holds = self.value(condition, env)
            except ERRORS:
                break
            if not holds:
                failure = self.explain(condition, env)
                if not failure.is_hidden:
                    return failure
                found = found or failure
        return found or Failure(is_hidden=True)

    def neither(self, e: Expression, *branches: Failure) -> Failure:
        """None of several: all are told."""
        reason = next((b.reason for b in branches if b.reason is not None), None)
        cites = tuple(dict.fromkeys(c for b in branches for c in b.cites))
        seen = tuple(pair for b in branches for pair in b.seen)
        is_hidden = any(b.is_hidden for b in branches)
        facts = tuple(dict.fromkeys(fact for b in branches for fact in b.facts))
        return Failure(reason, self.text(e), seen, e.span, cites, is_hidden, () if is_hidden else facts)

    def exception(self, e: m.Fold, env: Env) -> Failure:
        """The first member for which what should hold for all does not."""
        for item in self.value(e.source, env):
            inner = env.bind(e.local, item, self.knows(e.source, env))
            counts = e.where is None or self.value(e.where, inner)
            if counts and e.body is not None and not self.value(e.body, inner):
                return self.explain(e.body, inner)
        return self.leaf(e, env)

    def leaf(self, e: Expression, env: Env) -> Failure:
        if not self.knows(e, env):
            return Failure(is_hidden=True)
        return Failure(None, self.text(e), tuple(self.sides(e, env)), e.span, facts=tuple(self.facts(e, env)))

    def facts(self, e: Expression, env: Env) -> Iterator[str]:
        """`mark of b2: Crosses`: the fields and columns that a comparison looks at, but for bookkeeping."""
        match e:
            case m.Compare("!=", m.ReadLocal(), m.ReadLocal()):
                yield self.words.translate("it is the same", self.language)
            case m.Compare(_, left, right) | m.Contains(left, right):
                yield from self.facts(left, env)
                yield from self.facts(right, env)
            case m.IsNone(inner) | m.IsKind(inner) | m.Negation(inner):
                yield from self.facts(inner, env)
            case m.ReadField(field, of, keys) if field not in self.words.bookkeeping and not field.is_inner:
                kept_for = ", ".join(self.seen(key, env) for key in keys)
                yield f"{self.named(field, of, env)}{f', {kept_for}' if kept_for else ''}: {self.seen(e, env)}"
            case m.ReadColumn(column, m.ReadLocal()) if "." not in column.name:
                # Of what is asked about, so it need not be named.
                name = self.words.translate(column.name.replace("_", " "), self.language)
                yield f"{name}: {self.seen(e, env)}"

    def named(self, field: Field, of: Expression | None, env: Env) -> str:
        """`mark of b2`; of a field of a piece that nobody has named the piece alone, so that it reads `Pawn 2: c4`."""
        name = self.words.translate(field.called, self.language)
        if of is None:
            return name
        owner = strip(of.type)
        if not isinstance(owner, Entity) or owner.kind.root.sort != "piece":
            return with_owner(self.words, name, self.seen(of, env), self.language)
        root = owner.kind.root
        piece = member_text(self.words, root, root.members[self.value(of, env)].key, self.language)
        return with_owner(self.words, name, piece, self.language) if field.label else piece

    def text(self, e: Expression) -> str:
        """A condition as the author wrote it."""
        if e.span is not NOWHERE and e.span.text:
            return e.span.quoted
        return f"not ({self.text(e.inner)})" if isinstance(e, m.Negation) else ""

    def sides(self, e: Expression, env: Env) -> Iterator[tuple[str, ...]]:
        """What was seen on the sides of a comparison."""
        match e:
            case m.Compare(operator, left, right):
                yield self.seen(left, env), operator, self.seen(right, env)
            case m.Contains(items, item):
                word = "is not in" if e.negated else "is in"
                yield self.seen(item, env), word, self.seen(items, env)
            case m.IsNone(inner) | m.IsKind(inner):
                yield (self.seen(inner, env),)
            case m.Negation(inner):
                yield from self.sides(inner, env)
            case _:
                pass
