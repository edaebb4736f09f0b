"""A match as text, and back: the rules, the players, the seed and the choices that were made.

A save is small, can be read and can be compared; nothing of the state is in it. It is checked when it is
resumed: its form, the hash of the rules, every choice, and that nobody changed it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulelang.errors import RulelangError, SaveError

if TYPE_CHECKING:
    from rulelang.play.position import Position

FORMAT = "rulelang save"
VERSION = 1
A_LINE = 10
LONGEST = 60


@frozen
class Save:
    """What a save holds."""

    game: str
    variants: tuple[str, ...]
    options: dict[str, Any]
    players: int
    seed: int
    chance: str
    rules: str
    choices: tuple[str, ...]
    check: str = ""
    # Who sat where, and the language they spoke: for going on at the same screen; no part of what was played.
    seats: tuple[str, ...] = ()
    language: str = ""

    @property
    def sum(self) -> str:
        """A short hash of everything else, to tell whether it was changed."""
        rules = (self.game, self.variants, self.options, self.rules)
        held = json.dumps((rules, self.players, self.seed, self.chance, self.choices), sort_keys=True)
        return hashlib.sha256(held.encode()).hexdigest()[:12]


# ---- saving ---------------------------------------------------------------------------------------------


def save(match: Position) -> str:
    """The match as text."""
    return text_of(match, choice_keys(match))


def text_of(match: Position, keys: Sequence[str], seats: Sequence[str] = (), language: str = "") -> str:
    """The match as text, for somebody who has noted the keys of its choices."""
    game = match.game
    made = Save(
        game.reference, game.asked, plain_options(game.options), match.players, match.seed, match.chance,
        game.fingerprint(match.players), tuple(keys),
    )  # fmt: skip
    head = {
        "format": FORMAT, "version": VERSION, "game": made.game, "variants": list(made.variants),
        "options": made.options, "players": made.players, "seed": made.seed, "chance": made.chance,
        "rules": made.rules, "check": made.sum, **({"seats": list(seats), "language": language} if seats else {}),
    }  # fmt: skip
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    return "\n".join(["{", *lines, *choice_lines(made.choices), "}", ""])


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v if isinstance(v, bool | int | str) or v is None else str(v) for k, v in options.items()}


def choice_lines(choices: Sequence[str]) -> list[str]:
    """The choices, some on each line."""
    said = [json.dumps(choice, ensure_ascii=False) for choice in choices]
    rows = [", ".join(said[i : i + A_LINE]) for i in range(0, len(said), A_LINE)]
    if not rows:
        return ['  "choices": []']
    return ['  "choices": [', *(f"    {row}," for row in rows[:-1]), f"    {rows[-1]}", "  ]"]


def choice_keys(match: Position) -> list[str]:
    """The key of every choice, found by making them once more."""
    again = match.again(listening=match.is_listening)
    keys = []
    for index in match.choices:
        keys.append(open_keys(again)[index])
        again.advance(index)
    if again != match:
        raise SaveError("this match was not played by choices alone, so it can not be saved")
    return keys


def open_keys(match: Position) -> list[str]:
    """The keys of the open decision."""
    from rulelang.play.keys import Keys

    return match.program.once(Keys).options(match.state)


# ---- resuming -------------------------------------------------------------------------------------------


def replay(match: Position, choices: Sequence[str]) -> tuple[int, str]:
    """Make the choices; how many could be made, and where and why it ended if not all."""
    for number, choice in enumerate(choices):
        at = f"choice {number + 1} of {len(choices)} (`{short(choice)}`)"
        if match.over:
            return number, f"{at}: the match is over before it"
        keys = open_keys(match)
        if choice not in keys:
            return number, f"{at}: the options there are {short(', '.join(keys))}"
        try:
            match.advance(keys.index(choice))
        except RulelangError as error:
            return number, f"{at}: {error}"
    return len(choices), ""


def read(text: str) -> Save:
    """The parts of a save, each of the right type."""
    if not isinstance(text, str):
        raise SaveError(f"a save is text, not {type(text).__name__}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"this is not a save, or it was cut: {short(str(error))}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError("this is not a save of rulelang")
    version = part(data, "version", int)
    if version > VERSION:
        raise SaveError(f"this save was made by a later version of rulelang (format {short(str(version))})")
    if version != VERSION:
        raise SaveError(f"this save has a format that is not known: {short(str(version))}")
    return parts(data)


def parts(data: dict[str, Any]) -> Save:
    unknown = set(data) - {"format", "version", *(a.name for a in Save.__attrs_attrs__)}
    if unknown:
        raise SaveError(f"this save holds something that is not part of one: `{short(min(unknown))}`")
    chance = part(data, "chance", str)
    if chance not in ("seeded", "ask"):
        raise SaveError(f"in this save `chance` is `{short(chance)}`; it is `seeded` or `ask`")
    options = part(data, "options", dict)
    for name, value in options.items():
        if not (value is None or isinstance(value, bool | int | str)):
            raise SaveError(f"in this save the option `{short(name)}` has a value that no option can have")
    return Save(
        part(data, "game", str), texts(data, "variants"), options,
        part(data, "players", int), part(data, "seed", int), chance,
        part(data, "rules", str), texts(data, "choices"), part(data, "check", str),
        texts(data, "seats") if "seats" in data else (), part(data, "language", str) if "language" in data else "",
    )  # fmt: skip


NAMES = {int: "a whole number", str: "a text", dict: "a table", list: "a list"}


def part(data: dict[str, Any], name: str, kind: type[Any]) -> Any:
    """A part of the save, or an error that says what is wrong with it."""
    if name not in data:
        raise SaveError(f"this save has no `{name}`; was it cut?")
    value = data[name]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SaveError(f"in this save `{name}` is not {NAMES[kind]}")
    return value


def texts(data: dict[str, Any], name: str) -> tuple[str, ...]:
    found = part(data, name, list)
    for number, item in enumerate(found, 1):
        if not isinstance(item, str):
            raise SaveError(f"in this save number {number} of `{name}` is not a text")
    return tuple(found)


def short(text: str) -> str:
    """A text that came from outside, safe to print and not too long."""
    clean = text.encode("utf-8", "backslashreplace").decode()
    return clean if len(clean) <= LONGEST else clean[:LONGEST] + "…"
