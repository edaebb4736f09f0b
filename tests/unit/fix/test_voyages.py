"""Voyages of the first edition become those of the second, and so does what amends them."""

from pathlib import Path
from textwrap import dedent

from rulelang.checks.run import check_paths
from rulelang.diagnostics.diagnostic import Severity
from rulelang.fix.files import mended_files

OLD = dedent("""
    game stroll "Stroll"
      players: 2

    kind colour
      | name |
      | red  |

    kind spot
      | name |
      | ash  |
      | oak  |
      | elm  |

    map paths of spot
      both_ways: yes
      marks: colour
      | from | to  | colour |
      | ash  | oak | red    |
      | oak  | elm | red    |

    piece pawn per player
      count: 1
      at: spot starts ash

    player
      points: number starts 0

    voyage walk of pawn cites STR-001
      places: spot
      early: anywhere
      # Nobody swims.
      blocked: place = elm and round.number = 1
      map: paths
      along: w.colour = red
      room: 2

    before walk.enter(s, place) when place = oak
      add 1 to s.owner.points

    after walk.stop(s, place)
      if walk.room(s, place) > 1
        add 1 to s.owner.points

    change walk.room(s, place) by 1 when place = ash

    instead of walk.pass(s, place)
      add 1 to s.owner.points

    round main
      last: 4
      turn
        choose n in 1..2
        choose p in actor.pawn where can(walk.go(p, n))
          walk.go(p, n)

    score points(p) gives p.points
""").lstrip()


def test_a_voyage_of_the_first_edition(tmp_path: Path) -> None:
    path = tmp_path / "stroll.rules"
    path.write_text(OLD)
    ((file),) = mended_files([path])
    text = file.after or ""
    for now in (
        "voyage walk(s: pawn, n: number) cites STR-001\n  steps: n\n  places: spot\n",
        '  enters\n    need not (place = elm and round.number = 1) because "that place is blocked"\n',
        "before walk.enters(s, n, place) when place = oak",
        "after walk.stops(s, n, place)",
        "if walk.room(s, walk.n, place) > 1",
        "change walk.room(s, n, place) by 1 when place = ash",
        "instead of walk.passes(s, n, place)",
        "walk.go(p, n)",
    ):
        assert now in text
    assert "map: paths" not in text
    path.write_text(text)
    assert [problem for problem in check_paths([path]) if problem.severity is Severity.ERROR] == []
    assert mended_files([path]) == []
