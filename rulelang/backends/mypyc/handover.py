"""How the tables of a program reach its compiled module: they are laid ready before it is loaded."""

from __future__ import annotations

from typing import Any

READY: dict[str, dict[str, Any]] = {}


def tables(name: str) -> dict[str, Any]:
    """The tables that were laid ready for a module."""
    return READY[name.rpartition(".")[2]]
