"""A set of rule files: what they declare, and the rules in force under variants, options and players."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define, evolve, field, frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.language.blocks import CORE
from rulelang.mechanisms.contract import BrokenTemplate, Mechanism, pointed_into
from rulelang.project.amended.tables import Amended, DataAmender, Forms
from rulelang.project.options import Conditions, settings
from rulelang.project.own_names import OwnNames, own_names
from rulelang.source import NOWHERE
from rulelang.syntax import nodes
from rulelang.syntax.blocks import Declared, labels_of
from rulelang.syntax.canonical import canonical_texts
from rulelang.syntax.spell import clause_name, spell
from rulelang.syntax.words import Vocabulary, with_words

FEWEST_PLAYERS, MOST_PLAYERS = 1, 12


@frozen
class Variant:
    """A variant as data: what it needs, excludes and allows, and its declarations."""

    name: str
    labels: dict[str, str]
    about: str
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    first: tuple[str, ...]
    players: tuple[int, ...] | None
    game: str | None
    block: nodes.Block = field(repr=False)


@define(eq=False)
class Made:
    """What was made of declarations. They are known by identity, and kept so that no other can come to have it."""

    translations: Sequence[nodes.Block] = ()
    # Each with its words in other languages, and those that were used.
    worded: dict[int, tuple[nodes.Block, nodes.Block, set[tuple[str, str]]]] = field(factory=dict)
    # What blocks of mechanisms stand for; some are made with the options.
    lowered: dict[tuple[int, object], tuple[nodes.Block, tuple[list[nodes.Item], list[Diagnostic]]]] = field(
        factory=dict
    )

    def of(self, blocks: Sequence[nodes.Block], translations: Sequence[nodes.Block]) -> Made:
        """What holds for these declarations as well."""
        inner = [item for block in blocks if block.keyword == "variant" for item in block.body]
        known = set(map(id, (*blocks, *inner)))
        made = Made(translations)
        if list(map(id, translations)) == list(map(id, self.translations)):
            made.worded = {key: entry for key, entry in self.worded.items() if key in known}
        known.update(id(entry[1]) for entry in made.worded.values())
        for key, entry in self.lowered.items():
            if key[0] in known:
                made.lowered[key] = entry
                known.update(map(id, entry[1][0]))
        return made


@define(eq=False)
class Rules:
    """All declarations of a game and of the files laid on top of it; `made` may be that of the same game as it was."""

    blocks: list[nodes.Block]
    mechanisms: Sequence[Mechanism]
    problems: list[Diagnostic] = field(factory=list)
    variants: dict[str, Variant] = field(factory=dict)
    scenarios: list[nodes.Block] = field(factory=list)
    main: list[nodes.Block] = field(factory=list)
    game: nodes.Block | None = None
    below: frozenset[str] = frozenset()  # files of the game that these rules stand on
    vocabulary: Vocabulary = field(factory=Vocabulary)
    made: Made = field(factory=Made)
    unlowered: set[str] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        translations = [block for block in self.blocks if block.keyword == "translate"]
        translations.sort(key=lambda b: b.span.file.name not in self.below)
        for block in translations:
            self.vocabulary.add(block)  # what the game below says gives way
        self.made = self.made.of(self.blocks, translations)
        for block in self.blocks:
            if block.keyword == "variant" and block.path is not None:
                self.add_variant(block)
            elif block.keyword == "scenario":
                self.scenarios.append(block)
            elif block.keyword == "game" and self.game is None:
                self.game = block
                self.main.append(block)
            elif block.keyword == "game" and self.game is not None:
                self.problems.append(say_names.name_taken(block.header, "game", self.game.header))
            else:
                self.main.append(block)

    def add_variant(self, block: nodes.Block) -> None:
        name = str(block.path)
        if name in self.variants:
            self.problems.append(say_names.name_taken(block.header, name, self.variants[name].block.header))
            return
        about = block.field("about")
        text = about.values[0].value if about and about.values and isinstance(about.values[0], nodes.Text) else ""
        for inner in block.body:
            if isinstance(inner, nodes.Block) and inner.keyword == "scenario":
                self.scenarios.append(inner)
        self.variants[name] = Variant(
            name,
            {"en": name.replace("_", " ").capitalize(), **labels_of(self.worded(block))},
            text,
            words(block, "needs"),
            words(block, "excludes"),
            words(block, "first"),
            numbers(block.field("players")),
            clause_name(block, "of"),
            block,
        )

    @cached_property
    def positions(self) -> list[nodes.Block]:
        """The scenarios that are only positions, for others to go on from."""
        return [block for block in self.scenarios if block.member("then") is None]

    @property
    def own_scenarios(self) -> list[nodes.Block]:
        """The scenarios of these rules; those of the game below them are run and checked with that game."""
        return [block for block in self.scenarios if block.span.file.name not in self.below]

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """Options of the game and of all its variants, with the values they take."""
        within = [item for v in self.variants.values() for item in v.block.body if isinstance(item, nodes.Block)]
        return {str(b.path): words(b, "values") for b in (*self.main, *within) if b.keyword == "option"}

    # ---- the game ---------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return str(self.game.path) if self.game is not None else ""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players the game is for."""
        found = numbers(self.game.field("players")) if self.game is not None else None
        return tuple(n for n in found or (2,) if FEWEST_PLAYERS <= n <= MOST_PLAYERS) or (2,)

    def with_needs(self, chosen: Iterable[str]) -> tuple[str, ...]:
        """Variants, and those that they need in turn; names of none are kept, for who refuses them."""
        found: dict[str, None] = {}
        waiting = list(chosen)
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found[name] = None
                variant = self.variants.get(name)
                waiting += [need for need in variant.needs if need in self.variants] if variant is not None else []
        return tuple(found)

    def variants_around(self, scenario: nodes.Block) -> tuple[str, ...]:
        """The variants that a scenario stands with: the one it is in or of, or those of its file of house rules."""
        for name, variant in self.variants.items():
            if any(item is scenario for item in variant.block.body):
                return (name,)
        of = clause_name(scenario, "of")
        if of is not None and of in self.variants:
            return (of,)
        file = scenario.span.file.name
        if not self.below or file in self.below:
            return ()
        return tuple(name for name, variant in self.variants.items() if variant.block.span.file.name == file)

    def check_variants(self, chosen: Sequence[str], players: int) -> tuple[Diagnostic, ...]:
        """What speaks against playing these variants together."""
        problems: list[Diagnostic] = []
        for name in chosen:
            variant = self.variants.get(name)
            if variant is None:
                problems.append(say.unknown_variant(NOWHERE, name, self.variants))
                continue
            at = variant.block.header
            problems += [say.conflicting_variants(at, name, x, ()) for x in variant.excludes if x in chosen]
            problems += [say.unknown_variant(at, x, self.variants) for x in variant.needs if x not in chosen]
            if variant.players is not None and players not in variant.players:
                allowed = ", ".join(map(str, variant.players))
                problems.append(say.wrong_players(at, players, allowed))
        return tuple(problems)

    def written(self, chosen: Sequence[str]) -> list[Declared]:
        """Declarations of the game and of the variants, as they stand in the files."""
        found = [Declared(block, None) for block in self.main]
        for name in self.in_order(chosen):
            inner = [item for item in self.variants[name].block.body if isinstance(item, nodes.Block)]
            found += [Declared(item, name) for item in inner if item.keyword != "scenario"]
        return found

    def standing(self, chosen: Sequence[str], options: Mapping[str, Any], players: int) -> list[Declared]:
        """Declarations as they stand in the files, those that the options leave out aside, with their data amended."""
        return self.amended(chosen, options, players).declared

    def amended(self, chosen: Sequence[str], options: Mapping[str, Any], players: int) -> Amended:
        """Declarations whose `when` holds under the options, with what amends their data merged in."""
        written = self.written(chosen)
        conditions = Conditions(settings([d.block for d in written], options, players))
        found = [(conditions.block(declared.block), declared.variant) for declared in written]
        standing = [Declared(block, variant) for block, variant in found if block is not None]
        own = self.own_names(chosen, standing)
        amended = DataAmender(list(map(own.read, standing)), self.forms, conditions.keep, self.giving_way).amend()
        amended.own = own
        self.problems += [p for p in conditions.problems if p not in self.problems]
        return amended

    def own_names(self, chosen: Sequence[str], standing: Sequence[Declared]) -> OwnNames:
        """What the helpers of the variants in force are called."""
        needs = {name: self.with_needs([name]) for name in self.in_order(chosen)}
        return own_names(standing, needs, {name: self.variants[name].block.span for name in needs})

    @cached_property
    def forms(self) -> Forms:
        """The forms of blocks by keyword, those of mechanisms besides."""
        mechanisms = {mechanism.keyword: mechanism.block for mechanism in self.mechanisms}
        return Forms({**{block.keyword: block for block in CORE}, **mechanisms}, frozenset(mechanisms), self.brought)

    def brought(self, block: nodes.Block) -> dict[str, str]:
        """What a mechanism's block brings besides its own name: tables, values and rules, each with its keyword."""
        if block.keyword not in self.forms.mechanisms:
            return {}
        return {str(made.block.path): made.block.keyword for made in self.lowered(block, None)}

    @property
    def giving_way(self) -> dict[str, set[str]]:
        """For each variant those that give way to it."""
        return {name: set(v.first) for name, v in self.variants.items()}

    def in_force(self, chosen: Sequence[str], options: Mapping[str, Any], players: int) -> list[Declared]:
        """Declarations whose `when` holds under the options, with their labels, mechanisms lowered."""
        return self.all_lowered(self.standing(chosen, options, players))

    def all_lowered(self, declared: Iterable[Declared]) -> list[Declared]:
        return [made for d in declared for made in self.lowered(self.worded(d.block), d.variant)]

    def worded(self, block: nodes.Block) -> nodes.Block:
        """A declaration with its labels in other languages."""
        if id(block) not in self.made.worded:
            vocabulary = evolve(self.vocabulary, used=set())
            self.made.worded[id(block)] = block, with_words(block, vocabulary), vocabulary.used
        return self.made.worded[id(block)][1]

    @property
    def idle_words(self) -> list[nodes.Field]:
        """Words of these rules that name nothing in them, under whatever variants."""
        blocks = [declared.block for declared in self.written(tuple(self.variants))]
        blocks += [variant.block for variant in self.variants.values()]
        for block in blocks:
            self.worded(block)
        used = set().union(*(used for _, _, used in self.made.worded.values()))
        return [word for word in self.vocabulary.idle(used) if word.span.file.name not in self.below]

    def in_order(self, chosen: Sequence[str]) -> list[str]:
        """Variants in the order of the files, each after those that give way to it."""
        left = [v for v in self.variants if v in chosen]
        ordered: list[str] = []
        while left:
            free = [v for v in left if not any(f in left for f in self.variants[v].first if f != v)]
            ordered.append((free or left)[0])
            left.remove(ordered[-1])
        return ordered

    def lowered(self, block: nodes.Block, variant: str | None) -> list[Declared]:
        for mechanism in self.mechanisms:
            if block.keyword == mechanism.keyword:
                if block.path is None and mechanism.block.needs_name:
                    return []  # said where the form of blocks is checked
                key = id(block), tuple(self.options.items()) if mechanism.sees_options else None
                if key not in self.made.lowered:
                    self.made.lowered[key] = block, self.lower(mechanism, block)
                items, problems = self.made.lowered[key][1]
                self.problems += [p for p in problems if p not in self.problems]
                if problems:
                    self.unlowered.add(str(block.path))
                return [d for i in items if isinstance(i, nodes.Block) for d in self.lowered(i, variant)]
        return [Declared(block, variant)]

    def lower(self, mechanism: Mechanism, block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
        """What a mechanism stands for; rows of the wrong length and cells that fit nowhere are refused here."""
        rows = [item for item in block.body if isinstance(item, nodes.Row)]
        for row in rows[1:]:
            if len(row.cells) != len(rows[0].cells):
                return [], [say.row_length(row.span, len(row.cells), len(rows[0].cells), rows[0].span)]
        try:
            return mechanism.lower(block, self.options) if mechanism.sees_options else mechanism.lower(block)
        except BrokenTemplate:
            return [], [say.bad_cell(block.header, mechanism.keyword)]

    def pointed(self, problem: Diagnostic) -> Diagnostic:
        """A problem in what a mechanism stands for, said of the place in its block."""
        return pointed_into(problem, [block for block, _ in self.made.lowered.values()])

    def fingerprint(self, chosen: Sequence[str], options: Mapping[str, Any], players: int) -> str:
        """A content hash of the rules in force; layout, comments, wording and what bots think do not change it."""
        digest = hashlib.sha256()
        for text in canonical_texts([declared.block for declared in self.standing(chosen, options, players)]):
            digest.update(text.encode())
        digest.update(repr((sorted(chosen), sorted(options.items(), key=str), players)).encode())
        return digest.hexdigest()[:16]


def is_about(problem: Diagnostic, unlowered: Iterable[str]) -> bool:
    """Is a problem about something that blocks would have brought if they could have been lowered?"""
    return any(f"{name}.".startswith(f"{block}.") for block in unlowered for name in problem.names)


def words(block: nodes.Block, name: str) -> tuple[str, ...]:
    found = block.field(name)
    return tuple(spell(v) for v in found.values) if found is not None else ()


def numbers(found: nodes.Field | None) -> tuple[int, ...] | None:
    """The whole numbers a field lists: `3`, `2..4`, `2, 4`."""
    if found is None:
        return None
    listed: list[int] = []
    for value in found.values:
        match value:
            case nodes.Number(number):
                listed.append(number)
            case nodes.Binary("..", nodes.Number(low), nodes.Number(high)):
                listed.extend(range(low, min(high, low + 50) + 1))
    return tuple(listed)


def all_blocks(files: Iterable[nodes.File]) -> list[nodes.Block]:
    return [item for file in files for item in file.items if isinstance(item, nodes.Block)]
