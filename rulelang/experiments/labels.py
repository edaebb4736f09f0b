"""What people call the options that are counted: labels of rules, ways and members for their keys."""

from __future__ import annotations

import re

from rulelang.model import statements as s
from rulelang.model.visit import walk
from rulelang.model.world import World

WAY = re.compile(r"([a-z0-9_]+)\((.*)\)")


class Labels:
    """Labels for the keys of some worlds; of the first that knows one."""

    def __init__(self, *worlds: World) -> None:
        self.rules: dict[str, str] = {}
        self.ways: dict[tuple[str, str], str] = {}
        self.members: dict[str, str] = {}
        for world in reversed(worlds):
            self.take(world)

    def take(self, world: World) -> None:
        for rule in world.rules.values():
            self.rules[rule.name] = rule.labels.get("en", "")
            for choice in (node for node in walk(rule.bodies) if isinstance(node, s.Choose)):
                self.ways |= {(rule.name, way.name): way.labels.get("en", "") for way in choice.ways}
        self.rules |= {window.name: window.labels.get("en", "") for window in world.windows}
        for kind in world.kinds.values():
            self.members |= {member.key: member.labels.get("en", "") for member in kind.root.members}

    def of(self, name: str) -> str:
        """`Load: Grain` for `load/grain`."""
        rule, _, option = name.partition("/")
        asked = self.rules.get(rule) or spelt(rule.rsplit(".", maxsplit=1)[-1])
        return f"{asked}: {self.option(rule, option)}"

    def option(self, rule: str, option: str) -> str:
        way = WAY.fullmatch(option)
        if way is not None:
            return f"{self.way(rule, way[1])} ({', '.join(self.member(part) for part in way[2].split(', '))})"
        if (rule, option) in self.ways:
            return self.way(rule, option)
        return " ".join(self.member(part) for part in option.split(" "))

    def way(self, rule: str, name: str) -> str:
        return self.ways.get((rule, name)) or spelt(name)

    def member(self, key: str) -> str:
        return self.members.get(key) or spelt(key)


def spelt(key: str) -> str:
    return key.replace("_", " ").replace(".", " ")
