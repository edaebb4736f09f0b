"""A way over the edge of the map leaves on one side and comes in on the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.api.load import load
from rulelang.model.geometry import coordinate
from rulelang.sheet.drawing import strokes

WORLD = """game world "World"
  players: 2

kind place
  | name | x    | y  |
  | west | -130 | 0  |
  | east | 170  | 30 |

kind lane of place

map legs of place
  both_ways: yes
  spaces_are: lane
  | from | to   | spaces | wrap |
  | east | west | 2      | {wrap} |

player
  at: place starts west

round main
  last: 2
  turn
    choose w in ways(actor.at)
    set actor.at to w.to

score trips(p) gives 1 if p.at = east otherwise 0
"""


def lanes(folder: Path, wrap: str) -> list[tuple[float | None, float | None]]:
    path = folder / "world.rules"
    path.write_text(WORLD.format(wrap=wrap), encoding="utf-8")
    graph = load(path).world(2).graphs["legs"]
    members = {m.key: n for n, m in enumerate(graph.node.root.members)}
    numbers = [members[f"east_west_{n}"] for n in (1, 2)]
    return [(coordinate(graph.node, n, "x"), coordinate(graph.node, n, "y")) for n in numbers]


@pytest.mark.parametrize(("wrap", "expected"), [("-", [(70, 20), (-30, 10)]), ("360", [(190, 20), (-150, 10)])])
def test_places_between_lie_on_the_short_way(tmp_path: Path, wrap: str, expected: list[tuple[float, float]]) -> None:
    """From 170 to -130 it is 60 over the edge, not 300 across the map."""
    assert lanes(tmp_path, wrap) == expected


def test_the_line_is_cut_at_the_edge(tmp_path: Path) -> None:
    """Half way from 190 to -150 (that is 210) lies the edge, at 200 and at -160."""
    path = tmp_path / "world.rules"
    path.write_text(WORLD.format(wrap="360"), encoding="utf-8")
    graph = load(path).world(2).graphs["legs"]
    xs = [coordinate(graph.node, n, "x") for n in range(len(graph.node.root.members))]
    middle = (min(x for x in xs if x is not None) + max(x for x in xs if x is not None)) / 2
    out, back = strokes(graph, 0, (190.0, 20.0), (-150.0, 10.0))
    assert out[:2] == (190.0, 20.0)
    assert back[2:] == (-150.0, 10.0)
    assert (out[2], back[0]) == (middle + 180, middle - 180) == (200.0, -160.0)
    assert out[3] == back[1] == 15.0
    assert strokes(graph, 0, (170.0, 30.0), (190.0, 20.0)) == [(170.0, 30.0, 190.0, 20.0)]
