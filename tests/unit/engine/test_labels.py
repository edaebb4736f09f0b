"""Labels: what members are called, by their rows and by the columns of their rows."""

from __future__ import annotations

from pathlib import Path

from rulelang.cli.tabletop import Tabletop
from rulelang.engine.match import Match
from rulelang.loading import load

GOOD = Path(__file__).parents[2] / "language" / "tables" / "good"


def start(name: str, language: str = "en") -> Match:
    return load(GOOD / f"{name}.rules").start(2, seed=1, language=language)


def texts(match: Match) -> dict[str, str]:
    return {option.key: option.text for option in match.decision.options}


def shown(match: Match) -> dict[str, tuple[str, ...]]:
    """The cards that a player sees, by zone."""
    sections = Tabletop(match, 0).sections()
    return {line.name: line.cards for section in sections for line in section.lines if line.cards}


def test_a_row_labels_its_cards():
    """Cards of one title are told apart; a row without a label has that of the title."""
    said = texts(start("labels_of_single_cards"))
    assert list(said.values()) == ["Voucher (3)", "Voucher (4)", "Voucher", "Flowers"]
    assert list(said) == ["voucher", "voucher#2", "voucher#3", "flowers"]


def test_a_row_labels_its_cards_in_other_languages():
    """A row that has a label, but not in this language, is called by the one it has."""
    said = texts(start("labels_of_single_cards", "nl"))
    assert list(said.values()) == ["Bon van 3", "Voucher (4)", "Bon", "Flowers"]


def test_the_table_shows_each_card_by_its_own_label():
    match = start("labels_of_single_cards")
    assert shown(match)["stall"] == ("Voucher (3)", "Voucher (3)", "Voucher (4)", "Voucher", "Flowers")
    match.choose("voucher#2")
    assert shown(match)["owned"] == ("Voucher (4)",)
