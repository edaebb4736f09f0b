"""From files to a game, one call a step: read, parse, lower, resolve, compile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from attrs import frozen

from rulelang.backends.python.contracts import broken_contracts
from rulelang.cache.gc import nothing_collected
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.names import missing_game, unknown_game
from rulelang.errors import RulesError, UsageError
from rulelang.mechanisms import MECHANISMS
from rulelang.model.proofs.cost import Effort
from rulelang.model.proofs.termination import prove
from rulelang.model.resolve.from_syntax import ModelBuilder
from rulelang.model.resolve.sayings import SayingReader
from rulelang.model.world import World
from rulelang.project.amended.tables import Amended
from rulelang.project.dependencies import ENDING, Disk
from rulelang.project.options import asked_options, shapes
from rulelang.project.rules import Made, Rules, is_about
from rulelang.project.sources import Parse, Sources, find, games_folder, read, shipped_games
from rulelang.source import NOWHERE
from rulelang.syntax import nodes
from rulelang.syntax.shape import check_shape
from rulelang.syntax.spell import spell

Shape = tuple[list[Diagnostic], tuple[nodes.Item, ...]]


def shaped(file: nodes.File) -> Shape:
    """What is wrong with the form of a file, and its items as they were probably meant."""
    return check_shape(file.items, MECHANISMS)


def rules_of(sources: Sources, shaped: Callable[[nodes.File], Shape] = shaped, made: Made | None = None) -> Rules:
    """The rules that some files declare; what is wrong with their form is noted in them.

    Whoever reads again and again hands in what was made of the declarations when he read them the last time.
    """
    problems = [*sources.problems]
    blocks: list[nodes.Block] = []
    for file in sources.files.values():
        wrong, items = shaped(file)
        problems += wrong
        blocks += [item for item in items if isinstance(item, nodes.Block)]
    below = frozenset(sources.files[path].span.file.name for path in sources.below)
    return Rules(blocks, MECHANISMS, problems, below=below, made=made or Made())


def base_game(blocks: Iterable[nodes.Block]) -> str | None:
    """The game that the variants of some files are `of`, if the files hold no game themselves."""
    base = base_name(blocks)
    return None if base is None else spell(base)


def base_name(blocks: Iterable[nodes.Block]) -> nodes.Expression | None:
    """Where the files name that game."""
    listed = list(blocks)
    if any(b.keyword == "game" for b in listed):
        return None
    for block in listed:
        if block.keyword in ("variant", "scenario"):
            of = block.clause("of")
            if of is not None and of.values:
                return of.values[0]
    return None


def read_game(
    reference: str | Path, more: Sequence[str | Path] = (), disk: Disk | None = None
) -> tuple[Rules, tuple[str, ...]]:
    """The rules a reference means, and the variants it switches on by itself."""
    sources, own = read_sources(reference, more, disk)
    return rules_of(sources), own


def read_sources(
    reference: str | Path, more: Sequence[str | Path] = (), disk: Disk | None = None, parse: Parse | None = None
) -> tuple[Sources, tuple[str, ...]]:
    """The files a reference means, and the variants it switches on by itself.

    A file that holds only variants stands on top of the game they are of: a shipped one, or one in a
    file or folder of that name beside it.
    """
    disk = disk or Disk()
    sources = read([reference, *more], disk, parse)
    base = base_name(sources.blocks)
    if base is None:
        return sources, ()
    name = spell(base)
    own = tuple(str(b.path) for b in sources.blocks if b.keyword == "variant" and b.path is not None)
    beside = find(reference).parent
    for candidate in (beside / name, beside / (name + ENDING), beside.parent / name, beside.parent / (name + ENDING)):
        if disk.exists(candidate) and candidate.resolve() not in sources.files:
            return on_top_of(candidate, sources, [reference, *more]), own
    if name in shipped_games():
        return on_top_of(games_folder() / name, sources, [reference, *more]), own
    near = [path.stem for path in beside.glob("*" + ENDING)]
    raise RulesError((*sources.problems, unknown_game(base.span, name, [*shipped_games(), *near])))


def on_top_of(base: Path, above: Sources, references: Sequence[str | Path]) -> Sources:
    """Files together with the game that they stand on."""
    sources = read([base, *references], above.disk, above.parse)
    sources.below = above.below | sources.files.keys() - above.files.keys()
    return sources


Held = Callable[[World, Effort], Sequence[Diagnostic]]


@frozen(eq=False)
class Draft:
    """A model whose names are resolved, and of which nothing is proved yet."""

    world: World
    rules: Rules
    amended: Amended
    unlowered: AbstractSet[str]  # blocks of mechanisms that could not be lowered

    @nothing_collected()
    def finished(self, *, is_trusted: bool = False, held: Held = broken_contracts) -> World:
        """The model with all problems in it. Of what is trusted nothing is proved; `held` tells of broken contracts."""
        world, found = self.world, [*self.world.problems]
        try:
            effort = None if is_trusted else prove(world)
            # What could not be lowered is missing everywhere else: to say so again helps nobody.
            problems = [p for p in world.problems if not is_about(p, self.unlowered)]
            problems = [*self.amended.problems, *map(self.amended.told_of_dropped, problems)]
            if not problems and not is_trusted:
                broken = held(world, effort or Effort(world))
                problems += map(self.amended.told_of_amendment, broken)
        except BaseException:  # given up: whoever begins anew finds it as it was
            world.problems = found
            raise
        world.problems = list(map(self.rules.pointed, problems))
        return world


def build_world(
    rules: Rules, chosen: Sequence[str], options: Mapping[str, Any], players: int, *, is_trusted: bool = False
) -> World:
    """The model under variants, options and players; problems are left in it. Of what is trusted nothing is proved."""
    return draft_world(rules, chosen, options, players).finished(is_trusted=is_trusted)


@nothing_collected()
def draft_world(rules: Rules, chosen: Sequence[str], options: Mapping[str, Any], players: int) -> Draft:
    """The model under variants, options and players, as far as its names go."""
    amended = rules.amended(chosen, options, players)
    builder = ModelBuilder(rules.all_lowered(amended.declared), players, options, rules.giving_way, amended.own)
    world = builder.build()
    sayings = SayingReader(world)
    for declared in amended.declared:
        sayings.check(rules.worded(declared.block))
    for name in asked_options([d.block for d in rules.written(chosen)]):
        if name in world.options:
            world.options[name].read = True
    return Draft(world, rules, amended, rules.unlowered)


def playable_world(rules: Rules, chosen: Sequence[str], options: Mapping[str, Any], players: int) -> World:
    """The model, or an error that holds all problems."""
    if rules.game is None:
        raise RulesError((missing_game(NOWHERE),))
    against = rules.check_variants(chosen, players)
    if against:
        raise RulesError(against)
    world = build_world(rules, chosen, options, players)
    problems = [p for p in (*rules.problems, *world.problems) if p.severity.value == "error"]
    if problems:
        raise RulesError(tuple(sorted(problems, key=lambda p: p.sort_key)))
    unknown = [name for name in options if name not in world.options]
    if unknown:
        known = ", ".join(world.options) or "none"
        raise UsageError(f"{rules.name} has no option `{unknown[0]}`; its options are: {known}")
    return world


def problems_in(
    rules: Rules, variants: Sequence[str] = (), options: Mapping[str, Any] | None = None
) -> list[Diagnostic]:
    """What is wrong with rules under variants, for every number of players.

    Declarations that hang on an option are looked at too: each of its values is tried once.
    """
    found: dict[tuple[Any, ...], Diagnostic] = {}
    given = dict(options or {})
    allowed = [n for n in rules.players if not rules.check_variants(variants, n)]
    tried = [(players, given) for players in allowed]
    # Those of the game itself are tried once, without variants.
    written = rules.written(variants)
    all_written = [d.block for d in written]
    asking = [d.block for d in written if not variants or d.variant]
    for players in allowed[:1]:
        tried += [(players, {**setting, **given}) for setting in shapes(all_written, asking, players)]
    for players, setting in tried:
        for problem in build_world(rules, variants, setting, players).problems:
            found.setdefault(problem.identity, problem)
        if any(problem.slug == "too-much-work" for problem in found.values()):
            break  # it would take as long again with every other number of players
    return list(found.values())
