"""One sentence about a rule or value, from the prose that sheets are made of."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.api.game import Game
from rulelang.model.declarations import Rule, Value
from rulelang.model.simplify import settle
from rulelang.sheet.context import Context
from rulelang.sheet.document import Paragraph, Steps, Text, ended, plain
from rulelang.sheet.rules import rule_content
from rulelang.sheet.sentences.expressions import Env


def sentences(game: Game, players: int) -> Callable[[Rule | Value], str]:
    """A function that puts rules and values of a game into a sentence."""
    context = Context(game, players, "en")

    def sentence(thing: Rule | Value) -> str:
        prose = meaning(context, thing) if isinstance(thing, Value) else beginning(context, thing)
        said = plain(context.sentence(thing.says) or ended(prose))
        return said[:1].upper() + said[1:]

    return sentence


def meaning(context: Context, value: Value) -> Text:
    """What a value is."""
    env = Env()
    for parameter in value.parameters:
        _, env = context.expressions.introduce(parameter, env)
    return context.expressions.words(settle(value.body), env) if value.body is not None else ()


def beginning(context: Context, rule: Rule) -> Text:
    """The first thing a rule says: its first condition, or what is done first."""
    head: Text = ()
    for content in rule_content(context, rule):
        if isinstance(content, Paragraph):
            head = (*content.text, *context.say(" "))
        elif isinstance(content, Steps) and content.items:
            return (*head, *content.items[0].text)
    return head
