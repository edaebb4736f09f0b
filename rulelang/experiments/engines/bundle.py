"""Rules as texts, for machines that do not have the files: a plan, and every file that its game was read from.

A worker writes them to a folder of its own, compiles the game once, and refuses to play if it comes to other rules.
"""

from __future__ import annotations

import shutil
import tempfile
from atexit import register
from functools import lru_cache
from pathlib import Path

from attrs import evolve, frozen

from rulelang.api.anew import load_anew
from rulelang.errors import RulelangError
from rulelang.experiments.game import game_of
from rulelang.experiments.plan import Plan
from rulelang.project.dependencies import Disk, is_path
from rulelang.project.sources import find, games_folder, shipped_games


@frozen
class Bundle:
    """A plan, the texts of its files by their whole paths, and the hash of the rules that they come to."""

    plan: Plan
    texts: tuple[tuple[str, bytes], ...]
    rules: str


def bundle_of(plan: Plan) -> Bundle:
    """What another machine needs to play a plan; it has the shipped games itself."""
    disk = Disk()
    game = load_anew(plan.reference, plan.variants, dict(plan.options), disk)
    read = {Path(path).resolve() for what, path, _ in disk.seen if what == "text"}
    shipped = games_folder().resolve()
    own = sorted(path for path in read if not (is_shipped(plan.reference) and path.is_relative_to(shipped)))
    reference = plan.reference if is_shipped(plan.reference) else whole(plan.reference)
    variants = tuple(whole(each) if is_path(each) else each for each in plan.variants)
    texts = tuple((str(path), path.read_bytes()) for path in own)
    return Bundle(evolve(plan, reference=reference, variants=variants), texts, game.fingerprint(plan.players))


def is_shipped(reference: str) -> bool:
    return not Path(reference).exists() and reference in shipped_games()


def whole(path: str) -> str:
    return str(find(path).resolve())


@lru_cache(maxsize=64)
def unpacked(bundle: Bundle) -> Plan:
    """The plan with its files where this process has them; made and checked once."""
    root = Path(tempfile.mkdtemp(prefix="rulelang-"))
    register(shutil.rmtree, root, ignore_errors=True)
    for path, text in bundle.texts:
        target = mirrored(root, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text)
    plan = bundle.plan
    reference = plan.reference if is_shipped(plan.reference) else str(mirrored(root, plan.reference))
    variants = tuple(str(mirrored(root, each)) if is_path(each) else each for each in plan.variants)
    here = evolve(plan, reference=reference, variants=variants)
    game = game_of(here.reference, here.variants, here.options)
    if game.fingerprint(plan.players) != bundle.rules:
        raise RulelangError("a worker comes to other rules from the same files: it may have another rulelang")
    return here


def mirrored(root: Path, path: str) -> Path:
    """Where a file lies below another folder: at its whole path."""
    return root.joinpath(*Path(path).parts[1:])
