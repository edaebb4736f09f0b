"""Can a game be begun? It is set up, and the rules go on to the first decision: nobody need play for that."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.api.game import Game
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.structure import cannot_begin
from rulelang.errors import RuleFault
from rulelang.project.rules import Rules


def beginning(rules: Rules, variants: Sequence[str]) -> list[Diagnostic]:
    """What goes wrong before anybody has decided anything, with the fewest players."""
    game = Game(rules, variants, {}, rules.name)
    if not game.players or rules.check_variants(rules.with_needs(variants), game.players[0]):
        return []  # what speaks against playing them together is said elsewhere
    try:
        game.start(game.players[0], audit=True)
    except RuleFault as fault:
        return [cannot_begin(fault.span or game.world(game.players[0]).span, fault.message)]
    return []
