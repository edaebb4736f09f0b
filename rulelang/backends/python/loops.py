"""Loops of a rule that waits: which item or pass it is at, is kept in the frame."""

from __future__ import annotations

from rulelang.backends.python.decisions import DecisionWriter
from rulelang.backends.python.statements import INDENT
from rulelang.budget import WORK_OF_BLOCK
from rulelang.core.bodies import is_fixed, kind_of, one_in_another, run_of
from rulelang.core.tables import safe
from rulelang.model import expressions as m
from rulelang.model import statements as s


class LoopWriter(DecisionWriter):
    """Writes loops in whose body somebody may be asked."""

    def waiting_each(self, x: s.Each) -> None:
        if len(x.binders) > 1 and x.key is None:
            x = one_in_another(x)
        items, index = [self.slot(holds=binder.local.type) for binder in x.binders], self.slot()
        source = self.sorted_source(x) if x.key is not None else self.unchanging(x.binders[0].source)
        if x.key is None and is_fixed(x.binders[0].source):
            self.fixed_items[items[0]] = x.binders[0].source
        elif len(items) == 1:
            self.line(f"f[{items[0]}] = {source}")
        else:  # one list for each name
            self.line(f"sorted_{index} = {source}")
            for at, number in enumerate(items):
                self.line(f"f[{number}] = tuple([item[{at}] for item in sorted_{index}])")
        self.line(f"f[{index}] = 0")
        if x.at_once:
            self.event(x, "True")
        head, body, after = self.new_label(), self.new_label(), self.new_label()
        self.goto(head)
        self.close_block()
        self.loop_head(x, items, index, (head, body, after))
        self.open_block(body)
        self.pass_of("further" if x.is_further else "each", x.body, head, after)
        if x.at_once:
            self.event(x, "False")

    def pass_of(self, kind: str, body: s.Body, head: str, after: str) -> None:
        """The body of a loop, then back to its head; afterwards the block behind the loop is open."""
        self.frame_loops.append((kind, after))
        weight = self.weight(body)
        if weight > WORK_OF_BLOCK:
            self.line(f"work(S, {weight})")
        self.frame_body(body)
        self.frame_loops.pop()
        if self.open:
            self.come_back(head)
            self.close_block()
        self.open_block(after)
        if self.answers.has_asked_way(body):
            self.line(f"S.acting = {self.acting}")

    def unchanging(self, e: m.Expression) -> str:
        """A collection that stays as it is while the loop waits."""
        text = self.write(e)
        tables = isinstance(e, m.All | m.Owned | m.ReadColumn | m.Range | m.Items)
        ways = isinstance(e, m.Function) and e.name in ("clockwise", "counterclockwise", "ways", "ways_into")
        return text if tables or ways else f"tuple({text})"

    def counted_items(self, items: int, index: int) -> tuple[str, str]:
        """How many items a loop goes through, and the one at its index."""
        fixed = self.fixed_items.get(items)
        run = None if fixed is None else run_of(fixed)
        if run is not None:
            return str(len(run)), f"i_{index} + {run.start}" if run.start else f"i_{index}"
        self.line(f"items_{items} = {f'f[{items}]' if fixed is None else self.write(fixed)}")
        return f"len(items_{items})", f"items_{items}[i_{index}]"

    def loop_head(self, x: s.Each, items: list[int], index: int, labels: tuple[str, str, str]) -> None:
        """Run the body for one item after another, here, as long as it comes to its end by itself."""
        head, body, after = labels
        numbers = [self.slots.get(binder.local) or self.slot(binder.local) for binder in x.binders]
        self.open_block(head)
        counted = [self.counted_items(number, index) for number in items]
        self.line(f"while (i_{index} := f[{index}]) < {counted[0][0]}:")
        self.depth += 1
        self.line(f"f[{index}] = i_{index} + 1")
        for binder, number, (_, item) in zip(x.binders, numbers, counted, strict=True):
            name = f"{safe(binder.local.name)}_f{number}"
            self.line(f"{name} = f[{number}] = {item}")
            if binder.where is not None and x.key is None:
                with self.bound(binder.local, name):
                    test = self.write(binder.where)
                if test != "True":
                    self.line(f"if not {test}:")
                    self.line(f"{INDENT}continue")
        self.line(f"{body}(S, f)")
        self.line(f"if f[0] is not {head}:")
        self.line(f"{INDENT}return")
        self.depth -= 1
        self.goto(after)
        self.close_block()

    def each_in_chosen_order(self, x: s.Each) -> None:
        binder, picker = x.binders[0], x.picker
        assert picker is not None
        rest = self.slot(holds=binder.local.type)
        self.slots.get(binder.local) or self.slot(binder.local)
        self.line(f"f[{rest}] = tuple({self.write(binder.source)})")
        head, resume, after = self.new_label(), self.new_label(), self.new_label()
        self.goto(head)
        self.close_block()
        self.open_block(head)
        self.line(f"options = {self.filtered(f'f[{rest}]', binder)}")
        self.line("if not options:")
        self.line(f"{INDENT}return {after}(S, f)")
        self.ask(picker, resume)
        self.close_block()
        self.open_block(resume)
        self.store(binder.local, "S.choice")
        self.line(f"f[{rest}] = without(f[{rest}], S.choice)")
        self.pass_of("each", x.body, head, after)

    def waiting_repeat(self, x: s.Repeat) -> None:
        head, after = self.new_label(), self.new_label()
        count = self.slot() if x.count is not None else None
        if x.count is not None:
            self.line(f"f[{count}] = {self.write(x.count)}")
        self.goto(head)
        self.close_block()
        self.open_block(head)
        if count is not None:
            self.line(f"if f[{count}] <= 0:")
            self.line(f"{INDENT}return {after}(S, f)")
            self.line(f"f[{count}] -= 1")
        if x.condition is not None:
            self.line(f"if not {self.write(x.condition)}:")
            self.line(f"{INDENT}return {after}(S, f)")
        self.pass_of(kind_of(x), x.body, head, after)

    def waiting_holders(self, x: s.ForHolders) -> None:
        items, index = self.slot(), self.slot()
        self.line(f"f[{items}] = tuple({self.holders(x.card, x.title, x.stacks)})")
        self.line(f"f[{index}] = 0")
        head, after = self.new_label(), self.new_label()
        self.goto(head)
        self.close_block()
        self.open_block(head)
        self.line(f"if f[{index}] >= len(f[{items}]):")
        self.line(f"{INDENT}return {after}(S, f)")
        self.line(f"pair = f[{items}][f[{index}]]")
        self.line(f"f[{index}] += 1")
        self.store(x.holder, "pair[0]")
        self.store(x.self_, "pair[1]")
        self.frame_body(x.body)
        if self.open:
            self.come_back(head)
            self.close_block()
        self.open_block(after)

    def waiting_held_choice(self, x: s.HeldChoice) -> None:
        yes, no, after = self.new_label(), self.new_label(), self.new_label()
        pair = self.slot()
        self.line(f"f[{pair}] = {self.held_pair(x)}")
        self.line(f"return ({yes} if f[{pair}] is not None else {no})(S, f)")
        self.close_block()
        self.open_block(yes)
        self.store(x.holder, f"f[{pair}][0]")
        self.store(x.self_, f"f[{pair}][1]")
        self.then(x.then, after)
        self.open_block(no)
        self.then(x.otherwise, after)
        self.open_block(after)
