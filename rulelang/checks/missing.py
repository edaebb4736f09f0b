"""What is missing: a player count without a row, places nobody can reach, a game without a round or an end."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.model import statements as s
from rulelang.model.visit import walk
from rulelang.model.world import World


def missing_cases(world: World) -> Iterable[Diagnostic]:
    """Rows and ways that a complete table would have."""
    yield from player_rows(world)
    yield from lonely_places(world)


def missing_parts(world: World) -> Iterable[Diagnostic]:
    """What every game has: a round, an end, a score."""
    if world.main is None:
        yield say_names.missing_round(world.span, world.name)
    else:
        yield from no_end(world)
    if world.score is None:
        yield say_names.missing_score(world.span, world.name)


def player_rows(world: World) -> Iterable[Diagnostic]:
    for kind in world.kinds.values():
        rows = kind.columns["players"].values if kind.sort == "setup_table" and "players" in kind.columns else None
        if rows is not None and world.players not in rows:
            yield say.missing_player_row(kind.span, kind.name, world.players)


def lonely_places(world: World) -> Iterable[Diagnostic]:
    """Places of a map that no way touches."""
    for graph in world.graphs.values():
        touched = {*graph.way.columns["from"].values, *graph.way.columns["to"].values}
        for number in graph.node.ids:
            if number not in touched:
                member = graph.node.root.members[number]
                yield say.lonely_place(member.span, member.key, graph.name, graph.span)


def no_end(world: World) -> Iterable[Diagnostic]:
    """Nothing in the rules ever stops the game."""
    bodies = [r.bodies for r in world.rules.values()]
    if not any(isinstance(n, s.Stop) and n.what == "game" for n in walk(bodies)):
        yield say.never_ends(world.span, world.name)
