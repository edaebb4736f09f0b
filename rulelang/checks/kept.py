"""What was found in the files of a game, kept for the next check: it is good as long as the disk answers as it did."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rulelang.budget import MOST_ITEMS, MOST_WORK
from rulelang.cache.folder import key_of, open_cache
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.project.dependencies import Seen, is_unchanged
from rulelang.project.rules import Rules
from rulelang.project.sources import Sources

MOST_CHECKS = 1000


class Findings(NamedTuple):
    """What the disk answered while a game was read, and what was wrong with it."""

    seen: Seen
    problems: list[Diagnostic]


def kept_findings(reference: Path) -> list[Diagnostic] | None:
    """What is wrong with a game whose files are as they were when it was last checked."""
    cache = open_cache()
    name = entry_of(reference)
    found = cache.read(name) if cache is not None and name is not None else None
    return found.problems if isinstance(found, Findings) and is_unchanged(found.seen) else None


def keep_findings(reference: Path, sources: Sources, rules: Rules, problems: Sequence[Diagnostic]) -> None:
    """Keep what was found, if it hangs on nothing but the files that were read."""
    cache = open_cache()
    name = entry_of(reference)
    if cache is None or name is None or sources.unread or names_strangers(rules):
        return
    if cache.write(name, Findings(sources.disk.seen, list(problems))):
        cache.prune("checked", MOST_CHECKS)


def entry_of(reference: Path) -> str | None:
    """Paths mean something in a folder only, and are told as seen from there."""
    try:
        here = Path.cwd()
    except OSError:
        return None
    return "checked/" + key_of(str(reference), str(here), MOST_WORK, MOST_ITEMS)


def names_strangers(rules: Rules) -> bool:
    """Do variants speak of others that are not there? Those may stand in files beside, which are not read."""
    spoken = {name for v in rules.variants.values() for name in (*v.needs, *v.excludes, *v.first)}
    return not spoken <= rules.variants.keys()
