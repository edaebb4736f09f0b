"""How many findings of one sort are shown: whoever has thousands of them mends the first and asks again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic

MOST_ALIKE = 200


@frozen
class Few:
    """The findings to show, and how many more there are of each slug."""

    shown: tuple[Diagnostic, ...]
    left_out: Mapping[str, int]

    @property
    def notes(self) -> list[tuple[str, str]]:
        """A sentence for each slug of which there are more."""
        return [(slug, f"{count:,} more like the {MOST_ALIKE} above") for slug, count in self.left_out.items()]


def few_of(diagnostics: Sequence[Diagnostic]) -> Few:
    """The first ones of each slug, in their order."""
    found = Counter[str]()
    shown: list[Diagnostic] = []
    for diagnostic in diagnostics:
        found[diagnostic.slug] += 1
        if found[diagnostic.slug] <= MOST_ALIKE:
            shown.append(diagnostic)
    return Few(tuple(shown), {slug: count - MOST_ALIKE for slug, count in found.items() if count > MOST_ALIKE})
