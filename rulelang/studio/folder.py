"""The one folder whose rule files are shown and written."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from attrs import define

from rulelang.project.dependencies import ENDING, read_file, rule_files
from rulelang.server.limits import LARGEST_FILE
from rulelang.server.room import Refused

OUTSIDE = "that is no rule file of this folder"


@define
class Folder:
    """Rule files below a folder; nothing else is opened, and no name or link leads out of it."""

    root: Path
    write_whole: Callable[[Path, str], None]

    def __attrs_post_init__(self) -> None:
        self.root = self.root.resolve()

    def names(self) -> list[str]:
        found = map(Path, rule_files(str(self.root)).files)
        return sorted(path.relative_to(self.root).as_posix() for path in found if self.holds(path))

    def holds(self, path: Path) -> bool:
        """Is it a rule file in the folder, wherever links lead?"""
        return path.suffix == ENDING and path.resolve().is_relative_to(self.root)

    def path(self, name: object) -> Path:
        """The file of a name."""
        if not isinstance(name, str) or "\0" in name or not self.holds(self.root / name):
            raise Refused(OUTSIDE)
        return (self.root / name).resolve()

    def read(self, name: object) -> tuple[str, str]:
        """The text of a file, and a mark of how it is on the disk."""
        try:
            raw = read_file(self.path(name), LARGEST_FILE)
            return raw.decode(), mark(raw)
        except FileNotFoundError:
            raise Refused("there is no such file") from None
        except (OSError, UnicodeDecodeError) as error:
            raise Refused(str(error)) from None

    def write(self, name: object, text: object, known: object) -> str:
        """Put a text in the place of the one that was read; not if somebody else has written there since."""
        path = self.path(name)
        raw = raw_text(text)
        if not path.is_file() or mark(path.read_bytes()) != known:
            raise Refused("the file was changed outside since it was opened: load the page again")
        try:
            self.write_whole(path, raw.decode())
        except OSError as error:
            raise Refused(f"{path.name} can not be written: {error.strerror}") from None
        return mark(raw)


def raw_text(text: object) -> bytes:
    """A text as it is written; one with half a letter in it is none."""
    if isinstance(text, str):
        with suppress(UnicodeEncodeError):
            return text.encode()
    raise Refused("that is no text of rules")


def mark(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:32]
