"""Rules that nobody has looked at, in C: the same games and the same faults as in Python, and no harm to memory.

Everything here takes long: games of the corpus and mutants of them are built under the address and
undefined-behaviour sanitisers and played, at random and by bots that look ahead.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from rulelang.api.anew import load_anew
from rulelang.api.game import Game
from rulelang.backends.c import build
from rulelang.backends.c.program import core_for, printed
from rulelang.backends.program import NotCompiled
from rulelang.errors import RuleFault, RulesError, UsageError
from rulelang.experiments.game import game_of, play
from rulelang.experiments.plan import Plan
from rulelang.visibility.blind import blind_numbers, eye_numbers
from tests.properties.mutants import mutant, small_files
from tests.unit.backends.test_c import CORPUS, EXAMPLES, LEFT, PLAYED, SHIPPED, SMALL

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(build.compiler() is None, reason="there is no C compiler here"),
]

MUTANTS = 8  # of each file so many are made; a third or so can be played

MAIN = """
#include <stdio.h>
#include <stdlib.h>
static const i32 BLIND[] = {{{blind}}};
static const i32 AHEAD[] = {{{samples}}};
static const i32 EYES[] = {{{eyes}}};
// One game of bots that search, a tree after the other; with what an option looks like one step ahead, or without.
static void search(S *s, u64 seed, double trust) {{
  Settings how = {{10, 5, 0.5, 8, trust, 0}};
  Tree *old[PLAYERS] = {{0}};
  i32 made = 0;
  double *learnt = malloc(sizeof(double) * (3 + 2 * PLAYERS) * MOST_OPTIONS);
  for (i32 ok = rules_start(s, seed) == GO; ok && !s->over && made < {limit} / 20; made++) {{
    if ((u32)s->decider >= PLAYERS) break;
    Tree *t = rules_tree(s, old[s->decider], &how, BLIND, EYES, seed + (u64)made);
    rules_fell(old[s->decider]);
    old[s->decider] = t;
    if (!t) break;
    rules_grow(t, s, 20, 0, 1e9);
    rules_learnt(t, s, learnt);
    ok = rules_choose(s, made % s->options) == GO;
  }}
  for (i32 p = 0; p < PLAYERS; p++) rules_fell(old[p]);
  free(learnt);
}}
int main(void) {{
  S *room = malloc(sizeof(S) * 6), *t = malloc(sizeof(S));
  i32 out[5 + PLAYERS * (RANKS + 1)];
  for (u64 seed = 0; seed < {games}; seed++) {{
    rules_play_many(room, &seed, 1, {limit}, 0, BLIND, out);
    rules_copy(t, room);
    if ({is_ahead}) rules_play_many(room, &seed, 1, {limit} / 10, AHEAD, BLIND, out);
    if ({is_ahead} && seed % 4 == 0) search(room, seed, seed % 8 ? 2.0 : 0.0);
  }}
  free(room); free(t);
  return 0;
}}
"""


def play_sanitised(game: Game, folder: Path, games: int, limit: int) -> None:
    """Games of all sorts under the sanitisers; they end with a word for everything that should not be."""
    players = game.players[0]
    game.start(players)
    core = core_for(game.program(players))
    try:
        blind, eyes = blind_numbers(core), eye_numbers(core)
    except NotCompiled:
        blind = eyes = []
    words = {
        "blind": ", ".join(map(str, blind or [0])),
        "eyes": ", ".join(map(str, eyes or [0])),
        "samples": ", ".join(["4"] * players),
        "games": games,
        "limit": limit,
        "is_ahead": int(bool(blind)),
    }
    source, made = folder / "rules.c", folder / "rules"
    source.write_text(printed(core) + MAIN.format(**words), encoding="utf-8")
    flags = [flag for flag in build.FLAGS if flag not in ("-shared", "-fPIC")]
    subprocess.run([*build.compiler(), "-O1", *flags, *build.SANITISED, "-o", made, source, "-lm"], check=True)
    done = subprocess.run([made], capture_output=True, text=True, check=False, timeout=900)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", [*PLAYED, *LEFT])
def test_small_games_touch_nothing_that_is_not_their_own(name: str, tmp_path: Path):
    path = EXAMPLES / f"{name}.rules"
    if name in LEFT:
        path = tmp_path / "small.rules"
        path.write_text(SMALL.replace("{does}", LEFT[name]), encoding="utf-8")
    play_sanitised(load_anew(path, (), {}), tmp_path, 200, 2_000)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_games_touch_nothing_that_is_not_their_own(name: str, tmp_path: Path):
    play_sanitised(load_anew(name, (), {}), tmp_path, 3, 1_000)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: "-".join(path.parts[-3::2]))
def test_the_corpus_touches_nothing_that_is_not_its_own(path: Path, tmp_path: Path):
    play_sanitised(load_anew(path, (), {}), tmp_path, 20, 300)


# ---- mutants ----------------------------------------------------------------------------------------------


def playable(number: int, folder: Path) -> Iterator[tuple[str, Path, Game]]:
    """The mutants of a file that can be played and compiled, whatever warnings there are."""
    original = small_files()[number]
    path = folder / "mutant.rules"
    for at in range(MUTANTS):
        text, _ = mutant(original, at)
        path.write_text(text, encoding="utf-8")
        try:
            game = load_anew(path, (), {})
            game.start(game.players[0])
            core_for(game.program(game.players[0]))
        except (RulesError, RuleFault, UsageError, NotCompiled):
            continue
        yield f"{original.name} {at}", path, game


@pytest.mark.parametrize("number", range(len(small_files())))
def test_mutants_are_played_alike(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The same results and the same faults, at random; C may leave a game to Python, and then that plays it."""
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    for name, path, game in playable(number, tmp_path):
        players = game.players[0]
        plan = Plan(str(path), (), (), players, ("random",) * players, 3, 0, 200, False)
        game_of.cache_clear()
        for at in range(plan.games):
            assert play(evolve(plan, is_compiled=True), at) == play(plan, at), name
    game_of.cache_clear()


@pytest.mark.parametrize("number", range(0, len(small_files()), 3))
def test_mutants_touch_nothing_that_is_not_their_own(number: int, tmp_path: Path):
    for _, _, game in list(playable(number, tmp_path))[:2]:
        play_sanitised(game, tmp_path, 20, 200)
