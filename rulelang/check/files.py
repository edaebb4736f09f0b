"""Which games the files below some paths are.

A folder whose own files hold exactly one `game` is one game, with everything below it. In any other
folder each file with a `game` is a game of its own, and each file with variants only stands on the
game it is `of`; files that others include are part of those.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from rulelang.disk import ENDING
from rulelang.errors import UsageError
from rulelang.library import find
from rulelang.syntax.parser import LARGEST_FILE

DECLARES = {word: re.compile(rf"^{word}\b", re.MULTILINE) for word in ("game", "variant", "scenario")}
INCLUDES = re.compile(r"^include[ \t]+([a-z0-9_]+)[ \t]*(?:#.*)?$", re.MULTILINE)
SKIPPED = {"node_modules", "__pycache__"}


@frozen
class GameFiles:
    """The files of one game, or of house rules: what to load, and the files that belong to it."""

    reference: Path
    files: tuple[Path, ...]
    is_game: bool


def games_in(paths: Iterable[str | Path]) -> list[GameFiles]:
    """The games that paths mean, each once."""
    found: dict[Path, GameFiles] = {}
    for path in paths:
        at = find(path)
        games = list(in_folder(at)) if at.is_dir() else [in_file(at)]
        if not games:
            raise UsageError(f"there is no rule file (*{ENDING}) in {path}")
        for game in games:
            found.setdefault(game.reference.resolve(), game)
    return list(found.values())


def rule_files(paths: Iterable[str | Path]) -> list[Path]:
    """All rule files that paths mean, each once."""
    found: dict[Path, Path] = {}
    for path in paths:
        at = find(path)
        files = below(at) if at.is_dir() else [at]
        if not files:
            raise UsageError(f"there is no rule file (*{ENDING}) in {path}")
        for file in files:
            found.setdefault(file.resolve(), file)
    return list(found.values())


def in_file(path: Path) -> GameFiles:
    return GameFiles(path, (path,), declares(path, "game") > 0)


def in_folder(folder: Path) -> Iterator[GameFiles]:
    """The games of a folder and of the folders in it."""
    own = sorted(p for p in folder.glob("*" + ENDING) if p.is_file())
    if sum(declares(p, "game") for p in own) == 1:
        yield GameFiles(folder, tuple(below(folder)), True)
        return
    included = {name for path in own for name in INCLUDES.findall(text_of(path))}
    for path in own:
        part_of_another = path.stem in included and not declares(path, "game")
        if not part_of_another:
            yield in_file(path)
    for inner in sorted(p for p in folder.iterdir() if p.is_dir() and not is_skipped(p)):
        yield from in_folder(inner)


def below(folder: Path) -> list[Path]:
    """The rule files of a folder and of the folders in it."""
    return sorted(p for p in folder.rglob("*" + ENDING) if p.is_file())


def is_skipped(folder: Path) -> bool:
    return folder.name.startswith(".") or folder.name in SKIPPED


def declares(path: Path, word: str) -> int:
    """How many blocks with a keyword a file has; they stand in the first column."""
    return len(DECLARES[word].findall(text_of(path)))


def text_of(path: Path) -> str:
    """The text of a file as far as it is readable; what is wrong with it is said when it is parsed."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE).decode("utf-8-sig", errors="replace")
    except OSError as error:
        raise UsageError(f"{path} can not be read: {error.strerror or error}") from None
    return text.replace("\r\n", "\n")
