"""The table in a terminal of 80 columns and 24 lines."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.cli.session import COMMANDS
from rulelang.table.make import picture
from rulelang.table.picture import Badge, Choice, Map, Open, Picture
from rulelang.table.terminal.canvas import Line
from rulelang.table.terminal.layout import frame, plain_text
from rulelang.table.terminal.layout import options as list_of
from rulelang.table.terminal.marks import LETTERS, marks_of, signs
from tests.unit.table.test_picture import every_game, looks

EXAMPLES = Path(__file__).parents[3] / "examples"
WIDTH, HEIGHT = 80, 23
MOST_PAGES = 200


@every_game
def test_every_option_is_to_be_seen(path: Path):
    """Listed with its number, or with it on a board, on one of the pages; no line is too long, no page is higher than
    the screen, and the own things are on each.
    """
    for match in looks(path, 9):
        if match.over:
            return
        shown = picture(match, match.decision.player)
        own = shown.players[match.decision.player or 0].name
        seen = ""
        for page in pages(shown):
            assert all(sum(len(run.text) for run in line) <= WIDTH for line in page)
            assert len(page) <= HEIGHT
            text = plain_text(page)
            assert own in text.split("─" * WIDTH)[-1]
            seen += text
        for sign in signs(shown):
            assert f"({sign})" in seen or f"{sign:>3}  " in seen or f"{sign:>3}\n" in seen, sign


def pages(shown: Picture) -> list[list[Line]]:
    """All pages of a screen: the next after the last is the first again."""
    found: list[list[Line]] = []
    while not found or (len(found) < MOST_PAGES and (drawn := draw(shown, len(found))) != found[0]):
        found.append(drawn if found else draw(shown, 0))
    return found


def draw(shown: Picture, page: int) -> list[Line]:
    return frame(marks_of(shown), lambda text: text, WIDTH, HEIGHT, page)


def test_options_on_pages():
    """Two hundred options: each is on one page, and the own things are in sight all the time."""
    match = load(Path(__file__).parents[3] / "examples/tic_tac_toe.rules").start(2)
    shown = picture(match, 0)
    assert shown.question is not None
    many = tuple(Choice(key=f"k{n}", text=f"option {n} of many") for n in range(200))
    shown = evolve(shown, question=evolve(shown.question, options=many))
    found = [plain_text(page) for page in pages(shown)]
    assert len(found) > 2
    for n in range(200):
        assert sum(f" option {n} of" in text for text in found) == 1
    assert all(text.count("\n") < HEIGHT and f"(1/{len(found)})" in found[0] for text in found)


def choice(key: str, text: str, anytime: bool = False) -> Choice:
    return Choice(key=key, text=text, anytime=anytime)


@pytest.mark.parametrize(
    ("options", "typed", "listed"),
    [
        # Bids, a window and a pass.
        (
            [choice("6", "6"), choice("7", "7"), choice("[loan 10]", "Take a loan", True), choice("pass", "Drop out")],
            ["6", "7", "a", "b"],
            "  6              7              b  Drop out\n  at any time:\n  a  Take a loan",
        ),
        # What people read counts: units, thousands, words around a number.
        (
            [choice("3", "3,000"), choice("5", "5 coins"), choice("accept", "24"), choice("pass", "Pass")],
            ["3000", "5", "24", "b"],
            "3000              5  5 coins    24              b  Pass",
        ),
        # Two that read alike: the number means neither.
        ([choice("5", "5"), choice("5#2", "5"), choice("2", "2")], ["a", "b", "2"], "  a  5    b  5    2"),
        # No letter with which an option begins.
        ([choice("1", "1"), choice("accept", "Buy")], ["1", "c"], "  1\n  c  Buy"),
        # Nothing is a number: places in the order of the list.
        (
            [choice("take", "Take it"), choice("[loan 10]", "Take a loan", True), choice("pass", "Decline")],
            ["1", "3", "2"],
            "  1  Take it\n  2  Decline\n  at any time:\n  3  Take a loan",
        ),
    ],
)
def test_a_number_means_one_thing(options: list[Choice], typed: list[str], listed: str):
    shown = picture(load(EXAMPLES / "tic_tac_toe.rules").start(2), 0)
    assert shown.question is not None
    shown = evolve(shown, question=evolve(shown.question, options=tuple(options)))
    assert signs(shown) == typed
    assert plain_text(list_of(shown, str, WIDTH)) == listed


def test_no_letter_of_an_option_is_a_command():
    assert not {command[0] for command in COMMANDS} & set(LETTERS)


@every_game
def test_a_typewriter_can_show_it(path: Path):
    """Where there is no Unicode, players are told apart by letters."""
    match = next(looks(path, 10))
    marks = marks_of(picture(match, 0), is_plain=True)
    assert all(marks.shape(seat).text.isascii() for seat in range(match.players))


def asked(game: str, prompt: str) -> Match:
    """A match at a question."""
    match, rng = load(game).start(3, seed=3), Random(3)
    while not match.decision.prompt.startswith(prompt):
        match.advance(rng.randrange(len(match.state.options)))
    return match


def test_what_was_told_stays_above_the_table():
    """A map gives its lines for the news; of what can not be drawn smaller one line is spared."""
    on_a_map = marks_of(picture(match := asked("rotterdam", "Which colour"), match.decision.player))
    assert len(frame(on_a_map, str, WIDTH, HEIGHT, above=3)) == HEIGHT - 3
    in_tables = marks_of(picture(match := asked("masters_of_trade", "Where does"), match.decision.player))
    assert len(frame(in_tables, str, WIDTH, HEIGHT)) == HEIGHT
    assert len(frame(in_tables, str, WIDTH, HEIGHT, above=3)) == HEIGHT - 1


def test_a_piece_that_is_asked_about():
    """The question calls it by its kind, says where it stands and with what, and points at it on the map."""
    match = asked("rotterdam", "Which way does")
    shown = picture(match, match.decision.player)
    assert shown.question is not None
    thing = next(thing for thing in shown.things if thing.id in shown.question.about)
    spots = {spot.id: spot.label for node in shown.table if isinstance(node, Map) for spot in node.spots}
    where = ", ".join([spots[thing.on], *(item.label.lower() for item in thing.carries)])
    assert shown.question.prompt == f"Which way does {thing.name} go?"
    assert shown.question.notes == (f"{thing.name}: {where}",)
    text = plain_text(frame(marks_of(shown), str, WIDTH, HEIGHT))
    shape = marks_of(shown).shape(thing.owner).text
    assert f"▸{shape}{thing.name[-1]}" in text
    assert f"{thing.name}: {where}" in text


def test_options_about_pieces_say_where_those_stand():
    match = asked("mainport_mastermind", "Which ship sails?")
    shown = picture(match, match.decision.player)
    assert shown.question is not None
    labels = {spot.id: spot.label for node in shown.table if isinstance(node, Map) for spot in node.spots}
    standing = {thing.id: labels[thing.on] for thing in shown.things}
    about = [(option, standing[id_]) for option in shown.question.options for id_ in option.at if id_ in standing]
    assert len(about) >= 2
    for option, place in about:
        assert option.text.endswith(f"({place})")


def test_cards_in_a_row_say_what_is_printed_on_them():
    """What a card costs stands beside it."""
    match = load(EXAMPLES / "gem_market.rules").start(2, seed=5)
    shown = picture(match, 0)
    row = next(node for node in shown.table if isinstance(node, Open))
    text = plain_text(frame(marks_of(shown), str, WIDTH, HEIGHT))
    costs = [
        [fact for fact in card.facts if fact.label in ("White", "Blue", "Green", "Red")] for card in row.cards or ()
    ]
    assert all(costs)
    for cost in costs:
        assert ", ".join(f"{fact.label.lower()} {fact.value}" for fact in cost) in text


def test_the_score_is_shown_once():
    """A field that is nothing but the score is not listed beside it; money is."""
    match = load(EXAMPLES / "tic_tac_toe.rules").start(2)
    assert [mat.nodes for mat in picture(match, 0).mats] == [(), ()]
    mats = picture(asked("mainports", ""), 0).mats
    assert all(any(isinstance(node, Badge) and node.money for node in mat.nodes) for mat in mats)
    lines = plain_text(frame(marks_of(picture(match, 0)), str, WIDTH, HEIGHT)).split("\n")
    assert "" not in lines


def test_scores_are_written_as_other_amounts():
    """With the thousands parted as the language has it."""
    match = asked("mainports", "")
    for language, score in (("en", "score 120,000"), ("nl", "score 120.000")):
        match.language = language
        assert score in plain_text(frame(marks_of(picture(match, 0)), str, WIDTH, HEIGHT))


def test_keys_speak_the_language_of_the_match():
    match = asked("rotterdam", "Which colour")
    match.language = "nl"
    words = partial(match.words.translate, language="nl")
    assert "w waarom niet  u terug  h hulp" in plain_text(frame(marks_of(picture(match, 0)), words, WIDTH, HEIGHT))
