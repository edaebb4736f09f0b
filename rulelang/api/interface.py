"""The public interface: what of each class that `rulelang` exports is meant for everybody.

The pages are made from it, `dir(match)` shows it, and a test holds both to it. What is not listed may change.
"""

from __future__ import annotations

from collections.abc import Mapping

INTERFACE: Mapping[str, tuple[str, ...]] = {
    "Game": ("name", "players", "variants", "options", "start", "fingerprint"),
    "Match": (
        *("players", "player_names", "over", "decision", "choose", "choices", "scores", "ranks", "winners"),
        *("end_reason", "log", "say", "view", "why_not", "copy", "save", "language", "seed", "chance"),
    ),
    "Decision": ("player", "prompt", "options", "keys", "is_chance", "is_secret", "rule", "cites"),
    "Option": ("index", "key", "text", "text_in", "parts", "at", "cost", "cost_text", "weight"),
    "View": ("data",),
    "WhyNot": ("place",),
    "Event": ("visible_to", "seen_by", "data"),
    "Bot": ("choose",),
}


class Public:
    """Something of which `dir` shows what is public."""

    __slots__ = ()

    def __dir__(self) -> list[str]:
        return sorted(INTERFACE[type(self).__name__])
