"""Where rule files are: the shipped games, folders, single files, and what files include.

Only files with the ending `.rules` are ever read, and only inside the folder that was named or
that of a shipped game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

from attrs import define, field

from rulelang.cache.folder import key_of, open_cache
from rulelang.cache.gc import nothing_collected
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import structure as say
from rulelang.diagnostics.wording import syntax as say_syntax
from rulelang.errors import UsageError
from rulelang.project.dependencies import ENDING, Disk, TooLarge
from rulelang.source import SourceFile, Span
from rulelang.syntax import nodes
from rulelang.syntax.hidden import hidden_characters
from rulelang.syntax.parser import LARGEST_FILE, Parsed, parse
from rulelang.syntax.recovery.consequences import Broken

MOST_FILES = 500
Parse = Callable[[SourceFile], Parsed]


def shipped_folder(name: str) -> Path:
    """A folder that comes with rulelang: inside the package where it is installed, beside it in a checkout."""
    inside = Path(__file__).parents[1] / f"_{name}"
    return inside if inside.is_dir() else inside.parents[1] / name


def games_folder() -> Path:
    """The shipped games."""
    return shipped_folder("games")


def examples_folder() -> Path:
    """Small games, and in `house_rules` what can be played with the shipped ones."""
    return shipped_folder("examples")


def shipped_games() -> list[str]:
    """Names of the games that come with rulelang."""
    folder = games_folder()
    if not folder.is_dir():
        return []
    return sorted(p.name for p in folder.iterdir() if p.is_dir() and any(p.glob("*" + ENDING)))


@define(eq=False)
class Sources:
    """Files that were read, parsed, with what is wrong with them."""

    files: dict[Path, nodes.File] = field(factory=dict)
    problems: list[Diagnostic] = field(factory=list)
    broken: list[Broken] = field(factory=list)
    unread: bool = False  # is there a file of which nothing is known?
    below: set[Path] = field(factory=set)  # files of another game, which is checked and tested by itself
    disk: Disk = field(factory=Disk)
    parse: Parse | None = None  # for whoever reads again and again, and keeps what he can

    def add(self, path: Path, root: Path, shown: str | None = None) -> nodes.File | None:
        """Read and parse a file once; it may not lie outside its root, links followed."""
        real = path.resolve()
        if real in self.files:
            return self.files[real]
        if not real.is_relative_to(root.resolve()):
            raise UsageError(f"{path} leads out of its folder and is not read")
        source = read_source(path, shown or show(path), self.disk)
        if isinstance(source, Diagnostic):
            self.problems.append(source)
            self.unread = True
            return None
        parsed = (self.parse or parsed_once)(source)
        self.problems.extend([*parsed.problems, *hidden_characters(source)])
        self.broken.extend(parsed.broken)
        self.unread = self.unread or parsed.unread
        self.files[real] = parsed.file
        self.include(parsed.file, path.parent, root)
        return parsed.file

    def include(self, file: nodes.File, folder: Path, root: Path) -> None:
        for item in file.items:
            if isinstance(item, nodes.Block) and item.keyword == "include" and item.path is not None:
                self.include_one(item, folder, root)

    def include_one(self, block: nodes.Block, folder: Path, root: Path) -> None:
        assert block.path is not None
        *games, name = block.path.names
        games_root = games_folder()
        if games:
            target, inside = games_root.joinpath(*games) / (name + ENDING), games_root
        else:
            target, inside = folder / (name + ENDING), root
        there = self.disk.is_file(target)
        if not there and not games and self.disk.is_dir(games_root / name):
            self.add_from_below(games_root / name, games_root)
            return
        if not there:
            near = [p.stem for p in folder.glob("*" + ENDING)] + shipped_games()
            self.unread = True
            self.problems.append(say.unknown_include(block.path.span, str(block.path), near))
            return
        try:
            (self.add_from_below if games else self.add)(target, inside)
        except UsageError:
            self.unread = True
            self.problems.append(say.unknown_include(block.path.span, str(block.path), ()))

    def add_from_below(self, path: Path, root: Path) -> None:
        """Files of a shipped game that another one builds on."""
        before = set(self.files)
        if path.is_dir():
            self.add_folder(path)
        else:
            self.add(path, root)
        self.below |= set(self.files) - before

    def add_folder(self, folder: Path) -> None:
        """All rule files of a folder and the folders in it: they are one game."""
        files = self.disk.rule_files(folder).files
        if len(files) > MOST_FILES:
            raise UsageError(
                f"{folder} holds {len(files)} rule files; at most {MOST_FILES} are read as one game: "
                "name the file with its `game`, or give the game a folder of its own"
            )
        for path in files:
            self.add(Path(path), folder)

    @property
    def blocks(self) -> list[nodes.Block]:
        return [item for file in self.files.values() for item in file.items if isinstance(item, nodes.Block)]


def parsed_once(source: SourceFile) -> Parsed:
    """A file as a tree. House rules that are checked together stand on the same files: each is parsed once."""
    return parsed_text(source.name, source.text)


@lru_cache(maxsize=MOST_FILES)
def parsed_text(name: str, text: str) -> Parsed:
    """A file as a tree. Those without a mistake are kept, so that the next start need not parse them."""
    source = SourceFile(name, text)
    cache = open_cache()
    entry = f"trees/{key_of(name, text)}" if cache is not None else ""
    kept = cache.read(entry) if cache is not None else None
    if isinstance(kept, nodes.File):
        return Parsed(kept, ())
    with nothing_collected():
        parsed = parse(source)
    if cache is not None and not parsed.problems:
        cache.write(entry, parsed.file)
    return parsed


def show(path: Path) -> str:
    """A path as people see it: relative to where they are, if it is below."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):  # it is elsewhere, or where people are is no more
        return path.as_posix()


def not_read(path: str, reason: str) -> Diagnostic:
    """A note on something that looks like a rule file and is none."""
    return say_syntax.not_read(Span(SourceFile(show_link(Path(path)), ""), 0, 0), reason)


def show_link(path: Path) -> str:
    """A path as people see it, which may be a link: it is not followed."""
    return (Path(show(path.parent)) / path.name).as_posix()


def read_source(path: Path, shown: str, disk: Disk | None = None) -> SourceFile | Diagnostic:
    """The text of a file, or what makes it unreadable."""
    empty = SourceFile(shown, "")
    try:
        raw = (disk or Disk()).read(path)
    except TooLarge as error:
        return say_syntax.file_too_large(Span(empty, 0, 0), error.size, LARGEST_FILE)
    except OSError as error:
        return say_syntax.unreadable_file(Span(empty, 0, 0), error.strerror or str(error))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return say_syntax.not_utf8(Span(empty, 0, 0), error.start)
    return SourceFile(shown, text.replace("\r\n", "\n").replace("\r", "\n"))


def find(reference: str | Path, disk: Disk | None = None) -> Path:
    """The folder or file that a name or path means."""
    disk = disk or Disk()
    text = str(reference)
    path = Path(text)
    is_name = isinstance(reference, str) and "/" not in text and "\\" not in text and not text.endswith(ENDING)
    if is_name:
        shipped = games_folder() / text
        if text and not text.startswith(".") and disk.is_dir(shipped):
            return shipped
    for candidate in (path, path.with_name(path.name + ENDING) if path.name else path):
        if disk.exists(candidate):
            return candidate
    for folder in (examples_folder(), examples_folder() / "house_rules") if is_name and text else ():
        if disk.is_file(folder / (text + ENDING)):
            return folder / (text + ENDING)
    from rulelang.diagnostics.suggest import did_you_mean

    hint = did_you_mean(text, shipped_games())
    known = ", ".join(shipped_games()) or "none"
    raise UsageError(f"there is no game `{text}`; {hint or f'shipped games are: {known}'}")


def house_rule(name: str) -> Path | None:
    """The file of a shipped house rule, by its name."""
    path = examples_folder() / "house_rules" / f"{name}{ENDING}"
    return path if name.isidentifier() and path.is_file() else None


def is_shipped(reference: str) -> bool:
    """Is this the name of something that comes with rulelang, and of nothing else here?"""
    try:
        found = find(reference)
    except UsageError:
        return False
    return any(found.is_relative_to(folder) for folder in (games_folder(), examples_folder()))


def read(references: Iterable[str | Path], disk: Disk | None = None, parse: Parse | None = None) -> Sources:
    """Read everything that names and paths mean; `disk` remembers what was looked at."""
    sources = Sources(disk=disk or Disk(), parse=parse)
    for reference in references:
        path = find(reference, sources.disk)
        if path.is_dir():
            sources.add_folder(path)
        else:
            sources.add(path, path.parent)
    return sources
