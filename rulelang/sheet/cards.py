"""Cards: a table of what is printed on them, and their texts in words."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulelang.model.declarations import Column, Kind, Rule, Source
from rulelang.sheet.context import Context, anchor
from rulelang.sheet.document import Content, Item, Paragraph, Section, Steps, Table, Term, Terms, Text, plain, words
from rulelang.sheet.material import cell, collapsed, column_head, shown_columns, title
from rulelang.sheet.rules import amendment, family, rule_content, value_change
from rulelang.sheet.sentences.statements import finished


@define(eq=False)
class Card:
    """The copies of one card: its number among the titles, if it has one, and its members."""

    title: int | None
    label: str
    members: list[int] = field(factory=list)


def cards_section(context: Context) -> Section | None:
    """Every kind of card that is played with."""
    kinds = [k for k in context.world.kinds.values() if k.sort == "card" and k.members and k.parent is None]
    found = tuple(section for kind in kinds if (section := kind_section(context, kind)).content)
    return Section("cards", context.say("Cards"), found) if found else None


def kind_section(context: Context, kind: Kind) -> Section:
    is_listed = kind.titles and all(title_ in context.says for title_ in kind.titles)
    content: list[Content] = [] if is_listed or kind.name in context.says else [card_table(context, kind)]
    about = context.sentence(context.says.get(kind.name))
    content += [Paragraph(about)] if about else []
    said = [term for card in cards(context, kind) if (term := card_term(context, kind, card)) is not None]
    content += [Terms(tuple(said))] if said else []
    content += [section for card in cards(context, kind) if (section := card_section(context, kind, card)) is not None]
    return Section(anchor("cards", kind.name), title(context, kind), tuple(content))


def cards(context: Context, kind: Kind) -> list[Card]:
    """Cards with the same title, or the same label, together; a title has one text, whatever its cards are called."""
    found: dict[tuple[int | None, str], Card] = {}
    for number, member in enumerate(kind.members):
        labels = kind.title_labels.get(member.title) if member.title is not None else None
        label = context.names.member(kind, number) if labels is None else context.names.label(labels, member.key)
        key = (member.title, label)
        found.setdefault(key, Card(member.title, label)).members.append(number)
    return list(found.values())


def card_table(context: Context, kind: Kind) -> Table:
    """What is printed on the cards, a row for all that are alike."""
    columns = [column for column in shown_columns(kind) if not repeats_name(context, kind, column)]
    rows: dict[tuple[Text, ...], int] = {}
    for number in range(len(kind.members)):
        row = (words(context.names.member(kind, number)), *(cell(context, c.type, c.values[number]) for c in columns))
        rows[row] = rows.get(row, 0) + 1
    heads = (title(context, kind), *(column_head(context, c) for c in columns), context.say("Copies"))
    counted = [(*row, words(str(count))) for row, count in rows.items()]
    has_names = any(member.labels and not member.made for member in kind.members) or kind.effects
    whole = collapsed(heads, counted, len(heads) - 1)
    if columns and (not has_names or len(whole.rows) > len(rows) // 2 > 6):
        without: dict[tuple[Text, ...], int] = {}
        for row, count in rows.items():
            without[row[1:]] = without.get(row[1:], 0) + count
        shorter = collapsed(heads[1:], [(*row, words(str(count))) for row, count in without.items()], len(heads) - 2)
        if not has_names or len(shorter.rows) * 2 <= len(whole.rows):
            return without_constant(shorter)
    return without_constant(whole)


def repeats_name(context: Context, kind: Kind, column: Column) -> bool:
    """Does a column say only what the cards are called?"""
    names = [context.names.member(kind, number) for number in range(len(kind.members))]
    return names == [plain(cell(context, column.type, value)) for value in column.values]


def without_constant(table: Table) -> Table:
    """Copies are not counted where each card is there once."""
    if all(row[-1] == words("1") for row in table.rows):
        return Table(table.heads[:-1], tuple(row[:-1] for row in table.rows))
    return table


def card_term(context: Context, kind: Kind, card: Card) -> Term | None:
    """A card by its author's sentence."""
    title_ = kind.titles[card.title] if card.title is not None else ""
    said = context.sentence(context.says.get(title_))
    if not said or card.title is None:
        return None
    name = context.say("{card} ({number})", card=card.label, number=len(card.members))
    effects = [rules[card.title] for rules in kind.effects.values() if card.title in rules]
    cites = tuple(dict.fromkeys((*context.cites.get(title_, ()), *(c for rule in effects for c in rule.cites))))
    items = [item for rule in effects for item in listed(family(context, rule))]
    return Term(anchor("card", title_), name, said, tuple(items), cites)


def listed(contents: list[Content]) -> list[Item]:
    """The lines of lists."""
    return [item for content in contents if isinstance(content, Steps) for item in content.items]


def card_section(context: Context, kind: Kind, card: Card) -> Section | None:
    """The text of a card, if it has any."""
    if card.title is None or kind.titles[card.title] in context.says:
        return None  # the latter is told in a list
    content: list[Content] = []
    sections: list[Content] = []
    cites: tuple[str, ...] = ()
    for effect, rules in kind.effects.items():
        rule = rules.get(card.title)
        if rule is None:
            continue
        if effect != "effect":
            content.append(Paragraph(context.say("{effect}:", effect=effect.replace("_", " "))))
        content += rule_content(context, rule)
        sections += family(context, rule)
        cites += rule.cites
    held = [*held_amendments(context, kind, card.title)]
    if held:
        content.append(Paragraph(context.say("While somebody holds it:")))
        content.append(Steps(finished(held)))
    if not content:
        return None
    if any(not s.stacks for s in sources(context, kind, card.title)):
        content.append(Paragraph(context.say("Several copies count once.")))
    name = context.say("{card} ({number})", card=card.label, number=len(card.members))
    return Section(anchor("card", kind.titles[card.title]), name, (*content, *sections), cites)


def sources(context: Context, kind: Kind, title_: int) -> Iterator[Source]:
    for rule in context.world.rules.values():
        yield from (a.source for a in rule.amendments if is_from(a.source, kind, title_))
    for value in context.world.values.values():
        yield from (c.source for c in value.changes if is_from(c.source, kind, title_))


def is_from(source: Source, kind: Kind, title_: int) -> bool:
    return source.card is not None and source.card.root is kind.root and source.title == title_


def held_amendments(context: Context, kind: Kind, title_: int) -> Iterator[Item]:
    """What a card changes while it is held."""
    for value in context.world.values.values():
        for change in value.changes:
            if is_from(change.source, kind, title_):
                name = context.say("the {noun}", noun=context.expressions.link(value.name, context.names.value(value)))
                said = value_change(context, change, value, name)
                if said:
                    yield Item(said)
    for rule in context.world.rules.values():
        for a in rule.amendments:
            if is_from(a.source, kind, title_):
                yield from held_amendment(context, rule, a)


def held_amendment(context: Context, rule: Rule, a: object) -> Iterator[Item]:
    from attrs import evolve

    from rulelang.model.declarations import Amendment

    assert isinstance(a, Amendment)
    source = evolve(a.source, card=None)  # the card's name stands above
    yield from amendment(context, evolve(a, source=source), rule, context.expressions.rule(rule))
