"""The page that lies beside each player."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulelang.api.load import load
from rulelang.sheet import make_sheet
from rulelang.sheet.aid import aid
from rulelang.sheet.document import Item, Section, Sheet, Steps, Table, all_sections, plain
from rulelang.sheet.write import html, markdown

GAMES = Path(__file__).parents[3] / "games"
ON_A_PAGE = 700  # words in two columns


@cache
def page(game: str, language: str = "en") -> Sheet:
    """The page of a game; it is made once."""
    return aid(make_sheet(load(GAMES / game), 3, language))


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("game", ["rotterdam", "masters_of_trade", "mainports", "mainport_mastermind"])
def test_it_is_one_page_that_leads_nowhere(game: str, language: str) -> None:
    """Nothing to look up in it, and not more than two columns hold."""
    sheet = page(game, language)
    assert len(markdown.write(sheet).split()) <= ON_A_PAGE
    assert "href" not in html.write(sheet)
    assert not any(isinstance(part, Table) for section in all_sections(sheet.sections) for part in section.content)


def test_it_says_the_goal_each_action_and_the_end() -> None:
    """The goal comes first, then what a player may do, and what ends the game is on it."""
    sheet = page("mainports")
    first, *_, last = sheet.sections
    assert (first.anchor, last.anchor) == ("glance", "end")
    (actions,) = [section for section in sheet.sections if section.anchor == "actions"]
    assert len([part for part in actions.content if isinstance(part, Section)]) == 5
    assert re.search("Most cash wins", markdown.write(sheet))


EXAMPLES = GAMES.parent / "examples"


def lines_of(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        yield from lines_of(item.items)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.rules")), ids=lambda path: path.stem)
def test_no_line_leads_to_nothing(path: Path) -> None:
    """A line that ends in a colon has the lines that it leads to below it."""
    game = load(path)
    sheet = aid(make_sheet(game, game.players[0], "en"))
    lists = [part for section in all_sections(sheet.sections) for part in section.content if isinstance(part, Steps)]
    cut_off = [plain(item.text) for part in lists for item in lines_of(part.items) if not item.items]
    assert not [line for line in cut_off if line.rstrip().endswith(":")]


def test_it_says_what_can_be_chosen_and_how_mechanisms_go() -> None:
    """The ways of a turn, and how cards are picked."""
    gems = load(EXAMPLES / "gem_market.rules")
    assert "Take up to three different gems" in markdown.write(aid(make_sheet(gems, 2, "en")))
    stalls = load(EXAMPLES / "market_stalls.rules")
    assert "All pick from their hand at once and in secret" in markdown.write(aid(make_sheet(stalls, 2, "en")))
