"""Sharing out games: the same ones whoever plays them, and those of a lost process once more."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import define, evolve, field

from rulelang.errors import RulelangError, UsageError
from rulelang.experiments.campaign import Campaign
from rulelang.experiments.engines import engine_for
from rulelang.experiments.engines.bundle import bundle_of, unpacked
from rulelang.experiments.engines.cluster import Cluster
from rulelang.experiments.engines.local import Here, Processes
from rulelang.experiments.engines.work import Batch, Stop
from rulelang.experiments.game import play
from rulelang.experiments.plan import Outcome, Plan

PIG = str(Path(__file__).parents[3] / "examples" / "pig.rules")
PLANS = [
    Plan(PIG, (), (("goal", goal),), 2, ("random",) * 2, 0, 3, 1000, audit=False, is_watched=True)
    for goal in ("10", "12")
]


@define
class Kept:
    """Keeps all games in the order in which they are handed on."""

    found: list[tuple[Outcome, ...]] = field(factory=list)

    def add(self, outcomes: Sequence[Outcome]) -> None:
        self.found.append(tuple(outcomes))


def kept_by(engine: Here | Processes, games: int = 60) -> list[tuple[Outcome, ...]]:
    kept = Kept()
    engine.carry_out(Campaign(PLANS, kept, games, jobs=2), Stop())
    return kept.found


def test_one_process_and_several_play_the_same_games():
    """Pairs come in the order of their numbers, each with the luck of its number."""
    alone = kept_by(Here())
    assert [a.number for a, b in alone] == [b.number for a, b in alone] == list(range(60))
    assert all(a.seed == b.seed for a, b in alone)
    assert kept_by(Processes(2)) == alone


@define
class Killing(Kept):
    """Ends one of the workers of a cluster when the first games have come."""

    cluster: Cluster = field(kw_only=True)
    ended: list[int] = field(factory=list)

    def add(self, outcomes: Sequence[Outcome]) -> None:
        super().add(outcomes)
        if not self.ended:
            self.ended.append(next(iter(self.cluster.client.run(os.getpid).values())))
            os.kill(self.ended[0], signal.SIGKILL)


@pytest.mark.skipif(os.name != "posix", reason="a worker is ended by a signal here")
def test_a_cluster_plays_the_same_games_though_a_worker_is_lost():
    """Two workers, one of which is killed in the middle: what it was at is played by the other."""
    cluster = Cluster("dask", 2)
    kept = Killing(cluster=cluster)
    cluster.carry_out(Campaign(PLANS, kept, 400, jobs=2), Stop())
    assert len(kept.ended) == 1
    assert kept.found == kept_by(Here(), 400)


class Forgetful(Cluster):
    """The scheduler forgets what it was asked for, until that was noticed once."""

    def submit(self, batch: Batch, gather: Callable[..., Any]) -> Any:
        future = super().submit(batch, gather)
        if not self.lost:
            self.client.cancel([future])
        return future


def test_what_the_scheduler_forgot_is_asked_for_again():
    """Rules and batches may have been on a lost worker alone."""
    cluster, kept = Forgetful("dask", 1), Kept()
    cluster.carry_out(Campaign(PLANS, kept, 60, jobs=2), Stop())
    assert cluster.lost
    assert kept.found == kept_by(Here(), 60)


def test_engines_have_names():
    """Others are refused."""
    assert isinstance(engine_for("local", 1), Here)
    assert isinstance(engine_for("local", 2), Processes)
    assert isinstance(engine_for("tcp://127.0.0.1:8786"), Cluster)
    with pytest.raises(UsageError, match="is no engine"):
        engine_for("ray")


HOUSE = """
variant sooner of pig
  about: "It ends sooner."
  change goal to 30
"""


def test_rules_are_sent_as_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whoever has none of the files plays the same games; whoever comes to other rules plays none."""
    (tmp_path / "pig.rules").write_text(Path(PIG).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "sooner.rules").write_text(HOUSE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    plan = evolve(PLANS[0], reference="pig.rules", variants=("sooner.rules",), options=())
    expected = [play(plan, number) for number in range(3)]
    bundle = bundle_of(plan)
    assert [Path(path).name for path, _ in bundle.texts] == ["pig.rules", "sooner.rules"]
    monkeypatch.chdir("/")
    for path, _ in bundle.texts:
        Path(path).unlink()
    here = unpacked(bundle)
    assert not here.reference.startswith(str(tmp_path))
    assert [play(here, number) for number in range(3)] == expected
    with pytest.raises(RulelangError, match="other rules"):
        unpacked(evolve(bundle, rules="0" * 16))
    shipped = bundle_of(evolve(plan, reference="rotterdam", variants=("safe_haven",)))
    assert shipped.texts == ()


@define
class Counting:
    """Work whose first batch ends the process that plays it, as often as it is told to."""

    marks: Path
    deaths: int
    played: list[int] = field(factory=list)
    left: list[int] = field(factory=lambda: [0, 4, 8])

    @property
    def gather(self):
        return partial(die_or_count, self.marks, self.deaths)

    def next_batch(self, size: int) -> Batch | None:
        if not self.left:
            return None
        first = self.left.pop(0)
        return Batch(PLANS[0], first, first + 4)

    def done(self, batch: Batch, found: list[int]) -> None:
        self.played += found

    def heard(self) -> None:
        pass


def die_or_count(marks: Path, deaths: int, outcomes: Iterable[Outcome]) -> list[int]:
    numbers = [outcome.number for outcome in outcomes]
    if 0 in numbers and len(list(marks.iterdir())) < deaths:
        (marks / str(os.getpid())).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return numbers


@pytest.mark.skipif(os.name != "posix", reason="processes are ended by a signal here")
def test_games_of_a_lost_process_are_played_again(tmp_path: Path):
    """Each number comes once."""
    work = Counting(tmp_path, deaths=1)
    Processes(2).carry_out(work, Stop())
    assert sorted(work.played) == list(range(12))


@pytest.mark.skipif(os.name != "posix", reason="processes are ended by a signal here")
def test_games_that_end_every_process_are_given_up(tmp_path: Path):
    """A batch at which one process after the other is lost is an error, and no endless loop."""
    with pytest.raises(RulelangError, match="ended from outside"):
        Processes(1).carry_out(Counting(tmp_path, deaths=99), Stop())
