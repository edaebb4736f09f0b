"""Names that `let` makes and nobody reads: what is worked out for them is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import structure as say
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.visit import walk
from rulelang.model.world import World
from rulelang.source import LoweredSpan


def unread_names(world: World) -> Iterator[Diagnostic]:
    """The names that an author wrote: neither those that a mechanism stands for, nor what `choose 1..3` took."""
    for rule in world.rules.values():
        made = [node for node in walk(rule.bodies) if isinstance(node, s.Let)]
        taken = {node.taken for node in walk(rule.bodies) if isinstance(node, s.Repeat)}
        reads = reads_in(rule) if made else Counter()
        for let in made:
            is_own = let.span.file.text and not isinstance(let.span, LoweredSpan) and let.local not in taken
            if is_own and not reads[let.local]:
                yield say.unread_name(let.span, let.local.name)


def reads_in(rule: Rule) -> Counter[m.Local]:
    """How often each name is read; what puts something into it again, such as `add 1 to n`, does not count."""
    reads = Counter(node.local for node in walk(rule.bodies) if isinstance(node, m.ReadLocal))
    for put in walk(rule.bodies):
        if isinstance(put, s.Assign) and isinstance(put.target, m.ReadLocal):
            local = put.target.local
            reads[local] -= sum(isinstance(node, m.ReadLocal) and node.local is local for node in walk(put))
    return reads
