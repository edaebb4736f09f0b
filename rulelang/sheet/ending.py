"""The end of the game, scores, variants and options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve

from rulelang.describe.game import MOST_VALUES
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Option, Rule, Score
from rulelang.model.simplify import negated, settle
from rulelang.model.types import Entity, strip
from rulelang.model.visit import free_locals, walk
from rulelang.project.options import plain as plain_value
from rulelang.sheet.context import Context
from rulelang.sheet.data import data_changes
from rulelang.sheet.document import Content, Item, Paragraph, Section, Steps, Table, Text, ended, joined, words
from rulelang.sheet.names import spaced
from rulelang.sheet.plan import ends_game, has_sentence
from rulelang.sheet.rules import amendment, value_change
from rulelang.sheet.sentences.expressions import Bound, Env, turned
from rulelang.sheet.sentences.statements import finished
from rulelang.syntax import nodes


def end_section(context: Context) -> Section:
    """When the game ends, and who wins."""
    content: list[Content] = []
    content += [Paragraph(said) for said in dict.fromkeys(end_sentences(context)) if said]
    reasons = list(dict.fromkeys(filter(None, end_reasons(context))))
    if reasons:
        content.append(Paragraph(context.say("The game ends when:")))
        content.append(Steps(finished(map(Item, reasons))))
    content += score(context)
    cites = context.cites.get(context.world.score.name, ()) if context.world.score is not None else ()
    return Section("end", context.say("End and scoring"), tuple(content), cites)


def end_sentences(context: Context) -> Iterator[Text]:
    """What authors say of rules that are there to end the game."""
    yield from (context.sentence(rule.says) for rule in context.world.rules.values() if is_end(context, rule))


def is_end(context: Context, rule: Rule) -> bool:
    """Is a rule with a sentence there to end the game, and reached?"""
    reached = rule.name in context.plan.inline or rule in context.plan.rules or rule in context.roots()
    return reached and has_sentence(rule) and ends_game(rule)


def end_reasons(context: Context) -> Iterator[Text]:
    """Every other way in which the game can end under the rules in force."""
    main = context.world.main
    reached = set(reached_from([*context.roots(), *([main] if main is not None else [])]))
    for rule in context.world.rules.values():
        if rule in reached and not is_end(context, rule):
            for body in rule.bodies:
                for stop, conditions in stops(body, ()):
                    yield end_reason(context, rule, stop, conditions)


def reached_from(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules and all that they call, also those that are told by the sentence of another."""
    waiting, seen = list(rules), set[Rule]()
    while waiting:
        rule = waiting.pop()
        if rule not in seen:
            seen.add(rule)
            yield rule
            waiting += [node.rule for node in walk(rule.bodies) if isinstance(node, s.CallRule)]


def stops(body: Any, conditions: tuple[m.Expression, ...]) -> Iterator[tuple[s.Stop, tuple[m.Expression, ...]]]:
    """The ends of the game in a body, each with the conditions around it that are not settled."""
    for x in body:
        match x:
            case s.Stop("game"):
                yield x, conditions
            case s.If(condition, then, otherwise):
                settled = settle(condition)
                if isinstance(settled, m.Const):
                    yield from stops(then if settled.value else otherwise, conditions)
                else:
                    yield from stops(then, (*conditions, settled))
                    yield from stops(otherwise, (*conditions, negated(settled)))
            case s.Choose():
                yield from stops([*x.body, *(x.otherwise or ())], conditions)
                for way in x.ways:
                    yield from stops(way.body, conditions)
            case s.Each() | s.Repeat() | s.Turn() | s.Level() | s.Part():
                yield from stops(x.body, conditions)


def end_reason(context: Context, rule: Rule, stop: s.Stop, conditions: tuple[m.Expression, ...]) -> Text:
    """A reason in its author's words, and the condition in ours; that alone where a sentence tells what is done."""
    reason = words(context.phrases.translate(stop.reason), "quote") if stop.reason else ()
    if not is_spelled_out(context, rule):
        return reason
    _, env = context.parameters(rule)
    known = [c for c in conditions if all(local in rule.parameters for local in free_locals(c))]
    said = joined(
        (context.expressions.condition(c, env, "and") for c in known[-2:]), context.phrases.translate(" and ")
    )
    if reason and said:
        found = context.say("{reason}: if {condition}", reason=reason, condition=said)
    else:
        found = reason or said or context.expressions.rule(rule)
    if stop.after is not None:
        found = context.say(AFTER.get(stop.after, "{reason}"), reason=found)
    return found


def is_spelled_out(context: Context, rule: Rule) -> bool:
    """Does the sheet tell step by step what a rule does?"""
    told = (*context.plan.rules, *context.roots(), context.world.main)
    is_told = rule.name in context.plan.inline or rule in told
    return is_told and rule.says is None and rule.name not in context.covered


AFTER = {
    "round": "{reason}; the round is played to its end",
    "phase": "{reason}; the phase is played to its end",
    "turn": "{reason}; the turn is played to its end",
}


def score(context: Context) -> list[Content]:
    """How players are scored, and who wins."""
    found = context.world.score
    if found is None or context.is_untold(found.name):
        return []
    env = Env().bind(found.player, Bound(context.say("the player")))
    said = context.goal
    if not said:
        value = context.expressions.words(settle(found.told[0]), env)
        said = ended(context.say("The score of a player is {value}", value=value))
    return [Paragraph(said), *who_wins(context, found, env)]


def who_wins(context: Context, found: Score, env: Env) -> list[Content]:
    """Who wins, and what breaks ties: as the author says, be it that his sentence about the score tells it all."""
    if context.ties_say is not None:
        told = context.sentence(context.ties_say)
        return [Paragraph(told)] if told else []
    content: list[Content] = [Paragraph(context.say("The highest score wins."))]
    ties = [tie(context, e, env) for e in found.told[1:] if not isinstance(settle(e), m.Const)]
    if ties:
        content.append(Paragraph(context.say("A tie is broken by, in this order:")))
        content.append(Steps(finished(map(Item, ties)), numbered=True))
    return [*content, Paragraph(context.say("Whoever is still equal shares the win."))]


def tie(context: Context, e: m.Expression, env: Env) -> Text:
    value = settle(e)
    lower = turned(value)
    if lower is not None:
        return context.say("lower: {value}", value=context.expressions.words(lower, env))
    return context.say("higher: {value}", value=context.expressions.words(value, env))


# ---- variants -------------------------------------------------------------------------------------------


def variants_section(context: Context) -> Section | None:
    """The variants in force with what they change, and those that could be."""
    variants = context.rules.variants
    if not variants:
        return None
    content: list[Content] = []
    for name in context.rules.in_order(context.game.variants):
        variant = variants[name]
        lines: list[Content] = (
            [Paragraph(ended(words(context.phrases.translate(variant.about))))] if variant.about else []
        )
        changes = list(variant_changes(context, name))
        if changes:
            lines.append(Steps(finished(changes)))
        title = context.say("{variant} (in force)", variant=context.variant_label(name))
        content.append(Section(f"variant-{name.replace('_', '-')}", title, tuple(lines), cited(variant.block)))
    others = [name for name in variants if name not in context.game.variants]
    if others:
        content.append(Paragraph(context.say("Not in force:")))
        content.append(Steps(tuple(Item(other_variant(context, name)) for name in others)))
    return Section("variants", context.say("Variants"), tuple(content))


def cited(block: nodes.Block) -> tuple[str, ...]:
    from rulelang.model.resolve.statements import cites_of

    return cites_of(block)


def other_variant(context: Context, name: str) -> Text:
    about = context.rules.variants[name].about
    label = words(context.variant_label(name), "strong")
    if not about:
        return label
    return context.say("{what}: {value}", what=label, value=words(context.phrases.translate(about)))


def variant_changes(context: Context, name: str) -> Iterator[Item]:
    """What a variant changes: data, rules, values, options."""
    yield from data_changes(context, name)
    for rule in context.world.rules.values():
        for a in rule.amendments:
            if a.source.variant == name and a.source.card is None:
                shown = evolve(a, source=evolve(a.source, variant=None))
                yield from amendment(context, shown, rule, context.expressions.rule(rule))
    for value in context.world.values.values():
        for change in value.changes:
            if change.source.variant == name and change.source.card is None:
                title = context.say("the {noun}", noun=context.expressions.link(value.name, context.names.value(value)))
                said = value_change(context, change, value, title)
                if said:
                    yield Item(said)
    for item in context.rules.variants[name].block.body:
        if isinstance(item, nodes.Block) and item.keyword == "change" and str(item.path) in context.world.options:
            option = context.world.options[str(item.path)]
            label = words(context.label(option.labels, option.name), "quote")
            to = item.clause("to")
            value_ = words(spoken(context, plain_value(to.values[0]))) if to is not None and to.values else ()
            yield Item(context.say("{what} becomes {value}", what=label, value=value_))
        elif isinstance(item, nodes.Block) and item.keyword in NEW and item.path is not None:
            yield Item(context.say("new: {name}", name=words(item.label or spaced(str(item.path)))))


NEW = frozenset({"card", "kind", "piece", "option", "window", "action", "zone"})


def spoken(context: Context, value: Any) -> str:
    if isinstance(value, bool):
        return context.phrases.translate("yes" if value else "no")
    if value is None:
        return context.phrases.translate("none")
    return context.phrases.name(spaced(str(value)))


# ---- options --------------------------------------------------------------------------------------------


def options_section(context: Context) -> Section | None:
    """Every option with the value in force and those that are allowed."""
    options = context.world.options.values()
    if not options:
        return None
    heads = tuple(context.say(h) for h in ("Option", "In force", "Allowed", "Else"))
    rows = tuple(option_row(context, option) for option in options)
    return Section("options", context.say("Options"), (Table(heads, rows),))


def option_row(context: Context, option: Option) -> tuple[Text, ...]:
    label = words(context.label(option.labels, option.name))
    value = words(option_value(context, option, option.value), "strong" if option.value != option.default else "plain")
    return (
        label,
        value,
        words(allowed(context, option)),
        words(option_value(context, option, option.default)),
    )


def allowed(context: Context, option: Option) -> str:
    numbers = [v for v in option.values if isinstance(v, int) and not isinstance(v, bool)]
    is_run = not isinstance(strip(option.type), Entity) and len(numbers) > 3
    if is_run and numbers == list(range(numbers[0], numbers[-1] + 1)):
        others = [option_value(context, option, v) for v in option.values if v not in numbers or isinstance(v, bool)]
        return ", ".join([*others, f"{numbers[0]}–{numbers[-1]}"])
    said = [option_value(context, option, v) for v in option.values]
    return ", ".join(said[:MOST_VALUES])


def option_value(context: Context, option: Option, value: Any) -> str:
    """A value as it is given on the command line, in words."""
    held = strip(option.type)
    if isinstance(held, Entity) and value is not None:
        return context.phrases.name(spaced(held.kind.root.members[value].key))
    return spoken(context, value)


def changed_options(context: Context) -> list[Text]:
    """Options that are not at their default, for the head of the sheet."""
    found = []
    for option in context.world.options.values():
        if option.value != option.default:
            value = words(option_value(context, option, option.value), "strong")
            found.append(
                context.say("{what}: {value}", what=words(context.label(option.labels, option.name)), value=value)
            )
    return found
