"""`rulelang.toml`, or `[tool.rulelang]` in `pyproject.toml`: what a folder of rules wants of its tools.

The nearest one above a game holds, and nothing is merged. Classes say what there is: the reader, its messages and the
table in the documentation are made from them. Command line and editor read settings by `settings_for`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

import attrs
from attrs import field, frozen

from rulelang.diagnostics.suggest import did_you_mean
from rulelang.errors import UsageError
from rulelang.project.dependencies import ENDING

OWN_FILE, SHARED_FILE = "rulelang.toml", "pyproject.toml"
LEVELS = ("error", "warning", "off")
FAIL_LEVELS = ("error", "warning", "never")

T = TypeVar("T")
Reader = Callable[[Any, str], Any]


# ---- how values are read ------------------------------------------------------------------------------------


def wrong(where: str, what: str) -> UsageError:
    return UsageError(f"{where}: {what}")


def text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise wrong(where, f'a text is needed, such as "…", not {value!r}')
    return value


def texts(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise wrong(where, f'a list of texts is needed, such as ["…"], not {value!r}')
    return tuple(text(item, where) for item in value)


def share(value: Any, where: str) -> int:
    if type(value) is not int or not 0 <= value <= 100:
        raise wrong(where, f"a whole number from 0 to 100 is needed, not {value!r}")
    return value


def one_of(*words: str) -> Reader:
    def read(value: Any, where: str) -> str:
        if value not in words:
            raise wrong(where, f"one of {', '.join(words)} is needed, not {value!r}")
        return str(value)

    return read


def table_of(inner: Reader) -> Reader:
    def read(value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong(where, f"a table is needed, not {value!r}")
        return {name: inner(each, f"{where}.{name}") for name, each in value.items()}

    return read


def part(kind: Callable[..., Any]) -> Reader:
    return lambda value, where: structured(kind, value, where)


def several(kind: Callable[..., Any]) -> Reader:
    def read(value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise wrong(where, f"tables are needed, each under [[{where.rpartition(': ')[2]}]]")
        return tuple(structured(kind, each, where) for each in value)

    return read


def setting(read: Reader, about: str, default: Any = None, factory: Any = None, is_table: bool = False) -> Any:
    """A setting: how it is read, and what it is for."""
    metadata = {"read": read, "about": about, "is_table": is_table}
    return (
        field(factory=factory, metadata=metadata) if factory is not None else field(default=default, metadata=metadata)
    )


def key_of(attribute: attrs.Attribute[Any]) -> str:
    return attribute.name.replace("_", "-")


def known(kind: Any) -> dict[str, attrs.Attribute[Any]]:
    """The settings of a class by the names they have in the file."""
    return {key_of(a): a for a in attrs.fields(kind) if "read" in a.metadata}


def is_table(attribute: attrs.Attribute[Any]) -> bool:
    """Is a setting a table with settings of its own?"""
    return bool(attribute.metadata["is_table"])


def structured(kind: Any, value: Any, where: str) -> Any:
    """A class from a table; a key that nobody reads is an error."""
    if not isinstance(value, dict):
        raise wrong(where, f"a table is needed, not {value!r}")
    there = known(kind)
    for name in value:
        if name not in there:
            hint = did_you_mean(name, there) or f"there are {', '.join(there)}"
            raise wrong(where, f"there is no setting `{name}`; {hint}")
    inside = f"{where}." if " " in where else f"{where}: "
    return kind(**{there[name].name: there[name].metadata["read"](each, inside + name) for name, each in value.items()})


# ---- what there is --------------------------------------------------------------------------------------------

levels = table_of(one_of(*LEVELS))


@frozen
class PerFile:
    """Other levels for some files."""

    files: tuple[str, ...] = setting(texts, "The files, by patterns.", ())
    levels: Mapping[str, str] = setting(levels, "Their levels, which win over those of all files.", factory=dict)


@frozen
class CheckSettings:
    """What `rulelang check` makes of its findings."""

    fail_level: str = setting(
        one_of(*FAIL_LEVELS), "From which level on it leaves with 1: error, warning, never.", "warning"
    )
    baseline: str = setting(text, "A file of findings that are known and not told; `--write-baseline` writes it.", "")
    levels: Mapping[str, str] = setting(
        levels, "Warnings by name: error, warning or off. An error stays one.", factory=dict
    )
    per_file: tuple[PerFile, ...] = setting(several(PerFile), "Other levels for some files.", (), is_table=True)


@frozen
class AtLeast:
    """How much has to be covered."""

    lines: int = setting(share, "Per cent of the lines.", 0)
    needs: int = setting(share, "Per cent of the needs, held and failed.", 0)


@frozen
class CoverSettings:
    """What `rulelang cover` asks for."""

    at_least: AtLeast = setting(
        part(AtLeast), "How much has to be covered, or it leaves with 1.", factory=AtLeast, is_table=True
    )


@frozen
class Settings:
    """What a folder of rules wants of its tools."""

    games: tuple[str, ...] = setting(texts, "Patterns of what is meant where a command is given no PATH.", ())
    exclude: tuple[str, ...] = setting(
        texts, "Patterns of games and files that are left out, even if they are named.", ()
    )
    language: str = setting(text, "The language of play and sheets where none is asked for; else English.", "")
    store: str = setting(text, "A file below this folder where played games are kept; `off`: nowhere.", "")
    check: CheckSettings = setting(part(CheckSettings), "`rulelang check`", factory=CheckSettings, is_table=True)
    cover: CoverSettings = setting(part(CoverSettings), "`rulelang cover`", factory=CoverSettings, is_table=True)
    file: Path | None = None

    @property
    def folder(self) -> Path:
        """The folder that patterns and paths start from."""
        return self.file.parent if self.file is not None else Path.cwd()

    def matches(self, path: str | Path, patterns: Iterable[str]) -> bool:
        """Is a file or folder meant by a pattern, by itself or with a folder above it?"""
        try:
            relative = Path(path).absolute().resolve().relative_to(self.folder.resolve())
        except ValueError:
            return False
        names = [each.as_posix() for each in (relative, *relative.parents)]
        return any(fnmatchcase(name, pattern.removesuffix("/**")) for pattern in patterns for name in names)

    def is_excluded(self, path: str | Path) -> bool:
        return bool(self.exclude) and self.matches(path, self.exclude)

    def levels_of(self, file: str) -> Mapping[str, str]:
        """The levels of warnings in a file: the last table that fits it comes first."""
        found = dict(self.check.levels)
        for each in self.check.per_file:
            if self.matches(file, each.files):
                found |= each.levels
        return found

    @property
    def store_file(self) -> Path:
        """Where played games are kept: what a folder of rules says writes nowhere else."""
        path = (self.folder / self.store).resolve()
        if not path.is_relative_to(self.folder.resolve()):
            raise wrong(f"{self.file}: store", f"a file below {self.folder} is needed, not {self.store!r}")
        return path

    @property
    def paths(self) -> list[Path]:
        """What is meant where no path is given."""
        found = [path for pattern in self.games for path in sorted(self.folder.glob(pattern))]
        return [path for path in found if path.is_dir() or path.suffix == ENDING]


# ---- where it is ----------------------------------------------------------------------------------------------


def settings_for(path: str | Path) -> Settings:
    """The settings of the nearest folder above a game, or of that folder itself."""
    start = Path(path).absolute()
    for folder in (start, *start.parents):
        found = read_settings(folder) if folder.is_dir() else None
        if found is not None:
            return found
    return Settings()


def read_settings(folder: Path) -> Settings | None:
    """The settings that a folder has, if it has any."""
    own, shared = folder / OWN_FILE, folder / SHARED_FILE
    if own.is_file():
        return made(own, read_toml(own))
    tools = read_toml(shared).get("tool", {}) if shared.is_file() else {}
    return made(shared, tools["rulelang"]) if "rulelang" in tools else None


def made(file: Path, data: Any) -> Settings:
    found = structured(Settings, data, file.name)
    assert isinstance(found, Settings)
    return attrs.evolve(found, file=file)


def read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} can not be read: {error}") from None
