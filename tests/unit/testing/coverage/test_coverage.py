"""Coverage of a game of a few lines: what is reached was counted by hand."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent, indent
from xml.etree import ElementTree as ET

import pytest

from rulelang.testing.coverage import reports
from rulelang.testing.coverage.measure import Coverage, measure, percent
from rulelang.testing.coverage.page import page

GAME = dedent("""\
    game farm "Farm <small>"
      players: 2..3

    state
      corn: number starts 0

    option mice "Mice"
      values: yes, no
      default: no

    value yield_now gives 2
    value price gives 3
    value outlook gives 7

    round main
      turn
        choose one prompt "What now?"
          way sow "Sow"
            add yield_now to corn
          way sell "Sell"
            sell(1)
        if corn > 90
          stop game because "the barn is full"

    rule sell(n: number)
      need corn >= n because "there is no corn"
      add -n to corn
      spoil()

    rule spoil()
      need corn >= 0 because "never said"

    rule nobody_comes_here()
      set corn to price

    estimate hope(p) gives outlook

    score most(p) gives corn

    variant rich "Rich" of farm
      change yield_now by 1
      after sell(n) when corn = 5
        add 1 to corn

    scenario "corn is sown"
      play
        player_1: sow
      then
        need corn = 2

    scenario "corn is sold"
      given
        set corn to 4
      play
        player_1: sell
      then
        need corn = 3
    """)
REST = """
silence not_covered for nobody_comes_here because "it is there to be changed"
silence never_used for nobody_comes_here because "it is there to be changed"
"""


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(GAME.splitlines(), 1) if line.strip() == text)


def measured(tmp_path: Path, text: str = GAME, simulate: int = 0) -> Coverage:
    path = tmp_path / "farm.rules"
    path.write_text(text, encoding="utf-8")
    return measure(path, simulate)


@pytest.fixture
def farm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Coverage:
    monkeypatch.chdir(tmp_path)
    return measured(tmp_path)


MISSED = [
    'stop game because "the barn is full"',
    "set corn to price",
    "value price gives 3",
    "change yield_now by 1",
    "after sell(n) when corn = 5",
    "add 1 to corn",
]


def test_lines_that_no_scenario_reaches(farm: Coverage) -> None:
    assert {line.number for line in farm.missed} == {line_of(text) for text in MISSED}


def test_what_only_bots_read_is_left_out(farm: Coverage) -> None:
    assert line_of("value outlook gives 7") not in {line.number for line in farm.lines}


def test_shares(farm: Coverage) -> None:
    """Rules, ways, both sides of needs, amendments, endings."""
    shares = {sort: farm.share(sort) for sort in ("rules", "ways", "needs", "amended", "ends")}
    # A turn is a rule, too. `sell` failed at the beginning, where there was no corn; `spoil` never did.
    assert shares == {"rules": (3, 4), "ways": (2, 2), "needs": (1, 2), "amended": (0, 2), "ends": (0, 1)}
    assert [need.span.line for need in farm.one_sided] == [line_of('need corn >= 0 because "never said"')]


def test_what_scenarios_never_start_with(farm: Coverage) -> None:
    missing = {each.what: each.missing for each in farm.started}
    assert missing == {"variants": ("rich",), "numbers of players": ("3",), "values of options": ("mice=yes",)}


def test_what_is_explained_is_not_counted(tmp_path: Path) -> None:
    found = measured(tmp_path, GAME + REST)
    assert line_of("set corn to price") not in {line.number for line in found.missed}
    assert found.share("rules") == (3, 3)


def test_a_condition_in_a_chain_is_reached_when_it_is_asked(tmp_path: Path) -> None:
    """It is sown once: the second condition is asked and holds, the third is not asked."""
    chain = """\
        if corn > 90
          stop game because "the barn is full"
        otherwise if corn = 2 and yield_now = 2
          set corn to corn
        otherwise if corn = 3 and yield_now = 2
          set corn to 3
    """
    first = '    if corn > 90\n      stop game because "the barn is full"\n'
    found = measured(tmp_path, GAME.replace(first, indent(dedent(chain), "    ")).split('scenario "corn is sold"')[0])
    texts = [line.strip() for line in (tmp_path / "farm.rules").read_text(encoding="utf-8").splitlines()]
    times = {texts[line.number - 1]: found.times(line) for line in found.lines}
    asked, not_asked = (times[f"otherwise if corn = {n} and yield_now = 2"] for n in (2, 3))
    assert (asked, times["set corn to corn"], not_asked) == (1, 1, 0)


def test_simulated_games_are_counted_apart(tmp_path: Path) -> None:
    """Many random games fill the barn; that is told, and the line is missed all the same."""
    found = measured(tmp_path, GAME.replace("corn > 90", "corn > 3"), simulate=4)
    (barn,) = [line for line in found.missed if line.number == line_of('stop game because "the barn is full"')]
    assert found.times(barn, found.simulated) == 4


def test_lcov(farm: Coverage) -> None:
    lines = reports.lcov([farm]).splitlines()
    assert lines[1] == "SF:farm.rules"
    hits = dict(line.removeprefix("DA:").split(",") for line in lines if line.startswith("DA:"))
    assert hits[str(line_of("add yield_now to corn"))] == "1"
    assert hits[str(line_of("set corn to price"))] == "0"
    assert f"LF:{len(hits)}" in lines
    assert f"LH:{len(hits) - len(MISSED)}" in lines
    assert "FNDA:0,nobody_comes_here" in lines
    need = line_of('need corn >= 0 because "never said"')
    assert f"BRDA:{need},0,1,0" in lines
    assert lines[-1] == "end_of_record"


def test_cobertura(farm: Coverage) -> None:
    top = ET.fromstring(reports.cobertura([farm]).encode())
    (file,) = top.iter("class")
    total = len(farm.lines)
    assert file.get("filename") == "farm.rules"
    assert float(file.get("line-rate", "")) == pytest.approx((total - len(MISSED)) / total, abs=1e-4)
    need = line_of('need corn >= 0 because "never said"')
    (line,) = [each for each in file.findall("lines/line") if each.get("number") == str(need)]
    assert (line.get("branch"), line.get("condition-coverage")) == ("true", "50% (1/2)")


def test_json(farm: Coverage) -> None:
    (game,) = json.loads(reports.json([farm]))["games"]
    assert game["shares"]["rules"] == {"reached": 3, "of": 4, "per_cent": 75.0}
    sold = next(each for each in game["scenarios"] if each["name"] == "corn is sold")
    assert f"farm.rules:{line_of('add -n to corn')}" in sold["reaches"]
    assert f"farm.rules:{line_of('add yield_now to corn')}" not in sold["reaches"]


def test_page(farm: Coverage) -> None:
    """Colours have signs beside them, and nothing of an author's is taken for HTML."""
    text = page([farm])
    assert "Farm &lt;small&gt;" in text
    rows = [row for row in text.splitlines() if f'<td class="l">{line_of("set corn to price")}</td>' in row]
    assert len(rows) == 1
    assert rows[0].startswith('<tr class="no" title="no scenario gets here">')
    assert "✗" in rows[0]
    half = next(row for row in text.splitlines() if "never said" in row)
    assert 'class="half"' in half
    assert "failed 0 times" in half


def test_of_nothing_all_is_reached() -> None:
    assert percent((0, 0)) == 100


# ---- cards and rows -------------------------------------------------------------------------------------------------

SHOP = dedent("""\
    game shop "Shop"
      players: 2

    kind ware "Ware"
      | name  |
      | cloth |
      | spice |
      | wood  |

    card order "Order"
      | name   | ware  | copies |
      | red_1  | cloth | 2      |
      | blue_2 | spice | 1      |
      | grey_3 | wood  | 1      |

    table price
      | ware  | coins |
      | cloth | 4     |
      | spice | 3     |
      | wood  | 2     |
      need complete(ware)

    table bonus
      | coins | 0 | 1 |
      | 1     | 5 | 6 |
      | 2     | 7 | 8 |
      need complete(coins, 1..2)

    table hope
      | coins | 0 | 1 |
      | 1     | 5 | 6 |

    die wind
      | name | blows |
      | calm | no    |
      | gale | yes   |

    zone deck of order seen by nobody
    zone lost of order seen by nobody
    zone hand of order per player seen by owner

    player
      coins: number starts 0

    setup
      move order to deck

    round main
      turn
        choose one
          way draw
            draw 1 from deck to actor.hand
          way deliver(o in actor.hand)
            add price[o.ware].coins to actor.coins
            move o to lost
          way lose
            each o in deck
              move o to lost
          way luck
            choose w in wind by chance
              add bonus[2, 0] to actor.coins

    score most(p) gives p.coins

    estimate outlook(p) gives hope[1, 0] otherwise 0

    scenario "an order is delivered"
      seed: 1
      given
        set player_1.hand to [red_1, blue_2]
        move first(o in deck where o is grey_3) to lost
      play
        player_1: deliver(red_1)
    """)


def reached_of(coverage: Coverage, sort: str) -> set[str]:
    return {item.name for item in coverage.items(sort) if coverage.reaches(item)}


def shop(tmp_path: Path, *more: str) -> Coverage:
    return measured(tmp_path, SHOP + "\n".join(more))


def test_cards_that_are_chosen_drawn_or_seen(tmp_path: Path) -> None:
    """What `given` moves and what lies there is nothing that happens; a copy stands in the row of its title."""
    found = shop(tmp_path)
    assert reached_of(found, "cards") == {"order red_1"}
    assert found.share("cards") == (1, 3)
    drawn = shop(
        tmp_path,
        'scenario "an order is drawn"',
        "  given",
        "    set deck to [grey_3]",
        "  play",
        "    player_1: draw\n",
    )
    assert reached_of(drawn, "cards") == {"order red_1", "order grey_3"}


def test_a_card_that_nobody_sees_is_not_reached(tmp_path: Path) -> None:
    found = shop(tmp_path, 'scenario "the deck is lost"', "  play", "    player_1: lose\n")
    assert reached_of(found, "cards") == {"order red_1"}


def test_rows_that_are_looked_up(tmp_path: Path) -> None:
    """The price of cloth was asked for, and cloth stands in its row; what only bots look up does not count."""
    found = shop(tmp_path)
    assert reached_of(found, "rows") == {"price cloth", "ware cloth"}
    assert {item.name.split()[0] for item in found.items("rows")} == {"ware", "price", "bonus", "wind"}
    assert found.share("rows") == (2, 3 + 3 + 2 + 2)


def test_rows_that_chance_brings(tmp_path: Path) -> None:
    play = ("  play", "    player_1: luck", "    chance: gale\n")
    found = shop(tmp_path, 'scenario "the wind blows"', *play)
    assert reached_of(found, "rows") == {"price cloth", "ware cloth", "wind gale", "bonus 2"}


def test_tables_with_rows_that_nobody_reaches(tmp_path: Path) -> None:
    missing = {each.what: each.missing for each in shop(tmp_path).tables}
    assert missing["cards of order"] == ("blue_2", "grey_3")
    assert missing["rows of price"] == ("spice", "wood")
    silence = '\nsilence not_covered for order because "orders differ in what they say alone"\n'
    assert shop(tmp_path, silence).share("cards") == (1, 1)


def test_simulated_games_are_told_apart_for_rows_too(tmp_path: Path) -> None:
    found = measured(tmp_path, SHOP.replace("  turn\n", "  last: 6\n  turn\n"), simulate=6)
    rows = {item.name: item for sort in ("cards", "rows") for item in found.items(sort)}
    for name in ("order red_1", "wind calm"):
        assert found.times_named(rows[name], found.simulated) > 0
    assert found.times_named(rows["wind calm"]) == 0


def test_rows_for_services_and_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row is a line that is hit or not, and is coloured as one."""
    monkeypatch.chdir(tmp_path)
    found = shop(tmp_path)
    lines = {line.strip(): number for number, line in enumerate(SHOP.splitlines(), 1)}
    red, blue = lines["| red_1  | cloth | 2      |"], lines["| blue_2 | spice | 1      |"]
    hits = dict(line[3:].split(",") for line in reports.lcov([found]).splitlines() if line.startswith("DA:"))
    assert int(hits[str(red)]) > 0
    assert hits[str(blue)] == "0"
    rows = page([found]).splitlines()
    states = {n: row for n in (red, blue) for row in rows if f'<td class="l">{n}</td>' in row}
    assert states[red].startswith('<tr class="yes" title=')
    assert "an order is delivered" in states[red]
    assert states[blue].startswith('<tr class="no" title="no scenario gets here">')
    (game,) = json.loads(reports.json([found]))["games"]
    assert game["tables"]["cards of order"] == {"reached": 1, "of": 3, "missing": ["blue_2", "grey_3"]}


def test_a_file_with_nothing_but_tables(tmp_path: Path) -> None:
    """It is on the page and in what services read; below house rules it is left out with the game."""
    start = SHOP.index("kind ware")
    end = SHOP.index("zone deck")
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "shop.rules").write_text(SHOP[:start] + SHOP[end:], encoding="utf-8")
    (folder / "wares.rules").write_text(SHOP[start:end], encoding="utf-8")
    found = measure(folder)
    assert '<td class="l">3</td>' in page([found]).split("wares.rules</h2>")[1]
    assert sum("wares.rules" in line for line in reports.lcov([found]).splitlines()) == 1
    house = tmp_path / "dear.rules"
    house.write_text('variant dear "Dear" of shop\n', encoding="utf-8")
    assert measure(house).share("rows") == (0, 0)
