"""A compiled game: the generated functions, and how to start them."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from rulelang.model.declarations import Kind
from rulelang.model.expressions import Expression
from rulelang.model.world import World
from rulelang.program import runtime
from rulelang.program.expressions import ExpressionWriter
from rulelang.program.layout import safe
from rulelang.program.module import ModuleWriter, starting_values

RUNTIME = {name: getattr(runtime, name) for name in dir(runtime) if not name.startswith("__")}


@define(eq=False)
class Program:
    """The rules of one game, set of variants, options and players, ready to run."""

    world: World
    module: ModuleWriter
    source: str
    names: dict[str, Any]
    start: Any = None
    opening: Any = None
    _texts: dict[int, Any] = field(factory=dict)

    # ---- starting ---------------------------------------------------------------------------------------

    def new_state(self, seed: int, ask: bool) -> Any:
        """A fresh state, with set-up still to be done."""
        S = self.start.copy()
        S.rng = runtime.seeded(seed)
        S.ask = ask
        return S

    def opened(self, seed: int) -> Any:
        """The state at the first decision, where chance has no part in getting there."""
        S = self.opening.copy()
        S.rng = runtime.seeded(seed)
        return S

    def frame(self, name: str, *arguments: Any) -> list[Any] | None:
        """A frame for a waiting rule, or nothing if the rule never waits."""
        rule = self.world.rules.get(name)
        if rule is None or rule.index not in self.names["STARTS"]:
            return None
        size = self.names["SIZES"][rule.index]
        frame = [self.names["STARTS"][rule.index], *arguments]
        return frame + [None] * (size - len(frame))

    def call(self, S: Any, name: str, *arguments: Any) -> None:
        """Do a rule now, or put it on top of what is to be done."""
        frame = self.frame(name, *arguments)
        if frame is not None:
            S.stack.append(frame)
        elif name in self.world.rules:
            self.names["RULES"][self.world.rules[name].index](S, *arguments)

    @property
    def main(self) -> str | None:
        """The rule that plays rounds for ever."""
        for name in self.world.rules:
            if name.endswith(".play"):
                return name
        return None

    # ---- expressions on demand ----------------------------------------------------------------------------

    def evaluator(self, expression: Expression, locals_: dict[int, str]) -> Any:
        """A function of state, frame and chosen values for an expression of the model."""
        writer = ExpressionWriter(self.module.layout)
        writer.env = dict(locals_)
        text = writer.write(expression)
        self.module.take(writer)
        self.complete()
        namespace = {**self.names, **self.module.layout.constants}
        code = compile(f"lambda S, f, x, scenario=None: {text}", "<expression>", "eval")
        return eval(code, namespace)  # noqa: S307 - generated text, no author's words in it

    def complete(self) -> None:
        """Add functions that were asked for after the module was written."""
        before = len(self.module.functions)
        self.module.write_pending()
        new = [*self.module.functions[before:], *self.module.layout.new_helpers()]
        if new:
            source = "\n\n\n".join(new)
            for index, (_, size) in self.module.starts.items():
                rule = next(r for r in self.world.rules.values() if r.index == index)
                source = source.replace(f"@pad_{index}@", ", None" * (size - 1 - len(rule.parameters)))
            self.names |= self.module.layout.constants
            exec(compile(source, "<more rules>", "exec"), self.names)  # noqa: S102

    def card_kinds(self) -> list[Kind]:
        return self.module.card_roots()


def compile_world(world: World, listening: bool = False, staging: bool = False) -> Program:
    """Write the module and load it; with `staging`, play can begin at any phase or player."""
    module = ModuleWriter(world, listening, staging)
    source = module.write()
    names: dict[str, Any] = {**RUNTIME, **module.layout.constants}
    names["__builtins__"] = SAFE_BUILTINS
    program = Program(world, module, source, names)
    exec(compile(source, f"<rules of {safe(world.name)}>", "exec"), names)  # noqa: S102 - our own text
    program.start = starting_state(program)
    names["S0"] = program.start
    return program


SAFE_BUILTINS: dict[str, Any] = {
    name: getattr(__import__("builtins"), name)
    for name in (
        *("len", "range", "sum", "any", "all", "min", "max", "next", "reversed", "tuple", "list", "sorted"),
        *("enumerate", "abs", "bool", "dict", "type", "object", "__build_class__", "getattr"),
    )
} | {"__name__": "rules"}


def starting_state(program: Program) -> Any:
    """The state before set-up: fields as they start, all cards in the box."""
    world, module = program.world, program.module
    S = object.__new__(program.names["State"])
    for name in ("options", "weights", "decider", "choice", "acting", "ending", "skip_to", "skip_actor", "phase"):
        setattr(S, name, None)
    for name in ("rng", "point", "window", "steps", "reason"):
        setattr(S, name, 0)
    S.ask = S.over = S.trial = False
    S.forced = runtime.NOTHING_FORCED
    S.bases = (0, 0, 0)
    S.bank = world.bank if world.bank is not None else 0
    S.stack, S.events = [], []
    for field_ in module.all_fields():
        setattr(S, module.layout.slot(field_), starting_values(world, module.layout, field_, program.names))
    program.names |= module.layout.constants
    put_cards_in_boxes(program, S)
    return S


def put_cards_in_boxes(program: Program, S: Any) -> None:
    module = program.module
    roots = module.card_roots()
    count = len(roots) + sum(zone.count for zone in program.world.zones.values())
    S.zones = [[] for _ in range(count)]
    for root in roots:
        S.zones[root.box] = list(range(len(root.members)))
        setattr(S, module.layout.location(root), [root.box] * len(root.members))
    for name in sorted(module.sites.held_kinds):
        kind = next(k for k in roots if k.name == name)
        setattr(S, f"held_{safe(name)}", [()] * len(kind.titles))
