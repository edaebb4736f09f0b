"""`rulelang new`: what it writes passes, and nothing is overwritten."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulelang import __version__

VARIANT = ("--variant-of", "coins.rules")


@pytest.mark.parametrize("more", [(), ("--game",), VARIANT], ids=["default", "game", "variant"])
def test_what_is_written_passes(run, coins: Path, more: tuple[str, ...]):
    """Check, fmt --check and test, as the written CI file runs them."""
    result = run("new", "first_try", *more)
    assert result.exit_code == 0, result.output
    for command in (("check",), ("fmt", "--check"), ("test",)):
        passed = run(*command, "first_try")
        assert passed.exit_code == 0, passed.output
    assert "no problems" in run("check", "first_try").stderr
    assert {p.name for p in Path("first_try").iterdir()} == {".github", "README.md", "first_try.rules"}
    workflow = Path("first_try/.github/workflows/rules.yml").read_text(encoding="utf-8")
    for command in ("rulelang check .", "rulelang fmt . --check", "rulelang test ."):
        assert command in workflow
    texts = [path.read_text(encoding="utf-8") for path in Path("first_try").rglob("*") if path.is_file()]
    assert not any(f"{{{word}}}" in text for text in texts for word in ("name", "label", "game", "round", "players"))


def test_next_commands(run, coins: Path):
    """Three commands, and each of them works as printed."""
    lines = run("new", "first_try", *VARIANT).stdout.splitlines()
    assert lines[1:] == [
        "  rulelang check first_try",
        "  rulelang test first_try",
        "  rulelang play coins --variant first_try/first_try.rules",
    ]


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("short_evening", "mainport_mastermind"),
        ("a_rule_with_such_a_long_name_that_lines_must_be_broken", "coins.rules"),
    ],
)
def test_variant_of_a_game(run, coins: Path, name: str, game: str):
    """A house rule stands on a game, shipped or not, without a copy of it, and passes what its CI file runs."""
    assert run("new", name, "--variant-of", game).exit_code == 0
    for command in (("check", name), ("fmt", name, "--check"), ("test", name)):
        result = run(*command)
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize("more", [(), VARIANT], ids=["game", "variant"])
def test_ci_file(run, coins: Path, more: tuple[str, ...]):
    """It has the form that the service wants, and each command in it is one that is known here."""
    run("new", "first_try", *more)
    workflow = Path("first_try/.github/workflows/rules.yml").read_text(encoding="utf-8")
    steps = re.findall(r"^      - (uses|run): (.+)$", workflow, re.MULTILINE)
    assert [what for what, _ in steps] == ["uses", "uses", "run", "run", "run", "run", "run"]
    assert steps[2] == ("run", "pip install -r .github/rulelang.txt")
    assert Path("first_try/.github/rulelang.txt").is_file()
    commands = [text.split()[1:] for what, text in steps if what == "run" and text.startswith("rulelang ")]
    assert [command[0] for command in commands] == ["check", "fmt", "test", "cover"]
    for command in commands:
        assert run(*[word.replace(".", "first_try") for word in command]).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("there",), "is not overwritten"),
        (("My-Game",), "no name for rules"),
        (("none/such",), "there is no folder"),
        (("rotterdam",), "shipped game"),
        (("greedy_start", *VARIANT), "can not be the name"),
        (("x", "--game", *VARIANT), "exclude each other"),
        (("x", "--variant-of", "nowhere"), "there is no game"),
        (("there/x", "--variant-of", "coins.rules"), "beside its folder"),
    ],
)
def test_refusals(run, coins: Path, arguments: tuple[str, ...], said: str):
    """Nothing is written where something stands in the way."""
    coins.with_name("there").mkdir()
    before = sorted(p.name for p in coins.parent.rglob("*"))
    result = run("new", *arguments)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert sorted(p.name for p in coins.parent.rglob("*")) == before


@pytest.mark.parametrize(
    ("origin", "line"),
    [
        (
            {"url": "https://git.example/r.git", "vcs_info": {"vcs": "git", "commit_id": "abc123"}},
            "rulelang @ git+https://git.example/r.git@abc123",
        ),
        ({"url": "https://files.example/r.whl", "archive_info": {}}, "rulelang @ https://files.example/r.whl"),
        ({"url": "file:///somewhere/r.whl", "archive_info": {}}, f"rulelang=={__version__}"),
        ({"url": "file:///somewhere", "dir_info": {"editable": True}}, f"rulelang=={__version__}"),
        (None, f"rulelang=={__version__}"),
    ],
)
def test_ci_installs_what_was_installed_here(run, monkeypatch: pytest.MonkeyPatch, origin: object, line: str):
    """The address it came from if others can reach it, else its version."""

    class Installed:
        def read_text(self, name: str) -> str | None:
            return json.dumps(origin) if name == "direct_url.json" and origin is not None else None

    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Installed())
    assert run("new", "first_try").exit_code == 0
    assert Path("first_try/.github/rulelang.txt").read_text(encoding="utf-8").splitlines()[1] == line
