"""Words and signs of other languages, and what is written for them here.

People write from habit: `for`, `else`, `+=`. Where a line can not be read, it is looked up here before anything is
guessed; each habit says what to write, for the very line where that can be worked out.
"""

from __future__ import annotations

import re

from attrs import frozen

PATH = r"[a-z_][a-z0-9_.]*(?:\[[^\]]*\])?"
# A whole line, without its indentation: what stands there, and what is written instead.
LINES = tuple(
    (re.compile(pattern), ours)
    for pattern, ours in (
        (r"(for ?each|for) +(?:each +)?(.+?) +(?:in|of) +(.+?):?", r"each \2 in \3"),
        (r"(while)\b +(?!held\b)(.+?):?", r"repeat while \2"),
        (r"(until)\b +(.+?):?", r"repeat while not (\2)"),
        (r"(loop|do) +(.+?) +times:?", r"repeat \2 times"),
        (r"(else|default) *:?", "otherwise"),
        (r"(elif|elsif|elseif|else +if) +(.+?)(?: +then)?:?", r"otherwise if \2"),
        (r"(unless) +(.+?):?", r"if not (\2)"),
        (r"(?:otherwise +)?if +(.+?)( +then|:)", r"if \1"),
        (r"(var|const|local|let mut) +([a-z_0-9]+) *:?= *(.+)", r"let \2 = \3"),
        (rf"({PATH}) *\+= *(.+)", r"add \2 to \1"),
        (rf"({PATH}) *-= *(.+)", r"subtract \2 from \1"),
        (rf"({PATH}) *\+\+", r"add 1 to \1"),
        (rf"({PATH}) *--", r"subtract 1 from \1"),
        (rf"set +({PATH}) *\+= *(.+)", r"add \2 to \1"),
        (rf"set +({PATH}) *-= *(.+)", r"subtract \2 from \1"),
        (rf"set +({PATH}) *:?= *(.+)", r"set \1 to \2"),
        (rf"(?!let )({PATH}) *:?= *([^=].*)", r"set \1 to \2"),
        (r"(deduct|take) +(.+?) +from +(.+)", r"subtract \2 from \3"),
        (r"(increase|raise|increment) +(.+?) +by +(.+)", r"add \3 to \2"),
        (r"(decrease|reduce|lower|decrement) +(.+?) +by +(.+)", r"subtract \3 from \2"),
        (r"(append|insert|push) +(.+?) +(?:to|into) +(.+)", r"add \2 to \3"),
        (r"(transfer|give) +(.+?) +from +(.+?) +to +(.+)", r"pay \2 from \3 to \4"),
        (r"(require|assert|ensure|check|must) +(.+)", r"need \2"),
        (r"(select|pick) +(.+? +in +.+)", r"choose \2"),
        (r"(call|invoke) +(\w[\w.]*\(.*\))", r"\2"),
        (r"(end|exit|leave|finish) +(turn|phase|round|game)", r"stop \2"),
        (r"(//|--) *(.*)", r"# \2"),
    )
)
# First words for which the line can not be worked out.
WORDS = {
    "return": "a rule is over after its last line, and `stop` with its name leaves it earlier; "
    "what gives something back is a `value … gives …`",
    "break": "`stop each` or `stop repeat` leaves a loop",
    "continue": "put the rest of the loop into an `if`",
    "pass": "leave the line out; with nothing to do there is no line",
    "remove": "a card leaves with `move … to box`, a member of a list with `set l to l - x`",
    "delete": "a card leaves with `move … to box`, a member of a list with `set l to l - x`",
    "discard": "a card leaves with `move … to box`, or to a zone of your own",
    "roll": "a roll is a choice by chance: `choose f in die by chance`",
    "print": "players see what is done; `prompt` and `because` say more",
    "give": "money is moved with `pay … from … to …`, a card with `move … to …`",
    "gain": "money is moved with `pay … from … to …`, a number goes up with `add … to …`",
    "put": "a card is moved with `move … to …`, a piece with `set s.at to …`, a number goes up with `add … to …`",
    "switch": "cases are written `if`, `otherwise if`, `otherwise`",
    "case": "cases are written `if`, `otherwise if`, `otherwise`",
    "match": "cases are written `if`, `otherwise if`, `otherwise`",
    "swap": "name one with `let`, then `set` both",
    "try": "ask before with `can(…)`",
    "exit": "`stop game` ends the game, `stop turn` the turn",
    "end": "`stop game` ends the game, `stop turn` the turn",
}
# Signs and words within a line, where they are written, and what stands for them; the longest first.
SIGNS = (
    *(("!==", "!="), ("===", "="), ("=!", "!="), ("<>", "!="), ("=>", ">="), ("=<", "<="), ("≥", ">="), ("≤", "<=")),
    *(("≠", "!="), ("×", "*"), ("−", "-"), ("&&", "and"), ("||", "or"), ("|", "or"), ("&", "and")),
)
PHRASES = (
    *(("is equal to", "="), ("equals", "="), ("is greater than", ">"), ("is more than", ">"), ("is less than", "<")),
    *(("is at least", ">="), ("is at most", "<="), ("minus", "-"), ("plus", "+"), ("not in", "is not in")),
    ("in", "is in"),
)
NUMBER_WITH_POINT = re.compile(r"\d[\d_]*\.\d+")
NOTES = {
    "//": "a division says how it rounds: `a / b rounded down`",
    "%": "the rest of a division is `remainder(a, b)`",
    "**": "there are no powers; multiply: `n * n`",
    "^": "there are no powers; multiply: `n * n`",
    "contains": "what a list holds is asked the other way round: `x is in list`",
    "?": "a value of two cases is `a if c otherwise b`",
}


@frozen
class Habit:
    """What was written from habit in a line, from one column to another, and what to write."""

    start: int
    end: int
    written: str
    ours: str | None  # takes the place of what was written
    note: str = ""


def habit_in(line: str, column: int) -> Habit | None:
    """The habit in a line that can not be read at a column, if it is one."""
    start = len(line) - len(line.lstrip())
    code = line.strip()
    return whole_line(code, start) or in_line(line, column)


def whole_line(code: str, start: int = 0) -> Habit | None:
    """A line that is one habit."""
    for pattern, ours in LINES:
        found = pattern.fullmatch(code)
        if found:
            return Habit(start, start + len(code), code, found.expand(ours))
    first = re.match(r"[a-z]+", code)
    if first and first[0] in WORDS and not code[first.end() :].lstrip().startswith(("(", ":", ".")):
        return Habit(start, start + first.end(), first[0], None, WORDS[first[0]])
    return None


def in_line(line: str, column: int) -> Habit | None:
    """A sign, number or phrase at the place that can not be read."""
    for found in NUMBER_WITH_POINT.finditer(line):
        if found.start() <= column < found.end():
            note = "numbers are whole; count in halves or tenths, or take a share: `n * 50% rounded down`"
            return Habit(*found.span(), found[0], None, note)
    for sign, ours in SIGNS:
        at = line.find(sign, max(0, column - len(sign) + 1), column + len(sign))
        if at >= 0 and at <= column:
            return Habit(at, at + len(sign), sign, ours)
    for sign, note in NOTES.items():
        at = line.find(sign, max(0, column - len(sign) + 1), column + len(sign))
        if at >= 0 and at <= column:
            return Habit(at, at + len(sign), sign, None, note)
    for phrase, ours in PHRASES:
        for found in re.finditer(rf"\b{phrase}\b", line):
            if found.start() <= column < found.end():
                return Habit(*found.span(), phrase, ours)
    return None
