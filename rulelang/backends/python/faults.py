"""What goes wrong in generated code, in words and with its place in the rules. Nobody else turns one into the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Any

from rulelang.backends.python import runtime
from rulelang.budget import MOST_WORK, WORK
from rulelang.errors import RuleFault

if TYPE_CHECKING:
    from rulelang.backends.python.module import ModuleWriter
    from rulelang.backends.python.places import Place
    from rulelang.backends.python.program import Program
    from rulelang.model.declarations import Amendment, Rule

# By what Python calls them; the first that fits.
WORDS: tuple[tuple[type[Exception], str], ...] = (
    (ZeroDivisionError, "this divides by nought"),
    (runtime.StepLimit, f"this goes on for more than {MOST_WORK:,} steps without a decision ({WORK} sets how many)"),
    (IndexError, "there is no such place: the list is shorter, or the place is below 1"),
    (OverflowError, "this is beyond all counting"),
    (RecursionError, "values and rules ask one another too deeply here"),
    (MemoryError, "this takes more memory than there is"),
    (TypeError, "there is nothing here (`none`), and the rule goes on as if there were"),
    (ValueError, "what is looked for here is not there"),
)


@contextmanager
def in_words(program: Program, S: Any) -> Iterator[None]:
    """Whatever generated code runs into within becomes a fault of the rules; its work is counted from the start."""
    S.steps = 0
    try:
        yield
    except runtime.FAULTS as error:
        raise fault_of(program, S, error) from None


def fault_of(program: Program, S: Any, error: Exception) -> RuleFault:
    """The fault that an error of generated code is."""
    module = program.module
    places = found_places(program, S, error)
    if isinstance(error, runtime.NeedFailed):
        return need_fault(program, error.need, places)
    if isinstance(error, runtime.Overspent):
        return said("this pays more than there is", module, places)
    if isinstance(error, runtime.OutOfRange):
        return said(range_words(program, *error.args), module, places)
    if isinstance(error, IndexError) and not S.stack and not S.over:
        return said("this stops a turn, phase or round, and there is none going on", module, places)
    given = str(error) if isinstance(error, runtime.StepLimit) else ""
    return said(given or words_for(error), module, places)


def words_for(error: Exception) -> str:
    return next((text for kind, text in WORDS if isinstance(error, kind)), "a rule met something it did not expect")


def range_words(program: Program, site: int, number: int) -> str:
    """What a field was given, and what it may hold."""
    from rulelang.model.expressions import ReadLocal

    target = program.module.sites.statements[site].target
    field = target.local if isinstance(target, ReadLocal) else target.field
    if abs(number) >= runtime.MOST_NUMBER:
        return f"`{field.name}` grows beyond all counting"
    return f"`{field.name}` becomes {number:,}, and may be {field.type}"


def need_fault(program: Program, number: int, places: list[Place]) -> RuleFault:
    """A need that did not hold where a rule was done: it is told where it stands."""
    from rulelang.core.agreed import NOTHING_TO_CHOOSE

    if number >= NOTHING_TO_CHOOSE:
        return said("there is nothing to choose here, and the rule goes on as if there were", program.module, places)
    found = next((need for need in program.world.needs if need.index == number), None)
    if found is None:
        return said("this was done although it is forbidden", program.module, places)
    reason = found.reason.source if found.reason is not None else found.condition.span.quoted
    return said(f"this was done although its need fails: {reason}", program.module, places)


# ---- where ------------------------------------------------------------------------------------------------


def said(message: str, module: ModuleWriter, places: list[Place]) -> RuleFault:
    """The message at its place, and the rule it belongs to; a value is told with the rule that asks for it."""
    if not places:
        return RuleFault(message)
    inner = places[0]
    outer = next((place for place in places if place.thing != inner.thing), None)
    asked = outer is not None and inner.thing.startswith("value ")
    who = name_of(module, inner) + (f", asked for by {name_of(module, outer)}" if asked and outer is not None else "")
    return RuleFault(f"{who}: {message}", inner.span)


def name_of(module: ModuleWriter, place: Place) -> str:
    """A rule or value by name, and the amendment that a statement of it comes from."""
    sort, _, name = place.thing.partition(" ")
    if sort not in ("rule", "value"):
        return place.thing
    rule = module.world.rules.get(name) if sort == "rule" else None
    amendment = amendment_of(rule, place.node) if rule is not None else None
    return f"{sort} `{name}`" + (f", as {source_of(amendment)} changes it" if amendment is not None else "")


def amendment_of(rule: Rule, node: Any) -> Amendment | None:
    """The amendment of a rule that a statement is a part of."""
    from rulelang.model.visit import walk

    for amendment in rule.amendments:
        if node.span == amendment.span or any(part is node for part in walk(amendment.body)):
            return amendment
    return None


def source_of(amendment: Amendment) -> str:
    source = amendment.source
    if source.card is not None:
        title = source.card.root.titles[source.title] if source.title is not None else source.card.name
        return f"card `{title}`"
    return f"variant `{source.variant}`" if source.variant else f"`{amendment.how}`"


def found_places(program: Program, S: Any, error: Exception) -> list[Place]:
    """The places in the rules that led to an error, from the inside; at least what was to be done next."""
    module = program.module
    trace, found = error.__traceback__, []
    while trace is not None:
        found.append(place_at(module, trace.tb_frame.f_code, trace.tb_lineno))
        trace = trace.tb_next
    if not any(found) and S.stack:
        found = [first_place(program, function) for function in (frame[0] for frame in S.stack) if function]
    return [place for place in reversed(found) if place is not None]


def place_at(module: ModuleWriter, code: CodeType, line: int | None) -> Place | None:
    """The place that a line of a function was written for; if it has none, the nearest line above it that has."""
    places = module.line_places.get(code.co_filename)
    if places is None or line is None:
        return None
    number = next((places[at] for at in range(line, code.co_firstlineno - 1, -1) if at in places), None)
    return None if number is None else module.sites.places[number]


def first_place(program: Program, function: Any) -> Place | None:
    """Where a function begins. One of machine code is known by its name alone."""
    module = program.module
    codes = code_of(module.file, program.source)
    code = codes.get(function.__name__)
    places = module.line_places[module.file]
    lines = range(code.co_firstlineno, last_line(code) + 1) if code is not None else range(0)
    number = next((places[at] for at in lines if at in places), None)
    return None if number is None else module.sites.places[number]


@lru_cache(maxsize=2)
def code_of(file: str, source: str) -> dict[str, CodeType]:
    """The functions of a program by name."""
    return {code.co_name: code for code in compile(source, file, "exec").co_consts if isinstance(code, CodeType)}


def last_line(code: CodeType) -> int:
    return max(line for _, _, line in code.co_lines() if line is not None)
