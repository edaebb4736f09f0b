"""One server for all tests of a module: it starts in half a second."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("pygls")

from tests.lsp.editor import Editor, editor


@pytest.fixture(scope="module")
def at_desk() -> Iterator[Editor]:
    """An editor that has nothing open."""
    with editor(commands=["rulelang.playFrom"]) as there:
        yield there
