"""Texts in other languages, and the forms of words. Labels of names are laid over what they name before that."""

from __future__ import annotations

from rulelang.diagnostics.suggest import did_you_mean
from rulelang.diagnostics.wording import structure as say
from rulelang.diagnostics.wording import types as say_types
from rulelang.model.declarations import Forms
from rulelang.model.world import World
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.holes import HOLE, hole_of, holes_in


def read_translation(world: World, block: nodes.Block) -> None:
    """Note what a block says of texts and words of its language."""
    language = str(block.path)
    first: dict[str, Span] = {}
    for item in block.body:
        if not isinstance(item, nodes.Phrase | nodes.Field):
            continue
        key = item.text.value if isinstance(item, nodes.Phrase) else str(item.path)
        if key in first:
            world.report(say.duplicate_row(item.span, key, first[key]))
        first.setdefault(key, item.span)
        if isinstance(item, nodes.Phrase):
            read_phrase(world, language, item)
        else:
            read_word(world, language, item)


def read_phrase(world: World, language: str, phrase: nodes.Phrase) -> None:
    """A text and what it is in the language, with the same holes."""
    translated, *more = phrase.values
    for value in more:
        world.report(say_types.wrong_type(value.span, value.span.text, "one text", "a translation"))
    if not isinstance(translated, nodes.Text):
        world.report(say_types.wrong_type(translated.span, translated.span.text, "text", "a translation"))
        return
    check_holes(world, phrase.text.value, translated)
    world.translations.setdefault(language, {})[phrase.text.value] = translated.value


def read_word(world: World, language: str, field: nodes.Field) -> None:
    """The words for a thing: one, several, its article."""
    match field.values:
        case (nodes.Text(one),):
            forms = Forms(None, None)
        case (nodes.Text(one), nodes.Text(several)):
            forms = Forms(several, None)
        case (nodes.Text(one), nodes.Text(several), nodes.Name(article)):
            forms = Forms(several, article)
        case _:
            world.report(say.bad_words(field.path.span, str(field.path)))
            return
    world.translations.setdefault(language, {})
    world.forms.setdefault(language, {})[one] = forms


def check_holes(world: World, text: str, translated: nodes.Text) -> None:
    """A translation can fill only the holes that the text has."""
    holes = [hole.about for hole in holes_in(text)]
    for found in HOLE.finditer(translated.value):
        if hole_of(found[1]).about not in holes:
            start = translated.span.start + 1 + found.start()
            at = Span(translated.span.file, start, start + len(found[0]))
            about = hole_of(found[1]).about
            world.report(say_types.text_hole(at, about, did_you_mean(about, holes)))
