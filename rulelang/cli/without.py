"""`rulelang test --without`: do scenarios notice if something is taken away?"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulelang.cli.output import say

if TYPE_CHECKING:
    from rulelang.testing.mutants import Verdict

MOST_TEXT = 60


def taken_away(paths: tuple[str, ...], everything: bool, sample: int | None, changed: str | None, as_json: bool) -> int:
    """Judge the mutants of games, or of what has changed in them; the status is 1 if one survives."""
    from rulelang.cli.arguments import asked_games, configured
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.output import print_json
    from rulelang.pipeline import read_game
    from rulelang.testing.mutants import SURVIVES, Hunt, declarations

    found: dict[str, list[Verdict]] = {}
    failing = False
    for game in asked_games(configured(paths)):
        known = frozenset[str]() if changed is None else declared_in(changed, game.reference)
        if known and declarations(read_game(game.reference)[0]) <= known:
            continue
        hunt = Hunt(game.reference)
        for result in hunt.failing:
            say(f"{result.span}: “{result.name}” fails as it is, so it can not notice anything", err=True)
            failing = True
        mutants = hunt.mutants(everything, sample, known)
        with progress(len(mutants)) as heard:
            found[hunt.rules.name] = [judged(hunt.judge, mutant, heard) for mutant in mutants]
    if as_json:
        print_json({"version": 1, "games": [told(name, verdicts) for name, verdicts in found.items()]})
    else:
        for name, verdicts in found.items():
            show(name, verdicts)
        if not found:
            say(f"nothing that rules do has changed since this branch left {changed}")
    survivors = [each for verdicts in found.values() for each in verdicts if each.verdict == SURVIVES]
    return FINDINGS if survivors or failing else FINE


def declared_in(base: str, reference: Path) -> frozenset[str]:
    """What a game declared where this branch left another; a game that was not there declared nothing."""
    from rulelang.cli.history import as_it_was
    from rulelang.pipeline import read_game
    from rulelang.testing.mutants import declarations

    with as_it_was(base, [str(reference)]) as old:
        return declarations(read_game(old[0])[0]) if old else frozenset()


def judged(judge: Callable[[Any], Verdict], mutant: Any, heard: Callable[[], None]) -> Verdict:
    verdict = judge(mutant)
    heard()
    return verdict


@contextmanager
def progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal."""
    from rulelang.cli.output import console, is_terminal

    if not is_terminal(sys.stderr):
        yield lambda: None
        return
    from rich.progress import Progress

    with Progress(console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("mutants", total=total)
        yield lambda: bar.advance(task)


def show(name: str, verdicts: Sequence[Verdict]) -> None:
    """The survivors, and what came of all of them."""
    from rulelang.cli.output import count
    from rulelang.testing.mutants import KILLED, REFUSED, SURVIVES, UNREACHED

    for each in verdicts:
        if each.verdict == SURVIVES:
            text = each.mutant.text
            shown = text if len(text) <= MOST_TEXT else text[:MOST_TEXT] + "…"
            reach = f"{count(len(each.scenarios), 'scenario')} {'gets' if len(each.scenarios) == 1 else 'get'} here"
            say(f"  {each.mutant.span}  {each.mutant.what}  {shown}   {reach}")
    sums = Counter(each.verdict for each in verdicts)
    say(
        f"{count(len(verdicts), 'mutant')} of {name}: {sums[REFUSED]} refused, {sums[KILLED]} killed, "
        f"{sums[UNREACHED]} where no scenario gets, {sums[SURVIVES]} survive"
    )


def told(name: str, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": name,
        "mutants": [
            {
                "file": each.mutant.span.file.name,
                "line": each.mutant.span.line,
                "what": each.mutant.what,
                "text": each.mutant.text,
                "verdict": each.verdict,
                "scenarios": list(each.scenarios),
            }
            for each in verdicts
        ],
    }
