"""How a question is put: whether it is put at all, and what is on the list besides the options of its choice."""

from __future__ import annotations

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.visit import walk
from rulelang.model.world import World


def opens_windows(world: World, x: s.Choose) -> bool:
    """May windows be used where this is asked?"""
    return bool(world.windows) and not x.uninterrupted and not x.chance


def is_asked_anyway(world: World, x: s.Choose) -> bool:
    """Is the question put even if there is but one answer to it?"""
    return x.anyway or world.ask_always


def takes_the_only(world: World, x: s.Choose) -> bool:
    """Is the only option taken without asking? Who may always pass has two answers."""
    return not is_asked_anyway(world, x) and (not x.optional or x.may_pass is not None)


def asks_can(x: s.Choose) -> bool:
    """Is every option asked whether it can be done?"""
    where = x.binders[0].where if len(x.binders) == 1 else None
    return where is not None and any(isinstance(n, m.Can | m.CanPerform) for n in walk(where))
