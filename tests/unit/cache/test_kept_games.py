"""Games that are kept from one start to the next play as they did, and not after their files have changed."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang.api import anew
from rulelang.api.game import Game
from rulelang.backends.python import load as compiling
from rulelang.cache.folder import SWITCH, Cache
from rulelang.project import sources

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game of its own, and a cache that is on."""
    monkeypatch.setenv(SWITCH, str(tmp_path / "kept"))
    shutil.copy(EXAMPLES / "harbour.rules", tmp_path / "harbour.rules")
    return tmp_path


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often games were read from their files, files parsed, and programs compiled."""
    counts = {"read": 0, "parsed": 0, "compiled": 0}

    def counting(module: Any, name: str, what: str) -> None:
        real = getattr(module, name)

        def wrapper(*arguments: Any, **named: Any) -> Any:
            counts[what] += 1
            return real(*arguments, **named)

        monkeypatch.setattr(module, name, wrapper)

    counting(anew, "load_anew", "read")
    counting(sources, "parse", "parsed")
    counting(compiling, "compile_world", "compiled")
    return counts


def entries(folder: Path, group: str) -> list[Path]:
    return [p for p in (folder / "kept" / group).rglob("*") if p.is_file()]


def story(game: Game) -> tuple[Any, ...]:
    """A game played at random, with everything that is said on the way."""
    match = game.start(3, seed=5)
    rng = random.Random(5)
    said: list[Any] = []
    while not match.over and len(said) < 200:
        decision = match.decision
        said.append((decision.player, decision.prompt, [(o.key, o.text) for o in decision.options], decision.rule))
        events = match.choose(rng.randrange(len(decision.options)))
        said.append([str(event) for event in events])
    return said, match.scores, match.winners, match.end_reason, match.view(0), match.save(), game.fingerprint(3)


def test_the_second_start_reads_and_compiles_nothing(folder: Path, counted: dict[str, int]) -> None:
    """A hit needs neither the rules nor the compiler."""
    rulelang.load(folder / "harbour.rules").start(3, seed=1)
    counted.update(read=0, parsed=0, compiled=0)
    match = rulelang.load(folder / "harbour.rules").start(3, seed=1)
    for _ in range(20):
        match.choose(0)
    assert counted == {"read": 0, "parsed": 0, "compiled": 0}


def test_a_kept_game_plays_and_speaks_as_it_did(folder: Path) -> None:
    """Decisions, texts, events, views, saves and the hash of the rules are the same."""
    first = story(rulelang.load(folder / "harbour.rules"))
    second = story(rulelang.load(folder / "harbour.rules"))
    assert second == first


def test_a_kept_game_has_its_rules_and_its_model(folder: Path) -> None:
    """Who asks for more than playing gets it."""
    first = rulelang.load(folder / "harbour.rules")
    first.start(3)
    kept = rulelang.load(folder / "harbour.rules")
    assert (kept.name, kept.players, kept.variants) == (first.name, first.players, first.variants)
    assert kept.rules.main == first.rules.main
    assert list(kept.world(3).rules) == list(first.world(3).rules)
    assert kept.world(3) is kept.program(3).world
    assert kept.program(3).source == first.program(3).source


def test_another_number_of_players_is_compiled_for_itself(folder: Path, counted: dict[str, int]) -> None:
    """A program belongs to a number of players; one that the rules do not allow is still refused."""
    path = folder / "harbour.rules"
    path.write_text(path.read_text(encoding="utf-8").replace("players: 3", "players: 2..3"), encoding="utf-8")
    rulelang.load(path).start(3)
    counted["compiled"] = 0
    assert rulelang.load(path).start(2).players == 2
    assert counted["compiled"] == 1
    with pytest.raises(rulelang.UsageError, match="not for 9"):
        rulelang.load(path).start(9)


def test_a_change_in_an_included_file_is_seen(folder: Path, counted: dict[str, int]) -> None:
    """The hash of every file that was read counts; only the changed one is parsed again."""
    text = (EXAMPLES / "pig.rules").read_text(encoding="utf-8").split("\nscenario")[0]
    goal = 'option goal "Points that win"\n  values: 10..1000\n  default: 100\n'
    assert goal in text
    (folder / "main.rules").write_text("include goal\n\n" + text.replace(goal, ""), encoding="utf-8")
    (folder / "goal.rules").write_text(goal.replace("100\n", "20\n"), encoding="utf-8")
    short = length(rulelang.load(folder / "main.rules"))
    counted.update(read=0, parsed=0)
    (folder / "goal.rules").write_text(goal.replace("100\n", "1000\n"), encoding="utf-8")
    long = length(rulelang.load(folder / "main.rules"))
    assert long > 10 * short
    assert (counted["read"], counted["parsed"]) == (1, 1)


def length(game: Game) -> int:
    """How many decisions a random game of two takes."""
    match, rng, made = game.start(2, seed=1), random.Random(1), 0
    while not match.over:
        match.choose(rng.randrange(len(match.decision.options)))
        made += 1
    return made


def test_a_new_file_in_the_folder_of_a_game_is_seen(folder: Path, counted: dict[str, int]) -> None:
    """A game is all files of its folder."""
    home = folder / "home"
    home.mkdir()
    shutil.copy(EXAMPLES / "harbour.rules", home / "game.rules")
    rulelang.load(home).start(3)
    (home / "more.rules").write_text('variant quick "Quick" of harbour\n', encoding="utf-8")
    assert "quick" in rulelang.load(home).rules.variants


def test_variants_and_options_are_part_of_the_question(folder: Path) -> None:
    """Another setting is another game, and what is refused stays refused."""
    pig = EXAMPLES / "pig.rules"
    rulelang.load(pig).start()
    assert length(rulelang.load(pig, options={"goal": 1000})) > 10 * length(rulelang.load(pig, options={"goal": 10}))
    for _ in range(2):
        with pytest.raises(rulelang.RulesError):
            rulelang.load(pig, variants=["no_such_variant"])


@pytest.mark.parametrize("group", ["asked", "games", "trees"])
def test_damaged_entries_are_made_anew(folder: Path, group: str) -> None:
    """Whatever is damaged, the game plays the same, and the entry is good again afterwards."""
    path = folder / "harbour.rules"
    first = story(rulelang.load(path))
    good = {p: p.read_bytes() for p in entries(folder, group)}
    assert good
    for entry in good:
        entry.write_bytes(b"damaged" * 100)
    if group == "trees":
        shutil.rmtree(folder / "kept" / "asked")
        sources.parsed_text.cache_clear()  # another process
    assert story(rulelang.load(path)) == first
    assert not any(p.read_bytes().startswith(b"damaged") for p in good)


def test_an_entry_of_the_wrong_kind_is_ignored(folder: Path) -> None:
    """A good file in the wrong place is no answer."""
    path = folder / "harbour.rules"
    first = story(rulelang.load(path))
    cache = Cache(folder / "kept")
    for entry in [p for group in ("asked", "games", "trees") for p in entries(folder, group)]:
        cache.write(str(entry.relative_to(folder / "kept")), {"some": "thing"})
    assert story(rulelang.load(path)) == first


def test_nothing_is_written_when_it_is_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Off means off."""
    monkeypatch.setenv(SWITCH, "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "elsewhere"))
    rulelang.load(folder / "harbour.rules").start(3)
    assert sorted(p.name for p in folder.iterdir()) == ["harbour.rules"]


def test_a_folder_that_can_not_be_used_is_no_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game starts all the same."""
    monkeypatch.setenv(SWITCH, str(folder / "harbour.rules" / "below"))
    assert rulelang.load(folder / "harbour.rules").start(3).decision.options


def test_the_second_start_imports_neither_parser_nor_model(folder: Path) -> None:
    """What makes the second start quick is what it leaves out."""
    code = (
        "import sys, rulelang\n"
        f"rulelang.load({str(folder / 'harbour.rules')!r}).start(3, seed=7)\n"
        "print(*(name for name in ('lark', 'attr', 'rulelang.model.world') if name in sys.modules))\n"
    )
    found = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)]
    assert found[0].stdout.split() == ["lark", "attr", "rulelang.model.world"]
    assert found[1].stdout.split() == []


def test_what_is_generated_does_not_hang_on_the_order_of_sets() -> None:
    """A kept program and a model that was made anew in another process must fit together."""
    code = (
        "import hashlib, rulelang\n"
        f"source = rulelang.load({str(EXAMPLES / 'harbour.rules')!r}).program(3).source\n"
        "print(hashlib.sha256(source.encode()).hexdigest())\n"
    )
    environments = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    found = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=each).stdout
        for each in environments
    ]
    assert found[0] == found[1]
