"""Which variants are looked at together: every two of them, and where they are very many, strangers in groups.

Two variants are strangers if neither has a word for what the other one amends or declares, or both only add
something before or after the same rule. What would be wrong with two strangers is wrong in a larger group of
strangers, too, so one world does for all pairs of the group; if anything shows there that no variant has by itself,
its pairs are looked at one by one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from attrs import frozen

from rulelang.project.rules import Rules, Variant
from rulelang.syntax import nodes

MOST_PAIRS = 200
MOST_BESIDE = 3_000  # to be looked at one by one
WORD = re.compile(r"[a-z_][a-z0-9_]*")

Pair = tuple[str, str]  # in the order of the files


ADDING = frozenset({"before", "after"})


@frozen
class Touched:
    """The words of a variant, without what it only adds to, and what it amends or declares something by."""

    words: frozenset[str]
    changed: frozenset[str]

    def is_stranger(self, other: Touched) -> bool:
        return not (self.words & other.changed or other.words & self.changed)


def touched_by(variant: Variant) -> Touched:
    blocks = [item for item in variant.block.body if isinstance(item, nodes.Block) and item.keyword != "scenario"]
    changed = {item.path.names[0] if item.path is not None else item.keyword for item in blocks}
    added = Counter(item.path.names[0] for item in blocks if item.keyword in ADDING and item.path is not None)
    words = Counter(WORD.findall(variant.block.span.text))
    return Touched(frozenset(word for word, times in words.items() if times > added[word]), frozenset(changed))


def pairs_of(rules: Rules, own: Sequence[str]) -> list[Pair]:
    """Every two variants; with house rules only those that have one of them."""
    pairs = combinations(rules.variants, 2)
    return [pair for pair in pairs if not own or set(rules.with_needs(pair)) & set(own)]


def groups_of(rules: Rules, pairs: Sequence[Pair]) -> list[tuple[str, ...]]:
    """Sets of variants that hold all pairs: two each, or many strangers that may be played together."""
    strangers = strange(rules, pairs) if len(pairs) > MOST_PAIRS else {}
    groups: list[tuple[str, ...]] = []
    left = dict.fromkeys(strangers)
    while left:
        group: set[str] = {*next(iter(left))}
        for name in rules.variants:
            if all((name, other) in strangers or (other, name) in strangers for other in group - {name}):
                group.add(name)
        groups.append(tuple(name for name in rules.variants if name in group))
        for pair in combinations(groups[-1], 2):
            left.pop(pair, None)
    return [*groups, *(pair for pair in pairs if pair not in strangers)]


def strange(rules: Rules, pairs: Iterable[Pair]) -> dict[Pair, None]:
    """The pairs of strangers that may be played together."""
    touched = {name: touched_by(variant) for name, variant in rules.variants.items()}
    fewest = rules.players[0]
    found = dict[Pair, None]()
    for pair in pairs:
        one, two = pair
        if touched[one].is_stranger(touched[two]) and not rules.check_variants(rules.with_needs(pair), fewest):
            found[pair] = None
    return found
