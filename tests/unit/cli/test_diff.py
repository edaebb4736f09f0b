"""`rulelang diff`: two rule sets, and what differs in words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

BASE = """\
game small "Small"
  players: 2..3

option bonus "Bonus"
  values: 0..5
  default: 1

table price
  | size  | cost | weight |
  | light | 1    | 2      |
  | heavy | 3    | 5      |

player
  points: number starts 0

value gain(p: player) gives bonus
value most gives 9

round main
  last: 3
  turn
    choose n in 1..2 prompt "How many?"
      take(n)

rule take(n: number)
  need n < most because "too many"
  add n + gain(actor) to actor.points

score points(p) gives p.points

variant strict "Strict" of small
  forbid take(n) when n = 2 because "not two"
  change gain(p) by 2
  change most to 5

variant loose "Loose" of small
  players: 2
  allow take(n) for "too many"
  before take(n) when n = 1
    add 1 to actor.points
  instead of take(n) when n = 2
    add 5 to actor.points
  rule rest()
    add 1 to actor.points
  after main.finish()
    rest_all()
  rule rest_all()
    each p in player
      turn of p
        rest()
"""


@pytest.fixture
def differ(run, tmp_path: Path) -> Callable[..., list[dict[str, object]]]:
    """Compare the small game with itself, as another text or under other references."""

    def call(text: str = BASE, first: str = "one.rules", second: str = "two.rules", *more: str, base: str = BASE):
        (tmp_path / "one.rules").write_text(base, encoding="utf-8")
        (tmp_path / "two.rules").write_text(text, encoding="utf-8")
        result = run("diff", first, second, "--json", *more)
        assert result.exit_code in (0, 1), result.output
        found = json.loads(result.stdout)
        assert result.exit_code == bool(found)
        return [(each["area"], each["how"], each["name"], tuple(each["detail"])) for each in found]

    return call


def test_same_rules(differ, run):
    """Comments, formatting, labels, citations and prompts are no rules."""
    text = BASE.replace("| size  | cost | weight |", "| size | cost | weight |").replace('"How many?"', '"So?"')
    text = text.replace("rule take(n: number)", '# Here.\nrule take(n: number) "Take" cites ABC-001')
    assert differ(text) == []
    assert "have the same rules" in run("diff", "one.rules", "two.rules").stdout


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("players: 2..3", "players: 2..4", ("players", "changed", "players", ("2, 3 → 2, 3, 4",))),
        ("default: 1", "default: 2", ("options", "changed", "bonus", ("1 → 2",))),
        (
            "| light | 1    |",
            "| light | 4    |",
            ("tables and cards", "changed", "table price", ("row light, column cost: 1 → 4",)),
        ),
        (
            "  | heavy | 3    | 5      |\n",
            "",
            ("tables and cards", "changed", "table price", ("row heavy removed",)),
        ),
        (
            "5      |\n",
            "5      |\n  | huge | 7 | 8 |\n",
            ("tables and cards", "changed", "table price", ("row huge added: size huge, cost 7, weight 8",)),
        ),
        ("gives 9", "gives 8", ("values", "changed", "value most", ("9 → 8",))),
        (
            "  add n + gain(actor)",
            "  add n",
            (
                "rules",
                "changed",
                "rule take(n: number)",
                ("- add n + gain(actor) to actor.points", "+ add n to actor.points"),
            ),
        ),
        ("last: 3", "last: 4", ("rules", "changed", "round main", ("last: 3 → 4",))),
        (
            "  points: number starts 0",
            "  points: number starts 2",
            ("tables and cards", "changed", "player", ("points: number starts 0 → number starts 2",)),
        ),
    ],
)
def test_declarations(differ, old: str, new: str, expected: tuple[object, ...]):
    """Each kind of change is named once and exactly."""
    assert differ(BASE.replace(old, new, 1)) == [expected]


def test_added_and_removed(differ):
    """A declaration that only one side has."""
    more = BASE + "\nvalue least gives 1\n"
    assert differ(more) == [("values", "added", "value least", ("gives 1",))]
    assert differ(more, "two.rules", "one.rules") == [("values", "removed", "value least", ())]


def test_amendments(differ):
    """What a variant forbids and changes, with reasons; and the other way round."""
    assert differ(BASE, "one.rules", "two.rules+strict") == [
        ("rules", "forbidden", "take(n) when n = 2", ('because "not two"',)),
        ("values", "changed by", "gain(p)", ("2 (without it: bonus)",)),
        ("values", "set", "most", ("5 (without it: 9)",)),
    ]
    assert {how for _, how, _, _ in differ(BASE, "two.rules+strict", "one.rules")} == {
        "no longer forbidden",
        "no longer changed by",
        "no longer set",
    }


def test_amended_data(differ):
    """Rows, cells and figures that a variant changes are told as what has become of the table."""
    variant = """
variant larger of small
  add to price
    | size | cost |
    | huge | 7    |
  change price[light].cost to 2
  change main.last by 1
  drop heavy from price
"""
    assert differ(BASE + variant, "one.rules", "two.rules+larger") == [
        ("rules", "changed", "round main", ("last: 3 → 4",)),
        (
            "tables and cards",
            "changed",
            "table price",
            (
                "row light, column cost: 1 → 2",
                "row heavy removed",
                "row huge added: size huge, cost 7, weight -",
            ),
        ),
    ]


def test_more_amendments(differ):
    """Before, after, allow, instead; rules of the variant; players."""
    found = {(how, name): detail for _, how, name, detail in differ(BASE, "one.rules", "two.rules+loose")}
    assert found["changed", "players"] == ("2, 3 → 2",)
    assert found["allowed", "take(n)"] == ('in spite of "too many"',)
    assert found["before", "take(n) when n = 1"] == ("add 1 to actor.points",)
    assert found["replaced", "take(n) when n = 2"] == ("add 5 to actor.points",)
    assert found["after", "main.finish()"] == ("rest_all()",)
    assert ("added", "rule rest()") in found


def test_options(differ):
    """Options are written behind question marks."""
    assert differ(BASE, "one.rules", "two.rules?bonus=4") == [("options", "changed", "bonus", ("1 → 4",))]


@pytest.mark.parametrize("reference", ["one.rules?bonus", "one.rules+", "+strict", "one.rules+none_such"])
def test_wrong_references(run, differ, reference: str):
    """A rule set that nobody can read is wrong usage."""
    differ(BASE)
    assert run("diff", "one.rules", reference).exit_code in (1, 2)


def test_players_that_both_allow(run, differ):
    """Both sides are compared for one number of players."""
    differ(BASE)
    result = run("diff", "one.rules", "two.rules+loose", "--players", "3")
    assert result.exit_code == 2
    assert "3 players can not play both" in result.stderr


def test_a_shipped_variant(run):
    """It is told in words, and fits a page."""
    result = run("diff", "rotterdam", "rotterdam+safe_haven")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "from rotterdam to rotterdam+safe_haven",
        "",
        "rules",
        '  forbidden target(s) when s.at is harbour: because "no card may touch a ship in a harbour"',
    ]


def shipped_variants() -> list[tuple[str, str]]:
    """Each shipped game with each of its variants, as their files begin them."""
    files = sorted((Path(__file__).parents[3] / "games").rglob("*.rules"))
    heads = re.compile(r'^variant (\w+) "[^"]*" of (\w+)', re.MULTILINE)
    return [(game, name) for path in files for name, game in heads.findall(path.read_text(encoding="utf-8"))]


def test_all_variants_are_found(run):
    """The list below is the one that `rulelang list` gives."""
    listed = json.loads(run("list", "--json").stdout)
    names = [(game["name"], variant["name"]) for game in listed for variant in game["variants"]]
    assert sorted(names) == sorted(shipped_variants())


@pytest.mark.parametrize(("game", "variant"), shipped_variants())
def test_every_shipped_variant_fits_a_page(run, game: str, variant: str):
    """Sixty lines of a hundred columns."""
    lines = run("diff", game, f"{game}+{variant}").stdout.splitlines()
    assert 1 <= len(lines) <= 60
    assert max(map(len, lines)) <= 100


def test_what_hangs_on_an_option_fits_a_page_too(run):
    """A whole map that is exchanged is told in short; how it hangs on the option is told once."""
    lines = run("diff", "mainports", "mainports?map=great_europe").stdout.splitlines()
    assert len(lines) <= 60
    assert "  changed map: central_europe → great_europe" in lines
    assert not any("when map" in line for line in lines)
    assert any("lines more (see --json)" in line for line in lines)


def test_values_of_estimates_are_left_out(differ):
    """What only bots read is no difference, what the rules read too is one."""
    values = "value worth(p: player) gives p.points + promise_of_a_point\nvalue promise_of_a_point gives 1\n"
    bots = "\nestimate promise(p) gives worth(p)\n" + values
    assert differ(BASE + bots) == []
    played = (BASE + bots).replace("add n + gain(actor)", "add n + promise_of_a_point")
    assert [(how, name) for _, how, name, _ in differ(played)] == [
        ("changed", "rule take(n: number)"),
        ("added", "value promise_of_a_point"),
    ]


def test_a_table_that_was_empty(differ):
    """Rows of a table that had none are named by its own first column."""
    empty = BASE + "\nkind fruit\n"
    full = BASE + "\nkind fruit\n  | name | price |\n  | fig  | 2     |\n"
    assert differ(full, base=empty) == [
        ("tables and cards", "changed", "kind fruit", ("row fig added: name fig, price 2",))
    ]
