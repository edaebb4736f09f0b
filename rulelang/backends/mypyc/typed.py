"""The source of a program with types, as one module that a compiler can make fast.

Nothing is generated anew: the functions are those of the program. Each gets the types of its parameters
and locals, which the writers have noted; the state becomes a class with typed attributes; the run-time
functions that are called, and the loops that play by themselves, come along, so that they are compiled too.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulelang.backends.python.layout import Layout, safe
from rulelang.backends.python.module import ModuleWriter
from rulelang.backends.python.program import RUNTIME
from rulelang.backends.python.runtime import STEPS
from rulelang.model.declarations import Field
from rulelang.model.types import Entity, Flag, Number, Type

INDENT = "    "
# Compared by what they are, so they must be those of everybody else.
SHARED = (
    *(
        "FAULTS",
        "Leave",
        "NeedFailed",
        "Over",
        "Overspent",
        "OutOfRange",
        "Broken",
        "PASS",
        "NOTHING_FORCED",
        "Standstill",
        "StepLimit",
        "next_round",
    ),
    "WindowOption",
)
ALWAYS = ("advance", "best_option", "play_greedily", "play_randomly", "random_game", "reseed", "run")
STATE = {"ask": "bool", "over": "bool", "point": "int", "bank": "int", "reason": "int", "steps": "int", "items": "int"}
STATE |= {
    "stack": "list[list[Any]]",
    "zones": "list[list[int]]",
    "events": "list[Any]",
    "window": "int",
    "trial": "bool",
    "counts": "list[int]",
}
CHANCE = ("lots", "seed", "luck")  # run-time functions write them, whether or not this game has chance
STATE |= dict.fromkeys(("rounds", *CHANCE), "int")
# In the place of functions that count with numbers of any length.
WRITTEN_OUT = {
    "mix": """\
def mix(place: int) -> int:
    low = place & 18446744073709551615
    z: i64 = i64(low if low < 9223372036854775808 else low - 18446744073709551616)
    z = (z ^ (z >> 30 & 17179869183)) * (-4658895280553007687)
    z = (z ^ (z >> 27 & 137438953471)) * (-7723592293110705685)
    z = z ^ (z >> 31 & 8589934591)
    return int(z) & 18446744073709551615
""",
}
HEAD = """\
from typing import Any, ClassVar, Final

from mypy_extensions import i64

from rulelang.backends.mypyc.handover import tables

TABLES: Final[dict[str, Any]] = tables(__name__)
"""


def typed_source(module: ModuleWriter, source: str) -> str:
    """A module that can be compiled; its tables are handed over when it is loaded."""
    tree = ast.parse(source)
    called = names_in(tree) | set(ALWAYS)
    helpers = with_callees(name for name in called if is_helper(name))
    called |= {name for text in helpers.values() for name in names_in(ast.parse(text))}
    parts = [HEAD, *constants(module.layout, called), *shared(called | names_in(tree))]
    parts.append(state_class(module, next(n for n in tree.body if isinstance(n, ast.ClassDef))))
    parts.append("S0 = State()")
    parts += [ast.unparse(typed_helper(ast.parse(text).body[0])) for text in helpers.values()]
    places = Places({node.name for node in tree.body if isinstance(node, ast.FunctionDef)})
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            typed = typed_function(node, module.layout.types.get(node.name, {}))
            parts.append(ast.unparse(places.visit(typed)))
        elif not isinstance(node, ast.ClassDef) and not is_maker(node):
            parts.append(untyped(node))
    parts += [f"AT_{name}: Final[Any] = {name}" for name in sorted(places.found)]
    parts[1:1] = [f"{name}: Final[Any] = {text}" for text, name in places.tuples.items()]
    parts = [in_words_of_the_machine(part) for part in parts]
    return "\n".join(forgiven("\n\n".join(parts).split("\n"))) + "\n"


def in_words_of_the_machine(text: str) -> str:
    """Steps are counted without objects."""
    return text.replace("for _ in STEPS:", f"for _ in range({len(STEPS)}):")


def forgiven(lines: list[str]) -> Iterator[str]:
    """A type that says too little is no reason not to compile: what it is, is seen when it runs."""
    for line in lines:
        yield f"{line}  # type: ignore" if line.startswith(INDENT) and line.strip() else line


class Places(ast.NodeTransformer):
    """Names for what is looked up while playing: blocks that a frame may go on with, tuples that stay the same."""

    def __init__(self, functions: set[str]) -> None:
        self.functions = functions
        self.found: set[str] = set()
        self.tuples: dict[str, str] = {}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        if not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self.functions:
            return node
        self.found.add(node.id)
        return ast.Name(f"AT_{node.id}")

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or not all(isinstance(item, ast.Constant) for item in node.elts):
            return self.generic_visit(node)
        return ast.Name(self.tuples.setdefault(ast.unparse(node), f"TUPLE_{len(self.tuples)}"))


def shared(called: set[str]) -> Iterator[str]:
    """Things that are the same for everybody are handed over, too."""
    for name in SHARED:
        if name in called:
            yield f"{name}: Final[Any] = TABLES[{name!r}]"


def names_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def is_maker(node: ast.AST) -> bool:
    """`new_state = object.__new__`: a compiled class makes its instances itself."""
    return isinstance(node, ast.Assign) and ast.unparse(node).startswith("new_state")


def untyped(node: ast.stmt) -> str:
    """A table of functions: whatever is in it is called as it is."""
    text = ast.unparse(node)
    return re.sub(r"^(\w+) = ", r"\1: Any = ", text)


# ---- run-time functions ---------------------------------------------------------------------------------


def is_helper(name: str) -> bool:
    return name not in SHARED and inspect.isfunction(RUNTIME.get(name))


def with_callees(names: Iterable[str]) -> dict[str, str]:
    """The source of run-time functions and of those that they call."""
    found: dict[str, str] = {}
    waiting = sorted(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = WRITTEN_OUT.get(name) or inspect.getsource(RUNTIME[name])
            waiting += sorted(n for n in names_in(ast.parse(found[name])) if is_helper(n))
    return dict(sorted(found.items()))


def typed_helper(node: ast.stmt) -> ast.stmt:
    """A run-time function: it has types already; what it knows as any state is now this one."""
    text = re.sub(r"\bFrame\b", "list[Any]", ast.unparse(node))
    made = ast.parse(text).body[0]
    for inner in ast.walk(made):
        if isinstance(inner, ast.arg) and inner.annotation is not None and loose(ast.unparse(inner.annotation)):
            inner.annotation = ast.Name("Any")
        elif isinstance(inner, ast.FunctionDef) and inner.returns is not None and loose(ast.unparse(inner.returns)):
            inner.returns = ast.Name("Any")
    return made


def loose(annotation: str) -> bool:
    """Types that help nobody here."""
    return bool(
        re.search(r"Sequence|Iterable|Callable|Draw|TurnTo|Worth|Believe|Holds|WindowOption|tuple|\|", annotation)
    )


# ---- tables -----------------------------------------------------------------------------------------------


def constants(layout: Layout, called: set[str]) -> Iterator[str]:
    for name, value in layout.constants.items():
        if name in called:
            text = table_type(value, name.startswith("CHOICES"), name in layout.rows_taken_apart)
            yield f"{name}: Final[{text}] = TABLES[{name!r}]"
    for name, value in sorted(RUNTIME.items()):
        if name in called and name not in SHARED and isinstance(value, int | range | dict | tuple):
            yield f"{name}: Final = {value!r}"


def table_type(value: Any, is_joint: bool, is_row: bool) -> str:
    if isinstance(value, dict):
        return "dict[Any, Any]"
    if is_joint:
        rows = [row for table in value for choices in table for row in choices]
        return f"tuple[tuple[tuple[{row_type(rows)}, ...], ...], ...]"
    if is_row:
        return f"tuple[tuple[{row_type([row for rows in value for row in rows])}, ...], ...]"
    return tuple_type(value)


def row_type(rows: list[tuple[Any, ...]]) -> str:
    """Rows that are taken apart have a type for each of their columns."""
    columns = [{tuple_type(x) if isinstance(x, int) else "Any" for x in column} for column in zip(*rows, strict=True)]
    return f"tuple[{', '.join(c.pop() if len(c) == 1 else 'Any' for c in columns)}]" if columns else "Any"


def tuple_type(value: Any) -> str:
    """The type of a tuple of alike things, as deep as it goes."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    if not isinstance(value, tuple):
        return "Any"
    inner = {tuple_type(item) for item in value if item != ()}
    return f"tuple[{inner.pop() if len(inner) == 1 else 'Any'}, ...]"


# ---- the state --------------------------------------------------------------------------------------------


def type_text(type_: Type | None) -> str:
    """A type as the compiler knows it; what may be none is anything."""
    if isinstance(type_, Flag):
        return "bool"
    return "int" if isinstance(type_, Number | Entity) else "Any"


def field_type(field: Field) -> str:
    inner = type_text(field.type)
    return inner if field.is_scalar else f"list[{inner}]"


def state_class(module: ModuleWriter, node: ast.ClassDef) -> str:
    """The class with its attributes typed."""
    types = {module.layout.slot(field): field_type(field) for field in module.all_fields()}
    types |= {module.layout.location(kind): "list[int]" for kind in module.card_roots()}
    types |= {f"held_{safe(name)}": "list[Any]" for name in module.sites.held_kinds}
    lines = ["class State:"]
    methods: list[str] = []
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            returns = {"copy": "'State'", "count_items": "int"}[item.name]
            text = ast.unparse(item).replace("(self):", f"(self) -> {returns}:", 1)
            methods += text.replace("new_state(State)", "State()").split("\n")
        elif isinstance(item, ast.Assign) and ast.unparse(item.targets[0]) == "__slots__":
            slots = ast.literal_eval(item.value)
            lines.append(f"{INDENT}SLOTS: ClassVar[Any] = {slots!r}")
            lines += [f"{INDENT}{name}: {STATE.get(name) or types.get(name, 'Any')}" for name in slots]
        else:
            kind = r"\1: int = " if ast.unparse(item).startswith(CHANCE) else r"\1: ClassVar[Any] = "
            lines.append(f"{INDENT}" + re.sub(r"^(\w+) = ", kind, ast.unparse(item)))
    return "\n".join([*lines, *(INDENT + line for line in methods)])


# ---- functions --------------------------------------------------------------------------------------------


def typed_function(node: ast.FunctionDef, types: Mapping[str, Type]) -> ast.FunctionDef:
    """A function with the types of its parameters and locals."""
    for argument in node.args.args:
        given = {"S": "State", "f": "list[Any]", "p": "int"}.get(argument.arg) or type_text(types.get(argument.arg))
        argument.annotation = ast.parse(given, mode="eval").body
    node.returns = ast.parse(return_type(node), mode="eval").body
    parameters = {argument.arg for argument in node.args.args}
    nested = [n for n in ast.walk(node) if isinstance(n, ast.FunctionDef) and n is not node]
    for inner in nested:
        inner.returns = ast.Constant(None)
    declared = [
        ast.parse(f"{name}: {text}").body[0]
        for name, text in local_types(node, types).items()
        if name not in parameters and not nested
    ]
    node.body = [*declared, *node.body]
    return node


def return_type(node: ast.FunctionDef) -> str:
    """Blocks and rules return nothing, questions a flag, values anything."""
    if node.name.startswith(("can_", "way_", "fold")) and node.name != "can_perform":
        return "bool"
    if "f" in [a.arg for a in node.args.args] or node.name.startswith(("rule_", "moved_", "use_", "perform")):
        return "None"
    return "Any"


def local_types(node: ast.FunctionDef, types: Mapping[str, Type]) -> dict[str, str]:
    """The locals whose type is known, or differs from one place to another."""
    found: dict[str, int] = {}
    for inner in ast.walk(node):
        if isinstance(inner, ast.ListComp | ast.GeneratorExp | ast.Lambda):
            continue
        if isinstance(inner, ast.Assign):
            targets = [name for target in inner.targets for name in names_stored(target)]
        elif isinstance(inner, ast.For):
            targets = names_stored(inner.target)
        elif isinstance(inner, ast.NamedExpr):
            targets = [inner.target.id]
        else:
            continue
        for name in targets:
            found[name] = found.get(name, 0) + 1
    said = ast.unparse(node)
    return {name: text for name, count in found.items() if (text := local_type(name, types, count, said))}


def names_stored(target: ast.AST) -> list[str]:
    return [n.id for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]


def local_type(name: str, types: Mapping[str, Type], count: int, said: str) -> str:
    """The type of a local in a function that reads like this; nothing if the compiler finds it by itself."""
    if name in types:
        return type_text(types[name])
    if re.fullmatch(r"i_\d+", name):
        return "int"
    if re.search(rf" is (not )?{name}\b", said) and f"[{name}" not in said:
        return "Any"
    if name.endswith("_now") or re.fullmatch(r"choices_\d+", name):
        return ""
    return "Any" if count > 1 or name in ("options", "window", "pair") or name.startswith("items_") else ""
