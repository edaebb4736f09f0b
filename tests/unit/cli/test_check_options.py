"""What `rulelang check` makes of its findings: settings, selections, standard input, baselines, earlier commits."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulelang import __version__
from rulelang.cli.watch import changes

Run = Callable[..., Result]

IDLE = "\nrule nobody_calls()\n  add 1 to left\n"
WRONG = "\nrule slip(n: number)\n  add n to lft\n"


@pytest.fixture
def game(tmp_path: Path, coins: Path) -> Path:
    """A game of two files in a folder."""
    folder = tmp_path / "coins"
    folder.mkdir()
    text = coins.read_text()
    coins.unlink()
    body, _, scenario = text.partition('scenario "two coins')
    (folder / "game.rules").write_text(body)
    (folder / "scenarios.rules").write_text('scenario "two coins' + scenario)
    return folder


def settings(folder: Path, text: str) -> None:
    (folder / "rulelang.toml").write_text(text)


def slugs(result: Result) -> list[str]:
    return [each["slug"] for each in json.loads(result.stdout)["diagnostics"]]


def add(file: Path, text: str) -> None:
    file.write_text(file.read_text() + text)


# ---- single files -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["game.rules", "scenarios.rules"])
def test_a_file_of_a_game_is_checked_as_part_of_it(run: Run, game: Path, name: str) -> None:
    result = run("check", game / name)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "1 file, as part of coins: no problems\n"


def test_of_a_part_its_own_warnings_are_told(run: Run, game: Path) -> None:
    add(game / "game.rules", IDLE)
    assert slugs(run("check", game / "game.rules", "--json")) == ["never-used"]
    assert slugs(run("check", game / "scenarios.rules", "--json")) == []


def test_an_error_elsewhere_is_told_with_a_part(run: Run, game: Path) -> None:
    """It may come from what was changed in the part."""
    add(game / "game.rules", WRONG)
    assert slugs(run("check", game / "scenarios.rules", "--json")) == ["unknown-name"]


def test_the_whole_and_its_part_are_the_whole(run: Run, game: Path) -> None:
    assert run("check", game / "game.rules", game).stderr == "1 game, 2 files: no problems\n"


def test_a_house_rule_beside_a_game_stands_by_itself(run: Run, coins: Path, tmp_path: Path) -> None:
    house = tmp_path / "rich.rules"
    house.write_text('variant rich "Rich" of coins\n  after take(n)\n    add 1 to actor.coins\n')
    assert run("check", house).stderr == "1 file: no problems\n"
    assert run("check", coins).stderr == "1 game, 1 file: no problems\n"


# ---- levels and selections ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "status", "severity"),
    [
        ("", 1, "warning"),
        ('[check]\nfail-level = "error"', 0, "warning"),
        ('[check]\nlevels = { never-used = "error" }\nfail-level = "error"', 1, "error"),
        ('[check]\nlevels = { never-used = "off" }', 0, None),
        ('[[check.per-file]]\nfiles = ["coins/*"]\nlevels = { never-used = "off" }', 0, None),
        ('[[check.per-file]]\nfiles = ["other/*"]\nlevels = { never-used = "off" }', 1, "warning"),
    ],
)
def test_settings_give_levels(run: Run, game: Path, text: str, status: int, severity: str | None) -> None:
    settings(game.parent, text)
    add(game / "game.rules", IDLE)
    result = run("check", game, "--json")
    assert result.exit_code == status
    assert [each["severity"] for each in json.loads(result.stdout)["diagnostics"]] == ([severity] if severity else [])


@pytest.mark.parametrize(
    ("options", "told", "status"),
    [
        (["--ignore", "never-used"], [], 0),
        (["--ignore", "never_used,long-rule"], [], 0),
        (["--select", "missing-words"], [], 0),
        (["--select", "never-used"], ["never-used"], 1),
        (["--fail-level", "error"], ["never-used"], 0),
        (["--fail-level", "never"], ["never-used"], 0),
    ],
)
def test_the_command_line_chooses(run: Run, game: Path, options: list[str], told: list[str], status: int) -> None:
    add(game / "game.rules", IDLE)
    if "long-rule" in options[1]:
        options = ["--ignore", "never_used,missing-words"]
    result = run("check", game, "--json", *options)
    assert (slugs(result), result.exit_code) == (told, status)


def test_errors_are_always_told(run: Run, game: Path) -> None:
    add(game / "game.rules", WRONG)
    assert "unknown-name" in slugs(run("check", game, "--json", "--select", "missing-words"))


@pytest.mark.parametrize(
    ("slug", "told"),
    [
        ("never-usd", "there is no warning `never-usd`; did you mean `never-used`?"),
        ("unknown-name", "an error stays one"),
    ],
)
def test_only_warnings_can_be_chosen(run: Run, game: Path, slug: str, told: str) -> None:
    result = run("check", game, "--ignore", slug)
    assert result.exit_code == 2
    assert told in result.stderr
    settings(game.parent, f'[check]\nlevels = {{ {slug} = "off" }}')
    add(game / "game.rules", IDLE)
    result = run("check", game)
    assert result.exit_code == 2
    assert told in result.stderr


def test_what_is_left_out_and_what_is_meant_without_a_path(run: Run, game: Path) -> None:
    settings(game.parent, 'games = ["*"]\nexclude = ["drafts"]')
    (game.parent / "drafts").mkdir()
    (game.parent / "drafts" / "broken.rules").write_text("game\n")
    assert run("check").stderr == "1 game, 2 files: no problems\n"
    assert run("check", "drafts/broken.rules").exit_code == 0


def test_without_paths_and_settings_it_is_wrong_usage(run: Run) -> None:
    result = run("check")
    assert result.exit_code == 2
    assert "Missing argument" in result.stderr


# ---- where texts come from and reports go ----------------------------------------------------------------------


def test_standard_input_stands_for_a_file(run: Run, game: Path) -> None:
    text = (game / "game.rules").read_text() + WRONG
    result = run("check", "-", "--stdin-filename", game / "game.rules", "--json", typed=text)
    assert slugs(result) == ["unknown-name", "never-used"] or slugs(result) == ["unknown-name"]
    assert run("check", game).exit_code == 0


def test_standard_input_may_be_a_file_that_is_not_there_yet(run: Run, game: Path) -> None:
    result = run("check", "-", "--stdin-filename", game / "more.rules", "--json", typed=IDLE)
    assert slugs(result) == ["never-used"]
    assert json.loads(result.stdout)["diagnostics"][0]["file"] == "coins/more.rules"


@pytest.mark.parametrize("words", [["-"], ["coins", "--stdin-filename", "a.rules"]])
def test_standard_input_needs_a_name_and_a_name_needs_it(run: Run, game: Path, words: list[str]) -> None:
    assert run("check", *words).exit_code == 2


def test_the_report_goes_to_a_file(run: Run, game: Path, tmp_path: Path) -> None:
    add(game / "game.rules", IDLE)
    result = run("check", game, "--format", "sarif", "--output", "report.sarif")
    assert (result.exit_code, result.stdout) == (1, "")
    (found,) = json.loads((tmp_path / "report.sarif").read_text())["runs"]
    assert found["results"][0]["ruleId"] == "never-used"
    assert found["tool"]["driver"]["version"] == __version__


def test_statistics(run: Run, game: Path) -> None:
    add(game / "game.rules", IDLE + IDLE.replace("nobody", "none"))
    line = run("check", game, "--statistics").stdout.splitlines()[1]
    assert line.split()[:2] == ["never-used", "2"]


def test_a_run_of_github_gets_a_summary(run: Run, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    add(game / "game.rules", IDLE)
    run("check", game, "--format", "github")
    assert "| `never-used` | 1 |" in page.read_text()


# ---- what is known, and what a change brings --------------------------------------------------------------------


def test_known_findings_are_not_told_and_those_that_are_gone_are(run: Run, game: Path) -> None:
    settings(game.parent, '[check]\nbaseline = "known.json"')
    add(game / "game.rules", IDLE)
    assert run("check", game, "--write-baseline").exit_code == 0
    (entry,) = json.loads((game.parent / "known.json").read_text())["findings"].values()
    assert entry == {"slug": "never-used", "in": "rule nobody_calls", "file": "game.rules"}
    assert run("check", game).exit_code == 0
    add(game / "game.rules", IDLE.replace("nobody", "none"))
    assert len(slugs(run("check", game, "--json"))) == 1
    text = (game / "game.rules").read_text()
    (game / "game.rules").write_text(text[: text.index(IDLE)])
    assert "1 of the known findings are gone" in run("check", game).stderr
    assert "gone" not in run("check", game / "scenarios.rules").stderr  # nobody has looked where it was


def test_an_error_is_never_known(run: Run, game: Path) -> None:
    settings(game.parent, '[check]\nbaseline = "known.json"')
    add(game / "game.rules", WRONG)
    assert run("check", game, "--write-baseline").exit_code == 1
    assert "unknown-name" in slugs(run("check", game, "--json"))


def test_a_baseline_needs_a_place(run: Run, game: Path) -> None:
    result = run("check", game, "--write-baseline")
    assert result.exit_code == 2
    assert "rulelang.toml" in result.stderr


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main", "-c", "gc.auto=0"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def test_only_what_a_change_brings(run: Run, game: Path) -> None:
    """A finding that was there before is not told, wherever its lines have gone; findings elsewhere are."""
    add(game / "game.rules", IDLE)
    git(game.parent, "init")
    git(game.parent, "add", ".")
    git(game.parent, "commit", "-m", "first")
    git(game.parent, "checkout", "-b", "work")
    assert run("check", game, "--changed", "main").exit_code == 0
    text = (game / "game.rules").read_text()
    (game / "game.rules").write_text("# a line above\n" + text.replace("  take(n)\n", "  take(1)\n", 1))
    (game / "more.rules").write_text(IDLE.replace("nobody", "none"))
    result = run("check", "coins", "--changed", "main", "--json")
    assert [(e["slug"], e["file"]) for e in json.loads(result.stdout)["diagnostics"]] == [
        ("never-used", "coins/more.rules")
    ]


def test_a_commit_that_is_not_there(run: Run, game: Path) -> None:
    assert run("check", game, "--changed", "main").exit_code == 2
    git(game.parent, "init")
    result = run("check", game, "--changed", "nowhere")
    assert result.exit_code == 2
    assert "nowhere" in result.stderr


# ---- watching ---------------------------------------------------------------------------------------------------


def test_watching_goes_round_when_a_file_changes(tmp_path: Path, coins: Path) -> None:
    waits: list[int] = []

    def wait() -> None:
        waits.append(len(waits))
        if len(waits) == 2:
            coins.write_text(coins.read_text() + "# one more line\n")
        elif len(waits) == 3:
            (tmp_path / "rulelang.toml").write_text("")

    rounds = changes([str(coins)], wait)
    assert [next(rounds) for _ in range(3)] == [None] * 3
    assert len(waits) == 3
