"""Where a span stands, in the terms of programs: names and numbers that JSON, SARIF and GitHub share."""

from __future__ import annotations

from pathlib import Path, PurePath
from urllib.parse import quote

from attrs import evolve, frozen

from rulelang.source import BUILT_IN, Span


@frozen
class Place:
    """A stretch of a file; lines and columns count from 1, the end column is the first one after it."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def path(self) -> str:
        """The file's name with forward slashes on every system."""
        return PurePath(self.file).as_posix()

    @property
    def uri(self) -> str:
        """The file's name as a relative reference, or as a file address if it is absolute."""
        path = PurePath(self.file)
        # File names that are not valid in the system's encoding arrive with their bytes escaped.
        return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="surrogateescape")

    def below(self, root: Path) -> Place | None:
        """The same place by its path from a folder; nothing if it lies elsewhere."""
        try:
            return evolve(self, file=Path(self.file).resolve().relative_to(root.resolve()).as_posix())
        except (ValueError, OSError):
            return None


def place_of(span: Span) -> Place | None:
    """The place of a span, or nothing if it is part of the language and stands in no file."""
    if span.file == BUILT_IN:
        return None
    return Place(span.file.name, *span.file.position(span.start), *span.file.position(span.end))
