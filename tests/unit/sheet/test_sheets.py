"""Whole sheets: everything that is in force is on them, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulelang.engine.game import Game
from rulelang.errors import UsageError
from rulelang.loading import load
from rulelang.sheet import html, make_sheet, markdown
from rulelang.sheet.document import all_sections
from rulelang.sheet.languages import books
from rulelang.sheet.phrases import HOLE

ROOT = Path(__file__).parents[3]
GAMES = ("rotterdam", "masters_of_trade", "mainports", "mainport_mastermind")
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.rules"))
VOID = {"meta"}


@cache
def shipped(name: str) -> Game:
    """A shipped game; it is read once."""
    return load(name)


def sheet(game: Game, players: int | None = None, language: str = "en") -> str:
    return markdown.write(make_sheet(game, players or game.players[0], language))


def plain(text: str) -> str:
    """Markdown without what escapes signs."""
    return re.sub(r"\\(.)", r"\1", text)


# ---- everything in force ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_actions_options_cards_and_endings_are_told(name: str) -> None:
    """Every action, option, title of a card and reason for the end that the world has is on the sheet."""
    game = shipped(name)
    world, text = game.world(game.players[0]), plain(sheet(game))
    wanted = [rule.labels["en"] for rule in world.rules.values() if rule.is_action]
    wanted += [option.labels["en"] for option in world.options.values()]
    wanted += [member.labels["en"] for k in world.kinds.values() if k.effects for member in k.members]
    assert wanted
    assert [label for label in wanted if label not in text] == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("rotterdam", "somebody has enough points on assignments"),
        ("mainports", "the last delivery was made"),
        ("mainport_mastermind", "all required products lie in a home port"),
    ],
)
def test_the_end_is_told(name: str, reason: str) -> None:
    """Why a game ends stands in its section, in the author's words."""
    text = sheet(shipped(name))
    assert f"“{reason}”" in text.split('<a id="end"></a>')[1].split('<a id="values"></a>')[0]


@pytest.mark.parametrize(("players", "ships"), [(2, 5), (3, 4), (4, 3)])
def test_set_up_numbers_follow_the_players(players: int, ships: int) -> None:
    """Printed: five, four and three of them each for two, three and four players."""
    text = sheet(shipped("rotterdam"), players)
    assert f"## Set-up for {players} players" in text
    assert f"- Ships: {ships}\n" in text


def test_places_that_are_not_used_are_not_counted() -> None:
    """With two players the right column of the board is not used."""
    two, three = (sheet(shipped("masters_of_trade"), players) for players in (2, 3))
    assert "| [Captain](#action-captain) | 2 |" in two
    assert "| [Cashier](#action-cashier) | 3, 2 |" in two
    assert "| [Captain](#action-captain) | 3 |" in three


def test_a_variant_is_seen_where_it_matters() -> None:
    """A variant in force is named at the top, told in its section, and stands below the rule it changes."""
    without, with_it = sheet(shipped("rotterdam")), sheet(load("rotterdam", variants=["safe_haven"]))
    line = "not possible if the ship's position is a harbour – “no card may touch a ship in a harbour”."
    assert "With: **Safe Haven**." in with_it
    assert f"- **Safe Haven**: {line}" in with_it.split('<a id="rule-target"></a>')[1].split("<a id=")[0]
    assert line in with_it.split('<a id="variant-safe-haven"></a>')[1]
    assert line not in without
    assert "**Safe Haven**: No shipping card touches a ship in a harbour" in without


def test_an_option_in_force_is_seen() -> None:
    """A changed option stands at the top, in the table, and in the rule that reads it."""
    text = sheet(load("rotterdam", options={"end_threshold": "20"}))
    assert "Options: Assignment points that end the game: **20**." in text
    assert "| **20** | 3–60 | 12 |" in text
    assert "is at least 20:" in text


def test_a_card_while_held() -> None:
    """A card that changes a value while somebody holds it says so in words."""
    text = sheet(shipped("mainports"))
    assert (
        "While somebody holds it:\n\n- The [free fields](#value-free-fields) is more by 1 if the player is the holder."
        in text
    )


def test_cited_rules_are_in_small_print() -> None:
    """Runs of printed rules are written as one."""
    assert "<small>Rules: ROT-045–048, ROT-052, ROT-055–056</small>" in sheet(shipped("rotterdam"))


def test_rules_for_programs_are_left_out() -> None:
    """What only bots and checks want is not on a sheet."""
    text = sheet(shipped("rotterdam"))
    assert "outlook" not in text  # the estimate
    assert "every unit is in the stock or on a ship" not in text  # always


def test_sheets_are_of_sensible_length() -> None:
    """The largest game fits on some fifteen hundred lines, each card listed once."""
    assert len(sheet(shipped("mainports"), 4).splitlines()) < 1500


# ---- languages --------------------------------------------------------------------------------------


def test_a_sheet_in_dutch() -> None:
    """Labels, reasons and the sentences around them are in the language."""
    text = sheet(shipped("rotterdam"), 3, "nl")
    assert "## Opzetten voor 3 spelers" in text
    assert "### Schip plaatsen en laden" in text
    assert "Kies een kleur *– Welke kleur noem je?*" in text
    assert "Only if" not in text


@pytest.mark.parametrize(
    ("name", "language"), [("mainports", "de"), ("mainports", "fr"), ("mainport_mastermind", "nl")]
)
def test_sheets_in_other_languages(name: str, language: str) -> None:
    """No English sentence is left where the phrase book has one."""
    text = sheet(shipped(name), 2, language)
    assert not re.search(r"\b(Only if|is at least|becomes|You may choose|for which)\b", text)


def test_a_language_without_labels_is_refused() -> None:
    """The message names the languages there are."""
    with pytest.raises(UsageError, match="rotterdam has no words in `xx`; it has them in en, fr, nl"):
        make_sheet(shipped("rotterdam"), 2, "xx")


@pytest.mark.parametrize("language", ["nl", "de", "fr"])
def test_translations_have_the_holes_of_their_template(language: str) -> None:
    """A sentence loses nothing in translation."""
    book = books()[language]
    assert {t: HOLE.findall(t) for t, said in book.items() if set(HOLE.findall(t)) != set(HOLE.findall(said))} == {}


def test_books_are_alike() -> None:
    """What one language has, all have."""
    assert len({frozenset(book) for book in books().values()}) == 1


# ---- the page ---------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Notes what is not closed, ids, links and headings."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.scripts = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []
        self.scripts += tag == "script"
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.mark.parametrize("reference", [*GAMES, *EXAMPLES])
def test_pages_are_well_formed(reference: str) -> None:
    """Every tag is closed in order, ids are unique, links lead somewhere, headings go down one at a time."""
    game = load(reference if reference in GAMES else ROOT / "examples" / reference)
    page = Page(html.write(make_sheet(game, game.players[-1])))
    assert page.wrong == []
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert [link for link in page.links if link[1:] not in page.ids] == []
    assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert page.scripts == 0


def test_a_page_fetches_nothing() -> None:
    """One file is all there is: no address but the name of a drawing's language."""
    text = html.write(make_sheet(shipped("rotterdam"), 2))
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg"}


def test_maps_with_coordinates_are_drawn() -> None:
    """A channel of the map has the colour it is called by."""
    text = html.write(make_sheet(shipped("rotterdam"), 2))
    assert text.count("<circle") == 28  # 24 positions and 4 harbours
    assert text.count("<polygon") == 50  # channels, each with a direction


def test_words_of_authors_are_escaped(game_of: Callable[..., Game]) -> None:
    """A label can not bring a tag into the page."""
    text = """
        game small "A & <script>alert(1)</script>"
          players: 2
        player
          points: number starts 0
        kind thing "<b>Thing</b>"
          | name | label         |
          | one  | "<i>\\'one"   |
        round main
          turn
            choose x in thing prompt "Which <img src=x>?"
            add 1 to actor.points
        score points(p) gives p.points
        """
    page = html.write(make_sheet(game_of(text.replace("\\'", "'")), 2))
    assert "<h1>A &amp; &lt;script&gt;alert(1)&lt;/script&gt;</h1>" in page
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>" not in page


def test_a_sheet_is_the_same_every_time() -> None:
    """Two games read one after the other give the same bytes."""
    one, two = (html.write(make_sheet(load("mainports"), 3, "fr")) for _ in range(2))
    assert one == two


def test_anchors_are_unique() -> None:
    """Links of the Markdown lead to one place each."""
    for name in GAMES:
        found = [section.anchor for section in all_sections(make_sheet(shipped(name), 2).sections)]
        assert len(found) == len(set(found))


# ---- one sheet as a whole ---------------------------------------------------------------------------


def test_the_sheet_of_an_example(matches_snapshot: Callable[[Path, str], None]) -> None:
    """A whole sheet, for the eye; the hash at its foot changes with every word of the rules."""
    text = sheet(load(ROOT / "examples" / "harbour.rules"), 3)
    matches_snapshot(Path(__file__).with_name("harbour.md"), text.split("---\n\n<small>")[0])
