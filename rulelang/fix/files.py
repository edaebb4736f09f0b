"""What `rulelang fix` would write: each file as it is and as it would be."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import evolve, frozen

from rulelang.errors import RulesError
from rulelang.fix.edits import Edits
from rulelang.fix.renames import Renamer, players_in, seats_in, tables_in
from rulelang.fix.rondels import name_fields
from rulelang.fix.voyages import VoyageMover, old_voyages
from rulelang.fix.words import Found, WordMover, block_text
from rulelang.project.dependencies import ENDING
from rulelang.project.games import GameFiles, games_in
from rulelang.project.sources import read_source, show
from rulelang.source import SourceFile
from rulelang.syntax import nodes
from rulelang.syntax.format import format_text
from rulelang.syntax.parser import parse

WORDS = "words"


@frozen
class Mended:
    """A file before and after; without a text before it is new, without one after it goes."""

    path: Path
    before: str | None
    after: str | None
    seats_raised: bool | None = None  # none where no seat is called by its number, or the file was not of old


def mended_files(paths: Iterable[str | Path], seats_from_zero: bool = False) -> list[Mended]:
    """The files that paths mean and that would change."""
    return [file for game in games_in(paths) for file in mended_game(game, seats_from_zero)]


def mended_game(game: GameFiles, seats_from_zero: bool = False) -> list[Mended]:
    """Files of one game; words of a game in a folder go to a file for each language, else to the end of the file.

    The first edition counted seats from 0. A single word of its may stand in a file that counts from 1, so seats are
    raised only where there is a seat 0, or where somebody says that they count from there.
    """
    files = [read_file(path) for path in game.files]
    voyages = old_voyages(item for file in files for item in file.items)
    is_old = any(file.span.file.text != mended(file, False, frozenset(), adds_to_players=False)[0] for file in files)
    seats = {path: list(seats_in(file.items)) for path, file in zip(game.files, files, strict=True)}
    raises = is_old and (seats_from_zero or any(nodes.Number(0) in found for found in seats.values()))
    texts = {path: file.span.file.text for path, file in zip(game.files, files, strict=True)}
    after: dict[Path, str] = {}
    found: list[Found] = []
    in_folder = game.reference.is_dir() and not game.is_part
    for path, file in zip(game.files, files, strict=True):
        after[path], words = mended(file, raises, voyages)
        if in_folder:
            found += words
        else:
            after[path] += "".join("\n" + block for block in blocks(words))
    emptied = [path for path, text in after.items() if has_rules(texts[path]) and not has_rules(text)]
    comments = "".join(after[path].strip() + "\n\n" for path in emptied)  # nothing is lost
    for block in blocks(found):
        path = game.reference / WORDS / (block.split()[1] + ENDING)
        before = after.get(path, comments).rstrip()
        after[path] = f"{before}\n\n{block}" if before else block
    made = [
        Mended(path, texts.get(path), None if path in emptied else text, raises if is_old and seats.get(path) else None)
        for path, text in after.items()
    ]
    return [evolve(file, after=polished(file)) for file in made if file.before != file.after]


def read_file(path: Path) -> nodes.File:
    source = read_source(path, show(path))
    if not isinstance(source, SourceFile):
        raise RulesError((source,))
    parsed = parse(source)
    if parsed.problems:
        raise RulesError(tuple(parsed.problems))
    return parsed.file


def mended(
    file: nodes.File, moves_seats: bool, voyages: frozenset[str], adds_to_players: bool = True
) -> tuple[str, list[Found]]:
    """A file in the words of this edition and without other languages, and what it said in these."""
    edits = Edits(file.span.file.text)
    found = WordMover(edits).move(file.items)
    known = tables_in(file.items), frozenset(players_in(file.items))
    Renamer(edits, *known, moves_seats, adds_to_players).visit(file.items)
    VoyageMover(edits, voyages).visit(file.items)
    name_fields(edits, file.items)
    return edits.result(), found


def blocks(found: Iterable[Found]) -> list[str]:
    listed = list(found)
    return [block_text(language, listed) for language in dict.fromkeys(each.language for each in listed)]


def has_rules(text: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines())


def polished(file: Mended) -> str | None:
    """What becomes of a file, in the one style."""
    if file.after is None:
        return None
    found = format_text(file.after, show(file.path))
    if found.problems:
        raise RulesError(found.problems)
    return found.text
