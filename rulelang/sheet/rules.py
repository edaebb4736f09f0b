"""Rules, actions, windows and values as sections: the conditions first, then what is done, then what amends it."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.model import expressions as m
from rulelang.model import statements as st
from rulelang.model.declarations import Amendment, Change, Rule, Value
from rulelang.sheet.context import Context, anchor
from rulelang.sheet.document import Content, Item, Paragraph, Section, Steps, Term, Terms, Text, ended, joined, words
from rulelang.sheet.expressions import Env
from rulelang.sheet.settle import is_no, is_yes, settle
from rulelang.sheet.statements import finished, headed


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
    """The conditions of a rule, its steps, and its amendments."""
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


def family(context: Context, root: Rule) -> list[Section]:
    """The rules that only one root uses."""
    found = [rule_section(context, rule) for rule in context.plan.under.get(root.name, ())]
    return [section for section in found if section.content]


# ---- amendments -----------------------------------------------------------------------------------------


def amendment(context: Context, a: Amendment, rule: Rule, of: Text = ()) -> list[Item]:
    """An amendment as a line; `of` names the rule where it does not stand below it."""
    _, env = context.parameters(rule)
    env = context.with_source(env, a.source)
    guard = settle(a.guard) if a.guard is not None else None
    if guard is not None and is_no(guard):
        return []
    when = () if guard is None or is_yes(guard) else context.expressions.condition(guard, env)
    head = joined((context.source(a.source), of), ": ") if of else context.source(a.source)
    if a.how in ("forbid", "allow"):
        return [Item(with_head(context, head, permission(context, a, when)))]
    steps = context.statements.body(a.body, env)
    if not steps:
        return []
    words_ = context.say(HOW[a.how][bool(when)], condition=when)
    return [headed(context.statements, with_head(context, head, words_), steps)]


def permission(context: Context, a: Amendment, when: Text) -> Text:
    """What is forbidden or allowed, and why."""
    said = context.say(HOW[a.how][bool(when)], condition=when)
    if not a.reason:
        return said
    reason = words(context.phrases.translate(a.reason), "quote")
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
    items = tuple(value_term(context, value) for value in context.plan.values)
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
    actions = [rule for rule in context.world.rules.values() if rule.is_action]
    return parts_section(context, "actions", context.say("Actions"), actions)


def windows_section(context: Context) -> Section | None:
    """What a player may do at any time in his turn."""
    found: list[Section] = []
    for window in context.world.windows:
        section = rule_section(context, window.rule, title=words(context.names.title(window.labels, window.name)))
        content: list[Content] = list(section.content)
        guard = settle(window.guard) if window.guard is not None else None
        if guard is not None and is_no(guard):
            continue
        if guard is not None and not is_yes(guard):
            _, env = context.parameters(window.rule)
            said = context.say("Only if {condition}", condition=context.expressions.condition(guard, env))
            content.insert(0, Paragraph(ended(said)))
        content += family(context, window.rule)
        found.append(Section(section.anchor, section.title, tuple(content), section.cites))
    if not found:
        return None
    return Section("windows", context.say("At any time in your turn"), tuple(found))


def parts_section(context: Context, name: str, title: Text, rules: Iterable[Rule]) -> Section | None:
    found = []
    for rule in rules:
        section = rule_section(context, rule)
        content = (*section.content, *family(context, rule))
        found.append(Section(section.anchor, section.title, content, section.cites))
    return Section(name, title, tuple(found)) if found else None


def shared_section(context: Context) -> Section | None:
    """Rules that several parts of the game use."""
    found = tuple(section for rule in context.plan.shared if (section := rule_section(context, rule)).content)
    return Section("rules", context.say("Rules used in several places"), found) if found else None
