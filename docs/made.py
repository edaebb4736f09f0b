"""Writes those parts of the pages that are made from the data the tools themselves read.

`python -m docs.made` rewrites what stands between `<!-- made: … -->` and `<!-- end -->`; everything else on a page is
written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from inspect import getattr_static, getdoc, isfunction, signature
from pathlib import Path

from rulelang.api.interface import INTERFACE
from rulelang.cli.reference import described
from rulelang.describe.reference import (
    block,
    blocks,
    functions,
    joined,
    listed,
    mechanism,
    mechanism_of,
    statement,
    statements,
    table,
)
from rulelang.project import settings as s
from rulelang.source import SourceFile
from rulelang.syntax import nodes
from rulelang.syntax.format.lines import format_parameters
from rulelang.syntax.parser import parse

DOCS = Path(__file__).resolve().parent
MADE = re.compile(r"^(<!-- made: (.+?) -->)\n.*?^<!-- end -->$", re.MULTILINE | re.DOTALL)
RULES = re.compile(r"^```rules\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# ---- mechanisms -------------------------------------------------------------------------------------------------


def stands_for(keyword: str, page: str) -> str:
    """The declarations that the examples of a page are lowered to: what can be amended, changed and read."""
    found: dict[str, dict[str, None]] = {"rule": {}, "value": {}, "state": {}, "other": {}}
    for example in RULES.findall(page):
        for item in parse(SourceFile("example", example)).file.items:
            if isinstance(item, nodes.Block) and item.keyword == keyword:
                for made in mechanism_of(keyword).lower(item)[0]:
                    note(made, found)
    said = {
        "rule": "Rules, to be amended with `before`, `after`, `instead of`, `forbid` and `allow`",
        "value": "Values, to be changed with `change … by` and `change … to`",
        "state": "State, to be read, and set in scenarios",
        "other": "Data",
    }
    return joined(*(f"{said[sort]}: {listed(names)}." for sort, names in found.items() if names))


def note(made: nodes.Item, found: dict[str, dict[str, None]]) -> None:
    """Add a declaration to those of its sort."""
    if not isinstance(made, nodes.Block):
        return
    if made.keyword == "state":
        fields = [item for item in made.body if isinstance(item, nodes.Field)]
        found["state"].update(dict.fromkeys(map(state_name, fields)))
    elif made.keyword in ("rule", "value"):
        found[made.keyword][f"{made.path}{format_parameters(made.parameters)}"] = None
    else:
        found["other"][f"{made.keyword} {made.path}"] = None


def state_name(field: nodes.Field) -> str:
    """A field with what it is kept for: `wheel.field[player]`."""
    per = field.clause("per")
    return f"{field.path}{''.join(f'[{value.span.text}]' for value in (per.values if per is not None else ()))}"


def used_by(keyword: str, root: Path) -> str:
    """The games and examples that have such a block."""
    head = re.compile(rf"^ *{keyword} +([a-z]\w*)", re.MULTILINE)
    found: dict[str, list[str]] = {}
    for folder in ("games", "examples"):
        for path in sorted((root / folder).rglob("*.rules")):
            name = path.relative_to(root).parts[1].removesuffix(".rules")
            words = head.findall(path.read_text(encoding="utf-8"))
            if words and "scenarios" not in path.parts:
                found.setdefault(name, []).extend(word for word in words if word not in found.get(name, []))
    if not found:
        return "No shipped game has one."
    return "Used by " + ", ".join(f"{name} ({listed(words)})" for name, words in found.items()) + "."


# ---- the Python interface -------------------------------------------------------------------------------

# The modules of the classes that programs meet; what of them is public stands in the interface.
CLASSES = {
    "Game": "rulelang.api.game",
    "Match": "rulelang.api.match",
    "Decision": "rulelang.api.decision",
    "Option": "rulelang.api.decision",
    "View": "rulelang.visibility.view",
    "WhyNot": "rulelang.explain.answer",
    "Event": "rulelang.events.event",
    "Bot": "rulelang.bots.bot",
}


def python(name: str) -> str:
    """What a class of the Python interface has, from its docstrings."""
    found = getattr(import_module(CLASSES[name]), name)
    rows = [(f"`{member_form(found, member)}`", member_doc(found, member)) for member in INTERFACE[name]]
    fields = [f"`{a.name}: {a.type}`" for a in getattr(found, "__attrs_attrs__", ()) if a.repr]
    told = f"It has {', '.join(fields)}." if fields else ""
    about = (getdoc(found) or "").partition("\n\n")
    return joined(about[0], told, table(("member", "meaning"), rows))


def member_form(found: type, member: str) -> str:
    """A member as it is used: a method with what it takes."""
    thing = getattr_static(found, member, None)
    form = f"{member}{signature(thing)}" if isfunction(thing) else member
    return re.sub(r"\(self(, )?", "(", form).replace("'", "")


def member_doc(found: type, member: str) -> str:
    """What a member means: its docstring, or the comment on the slot it is kept in."""
    thing = getattr_static(found, member, None)
    said = getdoc(thing) if isinstance(thing, property) or isfunction(thing) else SLOTS[f"{found.__name__}.{member}"]
    return (said or "").partition("\n\n")[0].replace("\n", " ")


# What is kept as it was given, and so has no docstring of its own.
SLOTS = {
    "Game.variants": "The variants in force, by name.",
    "Game.options": "The options that were set, with their values.",
    "Decision.player": "Who must choose, a number from 0; none where chance decides.",
    "Decision.options": "The possible answers, in their order.",
    "Option.index": "Its place among the options.",
    "Match.language": "The language of texts.",
    "Match.seed": "What chance follows from.",
    "Match.chance": "`seeded`, or `ask` where every random event is a decision of nobody.",
}


def settings_table(_: str) -> str:
    """All settings of a folder of rules, from the classes that read them."""
    rows = []
    for where, kind in (
        ("", s.Settings),
        ("[check]", s.CheckSettings),
        ("[[check.per-file]]", s.PerFile),
        ("[cover]", s.CoverSettings),
        ("[cover.at-least]", s.AtLeast),
    ):
        for name, attribute in s.known(kind).items():
            if not s.is_table(attribute):
                rows.append((f"`{where}`" if where else "", f"`{name}`", attribute.metadata["about"]))
    return table(("in", "setting", "meaning"), rows)


# ---- pages ------------------------------------------------------------------------------------------------------


def rewritten(path: Path, root: Path) -> str:
    """The text of a page with all made parts made anew."""
    text = path.read_text(encoding="utf-8")
    makers: dict[str, Callable[[str], str]] = {
        "block": block,
        "blocks": blocks,
        "statement": statement,
        "statements": lambda _: statements(),
        "functions": functions,
        "mechanism": mechanism,
        "stands for": lambda keyword: stands_for(keyword, text),
        "used by": lambda keyword: used_by(keyword, root),
        "command": described,
        "settings": settings_table,
        "python": python,
    }
    depth = len(path.relative_to(root / "docs").parts) - 1
    pages = "../" * depth + "diagnostics"

    def make(match: re.Match[str]) -> str:
        what, colon, name = match[2].partition(": ")
        made = makers[what](name if colon else "")
        return f"{match[1]}\n{made.replace('PAGES', pages)}\n<!-- end -->"

    return MADE.sub(make, text)


def main() -> None:
    """Rewrite the pages."""
    for path in sorted(DOCS.rglob("*.md")):
        text = rewritten(path, DOCS.parent)
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
