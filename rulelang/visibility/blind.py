"""What each player can see and what not, in the numbers of the core.

From these compiled rules make what he may believe, and tell apart what he can tell apart.
"""

from __future__ import annotations

from typing import cast

from rulelang.backends.c.program import CProgram
from rulelang.backends.program import NotCompiled
from rulelang.backends.python.program import Program
from rulelang.core.from_model.maker import Core
from rulelang.core.information import NO_MASKS
from rulelang.visibility.determinise import believer
from rulelang.visibility.seen import Seer


def with_eyes(program: CProgram) -> CProgram:
    """Compiled rules that know what each player can not see, or why that is not known."""
    try:
        program.see(blind_numbers(program.core), eye_numbers(program.core))
    except NotCompiled as why:
        program.shape = program.shape._replace(unseen=str(why))
    return program


def blind_numbers(core: Core) -> list[int]:
    """For each player where his part begins; there how many groups of cards, then the groups.

    A group is a deck, how many zones he can not look into, and each of them: twice its number, and one more if its
    top is open. Numbers that are hidden are guessed from the rules, which only the plain engine does.
    """
    program = cast(Program, core.data.program)
    known = believer(program)
    if known.sight.masks:
        raise NotCompiled("what is hidden while all choose at once is guessed by the plain engine only")
    decks = list(core.data.decks)
    found: list[int] = [0] * core.players
    for player in range(core.players):
        blind = known.blind(player, NO_MASKS)
        if blind.fields:
            raise NotCompiled("hidden fields are guessed by the plain engine only")
        found[player] = len(found)
        found.append(len(blind.cards))
        for hidden in blind.cards:
            root = hidden.kind.root
            zones = {number: at for at, number in enumerate(core.data.zone_numbers(root))}
            found += [decks.index(root), len(hidden.zones)]
            found += [2 * zones[number] + top for number, top in hidden.zones]
    return found


def eye_numbers(core: Core) -> list[int]:
    """For each player where his part begins; there for each deck the zones he looks into, sees the top of, or counts.

    Each of the three is preceded by how many there are. It is what `seen.py` looks at where no field is hidden.
    """
    program = cast(Program, core.data.program)
    seer = Seer(believer(program))
    found: list[int] = [0] * core.players
    for player in range(core.players):
        eyes = seer.eyes(player, NO_MASKS)
        found[player] = len(found)
        for root in core.data.decks:
            zones = {number: at for at, number in enumerate(core.data.zone_numbers(root))}
            for numbers in (eyes.zones, eyes.tops, eyes.sizes):
                mine = [zones[number] for number in numbers if number in zones]
                found += [len(mine), *mine]
    return found
