"""Blocks of mechanisms as sections: what each mechanism says of itself, with what a game makes of it filled in.

What a block leaves open is told from the values that it stands for, which cards and variants may change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulelang.mechanisms.contract import Mechanism
from rulelang.mechanisms.sentences import Cases, Line, Members, Part, Rows, Said, Spots, Where, Whether
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind, Rule
from rulelang.model.expressions import Expression, Local
from rulelang.model.resolve.statements import cites_of
from rulelang.model.simplify import assume, in_force, is_no, is_yes, settle
from rulelang.model.types import Entity
from rulelang.sheet.context import Context
from rulelang.sheet.document import Content, Item, Paragraph, Section, Steps, Table, Text, capital, joined, words
from rulelang.sheet.material import grid_table, row_table
from rulelang.sheet.names import spaced
from rulelang.sheet.phrases import HOLE
from rulelang.sheet.rules import amendment, family, rule_content, value_change
from rulelang.sheet.sentences.expressions import NOBODY, Bound, Env
from rulelang.sheet.sentences.statements import finished
from rulelang.syntax import nodes
from rulelang.syntax.spell import clause_name, spell, word_of

BOARDS = {"market", "places", "rondel", "grid"}


def mechanisms_section(context: Context) -> Section | None:
    """Every mechanism that the game uses."""
    order = context.plan.blocks
    blocks = sorted(context.mechanisms, key=lambda b: order.index(str(b.path)) if str(b.path) in order else len(order))
    forms = {mechanism.keyword: mechanism for mechanism in context.rules.mechanisms}
    found = tuple(Sayer(context, block, forms[block.keyword]).section() for block in blocks)
    is_board = {block.keyword for block in blocks} <= BOARDS
    title = context.say("Boards and markets" if is_board else "Boards, markets and moves")
    return Section("workings", title, found) if found else None


class Sayer:
    """Says what a block of a mechanism is, with the values and rules it stands for."""

    def __init__(self, context: Context, block: nodes.Block, mechanism: Mechanism) -> None:
        self.context = context
        self.block = block
        self.name = str(block.path)
        self.world = context.world
        self.say = context.say
        self.said = [*self.in_force(mechanism.says)]

    def section(self) -> Section:
        block = self.block
        content = [*self.by_author()] if block.says is not None else [*self.content()]
        changes = [*self.amendments()]
        if changes:
            content.append(Steps(finished(changes)))
        content += self.families()
        return Section(self.context.anchors[self.name], self.title(), tuple(content), cites_of(block))

    def title(self) -> Text:
        """What the block is called, and what it is done to."""
        title = words(self.context.block_title(self.block))
        if not self.block.parameters or self.block.says is not None:
            return title
        env, given = NOBODY, []
        for parameter in self.block.parameters:
            kind = self.kind_named(parameter)
            if kind is not None:
                said, env = self.context.expressions.introduce(Local(parameter.name, Entity(kind)), env)
                given.append(said)
        return self.say("{rule} ({arguments})", rule=title, arguments=joined(given))

    def by_author(self) -> Iterator[Content]:
        """The author's sentence, those of his parts, and the tables."""
        said = self.context.sentence(self.block.says)
        if said:
            yield Paragraph(said)
        for part in self.said:
            rule = self.rule(part.name) if isinstance(part, Part) else None
            if rule is not None and rule.says is not None:
                yield from rule_content(self.context, rule)
        yield from (content for content in self.content() if isinstance(content, Table))

    # ---- what the mechanism says ----------------------------------------------------------------------------

    def in_force(self, said: Iterable[Said]) -> Iterator[Said]:
        """What is said with the words that stand in the fields of the block."""
        for one in said:
            if isinstance(one, Cases):
                yield from self.in_force(one.words.get(self.word(one.field), one.other))
            else:
                yield one

    def content(self) -> Iterator[Content]:
        """All that is said: lines that follow one another as a list."""
        lines: list[Item] = []
        for one in self.said:
            if isinstance(one, Line | Whether | Where):
                text = self.sentence(one)
                lines += [Item(text)] if text else []
                continue
            if lines:
                yield Steps(finished(lines))
                lines = []
            yield from self.more(one)
        if lines:
            yield Steps(finished(lines))

    def sentence(self, said: Line | Whether | Where) -> Text:
        match said:
            case Line(text, usual, otherwise):
                return self.filled(otherwise if usual is not None and self.is_usual(text, usual) else text)
            case Whether(value, yes, no, depends):
                condition = self.condition(value)
                if isinstance(condition, bool):
                    return self.filled(yes if condition else no)
                return self.filled(depends, condition=condition) if condition else ()
            case Where(rule, text):
                condition = self.asked_first(rule)
                return self.filled(text, condition=condition) if condition else ()

    def more(self, said: Said) -> Iterator[Content]:
        """What is no line."""
        match said:
            case Part(name, text):
                rule = self.rule(name)
                if rule is not None and rule.body:
                    yield Paragraph(self.say(text))
                    yield from rule_content(self.context, rule)
            case Rows(name):
                full = f"{self.name}.{name}" if name else self.name
                if full in self.world.grids:
                    yield grid_table(self.context, self.world.grids[full])
                elif full in self.world.kinds:
                    yield row_table(self.context, self.world.kinds[full])
            case Members(columns):
                yield self.members(columns)
            case Spots():
                yield self.spots()

    def filled(self, text: str, **given: Text) -> Text:
        """A text with its holes filled; nothing if something is missing."""
        holes = {name: given[name] if name in given else self.hole(name) for name in HOLE.findall(text)}
        return self.say(text, **holes) if text and all(holes.values()) else ()

    def hole(self, name: str) -> Text:
        if name in ("kind", "kinds"):
            names = self.context.names
            return words(names.kind(self.kind()) if name == "kind" else names.kinds(self.kind()))
        value, field = self.world.values.get(f"{self.name}.{name}"), self.field(name)
        found = self.expression(name)
        if value is not None and found is not None:
            return self.context.expressions.words(found, self.env(value.parameters))
        if field is not None and field.start is not None:
            env = self.env([field.start_local] if field.start_local is not None else [])
            return self.context.expressions.words(settle(field.start), env)
        return self.written(name)

    def written(self, name: str) -> Text:
        """What the author wrote in a field: a zone by its name, else his words."""
        zone = self.world.zones.get(word_of(self.block, name).split(".")[-1])
        if zone is not None:
            return words(self.context.names.zone(zone))
        found = self.block.field(name)
        return words(", ".join(spell(v).replace("_", " ") for v in found.values)) if found is not None else ()

    def is_usual(self, text: str, usual: int) -> bool:
        """Does the first hole of a text hold what is nothing special?"""
        found = self.expression(HOLE.findall(text)[0])
        return isinstance(found, m.Const) and found.value == usual

    # ---- what stands behind the block -----------------------------------------------------------------------

    def word(self, field: str) -> str:
        """The word in a field; if it names an option, the one that this has."""
        word = word_of(self.block, field)
        option = self.world.options.get(word)
        if option is None or not isinstance(option.value, int):
            return word
        return option.words[option.value] if option.value < len(option.words) else word

    def expression(self, member: str, known: Mapping[Local, Expression] | None = None) -> Expression | None:
        """What a value of the mechanism gives, as far as it is settled."""
        value = self.world.values.get(f"{self.name}.{member}")
        if value is None or value.body is None:
            return None
        return in_force(value, 0, known) or assume(value.body, known or {})

    def env(self, parameters: Iterable[Local]) -> Env:
        env = NOBODY
        for parameter in parameters:
            _, env = self.context.expressions.introduce(parameter, env)
        return env

    def condition(self, member: str) -> bool | Text:
        """A condition: settled, or in words; no words if the mechanism has none of that name."""
        value, found = self.world.values.get(f"{self.name}.{member}"), self.expression(member)
        if value is None or found is None:
            return ()
        if isinstance(found, m.Const):
            return bool(found.value)
        return self.context.expressions.condition(found, self.env(value.parameters))

    def asked_first(self, member: str) -> Text:
        """The condition of the first choice of a rule, unless everything fits."""
        rule = self.rule(member)
        choose = next((x for x in rule.body if isinstance(x, s.Choose)), None) if rule is not None else None
        where = choose.binders[0].where if choose is not None else None
        if rule is None or choose is None or where is None or isinstance(settle(where), m.Const):
            return ()
        env = NOBODY.bind(choose.binders[0].local, Bound(self.say("it"), "it"))
        for parameter in rule.parameters:
            _, env = self.context.expressions.introduce(parameter, env)
        return self.context.expressions.condition(settle(where), env)

    def rule(self, member: str) -> Rule | None:
        return self.world.rules.get(f"{self.name}.{member}")

    def field(self, member: str) -> Field | None:
        return self.world.fields.get(f"{self.name}.{member}")

    def kind(self) -> Kind:
        """The kind that the block is of, or of its first parameter."""
        of = clause_name(self.block, "of")
        if of is not None:
            return self.world.kinds[of]
        return next(filter(None, map(self.kind_named, self.block.parameters or ())), self.world.player)

    def kind_named(self, parameter: nodes.Parameter) -> Kind | None:
        return self.world.kinds.get(spell(parameter.type)) if parameter.type is not None else self.world.player

    # ---- tables ---------------------------------------------------------------------------------------------

    def members(self, columns: Mapping[str, str]) -> Table:
        """A row for each member of what the block is of."""
        kind = self.kind()
        rows = []
        for number in kind.ids:
            member = m.Const(number, Entity(kind))
            cells = [self.of_member(name, member) for name in columns.values()]
            rows.append((words(self.context.names.member(kind, number)), *cells))
        return Table((capital(words(self.context.names.kind(kind))), *map(self.say, columns)), tuple(rows))

    def of_member(self, name: str, member: m.Const) -> Text:
        """A value of the mechanism for a member, or what a field of it starts with."""
        field, value = self.field(name), self.world.values.get(f"{self.name}.{name}")
        if field is not None and field.start is not None:
            known = {field.start_local: member} if field.start_local is not None else {}
            return self.context.expressions.words(assume(field.start, known), NOBODY)
        found = self.expression(name, dict.fromkeys(value.parameters, member)) if value is not None else None
        return self.context.expressions.words(found, NOBODY) if found is not None else ()

    def spots(self) -> Table:
        """A row for each action, and the places that are open for this number of players."""
        rows_kind = self.world.kinds[f"{self.name}.row"]
        rows = [(self.action(rows_kind, row), *self.places(rows_kind, row)) for row in range(len(rows_kind.members))]
        heads = tuple(self.say(h) for h in ("Action", "Places", "Note"))
        if not any(row[2] for row in rows):
            return Table(heads[:2], tuple(row[:2] for row in rows))
        return Table(heads, tuple(rows))

    def action(self, rows_kind: Kind, row: int) -> Text:
        action = rows_kind.columns["action"].values[row]
        if isinstance(action, Rule):
            return self.context.expressions.rule(action)
        return words(self.context.names.member(rows_kind, row))

    def places(self, rows_kind: Kind, row: int) -> tuple[Text, Text]:
        """The places of a row, by their values if they have some, and what is particular about them."""
        spots = self.world.kinds[f"{self.name}.spot"]
        own = [n for n in range(len(spots.members)) if spots.columns["row"].values[n] == row]
        free = [n for n in own if not is_no(self.asked("open", spots, n))]
        values = [spots.columns["value"].values[n] for n in free]
        notes: list[Text] = []
        if rows_kind.columns["most"].values[row] < len(own):
            notes.append(self.say("once a round"))
        if is_yes(self.asked("strict", rows_kind, row)):
            notes.append(self.say("only if possible"))
        return words(", ".join(map(str, values)) if any(values) else str(len(free))), joined(notes)

    def asked(self, member: str, kind: Kind, number: int) -> Expression:
        """A condition of the mechanism about one member of a kind."""
        value = self.world.values[f"{self.name}.{member}"]
        found = self.expression(member, {value.parameters[0]: m.Const(number, Entity(kind))})
        assert found is not None
        return found

    # ---- what changes it ------------------------------------------------------------------------------------

    def amendments(self) -> Iterator[Item]:
        """What the game, its variants and its cards change in the mechanism."""
        for rule in self.own_rules():
            title = words(spaced(rule.name), "strong")
            for a in rule.amendments:
                yield from amendment(self.context, a, rule, title)
        for value in self.world.values.values():
            if value.name.startswith(self.name + "."):
                for change in value.changes:
                    name = self.say("the {noun}", noun=words(self.context.names.value(value)))
                    said = value_change(self.context, change, value, name)
                    source = self.context.source(change.source)
                    if said:
                        yield Item(self.say("{head}: {step}", head=source, step=said) if source else said)

    def families(self) -> list[Content]:
        """Rules of the author that only this mechanism uses."""
        return [content for rule in self.own_rules() for content in family(self.context, rule)]

    def own_rules(self) -> list[Rule]:
        return [rule for rule in self.world.rules.values() if rule.name.startswith(self.name + ".")]
