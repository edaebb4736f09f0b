"""Which games the files below some paths are.

A folder whose own files hold exactly one `game` is one game, with everything below it. In any other
folder each file with a `game` is a game of its own, and each file with variants only stands on the
game it is `of`; files that others include are part of those. A single file that is part of a folder's
game stands for that game: what is said is said of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import evolve, frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.errors import UsageError
from rulelang.project import dependencies
from rulelang.project.dependencies import ENDING
from rulelang.project.sources import MOST_FILES, find, not_read

DECLARES = {word: re.compile(rf"^{word}\b", re.MULTILINE) for word in ("game", "variant", "scenario")}
INCLUDES = re.compile(r"^include[ \t]+([a-z0-9_]+)[ \t]*(?:#.*)?$", re.MULTILINE)
VARIANTS = re.compile(r"^variant[ \t]+([a-z0-9_]+)", re.MULTILINE)
HOUSE_RULE = re.compile(r"^variant\b[^\n#]*\bof[ \t]+[a-z]", re.MULTILINE)
# Above a folder with one of these nobody looks for a game.
TOPS = (".git", "rulelang.toml", "pyproject.toml")
SKIPPED = {"node_modules", "__pycache__"}


@frozen
class GameFiles:
    """The files of one game, or of house rules: what to load, and the files that belong to it.

    If only a part of a game is asked for, `files` are that part.
    """

    reference: Path
    files: tuple[Path, ...]
    is_game: bool
    is_part: bool = False


def games_in(paths: Iterable[str | Path]) -> list[GameFiles]:
    """The games that paths mean, each once."""
    found: dict[Path, GameFiles] = {}
    for path in paths:
        at = find(path)
        games = list(in_folder(at)) if at.is_dir() else [in_file(at)]
        if not games:
            raise UsageError(f"there is no rule file (*{ENDING}) in {path}")
        for game in games:
            place = game.reference.resolve()
            found[place] = together(found[place], game) if place in found else game
    return list(found.values())


def together(one: GameFiles, other: GameFiles) -> GameFiles:
    """A game that was asked for twice: the whole of it, or several parts."""
    if not one.is_part or not other.is_part:
        return other if one.is_part else one
    return evolve(one, files=tuple(dict.fromkeys([*one.files, *other.files])))


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


def unread(paths: Iterable[str | Path]) -> list[Diagnostic]:
    """What lies in folders under the name of a rule file and can not be read."""
    found = [pair for path in map(find, paths) if path.is_dir() for pair in dependencies.rule_files(str(path)).unread]
    return [not_read(path, reason) for path, reason in sorted(set(found))]


def variants_beside(file: str) -> dict[str, str]:
    """The variants that other rule files of a folder declare, with the names of the files."""
    others = [path for path in sorted(Path(file).parent.glob("*" + ENDING)) if path.name != Path(file).name]
    return {name: path.name for path in others for name in VARIANTS.findall(text_of(path))}


def in_file(path: Path) -> GameFiles:
    home = home_of(path)
    if home is not None:
        return GameFiles(home, (path,), is_game=True, is_part=True)
    return GameFiles(path, (path,), declares(path, "game") > 0)


def home_of(path: Path) -> Path | None:
    """The folder whose game a file is a part of: the nearest with a game, if it is the only one there.

    A file with house rules stands by itself on whatever game they are of, and so does a game that has no further
    files, or so many beside it that they can not be one game.
    """
    if not declares(path, "game") and not is_part(path):
        return None
    for folder in path.absolute().parents:
        games = [file for file in own_files(folder) if declares(file, "game")]
        if games:
            is_one = len(games) == 1 and declares(games[0], "game") == 1
            return folder if is_one and has_parts(folder, games[0], path) else None
        if any((folder / name).exists() for name in TOPS):
            return None
    return None


def is_part(path: Path) -> bool:
    """Does a file need a game around it?"""
    return not declares(path, "game") and not HOUSE_RULE.search(text_of(path))


def has_parts(folder: Path, game: Path, asked: Path) -> bool:
    """Has a game further files in its folder? What a link leads to outside is as if it were not there.

    More than can be read are none: then the file with the game is asked for by itself.
    """
    inside = folder.resolve()

    def belongs(file: Path) -> bool:
        return file != game and file.resolve().is_relative_to(inside) and is_part(file)

    if belongs(asked):
        return True
    try:
        files = below(folder)
    except UsageError:
        return False
    return len(files) <= MOST_FILES and any(map(belongs, files))


def own_files(folder: Path) -> list[Path]:
    """The rule files in a folder itself."""
    return sorted(path for path in folder.glob("*" + ENDING) if path.is_file())


def in_folder(folder: Path) -> Iterator[GameFiles]:
    """The games of a folder and of the folders in it."""
    for top, inner, found in dependencies.walk(str(folder)):
        own = [Path(path) for path in found.files]
        if sum(declares(p, "game") for p in own) == 1:
            yield GameFiles(Path(top), tuple(below(Path(top))), True)
            inner.clear()
            continue
        included = {name for path in own for name in INCLUDES.findall(text_of(path))}
        for path in own:
            part_of_another = path.stem in included and not declares(path, "game")
            if not part_of_another:
                yield in_file(path)
        inner[:] = [name for name in inner if not is_skipped(name)]


def below(folder: Path) -> list[Path]:
    """The rule files of a folder and of the folders in it."""
    return [Path(path) for path in dependencies.rule_files(str(folder)).files]


def is_skipped(name: str) -> bool:
    return name.startswith(".") or name in SKIPPED


def declares(path: Path, word: str) -> int:
    """How many blocks with a keyword a file has; they stand in the first column."""
    return len(DECLARES[word].findall(text_of(path)))


def text_of(path: Path) -> str:
    """The text of a file as far as it is readable; what is wrong with it is said when it is parsed."""
    try:
        text = dependencies.read_file(path).decode("utf-8-sig", errors="replace")
    except (dependencies.TooLarge, OSError):
        return ""
    return text.replace("\r\n", "\n")
