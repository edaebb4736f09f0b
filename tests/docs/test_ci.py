"""Rules in CI: what the page shows is what the commands print, and what a repository is given works as written."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from rulelang.cli import commands
from rulelang.project.settings import settings_for
from tests.docs.pages import fences

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "ci.md"
NAME = "heap"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What `rulelang new` makes."""
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(commands, ["new", NAME]).exit_code == 0
    monkeypatch.chdir(tmp_path / NAME)
    return tmp_path / NAME


def shown() -> Iterator[tuple[str, str, str]]:
    """Each command of the page with the change before it and what it is said to print."""
    change = ""
    for fence in fences(PAGE):
        if fence.language == "diff":
            change = fence.text
        elif fence.language == "console":
            for block in re.split(r"^\$ ", fence.text, flags=re.MULTILINE)[1:]:
                command, _, output = block.partition("\n")
                yield change, command, output


def apply(change: str, rules: Path) -> None:
    """Lines with a minus become those with a plus; without any minus they stand at the end."""
    old = "".join(line[1:] + "\n" for line in change.splitlines() if line.startswith("-"))
    new = "".join(line[1:] + "\n" for line in change.splitlines() if line.startswith("+"))
    text = rules.read_text(encoding="utf-8")
    assert text.count(old) == 1 or not old
    rules.write_text(text.replace(old, new) if old else f"{text}\n{new}", encoding="utf-8")


@pytest.mark.parametrize(("change", "command", "output"), shown(), ids=lambda text: text if len(text) < 40 else "")
def test_what_the_page_shows(repository: Path, change: str, command: str, output: str) -> None:
    apply(change, repository / f"{NAME}.rules")
    words = shlex.split(command)
    result = CliRunner().invoke(commands, words[1:], prog_name="rulelang")
    assert result.output == output


def test_the_settings_on_the_page_are_read(tmp_path: Path) -> None:
    (text,) = [fence.text for fence in fences(PAGE) if fence.language == "toml"]
    (tmp_path / "rulelang.toml").write_text(text, encoding="utf-8")
    assert settings_for(tmp_path).cover.at_least.lines == 95


# ---- hooks and the action ---------------------------------------------------------------------------------------


def with_rulelang() -> dict[str, str]:
    """An environment in which `rulelang` is this one."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def test_hooks_work_as_written(repository: Path) -> None:
    """With the files that have changed behind the entry, as pre-commit runs them."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks] == ["rulelang-check", "rulelang-fmt", "rulelang-test"]
    rules = f"{NAME}.rules"
    for hook in hooks:
        assert re.search(hook["files"], rules)
        assert (hook["language"], hook["require_serial"]) == ("python", True)
        assert CliRunner().invoke(commands, [*shlex.split(hook["entry"])[1:], rules]).exit_code == 0
    text = (repository / rules).read_text(encoding="utf-8")
    (repository / rules).write_text(text.replace("heap = 17", "heap =  18"), encoding="utf-8")
    status = [CliRunner().invoke(commands, [*shlex.split(hook["entry"])[1:], rules]).exit_code for hook in hooks]
    assert status == [0, 0, 1]
    assert "heap = 18" in (repository / rules).read_text(encoding="utf-8")


def test_the_action_calls_the_script_with_its_inputs() -> None:
    """Every input is used, and every variable of the script is an input."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    *_, last = action["runs"]["steps"]
    assert last["run"].strip('"').removeprefix("$GITHUB_ACTION_PATH/") == ".ci/rules"
    script = (ROOT / ".ci" / "rules").read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{(RULES_[A-Z_]+)", script)) | {"RULES_SARIF", "RULES_CHANGED", "RULES_AT_LEAST"} == set(
        last["env"]
    )
    used = set(re.findall(r"inputs\.([a-z-]+)", (ROOT / "action.yml").read_text(encoding="utf-8")))
    assert used == set(action["inputs"])


@pytest.mark.skipif(sys.platform == "win32", reason="the action runs its script with bash")
def test_the_script_of_the_action(repository: Path) -> None:
    """All steps are done, whatever fails on the way."""
    rules = repository / f"{NAME}.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("heap = 17", "heap =  18"), encoding="utf-8")
    env = with_rulelang() | {"RULES_SARIF": "rules.sarif", "RULES_AT_LEAST": "50"}
    done = subprocess.run([ROOT / ".ci" / "rules"], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    groups = re.findall(r"^::group::rulelang (\w+)", done.stdout, re.MULTILINE)
    assert groups == ["check", "check", "fmt", "test", "cover"]
    assert "title=failed-scenario" in done.stdout
    assert (repository / "rules.sarif").is_file()


def yaml_with(word: str) -> Any:
    """The one piece of YAML on the page that has a word."""
    (text,) = [fence.text for fence in fences(PAGE) if fence.language == "yaml" and word in fence.text]
    return yaml.safe_load(text)


def test_the_page_asks_for_hooks_and_inputs_that_exist() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (repo,) = yaml_with("repos")["repos"]
    assert [hook["id"] for hook in repo["hooks"]] == [hook["id"] for hook in hooks]
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    _, use, upload = yaml_with("runs-on")["jobs"]["rules"]["steps"]
    assert use["with"].keys() <= action["inputs"].keys()
    assert upload["with"]["sarif_file"] == use["with"]["sarif"]


def test_the_page_for_gitlab_has_commands_that_exist(repository: Path) -> None:
    job = yaml_with("artifacts")["rules"]
    for line in job["script"]:
        words = shlex.split(line)
        if words[0] == "rulelang":
            assert CliRunner().invoke(commands, words[1:]).exit_code == 0, line
    reports = job["artifacts"]["reports"]
    for path in (reports["junit"], reports["coverage_report"]["path"]):
        assert (repository / path).is_file()
