"""`rulelang check`: what is a game, what is printed, which exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

HOUSE_RULE = """\
variant rich "Rich" of coins
  after take(n)
    add 1 to actor.coins
"""


def test_no_findings(run, coins: Path):
    """A sound game prints one line on the error stream."""
    result = run("check", coins)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "1 game, 1 file: no problems\n"


def test_findings(run, coins: Path):
    """A mistake is drawn with its place, and the exit status is 1."""
    coins.write_text(coins.read_text().replace("add n to actor.coins", "add n to actor.coin"))
    result = run("check", coins)
    assert result.exit_code == 1
    assert "coins.rules:21:" in result.stdout
    assert "did you mean `coins`?" in result.stdout


def test_several_mistakes_in_one_run(run, coins: Path):
    """Independent mistakes are all reported."""
    text = coins.read_text().replace("actor.coins\n", "actor.coin\n").replace("-seat(p)", "-seatt(p)")
    coins.write_text(text)
    report = json.loads(run("check", coins, "--json").stdout)
    assert report["errors"] >= 2


@pytest.mark.parametrize("form", ["json", "sarif", "github"])
def test_formats(run, coins: Path, form: str):
    """Every format names the file."""
    coins.write_text(coins.read_text().replace("actor.coins", "actor.coin"))
    result = run("check", coins, "--format", form)
    assert result.exit_code == 1
    assert "coins.rules" in result.stdout


def test_sarif_has_help(run, coins: Path):
    """The page of each finding is its help."""
    from rulelang.diagnostics.pages import all_slugs

    coins.write_text(coins.read_text().replace("actor.coins", "actor.coin"))
    (sarif_run,) = json.loads(run("check", coins, "--format", "sarif").stdout)["runs"]
    for rule in sarif_run["tool"]["driver"]["rules"]:
        assert ("help" in rule) == (rule["id"] in all_slugs())


def test_folder_of_games(run, coins: Path, cards: Path):
    """In a folder with several games each file is one, and house rules stand on theirs."""
    (coins.parent / "rich.rules").write_text(HOUSE_RULE)
    result = run("check", ".")
    assert result.exit_code == 0, result.output
    assert result.stderr == "2 games, 3 files: no problems\n"


def test_folder_that_is_a_game(run, coins: Path):
    """A folder whose own files hold one game is that game, with everything below it."""
    folder = coins.parent / "coins_folder"
    (folder / "scenarios").mkdir(parents=True)
    game, scenario = coins.read_text().split('scenario "')
    (folder / "coins.rules").write_text(game)
    (folder / "scenarios" / "all.rules").write_text('scenario "' + scenario)
    coins.unlink()
    assert run("check", ".").stderr == "1 game, 2 files: no problems\n"
    assert run("test", ".").stdout == "1 passed, 0 failed\n"


def test_missing_path(run):
    """What is not there is wrong usage."""
    result = run("check", "nowhere")
    assert result.exit_code == 2
    assert "nowhere" in result.stderr


def test_empty_folder(run, tmp_path: Path):
    """A folder without rule files is wrong usage."""
    assert run("check", tmp_path).exit_code == 2


@pytest.mark.parametrize(
    ("content", "slug"),
    [(b"\xff\xfe\x00game", "not-utf8"), (b"# long\n" * 4_000_000, "file-too-large")],
    ids=["not-utf8", "file-too-large"],
)
def test_unreadable_file(run, tmp_path: Path, content: bytes, slug: str):
    """A file that is no text, or too much of it, can not be checked."""
    (tmp_path / "x.rules").write_bytes(content)
    result = run("check", "x.rules")
    assert result.exit_code == 2
    assert f"error[{slug}]" in result.stdout


def house_rules(folder: Path, **files: str) -> list[Path]:
    paths = [folder / f"{name}.rules" for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_house_rules_together(run, coins: Path):
    """Each alone is fine; together they replace the same rule, unless one names the other."""
    dear = "variant dear of coins\n  instead of take(n)\n    add 1 to actor.coins\n"
    cheap = dear.replace("dear", "cheap").replace("add 1", "add 3")
    paths = house_rules(coins.parent, dear=dear, cheap=cheap)
    assert run("check", *paths).exit_code == 0
    both = run("check", *paths, "--together")
    assert both.exit_code == 1
    assert "conflicting-amendments" in both.stdout
    house_rules(coins.parent, dear=dear.replace("of coins\n", "of coins\n  first: cheap\n"))
    assert run("check", *paths).exit_code == 0, "a variant of a file beside it may be named"
    assert run("check", *paths, "--together").exit_code == 0


def test_house_rules_that_exclude_one_another_together(run, coins: Path):
    """That they exclude one another is said only when both are asked for."""
    rich = HOUSE_RULE.replace("of coins\n", "of coins\n  excludes: poor\n")
    paths = house_rules(coins.parent, rich=rich, poor=HOUSE_RULE.replace("rich", "poor"))
    assert run("check", *paths).exit_code == 0
    assert "conflicting-variants" in run("check", *paths, "--together").stdout


def test_needs_of_a_file_beside(run, coins: Path):
    """What is needed has to be given; given, it is switched on, and the command says so."""
    rich = HOUSE_RULE.replace("of coins\n", "of coins\n  needs: poor\n")
    paths = house_rules(coins.parent, rich=rich, poor=HOUSE_RULE.replace("rich", "poor"))
    assert "it stands in `poor.rules`" in run("check", paths[0]).stdout
    assert run("check", *paths, "--together").exit_code == 0
