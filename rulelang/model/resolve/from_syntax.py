"""Syntax to model: all declarations of a game under one set of variants, options and players.

Declarations may stand in any order and any file, so they are read in passes: members of kinds first
(everything refers to them), then columns, state, zones, values, and bodies last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.diagnostics.wording import types as say_types
from rulelang.interrupts import look_up
from rulelang.language.blocks import CORE
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Measure, Rule, Score, Seen, Source, Value
from rulelang.model.expressions import Const, Local, ReadField
from rulelang.model.resolve.amendments import AmendmentReader, amended
from rulelang.model.resolve.blocks import text_behind
from rulelang.model.resolve.cards import CardReader
from rulelang.model.resolve.cells import CellReader
from rulelang.model.resolve.columns import ColumnReader
from rulelang.model.resolve.contracts import ContractReader
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.fields import FieldReader
from rulelang.model.resolve.figures import Figures
from rulelang.model.resolve.fractions import in_whole_numbers
from rulelang.model.resolve.labels import LabelReader
from rulelang.model.resolve.maps import MapReader
from rulelang.model.resolve.options import OptionReader
from rulelang.model.resolve.parts import score_parts
from rulelang.model.resolve.statements import BodyReader, cites_of, is_label
from rulelang.model.resolve.tables import TableReader
from rulelang.model.resolve.translations import read_translation
from rulelang.model.resolve.types import type_of
from rulelang.model.resolve.writes import written_fields
from rulelang.model.resolve.zones import ZoneReader
from rulelang.model.types import NUMBER, UNKNOWN, Action, Entity, Flag, Many, Number, Unknown, strip
from rulelang.model.visit import state_read_by, walk
from rulelang.model.world import Scope, World, offer_name
from rulelang.project.own_names import NO_NAMES, OwnNames
from rulelang.source import NOWHERE
from rulelang.syntax import nodes
from rulelang.syntax.blocks import Declared, is_by_players, labels_of
from rulelang.syntax.spell import clause_name, spell

KIND_BLOCKS = ("kind", "card", "piece", "die", "table")
TOLD_WITH_VALUES = "what breaks it is told beside this reason"
MOMENTS = ("turn", "round")  # when something can be measured, but for the end of the game
CONFIG = {block.keyword: frozenset(block.fields) for block in CORE}


class ModelBuilder:
    """Builds a world from declarations."""

    def __init__(
        self,
        declared: Iterable[Declared],
        players: int,
        options: Mapping[str, Any],
        first: Mapping[str, set[str]],
        own: OwnNames = NO_NAMES,
    ) -> None:
        self.declared = list(declared)
        self.given_options = options
        self.first = first
        self.world = World(players, own=own)
        self.el = Elaborator(self.world)
        self.cells = CellReader(self.world)
        self.tables = TableReader(self.world, self.el, CONFIG)
        self.figures = Figures(self.world, [d.block for d in self.declared], options, self.tables.set_up)
        self.el.figures = self.tables.figures = self.figures
        self.fields = FieldReader(self.world, self.el, CONFIG)

    def blocks(self, *keywords: str) -> list[nodes.Block]:
        return [d.block for d in self.declared if d.block.keyword in keywords]

    def build(self) -> World:
        self.read_game()
        self.tables.add_players(self.blocks("player"))
        OptionReader(self.world, self.cells, self.blocks("change"), self.given_options).read(self.blocks("option"))
        self.tables.add_kinds(sorted(self.blocks(*KIND_BLOCKS), key=lambda b: not is_by_players(b)))
        self.read_bank()
        maps = MapReader(self.world, self.cells)
        maps.add_nodes(self.blocks("map"))
        self.add_rules()
        columns = ColumnReader(self.world, self.el, self.tables, self.cells)
        columns.read()
        maps.read_ways()
        self.read_state()
        LabelReader(self.world, self.el, columns.row_ids).read(self.tables.drafts)
        ZoneReader(self.world, self.el, self.fields).read(self.blocks("zone"))
        self.refuse_two_parts()
        contracts = ContractReader(self.world, self.el)
        contracts.mark_complete(self.blocks("table"))
        self.add_values()
        self.fields.resolve_starts(self.all_fields())
        contracts.read(self.blocks(*KIND_BLOCKS, "map"))
        self.read_bodies()
        self.figures.check()
        self.check_starts()
        self.read_ends()
        return self.world

    # ---- the game ---------------------------------------------------------------------------------

    def read_game(self) -> None:
        for block in self.blocks("game"):
            self.world.name = str(block.path)
            self.world.labels = {"en": self.world.name.replace("_", " ").capitalize(), **labels_of(block)}
            self.world.span = block.header
            ask = block.field("ask")
            self.world.ask_always = ask is not None and spell(ask.values[0]) == "always"
        for block in self.blocks("translate"):
            read_translation(self.world, block)

    def read_bank(self) -> None:
        """How much money there is; it may hang on the number of players."""
        for block in self.blocks("game"):
            bank = block.value("bank")
            if bank is not None:
                self.world.bank = self.figures.required(bank)

    # ---- state ------------------------------------------------------------------------------

    def read_state(self) -> None:
        actor = Field("actor", None, Entity(self.world.player), (), None, Seen(), read=True)
        number = Field("round.number", None, NUMBER, (), Const(0, NUMBER), Seen(), read=True)
        self.world.fields["actor"] = actor
        self.world.fields["round.number"] = number
        self.world.declared["actor"] = NOWHERE
        for draft in self.tables.drafts:
            if draft.kind.sort not in ("table", "setup_table", "unordered") and not (
                draft.block.keyword == "card" and draft.block.clause("of")
            ):
                self.fields.read_fields(draft.block, draft.kind)
        for block in self.blocks("state"):
            self.fields.read_fields(block, None)
        for block in self.blocks("action"):
            rule = self.world.rules.get(str(block.path))
            if rule is not None:
                rule.fields = self.fields.read_fields(block, None, f"{rule.name}.")

    def refuse_two_parts(self) -> None:
        """A member has one part of a name: what its kind has, a sub-kind does not declare once more."""
        pairs = [(kind, kind.parent) for kind in self.world.kinds.values() if kind.parent is not None]
        for kind, parent in pairs:
            for name in kind.own_names():
                first, again = parent.find(name), kind.own_part(name)
                if first is not None and again is not None:
                    keep = f"every `{kind.name}` has the `{name}` of `{parent.name}`: declare it there only"
                    self.world.report(say_names.name_taken(again.span, name, first.span, keep))

    def all_fields(self) -> list[Field]:
        found = list(self.world.fields.values())
        for kind in self.world.kinds.values():
            found.extend(kind.fields.values())
        return found

    def check_starts(self) -> None:
        """What fields start with is worked out before anything is there that changes."""
        set_up = fields_set_up(self.world)
        for field in self.all_fields():
            read = state_read_by(field.start)
            if read is not None:
                self.world.report(say.start_reads_state(read.span, read.span.quoted, field.name))
            if isinstance(field.type, Entity) and field not in set_up and not has_start(field):
                self.world.report(say.missing_start(field.span, field.name, str(field.type)))

    # ---- values and rules -------------------------------------------------------------------------------

    def add_rules(self) -> None:
        for declared in self.declared:
            block = declared.block
            if block.keyword in ("rule", "action") and block.path is not None:
                self.add_rule(block)
        for block in self.blocks("setup"):
            self.world.rules["setup"] = Rule(
                "setup", (), block.header, syntax=block, called=True, index=len(self.world.rules), uninterrupted=True,
                role="setup",
            )  # fmt: skip

    def add_rule(self, block: nodes.Block) -> None:
        name = str(block.path)
        if not self.world.declare(name, block.path.span if block.path else block.span):
            return
        rule = Rule(name, self.parameters(block), block.header, labels_of(block), cites_of(block))
        rule.role = block.role or block.keyword
        rule.syntax = block
        rule.index = len(self.world.rules)
        self.world.rules[name] = rule
        if rule.role == "main" and self.world.main is not None:
            keep = "a game has one `round`: take one of them out, or make it a phase of the other"
            self.world.report(say_names.name_taken(block.header, "round", self.world.main.span, keep))
        elif rule.role == "main":
            self.world.main = rule

    def parameters(self, block: nodes.Block) -> tuple[Local, ...]:
        found: dict[str, Local] = {}
        for parameter in block.parameters or ():
            if parameter.type is None:
                self.world.report(say_names.missing_clause(parameter.span, parameter.name, ":"))
            type_ = type_of(self.el, parameter.type) if parameter.type is not None else UNKNOWN
            if parameter.name in found:
                self.world.report(say_names.name_in_use(parameter.span, parameter.name, found[parameter.name].span))
            found[parameter.name] = Local(parameter.name, type_, parameter.span)
        return tuple(found.values())

    def add_values(self) -> None:
        for block in self.blocks("value"):
            name = str(block.path)
            if not self.world.declare(name, block.path.span if block.path else block.span):
                continue
            gives = block.clause("gives")
            if gives is None or not gives.values:
                self.world.report(say_names.missing_clause(block.header, f"value {name}", "gives"))
            value = Value(name, self.parameters(block), UNKNOWN, None, block.header, cites_of(block))
            value.syntax = gives.values[0] if gives and gives.values else None
            value.index = len(self.world.values)
            value.says = block.says
            value.labels = labels_of(block)
            value.shown_as = text_behind(self.world, block, "shown as")
            self.world.values[name] = value
        for value in self.world.values.values():
            look_up()
            self.el.resolve_value(value)
            self.refuse_shown(value)

    def refuse_shown(self, value: Value) -> None:
        """What stands on the table belongs to something that lies there, and is no list of things."""
        if value.shown_as is None:
            return
        odd = next((p for p in value.parameters if not isinstance(p.type, Entity | Unknown)), None)
        if odd is not None:
            self.world.report(say.bad_shown(odd.span, value.name, f"nobody sees a `{odd.type}` lie on the table"))
        elif isinstance(strip(value.type), Many | Action):
            self.world.report(say.bad_shown(value.span, value.name, "the table shows one number, thing or yes and no"))

    # ---- bodies -------------------------------------------------------------------------------------------

    def read_bodies(self) -> None:
        bodies = (named for declared in self.declared for named in named_bodies(declared.block))
        offers = [offer_name(str(block.path)) for block in self.blocks("window")]
        self.reader = BodyReader(self.world, self.el, written_fields(bodies, ["perform", *offers]))
        amendments = AmendmentReader(self.world, self.el, self.reader, self.first)
        cards = CardReader(self.world, self.el, self.reader, amendments)
        for declared in self.declared:
            if declared.block.keyword == "card":
                cards.add_card(declared.block, declared.variant)
        for declared in self.declared:
            if declared.block.keyword == "window":
                cards.add_window(declared.block, Source(variant=declared.variant), ())
        for rule in self.world.rules.values():
            if rule.syntax is not None:
                self.read_rule(rule)
        for declared in self.declared:
            amendments.read(declared.block, Source(variant=declared.variant))
        cards.read()

    def closing(self, rule: Rule) -> nodes.Field | None:
        """`windows: closed`: nobody is offered a window while the rule is carried out."""
        found = rule.syntax.field("windows") if rule.syntax is not None and not rule.is_action else None
        closed = found is not None and bool(found.values) and found.values[0].span.text == "closed"
        if found is not None and not closed:
            self.world.report(say_names.unknown_name(found.span, "windows", ("closed",)))
        rule.uninterrupted = rule.uninterrupted or closed
        return found

    def read_rule(self, rule: Rule) -> None:
        assert rule.syntax is not None
        look_up()
        scope = Scope({p.name: p for p in rule.parameters}, rule=rule, has_actor=rule.role != "setup")
        items = tuple(i for i in rule.syntax.body if not is_label(i) and i is not self.closing(rule))
        if rule.is_action:
            items = tuple(i for i in items if not isinstance(i, nodes.Field))
        rule.body = self.reader.body(items, scope)

    # ---- the ends ----------------------------------------------------------------------------------------------

    def one_of_each(self, *keywords: str) -> None:
        """A game, and a variant, has one of these at most: a second one would silently take the place of the first."""
        found: dict[tuple[str, str | None], nodes.Block] = {}
        for declared in self.declared:
            block = declared.block
            if block.keyword in keywords:
                first = found.setdefault((block.keyword, declared.variant), block)
                if first is not block:
                    keep = f"a game has one `{block.keyword}`: take one of them out"
                    self.world.report(say_names.name_taken(block.header, block.keyword, first.header, keep))

    def read_ends(self) -> None:
        self.one_of_each("score", "estimate")
        for block in self.blocks("score"):
            self.world.score = self.read_score(block)
        for block in self.blocks("estimate"):
            self.world.estimate = self.read_score(block)
        for block in self.blocks("measure"):
            self.read_measure(block)
        reader = self.reader
        for block in self.blocks("always"):
            for item in block.body:
                if isinstance(item, nodes.Act) and item.verb == "need":
                    made, _ = reader.need(item, Scope(has_actor=False))
                    self.world.always += [n for n in made if isinstance(n, s.Need)]
                    because = item.clause("because")
                    if because and because.values and "{" in spell(because.values[0]):
                        self.world.report(say_types.stray_hole(because.values[0].span, TOLD_WITH_VALUES))

    def read_score(self, block: nodes.Block) -> Score | None:
        gives = block.clause("gives")
        if gives is None or not gives.values or not block.parameters:
            self.world.report(say_names.missing_clause(block.header, f"{block.keyword} {block.path or ''}(p)", "gives"))
            return None
        first = block.parameters[0]
        player = Local(first.name, Entity(self.world.player), first.span)
        scope = Scope({first.name: player}, has_actor=False, fractions=True)
        ties = block.field("ties")
        told = [self.el.number(v, scope) for v in (gives.values[0], *(ties.values if ties else ()))]
        found = [in_whole_numbers(self.world, e) for e in told]
        value, *rest = (e for e, _ in found)
        units = tuple(unit for _, unit in found)
        parts = score_parts(told[0], units[0])
        return Score(str(block.path), player, value, rest, block.header, units, tuple(told), parts)

    def read_measure(self, block: nodes.Block) -> None:
        """A value of the game, or of each player if it has a parameter."""
        name, gives, after = str(block.path), block.clause("gives"), block.clause("after")
        if name in self.world.measures:
            keep = "a measure has a name of its own"
            self.world.report(say_names.name_taken(block.header, name, self.world.measures[name].span, keep))
            return
        if gives is None or not gives.values:
            self.world.report(say_names.missing_clause(block.header, f"measure {name}", "gives"))
            return
        if after is not None and clause_name(block, "after") not in MOMENTS:
            at = after.values[0].span if after.values else after.span
            self.world.report(say_names.unknown_word(at, "after", clause_name(block, "after") or "", MOMENTS))
        players = [Local(each.name, Entity(self.world.player), each.span) for each in block.parameters or ()]
        if len(players) > 1:
            advice = "one stands for each player"
            self.world.report(say.too_many(players[1].span, "parameters of a measure", len(players), 1, advice))
        scope = Scope({player.name: player for player in players}, has_actor=False, fractions=True)
        told = self.el.present(gives.values[0], scope)
        if not isinstance(strip(told.type), Number | Flag | Unknown):
            self.world.report(say_types.not_a_number(gives.values[0].span, str(told.type)))
            return
        value, unit = in_whole_numbers(self.world, told)
        self.world.measures[name] = Measure(
            name, players[0] if players else None, value, unit, clause_name(block, "after"), block.header, told
        )


def has_start(field: Field) -> bool:
    """Is it said what a field begins with, for all who have it?"""
    given = field.initial_column or {}
    everybody = field.owner.ids if field.owner is not None else ()
    return field.start_syntax is not None or field.span is NOWHERE or (bool(given) and set(everybody) <= set(given))


def fields_set_up(world: World) -> set[Field]:
    """The fields that set-up gives a value, be it by way of rules that it does."""
    waiting, seen, found = [world.rules.get("setup")], set[str](), set[Field]()
    while waiting:
        rule = waiting.pop()
        if rule is None or rule.name in seen:
            continue
        seen.add(rule.name)
        for node in walk(rule.bodies):
            if isinstance(node, s.Assign) and isinstance(node.target, ReadField):
                found.add(node.target.field)
            elif isinstance(node, s.CallRule):
                waiting.append(node.rule)
            elif isinstance(node, s.Perform):
                waiting += [action for action in world.rules.values() if action.is_action]
    return found


def named_bodies(block: nodes.Block) -> list[tuple[str, Any]]:
    """The bodies in a declaration, under the rule they belong to or amend."""
    if block.keyword in ("rule", "action"):
        return [(str(block.path), block.body)]
    if block.keyword in ("before", "after", "instead"):
        name, _ = amended(block)
        return [(name, block.body)]
    if block.keyword in ("card", "while", "effect", "window"):
        found = [("*card", block.body)] if block.keyword in ("effect", "window") else []
        for inner in block.body:
            if isinstance(inner, nodes.Block):
                found += named_bodies(inner)
        return found
    return []
