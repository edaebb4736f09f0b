"""Rule files with a changed tree: what people write who take a game and turn it into another one.

A mutant is a real rule file in which expressions were swapped or replaced by others of any type, lines moved,
doubled or dropped, cells emptied, numbers, names and signs changed, and which was then printed again. Most are
refused; what the checker finds nothing wrong with must be a game that plays.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args
from zlib import crc32

import attrs
from attrs import frozen

from rulelang.api.anew import load_anew
from rulelang.checks.run import check_paths
from rulelang.errors import RuleFault, RulesError, UsageError
from rulelang.source import SourceFile
from rulelang.syntax import nodes
from rulelang.syntax.format.layout import NO_MARGIN, lay_out
from rulelang.syntax.format.lines import format_file
from rulelang.syntax.parser import parse

ROOT = Path(__file__).parents[2]
SMALL = 7_000
DECISIONS = 200
ITEMS = get_args(nodes.Item)
EXPRESSIONS = get_args(nodes.Expression)
OPERATORS: tuple[tuple[nodes.BinaryOperator, ...], ...] = (
    ("+", "-", "*"),
    ("=", "!=", "<", "<=", ">", ">="),
    ("and", "or"),
)
ATOMS: tuple[Any, ...] = (nodes.Number(0), nodes.Number(1), nodes.Number(7), nodes.Nothing(), nodes.Flag(True))
# What Python says when something is not as it expected, and an author should never read.
PYTHON_WORDS = re.compile(
    r"Traceback|\b\w+Error\b|NoneType|'\w+' (and|object)|unsupported operand|out of range|object is not"
    r"|not (iterable|subscriptable|callable|supported)|<\w+ |\bPython\b"
)

Step = str | int
Place = tuple[Step, ...]


# ---- trees ----------------------------------------------------------------------------------------------


def places(node: Any, path: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every node of a tree and where it stands."""
    if isinstance(node, tuple):
        for index, item in enumerate(node):
            yield from places(item, (*path, index))
    elif is_node(node) and not isinstance(node, nodes.Says):  # it holds a text and nothing else
        yield path, node
        for spec in attrs.fields(type(node)):
            yield from places(getattr(node, spec.name), (*path, spec.name))


def is_node(thing: Any) -> bool:
    return type(thing).__module__ == nodes.__name__


def at(node: Any, path: Place) -> Any:
    for step in path:
        node = node[step] if isinstance(step, int) else getattr(node, step)
    return node


def put(node: Any, path: Place, change: Callable[[Any], Any]) -> Any:
    """A copy of a tree with one place changed; a tuple in a tuple's place is spliced in."""
    if not path:
        return change(node)
    step, rest = path[0], path[1:]
    if isinstance(step, str):
        return attrs.evolve(node, **{step: put(getattr(node, step), rest, change)})
    new = put(node[step], rest, change)
    # The pairs in an `if` are tuples too: only what was no tuple before is spliced.
    inner = new if isinstance(new, tuple) and not isinstance(node[step], tuple) else (new,)
    return (*node[:step], *inner, *node[step + 1 :])


def printed(file: nodes.File) -> str:
    lines = format_file(file)
    return lay_out(lines, [NO_MARGIN] * (len(lines) + 1))


def loose(e: Any) -> Any:
    """An expression that may stand anywhere."""
    binds = isinstance(e, nodes.Binary | nodes.Is | nodes.Not | nodes.Negative | nodes.IfElse | nodes.Default)
    return nodes.Group(e) if binds or isinstance(e, nodes.Rounded) else e


# ---- mutations: each takes a file and gives another ---------------------------------------------------------


def of_type(file: nodes.File, *types: type) -> list[tuple[Place, Any]]:
    return [(path, node) for path, node in places(file) if isinstance(node, types)]


def swap_expressions(file: nodes.File, rng: Random) -> nodes.File:
    (one, first), (two, second) = rng.sample(of_type(file, *EXPRESSIONS), 2)
    if one[: len(two)] == two or two[: len(one)] == one:
        return replace_expression(file, rng)
    file = put(file, one, lambda _: loose(second))
    return put(file, two, lambda _: loose(first))  # type: ignore[no-any-return]


def replace_expression(file: nodes.File, rng: Random) -> nodes.File:
    found = of_type(file, *EXPRESSIONS)
    path, _ = rng.choice(found)
    new = rng.choice(ATOMS) if rng.random() < 0.25 else loose(rng.choice(found)[1])
    return put(file, path, lambda _: new)  # type: ignore[no-any-return]


def change_number(file: nodes.File, rng: Random) -> nodes.File:
    path, _ = rng.choice(of_type(file, nodes.Number))
    new = rng.choice((0, 0, 1, 2, 3, 5, 9, 30))
    return put(file, path, lambda n: nodes.Number(rng.choice((new, n.value + 1, max(0, n.value - 1)))))  # type: ignore[no-any-return]


def change_name(file: nodes.File, rng: Random) -> nodes.File:
    """Another name of the file; a part becomes another part."""
    kind = rng.choice((nodes.Name, nodes.Name, nodes.Part))
    found = of_type(file, kind)
    path, _ = rng.choice(found)
    name = rng.choice(found)[1].name
    return put(file, path, lambda n: attrs.evolve(n, name=name))  # type: ignore[no-any-return]


def change_operator(file: nodes.File, rng: Random) -> nodes.File:
    family = rng.choice(OPERATORS)
    path, _ = rng.choice([(p, n) for p, n in of_type(file, nodes.Binary) if n.operator in family])
    return put(file, path, lambda n: attrs.evolve(n, operator=rng.choice(family)))  # type: ignore[no-any-return]


def empty_cell(file: nodes.File, rng: Random) -> nodes.File:
    path, _ = rng.choice(of_type(file, nodes.Cell))
    return put(file, path, lambda n: attrs.evolve(n, values=()))  # type: ignore[no-any-return]


def drop_rows(file: nodes.File, rng: Random) -> nodes.File:
    """A table without one row, or with its first ones only, or its heading alone."""
    path, block = rng.choice([(p, n) for p, n in of_type(file, nodes.Block) if any_rows(n)])
    rows = [item for item in block.body if isinstance(item, nodes.Row)]
    keep = rng.choice((rows[:1], rows[:2], rows[:-1], [r for r in rows if r is not rng.choice(rows)]))
    kept = tuple(i for i in block.body if not isinstance(i, nodes.Row) or any(i is row for row in keep))
    return put(file, path, lambda n: attrs.evolve(n, body=kept))  # type: ignore[no-any-return]


def any_rows(block: nodes.Block) -> bool:
    return any(isinstance(item, nodes.Row) for item in block.body)


def drop_item(file: nodes.File, rng: Random) -> nodes.File:
    path, _ = rng.choice(of_type(file, *ITEMS))
    return put(file, path, lambda _: ())  # type: ignore[no-any-return]


def double_item(file: nodes.File, rng: Random) -> nodes.File:
    path, _ = rng.choice(of_type(file, *ITEMS))
    return put(file, path, lambda n: (n, n))  # type: ignore[no-any-return]


def move_item(file: nodes.File, rng: Random) -> nodes.File:
    """A line with its body goes before or behind another one, perhaps into another body."""
    path, item = rng.choice(of_type(file, *ITEMS))
    rest = put(file, path, lambda _: ())
    there, _ = rng.choice(of_type(rest, *ITEMS))
    before = rng.random() < 0.5
    return put(rest, there, lambda n: (item, n) if before else (n, item))  # type: ignore[no-any-return]


def replace_item(file: nodes.File, rng: Random) -> nodes.File:
    found = of_type(file, *ITEMS)
    path, _ = rng.choice(found)
    new = rng.choice(found)[1]
    return put(file, path, lambda _: new)  # type: ignore[no-any-return]


def unwrap(file: nodes.File, rng: Random) -> nodes.File:
    """The body of an `if`, a loop or a choice in its place: what guarded it is gone."""
    found = of_type(file, nodes.If, nodes.Each, nodes.Repeat, nodes.Choose)
    path, _ = rng.choice([(p, n) for p, n in found if isinstance(n, nodes.If) or n.body])
    return put(file, path, lambda n: n.branches[0][1] if isinstance(n, nodes.If) else n.body)  # type: ignore[no-any-return]


def negate(file: nodes.File, rng: Random) -> nodes.File:
    conditions = [path for path, node in places(file) if isinstance(node, nodes.Is | nodes.Not) or is_test(node)]
    return put(file, rng.choice(conditions), lambda n: nodes.Group(nodes.Not(loose(n))))  # type: ignore[no-any-return]


def is_test(node: Any) -> bool:
    return isinstance(node, nodes.Binary) and node.operator in (*OPERATORS[1], *OPERATORS[2], "has")


def drop_clause(file: nodes.File, rng: Random) -> nodes.File:
    path, _ = rng.choice(of_type(file, nodes.Clause))
    return put(file, path, lambda _: ())  # type: ignore[no-any-return]


def drop_where(file: nodes.File, rng: Random) -> nodes.File:
    path, _ = rng.choice([(p, n) for p, n in of_type(file, nodes.Binder) if n.where is not None])
    return put(file, path, lambda n: attrs.evolve(n, where=None))  # type: ignore[no-any-return]


def move_clause(file: nodes.File, rng: Random) -> nodes.File:
    """A clause of one line also behind another."""
    clause = rng.choice(of_type(file, nodes.Clause))[1]
    path, _ = rng.choice([(p, n) for p, n in places(file) if hasattr(n, "clauses")])
    return put(file, path, lambda n: attrs.evolve(n, clauses=(*n.clauses, clause)))  # type: ignore[no-any-return]


MUTATIONS: tuple[Callable[[nodes.File, Random], nodes.File], ...] = (
    *(swap_expressions, replace_expression, replace_expression, change_number, change_number, change_name),
    *(change_operator, empty_cell, drop_rows, drop_item, drop_item, double_item, move_item, replace_item),
    *(unwrap, negate, drop_clause, drop_where, move_clause),
)


def mutate(file: nodes.File, rng: Random) -> nodes.File:
    """A file with one to three changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        try:
            file = rng.choice(MUTATIONS)(file, rng)
        except (IndexError, ValueError):
            continue  # the file has nothing of that sort
    return file


# ---- files ----------------------------------------------------------------------------------------------


@frozen
class Original:
    name: str
    file: nodes.File


@cache
def small_files() -> tuple[Original, ...]:
    """Games of one small file each: the examples, and what tests of the language and mechanisms are about."""
    paths = [*ROOT.glob("examples/*.rules"), *ROOT.glob("tests/*/*/*/*.rules")]
    good = [path for path in sorted(paths) if path.parent.name in ("examples", "good", "scenarios")]
    texts = [(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in good]
    return tuple(
        Original(name, changeable(parse(SourceFile(name, text)).file))
        for name, text in texts
        if len(text) < SMALL and re.search(r"^game\b", text, re.MULTILINE)
    )


def changeable(file: nodes.File) -> nodes.File:
    """A file without what vouches for its unchanged rules: scenarios, and reasons why a warning does not hold."""
    vouching = ("scenario", "silence")
    return attrs.evolve(file, items=tuple(i for i in file.items if getattr(i, "keyword", "") not in vouching))


def mutant(original: Original, number: int) -> tuple[str, int]:
    """One of the mutants of a file, and the seed it was made with; another file does not change them."""
    seed = crc32(f"{original.name} {number}".encode())
    return printed(mutate(original.file, Random(seed))), seed


# ---- what becomes of it -----------------------------------------------------------------------------------


@frozen
class Outcome:
    """`refused`, `played`, `wrong` (a fault of the rules), `crash` of checker or engine; and what was said."""

    what: str
    said: str = ""
    placed: bool = True

    @property
    def is_sound(self) -> bool:
        """Whatever the file holds, there is an answer, and in our own words."""
        return self.what != "crash" and not PYTHON_WORDS.search(self.said)


def outcome(text: str, seed: int) -> Outcome:
    """Check a file, and play it if nothing is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.rules"
        path.write_text(text, encoding="utf-8")
        try:
            found = check_paths([path])
        except UsageError as error:
            return Outcome("refused", str(error))
        except Exception as error:  # noqa: BLE001 - a crash is what is looked for
            return Outcome("crash", f"check: {error!r}")
        if found:
            return Outcome("refused", " ".join(sorted({problem.slug for problem in found})))
        return played(path, Random(seed))


def played(path: Path, rng: Random) -> Outcome:
    """Random choices, looked over after each."""
    try:
        game = load_anew(path, (), {})
        match = game.start(rng.choice(game.players), seed=rng.randrange(1_000), audit=True)
        for _ in range(DECISIONS):
            if match.over:
                break
            match.advance(rng.randrange(len(match.state.options)))
    except RuleFault as error:
        return Outcome("wrong", str(error).replace(f"{path.parent}/", ""), error.span is not None)
    except (RulesError, UsageError) as error:
        return Outcome("wrong", f"checked, but refused: {error}", False)
    except Exception as error:  # noqa: BLE001 - a crash is what is looked for
        return Outcome("crash", f"play: {error!r}")
    return Outcome("played")
