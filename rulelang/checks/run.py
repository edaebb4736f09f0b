"""Everything that can be said about rule files without playing them.

Paths come in, diagnostics go out, sorted by place. The rules are looked at as they stand, with each
variant switched on, and with each two variants that may be played together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, combinations
from pathlib import Path

from rulelang.cache.gc import nothing_collected
from rulelang.checks.kept import keep_findings, kept_findings
from rulelang.checks.missing import missing_parts
from rulelang.checks.pairs import MOST_BESIDE, groups_of, pairs_of
from rulelang.checks.scenarios import ScenarioChecker
from rulelang.checks.silence import apply_silences
from rulelang.checks.unused import Uses, unused_kinds
from rulelang.checks.variants import variant_problems
from rulelang.checks.words import word_problems
from rulelang.checks.worlds import BODIES, Worlds
from rulelang.diagnostics.diagnostic import Diagnostic, Severity
from rulelang.diagnostics.wording import under_options
from rulelang.diagnostics.wording.names import missing_game
from rulelang.diagnostics.wording.structure import too_many
from rulelang.diagnostics.wording.syntax import nested_too_deep
from rulelang.errors import RulesError
from rulelang.pipeline import build_world, read_sources, rules_of
from rulelang.project.games import GameFiles, games_in, unread
from rulelang.project.options import shapes
from rulelang.project.rules import Rules
from rulelang.project.sources import Sources, show
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.parser import DEEPEST_NESTING
from rulelang.syntax.recovery.consequences import is_consequence

__all__ = ["GameFiles", "check", "check_game", "check_games", "check_paths", "check_together", "games_in"]


def check(*paths: str | Path) -> list[Diagnostic]:
    """What is wrong with rule files and folders of them: errors and warnings, by place; nothing if all is well."""
    return check_paths(paths)


def check_paths(paths: Iterable[str | Path]) -> list[Diagnostic]:
    """What is wrong with the rule files that paths mean."""
    paths = list(paths)
    return check_games(games_in(paths), unread(paths))


def check_games(games: Iterable[GameFiles], besides: Iterable[Diagnostic] = (), jobs: int = 1) -> list[Diagnostic]:
    """What is wrong with some games, checked in some processes, and what is known besides: each problem once."""
    found: dict[tuple[object, ...], Diagnostic] = {}
    for problem in chain(besides, chain.from_iterable(check_each(list(games), jobs))):
        found.setdefault(problem.identity, problem)
    return sorted(found.values(), key=lambda problem: problem.sort_key)


def check_each(games: Sequence[GameFiles], jobs: int) -> list[list[Diagnostic]]:
    """What is wrong with each game. Those that are not known are checked in several processes, the largest first."""
    kept = [kept_findings(game.reference) for game in games]
    new = sorted((game for game, known in zip(games, kept, strict=True) if known is None), key=size, reverse=True)
    if jobs > 1 and len(new) > 1:
        with ProcessPoolExecutor(min(jobs, len(new))) as pool:
            found = dict(zip(new, pool.map(check_whole, new), strict=True))
    else:
        found = {game: check_whole(game) for game in new}
    return [about(game, found[game] if known is None else known) for game, known in zip(games, kept, strict=True)]


def size(game: GameFiles) -> int:
    """How long a game is; of house rules nobody knows before they are read what they stand on."""
    return sum(file.stat().st_size for file in game.files if file.is_file())


def check_game(game: GameFiles) -> list[Diagnostic]:
    """What is wrong with one game, or with house rules and the game they change; of a part of a game, with that."""
    return check_each([game], 1)[0]


def about(game: GameFiles, problems: list[Diagnostic]) -> list[Diagnostic]:
    """Of the problems of a whole game those that are told of what was asked for."""
    if not game.is_part:
        return problems
    asked = {show(file) for file in game.files}
    # An error elsewhere may come from what was changed here.
    return [p for p in problems if p.severity is Severity.ERROR or p.span.file.name in asked]


def check_whole(game: GameFiles) -> list[Diagnostic]:
    """What is wrong with a game; it is kept for the next time."""
    try:
        sources, own = read_sources(game.reference)
    except RulesError as error:  # house rules of a game that is not there
        return list(error.problems)
    rules = rules_of(sources)
    worlds = Worlds(rules)
    found = check_reading(sources, rules, own, worlds)
    for looked in worlds.built.values():
        looked.forget()
    keep_findings(game.reference, sources, rules, found)
    return found


@nothing_collected()
def check_reading(sources: Sources, rules: Rules, own: Sequence[str], worlds: Worlds | None = None) -> list[Diagnostic]:
    """What is wrong with files that were read; if they are nested too deep to be looked through, that."""
    try:
        return check_sources(sources, rules, own, worlds)
    except RecursionError:
        first = next(item.span for item in sources.blocks)
        return [*sources.problems, nested_too_deep(Span(first.file, first.start, first.start), DEEPEST_NESTING)]


def check_together(games: Sequence[GameFiles]) -> list[Diagnostic]:
    """What is wrong with house rules that are all played at once, and with each of them."""
    house = [game for game in games if not game.is_game]
    if not house:
        return check_games(games)
    try:
        sources, own = read_sources(house[0].reference, [game.reference for game in house[1:]])
    except RulesError as error:
        return list(error.problems)
    rules = rules_of(sources)
    found = check_sources(sources, rules, own)
    if not has_errors(found):
        everything = rules.with_needs(own)
        against = [rules.check_variants(everything, players) for players in rules.players]
        players = next((n for n, problems in zip(rules.players, against, strict=True) if not problems), None)
        found += against[0] if players is None else build_world(rules, everything, {}, players).problems
    return sorted(unique(found), key=lambda problem: problem.sort_key)


def check_sources(sources: Sources, rules: Rules, own: Sequence[str], worlds: Worlds | None = None) -> list[Diagnostic]:
    """What is wrong with files that were read, as far as they could be."""
    if sources.unread:
        # Of what could not be read at all nothing is known: to miss it everywhere else helps nobody.
        return list(rules.problems)
    if sources.broken:
        return without_consequences(check_rules(rules, own, worlds), sources)
    if rules.game is None:
        first = next((item.span for item in sources.blocks), None)
        return [*rules.problems, *([missing_game(Span(first.file, first.start, first.start))] if first else [])]
    return check_rules(rules, own, worlds)


def check_rules(rules: Rules, own: Sequence[str], worlds: Worlds | None = None) -> list[Diagnostic]:
    """What is wrong with rules as they stand, and with their variants."""
    found = list(rules.problems)
    uses = Uses(mechanism_blocks(rules))
    worlds = worlds or Worlds(rules)
    # Of the game below house rules only what is needed to know it: it is checked where it is kept.
    found += check_variants(worlds, (), uses, rules.players[:1] if own else rules.players)
    for variants in [rules.with_needs((one,)) for one in own or rules.variants]:
        found += check_variants(worlds, variants, uses, rules.players if len(variants) < 2 else rules.players[:1])
    found += check_pairs(worlds, own, uses, {problem.identity for problem in found})
    for variants in [rules.with_needs((one,)) for one in own or rules.variants] + ([] if own else [()]):
        for players, setting in other_shapes(rules, variants, own):
            found += check_variants(worlds, variants, uses, [players], setting)
    found += rules.problems  # lowering a mechanism may have added some
    found += variant_problems(rules)
    if declares_all(rules, found):
        found += ScenarioChecker(worlds).problems()
    if not has_errors(found):
        found += word_problems(rules)
        found += missing_parts(uses.world) if uses.world is not None else ()
        unused = [*uses.problems(), *(unused_kinds(rules, uses.world) if uses.world is not None else ())]
        found += [problem for problem in unused if problem.span.file.name not in rules.below]
    return apply_silences(unique(found, worlds.place), rules.blocks) or worlds.begins(own)


def check_soon(sources: Sources, rules: Rules, own: Sequence[str], worlds: Worlds) -> list[Diagnostic]:
    """What can be said soon: of the rules as they stand, with the fewest players. What needs all worlds is left out."""
    chosen = rules.with_needs(own)
    players = next((n for n in rules.players if not rules.check_variants(chosen, n)), None)
    found = list(rules.problems)
    if rules.game is not None and players is not None and not sources.unread:
        found += worlds.proved(worlds.look(chosen, {}, players)).problems
    found = apply_silences(unique(found, worlds.place), rules.blocks)
    found = [problem for problem in found if problem.slug != "unused-silence"]
    return without_consequences(found, sources) if sources.broken else found


def has_errors(problems: Iterable[Diagnostic]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)


def declares_all(rules: Rules, problems: Iterable[Diagnostic]) -> bool:
    """Do all errors stand inside bodies? Then everything is declared that scenarios could refer to."""
    blocks = [block for block in rules.blocks if block.keyword in BODIES]
    errors = [problem.span for problem in problems if problem.severity is Severity.ERROR]
    return all(any(is_inside(span, block) for block in blocks) for span in errors)


def is_inside(span: Span, block: nodes.Block) -> bool:
    """Does a place lie in the body of a block, below its first line?"""
    return span.file is block.span.file and block.header.end < span.start < block.span.end


def without_consequences(problems: Iterable[Diagnostic], sources: Sources) -> list[Diagnostic]:
    """The problems that would be there even if every line could be read."""
    written = {id(problem) for problem in sources.problems}
    return [p for p in problems if id(p) in written or not is_consequence(p, sources.broken)]


def check_variants(
    worlds: Worlds,
    variants: Sequence[str],
    uses: Uses,
    counts: Sequence[int],
    options: Mapping[str, str] | None = None,
) -> list[Diagnostic]:
    """What is wrong under a set of variants, for some numbers of players."""
    found: list[Diagnostic] = []
    for players in counts:
        if worlds.rules.check_variants(variants, players):
            continue
        looked = worlds.look(variants, options or {}, players)
        found += [under_options(problem, options or {}) for problem in worlds.proved(looked).problems]
        if len(variants) < 2:
            # Ranges take their time to be reckoned: with the fewest and the most players, and each variant once.
            is_reckoned = players == counts[0] or (not variants and players == counts[-1])
            found += [under_options(each, options or {}) for each in looked.findings(worlds.heed, reckoned=is_reckoned)]
        uses.add(looked.world, looked.uses)
    return found


def check_pairs(
    worlds: Worlds, own: Sequence[str], uses: Uses, known: AbstractSet[tuple[object, ...]]
) -> Iterator[Diagnostic]:
    """What is wrong with every two variants; many that show something new together are looked at two by two."""
    rules = worlds.rules
    pairs = pairs_of(rules, own)
    groups = groups_of(rules, pairs)
    beside = sum(len(group) == 2 for group in groups)
    if beside > MOST_BESIDE:
        at, what = rules.variants[pairs[-1][1]].block.header, "pairs of variants that speak of the same things"
        yield too_many(at, what, beside, MOST_BESIDE, "give some of the variants a file of their own")
        return
    for group in groups:
        found = check_variants(worlds, rules.with_needs(group), uses, rules.players[:1])
        if len(group) > 2 and {problem.identity for problem in found} - known:
            for pair in (each for each in combinations(group, 2) if each in pairs):
                yield from check_variants(worlds, rules.with_needs(pair), uses, rules.players[:1])
        else:
            yield from found


def mechanism_blocks(rules: Rules) -> list[Span]:
    """Where mechanisms are declared, in the game and in its variants."""
    keywords = {mechanism.keyword for mechanism in rules.mechanisms}
    blocks = [*rules.main]
    for variant in rules.variants.values():
        blocks += [item for item in variant.block.body if isinstance(item, nodes.Block)]
    return [block.header for block in blocks if block.keyword in keywords]


def unique(problems: Iterable[Diagnostic], place: Callable[[Span], Span] = lambda span: span) -> list[Diagnostic]:
    """Each kind of problem once at each place, though several sets of variants have it."""
    found: dict[tuple[object, ...], Diagnostic] = {}
    for problem in problems:
        at = place(problem.span)
        found.setdefault((at.file.name, at.start, at.end, problem.slug), problem)
    return list(found.values())


def other_shapes(rules: Rules, variants: Sequence[str], own: Sequence[str]) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Options under which variants declare something else; what the game itself declares is tried without them."""
    written = rules.written(variants)
    asking = [declared.block for declared in written if own or not variants or declared.variant]
    for players in [n for n in rules.players if not rules.check_variants(variants, n)][:1]:
        for setting in shapes([declared.block for declared in written], asking, players):
            yield players, setting
