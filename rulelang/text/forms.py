"""Which form of a word a text takes: `{n|step|steps}` by a number, `{x|rode|rood}` by the gender of a thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulelang.model.declarations import Forms
from rulelang.model.types import Entity, Type, strip

# The articles that tell genders apart, in the order in which forms stand.
ARTICLES: Mapping[str, tuple[str, ...]] = {
    "nl": ("de", "het"),
    "de": ("der", "die", "das"),
    "fr": ("le", "la"),
    "es": ("el", "la"),
    "it": ("il", "la"),
    "pt": ("o", "a"),
}
# Languages in which nothing is one thing: `0 pas`.
NOUGHT_IS_ONE = frozenset({"fr", "pt"})


def form(forms: Sequence[str], value: Any, type_: Type, word: Forms | None, language: str) -> str:
    """The form that a value asks for: yes or no, one or several, else the gender of the word it is called by.

    The words of an option have a form each, in the order in which they are listed.
    """
    plain = strip(type_)
    if isinstance(plain, Entity) and plain.kind.root.sort == "words" and isinstance(value, int):
        return forms[min(value, len(forms) - 1)]
    if isinstance(value, bool):
        return forms[0] if value else forms[1] if len(forms) > 1 else ""
    if isinstance(value, int) and word is None:
        return forms[0] if is_one(value, language) else forms[-1]
    articles = ARTICLES.get(language, ())
    if word is not None and word.article in articles:
        return forms[min(articles.index(word.article), len(forms) - 1)]
    return forms[-1]


def is_one(number: int, language: str) -> bool:
    return number == 1 or (number == 0 and language in NOUGHT_IS_ONE)
