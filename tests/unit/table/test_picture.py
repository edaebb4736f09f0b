"""The picture of a table: what stands where, and that nobody sees in it what he may not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import fields, has

from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.events import Rolled
from rulelang.model.types import Entity
from rulelang.play.values import Value
from rulelang.table import picture as p
from rulelang.table.dice import die as shown_die
from rulelang.table.make import picture
from rulelang.table.picture import as_data
from rulelang.visibility.determinise import believer
from rulelang.visibility.permissions import Sight

ROOT = Path(__file__).parents[3]
GAMES = [*sorted((ROOT / "examples").glob("*.rules")), *sorted(p for p in (ROOT / "games").iterdir() if p.is_dir())]
every_game = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
game_at = cache(load)
LOOKS, APART = 5, 25


def walk(thing: Any) -> Iterator[Any]:
    """A part of a picture and all that is in it."""
    yield thing
    if isinstance(thing, tuple):
        inner: Any = thing
    else:
        inner = [getattr(thing, a.name) for a in fields(type(thing))] if has(type(thing)) else ()
    for part in inner:
        yield from walk(part)


def looks(path: Path, seed: int) -> Iterator[Match]:
    """A random game, looked at now and then."""
    game, rng = game_at(path), Random(seed)
    match = game.start(game.players[-1], seed)
    for _ in range(LOOKS):
        for _ in range(rng.randrange(1, APART)):
            if not match.over:
                match.advance(rng.randrange(len(match.state.options)))
        yield match
        if match.over:
            return


def titles_seen(match: Match, viewer: int | None) -> set[str]:
    """The labels of the cards that somebody sees where they lie."""
    sight, state = match.program.once(Sight), match.state
    roots = match.program.answers.card_roots()
    seen = [(root, n) for root in roots for n in root.ids if sight.sees_card(state, root, n, viewer)]
    return {match.words.text(Entity(root), n) for root, n in seen}


def unnamed(match: Match) -> set[str]:
    """Cards without a name: they are called by what is printed on them."""
    return {
        member.key for root in match.program.answers.card_roots() for member in root.members if member.key.isdecimal()
    }


@every_game
def test_nothing_hidden_is_in_a_picture(path: Path):
    """A table that a player can not tell from this one looks the same to him; he sees no card but those he may see."""
    rng = Random(4)
    for match in looks(path, 4):
        for viewer in range(match.players):
            shown = picture(match, viewer)
            titles = {card.title for card in walk(shown) if isinstance(card, p.Card) and card.key not in unnamed(match)}
            assert titles <= titles_seen(match, viewer)
            if not match.over:
                other, _ = believer(match.program).believe(match, viewer, rng)
                assert not differences(as_data(picture(other, viewer)), as_data(shown))


def differences(one: Any, two: Any, where: str = "") -> list[str]:
    """Where two pictures differ; to compare them whole would print all of both."""
    if type(one) is not type(two) or (isinstance(one, list | dict) and len(one) != len(two)):
        return [f"{where}: {one!r:.80} and {two!r:.80}"]
    if isinstance(one, list | dict):
        keys = one if isinstance(one, dict) else range(len(one))
        return [found for key in keys for found in differences(one[key], two[key], f"{where}/{key}")]
    return [] if one == two else [f"{where}: {one!r:.80} and {two!r:.80}"]


@every_game
def test_only_who_is_asked_sees_options(path: Path):
    """The others, and those who only watch, see the question alone."""
    for match in looks(path, 5):
        if match.over:
            return
        for viewer in (None, *range(match.players)):
            asked = picture(match, viewer).question
            assert asked is not None
            own = viewer == match.decision.player
            assert [option.key for option in asked.options] == (match.decision.keys if own else [])


@every_game
def test_ids_are_unique_and_stay(path: Path):
    """Boards keep their ids for a whole game, no two parts of a table share one, and all of it is plain data."""
    first: dict[str, list[str]] = {}
    for match in looks(path, 6):
        shown = picture(match, 0)
        boards = {board.id: [part.id for part in walk(board) if hasattr(part, "id")] for board in fixed(shown)}
        first = first or boards
        assert boards == first
        nodes = [node.id for node in walk(shown) if isinstance(node, p.Node)]
        assert len(nodes) == len(set(nodes))
        things = [thing.id for thing in shown.things]
        assert len(things) == len(set(things))
        assert json.loads(json.dumps(as_data(shown)))["move"] == len(match.choices)


def fixed(shown: p.Picture) -> list[p.Node]:
    """The boards without what lies beside them."""
    return [node for node in shown.table if isinstance(node, p.Grid | p.Ring | p.Places | p.Ladder | p.Track)]


@every_game
def test_pieces_and_options_lie_on_the_table(path: Path):
    """A piece stands on a place that is drawn; an option about places, pieces or cards in sight points at them."""
    for match in looks(path, 7):
        viewer = None if match.over else match.decision.player
        shown = picture(match, viewer)
        drawn = set(ids_drawn(shown))
        assert {thing.on for thing in shown.things if thing.on} <= drawn
        choices = shown.question.options if shown.question is not None else ()
        assert len({choice.text for choice in choices}) == len(choices)  # no two read alike
        for choice in choices:
            of_board = [id_ for id_ in choice.at if is_of_board(match, id_)]
            assert set(of_board) <= drawn


def ids_drawn(shown: p.Picture) -> Iterator[str]:
    for part in walk(shown):
        if isinstance(part, p.Cards) and part.cards is not None:
            yield from (f"{part.id}#{n}" for n in range(len(part.cards)))
        if hasattr(part, "id"):
            yield part.id


def is_of_board(match: Match, id_: str) -> bool:
    """Is it a place with coordinates, a piece or a card?"""
    sort, _, _ = id_.partition(":")
    kind = match.program.world.kinds.get(sort)
    if sort == "zone" and "#" in id_:
        return True
    return kind is not None and (kind.sort == "piece" or ("x" in kind.columns and "column" in kind.columns))


def test_tic_tac_toe(tmp_path: Path):
    """The example of the study: a grid, two players, four marks."""
    match = load(ROOT / "examples/tic_tac_toe.rules").start(2)
    for key in ("a1", "b2", "c1", "a3"):
        match.choose(key)
    shown = picture(match, 0)
    (grid,) = shown.table
    assert isinstance(grid, p.Grid)
    assert (grid.columns, grid.rows, grid.label) == (3, 3, "Cell")
    assert {cell.label: cell.owner for cell in grid.cells if cell.owner is not None} == {
        "a1": 0,
        "b2": 1,
        "c1": 0,
        "a3": 1,
    }
    assert shown.question is not None
    assert shown.question.options[0].at == ("cell:b1",)
    assert [person.asked for person in shown.players] == [True, False]


def test_boards_of_the_large_games():
    """Each of the boards that the rulebooks show is there, with its places and pieces."""
    masters = picture(load("masters_of_trade").start(3, 7), 0)
    nodes = {node.id: node for node in masters.table}
    planning = nodes["places:planning"]
    assert isinstance(planning, p.Places)
    assert [row.label for row in planning.rows][:2] == ["Ship owner", "Captain"]
    ladder, track = nodes["market:raw_market"], nodes["market:product_market"]
    assert isinstance(ladder, p.Ladder)
    assert isinstance(track, p.Track)
    assert [space.price for space in ladder.goods[0].spaces] == [1, 2, 3, 4, 5, 6, 7]
    assert {(good.floor, good.ceiling) for good in track.goods} == {(3, 7), (8, 12)}
    mainports = {node.id: node for node in picture(load("mainports").start(2, 7), 0).table}
    ring = mainports["ring:field"]
    assert isinstance(ring, p.Ring)
    assert len(ring.fields) == 8
    world = picture(load("mainport_mastermind").start(2, 7), None)
    (sea,) = (node for node in world.table if isinstance(node, p.Map))
    assert {thing.on for thing in world.things} - {""} <= {spot.id for spot in sea.spots}


def test_dice_lie_beside_the_question():
    """As they were rolled: a numbered face with its pips, one that has a name by that; none once the turn is over."""
    pig = load(ROOT / "examples/pig.rules").start(2, seed=3)
    rolled = pig.choose("roll")
    (die,) = picture(pig, 1, rolled).rolled
    assert (die.face, die.pips) == ("six", pig.view(0).state["total"])
    assert picture(pig, 0, [*rolled, *pig.choose("hold")]).rolled == ()
    assert numbers_of("mainport_mastermind", "sea_die") == [0, 2, 3, 4, 5, 0]


def numbers_of(game: str, die: str) -> list[int]:
    """The pips that the faces of a die are drawn with."""
    words = load(game).start(2).words
    faces = [Value(sort=die, key=member.key) for member in words.world.kinds[die].members]
    return [shown_die(words, Rolled(rule="", result=face), "en").pips for face in faces]


OFFERS = """
game stalls "Stalls"
  players: 2

kind size
  | name  |
  | small |
  | large |

card ware
  | name | size  |
  | pin  | small |
  | cup  | small |
  | bed  | large |
  | ship | large |

zone offer of ware per size seen by all
zone heap of ware seen by all
zone spent of ware seen by all
zone bought of ware per player seen by all

setup
  each s in size
    move list(w in ware where w.size = s) to s.offer
  move [pin, bed] to heap
  move cup to spent

round main
  last: 1
  turn
    choose w in heap
    move w to actor.bought

score most(p) gives count(p.bought)
"""


def test_open_cards_are_seen(tmp_path: Path):
    """Those that players choose from lie side by side; those that are kept for a thing, where no map shows it, too."""
    path = tmp_path / "stalls.rules"
    path.write_text(OFFERS, encoding="utf-8")
    table = [node for node in picture(load(path).start(seed=1), 1).table if isinstance(node, p.Cards)]
    assert [(type(n), n.label, [card.title for card in n.cards or ()]) for n in table] == [
        (p.Pile, "Offer: large", ["ship"]),
        (p.Open, "Heap", ["pin", "bed"]),
        (p.Pile, "Spent", ["cup"]),
    ]
