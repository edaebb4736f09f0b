"""The page of a comparison: whole, self-contained, and harmless whatever rules call themselves."""

from __future__ import annotations

import random
from html.parser import HTMLParser

from attrs import evolve

from rulelang.experiments.comparison.findings import findings_of
from rulelang.experiments.comparison.pairs import Pairs
from rulelang.experiments.course import Course, Use
from rulelang.experiments.happenings import Happened
from rulelang.experiments.labels import Labels
from rulelang.experiments.measures import measures_of
from rulelang.experiments.plan import Outcome
from rulelang.experiments.report.page import Chapter, Report, page

VOID = {"meta", "br", "line", "rect", "circle", "path"}


class Reader(HTMLParser):
    """Notes what a page is made of, and that each tag is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.said = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


def chapter(by: int, count: int = 200) -> Chapter:
    """B is so many rounds longer; an option that nobody takes has a malicious name."""
    rng = random.Random(1)
    pairs = Pairs(measures_of(2))
    uses = {"act/dig": Use(4, 2, 2, 1), "act/<script>": Use(1, 0, 1, 0)}
    for number in range(count):
        a = Outcome(
            *(number, number, True, "the <b>end</b>", (rng.randrange(9), 1), (number % 2,), 10 + rng.randrange(9), 40),
            course=Course((0, 1), uses=uses),
        )
        pairs.add(a, evolve(a, rounds=a.rounds + by, decisions=41))
    return Chapter(
        first="town",
        second="town + <i>rule",
        findings=findings_of(pairs, 1.0),
        pairs=pairs,
        happened={"after dig (mine)": Happened(), "before dig (mine)": Happened(3, 7, 9)},
        differences=(),
        label=lambda name: name.replace("/", ": "),
    )


def read(*chapters: Chapter) -> Reader:
    text = page(Report(chapters, "2 players, random bots", "rulelang compare town 'town+<i>rule'"))
    assert "http" not in text
    assert "@import" not in text
    return Reader(text)


def test_page_is_whole_and_fetches_nothing():
    """Tags are closed, there is no script, and nothing that stands for a place elsewhere."""
    found = read(chapter(3), chapter(0))
    assert not found.open
    assert found.tags.isdisjoint({"script", "link", "img", "iframe", "i"})
    assert found.names.isdisjoint({"src", "href", "onclick", "style"})
    assert "svg" in found.tags


def test_what_it_says():
    """The answer first; what never happened aloud."""
    said = read(chapter(3)).said
    assert "Rounds: longer by 3 rounds" in said
    assert "After dig (mine) NEVER happened in 200 games" in said
    assert "before dig" in said.lower()
    assert "Nobody ever took: act: <script> (400 chances)" in said
    assert "Every game ended because the <b>end</b>." in said


def test_the_same_game_has_no_pictures():
    """There is nothing to see."""
    rng_free = Pairs(measures_of(2))
    same = Outcome(0, 0, True, "end", (1, 0), (0,), 3, 9, course=Course((0, 1)))
    for _ in range(60):
        rng_free.add(same, same)
    found = read(evolve(chapter(0), findings=findings_of(rng_free, 1.0), pairs=rng_free))
    assert "The same game every time" in found.said
    assert "svg" not in found.tags


def test_labels_of_options(game_of):
    """Of rules, ways and members; what has none is spelt."""
    game = game_of(
        """
        game shop "Shop"
          players: 2

        kind good
          | name  | label        |
          | cloth | "Fine cloth" |
          | wood  |              |
          left: number starts 3

        player
          points: number starts 0

        round main
          last: 2
          turn
            choose one
              way sell_one(g in good where g.left > 0) "Sell one"
                add 1 to actor.points
              way stay "Stay at home"
                add 1 to actor.points

        score points(p) gives p.points
        """
    )
    labels = Labels(game.world(2))
    assert labels.of("main.turn/stay").endswith(": Stay at home")
    assert labels.of("main.turn/sell_one(cloth)").endswith(": Sell one (Fine cloth)")
    assert labels.of("pick_up/cloth wood") == "pick up: Fine cloth wood"
