"""Small rewritings of syntax trees: names replaced by other expressions, bodies spliced in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from rulelang.syntax import nodes


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of a tree with `change` applied to every node from the leaves up."""
    if isinstance(node, tuple):
        made: list[Any] = []
        for item in node:
            new = rebuild(item, change)
            made.extend(new) if isinstance(new, list) else made.append(new)
        return tuple(made)
    if not attrs.has(type(node)) or not type(node).__module__.endswith("syntax.nodes"):
        return node
    changes = {}
    for spec in attrs.fields(type(node)):
        if spec.name.endswith("span") or spec.name == "header" or not spec.init:
            continue
        old = getattr(node, spec.name)
        if isinstance(old, tuple) or attrs.has(type(old)):
            new = rebuild(old, change)
            if new is not old:
                changes[spec.name] = new
    return change(attrs.evolve(node, **changes) if changes else node)


def substitute(node: Any, names: Mapping[str, nodes.Expression]) -> Any:
    """Replace bare names by expressions."""

    def change(found: Any) -> Any:
        if isinstance(found, nodes.Name) and found.name in names:
            return names[found.name]
        return found

    return rebuild(node, change)
