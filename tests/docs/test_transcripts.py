"""What a player sees of the first round of each game: the transcripts in the documentation are what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from rulelang.api.load import load
from rulelang.cli.screen import PlainScreen
from rulelang.cli.session import HUMAN, Left, Session
from rulelang.table.terminal.canvas import Line, text_of

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"
GAMES = ("rotterdam", "masters_of_trade", "mainports", "mainport_mastermind")
WIDTH, HEIGHT = 80, 24
MOST = 12  # decisions


class Paper(PlainScreen):
    """A screen that keeps what was printed, and types what it is given."""

    is_redrawn = True

    def __init__(self) -> None:
        self.printed: list[str] = []
        self.answers: Iterator[str] = iter(())
        self.tallest = 0

    def say(self, text: str = "", tone: str = "") -> None:
        self.printed.append(text)

    def heading(self, text: str) -> None:
        self.printed.append(f"-- {text} --")

    def lines(self, lines: Sequence[Line]) -> None:
        texts = [text_of(line) for line in lines]
        assert all(len(text) <= WIDTH for text in texts)
        self.tallest = max(self.tallest, len(texts))
        self.printed += ["", *texts]

    def ask(self, prompt: str) -> str:
        answer = next(self.answers)
        self.printed += [f"{prompt} {answer}", ""]
        return answer


def first_round(game: str) -> Paper:
    """Three who take what comes, one of them by typing, for a round or twelve decisions; no bot has a say in it."""
    match, rng = load(game).start(3, seed=1), Random(4)
    paper = Paper()
    session = Session(match, [HUMAN, "random", "random"], [lambda at: rng.randrange(len(at.state.options))] * 3, paper)
    paper.answers = answers(session, session.choosers[0])
    with pytest.raises(Left):
        session.play()
    return paper


def answers(session: Session, bot: Callable[..., int]) -> Iterator[str]:
    for _ in range(MOST):
        if session.match.view(None).round > 1:
            break
        match = session.match
        yield session.signs(match.decision.player or 0)[bot(match)]
    yield "quit"


@pytest.mark.parametrize("game", GAMES)
def test_first_round(game: str, matches_snapshot: Callable[[Path, str], None]):
    """The screen holds the table, the question and its options; nothing is called by an inner name."""
    paper = first_round(game)
    text = "\n".join(paper.printed).strip() + "\n"
    assert paper.tallest < HEIGHT
    matches_snapshot(FOLDER / f"{game}.txt", text)
