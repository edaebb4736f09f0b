"""Syntax to model: all declarations of a game under one set of variants, options and players.

Declarations may stand in any order and any file, so they are read in passes: members of kinds first
(everything refers to them), then columns, state, zones, values, and bodies last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve, frozen

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.diagnostics.wording import types as say_types
from rulelang.model import statements as s
from rulelang.model.bodies import BodyReader, cites_of, is_label, written
from rulelang.model.conditions import is_number
from rulelang.model.declarations import (
    Amendment,
    Change,
    Field,
    Kind,
    Option,
    Rule,
    Score,
    Seen,
    Source,
    Value,
    Window,
    Zone,
)
from rulelang.model.elaborate import Elaborator
from rulelang.model.expressions import Const, Local
from rulelang.model.graphs import MapReader
from rulelang.model.tables import TableReader, clause, field_value, labels_of
from rulelang.model.types import FLAG, NUMBER, UNKNOWN, Entity, Maybe, Type
from rulelang.model.world import MOST_NUMBERS, Scope, World, expression_path
from rulelang.source import NOWHERE, Span
from rulelang.syntax import nodes
from rulelang.syntax.schema import CORE
from rulelang.syntax.spell import spell

KIND_BLOCKS = ("kind", "card", "piece", "die", "table", "setup_table")
AMENDMENTS = ("before", "after", "instead", "forbid", "allow")
CONFIG = {block.keyword: frozenset(block.fields) for block in CORE}


@frozen
class Declared:
    """A declaration and the variant it comes from (or none: the game itself)."""

    block: nodes.Block
    variant: str | None = None


class ModelBuilder:
    """Builds a world from declarations."""

    def __init__(
        self, declared: Iterable[Declared], players: int, options: Mapping[str, Any], first: Mapping[str, set[str]]
    ) -> None:
        self.declared = list(declared)
        self.given_options = options
        self.first = first
        self.world = World(players)
        self.el = Elaborator(self.world)
        self.tables = TableReader(self.world, self.el, CONFIG)
        self.held: list[tuple[nodes.Block, nodes.Block, Kind, int, str | None]] = []

    def blocks(self, *keywords: str) -> list[nodes.Block]:
        return [d.block for d in self.declared if d.block.keyword in keywords]

    def build(self) -> World:
        self.read_game()
        self.tables.add_players(next(iter(self.blocks("player")), None))
        self.read_options()
        self.tables.add_kinds(sorted(self.blocks(*KIND_BLOCKS), key=lambda b: b.keyword != "setup_table"))
        maps = MapReader(self.world, self.tables)
        maps.add_nodes(self.blocks("map"))
        self.add_rules()
        self.tables.read_columns()
        maps.read_ways()
        self.read_state()
        self.read_zones()
        self.mark_complete()
        self.add_values()
        self.tables.resolve_starts(self.all_fields())
        self.read_contracts()
        self.read_bodies()
        self.read_ends()
        return self.world

    # ---- the game ---------------------------------------------------------------------------------

    def read_game(self) -> None:
        for block in self.blocks("game"):
            self.world.name = str(block.path)
            self.world.labels = {"en": self.world.name.replace("_", " ").capitalize(), **labels_of(block)}
            self.world.span = block.header
            ask = field_value(block, "ask")
            self.world.ask_always = ask is not None and spell(ask.values[0]) == "always"
            bank = field_value(block, "bank")
            if bank is not None and bank.values and isinstance(bank.values[0], nodes.Number):
                self.world.bank = bank.values[0].value
        for block in self.blocks("translate"):
            self.read_translation(block)

    def read_translation(self, block: nodes.Block) -> None:
        table = self.world.translations.setdefault(str(block.path), {})
        for row in block.body:
            if isinstance(row, nodes.Row) and len(row.cells) == 2:
                texts = [c.values[0].value for c in row.cells if c.values and isinstance(c.values[0], nodes.Text)]
                if len(texts) == 2:
                    table[texts[0]] = texts[1]

    # ---- options ------------------------------------------------------------------------------------

    def read_options(self) -> None:
        for block in self.blocks("option"):
            name = str(block.path)
            if not self.world.declare(name, block.path.span if block.path else block.span):
                continue
            values, default = field_value(block, "values"), field_value(block, "default")
            if values is None or default is None or not values.values or not default.values:
                missing = "values" if values is None or not values.values else "default"
                self.world.report(say_names.missing_field(block.header, "option", missing))
                continue
            self.world.options[name] = self.read_option(block, name, values, default)

    def read_option(self, block: nodes.Block, name: str, values: nodes.Field, default: nodes.Field) -> Option:
        words = [v for v in values.values if isinstance(v, nodes.Name)]
        kind = self.tables.words_kind(name, words) if words else None
        if kind is not None:
            self.world.kinds.pop(name, None)
        allowed: list[Any] = []
        maybe = False
        type_: Type = Entity(kind) if kind else NUMBER
        for value in values.values:
            found = self.option_values(value, kind)
            if found == [None]:
                maybe = True
            if isinstance(value, nodes.Flag):
                type_ = FLAG
            allowed += found
        start = self.option_values(default.values[0], kind)[0]
        chosen = self.chosen(name, kind, start, allowed, default)
        option_type = Maybe(type_) if maybe and chosen is None else type_
        if maybe and chosen is not None:
            option_type = Maybe(type_)
        return Option(
            name, labels_of(block), option_type, tuple(allowed), start, chosen,
            tuple(w.name for w in words), block.header, cites_of(block),
        )  # fmt: skip

    def option_values(self, e: nodes.Expression, kind: Kind | None) -> list[Any]:
        match e:
            case nodes.Name(word) if kind is not None:
                keys = [member.key for member in kind.members]
                if word in keys:
                    return [keys.index(word)]
                self.world.report(say_names.unknown_name(e.span, word, keys))
            case nodes.Number(value):
                return [value]
            case nodes.Flag(value):
                return [value]
            case nodes.Nothing():
                return [None]
            case nodes.Binary("..", nodes.Number(low), nodes.Number(high)):
                count = self.world.at_most(high - low + 1, "values of an option", e.span, MOST_NUMBERS)
                return list(range(low, low + count)) or [None]
        return [None]

    def chosen(self, name: str, kind: Kind | None, start: Any, allowed: list[Any], default: nodes.Field) -> Any:
        """The value in force: as given, as a variant changes it, or the default."""
        value, at = start, default.span
        for declared in self.declared:
            change = declared.block
            if change.keyword == "change" and str(change.path) == name:
                to = clause(change, "to")
                if to is not None and to.values:
                    value, at = self.option_values(to.values[0], kind)[0], to.span
        if name in self.given_options:
            value = self.parse_option(self.given_options[name], kind)
        if not any(type(value) is type(a) and value == a for a in allowed):
            keys = [m.key for m in kind.members] if kind else []
            said = [self.option_text(a, keys) for a in allowed]
            shown = ", ".join(said) if len(said) <= 12 else f"{said[0]} to {said[-1]}"
            self.world.report(say.bad_option(at, name, str(self.given_options.get(name, value)), shown))
            return start
        return value

    def option_text(self, value: Any, keys: list[str]) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return keys[value] if value < len(keys) else str(value)

    def parse_option(self, given: Any, kind: Kind | None) -> Any:
        if isinstance(given, bool) or given is None:
            return given
        if isinstance(given, int):
            return given if kind is None else "?"
        text = str(given).strip()
        if text in ("yes", "true"):
            return True
        if text in ("no", "false"):
            return False
        if text == "none":
            return None
        if kind is not None:
            keys = [member.key for member in kind.members]
            return keys.index(text) if text in keys else "?"
        digits = text.replace(",", "")
        return int(digits) if is_number(digits) else "?"

    # ---- state and zones ------------------------------------------------------------------------------

    def read_state(self) -> None:
        actor = Field("actor", None, Entity(self.world.player), (), None, Seen(), read=True)
        number = Field("round.number", None, NUMBER, (), Const(0, NUMBER), Seen(), read=True)
        self.world.fields["actor"] = actor
        self.world.fields["round.number"] = number
        self.world.declared["actor"] = NOWHERE
        for draft in self.tables.drafts:
            if draft.kind.sort not in ("table", "setup_table", "unordered") and not (
                draft.block.keyword == "card" and clause(draft.block, "of")
            ):
                self.tables.read_fields(draft.block, draft.kind)
        for block in self.blocks("state"):
            self.tables.read_fields(block, None)
        for block in self.blocks("action"):
            rule = self.world.rules.get(str(block.path))
            if rule is not None:
                rule.fields = self.tables.read_fields(block, None, f"{rule.name}.")

    def all_fields(self) -> list[Field]:
        found = list(self.world.fields.values())
        for kind in self.world.kinds.values():
            found.extend(kind.fields.values())
        return found

    def read_zones(self) -> None:
        for block in self.blocks("zone"):
            self.read_zone(block)
        for block in self.blocks("zone"):
            refill = clause(block, "refill from")
            zone = self.world.zones.get(str(block.path))
            if refill is None or zone is None or not refill.values:
                continue
            source = self.world.zones.get(spell(refill.values[0]))
            if source is None:
                self.world.report(say_names.unknown_zone(refill.span, spell(refill.values[0]), self.world.zones))
            zone.refill = source
        self.number_zones()

    def read_zone(self, block: nodes.Block) -> None:
        name = str(block.path)
        of = clause(block, "of")
        if of is None or not of.values:
            self.world.report(say_names.missing_clause(block.header, "zone", "of"))
            return
        card = self.tables.kind_named(spell(of.values[0]), of.values[0].span)
        if card is None:
            return
        if card.root.sort != "card":
            # Any kind may lie in zones: then its members are what is moved about.
            card.root.sort = "card"
        per_clause = clause(block, "per")
        per = (
            self.tables.kind_named(spell(per_clause.values[0]), per_clause.span)
            if per_clause and per_clause.values
            else None
        )
        zone = Zone(name, card, per, None, self.tables.seen(block, per), block.header, labels_of(block))
        home = per.zones if per is not None else self.world.zones
        if per is None and not self.world.declare(name, block.path.span if block.path else block.span):
            return
        limit = clause(block, "limit")
        if limit is not None and limit.values:
            zone.limit = self.el.number(limit.values[0], Scope())
        home[name] = zone
        self.world.zones[name] = zone

    def number_zones(self) -> None:
        """Every zone gets its place in the one list of zones; every kind of card a box before them."""
        number = 0
        roots = list(dict.fromkeys(z.card.root for z in self.world.zones.values()))
        for root in roots:
            root.box = number
            number += 1
        for zone in self.world.zones.values():
            zone.base = number
            number += zone.count

    # ---- values and rules -------------------------------------------------------------------------------

    def add_rules(self) -> None:
        for declared in self.declared:
            block = declared.block
            if block.keyword in ("rule", "action") and block.path is not None:
                self.add_rule(block, block.keyword == "action")
        for block in self.blocks("setup"):
            self.world.rules["setup"] = Rule(
                "setup", (), block.header, syntax=block, called=True, index=len(self.world.rules), uninterrupted=True
            )

    def add_rule(self, block: nodes.Block, is_action: bool) -> None:
        name = str(block.path)
        if not self.world.declare(name, block.path.span if block.path else block.span):
            return
        rule = Rule(name, self.parameters(block), block.header, labels_of(block), cites_of(block), is_action=is_action)
        rule.syntax = block
        rule.index = len(self.world.rules)
        self.world.rules[name] = rule

    def parameters(self, block: nodes.Block) -> tuple[Local, ...]:
        found: dict[str, Local] = {}
        for parameter in block.parameters or ():
            if parameter.type is None:
                self.world.report(say_names.missing_clause(parameter.span, parameter.name, ":"))
            type_ = self.el.type_of(parameter.type) if parameter.type is not None else UNKNOWN
            if parameter.name in found:
                self.world.report(say_names.name_in_use(parameter.span, parameter.name, found[parameter.name].span))
            found[parameter.name] = Local(parameter.name, type_, parameter.span)
        return tuple(found.values())

    def add_values(self) -> None:
        for block in self.blocks("value"):
            name = str(block.path)
            if not self.world.declare(name, block.path.span if block.path else block.span):
                continue
            gives = clause(block, "gives")
            if gives is None or not gives.values:
                self.world.report(say_names.missing_clause(block.header, f"value {name}", "gives"))
            value = Value(name, self.parameters(block), UNKNOWN, None, block.header, cites_of(block))
            value.syntax = gives.values[0] if gives and gives.values else None
            value.index = len(self.world.values)
            self.world.values[name] = value
        for value in self.world.values.values():
            self.el.resolve_value(value, value.span)

    # ---- contracts ----------------------------------------------------------------------------------------

    def mark_complete(self) -> None:
        """Tables that promise a row for every key: a look-up in them always finds one."""
        for block in self.blocks("table"):
            kind = self.world.kinds.get(str(block.path))
            for item in block.body:
                promised = item.subject if isinstance(item, nodes.Act) and item.verb == "need" else None
                if (
                    kind is None
                    or not isinstance(promised, nodes.Apply)
                    or expression_path(promised.function) != "complete"
                ):
                    continue
                columns = tuple(a.name for a in promised.arguments if isinstance(a, nodes.Name))
                if columns[: len(kind.key_columns)] == kind.key_columns:
                    kind.complete = True

    def read_contracts(self) -> None:
        """The needs in kinds, tables and maps: what must hold of the data."""
        for declared in self.declared:
            block = declared.block
            if block.keyword in (*KIND_BLOCKS, "map"):
                table = self.world.kinds.get(str(block.path)) or self.world.grids.get(str(block.path))
                for item in block.body:
                    if isinstance(item, nodes.Act) and item.verb == "need":
                        self.read_contract(item, table)

    def read_contract(self, item: nodes.Act, table: Any) -> None:
        reader = BodyReader(self.world, self.el, {})
        scope = Scope(contract=table, has_actor=False)
        if isinstance(table, Kind):
            pass
        elif table is not None:
            for name, column in zip(table.column_names, table.columns, strict=True):
                values = tuple(table.cells.get((row, column)) for row in table.rows)
                item = self.with_column(item, name, values)
        made, _ = reader.need(item, scope)
        for need in made:
            if isinstance(need, s.Need):
                self.world.contracts.append((need, table))

    def with_column(self, item: nodes.Act, name: str, values: tuple[Any, ...]) -> nodes.Act:
        """In a contract of a grid, the head of a column means its cells."""
        from rulelang.syntax.rewrite import rebuild

        cells = nodes.ListOf(tuple(nodes.Number(v) for v in values if isinstance(v, int)), span=item.span)

        def change(node: Any) -> Any:
            if isinstance(node, nodes.Apply) and expression_path(node.function) in (
                "increasing",
                "decreasing",
                "total",
                "unique",
            ):
                fixed = tuple(cells if isinstance(a, nodes.Name) and a.name == name else a for a in node.arguments)
                return evolve(node, arguments=fixed)
            return node

        return rebuild(item, change)  # type: ignore[no-any-return]

    # ---- bodies -------------------------------------------------------------------------------------------

    def read_bodies(self) -> None:
        self.writes = self.written_fields()
        self.reader = BodyReader(self.world, self.el, self.writes)
        self.find_cards()
        self.add_windows()
        for rule in self.world.rules.values():
            if rule.syntax is not None:
                self.read_rule(rule)
        for declared in self.declared:
            self.read_amendment(declared.block, Source(variant=declared.variant))
        for card, block, kind, title, variant in self.held:
            self.read_held(card, block, kind, title, variant)
        for window in self.world.windows:
            self.read_window(window)

    def closing(self, rule: Rule) -> nodes.Field | None:
        """`windows: closed`: nobody is offered a window while the rule is carried out."""
        found = field_value(rule.syntax, "windows") if rule.syntax is not None and not rule.is_action else None
        closed = found is not None and bool(found.values) and found.values[0].span.text == "closed"
        if found is not None and not closed:
            self.world.report(say_names.unknown_name(found.span, "windows", ("closed",)))
        rule.uninterrupted = rule.uninterrupted or closed
        return found

    def read_rule(self, rule: Rule) -> None:
        assert rule.syntax is not None
        scope = Scope({p.name: p for p in rule.parameters}, rule=rule, has_actor=rule.name != "setup")
        items = tuple(i for i in rule.syntax.body if not is_label(i) and i is not self.closing(rule))
        if rule.is_action:
            items = tuple(i for i in items if not isinstance(i, nodes.Field))
        rule.body = self.reader.body(items, scope)

    def written_fields(self) -> dict[str, frozenset[str]]:
        """Which fields each rule may write, calls and amendments included."""
        bodies: dict[str, list[Any]] = {}
        everything: list[Any] = []
        for declared in self.declared:
            for name, body in self.named_bodies(declared.block):
                bodies.setdefault(name, []).extend(body)
                everything.extend(body)
        writes: dict[str, frozenset[str]] = {name: frozenset() for name in bodies}
        for _ in range(len(bodies) + 1):
            new = {name: written(body, writes) for name, body in bodies.items()}
            new["*"] = frozenset().union(*new.values()) if new else frozenset()
            if new == writes:
                break
            writes = new
        return writes

    def named_bodies(self, block: nodes.Block) -> list[tuple[str, Any]]:
        """The bodies in a declaration, under the rule they belong to or amend."""
        if block.keyword in ("rule", "action"):
            return [(str(block.path), block.body)]
        if block.keyword in ("before", "after", "instead"):
            name, _ = self.amended(block)
            return [(name, block.body)]
        if block.keyword in ("card", "while", "effect", "window"):
            found = [("*card", block.body)] if block.keyword in ("effect", "window") else []
            for inner in block.body:
                if isinstance(inner, nodes.Block):
                    found += self.named_bodies(inner)
            return found
        return []

    # ---- cards ----------------------------------------------------------------------------------------------

    def find_cards(self) -> None:
        """Effects and `while held` of cards."""
        for declared in self.declared:
            block = declared.block
            of = clause(block, "of") if block.keyword == "card" else None
            kind = self.world.kinds.get(spell(of.values[0])) if of is not None and of.values else None
            if kind is None or str(block.path) not in kind.root.titles:
                continue
            title = kind.root.titles.index(str(block.path))
            for inner in block.body:
                if isinstance(inner, nodes.Block) and inner.keyword == "effect":
                    self.add_effect(block, inner, kind, title)
                elif isinstance(inner, nodes.Block) and inner.keyword == "while":
                    self.held.append((block, inner, kind.root, title, declared.variant))

    def add_effect(self, card: nodes.Block, block: nodes.Block, kind: Kind, title: int) -> None:
        name = f"{card.path}.effect"
        self_ = Local("self", Entity(kind), block.header, used=True)
        rule = Rule(name, (self_,), block.header, labels_of(card), cites_of(block) or cites_of(card), called=True)
        rule.syntax = block
        rule.index = len(self.world.rules)
        self.world.rules[name] = rule
        kind.root.effects.setdefault("effect", {})[title] = rule

    def read_held(self, card: nodes.Block, block: nodes.Block, kind: Kind, title: int, variant: str | None) -> None:
        zones = [
            z
            for z in self.world.zones.values()
            if z.card.root is kind and z.per is self.world.player and z.seen.by == "all"
        ]
        if not zones:
            self.world.report(say.no_held_zone(block.header, kind.name))
            return
        for zone in zones:
            zone.read = True
        stacks = field_value(card, "stacks")
        counts = not (
            stacks is not None
            and stacks.values
            and isinstance(stacks.values[0], nodes.Flag)
            and not stacks.values[0].value
        )
        holder = Local("holder", Entity(self.world.player), block.header, used=True)
        self_ = Local("self", Entity(kind), block.header, used=True)
        source = Source(variant, kind, title, counts, holder, self_)
        for inner in block.body:
            if isinstance(inner, nodes.Block):
                if inner.keyword == "window":
                    self.add_window(inner, source, (holder, self_))
                else:
                    self.read_amendment(inner, source)

    # ---- windows --------------------------------------------------------------------------------------------

    def add_windows(self) -> None:
        for declared in self.declared:
            if declared.block.keyword == "window":
                self.add_window(declared.block, Source(variant=declared.variant), ())

    def add_window(self, block: nodes.Block, source: Source, parameters: tuple[Local, ...]) -> None:
        name = str(block.path)
        if not self.world.declare(name, block.path.span if block.path else block.span):
            return
        rule = Rule(f"{name}.use", parameters, block.header, labels_of(block), cites_of(block), called=True)
        self.world.windows.append(Window(name, labels_of(block), rule, block.header, source))
        self.world.windows[-1].rule.syntax = block

    def read_window(self, window: Window) -> None:
        rule, block = window.rule, window.rule.syntax
        assert block is not None
        rule.index = len(self.world.rules)
        self.world.rules[rule.name] = rule
        scope = Scope({p.name: p for p in rule.parameters}, rule=rule, in_window=True)
        when = clause(block, "when")
        if when is not None and when.values:
            window.guard = self.el.condition(when.values[0], scope)
            scope = self.el.kind_facts(when.values[0], scope)
        rule.body = self.reader.body(tuple(i for i in block.body if not is_label(i)), scope)

    # ---- amendments -------------------------------------------------------------------------------------------

    def amended(self, block: nodes.Block) -> tuple[str, tuple[tuple[str, Span], ...]]:
        """The name of what is amended and the author's names for its arguments."""
        if block.keyword == "instead":
            of = clause(block, "of")
            target = of.values[0] if of is not None and of.values else None
            if isinstance(target, nodes.Apply):
                names = tuple((spell(a), a.span) for a in target.arguments)
                return expression_path(target.function) or "", names
            return (expression_path(target) or "" if target is not None else ""), ()
        names = tuple((p.name, p.span) for p in block.parameters or ())
        return str(block.path), names

    def read_amendment(self, block: nodes.Block, source: Source) -> None:
        if block.keyword == "change":
            self.read_change(block, source)
        elif block.keyword in AMENDMENTS:
            self.read_rule_amendment(block, source)

    def arguments_scope(
        self,
        names: tuple[tuple[str, Span], ...],
        parameters: tuple[Local, ...],
        source: Source,
        block: nodes.Block,
        what: str,
    ) -> Scope | None:
        """A scope in which the author's names stand for the rule's parameters."""
        if len(names) != len(parameters):
            wanted = say_types.plural(len(parameters), "argument")
            self.world.report(say_types.wrong_arguments(block.header, what, len(names), wanted, NOWHERE))
            return None
        bound = {name: parameter for (name, _), parameter in zip(names, parameters, strict=True)}
        if source.holder is not None and source.self_ is not None:
            bound = {"holder": source.holder, "self": source.self_, **bound}
        return Scope(bound, source=source)

    def read_rule_amendment(self, block: nodes.Block, source: Source) -> None:
        name, names = self.amended(block)
        rule = self.world.rules.get(name)
        if rule is None:
            at = block.path.span if block.path is not None else block.header
            self.world.report(say_names.unknown_rule(at, name, self.world.rules))
            return
        scope = self.arguments_scope(names, rule.parameters, source, block, name)
        if scope is None:
            return
        scope = evolve(scope, rule=rule)
        when = clause(block, "when")
        guard = None
        if when is not None and when.values:
            guard = self.el.condition(when.values[0], scope)
            scope = self.el.kind_facts(when.values[0], scope)
        reason = clause(block, "because") or clause(block, "for")
        text = reason.values[0].value if reason and reason.values and isinstance(reason.values[0], nodes.Text) else ""
        body = self.reader.body(block.body, scope)
        rule.amendments.append(
            Amendment(block.keyword, guard, body, source, block.header, text, cites_of(block), text or None)
        )
        self.check_conflict(rule, block)

    def check_conflict(self, rule: Rule, block: nodes.Block) -> None:
        """Two replacements of one rule, from different sources, none of which gives way."""
        if block.keyword != "instead":
            return
        *others, new = [a for a in rule.amendments if a.how == "instead"]
        for other in others:
            if self.clash(other.source, new.source, other.guard, new.guard):
                self.world.report(
                    say.conflicting_amendments(
                        new.span, rule.name, other.span, self.source_name(other.source), self.source_name(new.source)
                    )
                )

    def clash(self, one: Source, two: Source, guard_one: Any, guard_two: Any) -> bool:
        if one.card is not None or two.card is not None:
            return False
        if guard_one is not None and guard_two is not None and one.variant == two.variant:
            return False
        return not (
            two.variant in self.first.get(one.variant or "", ()) or one.variant in self.first.get(two.variant or "", ())
        )

    def source_name(self, source: Source) -> str:
        return f"variant `{source.variant}`" if source.variant else "the game"

    def read_change(self, block: nodes.Block, source: Source) -> None:
        name = str(block.path)
        if name in self.world.options:
            self.world.options[name].read = True
            return
        value = self.world.values.get(name)
        if value is None:
            at = block.path.span if block.path is not None else block.header
            self.world.report(say_names.unknown_value(at, name, [*self.world.values, *self.world.options]))
            return
        names = tuple((p.name, p.span) for p in block.parameters or ())
        scope = self.arguments_scope(names, value.parameters, source, block, name)
        if scope is None:
            return
        by, to = clause(block, "by"), clause(block, "to")
        found = by or to
        if found is None or not found.values:
            self.world.report(say_names.missing_clause(block.header, "change", "by"))
            return
        when = clause(block, "when")
        guard = self.el.condition(when.values[0], scope) if when is not None and when.values else None
        inner = self.el.kind_facts(when.values[0], scope) if when is not None and when.values else scope
        amount = self.el.expression(found.values[0], inner, value.type if to else NUMBER)
        change = Change("to" if to else "by", value.parameters, guard, amount, source, block.header)
        if to is not None:
            for other in value.changes:
                if other.how == "to" and self.clash(other.source, source, other.guard, guard):
                    self.world.report(
                        say.conflicting_amendments(
                            block.header, name, other.span, self.source_name(other.source), self.source_name(source)
                        )
                    )
        value.changes.append(change)

    # ---- the ends ----------------------------------------------------------------------------------------------

    def read_ends(self) -> None:
        for block in self.blocks("score"):
            self.world.score = self.read_score(block)
        for block in self.blocks("estimate"):
            self.world.estimate = self.read_score(block)
        reader = self.reader
        for block in self.blocks("always"):
            for item in block.body:
                if isinstance(item, nodes.Act) and item.verb == "need":
                    made, _ = reader.need(item, Scope(has_actor=False))
                    self.world.always += [n for n in made if isinstance(n, s.Need)]

    def read_score(self, block: nodes.Block) -> Score | None:
        gives = clause(block, "gives")
        if gives is None or not gives.values or not block.parameters:
            self.world.report(say_names.missing_clause(block.header, f"{block.keyword} {block.path or ''}(p)", "gives"))
            return None
        first = block.parameters[0]
        player = Local(first.name, Entity(self.world.player), first.span)
        scope = Scope({first.name: player}, has_actor=False)
        value = self.el.number(gives.values[0], scope)
        ties = field_value(block, "ties")
        found = [self.el.number(v, scope) for v in ties.values] if ties else []
        return Score(str(block.path), player, value, found, block.header)
