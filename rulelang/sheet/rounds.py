"""Set-up for the number of players, and the round: what is done in which order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind, Rule
from rulelang.model.simplify import settle
from rulelang.model.types import Flag, Many, Number, strip
from rulelang.model.visit import walk
from rulelang.sheet.context import Context, anchor
from rulelang.sheet.document import Content, Item, Paragraph, Section, Steps, Text, capital, ended, joined, plain, words
from rulelang.sheet.material import cell
from rulelang.sheet.plan import has_sentence, turn_of
from rulelang.sheet.rules import family, family_cites, rule_content, rule_section
from rulelang.sheet.sentences.expressions import Bound, Env
from rulelang.sheet.sentences.statements import finished
from rulelang.syntax import nodes
from rulelang.syntax.blocks import labels_of


def setup_section(context: Context) -> Section:
    """What is laid out for this number of players."""
    content: list[Content] = []
    numbers = setup_numbers(context)
    if numbers:
        content.append(Steps(tuple(map(Item, numbers))))
    begins = [*player_starts(context), *game_starts(context)]
    if begins:
        content.append(Steps(finished(map(Item, begins))))
    rule = context.world.rules.get("setup")
    if rule is not None:
        content += rule_content(context, rule)
        content += family(context, rule)
    title = context.say("Set-up for {number} players", number=context.players)
    return Section("setup", title, tuple(content), family_cites(context, rule) if rule is not None else ())


def setup_numbers(context: Context) -> list[Text]:
    """The row of each set-up table for the number of players."""
    found: list[Text] = []
    used = context.plan.numbers | counted(context)
    for kind in context.world.kinds.values():
        if kind.sort != "setup_table" or context.is_untold(kind.name):
            continue
        row = next((i for i, n in enumerate(kind.columns["players"].values) if n == context.players), None)
        for name, column in kind.columns.items():
            if row is not None and name != "players" and f"{kind.name}.{name}" in used:
                value = cell(context, column.type, column.values[row])
                found.append(
                    context.say("{what}: {value}", what=capital(words(context.names.column(column))), value=value)
                )
    return found


def counted(context: Context) -> set[str]:
    """Cells of set-up tables that say how many pieces there are, or who has how many turns."""
    found: set[str] = set()
    for block in context.blocks:
        for item in block.body if block.keyword in ("piece", "round") else ():
            if isinstance(item, nodes.Field) and str(item.path) in ("count", "turns", "last"):
                found |= set(DOTTED.findall(item.span.text))
    return found


DOTTED = re.compile(r"[a-z_0-9]+\.[a-z_0-9]+")


def player_starts(context: Context) -> list[Text]:
    """What every player begins with."""
    fields = [each for each in context.world.player.fields.values() if each.is_shown]
    told = [context.sentence(each.says) for each in fields if each.says is not None]
    found = [said for each in fields if each.says is None and (said := start(context, each))]
    begins = [context.say("each player begins with {what}", what=joined(found))] if found else []
    return [*begins, *filter(None, told)]


def game_starts(context: Context) -> list[Text]:
    """What lies ready on the table."""
    found: list[Text] = []
    for each in context.world.fields.values():
        if each.is_shown and each.owner is None and each.name not in ("actor", "round.number") and not each.is_inner:
            said = start(context, each)
            if said:
                found.append(said if each.says is not None else context.say("to begin with: {what}", what=said))
    for kind in context.world.kinds.values():
        if kind.sort in ("kind", "piece") and "." not in kind.name:
            found += kind_starts(context, kind)
    return found


def kind_starts(context: Context, kind: Kind) -> list[Text]:
    """Where pieces begin, and what fields of things begin with, if they say so."""
    found: list[Text] = []
    for each in (each for each in kind.fields.values() if each.is_shown):
        if each.says is not None:
            found += filter(None, [context.sentence(each.says)])
            continue
        if each.initial_column is not None and any(v is not None for v in each.initial_column.values()):
            if kind.sort == "piece":  # those of other kinds stand in their table
                given = {"what": words(context.names.field(each)), "kind": words(context.names.kind(kind))}
                value = words(piece_starts(context, kind, each, list(each.initial_column.values())))
                found.append(context.say("{what} of each {kind}: {value}", value=value, **given))
            continue
        said = start(context, each)
        if said:
            found.append(context.say("each {kind} begins with {what}", kind=words(context.names.kind(kind)), what=said))
    return found


def piece_starts(context: Context, kind: Kind, field: Field, values: Sequence[Any]) -> str:
    """What pieces begin with: once if all are alike, else by their names."""
    said = [context.names.constant(field.type, value) for value in values]
    if len(set(said)) == 1:
        return said[0]
    named = dict.fromkeys(f"{context.names.member(kind, i)}: {value}" for i, value in enumerate(said))
    return ", ".join(named)


def start(context: Context, field: Field) -> Text:
    """A field with what it begins with; nothing if that is nothing."""
    if field.says is not None:
        return context.sentence(field.says)
    if field.lasts is not None or field.start is None:
        return ()
    env = Env()
    if field.start_local is not None:
        env = env.bind(field.start_local, Bound(context.say("it"), "it"))
    value = settle(field.start)
    held = strip(field.type)
    if isinstance(value, m.Const) and (value.value in (None, 0, False, ()) or isinstance(held, Many)):
        return ()
    if isinstance(held, Flag) and isinstance(value, m.Const):
        return context.say("the mark {mark}", mark=words(context.names.field(field), "quote"))
    name = words(context.names.field(field))
    if field.per:
        kinds = joined(words(context.names.kind(kind)) for kind in field.per)
        name = context.say("{field} for each {kind}", field=name, kind=kinds)
    is_amount = isinstance(value, m.Const) and isinstance(held, Number) and not field.per
    template = "{value} {field}" if is_amount else "{field}: {value}"
    return context.say(template, field=name, value=context.expressions.words(value, env))


# ---- the round ------------------------------------------------------------------------------------------


def round_section(context: Context, block: nodes.Block) -> Section:
    """The parts of a round in order, then each of them."""
    play = context.world.main
    assert play is not None
    forever = next(x for x in play.body if isinstance(x, s.Repeat))
    level = next(x for x in forever.body if isinstance(x, s.Level))
    overview: list[Item] = []
    parts: list[Content] = []
    for statement in (*level.body, *forever.body):
        if isinstance(statement, s.Each | s.Repeat):
            add_turn(context, statement, overview, parts)
        elif isinstance(statement, s.CallRule):
            add_part(context, block, statement.rule, overview, parts)
    content: list[Content] = []
    if len(overview) > 1 and not context.goal:  # else it stands at the beginning of the sheet
        content.append(Steps(tuple(overview), numbered=True))
    content += [Paragraph(ended(capital(line))) for line in last_round(context, forever)]
    content += parts
    title = context.say("The round")
    labels = labels_of(block)
    if labels:
        title = words(context.label(labels, str(block.path)))
    return Section(anchor("round", str(block.path)), title, tuple(content), play.cites)


def add_part(context: Context, block: nodes.Block, rule: Rule, overview: list[Item], parts: list[Content]) -> None:
    """A phase, or what is done at the beginning or the end of a round."""
    content = [*rule_content(context, rule)]
    turn = turn_of(rule)
    if turn is not None and rule.says is not None and has_sentence(turn):
        content += rule_content(context, turn)
    match content:
        case [Steps((Item(said, ()),))] if turn is not None and has_sentence(turn):
            content = [Paragraph(said)]
    content += family(context, rule)
    if turn is not None:
        content += family(context, turn)
    if not content:
        return
    title = context.say(TITLES[rule.role]) if rule.role in TITLES else words(phase_title(context, block, rule))
    cites = family_cites(context, rule)
    if turn is not None and turn.amendments:
        content.append(rule_section(context, turn))
    if turn is not None:
        cites += tuple(c for c in family_cites(context, turn) if c not in cites)
    target = anchor("part", rule.name)
    overview.append(Item(words(plain(title), "plain", target)))
    parts.append(Section(target, title, tuple(content), cites))


def phase_title(context: Context, block: nodes.Block, rule: Rule) -> str:
    part = rule.name.split(".")[-1]
    for item in block.body:
        if isinstance(item, nodes.Block) and item.keyword == "phase" and str(item.path) == part:
            return context.label(labels_of(item), part)
    return context.names.rule(rule)


def add_turn(context: Context, statement: s.Each | s.Repeat, overview: list[Item], parts: list[Content]) -> None:
    """The turns of a round without phases."""
    rule = next(node.rule for node in walk(statement) if isinstance(node, s.CallRule))
    times: Text = ()
    if isinstance(statement, s.Repeat):
        times = context.expressions.words(settle(statement.count), Env()) if statement.count is not None else ()
        binder = next(x for x in statement.body if isinstance(x, s.Each)).binders[0]
    else:
        binder = statement.binders[0]
    noun = context.expressions.noun_of(binder.local)
    one = context.expressions.one_of(settle(binder.source), noun, Env(), each=True)
    said = context.say("the turn of {each}", each=one)
    if times:
        said = context.say("{turn}; each has {number} turns", turn=said, number=times)
    target = anchor("part", rule.name)
    title = context.say("A turn of each player")
    overview.append(Item(words(plain(title), "plain", target)))
    order = [] if rule.says is not None else [Paragraph(ended(capital(said)))]
    content = [*order, *rule_content(context, rule), *family(context, rule)]
    parts.append(Section(target, title, tuple(content), family_cites(context, rule)))


def last_round(context: Context, forever: s.Repeat) -> list[Text]:
    """How many rounds there are, if that is fixed."""
    found: list[Text] = []
    for statement in forever.body:
        if isinstance(statement, s.If) and isinstance(statement.condition, m.Compare):
            number = context.expressions.words(settle(statement.condition.right), Env())
            found.append(context.say("the last round is round {number}", number=number))
    return found


TITLES = {
    "begin": "At the beginning of the round",
    "finish": "At the end of the round",
    "between": "Between two rounds",
}
