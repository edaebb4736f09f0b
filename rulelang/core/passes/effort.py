"""What loops may take: so that rules without an end are stopped, and short loops need not be counted.

A loop that takes little however long its list is belongs to what is around it. Every other loop counts its items
when it begins, each with what its body takes besides loops that count for themselves. So whatever is done between
two decisions is counted, up to a small factor that is known beforehand.
"""

from __future__ import annotations

from typing import Any

from attrs import define, evolve, field

from rulelang.core import nodes as c
from rulelang.core.from_model.maker import Core, statements_in
from rulelang.core.passes.ranges import rewritten, words_of

# What needs not be counted.
LITTLE = 2_000
UNKNOWN = 65_536
# What a call costs of a function that calls itself and counts that, or of one that is being looked at.
CALL = 25


def weighed(core: Core) -> Core:
    """The same program, in which every loop knows whether it counts."""
    effort = Effort()
    for function in core.functions:
        effort.of(function)
    for function in core.functions:
        function.body = rewritten(function.body, effort.mark)
    return core


@define(eq=False)
class Effort:
    """How many statements and words a function goes through that are not counted."""

    known: dict[c.Function, int] = field(factory=dict)

    def of(self, function: c.Function) -> int:
        if function not in self.known:
            self.known[function] = CALL
            self.known[function] = CALL if function.is_circular else self.body(function.body)
        return self.known[function]

    def body(self, body: c.Body) -> int:
        return 1 + sum(map(self.statement, body))

    def statement(self, x: c.Statement) -> int:
        match x:
            case c.For(_, items, inner):
                total = (x.most or most_of(items)) * self.body(inner)
                return self.words(x) + (total if total <= LITTLE else 0)
            case c.Loop():
                return 0
            case c.If(_, then, otherwise) | c.IfPassed(then, otherwise):
                return self.words(x) + self.body(then) + self.body(otherwise)
            case c.Block(_, inner):
                return self.body(inner)
            case c.Do(function) | c.FillBy(_, function):
                return self.words(x) + self.of(function)
            case c.Fill(_, items):
                return self.words(x) + most_of(items) // 8
        return self.words(x)

    def words(self, x: Any) -> int:
        """What the words of a statement take, but for those of statements within it."""
        found = 1
        for word in words_of(x):
            if isinstance(word, c.Call):
                found += self.of(word.function)
            elif isinstance(word, c.In | c.Same):
                found += most_of(word.items if isinstance(word, c.In) else word.left)
            else:
                found += 1
        return found

    def mark(self, x: Any) -> Any:
        """A loop with what each of its turns counts."""
        if isinstance(x, c.Loop):
            return evolve(x, weight=self.body(x.body))
        if isinstance(x, c.For):
            inner = self.body(x.body)
            return evolve(x, weight=inner if (x.most or most_of(x.items)) * inner > LITTLE else 0)
        return x


def most_of(items: c.Items) -> int:
    """How many items a list may have."""
    match items:
        case c.Row(rows):
            return max(map(len, rows.rows), default=0)
        case c.Cards(deck):
            return deck.cards
        case c.LoadList(store):
            return store.bound
        case c.Kept(slot):
            return slot.bound
        case c.Numbers(c.Const(low), c.Const(high)):
            return max(0, high - low + 1)  # type: ignore[no-any-return]
    return UNKNOWN


def loops_in(function: c.Function) -> list[c.For | c.Loop]:
    return [x for x in statements_in(function.body) if isinstance(x, c.For | c.Loop)]
