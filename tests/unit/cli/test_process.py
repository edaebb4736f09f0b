"""The command line as a process of its own: pipes, signals, statuses."""

from __future__ import annotations

import os
import pty
import random
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import rulelang

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "rulelang"]
# How long a process may take at most; only a hanging one ever does, however busy the machine.
PATIENCE = 300
SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


def environment(**more: str) -> dict[str, str]:
    """What a child sees; no colours are asked for or refused."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def on_terminal(arguments: list[str], typed: bytes, **more: str) -> tuple[int, str]:
    """Run on a terminal of its own; the status and all that was shown."""
    child, fd = pty.fork()
    if child == 0:
        os.environ.update(environment(**more))
        os.execv(COMMAND[0], [*COMMAND, *arguments])
    os.write(fd, typed)
    shown = b""
    while True:
        try:
            part = os.read(fd, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode(errors="replace")


def test_broken_pipe_is_quiet(coins: Path):
    """A reader that stops reading makes no noise."""
    child = subprocess.Popen(
        [*COMMAND, "compile", str(coins)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert child.stdout is not None
    child.stdout.close()
    _, noise = child.communicate(timeout=PATIENCE)
    assert noise == b""


def test_piped_output_is_plain(coins: Path):
    """Nothing that steers a terminal goes into a pipe, and lines are not cut."""
    done = subprocess.run(
        [*COMMAND, "play", str(coins), "--seat", "1=random", "--seed", "1"],
        capture_output=True, env=environment(TERM="xterm-256color"), check=True, timeout=PATIENCE,
    )  # fmt: skip
    assert b"\x1b" not in done.stdout


def test_terminal_is_drawn(coins: Path):
    """On a terminal there are colours, and lines between the parts of the table."""
    status, shown = on_terminal(["play", str(coins), "--seed", "1"], b"1\nq\n", TERM="xterm-256color")
    assert status == 0, shown
    assert "\x1b[" in shown
    assert "────" in shown


def test_dumb_terminal_is_plain(coins: Path):
    """A terminal that can not draw gets lines."""
    status, shown = on_terminal(["play", str(coins), "--seed", "1"], b"1\nq\n", TERM="dumb")
    assert status == 0, shown
    assert "\x1b" not in shown


def test_screen_is_covered_between_people(cards: Path):
    """With hidden hands the next person is asked to take the screen."""
    two = ["--seat", "1=human", "--seat", "2=human", "--seed", "1"]
    status, shown = on_terminal(["play", str(cards), *two], b"1\n1\n\nq\n", TERM="xterm-256color")
    assert status == 0, shown
    assert "Hand the screen to Player 2, press Enter." in shown


def hear_signals() -> None:
    """The background jobs of a shell ignore Ctrl-C, and what `nohup` starts the end of the terminal."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def started(*arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    """A command in a group of its own, which hears signals whatever the one who runs the tests does, and is ended."""
    child = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), start_new_session=True,
        preexec_fn=hear_signals,  # noqa: PLW1509 - no threads here
    )  # fmt: skip
    try:
        yield child
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.communicate()


def wait_for_progress(child: subprocess.Popen[bytes]) -> None:
    """Until games have been played."""
    assert child.stderr is not None
    while b" of 100,000,000 games" not in child.stderr.readline():
        assert child.poll() is None


def test_interrupt_while_simulating(coins: Path):
    """Ctrl-C keeps the games that were played, and says so."""
    with started("simulate", coins, "--games", "100000000", "--jobs", "2") as child:
        wait_for_progress(child)
        os.killpg(child.pid, signal.SIGINT)
        shown, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130, said
    assert b"the coins are gone" in shown
    assert b"stopped:" in said
    assert b"Traceback" not in said


def stop_at_a_random_moment(coins: Path, seed: int) -> None:
    """Stop a simulation somewhere: what was played is told, and nobody is left who could write to its pipes."""
    rng = random.Random(seed)
    number = rng.choice(list(SIGNALS))
    with started("simulate", coins, "--games", "100000000", "--jobs", rng.choice([1, 2, 3])) as child:
        wait_for_progress(child)
        select.select([child.stderr], [], [], rng.random() / 2)  # any moment will do
        rng.choice([os.kill, os.killpg])(child.pid, number)
        shown, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == SIGNALS[number], said
    assert b"the coins are gone" in shown
    assert b"stopped:" in said
    assert b"Traceback" not in said


@pytest.mark.parametrize("seed", range(6))
def test_stopped_at_any_moment(coins: Path, seed: int):
    """Ctrl-C, a kill and the end of the terminal are all answered with what was played."""
    stop_at_a_random_moment(coins, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_stopped_at_a_hundred_moments(coins: Path, seed: int):
    """The same, often."""
    stop_at_a_random_moment(coins, seed)


def kill_at_a_random_moment(coins: Path, seed: int) -> None:
    """Who is ended without a chance to say so leaves nobody behind who holds the pipes they share."""
    rng = random.Random(seed)
    with started("simulate", coins, "--games", "100000000", "--jobs", rng.choice([1, 2, 3])) as child:
        assert child.stderr is not None
        assert b"seats are taken" in child.stderr.readline()
        select.select([child.stderr], [], [], rng.random())  # any moment will do
        child.kill()
        child.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("seed", range(4))
def test_processes_end_with_the_one_that_started_them(coins: Path, seed: int):
    """Whenever that is, from the first line on."""
    kill_at_a_random_moment(coins, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_processes_end_at_twenty_moments(coins: Path, seed: int):
    """The same, often."""
    kill_at_a_random_moment(coins, seed)


def test_two_signals_at_once(coins: Path):
    """A terminal that is closed may send more than one; what was played is told all the same."""
    with started("simulate", coins, "--games", "100000000", "--jobs", "1") as child:
        wait_for_progress(child)
        for number in SIGNALS:
            os.kill(child.pid, number)
        shown, said = child.communicate(timeout=PATIENCE)
    assert child.returncode in SIGNALS.values(), said
    assert b"the coins are gone" in shown
    assert b"Traceback" not in said


@pytest.fixture
def long_game(coins: Path) -> Path:
    """Some hundred choices, each of which is shown."""
    coins.write_text(
        coins.read_text().replace("starts 7", "starts 900").replace("to 7 +", "to 900 +").replace("20", "900")
    )
    return coins


def stop_playing(game: Path, seed: int, number: signal.Signals) -> tuple[int, bytes]:
    """Stop a game somewhere: the status and all it said. Whatever was shown as done is in the file, which goes on."""
    rng = random.Random(seed)
    kept = game.with_name("kept.json")
    seats = ("--seat", "1=random", "--seat", "2=random")
    with started("play", game, *seats, "--seed", seed, "--save", kept) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(rng.randrange(1, 400))]
        child.send_signal(number)
        rest, said = child.communicate(timeout=PATIENCE)
    shown = b"".join([*lines, rest])
    assert b"Traceback" not in said
    match = rulelang.resume(kept.read_text(), game)
    assert len(match.choices) >= sum(line.startswith((b"Player 1: ", b"Player 2: ")) for line in shown.splitlines())
    return child.returncode, shown


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_game_is_kept(long_game: Path, seed: int):
    """Killed without a warning it loses nothing that anybody saw."""
    assert stop_playing(long_game, seed, signal.SIGKILL)[0] in (-signal.SIGKILL, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_a_game_killed_at_twenty_moments_is_kept(long_game: Path, seed: int):
    """The same, often."""
    stop_playing(long_game, seed, signal.SIGKILL)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_game_that_is_asked_to_stop_is_kept(long_game: Path, number: signal.Signals):
    """Ctrl-C, a kill and the end of the terminal: how to go on is said, unless it was over before."""
    status, shown = stop_playing(long_game, 7, number)
    assert status in (SIGNALS[number], 0)
    assert b"go on with: rulelang play" in shown


def test_a_person_who_is_asked_can_be_stopped(coins: Path):
    """While it waits for somebody to type, a game hears signals too."""
    kept = coins.with_name("kept.json")
    child = subprocess.Popen(
        [*COMMAND, "play", coins, "--save", kept, "--seat", "2=human"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(PYTHONUNBUFFERED="1"),
    )  # fmt: skip
    with child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b"2\n")
        child.stdin.flush()
        shown = b""
        while b"Player 2>" not in shown:
            shown += os.read(child.stdout.fileno(), 1000)
        child.terminate()
        rest, _ = child.communicate(timeout=PATIENCE)
    assert child.returncode == SIGNALS[signal.SIGTERM]
    assert b"go on with: rulelang play" in rest
    assert rulelang.resume(kept.read_text(), coins).choices == [1]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("list {}", 0),
        ("check {}", 0),
        ("play {} --seed 1 --save kept.json", 0),
        ("explain no-such", 2),
        ("nonsense", 2),
    ],
)
def test_closed_streams(coins: Path, closed: str, words: str, status: int):
    """Whoever closes a standard stream gets the status he would get otherwise, and files keep what is theirs."""
    found = subprocess.run(
        ["/bin/sh", "-c", f"{shlex.join(COMMAND)} {words.format(coins)} {closed}"],
        cwd=coins.parent, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, check=False,
    )  # fmt: skip
    assert found.returncode == status
    assert b"went wrong" not in found.stderr + found.stdout
    if "--save" in words:
        assert rulelang.resume(coins.with_name("kept.json").read_text(), coins).choices == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_said(coins: Path):
    """What can not be written is an error and not a crash."""
    with Path("/dev/full").open("wb") as full:
        command = [*COMMAND, "list", str(coins)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment(), check=False)
    assert (done.returncode, done.stderr) == (2, b"error: No space left on device\n")


def test_what_is_typed_need_not_be_text(coins: Path):
    """Bytes of another encoding are no option, and no crash."""
    done = subprocess.run(
        [*COMMAND, "play", coins, "--seed", "1"],
        input=b"\xff\xfe\n1\n",
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0
    assert b"That is no option." in done.stdout


def test_help_is_quick():
    """Help needs neither the parser nor the engine."""
    program = "import sys, rulelang.cli; print('lark' in sys.modules, 'rich' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=environment(), text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]
