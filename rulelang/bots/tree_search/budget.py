"""How long a search goes on: so many games in the head, so many choices made in them, or so long."""

from __future__ import annotations

from time import monotonic

from attrs import define, field, frozen


@frozen
class Budget:
    """What a move may take; of the three one is given. Counted ones make a search that can be repeated."""

    games: int = 0
    choices: int = 0
    seconds: float = 0.0

    @classmethod
    def from_words(cls, words: str) -> Budget:
        """`1000` games, `5000d` choices (decisions), `2s`; an error says what is allowed."""
        number, unit = (words[:-1], words[-1]) if words[-1:] in ("d", "s") else (words, "")
        try:
            amount = float(number) if unit == "s" else int(number)
        except ValueError:
            amount = 0
        if not 0 < amount <= 10**9:
            raise ValueError(f"`{words}` is no budget: it is a number of games (1000), of decisions (5000d) or 2s")
        if unit == "s":
            return cls(seconds=amount)
        return cls(choices=int(amount)) if unit == "d" else cls(games=int(amount))


@define
class Meter:
    """What a search has used of its budget."""

    budget: Budget
    games: int = 0
    choices: int = 0
    began: float = field(factory=monotonic)

    def is_left(self) -> bool:
        """May it go on?"""
        if self.budget.games:
            return self.games < self.budget.games
        if self.budget.choices:
            return self.choices < self.budget.choices
        return monotonic() - self.began < self.budget.seconds
