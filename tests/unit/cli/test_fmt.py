"""`rulelang fmt`: rewrites, checks, shows; leaves alone what it can not read."""

from __future__ import annotations

from pathlib import Path

UGLY = "game x   \n  players:   2\n"


def test_rewrites(run, tmp_path: Path):
    """A file is rewritten, and a second run changes nothing."""
    path = tmp_path / "x.rules"
    path.write_text(UGLY)
    assert run("fmt", path).exit_code == 0
    assert path.read_text() == "game x\n  players: 2\n"
    assert "0 changed" in run("fmt", path).stderr


def test_check_changes_nothing(run, tmp_path: Path):
    """With --check the status tells, and the file stays."""
    path = tmp_path / "x.rules"
    path.write_text(UGLY)
    assert run("fmt", path, "--check").exit_code == 1
    assert path.read_text() == UGLY


def test_diff_shows(run, tmp_path: Path):
    """With --diff the change is printed, and the file stays."""
    path = tmp_path / "x.rules"
    path.write_text(UGLY)
    result = run("fmt", path, "--diff")
    assert "-  players:   2" in result.stdout
    assert "+  players: 2" in result.stdout
    assert path.read_text() == UGLY


def test_leaves_broken_files_alone(run, tmp_path: Path):
    """A file with a mistake stays as it is, and the mistake is shown."""
    path = tmp_path / "x.rules"
    path.write_text('game x "\n')
    result = run("fmt", path)
    assert result.exit_code == 1
    assert "error[" in result.stderr
    assert path.read_text() == 'game x "\n'


def test_leaves_no_other_files(run, tmp_path: Path):
    """The new text goes through a file that is gone afterwards, and rights are kept."""
    path = tmp_path / "x.rules"
    path.write_text(UGLY)
    path.chmod(0o640)
    run("fmt", tmp_path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.stat().st_mode & 0o777 == 0o640
