"""`rulelang new`: a folder with a small game, or a house rule, to start from."""

from __future__ import annotations

import re
import shutil
import tempfile
from importlib import resources
from pathlib import Path

import click

from rulelang.cli.output import say

EXAMPLE = "Example: rulelang new my_game"
NAME = re.compile(r"[a-z][a-z0-9_]*")


@click.command("new", epilog=EXAMPLE)
@click.argument("name")
@click.option("--game", "wants_game", is_flag=True, help="A game of its own (the default).")
@click.option("--variant-of", "base", metavar="GAME", help="A house rule for a game instead.")
def command(name: str, wants_game: bool, base: str | None) -> int:
    """Write a complete small game, or a house rule, into a new folder NAME."""
    from rulelang.cli.exit_status import FINE
    from rulelang.errors import UsageError

    if wants_game and base is not None:
        raise click.UsageError("--game and --variant-of exclude each other")
    folder = Path(name)
    if not NAME.fullmatch(folder.name):
        raise UsageError(f"`{folder.name}` is no name for rules: small letters, digits and _ make one")
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{name} is there already and is not overwritten")
    if not folder.parent.is_dir():
        raise UsageError(f"there is no folder {folder.parent}")
    words = {"name": folder.name, "label": folder.name.replace("_", " ").capitalize(), "requirement": requirement()}
    if base is None:
        make(folder, game_files(words))
    else:
        words |= words_of_game(base, folder.parent)
        make(folder, variant_files(words))
    shown = folder.as_posix()
    what = f"{words['game']} --variant {shown}/{folder.name}.rules" if base else f"{shown}/{folder.name}.rules"
    say(f"wrote {shown}. Next:")
    for line in (f"rulelang check {shown}", f"rulelang test {shown}", f"rulelang play {what}"):
        say(f"  {line}")
    return FINE


def requirement() -> str:
    """What installs this rulelang elsewhere: the address it came from, else its version from the package index."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    from rulelang import __version__

    try:
        origin = json.loads(distribution("rulelang").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        origin = {}
    if "vcs_info" in origin:
        return f"rulelang @ {origin['vcs_info']['vcs']}+{origin['url']}@{origin['vcs_info']['commit_id']}"
    if "archive_info" in origin and not origin["url"].startswith("file:"):
        return f"rulelang @ {origin['url']}"
    return f"rulelang=={__version__}"


def game_files(words: dict[str, str]) -> dict[str, str]:
    """The files of a new game."""
    from rulelang.errors import UsageError
    from rulelang.project.sources import shipped_games

    if words["name"] in shipped_games():
        raise UsageError(f"`{words['name']}` is the name of a shipped game; --variant-of {words['name']} changes it")
    return files("game", words)


def variant_files(words: dict[str, str]) -> dict[str, str]:
    """The files of a new house rule."""
    return files("variant", words)


def files(what: str, words: dict[str, str]) -> dict[str, str]:
    """Texts by path, filled in."""
    texts = {
        f"{words['name']}.rules": f"{what}.rules.txt",
        "README.md": f"{what}.README.md.txt",
        ".github/workflows/rules.yml": "rules.yml.txt",
        ".github/rulelang.txt": "rulelang.txt",
    }
    return {path: filled(template, words) for path, template in texts.items()}


def filled(template: str, words: dict[str, str]) -> str:
    """The text of a template with its words put in."""
    text = resources.files("rulelang").joinpath("templates", template).read_text(encoding="utf-8")
    for word, value in words.items():
        text = text.replace(f"{{{word}}}", value)
    return styled(text) if template.endswith(".rules.txt") else text


def styled(text: str) -> str:
    """Rules in the one style: a long name may have made a line too long."""
    from rulelang.syntax.format import format_text

    result = format_text(text)
    return text if result.problems else result.text


def words_of_game(base: str, beside: Path) -> dict[str, str]:
    """What a house rule has to know of the game it changes."""
    from rulelang.api.load import load
    from rulelang.errors import UsageError
    from rulelang.project.dependencies import ENDING
    from rulelang.project.sources import shipped_games

    game = load(base)
    places = (beside / game.name, beside / (game.name + ENDING))
    if game.name not in shipped_games() and not any(place.exists() for place in places):
        raise UsageError(
            f"a house rule finds its game beside its folder, under its name: there is no {game.name} in {beside}"
        )
    rounds = [str(block.path) for block in game.rules.main if block.keyword == "round"]
    if not rounds:
        raise UsageError(f"{game.name} has no round that a house rule could end")
    return {"game": game.name, "round": rounds[0], "players": str(game.players[0])}


def make(folder: Path, texts: dict[str, str]) -> None:
    """Write a folder whole, or not at all: what does not pass the checks is not put there."""
    from rulelang.checks.run import check_games, games_in
    from rulelang.errors import UsageError

    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        for path, text in texts.items():
            target = draft / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        problems = check_games(games_in([draft / f"{folder.name}.rules"]))
        if problems:
            raise UsageError(f"`{folder.name}` can not be the name: {problems[0].message}")
        draft.chmod(0o755)
        draft.rename(folder)
    finally:
        if draft.exists():
            shutil.rmtree(draft)
