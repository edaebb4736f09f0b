"""Games that are kept: found again, never played twice, never mixed up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from attrs import define, evolve, field

from rulelang.api.load import load
from rulelang.errors import RulelangError
from rulelang.experiments.engines.local import Here
from rulelang.experiments.engines.work import Batch
from rulelang.experiments.game import play
from rulelang.experiments.keeping import missing
from rulelang.experiments.plan import Outcome, Plan
from rulelang.experiments.setting import Playing, Setting, play_all
from rulelang.experiments.store import Store

EXAMPLES = Path(__file__).parents[3] / "examples"
GEMS = str(EXAMPLES / "gem_market.rules")
SETTING = Setting(2, "random", seed=5, limit=300)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store.open(tmp_path / "deep" / "games.sqlite")
    yield found
    found.close()


@define
class Kept:
    """Keeps what it is given."""

    found: list[Outcome] = field(factory=list)

    def add(self, outcomes: Sequence[Outcome]) -> None:
        self.found += outcomes


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that were really played."""
    numbers: list[int] = []
    usual = Here.outcomes

    def noting(self: Here, batch: Batch, work: object, stop: object) -> list[Outcome]:
        numbers.extend(range(batch.first, batch.end))
        return usual(self, batch, work, stop)

    monkeypatch.setattr(Here, "outcomes", noting)
    return numbers


def test_more_games_are_only_the_missing_ones(store: Store, played: list[int]):
    """30 after 20 are 10; what is told is the same as of 30 at once."""
    game = load(GEMS)
    first, second, alone = Kept(), Kept(), Kept()
    play_all(SETTING, [game], first, Playing(20, store=store))
    assert played == list(range(20))
    play_all(SETTING, [game], second, Playing(30, store=store))
    assert played == list(range(30))
    play_all(SETTING, [game], alone, Playing(30))
    assert second.found == alone.found
    assert second.found[:20] == first.found


def test_gaps_are_filled(store: Store, played: list[int]):
    """Whatever order games came in before a run was killed."""
    game = load(GEMS)
    plan = SETTING.plan(game)
    setup = store.setup(plan, game)
    store.keep(setup, plan.seed, [play(plan, number) for number in (1, 2, 5)])
    kept = Kept()
    play_all(SETTING, [game], kept, Playing(7, store=store))
    assert sorted(played) == [0, 3, 4, 6]
    assert [outcome.number for outcome in kept.found] == list(range(7))
    assert missing([play(plan, n) for n in (1, 2, 5)], 0, 7) == [(0, 1), (3, 5), (6, 7)]


def test_faults_and_unfinished_games_come_back_as_they_were(store: Store):
    """Nothing is lost on the way into the file."""
    plan = SETTING.plan(load(GEMS))
    setup = store.setup(plan, load(GEMS))
    whole = play(plan, 0)
    games = [
        whole,
        evolve(play(plan, 1), finished=False, reason="", winners=(), course=None),
        Outcome(2, play(plan, 2).seed, False, "", (), (), 0, 0, "x.rules:3: a rule went wrong"),
    ]
    store.keep(setup, plan.seed, games)
    assert list(store.games(setup, plan.seed)) == games
    assert whole.course is not None
    assert whole.course.uses


def test_two_writers(store: Store):
    """Both may play a game; one row stays. If it is not the same game, that is said aloud."""
    plan = SETTING.plan(load(GEMS))
    other = Store.open(store.path)
    try:
        setup = store.setup(plan, load(GEMS))
        assert other.setup(plan, load(GEMS)) == setup
        games = [play(plan, number) for number in range(4)]
        store.keep(setup, plan.seed, games[:3])
        other.keep(setup, plan.seed, games[1:])
        assert list(store.games(setup, plan.seed)) == games
        with pytest.raises(RulelangError, match="went another way"):
            other.keep(setup, plan.seed, [evolve(games[0], rounds=99)])
    finally:
        other.close()


def test_other_games_have_other_places(store: Store, tmp_path: Path):
    """Rules, bots, limit, and what greedy bots judge by; neither comments nor what random bots do not look at."""
    path = tmp_path / "mine.rules"
    text = Path(GEMS).read_text(encoding="utf-8")
    setups = []

    def setup(text: str, plan_of: Setting = SETTING) -> int:
        path.write_text(text, encoding="utf-8")
        game = load(path)
        setups.append(store.setup(plan_of.plan(game), game))
        return setups[-1]

    plain = setup(text)
    assert setup("# a comment\n" + text) == plain
    greedy = evolve(SETTING, bot="greedy")
    quick = evolve(SETTING, bot="greedy:1")
    judged = re.sub(r"(?m)^(estimate .* gives )", r"\g<1>1 + ", text)
    assert judged != text
    assert setup(judged) == plain
    by_value = "\nvalue hope gives 1" + re.sub(r"(?m)^(estimate .* gives )", r"\g<1>hope + ", text)
    different = [
        setup(by_value, greedy),
        setup(by_value.replace("hope gives 1", "hope gives 2"), greedy),
        setup(text.replace("players: 2", "players: 2 #", 1).replace("starts 0", "starts 1", 1)),
        setup(text, greedy),
        setup(judged, greedy),
        setup(text, quick),
        setup(judged, quick),
        setup(text, evolve(SETTING, limit=299)),
    ]
    assert len({plain, *different}) == 1 + len(different)


def test_a_file_that_is_none(tmp_path: Path):
    """It stays as it is, and a message says what to do."""
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n" * 200, encoding="utf-8")
    with pytest.raises(RulelangError, match="--store FILE"):
        Store.open(path)
    assert path.read_text(encoding="utf-8").startswith("my notes")


def test_a_plan_is_no_part_of_the_key_twice(store: Store):
    """Where the rules lie does not matter: the same text elsewhere is the same game."""
    here, there = load(GEMS), Path(store.path.parent / "gem_market.rules")
    there.write_text(Path(GEMS).read_text(encoding="utf-8"), encoding="utf-8")
    elsewhere = load(there)
    plans: list[Plan] = [SETTING.plan(game) for game in (here, elsewhere)]
    assert store.setup(plans[0], here) == store.setup(plans[1], elsewhere)
