"""What the first edition called otherwise is called as it is now, once."""

from pathlib import Path
from textwrap import dedent

from rulelang.checks.run import check_paths
from rulelang.diagnostics.diagnostic import Severity
from rulelang.fix.files import mended_files

OLD = dedent("""
    game mill "Mill"
      players: 2..3

    setup_table start
      | players | coins |
      | 2       | 3     |
      | 3       | 2     |

    table toll
      | step |
      | 1    |

    kind town
      | name |
      | ash  |
      | oak  |

    map roads of town
      directed: no
      | from | to  |
      | ash  | oak |
      need connected()

    player
      at: town starts ash
      coins: number starts start.coins
      been: list(town) starts []
      tired: flag starts no

    window rest "Rest" of actor when actor.tired
      choose n in 1..2
      set actor.tired to no

    round main
      first: seat(mod(round.number, players))
      last: 4
      turn
        # Anywhere but where one is.
        choose t in without(list(t in town), actor.at)
        if actor.been has t and not toll has 2
          add seat(actor) to actor.coins
        if actor != seat(0)
          set actor.tired to yes
        add t to actor.been
        set actor.at to t

    score coins(p) gives p.coins + count(distinct(p.been))
      ties: -seat(p)
""").lstrip()


def test_words_of_the_first_edition(tmp_path: Path) -> None:
    path = tmp_path / "mill.rules"
    path.write_text(OLD)
    ((file),) = mended_files([path])
    text = file.after or ""
    for now in (
        "table start",
        "both_ways: yes",
        "tired: yes or no starts no",
        'window rest "Rest" when actor.tired',
        "seat(remainder(round.number, players) + 1)",
        "# Anywhere but where one is.",
        "list(t in town) - actor.at",
        "if t is in actor.been and not toll[2] is not none",
        "add (seat(actor) - 1) to actor.coins",
        "if actor != seat(1)",
        "count(different(p.been))",
        "ties: -seat(p)",
    ):
        assert now in text
    path.write_text(text)
    assert [problem for problem in check_paths([path]) if problem.severity is Severity.ERROR] == []


def test_seats_are_moved_once(tmp_path: Path) -> None:
    path = tmp_path / "mill.rules"
    path.write_text(OLD)
    ((file),) = mended_files([path])
    path.write_text(file.after or "")
    assert mended_files([path]) == []


def test_players_of_a_variant_are_added_to(tmp_path: Path):
    """A `player` block in a variant is written anew; that alone does not make seats be counted anew."""
    path = tmp_path / "fair.rules"
    path.write_text(
        dedent("""
        game fair "Fair"
          players: 2

        round main
          first: seat(1)
          last: 1
          turn
            stop turn

        variant medals of fair
          player  # what they win
            medals: number starts 2

          change worth(p) by p.medals

        value worth(p: player) gives seat(p)

        score points(p) gives worth(p)
        """),
        encoding="utf-8",
    )
    (file,) = mended_files([path])
    assert file.after is not None
    assert "  add to player  # what they win\n    medals: number starts 2\n" in file.after
    assert "first: seat(1)" in file.after
    path.write_text(file.after, encoding="utf-8")
    assert [p.message for p in check_paths([path]) if p.severity is Severity.ERROR] == []
    assert mended_files([path]) == []


NEW = dedent("""
    game fair "Fair"
      players: 2

    player
      been: list(number)
      starts_first: player starts seat(1)

    round main
      first: seat(players)
      last: 1
      turn
        if actor.been has 2
          stop turn
        set actor.starts_first to seat(1)

    score points(p) gives count(p.been)
""").lstrip()


def test_one_old_word_moves_no_seat(tmp_path: Path) -> None:
    """Seats are raised where a seat 0 shows that they are counted from there, or where somebody says so."""
    path = tmp_path / "fair.rules"
    path.write_text(NEW)
    (file,) = mended_files([path])
    assert file.after == NEW.replace("actor.been has 2", "2 is in actor.been")
    assert file.seats_raised is False
    (file,) = mended_files([path], seats_from_zero=True)
    assert "starts seat(2)" in (file.after or "")
    assert "first: seat(players + 1)" in (file.after or "")
    assert file.seats_raised is True
