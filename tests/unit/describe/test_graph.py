"""Pictures of the rules: what is in them was read off the rules by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import attrs
import pytest

from rulelang.api.game import Game
from rulelang.describe.graph import Link, Picture, Use, picture
from rulelang.describe.graph_page import page, svg
from rulelang.describe.graph_text import dot, drawing, mermaid

RULES = """
    game mill "The <Mill>"
      players: 2

    player
      flour: number starts 0

    state
      corn: number starts 0

    die sky
      | face |
      | sun  |
      | rain |

    setup
      set corn to 3

    round main
      phase grind "Grinding"
        turn
          choose one prompt "What now?"
            way mill "Mill it"
              grind(1)
            way rest "Rest"
              tell "{actor} rests"
      phase weather "The weather"
        choose w in sky by chance
          if w = rain
            grow()
        grow()
      finish
        if corn > 9
          stop game because "the barn is full"

    rule grind(n: number)
      need corn >= n because "no corn is left"
      add -n to corn
      add n to actor.flour
      log_it()

    rule grow()
      add yield_now to corn
      log_it()

    rule log_it()
      tell "{corn} left"

    value yield_now gives 1

    score most(p) gives p.flour

    variant rich "Rich" of mill
      change yield_now by 1
      after grow()
        add 1 to corn
"""


@pytest.fixture
def mill(game_of: Callable[..., Game]) -> Picture:
    return picture(game_of(RULES), 2)


def outline(found: Picture, title: str) -> list[tuple[int, str, str, int]]:
    (column,) = [column for column in found.columns if column.title == title]
    return [(step.depth, step.kind, step.text, step.amended) for step in column.steps]


def test_parts_of_the_round_in_their_order(mill: Picture) -> None:
    """A part in which nothing is called or asked is left out."""
    assert [column.title for column in mill.columns] == ["Grinding", "The weather", "a round ends"]


def test_outlines(mill: Picture) -> None:
    """What was shown before is only named; a rule knows how often variants amend it, in force or not."""
    assert outline(mill, "Grinding") == [
        (0, "turn", "each player in turn", 0),
        (1, "ask", "What now?", 0),
        (2, "way", "Mill it", 0),
        (3, "rule", "grind", 0),
        (4, "rule", "log_it", 0),
        (2, "way", "Rest", 0),
    ]
    assert outline(mill, "The weather") == [
        (0, "chance", "chance: w", 0),
        (1, "rule", "grow", 1),
        (2, "rule", "log_it", 0),
        (0, "rule", "grow ↑", 1),
    ]
    assert outline(mill, "a round ends") == [(0, "end", "the barn is full", 0)]


def test_what_variants_change(mill: Picture) -> None:
    assert [attrs.evolve(link, place="") for link in mill.links] == [
        Link("rich", "after", "grow", ""),
        Link("rich", "change", "yield_now", ""),
    ]


def test_who_writes_and_reads(mill: Picture) -> None:
    uses = {use.field: use for use in mill.uses}
    assert set(uses["corn"].writers) == {"setup", "grind", "grow"}
    assert {"grind", "main.finish", "log_it"} <= set(uses["corn"].readers)
    assert uses["player.flour"] == Use("player.flour", ("grind",), ())


@pytest.mark.parametrize("draw", [page, svg])
def test_pictures_are_well_formed_and_take_no_text_for_markup(mill: Picture, draw: Callable[[Picture], str]) -> None:
    text = draw(mill)
    assert "The &lt;Mill&gt;" in text
    first = text[text.index("<svg") : text.index("</svg>") + len("</svg>")]
    drawn = ET.fromstring(first)
    said = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Grinding", "What now?", "grow ↑", "the barn is full"} <= set(said)


def test_arrows_between_rules(mill: Picture) -> None:
    """A rule is drawn once, whoever calls it; the variant points at what it changes."""
    drawn = drawing(mill, amendments=False, only_field=False)
    texts = {node.name: node.text for node in drawn.nodes}
    arrows = [(texts[edge.start], texts[edge.end], edge.text, edge.is_dashed) for edge in drawn.edges]
    assert arrows == [
        ("Grinding", "each player in turn", "", False),
        ("each player in turn", "What now?", "", False),
        ("What now?", "Mill it", "", False),
        ("Mill it", "grind", "", False),
        ("grind", "log_it", "", False),
        ("What now?", "Rest", "", False),
        ("The weather", "chance: w", "", False),
        ("chance: w", "grow", "", False),
        ("grow", "log_it", "", False),
        ("The weather", "grow", "", False),
        ("a round ends", "the barn is full", "", False),
        ("rich", "grow", "after", True),
        ("rich", "yield_now", "change", True),
    ]


def test_one_side_of_the_rules_alone(mill: Picture) -> None:
    amendments = drawing(mill, amendments=True, only_field=False)
    assert [node.text for node in amendments.nodes] == ["grow", "rich", "yield_now"]
    (corn,) = [use for use in mill.uses if use.field == "corn"]
    drawn = drawing(attrs.evolve(mill, uses=(corn,)), amendments=False, only_field=True)
    texts = {node.name: node.text for node in drawn.nodes}
    arrows = {(texts[edge.start], texts[edge.end]) for edge in drawn.edges}
    assert {("grind writes", "corn"), ("corn", "log_it reads")} <= arrows
    assert ("corn", "grow reads") not in arrows


def test_languages_that_other_programs_draw(mill: Picture) -> None:
    """What a text holds means nothing to them; every name that an arrow has is that of a node."""
    odd = attrs.evolve(mill, links=(Link('say "x" <b> | ]', "after", "a\\b", ""),))
    drawn = drawing(odd, amendments=False, only_field=False)
    in_mermaid, in_dot = mermaid(drawn), dot(drawn)
    assert '("say #34;x#34; #60;b#62; #124; #93;")' in in_mermaid
    assert 'label="say \\"x\\" <b> | ]", shape=note' in in_dot
    assert 'label="a\\\\b"' in in_dot
    for text, arrow in ((in_mermaid, r"-\.?->(?:\|[a-z]+\|)?"), (in_dot, "->")):
        ends = set(re.findall(rf"^  (n\d+) {arrow} (n\d+)", text, re.MULTILINE))
        declared = set(re.findall(r"^ +(n\d+)(?=[\[({>] ?| \[)", text, re.MULTILINE))
        assert len(ends) == len(drawn.edges)
        assert {name for pair in ends for name in pair} <= declared
    assert in_mermaid.count("subgraph") == in_dot.count("subgraph") == len(mill.columns)
    assert in_mermaid.count("  end\n") == len(mill.columns)
    assert in_dot.count("{") == in_dot.count("}")
