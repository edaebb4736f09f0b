"""Checking again after edits says what a check from scratch says, and does no more than is needed."""

from __future__ import annotations

import gc
import random
import re
import shutil
import weakref
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from rulelang.checks import worlds
from rulelang.checks.checker import Checker, Stale
from rulelang.checks.run import check_game, check_games, games_in
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.project.sources import shipped_games
from rulelang.syntax import parser

ROOT = Path(__file__).parents[3]

RULES = """
    game heap "Heap"
      players: 2..3

    card stone
      | name  | weight |
      | small | 1      |
      | large | 3      |

    zone heap of stone seen by all
    zone bag of stone per player seen by owner

    option goal "Goal"
      values: 1..3
      default: 2

    state
      left: number starts 2

    # how much is taken at once
    value most(p: player) gives 2

    setup
      move stone to heap

    round main
      last: 2
      turn
        choose one
          way take "Take"
            choose c in heap where can(take(c))
              take(c)
          way rest "Rest"
            need left > 0 because "nobody may rest any more"
            add -1 to left

    rule take(c: stone)
      need count(actor.bag) < most(actor) because "the bag is full"
      move c to actor.bag

    score weight(p) gives sum(c in p.bag: c.weight) + goal

    variant roomy "Roomy bags"
      change most(p) by 1

    variant short "A short game"
      excludes: roomy
      instead of take(c)
        move c to actor.bag
        stop game because "somebody took one"

    scenario "the bag is full"
      given
        move small to player_1.bag
      begin: main
      then
        need count(player_1.bag) = 1
"""


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    path = tmp_path / "heap.rules"
    path.write_text(dedent(RULES).lstrip("\n"), encoding="utf-8")
    return path


def told(problems: list[Diagnostic]) -> list[tuple[object, ...]]:
    """Everything a reader sees of problems."""
    labels = [[(str(label.span), label.span.text, label.text) for label in p.others] for p in problems]
    pairs = zip(problems, labels, strict=True)
    return sorted((str(p.span), p.span.text, p.slug, p.message, p.help, repr(others)) for p, others in pairs)


def scratch(path: Path) -> list[Diagnostic]:
    return check_games(games_in([path]))


def dropped(lines: list[str], at: int, _: random.Random) -> None:
    del lines[at]


def doubled(lines: list[str], at: int, _: random.Random) -> None:
    lines.insert(at, lines[at])


def renamed(lines: list[str], at: int, rng: random.Random) -> None:
    words = re.findall(r"[a-z_]{3,}", lines[at])
    if words:
        word = rng.choice(words)
        lines[at] = lines[at].replace(word, word + "s")


def moved(lines: list[str], at: int, rng: random.Random) -> None:
    lines.insert(rng.randrange(len(lines)), lines.pop(at))


def broken(lines: list[str], at: int, _: random.Random) -> None:
    lines[at] += " ("


def spaced(lines: list[str], at: int, _: random.Random) -> None:
    lines.insert(at, "")


EDITS: list[Callable[[list[str], int, random.Random], None]] = [dropped, doubled, renamed, moved, broken, spaced]


@pytest.mark.parametrize("seed", range(2))
def test_after_any_edits_the_same_is_found_as_from_scratch(heap: Path, seed: int):
    """Lines are dropped, doubled, renamed, moved, broken and mended, one on top of the other."""
    assert edited(heap, [heap], random.Random(seed), edits=12)


@pytest.mark.parametrize(
    "name",
    [
        "examples/harbour.rules",
        pytest.param("examples/gem_market.rules", marks=pytest.mark.slow),
        *(pytest.param(f"games/{name}", marks=pytest.mark.slow) for name in shipped_games()),
    ],
)
def test_after_any_edits_of_a_game_the_same_is_found_as_from_scratch(tmp_path: Path, name: str):
    """The same in real games: in any of their files, words of other languages and scenarios among them."""
    there = tmp_path / Path(name).name
    copy = shutil.copy if there.suffix else shutil.copytree
    copy(ROOT / name, there)
    files = sorted(there.rglob("*.rules")) if there.is_dir() else [there]
    assert edited(there, files, random.Random(name), edits=8)


def edited(game: Path, files: list[Path], rng: random.Random, edits: int) -> int:
    """How many problems there were after edits, each time as many and the same ones as from scratch."""
    checker = Checker(*games_in([game]))
    written = {file: file.read_text(encoding="utf-8") for file in files}
    problems = 0
    for _ in range(edits):
        file = rng.choice(files)
        lines = file.read_text(encoding="utf-8").split("\n")
        rng.choice(EDITS)(lines, rng.randrange(len(lines)), rng)
        file.write_text(written[file] if rng.random() < 0.3 else "\n".join(lines), encoding="utf-8")
        found = checker.check()
        problems += len(found)
        assert told(found) == told(scratch(game)), file.read_text(encoding="utf-8")
    return problems  # some of it should have been wrong


def test_what_an_editor_has_open_is_checked(heap: Path):
    """The text that is typed, not the one on the disk; what is found there has its place in it."""
    (game,) = games_in([heap])
    checker = Checker(game)
    assert checker.check() == []
    typed = heap.read_text(encoding="utf-8").replace("take(c)\n", "tak(c)\n", 1)
    (problem,) = checker.check({heap: ("\n\n" + typed).encode()})
    assert (problem.slug, problem.span.text) == ("unknown-rule", "tak")
    assert problem.span.file.line(problem.span.line).strip() == "tak(c)"
    assert checker.check() == []


def test_only_what_changed_is_read_and_built(heap: Path, monkeypatch: pytest.MonkeyPatch):
    """A line above moves all declarations; a scenario is in no world, a variant in its own."""
    read: list[str] = []
    built: list[tuple[str, ...]] = []
    real_read, real_build = parser.parse_piece, worlds.draft_world
    monkeypatch.setattr(
        "rulelang.checks.checker.parse_piece",
        lambda file, start, end: (read.append(file.text[start:end].split()[0]), real_read(file, start, end))[1],
    )
    monkeypatch.setattr(
        worlds,
        "draft_world",
        lambda rules, chosen, *more: (built.append(tuple(chosen)), real_build(rules, chosen, *more))[1],
    )
    (game,) = games_in([heap])
    checker, text = Checker(game), heap.read_text(encoding="utf-8")

    def after(old: str, new: str) -> tuple[list[str], list[tuple[str, ...]]]:
        checker.check()
        read.clear()
        built.clear()
        assert checker.check({heap: text.replace(old, new).encode()}) == []
        return sorted(read), sorted(set(built))

    assert after("nothing", "nothing") == ([], [])
    assert after("game heap", "# a heap of stones\n\ngame heap") == (["#"], [])
    assert after("need count(player_1.bag) = 1", "need count(player_1.bag) < 3") == (["scenario"], [])
    assert after("by 1", "by 2") == (["variant"], [("roomy",)])
    assert after("the bag is full", "no room is left")[1] == [(), ("roomy",), ("short",)]


def test_contracts_are_asked_again_only_when_data_changed(heap: Path, monkeypatch: pytest.MonkeyPatch):
    """What rules do is nothing to tables; what a value gives may be."""
    asked: list[int] = []
    real = worlds.broken_contracts
    monkeypatch.setattr(worlds, "broken_contracts", lambda *about: (asked.append(1), real(*about))[1])
    (game,) = games_in([heap])
    checker, text = Checker(game), heap.read_text(encoding="utf-8")

    def after(old: str, new: str) -> bool:
        checker.check()
        asked.clear()
        checker.check({heap: text.replace(old, new).encode()})
        return bool(asked)

    assert not after("the bag is full", "no room is left")
    assert not after("somebody took one", "one is gone")
    assert after("gives 2", "gives 3")


def test_words_are_told_that_name_nothing_any_more(heap: Path):
    """Though nothing else is read again: a word was in use as long as what it names was there."""
    text = heap.read_text(encoding="utf-8") + '\ntranslate nl\n  goal: "Doel"\n'
    heap.write_text(text, encoding="utf-8")
    checker = Checker(*games_in([heap]))

    def idle() -> list[str]:
        found = checker.check()
        assert told(found) == told(scratch(heap))
        return [problem.span.text for problem in found if problem.slug == "idle-words"]

    assert idle() == []
    heap.write_text(text.replace("option goal", "option aim").replace("+ goal", "+ aim"), encoding="utf-8")
    assert idle() == ["goal"]


def test_the_first_answer_comes_from_one_world(heap: Path, monkeypatch: pytest.MonkeyPatch):
    """What is wrong as the rules stand is said before variants are looked at."""
    built: list[tuple[str, ...]] = []
    real = worlds.draft_world
    monkeypatch.setattr(
        worlds, "draft_world", lambda rules, chosen, *more: (built.append(chosen), real(rules, chosen, *more))[1]
    )
    (game,) = games_in([heap])
    checker = Checker(game)
    wrong = heap.read_text(encoding="utf-8").replace("add -1 to left", "add -1 to lef").encode()
    assert [problem.slug for problem in checker.first({heap: wrong})] == ["unknown-name"]
    assert len(built) == 1
    assert "unknown-name" in [problem.slug for problem in checker.check({heap: wrong})]


def test_a_check_that_is_given_up_loses_nothing(heap: Path):
    """Somebody types on: the next check has what was found out before."""
    (game,) = games_in([heap])
    steps = 0

    def heed() -> None:
        nonlocal steps
        steps += 1
        if steps == 3:
            raise Stale

    checker = Checker(game, heed)
    with pytest.raises(Stale):
        checker.check()
    assert told(checker.check()) == told(check_game(game)) == []
    done = steps
    Checker(game, heed).check()
    assert steps - done == done - 1  # the one that was given up is done again, those before it are not


def test_what_was_known_last_stays_until_more_is(heap: Path):
    """Who asks for names while a check is given up hears what they meant before."""
    (game,) = games_in([heap])
    text = heap.read_text(encoding="utf-8").replace("left > 0", "left > 1")

    def typed_on() -> None:
        raise Stale

    checker = Checker(game)
    checker.check()
    before = checker.last
    assert before is not None
    for checker.heed, checker.look_up in ((typed_on, lambda: None), (lambda: None, typed_on)):
        with pytest.raises(Stale):
            checker.check({heap: text.encode()})
        assert checker.last is before
    checker.heed = checker.look_up = lambda: None
    checker.check({heap: text.encode()})
    assert checker.last is not before


def test_a_check_can_be_given_up_within_its_steps(heap: Path):
    """It looks up many times in a step; wherever it is given up, the next one finds what a fresh one finds."""
    (game,) = games_in([heap])
    heap.write_text(heap.read_text(encoding="utf-8").replace("left > 0", "lef > 0"), encoding="utf-8")
    steps = looks = 0

    def heed() -> None:
        nonlocal steps
        steps += 1

    def look_up() -> None:
        nonlocal looks
        looks += 1
        if looks == end:
            raise Stale

    end = 0
    whole = told(Checker(game, heed, look_up).check())
    assert whole
    assert looks > 3 * steps
    for given_up in range(1, looks + 1, looks // 8):
        looks, end = 0, given_up
        checker = Checker(game, heed, look_up)
        with pytest.raises(Stale):
            checker.check()
        assert told(checker.check()) == whole


def test_worlds_that_nobody_needs_are_gone_at_once(heap: Path):
    """The memory of rules as they were is free before anybody looks through all memory for garbage."""
    (game,) = games_in([heap])
    checker = Checker(game)
    checker.check()
    assert checker.last is not None
    was = [weakref.ref(looked.world.rules["take"].body[0]) for looked in checker.last[3].built.values()]
    assert all(each() is not None for each in was)
    gc.disable()
    try:
        checker.check({heap: heap.read_bytes().replace(b"the bag is full", b"no room is left")})
        assert [each() for each in was] == [None] * len(was)
    finally:
        gc.enable()
