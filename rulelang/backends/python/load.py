"""From a world to a program: the module is written and loaded, and the state before set-up made."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulelang.backends.python import runtime
from rulelang.backends.python.counts import COUNTING
from rulelang.backends.python.module import ModuleWriter, starting_values
from rulelang.backends.python.program import RUNTIME, SAFE_BUILTINS, Facts, Origin, Program
from rulelang.cache.gc import nothing_collected
from rulelang.core.agreed import NOBODYS_TURN
from rulelang.core.tables import safe
from rulelang.model.world import World

# What the slots hold at the start that not every game has.
SELDOM: dict[str, Any] = {
    **dict.fromkeys(("ending", "skip_to", "skip_actor", "phase")),
    "acting": (),
    "bases": (0, 0, 0),
    "trial": False,
    "window": NOBODYS_TURN,
    "forced": runtime.NOTHING_FORCED,
    **dict.fromkeys(("seed", "luck", "lots"), 0),
}


def compile_world(world: World, listening: bool = False, staging: bool = False, *, counting: bool = False) -> Program:
    """Write the module and load it; with `staging`, play can begin at any phase or player."""
    origin = write_module(world, listening, staging, counting)
    names: dict[str, Any] = {**RUNTIME, **origin.module.layout.constants, **(COUNTING if counting else {})}
    names["__builtins__"] = SAFE_BUILTINS
    program = Program(origin, names, facts_of(world, origin))
    program.code = compile(origin.source, origin.module.file, "exec")
    exec(program.code, names)  # noqa: S102 - our own text
    program.start = starting_state(program)
    names["S0"] = program.start
    return program


def write_module(world: World, listening: bool, staging: bool, counting: bool = False) -> Origin:
    with nothing_collected():
        module = ModuleWriter(world, listening, staging, counting)
        return Origin(world, module, module.write())


def write_again(program: Program, world: World) -> Origin:
    """The origin of a program that was kept: written as it was, but neither compiled nor executed once more."""
    origin = write_module(world, program.facts.is_listening, program.facts.is_staging)
    # Fields at their start use tables, too: they come to have the names they had.
    starting_state(Program(origin, program.names, program.facts))
    return origin


def facts_of(world: World, origin: Origin) -> Facts:
    module = origin.module
    return Facts(
        players=world.players,
        is_listening=module.sites.listening,
        is_staging=module.staging,
        is_counting=module.layout.counters is not None,
        is_chancy=bool(module.layout.streams),
        numbers={name: rule.index for name, rule in world.rules.items()},
        main=world.main.name if world.main is not None else None,
        slots={name: module.layout.slot(field) for name, field in world.fields.items()},
        reasons=module.answers.reasons,
        translations=world.translations,
        units=world.score.units if world.score is not None else (1,),
    )


def starting_state(program: Program) -> Any:
    """The state before set-up: fields as they start, all cards in the box."""
    world, module = program.world, program.module
    S = object.__new__(program.names["State"])
    S.options = S.weights = S.decider = S.choice = S.quiet = None
    S.point = S.steps = S.reason = S.rounds = 0
    S.ask = S.over = False
    for name, value in SELDOM.items():
        if name in S.__slots__:
            setattr(S, name, value)
    if module.answers.list_fields():
        S.items = 0
    if module.layout.streams:
        S.counts = [0] * len(module.layout.constants["CHANCE"])
    if module.answers.showing.is_any:
        S.shown = frozenset()
    if module.answers.showing.boxed:
        S.boxed = frozenset()
    S.bank = world.bank if world.bank is not None else 0
    S.stack, S.events = [], []
    if module.layout.counters is not None:
        S.done, S.asked = Counter[int](), Counter[int]()
    for field_ in module.answers.all_fields():
        setattr(S, module.layout.slot(field_), starting_values(world, module.layout, field_, program.names))
    program.names |= module.layout.constants
    put_cards_in_boxes(program, S)
    return S


def put_cards_in_boxes(program: Program, S: Any) -> None:
    module = program.module
    roots = module.answers.card_roots()
    count = len(roots) + sum(zone.count for zone in program.world.zones.values())
    S.zones = [[] for _ in range(count)]
    for root in roots:
        S.zones[root.box] = list(range(len(root.members)))
        setattr(S, module.layout.location(root), [root.box] * len(root.members))
    for name in sorted(module.answers.held_kinds):
        kind = next(k for k in roots if k.name == name)
        setattr(S, f"held_{safe(name)}", [()] * len(kind.titles))
