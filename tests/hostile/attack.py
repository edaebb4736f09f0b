"""Plays the part of somebody who got a hostile file: each file in a process of its own, held to time and memory.

`python -m tests.hostile.attack` reads paths, one a line, and answers each with one line of JSON. It forks for
every file, so that Python starts once and the limits still hold for each file alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import rulelang
from rulelang.cli import main
from rulelang.errors import RuleFault, RulelangError, RulesError
from rulelang.syntax.parser import lark_parser

SECONDS = 10  # of the processor
BYTES = 1_000_000_000
WAITING = 300  # seconds by the clock: for those who wait for something that never comes
DECISIONS = 2_000
# What may never reach a terminal. Colours are off, so that there is no honest escape either.
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
REPEAT = re.compile(r"#repeat (\d+): ?(.*)")
WITH = "# with: "
PLANTED = re.compile(r"^# planted: ([a-z-]+)", re.MULTILINE)
OWNED = "owned"


# ---- setting the scene ----------------------------------------------------------------------------------


def expanded(text: str) -> str:
    r"""The text with `#repeat 3: row {i}` lines written out; `{i}` counts from 0, `{j}` is one more, `\n` ends a line.

    Without a line end of its own if it ends in a backslash: so one line can be made long.
    """
    lines = []
    for line in text.split("\n"):
        found = REPEAT.fullmatch(line)
        if found is None:
            lines.append(line + "\n")
            continue
        pattern, end = (found[2][:-1], "") if found[2].endswith("\\") else (found[2], "\n")
        times = range(int(found[1]))
        pattern = pattern.replace("\\n", "\n")
        lines += [pattern.replace("{i}", str(i)).replace("{j}", str(i + 1)) + end for i in times]
    return "".join(lines)[:-1]


def lay_out(path: Path, folder: Path) -> Path:
    """Copy a hostile file into a folder, with what its `# with:` lines ask for beside it."""
    raw = path.read_bytes()
    for line in raw.decode("utf-8", "replace").split("\n"):
        if line.startswith(WITH):
            put_beside(folder, *line.removeprefix(WITH).split(" ", 2))
    if path.suffix == ".save":
        raw = raw.partition(b"\n")[2].replace(b"HERE", str(folder).encode())
    if b"#repeat" in raw:
        raw = expanded(raw.decode()).encode()
    target = folder / path.name
    target.write_bytes(raw)
    return target


def put_beside(folder: Path, what: str, name: str, rest: str = "") -> None:
    at = folder / name
    at.parent.mkdir(parents=True, exist_ok=True)
    if what == "file":
        at.write_text(rest.replace("\\n", "\n"), encoding="utf-8")
    elif what == "pipe":
        os.mkfifo(at)
    elif what == "socket":
        with socket.socket(socket.AF_UNIX) as made, contextlib.chdir(at.parent):
            made.bind(at.name)
    elif what == "link":
        at.symlink_to(rest)
    elif what == "sparse":
        with at.open("wb") as file:
            file.truncate(int(rest))
    elif what == "folders":
        for number in range(int(rest)):
            (at / str(number)).mkdir(parents=True)
    else:
        raise ValueError(f"nobody knows how to put a {what} there")


def pickled(module: str, name: str) -> bytes:
    """A pickle that calls a function with the name of a folder to make."""
    words = (module.encode(), name.encode(), OWNED.encode())
    m, n, o = (b"\x8c" + bytes([len(word)]) + word for word in words)
    return b"\x80\x04" + m + n + b"\x93" + o + b"\x85R."


def plant(target: Path, how: str) -> None:
    """Let a game be kept, and put something else in the place of every file that was."""
    kept = Path(os.environ["RULELANG_CACHE"])
    lark_parser.cache_clear()
    rulelang.load(target).start()
    lark_parser.cache_clear()
    (kept / "grammar").write_bytes(b"0\n" + pickled("os", "mkdir"))
    for file in [path for path in kept.rglob("*") if path.is_file()]:
        body = pickled(*(("rulelang.cache.folder", "os.mkdir") if how == "borrowed" else ("os", "mkdir")))
        raw = hashlib.sha256(body).digest() + body
        if how == "bare":
            raw = body
        elif how == "cut":
            raw = file.read_bytes()[:-7]
        file.write_bytes(raw)
        if how == "linked":
            file.rename(target.parent / file.name)
            file.symlink_to(target.parent / file.name)
        file.chmod(0o666 if how == "open" else 0o600)
        file.parent.chmod(0o777 if how == "open-folders" else 0o700)


# ---- what is done with it -------------------------------------------------------------------------------


def run(*words: str) -> tuple[int, str, str]:
    """A command of rulelang: its status, and what it printed."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(words)
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 0
    return status, out.getvalue(), err.getvalue()


def sound(status: int, *texts: str) -> Iterator[str]:
    """What is wrong with an answer, whatever it was asked."""
    if status not in (0, 1, 2):
        yield f"left with {status}: {texts[-1][-300:]}"
    for text in texts:
        found = RAW.search(text)
        if found:
            yield f"prints {found[0]!r} raw: {text[max(0, found.start() - 40) : found.end() + 40]!r}"


def check(path: Path) -> tuple[str, list[str]]:
    status, out, err = run("check", "--json", str(path))
    wrong = list(sound(status, out, err))
    for form in ("text", "github"):
        wrong += sound(*run("check", "--format", form, str(path)))
    if not out:
        return f"refused {err}", wrong
    found = {(d["slug"], d["line"]) for d in json.loads(out)["diagnostics"]}
    return ", ".join(f"{slug}@{line}" for slug, line in sorted(found, key=str)) or "clean", wrong


def play(path: Path) -> tuple[str, list[str]]:
    """Random games through the Python interface, which hands out faults as data."""
    try:
        game = rulelang.load(path)
        match = game.start(game.players[0], seed=1, audit=True)
        rng = random.Random(1)
        for _ in range(DECISIONS):
            if match.over:
                return "ends", []
            match.choose(rng.randrange(len(match.decision.options)))
    except RulesError as error:
        return f"refused@{error.problems[0].span.line}", []
    except RuleFault as error:
        return f"stops@{error.span.line}" if error.span is not None else "stops", []
    except RulelangError as error:
        return f"refused {error}", []
    return "goes on", []


def command(*words: str) -> tuple[str, list[str]]:
    """Any other command: is it fine, or refused, and with which words?"""
    status, out, err = run(*words)
    return ("fine" if status == 0 else f"refused {err}"), list(sound(status, out, err))


def attack(path: Path, wanted: list[str], folder: Path) -> list[str]:
    """What does not hold of the things that must happen."""
    target = lay_out(path, folder)
    os.chdir(folder)
    for how in PLANTED.findall(path.read_bytes().decode("utf-8", "replace")):
        plant(target, how)
    wrong = []
    for expectation in wanted:
        what, _, outcome = expectation.partition(": ")
        verb, *rest = what.split()
        at = Path(rest[-1]) if rest else Path(target.name)
        if verb in ("check", "play"):
            found, unsound = (check if verb == "check" else play)(at)
        else:
            found, unsound = command(verb, *rest[:-1], str(at))
        wrong += [f"{what}: {one}" for one in unsound]
        if not fits(found, outcome):
            wrong.append(f"{what}: wanted `{outcome}`, found `{found.strip()}`")
    if Path(OWNED).exists():
        wrong.append("what was planted in the cache was run")
    return wrong


def fits(found: str, outcome: str) -> bool:
    """Is this what was wanted? Lines and the words of a refusal need not be given."""
    if outcome.startswith("refused "):
        return found.startswith("refused") and outcome.removeprefix("refused ") in found
    if outcome == "refused":
        return found.startswith("refused")
    given = set(found.split(", "))
    asked = set(outcome.split(", "))
    plain = {one.partition("@")[0] for one in given}
    return asked <= given | plain and plain <= {one.partition("@")[0] for one in asked}


# ---- one process each -----------------------------------------------------------------------------------


def expectations(path: Path) -> list[str]:
    """What the first line of a file says must happen: `# check: clean; play: stops@12`."""
    first = path.read_bytes().partition(b"\n")[0].decode("utf-8", "replace")
    return [part.strip() for part in first.lstrip("# ").split(";")]


def judged(path: Path) -> list[str]:
    """Attack with a file from a child process; what does not hold."""
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(here)
        answer_and_leave(path, folder, there)
    os.close(there)
    try:
        with os.fdopen(here, "rb") as answers:
            said = answers.read()
        _, status, used = os.wait4(child, 0)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if not said:
        end = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"status {os.WEXITSTATUS(status)}"
        return [f"gave no answer: {end} after {used.ru_utime + used.ru_stime:.1f} s of the processor"]
    found: list[str] = json.loads(said)
    return found


def answer_and_leave(path: Path, folder: Path, there: int) -> None:
    """The child: nothing it does can reach its parent but its answer."""
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        signal.alarm(WAITING)
        os.environ.update(RULELANG_CACHE=str(folder / "cache"), NO_COLOR="1")
        scene = folder / "scene"
        scene.mkdir()
        try:
            wrong = attack(path, expectations(path), scene)
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is the answer
            wrong = [f"{type(error).__name__}: {error}"]
        os.write(there, json.dumps(wrong)[:60_000].encode())
    finally:
        os._exit(0)


def serve() -> None:
    """Answer paths until there are no more."""
    lark_parser()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(judged(Path(line.rstrip("\n")))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
