"""What git knows: the top of a repository, and rule files as they were in an earlier commit."""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rulelang.errors import UsageError
from rulelang.project.sources import find


def repository(start: Path | None = None) -> Path | None:
    """The top folder of the repository that a folder is in, if it is in one; git is not needed to know."""
    try:
        here = (start or Path.cwd()).resolve()
    except OSError:
        return None
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), None)


@contextmanager
def as_it_was(base: str, paths: Sequence[str]) -> Iterator[list[str]]:
    """The same paths in a copy of the commit where this branch left another; those that were not there are left out."""
    top = repository()
    if top is None:
        raise UsageError("--changed compares with a commit, and this is no git repository")
    commit = merge_base(top, base)
    with TemporaryDirectory(prefix="rulelang-") as folder:
        try:
            with tarfile.open(fileobj=BytesIO(git(top, "archive", "--format=tar", commit))) as tree:
                tree.extractall(folder, filter="data")
        except tarfile.TarError as error:  # a link out of the repository, say
            raise UsageError(f"the commit {commit[:12]} can not be laid out: {error}") from None
        # What lies outside of the repository is the same in both.
        moved = [moved_into(Path(folder), top, find(path)) for path in paths]
        yield [str(path) for path in moved if path.exists()]


def moved_into(folder: Path, top: Path, path: Path) -> Path:
    real = path.resolve()
    return folder / real.relative_to(top) if real.is_relative_to(top) else path


def merge_base(top: Path, base: str) -> str:
    """The commit where this branch left another."""
    try:
        return git(top, "merge-base", "--end-of-options", base, "HEAD").decode().strip()
    except UsageError as error:
        shallow = (top / ".git" / "shallow").exists()
        hint = "; this clone is shallow: fetch more of it (`fetch-depth: 0`)" if shallow else ""
        raise UsageError(f"{base} and this branch have no commit in common, or {base} is not here{hint}") from error


def git(top: Path, *words: str) -> bytes:
    """What git answers."""
    try:
        done = subprocess.run(["git", "-C", str(top), *words], capture_output=True, check=False)
    except FileNotFoundError:
        raise UsageError("git is not installed") from None
    if done.returncode:
        raise UsageError(f"git {words[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout
