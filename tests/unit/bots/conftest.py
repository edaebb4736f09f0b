"""For tests of bots that think in rules compiled to C."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulelang.api.load import load
from rulelang.backends.c import build
from rulelang.backends.c.program import CProgram, compiled
from rulelang.visibility.blind import with_eyes

EXAMPLES = Path(__file__).parents[3] / "examples"

Thought = Callable[[CProgram, object, int], object]


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled in no time; libraries are kept while the tests of a module run."""
    if build.compiler() is None:
        pytest.skip("there is no C compiler here")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELANG_CACHE", str(tmp_path_factory.mktemp("c")))
        patch.setattr("rulelang.bots.followed.LONG_WORK", "-O0")
        yield


def assert_rests_on_what_is_seen(name: str, players: int, thought: Thought) -> None:
    """Whatever cards lie where they can not be seen, and whatever chance brings: a bot thinks the same."""
    program = with_eyes(compiled(load(EXAMPLES / name).program(players), "-O0"))
    changed = 0
    for seed in range(6):
        position = program.start(seed)
        assert program.play_on(position, seed, 2 * seed % 5) is not None
        over, player, *_ = program.asked(position)
        if over:
            continue
        twins = [program.believe(position, player, each)[0] for each in range(4)]
        changed += any(program.state(twin) != program.state(position) for twin in twins)
        found = thought(program, position, seed)
        assert found is not None
        assert all(thought(program, twin, seed) == found for twin in twins)
    assert changed > 0, name
