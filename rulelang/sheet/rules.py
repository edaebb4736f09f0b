"""Rules, actions, windows and values as sections: the conditions first, then what is done, then what amends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulelang.model import expressions as m
from rulelang.model import statements as st
from rulelang.model.declarations import Amendment, Change, Rule, Value
from rulelang.model.simplify import is_no, is_yes, settle
from rulelang.sheet.context import Context, anchor
from rulelang.sheet.document import Content, Item, Paragraph, Section, Steps, Term, Terms, Text, ended, joined, words
from rulelang.sheet.plan import ends_game, has_sentence, is_rule, is_void
from rulelang.sheet.sentences.expressions import Env
from rulelang.sheet.sentences.statements import finished, headed


def rule_section(context: Context, rule: Rule, anchor_: str = "", title: Text = ()) -> Section:
    """A rule with a heading: its name and what it is done to."""
    named, _ = context.parameters(rule)
    heading = title or words(context.names.rule(rule))
    if named and not title:
        heading = context.say("{rule} ({arguments})", rule=heading, arguments=joined(named))
    return Section(
        anchor_ or context.anchors.get(rule.name, anchor("rule", rule.name)),
        heading,
        tuple(rule_content(context, rule)),
        rule.cites,
    )


def rule_content(context: Context, rule: Rule) -> list[Content]:
    """The conditions of a rule, its steps, and its amendments; its author's sentence, if there is one."""
    if rule.says is not None and is_void(rule):
        return []
    if rule.says is not None or rule.name in context.covered:
        changes = amended(context, rule, *HOW)
        said = context.sentence(rule.says)
        return [*([Paragraph(said)] if said else []), *([Steps(finished(changes))] if changes else [])]
    _, env = context.parameters(rule)
    needs, rest, env = front(context, rule.body, env)
    found: list[Content] = []
    conditions = [*map(Item, needs), *amended(context, rule, "forbid", "allow")]
    if needs:
        found.append(Paragraph(context.say("Only if:")))
    if conditions:
        found.append(Steps(finished(conditions)))
    found += [Steps(finished([item])) for item in amended(context, rule, "before")]
    lines = finished(context.statements.body(rest, env))
    if lines:
        found.append(Steps(lines, numbered=len(lines) > 1))
    found += [Steps(finished([item])) for item in amended(context, rule, "instead", "after")]
    return found


def amended(context: Context, rule: Rule, *how: str) -> list[Item]:
    """The amendments of some sorts, a line each."""
    return [item for a in rule.amendments if a.how in how for item in amendment(context, a, rule)]


def front(context: Context, body: st.Body, env: Env) -> tuple[list[Text], st.Body, Env]:
    """The needs that a body begins with, and what comes after them."""
    needs: list[Text] = []
    for number, statement in enumerate(body):
        if isinstance(statement, st.Need):
            needs.append(context.statements.need(statement, env))
        elif isinstance(statement, st.Let) and any(isinstance(x, st.Need) for x in body[number + 1 :]):
            lines, env = context.statements.let(statement, env, body[number + 1 :])
            needs += [line.text for line in lines]
        else:
            return [n for n in needs if n], body[number:], env
    return [n for n in needs if n], [], env


def family(context: Context, root: Rule) -> list[Content]:
    """The rules that only one root uses: those with sentences as a list, others in sections of their own."""
    rules = context.plan.under.get(root.name, ())
    found = [rule_section(context, rule) for rule in rules if not has_sentence(rule)]
    said = said_items(context, root.name)
    said += [said_value(context, value) for value in context.plan.values_under.get(root.name, ())]
    return [*([Steps(tuple(said))] if said else []), *(section for section in found if section.content)]


def family_cites(context: Context, root: Rule) -> tuple[str, ...]:
    """The printed rules behind a root, and behind what is told in its list."""
    said = [rule for rule in context.plan.under.get(root.name, ()) if has_sentence(rule)]
    things = [root, *said, *context.plan.values_under.get(root.name, ())]
    return tuple(dict.fromkeys(cite for thing in things for cite in thing.cites))


def said_items(context: Context, name: str) -> list[Item]:
    """The sentences below a root, or below another sentence; those about the end stand in its section."""
    return [said_item(context, rule) for rule in context.plan.nested.get(name, ()) if not ends_game(rule)]


def said_item(context: Context, rule: Rule) -> Item:
    """A rule by its sentence, with what amends it and what is done within it."""
    below = (*finished(amended(context, rule, *HOW)), *said_items(context, rule.name))
    return Item(context.sentence(rule.says), below, context.anchors.get(rule.name, ""))


def said_value(context: Context, value: Value) -> Item:
    changes = [Item(line) for change in value.changes if (line := value_change(context, change, value))]
    return Item(context.sentence(value.says), finished(changes), context.anchors.get(value.name, ""))


# ---- amendments -----------------------------------------------------------------------------------------


def amendment(context: Context, a: Amendment, rule: Rule, of: Text = ()) -> list[Item]:
    """An amendment as a line; `of` names the rule where it does not stand below it."""
    _, env = context.parameters(rule)
    env = context.with_source(env, a.source)
    guard = settle(a.guard) if a.guard is not None else None
    if guard is not None and is_no(guard):
        return []
    if context.is_card_told(a.source):
        return []
    if a.says is not None:
        said = context.sentence(a.says)
        return [Item(with_head(context, context.source(a.source), said))] if said else []
    when = () if guard is None or is_yes(guard) else context.expressions.condition(guard, env)
    head = joined((context.source(a.source), of), ": ") if of else context.source(a.source)
    if a.how in ("forbid", "allow"):
        return [Item(with_head(context, head, permission(context, a, when, env)))]
    steps = context.statements.body(a.body, env)
    if not steps:
        return []
    words_ = context.say(HOW[a.how][bool(when)], condition=when)
    return [headed(context.statements, with_head(context, head, words_), steps)]


def permission(context: Context, a: Amendment, when: Text, env: Env) -> Text:
    """What is forbidden or allowed, and why."""
    said = context.say(HOW[a.how][bool(when)], condition=when)
    if not a.reason:
        return said
    reason = (
        context.statements.text(a.said, env, "quote")
        if a.said is not None
        else words(context.phrases.translate(a.reason), "quote")
    )
    template = "{what} – {reason}" if a.how == "forbid" else "{what} (in spite of: {reason})"
    return context.say(template, what=said, reason=reason)


def with_head(context: Context, head: Text, said: Text) -> Text:
    return context.say("{head}: {step}", head=head, step=said) if head else said


HOW = {
    "before": ("first", "first, if {condition}"),
    "after": ("afterwards", "afterwards, if {condition}"),
    "instead": ("instead", "instead, if {condition}"),
    "forbid": ("not possible", "not possible if {condition}"),
    "allow": ("always possible", "also possible if {condition}"),
}


# ---- values ---------------------------------------------------------------------------------------------


def values_section(context: Context) -> Section | None:
    """The named values that rules read, each with what changes it."""
    items = tuple(value_term(context, value) for value in context.plan.values if value.says is None)
    if not items:
        return None
    return Section("values", context.say("Values"), (Terms(items),))


def value_term(context: Context, value: Value) -> Term:
    env, named = Env(), []
    for parameter in value.parameters:
        said, env = context.expressions.introduce(parameter, env)
        named.append(said)
    title = words(context.names.value(value))
    if named:
        title = context.say("{rule} ({arguments})", rule=title, arguments=joined(named))
    meaning: Text = ()
    if value.body is not None:
        meaning = ended(context.expressions.words(settle(value.body), env))
    changes = [Item(line) for change in value.changes if (line := value_change(context, change, value))]
    return Term(context.anchors[value.name], title, meaning, finished(changes), value.cites)


def value_change(context: Context, change: Change, value: Value, of: Text = ()) -> Text:
    """What a card or a variant makes of a value."""
    env = Env()
    for parameter in value.parameters:
        _, env = context.expressions.introduce(parameter, env)
    env = context.with_source(env, change.source)
    guard = settle(change.guard) if change.guard is not None else None
    if guard is not None and is_no(guard):
        return ()
    if context.is_card_told(change.source):
        return ()
    if change.says is not None:
        said = context.sentence(change.says)
        return with_head(context, () if of else context.source(change.source), said) if said else ()
    amount = settle(change.amount)
    said = change_words(context, change, amount, env, of or context.say("it"))
    if guard is not None and not is_yes(guard):
        said = context.say("{what} if {condition}", what=said, condition=context.expressions.condition(guard, env))
    return with_head(context, () if of else context.source(change.source), said)


def change_words(context: Context, change: Change, amount: m.Expression, env: Env, what: Text) -> Text:
    if change.how == "to":
        return context.say("{what} becomes {value}", what=what, value=context.expressions.words(amount, env))
    if isinstance(amount, m.Const) and isinstance(amount.value, int) and amount.value < 0:
        less = words(context.names.number(-amount.value))
        return context.say("{what} is less by {amount}", what=what, amount=less)
    return context.say("{what} is more by {amount}", what=what, amount=context.expressions.words(amount, env))


# ---- actions and windows --------------------------------------------------------------------------------


def actions_section(context: Context) -> Section | None:
    """The actions that players pick from."""
    actions = sorted((rule for rule in context.world.rules.values() if rule.is_action), key=listed_at(context))
    return parts_section(context, "actions", context.say("Actions"), actions)


def listed_at(context: Context) -> Callable[[Rule], int]:
    """Actions in the order in which the first table that names them lists them."""
    kinds = context.world.kinds.values()
    columns = [column.values for kind in kinds for column in kind.columns.values() if any(map(is_rule, column.values))]
    order = list(dict.fromkeys(cell.name for cells in columns for cell in cells if isinstance(cell, Rule)))
    return lambda rule: order.index(rule.name) if rule.name in order else len(order)


def windows_section(context: Context) -> Section | None:
    """What a player may do at any time in his turn."""
    found: list[Section] = []
    for window in context.world.windows:
        if context.is_card_told(window.source):
            continue
        section = rule_section(context, window.rule, title=words(context.names.title(window.labels, window.name)))
        content: list[Content] = list(section.content)
        guard = settle(window.guard) if window.guard is not None else None
        if guard is not None and is_no(guard):
            continue
        if guard is not None and not is_yes(guard) and window.rule.says is None:
            _, env = context.parameters(window.rule)
            said = context.say("Only if {condition}", condition=context.expressions.condition(guard, env))
            content.insert(0, Paragraph(ended(said)))
        content += family(context, window.rule)
        found.append(Section(section.anchor, section.title, tuple(content), family_cites(context, window.rule)))
    if not found:
        return None
    return Section("windows", context.say("At any time in your turn"), tuple(found))


def parts_section(context: Context, name: str, title: Text, rules: Iterable[Rule]) -> Section | None:
    found = []
    for rule in rules:
        section = rule_section(context, rule)
        content = (*section.content, *family(context, rule))
        found.append(Section(section.anchor, section.title, content, family_cites(context, rule)))
    return Section(name, title, tuple(found)) if found else None


def shared_section(context: Context) -> Section | None:
    """Rules that several parts of the game use."""
    said = [rule for rule in context.plan.shared if has_sentence(rule) and not ends_game(rule)]
    values = [value for value in context.plan.values if has_sentence(value)]
    lines = Steps((*(said_item(context, rule) for rule in said), *(said_value(context, v) for v in values)))
    others = (rule_section(context, rule) for rule in context.plan.shared if not has_sentence(rule))
    found: list[Content] = [lines] if lines.items else []
    found += [section for section in others if section.content]
    things: list[Rule | Value] = [*said, *values]
    cites = tuple(dict.fromkeys(cite for thing in things for cite in thing.cites))
    return Section("rules", context.say("Rules used in several places"), tuple(found), cites) if found else None
