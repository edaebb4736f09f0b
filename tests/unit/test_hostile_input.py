"""Broken and hostile input: a clear answer, in bounded time, and never a traceback."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

import rulelang
from rulelang import RulelangError, SaveError
from rulelang.checks.run import check_paths
from rulelang.cli import main
from rulelang.errors import RuleFault, RulesError, UsageError

GAME = "game fair\n  players: 2\n\n"
END = "\n\nround main\n  last: 1\n  turn\n    act()\n\nscore points(p) gives n + seat(p)\n"
STATE = "state\n  n: number starts 0\n\n"
HUGE = 999_999_999


def slugs_of(folder: Path, rules: str | bytes) -> list[str]:
    path = folder / "hostile.rules"
    path.write_bytes(rules if isinstance(rules, bytes) else rules.encode())
    return sorted({problem.slug for problem in check_paths([path])})


def body(text: str) -> str:
    return GAME + STATE + "rule act()\n  " + text + END


# ---- files ----------------------------------------------------------------------------------------------


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    """A hundred megabytes are refused by their size alone."""
    path = tmp_path / "huge.rules"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    assert [problem.slug for problem in check_paths([path])] == ["file-too-large"]


def test_too_many_lines(tmp_path: Path) -> None:
    """So many lines are no rules."""
    assert slugs_of(tmp_path, GAME + "value v gives 1\n" * 200_000) == ["file-too-large"]


def test_a_table_with_a_million_rows(tmp_path: Path) -> None:
    """Refused by its size; a table of many thousand rows is refused by its rows."""
    assert slugs_of(tmp_path, GAME + "kind k\n  | name |\n" + "  | x |\n" * 1_000_000) == ["file-too-large"]
    assert slugs_of(tmp_path, GAME + "kind k\n  | name |\n" + "  | x |\n" * 15_000) == ["too-many-rows"]


@pytest.mark.parametrize(
    ("raw", "slug"),
    [
        (b"game fair\n\0\n", "bad-character"),
        (b'game fair "caf\xe9"\n', "not-utf8"),
        ("game fair\n".encode("utf-16"), "not-utf8"),
        (b"game fair\nrule act()\n \t stop\n", "tab-in-indentation"),
    ],
)
def test_files_that_are_not_text(tmp_path: Path, raw: bytes, slug: str) -> None:
    """Null bytes, other encodings, tabs among spaces."""
    assert slugs_of(tmp_path, raw) == [slug]


def test_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    """Files from other machines are fine."""
    rules = body("add 1 to n").encode()
    assert slugs_of(tmp_path, rules.replace(b"\n", b"\r\n")) == []
    assert slugs_of(tmp_path, b"\xef\xbb\xbf" + rules) == []


def test_what_can_not_be_read_in_a_folder_is_noted(tmp_path: Path) -> None:
    """Links that lead nowhere, pipes and the like are left out, and said."""
    (tmp_path / "game.rules").write_text(body("add 1 to n"))
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "gone.rules").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.rules")
    (tmp_path / "zero.rules").symlink_to("/dev/zero")
    found = [(p.slug, Path(p.span.file.name).name, p.message.partition(": ")[2]) for p in check_paths([tmp_path])]
    assert found == [
        ("not-read", "gone.rules", "a link that leads nowhere"),
        ("not-read", "pipe.rules", "a pipe"),
        ("not-read", "zero.rules", "a device"),
    ]
    rulelang.load(tmp_path).start(players=2)


def test_a_folder_that_may_not_be_opened_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it were empty, but not in silence."""
    (tmp_path / "game.rules").write_text(body("add 1 to n"))
    (tmp_path / "closed").mkdir()
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr("os.scandir", scandir)
    assert [(p.slug, p.message) for p in check_paths([tmp_path])] == [
        ("not-read", "this is not read: Permission denied")
    ]


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others of the folder are checked all the same; a game of which it is a part is not played."""
    (tmp_path / "game.rules").write_text(body("add 1 to n"))
    (tmp_path / "other.rules").write_text(body("add 1 to n").replace("game fair", "game other") + "value v gives w\n")
    (tmp_path / "secret.rules").write_text("value secret gives 1\n")
    real = os.open

    def refusing(path: object, *more: int) -> int:
        if str(path).endswith("secret.rules"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *more)  # type: ignore[arg-type]

    monkeypatch.setattr("os.open", refusing)
    found = [(Path(p.span.file.name).name, p.slug) for p in check_paths([tmp_path])]
    assert found == [("other.rules", "unknown-name"), ("secret.rules", "unreadable-file")]
    (tmp_path / "other.rules").unlink()
    with pytest.raises(RulesError, match="this file can not be read: Permission denied"):
        rulelang.load(tmp_path)


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "pipe.rules", "socket.rules"])
def test_what_is_no_file_is_refused_everywhere(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody waits for a pipe, or reads a device that never ends."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.rules")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket.rules")
    for words in (
        *(["check", path], ["fmt", path], ["test", path], ["play", path], ["sheet", path], ["compile", path]),
        *(["simulate", path, "--games", "1"], ["diff", path, path], ["trace", path], ["replay", path]),
        *(["play", "--resume", path], ["new", "x", "--variant-of", path], ["play", "rotterdam", "--variant", path]),
    ):
        with pytest.raises(SystemExit) as left:
            main(words)
        assert left.value.code == 2, words
        assert "and not a file" in capsys.readouterr().err, words


def test_a_folder_of_too_much_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever names the whole disk is told so, instead of waiting."""
    monkeypatch.setattr("rulelang.project.dependencies.MOST_ENTRIES", 5)
    for number in range(6):
        (tmp_path / f"{number}.txt").touch()
    for call in (rulelang.load, lambda path: check_paths([path])):
        with pytest.raises(UsageError, match="holds more than 5 files and folders"):
            call(tmp_path)


# ---- includes -------------------------------------------------------------------------------------------


def test_an_include_can_not_name_a_path(tmp_path: Path) -> None:
    """There is no way to write `..`."""
    (tmp_path / "secret.rules").write_text("value secret gives 1\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    assert "unexpected-text" in slugs_of(inner, GAME + "include ../secret\n")
    assert slugs_of(inner, GAME + "include ..secret\n") != []


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\f\n", "\\\n"])
def test_the_name_of_a_file_is_never_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    """Whatever stands in it: places are told in comments of what is generated."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"a{end}import os; os.mkdir('owned') #.rules"
    path.write_text(body("set n to more()") + "\nvalue more gives 1\n")
    check_paths([path])
    rulelang.load(path).start(players=2)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_file_name_need_not_be_text(tmp_path: Path) -> None:
    """A name in another encoding is a name."""
    path = tmp_path / os.fsdecode(b"\xff\xfe.rules")
    path.write_text(body("add 1 to n"))
    assert rulelang.load(path).start(players=2).over


def test_where_people_are_may_be_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody may have thrown away the folder in which a shell still stands."""
    path = tmp_path / "game.rules"
    path.write_text(body("add 1 to n"))
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    check_paths([path])
    assert rulelang.load(path).start(players=2).over


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    """What a link leads to outside is as if it were not there."""
    (tmp_path / "secret.rules").write_text("value secret gives 1\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "linked.rules").symlink_to(tmp_path / "secret.rules")
    assert slugs_of(inner, GAME + "include linked\n") == ["unknown-include"]


def test_includes_in_a_circle(tmp_path: Path) -> None:
    """Each file is read once."""
    (tmp_path / "other.rules").write_text("include hostile\n")
    assert slugs_of(tmp_path, body("add 1 to n") + "\ninclude other\n") == []


# ---- size and depth -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 1_000_000 + "1" + ")" * 1_000_000,
        " + ".join(["1"] * 5_000),
        " and ".join(["yes"] * 5_000),
        "not " * 5_000 + "yes",
        "a" + ".b" * 5_000,
        "a" + "[1]" * 2_000,
        "1 if yes otherwise " * 2_000 + "2",
    ],
    ids=["brackets", "sum", "and", "not", "parts", "look-ups", "if"],
)
def test_deep_expressions(tmp_path: Path, expression: str) -> None:
    """An expression beyond all reading is refused."""
    assert slugs_of(tmp_path, GAME + f"value v gives {expression}\n") == ["nested-too-deep"]


@pytest.mark.parametrize("line", ["if n != {}", "each x{} in 1..2", "repeat 1 times", "choose x{} in 1..2"])
def test_deep_bodies(tmp_path: Path, line: str) -> None:
    """So are bodies in bodies; what is accepted can also be played."""
    for depth in (10, 100, 1_000):
        lines = [" " * i + line.format(i) for i in range(2, depth + 2)]
        rules = body("\n".join([lines[0].strip(), *lines[1:], " " * (depth + 2) + "add 1 to n"]))
        found = slugs_of(tmp_path, rules)
        assert found == ([] if depth == 10 else ["nested-too-deep"])
        if not found:
            rulelang.load(tmp_path / "hostile.rules").start(players=2)


def test_long_chains_of_declarations(tmp_path: Path) -> None:
    """Values of values of values, kinds of kinds of kinds, and so on."""
    values = "".join(f"value v{i} gives v{i + 1}\n" for i in range(2_000))
    assert slugs_of(tmp_path, GAME + values + "value v2000 gives 1\n") == ["chain-too-long"]
    assert slugs_of(tmp_path, GAME + "kind a of b\n\nkind b of a\n") == ["endless-recursion"]


def chain(count: int, each: str, last: str) -> str:
    """Declarations of which each speaks twice of the next."""
    return "".join(each.format(i, i + 1) for i in range(count)) + last.format(count)


TABLE = "table t\n  | r | v |\n  | 1 | 1 |\n"
KINDS = "".join(f"kind k{k}\n  | name |\n" + "".join(f"  | k{k}_{i} |\n" for i in range(600)) for k in "abc")


@pytest.mark.parametrize(
    "rules",
    [
        chain(40, "value v{0} gives v{1} + v{1}\n", "value v{0} gives 1\n"),
        chain(40, "rule r{0}()\n  r{1}()\n  r{1}()\n\n", "rule r{0}()\n  add 1 to n\n"),
        KINDS + "value v gives sum(a in ka: sum(b in kb: sum(c in kc: 1)))\n",
        KINDS + "rule act()\n  each a in ka, b in kb, c in kc\n    add 1 to n\n",
        TABLE + "  need all(a in 1..9_000: any(b in 1..9_000: any(c in 1..9_000: a + b < c)))\n",
    ],
    ids=["values", "rules", "folds", "loops", "contract"],
)
def test_work_beyond_waiting(tmp_path: Path, rules: str) -> None:
    """It would end, but nobody would see it."""
    assert "too-much-work" in slugs_of(tmp_path, GAME + STATE + rules)


def test_long_chains_of_rules_are_played(tmp_path: Path) -> None:
    """Three hundred rules that call one another are nothing special."""
    rules = "".join(f"rule r{i}()\n  r{i + 1}()\n\n" for i in range(300)) + "rule r300()\n  add 1 to n\n\n"
    path = tmp_path / "chain.rules"
    path.write_text(body("r0()") + rules)
    rulelang.load(path).start(players=2)


@pytest.mark.parametrize(
    "rules",
    [
        f"kind k\n  | name | r          |\n  | a    | 1..{HUGE} |\n",
        f"option o\n  values: 1..{HUGE}\n  default: 1\n",
        f"card k\n  | name | copies |\n  | a    | {HUGE} |\n",
        f"card k\n\ncard a of k\n  copies: {HUGE}\n",
        f"piece k per player\n  count: {HUGE}\n",
        f"rule act()\n  each x in 1..{HUGE}\n    reveal x\n",
        f"rule act()\n  choose x in 1..{HUGE}\n  reveal x\n",
        f"rule act()\n  repeat {HUGE} times\n    stop\n",
        f"table t\n  | r | v |\n  | 1 | 1 |\n  need complete(r, 1..{HUGE})\n",
    ],
    ids=["cell", "option", "copies", "card", "pieces", "each", "choose", "repeat", "contract"],
)
def test_numbers_beyond_reason(tmp_path: Path, rules: str) -> None:
    """Nobody counts to a thousand million at a table."""
    assert slugs_of(tmp_path, GAME + rules) == ["too-many"]


def test_a_number_of_ten_thousand_digits(tmp_path: Path) -> None:
    """Too long to be read."""
    assert slugs_of(tmp_path, GAME + f"value v gives {'9' * 10_000}\n") == ["number-too-long"]


@pytest.mark.parametrize(
    "statements",
    [
        "each x in 1..n\n    set n to x",
        "choose x in 1..n\n  set n to x",
        "repeat n times\n    add 1 to n",
        "set n to count(x in 1..n where x > 3)",
        "repeat 10_000 times\n    set n to n * n",
        "set n to twice(60)",
        "doubled(60)",
    ],
    ids=["each", "choose", "repeat", "count", "square", "a value of itself", "a rule of itself"],
)
def test_numbers_that_grow_while_playing(tmp_path: Path, statements: str) -> None:
    """What only shows while playing is a fault of the rule, at once."""
    path = tmp_path / "grow.rules"
    twice = "value twice(k: number) gives twice(k - 1) + twice(k - 1) if k > 0 otherwise 1\n"
    doubled = (
        "rule doubled(k: number)\n  need k > 0\n  if k > 1\n    doubled(k - 1)\n    doubled(k - 1)\n  add 1 to n\n"
    )
    path.write_text(body(f"set n to {HUGE}\n  {statements}") + f"\n{twice}\n{doubled}")
    with pytest.raises(RuleFault):
        rulelang.load(path).start(players=2)


# ---- what is asked for ----------------------------------------------------------------------------------


def test_unknown_things_are_named() -> None:
    """A game, a variant, an option, a value, a number of players that do not exist."""
    with pytest.raises(UsageError, match="there is no game `no_such_game`"):
        rulelang.load("no_such_game")
    with pytest.raises(RulelangError, match="there is no variant `no_such`"):
        rulelang.load("examples/harbour.rules", variants=["no_such"])
    with pytest.raises(UsageError, match="no option `no_such`"):
        rulelang.load("examples/harbour.rules", options={"no_such": 1})
    with pytest.raises(UsageError, match="3"):
        rulelang.load("examples/harbour.rules").start(players=7)


def test_an_option_with_a_wrong_value(tmp_path: Path) -> None:
    """The values that it may have are listed."""
    path = tmp_path / "game.rules"
    path.write_text(body("add pace to n") + "\noption pace\n  values: 1..3\n  default: 2\n")
    for value in (9, "fast", -1, True, None, "9" * 5_000):
        with pytest.raises(RulesError, match="option `pace` can not be"):
            rulelang.load(path, options={"pace": value})


# ---- saves ----------------------------------------------------------------------------------------------


def test_saves_that_do_not_fit(tmp_path: Path) -> None:
    """Cut in half, edited, of a later version, or made under other rules."""
    path = tmp_path / "game.rules"
    path.write_text(body("choose x in 1..3\n  add x to n"))
    match = rulelang.load(path).start(players=2, seed=1)
    match.choose(1)
    text = match.save()
    data = json.loads(text)
    for broken in (text[: len(text) // 2], json.dumps({**data, "choices": ["7"]}), json.dumps({**data, "version": 99})):
        with pytest.raises(SaveError):
            rulelang.resume(broken, path)
    path.write_text(body("choose x in 1..2\n  add x to n"))
    with pytest.raises(SaveError, match="other rules"):
        rulelang.resume(text, path)
