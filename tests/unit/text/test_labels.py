"""Labels: what members are called, by their rows and by the columns of their rows."""

from __future__ import annotations

from pathlib import Path

from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.table.make import picture
from rulelang.table.picture import Cards

GOOD = Path(__file__).parents[2] / "language" / "tables" / "good"


def start(name: str, language: str = "en") -> Match:
    return load(GOOD / f"{name}.rules").start(2, seed=1, language=language)


def texts(match: Match) -> dict[str, str]:
    return {option.key: option.text for option in match.decision.options}


def shown(match: Match) -> dict[str, tuple[str, ...]]:
    """The cards that a player sees, by zone."""
    table = picture(match, 0)
    nodes = [*table.table, *table.mats[0].nodes]
    return {n.label: tuple(card.title for card in n.cards) for n in nodes if isinstance(n, Cards) and n.cards}


def test_a_row_labels_its_cards():
    """Cards of one title are told apart; a row without a label has that of the title."""
    said = texts(start("labels_of_single_cards"))
    assert list(said.values()) == ["Voucher (3)", "Voucher (4)", "Voucher", "Flowers"]
    assert list(said) == ["voucher", "voucher#2", "voucher#3", "flowers"]


def test_a_row_labels_its_cards_in_other_languages():
    """A row that has a label, but not in this language, is called by the one it has."""
    said = texts(start("labels_of_single_cards", "nl"))
    assert list(said.values()) == ["Bon van 3", "Bon van 4", "Bon", "Bloemen"]


def test_the_table_shows_each_card_by_its_own_label():
    match = start("labels_of_single_cards")
    assert shown(match)["Stall"] == ("Voucher (3)", "Voucher (3)", "Voucher (4)", "Voucher", "Flowers")
    match.choose("voucher#2")
    assert shown(match)["Owned"] == ("Voucher (4)",)


def test_labels_made_of_columns():
    """What stands in the columns is called by its own label, which may be made of columns too."""
    match = start("labels_made_of_columns")
    assert texts(match) == {
        "a1": "red block: North – South (12,000)",
        "a2": "grey square: South – Isle (900)",
        "a3": "the odd order",
    }
    match.choose("a1")
    assert texts(match) == {"licence_1": "Licence for North", "licence_2": "Licence for Isle"}
    match.choose("licence_1")
    assert list(texts(match).values()) == ["big cart", "small cart"]


def test_labels_made_of_columns_in_other_languages():
    """By a text of their own or by a translation; the label of a row in the language comes first."""
    match = start("labels_made_of_columns", "nl")
    assert list(texts(match).values()) == [
        "rode baksteen van Noord naar Zuid (12.000)",
        "grijze tegel van Zuid naar 't Eiland (900)",
        "de grote order",
    ]
    match.choose("a1")
    assert list(texts(match).values()) == ["Noord: vergunning", "'t Eiland: vergunning"]
    match.choose("licence_1")
    assert list(texts(match).values()) == ["kar (big)", "kar (small)"]


def test_the_table_shows_made_labels():
    """Cards that are alike but lie there twice are shown twice."""
    assert shown(start("labels_made_of_columns"))["Orders"] == (
        "red block: North – South (12,000)",
        "grey square: South – Isle (900)",
        "grey square: South – Isle (900)",
        "the odd order",
    )


def test_forms_by_number():
    match = start("forms_of_words")
    match.choose("cart")
    assert match.decision.prompt == "Quick: how far?"
    assert [option.text for option in match.decision.options] == ["0 steps", "1 step", "2 steps"]


def test_forms_by_gender_in_other_languages():
    """The article of a word is its gender; a translation has its own forms."""
    match = start("forms_of_words", "nl")
    assert texts(match) == {"cart": "een rode kar", "horse": "een rood paard"}
    match.choose("horse")
    assert match.decision.prompt == "Snel: hoe ver?"
    assert texts(match)["1"] == "1 stap"
