"""What people write from habit is answered with our own word, and the answer can be followed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.checks.run import check_paths

GAME = """\
game habits "Habits"
  players: 2

player
  points: number starts 0
  marks: list(number)

state
  left: number starts 5

rule take(n: number)
{line}

rule other()
  set left to 1

round main
  last: 3
  turn
    choose n in 1..2
    take(n)
    if left > 3
      other()

score points(p) gives p.points + count(p.marks)
"""
BODY = "\n    add 1 to left"
# A line as it is written elsewhere, and as it is written here.
LINES = [
    ("for p in player" + BODY, "each p in player"),
    ("for each p in player:" + BODY, "each p in player"),
    ("foreach p in player" + BODY, "each p in player"),
    ("while left > 0:\n    add -1 to left", "repeat while left > 0"),
    ("loop 3 times" + BODY, "repeat 3 times"),
    ("left += n", "add n to left"),
    ("left -= 1", "subtract 1 from left"),
    ("left++", "add 1 to left"),
    ("left = n + 1", "set left to n + 1"),
    ("left := n", "set left to n"),
    ("set left += 2", "add 2 to left"),
    ("deduct 1 from left", "subtract 1 from left"),
    ("take n + 1 from left", "subtract n + 1 from left"),
    ("increase left by n", "add n to left"),
    ("decrease left by 1", "subtract 1 from left"),
    ("decrease left by max(n, 1)", "subtract max(n, 1) from left"),
    ("append n to actor.marks", "add n to actor.marks"),
    ("unless n = 1" + BODY, "if not (n = 1)"),
    ("if n = 1:" + BODY, "if n = 1"),
    ("if n = 1 then" + BODY, "if n = 1"),
    (f"if n = 1{BODY}\n  else\n    add 2 to left", "otherwise"),
    (f"if n = 1{BODY}\n  elif n = 2\n    add 2 to left", "otherwise if n = 2"),
    (f"if n = 1{BODY}\n  else if n = 2\n    add 2 to left", "otherwise if n = 2"),
    ("require n > 0", "need n > 0"),
    ("end turn", "stop turn"),
    ("call other()", "other()"),
    ("pick m in 1..2\n    add m to left", "choose m in 1..2"),
    ("if n in [1, 2]" + BODY, "is in"),
    ("if n not in [1, 2]" + BODY, "is not in"),
    ("if n <> 1" + BODY, "!="),
    ("if n => 1" + BODY, ">="),
    ("if n ≤ 1" + BODY, "<="),
    ("if n > 1 && left > 1" + BODY, "and"),
    ("if n > 1 || left > 1" + BODY, "or"),
    ("if n is equal to 1" + BODY, "="),
    ("if n is greater than 1" + BODY, ">"),
    ("set left to left minus 1", "-"),
]


def problems(folder: Path, line: str):
    path = folder / "habits.rules"
    path.write_text(GAME.format(line=f"  {line}"), encoding="utf-8")
    return [p for p in check_paths([path]) if p.severity.value == "error"], path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("written", "ours"), LINES, ids=lambda value: value.splitlines()[0])
def test_the_answer_has_our_word_and_works(tmp_path: Path, written: str, ours: str):
    """The first problem names it; put in the place that is shown, nothing is wrong any more."""
    (first, *more), text = problems(tmp_path, written)
    assert (first.slug, first.help) == ("foreign-word", f"write `{ours}`")
    assert more == []
    mended = text[: first.span.start] + ours + text[first.span.end :]
    path = tmp_path / "habits.rules"
    path.write_text(mended, encoding="utf-8")
    assert [p.message for p in check_paths([path]) if p.severity.value == "error"] == []


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("return", "stop"),
        ("return n", "gives"),
        ("break", "stop each"),
        ("remove n from actor.marks", "set l to l - x"),
        ("add 0.5 to left", "rounded down"),
        ("add 7 % 2 to left", "remainder(a, b)"),
        ("add 7 // 2 to left", "rounded down"),
        ("roll d", "by chance"),
        ("if true" + BODY, "`yes`"),
        ("if n is null" + BODY, "`none`"),
        ("add len(actor.marks) to left", "`count`"),
        ("add 1 to current_player.points", "`actor`"),
    ],
)
def test_where_a_line_can_not_be_worked_out_our_word_is_named(tmp_path: Path, written: str, word: str):
    """It stands in the help of the first problem."""
    (first, *_), _ = problems(tmp_path, written)
    assert word in first.help, first.message


def test_every_answer_in_the_corpus_can_be_followed(tmp_path: Path):
    """Where the help of a bad file names what to write in the place of the words shown, the problem goes."""
    followed = 0
    for path in sorted(Path(__file__).parents[2].glob("language/*/bad/*.rules")):
        text = path.read_text(encoding="utf-8", errors="replace")
        for problem in check_paths([path]):
            meant = re.fullmatch(r"(?:did you mean|write) `([^`…]+)`\??", problem.help or "")
            if meant is None or Path(problem.span.file.name).name != path.name:
                continue
            mended = text[: problem.span.start] + meant[1] + text[problem.span.end :]
            left = [(p.slug, p.message, p.span.start) for p in checked(path, mended, tmp_path)]
            assert (problem.slug, problem.message, problem.span.start) not in left, path.name
            followed += 1
    assert followed > 10


def checked(path: Path, text: str, folder: Path):
    """What is wrong with a file of that name that holds this text."""
    copy = folder / path.name
    copy.write_text(text, encoding="utf-8")
    return check_paths([copy])
