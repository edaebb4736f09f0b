"""What is told of a name when somebody points at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulelang.describe.comments import comment_of
from rulelang.describe.places import Places, Thing, spot
from rulelang.describe.reference import entry
from rulelang.describe.trace import RULEBOOK, rulebook
from rulelang.model.declarations import Option, Value
from rulelang.model.resolve.statements import cites_of
from rulelang.project.sources import show

MOST = 5  # amendments and printed rules that are listed


def told(thing: Thing, places: Places) -> str:
    """A declaration as it begins, what its author says of it, the printed rules it cites, and what amends it."""
    return "\n\n".join(part for part in parts(thing, places) if part)


def parts(thing: Thing, places: Places) -> Iterator[str]:
    yield f"```rules\n{head(thing, places)}\n```"
    if isinstance(thing.model, Value):
        yield f"gives `{thing.model.type}`"
    if isinstance(thing.model, Option):
        values = [thing.model.word(value) for value in thing.model.values]
        yield f"{short(values)}; `{thing.model.word(thing.model.default)}` unless set"
    yield sentence(thing)
    yield "\n".join(cited(thing))
    yield "\n".join(amended(thing, places))


def head(thing: Thing, places: Places) -> str:
    """The line it is declared in; of a name of a body what it holds, of a part whose it is."""
    if thing.sort == "local":
        local = places.known.locals.get(spot(thing.span))
        return f"{thing.name}: {local.type}" if local is not None else thing.name
    if not thing.span.file.text:
        return thing.name
    if thing.sort == "part" and thing.block is None:
        return f"{thing.name}: {thing.model.type}"
    return thing.span.file.line(thing.span.line).strip()


def sentence(thing: Thing) -> str:
    if thing.sort == "local":
        return ""
    says = thing.block.says if thing.block is not None else None
    return says.text.value if says is not None and says.text is not None else comment_of(thing.span)


def cited(thing: Thing) -> Iterator[str]:
    """The printed rules that a declaration implements, as the rulebook beside or above it has them."""
    names = cites_of(thing.block) if thing.block is not None else ()
    printed = printed_rules(Path(thing.span.file.name).resolve().parent) if names else {}
    for name in names[:MOST]:
        yield f"- **{name}** {printed.get(name, '')}".rstrip()
    if len(names) > MOST:
        yield f"- … up to {names[-1]}"


def printed_rules(folder: Path) -> dict[str, str]:
    """The rulebook of the nearest folder that has one."""
    home = next((each for each in (folder, *folder.parents[:2]) if (each / RULEBOOK).is_file()), None)
    return {name: rule.text for name, rule in rulebook(home).items()} if home is not None else {}


def amended(thing: Thing, places: Places) -> Iterator[str]:
    found = places.amendments(thing.name)
    if found:
        yield "amended by"
    for each in found[:MOST]:
        at = places.place(each.block.header)
        inside = f" in {each.source}" if each.source else ""
        yield f"- {each.block.keyword}{inside}, {show(Path(at.file.name))}:{at.line}"
    if len(found) > MOST:
        yield f"- … and {len(found) - MOST} more"


def short(values: list[str], most: int = 8) -> str:
    return ", ".join(values) if len(values) <= most else f"{', '.join(values[:3])} … {values[-1]}"


def of_word(word: str) -> str | None:
    """What the reference says of a word of the language."""
    return entry(word)
