"""Chance: the numbers themselves, what they hang on, and what they do not hang on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulelang.api.game import Game
from rulelang.core.chance import GOLDEN, Luck, mix, pick
from rulelang.core.purposes import streams_of

# Of splitmix64 as it was published, started at 1234567.
SPLITMIX = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]

DICING = """\
game dicing "Dicing"
  players: 2

die cube
  | face  |
  | one   |
  | two   |
  | three |
  | four  |
  | five  |
  | six   |

die coin
  | face  |
  | heads |
  | tails |

state
  rolled: list(cube)

round main
  turn
    choose one prompt "Throw?"
      way throw "Throw"
        {before}
        throw()
      way stop "Stop"
        stop game because "enough"

rule throw()
  choose d in cube by chance
  add d to rolled

rule toss()
  choose c in coin by chance
  if c = heads
    throw()
"""

GameOf = Callable[..., Game]


def rolls(game: Game, seed: int, rounds: int) -> list[int]:
    """What was thrown in some rounds in which everybody throws once."""
    match = game.start(2, seed=seed)
    for _ in range(2 * rounds):
        match.advance(0)
    return list(match.state.g_rolled)


def dicing(game_of: GameOf, before: str = "") -> Game:
    return game_of(DICING.replace("        {before}\n", f"        {before}\n" if before else ""))


def test_the_numbers_are_those_of_splitmix():
    assert [mix(1234567 + n * GOLDEN) for n in range(1, 6)] == SPLITMIX


def test_luck_comes_back_into_step(game_of: GameOf):
    """Another throw in the first round changes what that player throws in that round, and nothing else."""
    plain = rolls(dicing(game_of), 5, 6)
    more = rolls(dicing(game_of, "if round.number = 1 and actor = player_1\n          throw()"), 5, 6)
    assert more[0] == plain[0]
    assert more[2:] == plain[1:]


def test_purposes_do_not_disturb_one_another(game_of: GameOf):
    """Who also tosses a coin throws the same dice."""
    coins = dicing(game_of, "choose c in coin by chance")
    assert rolls(coins, 5, 6) == rolls(dicing(game_of), 5, 6)


def test_luck_hangs_on_names_and_not_on_places(game_of: GameOf):
    """A line more in the file is no other luck."""
    longer = game_of("# A note.\n\n" + DICING.replace("        {before}\n", ""))
    assert rolls(longer, 5, 6) == rolls(dicing(game_of), 5, 6)


def test_what_chance_is_asked_for(game_of: GameOf):
    """Each die has a name for each rule it is thrown in, and a place for nobody and for each player."""
    assert streams_of(dicing(game_of).program(2).world) == {"die cube in throw": 0, "die coin in toss": 3}


def test_seeds_rounds_and_players_differ(game_of: GameOf):
    """No two of a hundred neighbouring seeds throw alike, nor do rounds and players repeat one another."""
    found = [tuple(rolls(dicing(game_of), seed, 6)) for seed in range(100)]
    assert len(set(found)) == 100
    faces = [roll for row in found for roll in row]
    assert all(150 < faces.count(face) < 250 for face in range(6))
    assert all(sum(row[i] == row[j] for row in found) < 40 for i in range(12) for j in range(i))


@pytest.mark.parametrize("n", [2, 3, 7, 100, 5000])
def test_a_bot_picks_alike_in_every_loop(n: int):
    """What the quick loop picks is what a generator of random numbers gives."""
    quick, slow = Luck(8, 3), Luck(8, 3)
    for step in range(200):
        seat, round_ = step % 3, step // 50
        assert pick(quick.cells, seat, round_, n) == int(slow.at(seat, round_).random() * n)


def test_seats_draw_for_themselves():
    """What one seat draws is not changed by what another draws, and a round begins anew."""
    busy, calm = Luck(3, 2), Luck(3, 2)
    for _ in range(5):
        busy.at(0, 1).random()
    assert busy.at(1, 1).random() == calm.at(1, 1).random()
    assert busy.at(0, 2).random() == calm.at(0, 2).random()
