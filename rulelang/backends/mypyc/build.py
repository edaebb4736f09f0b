"""Building and loading compiled modules, and keeping them from one start to the next.

A compiled module is code: it is built in, and loaded from, the private folder of the user and no other.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from rulelang.backends.mypyc import handover
from rulelang.cache.folder import make_private, open_cache

LONGEST = 900
LOADED: dict[str, ModuleType] = {}


class NotNative(Exception):
    """Why something can not be compiled here."""


def missing() -> str | None:
    """What is not there to compile with, if anything."""
    for name in ("mypyc", "setuptools"):
        if importlib.util.find_spec(name) is None:
            return f"{name} is not installed (pip install 'rulelang[native]')"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler `{compiler}` here"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "the headers of Python are not installed"
    return None


def module_of(source: str, tables: dict[str, Any], data: str) -> ModuleType:
    """The compiled module of a source and its data; built unless it was built before."""
    about = (source, data, sys.version, platform.machine())
    name = "rules_" + hashlib.sha256(repr(about).encode("utf-8", "surrogatepass")).hexdigest()[:32]
    if name not in LOADED:
        handover.READY[name] = tables
        LOADED[name] = load(name, built(name, source))
    return LOADED[name]


def load(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path, loader=ExtensionFileLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(name: str, source: str) -> Path:
    """The file of a compiled module, from the cache or made now."""
    cache = open_cache()
    if cache is None:
        raise NotNative("there is no private folder to keep compiled rules in")
    folder = cache.path("native")
    make_private(folder)
    kept = f"native/{name}{EXTENSION_SUFFIXES[0]}"
    path = cache.path(kept)
    if cache.trusted(kept) is None:
        why_not = missing()
        if why_not is not None:
            raise NotNative(why_not)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".making_") as place:
            found = compiled(Path(place), name, source)
            found.chmod(0o700)
            found.replace(path)
        cache.prune("native", MOST)
        if cache.trusted(kept) is None:
            raise NotNative(f"{path} can be written by others")
    return path


MOST = 60


def compiled(place: Path, name: str, source: str) -> Path:
    (place / f"{name}.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "rulelang.backends.mypyc.compiler", str(place), name]
    here = str(Path(__file__).parents[3])
    known = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH", ""))))
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
            cwd=place,
            env={**os.environ, "PYTHONPATH": known},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotNative(f"the compiler did not finish ({type(error).__name__})") from error
    found = next(iter(sorted(place.glob(f"{name}.*{EXTENSION_SUFFIXES[-1]}"))), None)
    if done.returncode or found is None:
        said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        errors = [line for line in said if "error" in line.lower()] or said or ["it said nothing"]
        raise NotNative(f"the compiler refused the rules: {errors[0].strip()}")
    return found
