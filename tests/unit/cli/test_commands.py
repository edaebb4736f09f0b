"""The group: help, version, unknown commands, errors in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulelang
from rulelang.cli import COMMANDS
from tests.hostile.attack import RAW


def test_help_names_every_command(run):
    """The list of commands is complete, also after the command named `list` was used."""
    run("list", "--help")
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"  {name} " in result.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example(run, name: str):
    """The help of a command is short and ends with an example."""
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Example: rulelang {name}" in result.stdout


def test_version(run):
    """The version is that of the package."""
    assert run("--version").stdout == f"rulelang {rulelang.__version__}\n"


def test_near_command(run):
    """A slip of the pen gets a suggestion."""
    result = run("simulat", "x")
    assert result.exit_code == 2
    assert "did you mean `simulate`?" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "nothing"),
        ("play",),
        ("play", "{game}", "--players", "9"),
        ("play", "{game}", "--option", "unused_seed=9"),
        ("play", "{game}", "--option", "unused_seed"),
        ("play", "{game}", "--option", "none_such=1"),
        ("play", "{game}", "--variant", "none_such"),
        ("play", "{game}", "--seat", "7=human"),
        ("play", "{game}", "--seat", "1=nobody"),
        ("play", "{game}", "--seat", "human"),
        ("play", "--resume", "nothing.json"),
        ("play", "--resume", "{game}"),
        ("replay", "{game}"),
        ("replay", "nothing.json"),
        ("simulate", "{game}"),
        ("simulate", "{game}", "--games", "0"),
        ("simulate", "{game}", "--games", "x"),
        ("trace", "{game}"),
        ("explain", "no-such-code"),
        ("compile", "{game}", "--players", "9"),
        ("fmt", "nothing"),
    ],
)
def test_wrong_usage(run, coins: Path, arguments: tuple[str, ...]):
    """What is asked for wrongly is answered in a few lines and with status 2."""
    result = run(*(a.format(game=coins) for a in arguments))
    assert result.exit_code == 2, result.output
    assert result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("command", ["play", "compile"])
def test_broken_rules(run, coins: Path, command: str):
    """Rules that do not hold together are shown as diagnostics."""
    coins.write_text(coins.read_text().replace("actor.coins", "actor.coin"))
    result = run(command, coins)
    assert result.exit_code == 1
    assert "error[" in result.stderr


def test_list_describes_games(run):
    """Each shipped game has players, variants and options."""
    result = run("list", "--json")
    for game in json.loads(result.stdout):
        assert game["players"]
        assert all(v["label"] for v in game["variants"])
        assert all(o["values"] and o["default"] for o in game["options"])
    assert run("list").exit_code == result.exit_code


def test_explain_lists_all(run):
    """Without a code all of them are listed, with their titles."""
    result = run("explain")
    assert result.exit_code == 0
    assert "unknown-name" in result.stdout


def test_explain_accepts_what_was_printed(run):
    """A code may be pasted as the report printed it."""
    assert run("explain", "error[unknown-name]:").exit_code == 0


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("choose", "`asked anyway`"),
        ("zone", "`refill from`"),
        ("rondel", "rondel wheel per player"),
        ("won", "What follows if the attacker wins."),
        ("why_not", "`why_not(rule(x))`"),
    ],
)
def test_explain_a_word_of_the_language(run, word: str, said: str):
    """Blocks, statements, parts of mechanisms and functions have an entry, without links that lead nowhere."""
    text = run("explain", word).stdout
    assert said in text
    assert "](" not in text


def test_explain_near_name(run):
    """A slip of the pen gets a suggestion."""
    assert "did you mean `unknown-name`?" in run("explain", "unknown-nme").stderr
    assert "did you mean `rondel`?" in run("explain", "rondl").stderr


def test_compile_prints_python(run, coins: Path):
    """The generated source is valid Python."""
    result = run("compile", coins, "--players", "2")
    compile(result.stdout, "<generated>", "exec")


HOSTILE = "\x1b[2J\x00\x07\x7f\x9b31m\u202e\u2066\u2028"


def test_nothing_of_a_stranger_steers_a_terminal(run, coins: Path, tmp_path: Path):
    """Labels, prompts, reasons, names of files and the words of saves: nothing is printed as it is."""
    rules = coins.read_text()
    for text in ("Coins", "How many coins?", "the coins are gone", "Greedy start", "two coins are taken"):
        rules = rules.replace(f'"{text}"', f'"{text}{HOSTILE}"')
    bad = tmp_path / f"bad{HOSTILE.replace(chr(0), '')}.rules"
    bad.write_text(rules.replace("need player_1.coins = 2", "need player_1.coins = 3"))
    (tmp_path / "rulebook.md").write_text(f"| COI-002 | take{HOSTILE} |\n\n| COI-003 | never{HOSTILE} |\n")
    two = ("--seat", "1=human", "--seat", "2=human", "--seed", "1")
    lines = [
        *(("check", "--format", form, bad) for form in ("text", "json", "sarif", "github")),
        *(("sheet", "--format", form, bad) for form in ("markdown", "html")),
        *(("fmt", "--diff", bad), ("test", bad), ("trace", bad), ("compile", bad), ("diff", bad, coins)),
        *(("diff", "--json", bad, coins), ("test", "--json", bad), ("trace", "--json", bad)),
        *(("play", bad, *two, "--save", "s\x1b[2J"), ("play", bad, "--seat", "1=random", "--save", "kept")),
        *(("replay", "kept", bad), ("replay", "--json", "kept", bad), ("replay", "kept"), ("replay", bad)),
        *(
            ("simulate", bad, "--games", "2", "--jobs", "1"),
            ("list",),
            ("list", bad),
            ("hooks", bad),
            ("hooks", bad, HOSTILE[1:]),
            ("explain", HOSTILE[1:]),
            (HOSTILE[1:],),
        ),
        *(("check", f"--{bad.name}"), ("check", f"no{bad.name}"), ("new", bad.name), ("play", "--resume", bad)),
    ]
    for words in lines:
        result = run(*words, typed="2\nv\nw nonsense\x1b[2J\nl\nh\ns x\x1b[2J.json\n1\n2\n2\n")
        assert "went wrong" not in result.output, words
        found = RAW.search(result.output)
        assert found is None, (words, found)


def test_list_shows_one_game(run, coins: Path):
    """A game by its path, with its players, its sentence and its options."""
    told = run("list", str(coins)).stdout
    assert "Coins (coins), 2 to 3 players" in told
    assert "Take coins; most coins win." in told
    assert "unused_seed" in told
    assert json.loads(run("list", str(coins), "--json").stdout)["name"] == "coins"


def test_hooks_shows_what_can_be_changed(run, coins: Path):
    """With a word those of that name; a word that is nowhere is refused."""
    assert "before take(n) when round.number = 1\n      stop take" in run("hooks", str(coins)).stdout
    (hook,) = json.loads(run("hooks", str(coins), "tkae", "--json").stdout)
    assert hook["name"] == "take"
    assert hook["parameters"] == ["n: number"]
    nothing = run("hooks", str(coins), "umbrella")
    assert nothing.exit_code == 2
    assert "nothing in coins is called `umbrella`" in nothing.stderr
