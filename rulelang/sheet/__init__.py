"""A reference sheet of the rules in force: what people need to play a game from paper.

`make_sheet` says what is on it, whatever it is written in; `markdown` and `html` write it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.api.game import Game
from rulelang.describe.game import about
from rulelang.sheet.cards import cards_section
from rulelang.sheet.context import Context
from rulelang.sheet.document import Content, Item, Paragraph, Section, Sheet, Steps, Text, joined, plain, words
from rulelang.sheet.ending import changed_options, end_section, options_section, variants_section
from rulelang.sheet.examples import with_examples
from rulelang.sheet.material import material_section
from rulelang.sheet.mechanisms import mechanisms_section
from rulelang.sheet.rounds import round_section, setup_section
from rulelang.sheet.rules import actions_section, shared_section, values_section, windows_section

__all__ = ["make_sheet"]


def make_sheet(game: Game, players: int, language: str = "en") -> Sheet:
    """The sheet of a game for a number of players, in a language it has labels for."""
    context = Context(game, players, language)
    rounds = [round_section(context, block) for block in context.rounds]
    found = [
        glance_section(context, rounds),
        material_section(context),
        setup_section(context),
        *rounds,
        mechanisms_section(context),
        actions_section(context),
        windows_section(context),
        shared_section(context),
        cards_section(context),
        end_section(context),
        values_section(context),
        variants_section(context),
        options_section(context),
    ]
    sections = with_examples(context, [section for section in found if section is not None and section.content])
    title = context.label(context.world.labels, context.world.name)
    foot = context.say("Rules in force: {hash}", hash=game.fingerprint(players))
    return Sheet(
        title,
        language,
        tuple(lead(context)),
        sections,
        foot,
        plain(context.say("Contents")),
        plain(context.say("Rules")),
    )


def glance_section(context: Context, rounds: Sequence[Section]) -> Section | None:
    """The goal and the parts of the round, before anything else; only where the author says what the goal is."""
    goal = context.goal
    if not goal:
        return None
    parts = [Item(words(plain(part.title), "plain", part.anchor)) for each in rounds for part in each.sections]
    overview: list[Content] = [Steps(tuple(parts), numbered=True)] if len(parts) > 1 else []
    return Section("glance", context.say("At a glance"), (Paragraph(goal), *overview))


def lead(context: Context) -> list[Text]:
    """What the game is, and what is in force."""
    found: list[Text] = []
    if about(context.rules):
        found.append(words(context.phrases.translate(about(context.rules))))
    found.append(context.say("For {number} players.", number=context.players))
    variants = [words(context.variant_label(name), "strong") for name in context.rules.in_order(context.game.variants)]
    if variants:
        found.append(context.say("With: {variants}.", variants=joined(variants)))
    changed = changed_options(context)
    if changed:
        found.append(context.say("Options: {options}.", options=joined(changed, "; ")))
    return found
