"""What a house rule can hang on, with lines that work when they are copied."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

import rulelang
from rulelang.api.game import Game
from rulelang.checks.run import check_paths
from rulelang.describe import Hook, hooks, matching
from rulelang.diagnostics.diagnostic import Severity
from rulelang.project.sources import shipped_games
from rulelang.sheet.sentences.one import sentences

INN = """\
game inn "Inn"
  players: 2

kind room
  | name  | cost |
  | attic | 10   |
  | hall  | 15   |
  need all(r in room: price(r) > 0)

option season "Season"
  values: low, after
  default: low

card voucher
  | name | nights |
  | one  | 1      |
  | two  | 2      |

zone vouchers of voucher limit 9 seen by all

player
  money: money starts 100
  nights: number starts 0

state
  dust: number starts 3

# What a night costs.
# Guests ask for it first.
value price(r: room) gives r.cost

value rooms gives 1_200  # in the whole house
value tax gives 250
value open gives season = low
value guest gives seat(1)
value hopes(p: player) gives tax + p.nights

rule stay(r: room)
  need open because "the inn is closed"
  pay price(r) from actor to bank
  add 1 to actor.nights

rule sweep()
  set dust to 0

setup
  set dust to 5

round main
  last: 2
  turn
    choose r in room where can(stay(r)) optional
      stay(r)
    if dust > 0
      sweep()
    if rooms > 0 and guest = actor
      set dust to 2

estimate hopes(p) gives hopes(p)
score nights(p) gives p.nights
"""


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    path = tmp_path / "inn.rules"
    path.write_text(INN, encoding="utf-8")
    return path


def hooks_of(game: Game) -> list[Hook]:
    players = game.players[0]
    return hooks(game, players, sentences(game, players))


def clean(folder: Path, game: str, lines: list[str]) -> list[str]:
    """What is wrong with a variant of a game that has these lines; that some leave less to choose is no mistake."""
    path = folder / "copied.rules"
    body = textwrap.indent("\n".join(lines), "  ")
    path.write_text(f'variant copied "Copied" of {game}\n{body}\n', encoding="utf-8")
    return [f"{p.slug}: {p.span.text}" for p in check_paths([path]) if p.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("name", "sort", "said", "line"),
    [
        ("price", "value", "What a night costs. Guests ask for it first.", "change price(r) to r.cost"),
        ("rooms", "number", "in the whole house", "change rooms by 100"),
        ("tax", "estimate", "Tax: 250.", "change tax by 10"),
        ("open", "value", "Open: Yes.", "change open to yes"),
        ("guest", "value", "", "change guest to seat(1)"),
        ("stay", "rule", "", 'forbid stay(r) when round.number = 1 because "not in the first round"'),
        ("sweep", "rule", "", "before sweep when round.number = 1\n  stop sweep"),
        ("main.turn", "part", "", "before main.turn when round.number = 1\n  stop turn"),
        ("setup", "part", "", "after setup\n  each p in player\n    pay 1 from bank to p.money"),
        ("room", "table", "", "allow room\nchange room[attic].cost by 1"),
        ("voucher", "row", "", "add to voucher\n  | name        | nights |\n  | another_two | 2      |"),
        ("main.last", "figure", "", "change main.last by 1"),
        ("vouchers.limit", "figure", "", "change vouchers.limit by 1"),
        ("season", "option", "Season", 'change season to "after"'),
    ],
)  # fmt: skip
def test_what_a_hook_says(inn: Path, name: str, sort: str, said: str, line: str):
    """Its sort, a sentence from comment, label or sheet, and the line to copy."""
    found = {(hook.name, hook.sort): hook for hook in hooks_of(rulelang.load(inn))}[name, sort]
    assert found.line == line
    if said:
        assert found.sentence == said
    assert found.place.startswith(f"{inn}:") or found.place.startswith("inn.rules:")


def test_every_line_of_a_small_game_works(inn: Path):
    """Each by itself: a variant with it has no problem, and plays."""
    for hook in hooks_of(rulelang.load(inn)):
        assert clean(inn.parent, "inn", [hook.line]) == [], hook.name
        match = rulelang.load(inn, variants=[str(inn.parent / "copied.rules")]).start(2, seed=1)
        while not match.over:
            match.choose(0)


@pytest.mark.parametrize("game", shipped_games())
def test_lines_of_the_games_work(game: str, tmp_path: Path):
    """All lines together, those besides that replace what a shipped variant replaces.

    With all contracts set aside at once a game may not be able to begin, and is told so.
    """
    found = hooks_of(rulelang.load(game))
    assert all(hook.line for hook in found)
    problems = clean(tmp_path, game, together([hook.line for hook in found]))
    assert [each for each in problems if not each.startswith("cannot-begin")] == []


def together(lines: list[str]) -> list[str]:
    """Lines that are copied into one variant; it has one field with all that gives way to it."""
    below, rest = dict[str, None](), dict[str, None]()
    for line in lines:
        first, _, others = line.partition("\n") if line.startswith("first: ") else ("", "", line)
        below |= dict.fromkeys(filter(None, first.removeprefix("first: ").split(", ")))
        rest[others] = None
    return [*([f"first: {', '.join(below)}"] if below else []), *rest]


def test_words_find_names_labels_and_near_names(inn: Path):
    """Part of a name, part of a label in any case, and a slip of the keyboard."""
    found = hooks_of(rulelang.load(inn))
    assert [hook.name for hook in matching(found, "price")] == ["price"]
    assert [hook.name for hook in matching(found, "SEAS")] == ["season"]
    assert [hook.name for hook in matching(found, "romos")] == ["rooms"]
    assert matching(found, "entirely_else") == []
