"""C text to a library: built by the machine's compiler, kept in the private folder of the user by what it was made of.

Where the machine has none, the one that comes as a package of Python will do (`ziglang`, the extra `native`).

A library is code: it is built in, and loaded from, that folder and no other.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from rulelang.backends.program import NotCompiled
from rulelang.cache.folder import make_private, open_cache

# Numbers are checked where they might not fit, so going round is defined and harmless.
# Fractions are those of Python: no step of a sum is left out.
FLAGS = (
    *("-std=gnu11", "-shared", "-fPIC", "-fwrapv", "-fno-strict-aliasing", "-fno-math-errno", "-ffp-contract=off"),
    "-w",
)
SANITISED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g")
# What that one would do unless it is told, and where it keeps what it needs again and again.
UNLIKE_ZIG = ("-fno-sanitize=all",)
ZIG_FOLDERS = ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")
# The last part of speed costs as much time again: worth it for long work.
SHORT_WORK, LONG_WORK = "-O1", "-O2"
MANY_GAMES = 10_000
LONGEST = 300
MOST_KEPT = 60


def effort_for(games: int) -> str:
    """How hard the compiler tries, by how many games are ahead."""
    return LONG_WORK if games >= MANY_GAMES else SHORT_WORK


def compiler() -> list[str] | None:
    """How to call the machine's compiler, or else the one that is installed as a package."""
    for name in (os.environ.get("CC", ""), "gcc", "clang", "cc"):
        words = name.split()
        if words and shutil.which(words[0]) is not None:
            return words[:1]
    return [sys.executable, "-m", "ziglang", "cc", *UNLIKE_ZIG] if find_spec("ziglang") is not None else None


@lru_cache(maxsize=8)
def version_of(command: tuple[str, ...]) -> str:
    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.partition("\n")[0]


def library(text: str, effort: str = LONG_WORK) -> Path:
    """The library of a text, from the cache or made now."""
    command = compiler()
    if command is None:
        raise NotCompiled("there is no C compiler here (gcc, clang or the extra `native`)")
    cache = open_cache()
    if cache is None:
        raise NotCompiled("there is no private folder to keep compiled rules in")
    about = (text, version_of(tuple(command)), effort, FLAGS)
    name = "rules_" + hashlib.sha256(repr(about).encode("utf-8", "surrogatepass")).hexdigest()[:32]
    folder, kept = cache.path("c"), f"c/{name}.so"
    make_private(folder)
    if cache.trusted(kept) is None:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".making_") as place:
            made = compiled(Path(place), text, [*command, effort, *FLAGS])
            made.chmod(0o700)
            made.replace(cache.path(kept))
        cache.prune("c", MOST_KEPT)
    found = cache.trusted(kept)
    if found is None:
        raise NotCompiled(f"{cache.path(kept)} can be written by others")
    return found


def compiled(place: Path, text: str, command: list[str]) -> Path:
    """Compile a text in a folder; what comes of it."""
    source, made = place / "rules.c", place / "rules.so"
    source.write_text(text, encoding="utf-8")
    try:
        done = subprocess.run(
            [*command, "-o", str(made), str(source), "-lm"],
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
            cwd=place,
            env={**os.environ, **dict.fromkeys(ZIG_FOLDERS, str(place.parent / "zig"))},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotCompiled(f"the compiler did not finish ({type(error).__name__})") from error
    if done.returncode or not made.exists():
        said = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines() or ["nothing"]
        raise NotCompiled(f"the compiler refused the rules: {said[0].strip()}")
    return made
