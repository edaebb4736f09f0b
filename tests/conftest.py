"""What all tests share: Hypothesis profiles, and expected texts that one option rewrites."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from rulelang.cache.folder import OFF, SWITCH

# Nothing fails because a machine is busy: neither a deadline nor how long examples take to make.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples in every run, so that a change fails because of itself and not because of luck.
settings.register_profile("ci", patient, derandomize=True)
# To look for what nobody thought of: HYPOTHESIS_PROFILE=explore make test
settings.register_profile("explore", patient, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# What is kept is kept for this run alone, so that no test passes or fails because of an earlier one. All processes of
# the run share it: a shipped game is read once. `RULELANG_CACHE=off make test` does without.
if "PYTEST_XDIST_WORKER" not in os.environ and os.environ.get(SWITCH, "").lower() not in OFF:
    KEPT = TemporaryDirectory(prefix="rulelang-", ignore_cleanup_errors=True)
    os.environ[SWITCH] = KEPT.name

# Games are played anew: a store of an earlier run would answer in their place. Tests of the store name a file.
os.environ["RULELANG_STORE"] = "off"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer one option that rewrites every stored expected text."""
    parser.addoption("--rewrite-snapshots", action="store_true", help="store what the tests find as expected")


@pytest.fixture
def matches_snapshot(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a stored one, or store it when asked to."""

    def compare(path: Path, found: str) -> None:
        if request.config.getoption("--rewrite-snapshots"):
            path.write_text(found, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == found

    return compare
