"""What all tests share: Hypothesis profiles, and expected texts that one option rewrites."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples in every run, so that a change fails because of itself and not because of luck.
settings.register_profile("ci", derandomize=True, deadline=None)
# To look for what nobody thought of: HYPOTHESIS_PROFILE=explore make test
settings.register_profile("explore", max_examples=1000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# No test passes or fails because of what an earlier run kept; tests of the cache switch it on for themselves.
os.environ["RULELANG_CACHE"] = "off"


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
