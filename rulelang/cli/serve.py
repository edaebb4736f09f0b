"""`rulelang serve`: play in a browser."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.errors import UsageError

if TYPE_CHECKING:
    from rulelang.api.match import Match
    from rulelang.server.hall import Hall
    from rulelang.studio.app import Studio

EXAMPLE = "Example: rulelang serve --listen 127.0.0.1:8080 examples/pig"
LAST = 65_535
NEEDED = 'rulelang serve needs an extra: pip install "rulelang[serve]"'
NEEDED_TO_WRITE = 'rulelang serve --studio needs an extra: pip install "rulelang[studio]"'


@click.command("serve", epilog=EXAMPLE)
@click.argument("games", nargs=-1)
@click.option(
    "--listen",
    "address",
    default="127.0.0.1:8000",
    show_default=True,
    metavar="HOST:NUMBER",
    help="Where it listens; with 0 anywhere that is free.",
)
@click.option("--name", "names", multiple=True, metavar="HOST", help="A name it is reached by, beside the address.")
@click.option("--matches", type=click.Path(path_type=Path), metavar="FILE", help="Keep matches here; else in memory.")
@click.option("--delay", type=click.FloatRange(0, 60), default=0.6, show_default=True, help="Seconds a bot waits.")
@click.option(
    "--watch",
    "saves",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Show a saved game as well, to be watched move by move.",
)
@click.option(
    "--studio",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Write the rule files of this folder as well, on a page whose address is a secret.",
)
def command(
    games: tuple[str, ...],
    address: str,
    names: tuple[str, ...],
    matches: Path | None,
    delay: float,
    saves: tuple[Path, ...],
    folder: Path | None,
) -> int:
    """Serve GAMES, shipped ones or paths (else all that are shipped), as pages to play on.

    It listens to this machine alone unless it is told another address. Who has the link to a seat sits there.
    """
    from rulelang.cli.exit_status import FINE
    from rulelang.cli.output import say
    from rulelang.project.sources import shipped_games

    try:
        import uvicorn

        from rulelang.server.app import make_app
    except ImportError:
        raise UsageError(NEEDED) from None
    from rulelang.server.hall import Hall, game_of
    from rulelang.server.limits import LARGEST_FILE, Limits
    from rulelang.server.store import Store

    host, number = host_and_number(address)
    if folder is not None and (names or not is_local(host)):
        raise UsageError("files are written for this machine alone: --studio goes with no other address or name")
    chosen = games or tuple(sorted(shipped_games()))
    for reference in games:
        game_of(reference, (), ())  # a mistake in a file is told before anybody comes
    limits = Limits()
    hall = Hall(chosen, Store(matches), limits, delay)
    shown = [hall.show(*played(path, games)) for path in saves]
    studio = studio_of(folder, hall) if folder is not None else None
    config = uvicorn.Config(
        make_app(hall, [*local_names(host), *names], studio.routes if studio is not None else ()),
        log_level="warning",
        ws_max_size=limits.body if studio is None else LARGEST_FILE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    listening = listen_at(host, number)
    at = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    say(at)
    for match in shown:
        say(f"{at}#match={match}&move=0")
    if studio is not None:
        say(f"{at}studio#key={studio.key}")
    uvicorn.Server(config).run(sockets=[listening])
    return FINE


def played(path: Path, games: Sequence[str]) -> tuple[Match, Sequence[str]]:
    """The match of a save at its beginning, and its choices; rules that are not shipped must be among the games."""
    from rulelang.api.load import resumed
    from rulelang.cli.saves import given_with, read_save
    from rulelang.play.save import choice_keys
    from rulelang.project.sources import is_shipped

    saved = read_save(path)
    own = next((game for game in games if Path(game).name == Path(saved.game).name), None)
    match = resumed(saved, given_with(saved, None if is_shipped(saved.game) else own, ()).load)
    return match.game.start(match.players, match.seed, language=saved.language or "en"), choice_keys(match)


def studio_of(folder: Path, hall: Hall) -> Studio:
    """What writes the files of a folder."""
    from rulelang.cli.output import write_whole

    try:
        from rulelang.studio.app import Studio
        from rulelang.studio.folder import Folder
    except ImportError:
        raise UsageError(NEEDED_TO_WRITE) from None
    return Studio(Folder(folder, write_whole), hall)


def host_and_number(address: str) -> tuple[str, int]:
    """`127.0.0.1:8000`, `[::1]:8000`"""
    host, colon, number = address.rpartition(":")
    if not colon or not number.isdecimal() or int(number) > LAST:
        raise UsageError(f"{address} is no address: write one such as 127.0.0.1:8000")
    return host.removeprefix("[").removesuffix("]"), int(number)


def listen_at(host: str, number: int) -> socket.socket:
    """A socket that is bound, so that its number is known before anybody is told of it."""
    try:
        family, *_, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()
    except OSError as error:
        raise UsageError(f"{host}:{number} can not be listened to: {error.strerror or error}") from None
    return listening


def local_names(host: str) -> list[str]:
    """What a server may be called: the address it listens on; on loopback also by name."""
    return [host, "localhost", "127.0.0.1", "[::1]"] if is_local(host) else [host]


def is_local(host: str) -> bool:
    """Does nobody but this machine reach an address?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
