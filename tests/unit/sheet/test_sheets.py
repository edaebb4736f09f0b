"""Whole sheets: everything that is in force is on them, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.errors import UsageError
from rulelang.sheet import make_sheet
from rulelang.sheet.document import all_sections
from rulelang.sheet.write import html, markdown

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
    ("name", "sentence"),
    [
        ("rotterdam", "The round in which somebody reaches 12 points on completed assignments is the last one."),
        ("masters_of_trade", "The round in which somebody reaches 15 points on completed assignments is the last one."),
        ("mainport_mastermind", "The game ends at once when all the products that somebody needs lie in his home port"),
    ],
)
def test_the_end_is_told(name: str, sentence: str) -> None:
    """Why a game ends stands in its section, in the author's words, and nowhere else."""
    text = sheet(shipped(name))
    assert sentence in part(text, "end")
    assert text.count(sentence) == 1


@pytest.mark.parametrize(("players", "ships"), [(2, 5), (3, 4), (4, 3)])
def test_set_up_numbers_follow_the_players(players: int, ships: int) -> None:
    """Printed: five, four and three of them each for two, three and four players."""
    text = sheet(shipped("rotterdam"), players)
    assert f"## Set-up for {players} players" in text
    assert f"Everybody has {ships} ships and 3 secret assignments." in text


def test_places_that_are_not_used_are_not_counted() -> None:
    """With two players the right column of the board is not used."""
    two, three = (sheet(shipped("masters_of_trade"), players) for players in (2, 3))
    assert "| [Captain](#action-captain) | 2 |" in two
    assert "| [Cashier](#action-cashier) | 3, 2 |" in two
    assert "| [Captain](#action-captain) | 3 |" in three


def test_a_variant_is_named_and_told() -> None:
    """A variant in force is named at the top and told in its section; the others are listed."""
    without, with_it = sheet(shipped("rotterdam")), sheet(load("rotterdam", variants=["safe_haven"]))
    line = "No shipping card touches a ship in a harbour, nor its cargo."
    assert "With: **Safe Haven**." in with_it
    assert line in part(with_it, "variant-safe-haven")
    assert f"**Safe Haven**: {line}" in without


def test_an_option_in_force_is_seen() -> None:
    """A changed option stands at the top, in the table, and in the rule that reads it."""
    text = sheet(load("rotterdam", options={"end_threshold": "20"}))
    assert "Options: Assignment points that end the game: **20**." in text
    assert "| **20** | 3–60 | 12 |" in text
    assert "reaches 20 points" in text


def test_a_card_while_held() -> None:
    """A card that changes something while somebody holds it says so in its own sentence, and not once more."""
    text = sheet(shipped("mainports"))
    assert "The bank pays your port fees." in text
    assert "While somebody holds it:" not in text


def test_cited_rules_are_in_small_print() -> None:
    """Runs of printed rules are written as one."""
    assert "<small>Rules: ROT-012–015, ROT-017–018, ROT-021</small>" in sheet(shipped("rotterdam"))


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
    assert "Om de beurt noemt ieder een kleur." in text
    assert "Only if" not in text


@pytest.mark.parametrize(
    ("name", "language"), [("mainports", "de"), ("mainports", "fr"), ("mainport_mastermind", "nl"), ("harbour", "es")]
)
def test_sheets_in_other_languages(name: str, language: str) -> None:
    """No English sentence is left where the phrase book has one."""
    text = sheet(shipped(name), None, language)
    assert not re.search(r"\b(Only if|is at least|becomes|You may choose|for which)\b", text)


def test_words_for_several_are_small_within_a_sentence() -> None:
    """The example that is told in Spanish says what several ships are called."""
    text = sheet(shipped("harbour"), None, "es")
    assert "uno de tu barcos" in text
    assert "Para cada mercancía tal que su peldaño es mayor que su peldaño base" in text


def test_a_language_without_labels_is_refused() -> None:
    """The message names the languages there are."""
    with pytest.raises(UsageError, match="rotterdam has no words in `xx`; it has them in en, fr, nl"):
        make_sheet(shipped("rotterdam"), 2, "xx")


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


def test_tables_on_a_printed_page() -> None:
    """A short one stays on one page; a head is no word in a sentence, so it needs no quotes."""
    page = html.write(make_sheet(shipped("mainports"), 3))
    assert '<div class="table short">' in page
    assert '<div class="table">' in page
    assert '<th scope="col">From</th><th scope="col">To</th>' in page


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


# ---- sentences of authors ---------------------------------------------------------------------------

SENTENCES = ROOT / "tests/language/rules/good/sentences.rules"


def part(text: str, anchor: str) -> str:
    """A section of a sheet, up to the next place to lead to."""
    return text.split(f'<a id="{anchor}"></a>')[1].split('<a id="', maxsplit=1)[0]


def test_a_sentence_stands_in_place_of_prose() -> None:
    text = sheet(load(SENTENCES))
    assert "On your turn you pick, or you rest." in part(text, "part-main-turn")
    assert "Choose one of these" not in text
    assert "Whoever is on turn picks 1 fruit, and says thanks." in part(text, "rule-pick")
    assert "Whoever has most fruits wins." in part(text, "end")


def test_the_end_is_told_once() -> None:
    """A rule that is there to end the game is told where the end is; another only by its reason."""
    text = sheet(load(SENTENCES))
    assert text.count("The game ends when a basket holds 5 fruits.") == 1
    assert "“it grows dark”" in part(text, "end")


def test_what_is_not_told() -> None:
    text = sheet(load(SENTENCES))
    assert "Mood" not in text
    assert "due" not in text
    assert "You have one fruit already." in part(text, "setup")


def test_holes_follow_options_and_variants() -> None:
    game = load(SENTENCES, variants=["hungry"], options={"basket": "9", "polite": "no"})
    assert "Whoever is on turn picks 2 fruits, quickly." in sheet(game)
    assert "basket holds 9 fruits" in sheet(game)
    assert "You take one fruit more." in part(sheet(game), "variant-hungry")


@pytest.mark.parametrize(("start", "said"), [("youngest", "The youngest begins."), ("lot", "The lot says who begins.")])
def test_an_option_of_words_chooses_a_form(start: str, said: str) -> None:
    assert said in sheet(load(SENTENCES, options={"start": start}))


def test_sentences_in_another_language() -> None:
    text = sheet(load(SENTENCES, variants=["hungry"]), language="nl")
    assert "Wie aan de beurt is plukt 2 vruchten en bedankt." in text
    assert "Je neemt één vrucht meer." in text


def test_sentences_are_no_rules() -> None:
    """Other sentences, or none: the same rules in force."""
    text = SENTENCES.read_text(encoding="utf-8")
    before = load(SENTENCES).fingerprint(2)
    assert game_from(text.replace("You take one fruit", "Take some fruit")).fingerprint(2) == before
    without = re.sub(r'\n +says (none|"[^"\n]*")', "", text)
    assert game_from(without).fingerprint(2) == before


def game_from(text: str) -> Game:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "picnic.rules"
        path.write_text(text, encoding="utf-8")
        game = load(path)
        game.fingerprint(2)
        return game


def test_data_that_variants_amend() -> None:
    """Rows, cells and figures are told where the variant is, and tables stand as they have become."""
    path = Path(__file__).parents[2] / "language/data/good/rows_cells_figures_and_contracts.rules"
    text = sheet(load(path, variants=["quince", "rich", "plain"]))
    assert "- Fruit, new: a quince." in part(text, "variant-quince")
    assert "- Purse, 2, coins is more by 5." in part(text, "variant-rich")
    assert "- Main, last becomes 3." in part(text, "variant-rich")
    assert "- Fruit: plum is not in the game." in part(text, "variant-plain")
    tables = text.split('id="variant-quince"')[0].replace("No trophies and no plums", "")
    assert "a quince" in tables.lower()
    assert "plum" not in tables.lower()


# ---- as people write ----------------------------------------------------------------------------------

# What betrays that a program made a sentence from statements: `ready is true for the ship`, `x becomes 0`.
LIKE_CODE = re.compile(
    r"[a-z]_[a-z]|\bis true for\b|\bbecomes 0\b|\bfor which\b|\(if there is none|→|\bthe mark\b|[(\[{]it\b"
    r"|\bgeldt voor\b|\bwordt 0\b|\bwaarvoor\b|\bals er geen is\b|het merkteken"
)


def prose(text: str) -> list[str]:
    """The lines of a sheet that are sentences: no headings, tables, links or printed rules."""
    lines = (re.sub(r"<[^>]*>|\[([^\]]*)\]\([^)]*\)", r"\1", plain(line)) for line in text.splitlines())
    return [line for line in lines if line.strip() and not line.startswith(("#", "|", "---"))]


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_looks_like_code(name: str, language: str) -> None:
    """Every sentence of the large games is its author's, or reads as well."""
    text = sheet(shipped(name), 3, language)
    assert [line for line in prose(text) if LIKE_CODE.search(line)] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_sheet_is_about_as_long_as_the_rulebook(name: str) -> None:
    """Tables and all, a sheet has at most 1.3 times as many words as the numbered rules."""
    rulebook = (ROOT / "games" / name / "rulebook.md").read_text(encoding="utf-8")
    assert len(sheet(shipped(name), 3).split()) <= 1.3 * len(rulebook.split())


LOCKS = """
game locks "Locks"
  players: 2

player
  bid: number starts 0
  points: number starts 0

round main
  last: 3
  phase one "Pay"
    each p in player where p.bid > 0 sorted by -p.bid
      turn of p
        add p.bid to p.points
  phase two "Rest"
    turn
      says "Everybody gets a point."
      gain()

rule gain()
  add 1 to actor.points
  if actor.points = 5
    stop game because "somebody has 5 points"

score points(p) gives p.points
"""


def test_order_of_turns_and_an_end_below_a_sentence(tmp_path: Path) -> None:
    """Who takes part and in which order is told; a sentence of a turn takes no end of the game away."""
    path = tmp_path / "locks.rules"
    path.write_text(LOCKS, encoding="utf-8")
    game = load(path)
    text = sheet(game, 2)
    assert "The turn of each player for which that player's bid is more than 0, highest the player's bid first:" in text
    assert "somebody has 5 points" in text.split("The game ends when:")[1]
