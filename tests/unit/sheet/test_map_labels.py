"""Names on a drawn map: each beside its place, none on another name or on a place."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from rulelang.api.load import load
from rulelang.sheet import make_sheet
from rulelang.sheet.write import html
from rulelang.sheet.write.labels import Box, Named, placed

ROOT = Path(__file__).parents[3]
TEXT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" text-anchor="middle" font-size="([\d.]+)"[^>]*>([^<]*)</text>')
CIRCLE = re.compile(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"')
LETTER = 0.55  # how wide a letter is on the average, in the usual fonts
PAPER = Box(0, 0, 1000, 1000)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("rotterdam", {}),
        ("mainports", {}),
        ("mainports", {"map": "great_europe"}),
        ("mainport_mastermind", {}),
    ],
)
def test_names_of_the_large_maps_can_be_read(game: str, options: dict[str, str]) -> None:
    """No name covers another, nor a place, and none runs off the paper."""
    page = html.write(make_sheet(load(ROOT / "games" / game, options=options), 3))
    names: list[Box] = []
    for x, y, size, label in TEXT.findall(page):
        half = LETTER * float(size) * len(label) / 2
        if len(label) > 2:  # shorter ones stand in their places
            names.append(Box(float(x) - half, float(y) - 0.7 * float(size), float(x) + half, float(y)))
    places = [Box(float(x) - float(r), float(y) - float(r), float(x) + float(r), float(y) + float(r))
              for x, y, r in CIRCLE.findall(page)]  # fmt: skip
    assert len(names) >= 4
    assert not [pair for pair in combinations(names, 2) if pair[0].meets(pair[1])]
    assert not [name for name in names if any(name.meets(place) for place in places)]
    assert all(name.left >= 0 and name.right <= 1000 for name in names)


def test_a_name_alone_stands_above_its_place() -> None:
    """In the largest writing, and in the middle."""
    spot = Named(500, 500, 11, "York")
    label = placed([spot], PAPER)[spot]
    assert (label.x, label.size, label.is_far) == (pytest.approx(500), 17, False)
    assert label.box.bottom <= spot.box.top


def test_where_there_is_no_room_beside_it_a_line_leads_to_the_name() -> None:
    """A place shut in by others has its name further away, and the smallest writing there is."""
    ring = [Named(500 + 24 * x, 500 + 24 * y, 11, "") for x in range(-1, 2) for y in range(-1, 2) if (x, y) != (0, 0)]
    middle = Named(500, 500, 11, "Middleton")
    label = placed([middle, *ring], PAPER)[middle]
    assert label.is_far
    assert label.size == 11
    assert not any(label.box.meets(spot.box) for spot in ring)
