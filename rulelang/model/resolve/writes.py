"""Which fields rules may write: what was known of them no longer holds after a call."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from rulelang.model.resolve.changing import target_of
from rulelang.model.resolve.narrowing import MOVING, SOME
from rulelang.syntax import nodes

ALL = "*"


def written_fields(bodies: Iterable[tuple[str, Any]], anything: Collection[str]) -> dict[str, frozenset[str]]:
    """The fields each rule may write, calls and amendments included; `*` and `anything` may do any rule."""
    found: dict[str, list[Any]] = {}
    for name, body in bodies:
        found.setdefault(name, []).extend(body)
    writes = {name: set(written(body, {})) for name, body in found.items()} | {ALL: set()}
    callers: dict[str, set[str]] = {name: {ALL} for name in found}
    for name, body in found.items():
        for called in calls(body):
            callers.setdefault(ALL if called in anything else called, set()).add(name)
    waiting = list(writes)
    while waiting:
        name = waiting.pop()
        for caller in callers.get(name, ()):
            if not writes[name] <= writes[caller]:
                writes[caller] |= writes[name]
                waiting.append(caller)
    return {name: frozenset(fields) for name, fields in (writes | dict.fromkeys(anything, writes[ALL])).items()}


def calls(items: Any) -> Iterator[str]:
    """The rules that some statements call."""
    for item in items:
        match item:
            case nodes.Call(path, _, _):
                yield str(path)
            case nodes.If(branches, otherwise):
                for _, body in branches:
                    yield from calls(body)
                yield from calls(otherwise or ())
            case nodes.Choose(_, _, body, otherwise):
                yield from calls((*(body or ()), *(otherwise or ())))
            case nodes.Each() | nodes.Repeat() | nodes.Block():
                yield from calls(item.body)


def written(items: Any, writes: dict[str, frozenset[str]]) -> frozenset[str]:
    """Names of fields that some statements may write, calls included."""
    found: set[str] = set()
    for item in items:
        match item:
            case nodes.Act(verb):
                found |= {SOME} if verb in MOVING else last_name(target_of(item))
            case nodes.Call(path, _, _):
                found |= writes.get(str(path), frozenset())
            case nodes.If(branches, otherwise):
                for _, body in branches:
                    found |= written(body, writes)
                found |= written(otherwise or (), writes)
            case nodes.Choose(_, _, body, otherwise):
                found |= written(body or (), writes) | written(otherwise or (), writes)
            case nodes.Each() | nodes.Repeat() | nodes.Block():
                found |= written(item.body, writes)
    return frozenset(found)


def last_name(e: Any) -> set[str]:
    if isinstance(e, nodes.Index):
        return last_name(e.of)
    if isinstance(e, nodes.Part):  # of a variant's own part it hangs on the kind which of them is meant
        return {e.name, e.name.partition(".")[2]}
    if isinstance(e, nodes.Name):
        return {e.name}
    return set()
