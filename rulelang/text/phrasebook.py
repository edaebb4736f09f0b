"""The engine's own words in other languages, for games that speak these: what a game says itself comes first.

A file in `languages/` has a language. Its first lines say what is particular there (`thousands: narrow space`,
`nouns: capital`). Below them English texts stand at the margin, each with the same in that language under it.
Nouns come from labels, whose gender nobody knows: sentences do without articles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from attrs import field, frozen

# What parts thousands, by what a file calls it.
SEPARATORS = {"point": ".", "comma": ",", "narrow space": "\u202f"}
LARGE = 10_000


@frozen
class Book:
    """What the engine says in a language, and how numbers and nouns are written there."""

    phrases: Mapping[str, str] = field(factory=dict)
    thousands: str = "."
    has_capital_nouns: bool = False


ENGLISH = Book(thousands=",")


@cache
def book(language: str) -> Book:
    """The book of a language; an empty one for a language that has none."""
    if language == "en":
        return ENGLISH
    file = resources.files(__package__).joinpath("languages", f"{language}.txt")
    return read(file.read_text(encoding="utf-8")) if language.isalpha() and file.is_file() else Book()


def languages() -> Iterator[str]:
    """The languages that have a book, without English."""
    for file in resources.files(__package__).joinpath("languages").iterdir():
        if file.name.endswith(".txt"):
            yield file.name.removesuffix(".txt")


def read(text: str) -> Book:
    """A book from what stands in its file."""
    head, _, rest = text.partition("\n\n")
    settings = dict(line.split(": ", 1) for line in lines(head))
    phrases: dict[str, str] = {}
    english = ""
    for line in lines(rest):
        if line.startswith("  "):
            phrases[english] = line[2:]
        else:
            english = line
    return Book(phrases, SEPARATORS[settings.get("thousands", "point")], settings.get("nouns") == "capital")


def lines(text: str) -> Iterator[str]:
    """The lines that say something."""
    return (line for line in text.splitlines() if line.strip() and not line.startswith("#"))


def parted(value: int, language: str) -> str:
    """A number with its thousands parted."""
    return f"{value:,}".replace(",", book(language).thousands)


def whole_number(text: str, language: str) -> str:
    """The digits of a text that is nothing but a whole number, with or without its thousands parted; else nothing."""
    digits = text.replace(book(language).thousands, "")
    is_number = re.fullmatch("-?[0-9]{1,18}", digits) and text in (digits, parted(int(digits), language))
    return str(int(digits)) if is_number else ""
