"""The page in a real browser: played by clicking, by keys, on a phone, and through what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from tests.server.conftest import ROOT, TIC_TAC_TOE, Open, Page, Served
from tests.unit.table.test_final import STAKE

axe_playwright_python = pytest.importorskip("axe_playwright_python")

MOST, HALF = 100, 8
KUHN = str(ROOT / "examples" / "kuhn_poker.rules")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests of this module."""
    kept = tmp_path_factory.mktemp("served") / "matches.db"
    running = Served("--matches", str(kept), TIC_TAC_TOE, KUHN, "rotterdam")
    yield running
    running.close()


def square(page: Page, name: str) -> Page:
    return page.locator(f'.cell[data-at="cell:{name}"]')


def moves(page: Page, count: int) -> None:
    """Wait until so many moves are shown."""
    page.locator(f"#moves[max='{count}']").wait_for(state="attached")


def test_tic_tac_toe_by_clicking(server: Served, open_page: Open):
    """A match made in the lobby and two pages: each clicks on squares until three stand in a row."""
    one = open_page(server.address)
    one.get_by_role("button", name="Tic-tac-toe").click()
    one.locator("select[name=seat]").nth(1).select_option("human")
    one.get_by_role("button", name="Start").click()
    one.get_by_text("Links to the seats").wait_for()
    links = [link.get_attribute("href") for link in one.locator("a", has_text="Seat ").all()]
    assert len(links) == 2
    x, o = (open_page(f"{server.address}/{link}") for link in links)
    for number, (page, name) in enumerate([(x, "a1"), (o, "a2"), (x, "b1"), (o, "b2"), (x, "c1")], 1):
        square(page, name).click()
        for seen in (x, o):
            moves(seen, number)
    for page in (x, o):
        assert page.locator("th.won").inner_text().split() == ["Crosses", "wins"]
        assert page.locator("h2.q").inner_text() == "Three in a row"


def test_keys_undo_and_why_not(server: Served, open_page: Open):
    """A number chooses, U takes back, W and a click ask why not; the slider looks back."""
    first, second, _ = server.make(TIC_TAC_TOE, "human", "human")
    x, o = open_page(first), open_page(second)
    x.locator(".opt").first.wait_for()
    x.keyboard.press("5")
    moves(o, 1)
    x.keyboard.press("u")
    moves(o, 0)
    moves(x, 0)
    square(x, "b2").focus()
    x.keyboard.press("Enter")
    moves(o, 1)
    o.keyboard.press("w")
    square(o, "b2").click()
    o.locator(".why", has_text="mark of b2: Crosses").wait_for()
    o.locator("#moves").fill("0")
    o.get_by_role("button", name="Back to now").wait_for()
    assert o.locator(".cell[data-can]").count() == 0
    assert "move=0" in o.url
    o.get_by_role("button", name="Back to now").click()
    o.locator(".cell[data-can]").first.wait_for()


def test_what_ends_the_game_is_asked_about_twice(open_page: Open, tmp_path: Path):
    """In the page, above the options; Escape and No leave all as it is."""
    rules = tmp_path / "stake.rules"
    rules.write_text(dedent(STAKE).lstrip(), encoding="utf-8")
    served = Served(str(rules))
    try:
        page = open_page(served.make(str(rules), "human", "human")[0])
        for leave in (lambda: page.keyboard.press("Escape"), page.get_by_role("button", name="No", exact=True).click):
            page.get_by_role("button", name="Give up").click()
            page.get_by_role("alertdialog").wait_for()
            leave()
            page.get_by_role("alertdialog").wait_for(state="detached")
        page.get_by_role("button", name="Give up").click()
        page.get_by_role("button", name="Do it").click()
        page.locator("th.won").wait_for()
    finally:
        served.close()


@pytest.mark.parametrize(("game", "cards"), [(KUHN, 1), ("rotterdam", 3)])
def test_hidden_hands(server: Served, open_page: Open, game: str, cards: int):
    """Each of two browsers shows its own cards; what only the other holds is nowhere in the page, nor for a watcher."""
    pages = [open_page(link) for link in server.make(game, "human", "human")]
    for page in pages:
        page.locator(".ask").wait_for()
    hands = [{title.strip() for title in page.locator(".mat .card > b").all_inner_texts()} for page in pages]
    assert [page.locator(".mat .card").count() for page in pages] == [cards, cards, 0]
    for own, page in zip(hands, pages, strict=True):
        secret = set().union(*hands) - own
        assert secret
        assert secret.isdisjoint(page.locator("#app").inner_text().split("\n"))


def test_refresh_lost_connection_and_restart(server: Served, open_page: Open):
    """A page that is loaded again, and one whose server was killed and started, go on where they were."""
    first, second, _ = server.make(TIC_TAC_TOE, "human", "human")
    x, o = open_page(first), open_page(second)
    square(x, "b2").click()
    moves(o, 1)
    x.reload()
    moves(x, 1)
    server.kill()
    o.locator(".warn").wait_for()
    assert o.locator("[data-can]").count() == 0
    server.process = server.started()
    o.locator(".warn").wait_for(state="detached")
    square(o, "a1").click()
    for page in (x, o):
        moves(page, 2)


def test_a_large_game_by_clicking(server: Served, open_page: Open):
    """Rotterdam to its end, which comes soon: places of the map are clicked where they can be, else the list. In the
    middle of it the server is killed, and started again.
    """
    link, *_ = server.make("rotterdam", "human", "greedy", options={"end_threshold": "4"}, seed=10)
    page, places = open_page(link), 0
    for number in range(MOST):
        mine = page.locator(".ask:not(.idle) .opt[data-key]")
        mine.or_(page.locator(".result")).first.wait_for()
        if page.locator(".result").count():
            break
        if number == HALF:
            kill_and_start(server, page)
        before = page.locator("#moves").get_attribute("max")
        places += click_something(page)
        page.locator(f"#moves:not([max='{before}'])").wait_for(state="attached")
    assert places >= 3
    assert page.locator(".result tbody tr").count() >= 4  # three parts and their sum
    assert page.locator("th.won").count() == 1
    assert page.locator(".piece").count() >= 1


def kill_and_start(server: Served, page: Page) -> None:
    server.kill()
    page.locator(".warn").wait_for()
    server.process = server.started()
    page.locator(".warn").wait_for(state="detached")


def click_something(page: Page) -> int:
    """Choose by a click on the map if that can be, and say so; else from the list."""
    on_map = page.locator(".place[data-can]")
    is_on_map = on_map.count() > 0
    if is_on_map:
        on_map.first.click()
    if not is_on_map or page.locator("[data-do=all]").count():
        page.locator(".ask .opt[data-key]").first.click()
    return int(is_on_map)


def test_on_a_phone(server: Served, open_page: Open):
    """Nothing is wider than the screen, and the question stands above the board."""
    link, _ = server.make("rotterdam", "human", "random")
    page = open_page(link, viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    page.locator(".ask").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    boxes = [page.locator(name).first.bounding_box()["y"] for name in (".seats", ".ask", ".board")]
    assert boxes == sorted(boxes)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_labels_are_text(open_page: Open, tmp_path: Path):
    """A game whose labels look like markup is shown as it is written, and nothing of it runs."""
    rules = tmp_path / "evil.rules"
    text = Path(TIC_TAC_TOE).read_text(encoding="utf-8").replace('"Crosses"', '"<script>alert(1)</script>"')
    rules.write_text(text.replace('"Where do you play?"', '"<img src=x onerror=alert(1)>"'), encoding="utf-8")
    served = Served(str(rules))
    try:
        page = open_page(served.make(str(rules), "human", "human")[0])
        page.on("dialog", lambda dialog: pytest.fail("a script ran"))
        page.locator("h2.q", has_text="<img src=x onerror=alert(1)>").wait_for()
        assert page.locator("img").count() == 0
        assert "<script>alert(1)</script>" in page.locator(".seat").first.inner_text()
    finally:
        served.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(server: Served, open_page: Open, scheme: str):
    """Axe finds nothing in the lobby, on a grid, on a map with a question, and in its answers."""
    rules = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    addresses = [
        server.address,
        server.make(TIC_TAC_TOE, "human", "human")[0],
        server.make("rotterdam", "human", "random")[0],
    ]
    for address in addresses:
        page = open_page(address, color_scheme=scheme)
        page.locator(".ask .opt, .game").first.wait_for()
        page.keyboard.press("w")
        page.evaluate(rules)
        found = page.evaluate("axe.run()")
        assert found["passes"]
        assert [(v["id"], v["nodes"][0]["html"]) for v in found["violations"]] == []
