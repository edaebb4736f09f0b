"""Matches over the network: what may be done, what is sent to whom, what is kept."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rulelang.api.load import load
from rulelang.cli.serve import played
from rulelang.model.types import Entity
from rulelang.project.sources import shipped_games
from rulelang.server.app import HEADERS, PROTOCOL
from rulelang.server.hall import game_of, languages
from rulelang.server.limits import Bucket
from rulelang.server.room import recent
from rulelang.table.make import picture
from rulelang.table.picture import as_data
from rulelang.visibility.permissions import Sight
from tests.server.conftest import GAMES, TIC_TAC_TOE, Guest, Serve, sit_down
from tests.server.page import NOTE, SERVER, sources
from tests.unit.table.test_final import STAKE

HOLE = re.compile(r"\{\w+\}")
WORD = re.compile(r'word\("([^"]+)"')
LARGE = [game for game in GAMES if game != TIC_TAC_TOE]


def room_of(client: TestClient, guest: Guest) -> Any:
    """The match itself, behind the server."""
    return hall_of(client).rooms[guest.path.rpartition("/")[2]]


def hall_of(client: TestClient) -> Any:
    return next(route.endpoint.__self__.hall for route in client.app.routes if hasattr(route.endpoint, "__self__"))


def test_a_whole_game(serve: Serve):
    """Three in a row; what is chosen out of turn, late, or not offered changes nothing."""
    x, o, watcher = sit_down(serve(), TIC_TAC_TOE, "human", "human")
    assert x.choose("a1") == []
    assert x.choose("b1")[0]["reason"] == "it is not your turn"
    assert watcher.choose("b1")[0]["type"] == "refused"
    assert o.send(type="choose", move=0, key="a2")[0]["reason"] == "somebody has moved since"
    assert o.choose("a1")[0]["reason"] == "that is no option now"
    for guest, key in ((o, "a2"), (x, "b1"), (o, "b2"), (x, "c1")):
        assert guest.choose(key) == []
    ending = watcher.look()["picture"]["ending"]
    assert ending["reason"] == "three in a row"
    assert [result["seat"] for result in ending["results"] if result.get("won")] == [0]


def test_the_log_says_whose_doing_it_was(serve: Serve):
    """Of dice that are rolled when a turn begins, whoever has the turn, and not who chose last."""
    guests = sit_down(serve(), "mainport_mastermind", "human", "human")
    for _ in range(25):
        at = next(guest for guest in guests if guest.options())
        assert at.choose(at.options()[0]) == []
    message = guests[0].look()
    names = [player["name"] for player in message["picture"]["players"]]
    rolls = [line for line in message["log"] if " rolls " in line["text"]]
    assert {line["by"] for line in rolls} == {0, 1}
    assert all(line["text"].startswith(f"{names[line['by']]} ") for line in rolls)


def test_only_who_is_asked_sees_options(serve: Serve):
    x, o, watcher = sit_down(serve(), TIC_TAC_TOE, "human", "human")
    assert (len(x.options()), o.options(), watcher.options()) == (9, [], [])


@pytest.mark.parametrize("game", LARGE)
def test_nothing_hidden_leaves_the_server(serve: Serve, game: str):
    """Every message to a seat over a random game names only cards that its viewer sees, and is the picture of his."""
    client, rng = serve(), Random(5)
    guests = sit_down(client, game, "human", "human")
    hidden_from: dict[str, set[str]] = {}
    for move in range(60):
        at = next((guest for guest in guests if guest.options()), None)
        if at is None:
            break
        assert at.choose(rng.choice(at.options())) == []
        if move % 6:
            continue
        room = room_of(client, at)
        for viewer, guest in zip((0, 1, None), guests, strict=True):
            message = guest.look()
            assert message["picture"] == as_data(picture(room.match, viewer, recent(room.moves)))
            names = set(texts(message["picture"])) | {line["text"] for line in message["log"][-8:]}
            hidden = unseen(room.match, viewer) - {"?"}
            hidden_from.setdefault(str(viewer), set()).update(hidden)
            assert not hidden & set(card_titles(message["picture"])), (viewer, hidden & names)
    assert all(hidden_from.values()) or game == "mainport_mastermind"


def unseen(match: Any, viewer: int | None) -> set[str]:
    """The labels of cards of which a viewer sees none; those of which he sees one may be named."""
    sight, labels, seen = match.program.once(Sight), set(), set()
    for root in match.program.answers.card_roots():
        for number in root.ids:
            text = match.words.text(Entity(root), number)
            labels.add(text)
            if sight.sees_card(match.state, root, number, viewer):
                seen.add(text)
    return labels - seen


def card_titles(part: Any) -> list[str]:
    """Every title of a card in a picture."""
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    own = [part["title"]] if isinstance(part, dict) and "title" in part and "key" in part else []
    return [*own, *(title for each in inner for title in card_titles(each))]


def texts(part: Any) -> list[str]:
    if isinstance(part, str):
        return [part]
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return [text for each in inner for text in texts(each)]


def test_bots_play(serve: Serve):
    """A match between bots goes to its end by itself; who watches is sent pictures until then."""
    client = serve()
    *_, watcher = sit_down(client, TIC_TAC_TOE, "random", "random")
    with client.websocket_connect(f"{watcher.path}/socket") as socket:
        socket.send_json({"type": "hello", "protocol": PROTOCOL})
        message = socket.receive_json()
        while "ending" not in message["picture"]:
            message = socket.receive_json()
    assert message["picture"]["move"] >= 5


def test_undo_and_why_not(serve: Serve):
    """The last own choice can be taken back until somebody else has chosen."""
    client = serve()
    x, o, watcher = sit_down(client, TIC_TAC_TOE, "human", "human")
    x.choose("b2")
    assert (x.look()["undo"], o.look()["undo"]) == (True, False)
    assert watcher.send(type="undo")[0]["type"] == "refused"
    (reasons,) = o.send(type="why", about="cell:b2")
    assert reasons["reasons"] == [{"about": "b2", "reason": "it can not be done now (mark of b2: Crosses)"}]
    assert x.send(type="undo") == []
    assert "b2" in x.options()
    x.choose("a1")
    o.choose("b2")
    assert "has chosen since" in x.send(type="undo")[0]["reason"]


def test_what_ends_the_game_is_asked_about_twice(serve: Serve, tmp_path: Path):
    """The page is careful: it is told, and says once more that it means it. Who is not is taken by his word."""
    rules = tmp_path / "stake.rules"
    rules.write_text(dedent(STAKE).lstrip(), encoding="utf-8")
    one, _, _ = sit_down(serve((str(rules),)), str(rules), "human", "human")
    assert one.send(type="choose", move=0, key="give_up", careful=True) == [{"type": "confirm", "key": "give_up"}]
    assert one.look()["moves"] == 0
    assert one.choose("give_up") == []
    assert one.look()["picture"]["ending"]["reason"] == "somebody gave up"


def test_looking_back(serve: Serve):
    """The table after any move, with the eyes of the same seat."""
    x, o, _ = sit_down(serve(), TIC_TAC_TOE, "human", "human")
    x.choose("a1")
    o.choose("b2")
    (past,) = x.send(type="look", move=1)
    cells = {cell["label"]: cell.get("owner") for cell in past["picture"]["table"][0]["cells"]}
    assert (past["type"], cells["a1"], cells["b2"]) == ("past", 0, None)
    assert x.send(type="look", move=9)[0]["reason"] == "there is no such move"


def test_a_saved_game_is_watched(serve: Serve, tmp_path: Path):
    """It stands where it was saved, whoever looks; each move is seen with the eyes of who made it, with thoughts."""
    match = load("rotterdam").start(2, seed=3)
    while len(match.choices) < 12:
        match.choose(0)
    path = tmp_path / "evening.json"
    path.write_text(match.save(), encoding="utf-8")
    client = serve(games=("rotterdam",))
    guest = Guest(client, hall_of(client).show(*played(path, ())))
    with client.websocket_connect(f"{guest.path}/socket") as socket:
        socket.send_json({"type": "hello", "protocol": PROTOCOL})
        assert socket.receive_json()["moves"] == 12
    assert guest.options() == []
    (past,) = guest.send(type="look", move=5)
    assert past["picture"]["viewer"] == past["picture"]["question"]["player"]
    (thought,) = guest.send(type="think", move=5)
    offered = [option["key"] for option in past["picture"]["question"]["options"]]
    assert [each["key"] for each in thought["thoughts"]] == offered
    assert thought["made"] == offered[0]
    assert guest.look()["moves"] == 12


def test_a_killed_server_goes_on(serve: Serve, tmp_path: Path):
    """A choice that was answered is kept: another server on the same file has it, and the same links."""
    first = serve(path=tmp_path / "matches.db")
    x, o, watcher = sit_down(first, TIC_TAC_TOE, "human", "human")
    x.choose("a1")
    o.choose("b2")
    before = [guest.look() for guest in (x, o, watcher)]
    second = serve(path=tmp_path / "matches.db")  # the first one was never closed: it had no time to say goodbye
    again = [Guest(second, guest.path.rpartition("/")[2], guest.token) for guest in (x, o, watcher)]
    after = [guest.look() for guest in again]
    assert after == before
    assert again[0].choose("c3") == []


def test_two_tabs_and_a_slow_one(serve: Serve):
    """All who look from a seat get its picture; nobody is sent what he has missed."""
    client = serve()
    x, o, _ = sit_down(client, TIC_TAC_TOE, "human", "human")
    hello = {"type": "hello", "protocol": PROTOCOL, "seat": x.token}
    with client.websocket_connect(f"{x.path}/socket") as one, client.websocket_connect(f"{x.path}/socket") as two:
        for socket in (one, two):
            socket.send_json(hello)
            assert socket.receive_json()["moves"] == 0
        one.send_json({"type": "choose", "move": 0, "key": "a1"})
        assert one.receive_json()["moves"] == two.receive_json()["moves"] == 1
        two.send_json({"type": "choose", "move": 0, "key": "b1"})
        assert two.receive_json()["type"] == "refused"
    o.choose("b2")
    with client.websocket_connect(f"{x.path}/socket") as again:
        again.send_json(hello)
        assert again.receive_json()["moves"] == 2


def test_thoughts_about_a_move(serve: Serve):
    """Who made a move hears what a bot makes of its options, the others do not; of bots' moves all who watch do."""
    client = serve()
    x, o, watcher = sit_down(client, TIC_TAC_TOE, "human", "human")
    assert x.send(type="think", move=0)[0]["reason"] == "there is no such move"
    for guest, key in ((x, "a1"), (o, "a2"), (x, "b1"), (o, "b2"), (x, "c1")):
        guest.choose(key)
    (thought,) = x.send(type="think", move=4)
    assert (thought["type"], thought["move"], thought["made"]) == ("thoughts", 4, "c1")
    assert {each["key"]: each["share"] for each in thought["thoughts"]}["c1"] == 1.0
    for guest in (o, watcher):
        assert guest.send(type="think", move=4)[0]["type"] == "refused"
    *_, bots = sit_down(client, TIC_TAC_TOE, "random", "random")
    wait_for_moves(client, bots, 2)
    assert len(bots.send(type="think", move=0)[0]["thoughts"]) == 9
    (past,) = bots.send(type="look", move=1)
    assert len(past["picture"]["question"]["options"]) == 8


def wait_for_moves(client: TestClient, guest: Guest, count: int) -> None:
    """Watch until bots have made some moves."""
    with client.websocket_connect(f"{guest.path}/socket") as socket:
        socket.send_json({"type": "hello", "protocol": PROTOCOL})
        while socket.receive_json()["moves"] < count:
            pass


def test_the_rules_beside_the_table(serve: Serve):
    """The sheet of the rules in force, in the language of who looks, may stand in this page and run nothing."""
    client = serve(games=("rotterdam",))
    guest, _ = sit_down(client, "rotterdam", "human", "random", variants=["safe_haven"])
    english, dutch = (client.get(f"{guest.path}/sheet", params={"language": code}) for code in ("en", "nl"))
    assert '<html lang="en"' in english.text
    assert '<html lang="nl"' in dutch.text
    assert "Safe Haven" in english.text
    assert "script-src" not in english.headers["content-security-policy"]
    assert "frame-ancestors 'self'" in english.headers["content-security-policy"]
    assert client.get("/api/matches/none/sheet").status_code == 404


def test_games_in_a_language(serve: Serve):
    """Names and sentences of a game as its translation has them; a game that has none is told in English."""
    client = serve(games=("mainport_mastermind", TIC_TAC_TOE))
    english, dutch = (client.get("/api/games", params={"language": code}).json()["games"] for code in ("en", "nl"))
    assert "nl" in english[0]["languages"]
    assert english[0]["about"] != dutch[0]["about"]
    assert english[1] == dutch[1]


# ---- safety -------------------------------------------------------------------------------------------------


def test_headers(serve: Serve):
    """Nothing but this server's own scripts and styles runs, on any answer."""
    client = serve()
    for path in ("/", "/table.js", "/table.css", "/api/games", "/api/matches/none"):
        found = client.get(path).headers
        assert {name: found[name] for name in HEADERS} == HEADERS
    page = client.get("/").text
    assert "<script src=" in page
    assert "onclick" not in page
    assert " style=" not in page


def test_other_sites_can_not_act(serve: Serve):
    """Neither by a request, nor by a socket, nor under another name of the host."""
    client = serve()
    x, *_ = sit_down(client, TIC_TAC_TOE, "human", "human")
    evil = {"origin": "http://evil.example", "x-seat": x.token}
    assert client.post(x.path, headers=evil, json={"type": "choose", "move": 0, "key": "a1"}).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{x.path}/socket", headers={"origin": "http://evil.example"}),
    ):
        pass
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    assert x.look()["moves"] == 0


def test_links_can_not_be_guessed(serve: Serve):
    """Tokens are long, differ, and are not in what others are sent; a wrong one opens nothing."""
    client = serve()
    x, o, watcher = sit_down(client, TIC_TAC_TOE, "human", "human")
    assert len({x.token, o.token}) == 2
    assert all(len(guest.token) >= 22 for guest in (x, o))
    assert x.token not in json.dumps(watcher.look())
    assert client.get(x.path, headers={"x-seat": "x" * 22}).status_code == 404
    assert client.get("/api/matches/none").status_code == 404


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"game": 3}', b"[" * 5000, b"x" * 20_000, b'{"game": "nothing"}'])
def test_nonsense_is_refused(serve: Serve, body: bytes):
    """A request that is none is told so, whatever is in it."""
    assert serve().post("/api/matches", content=body).status_code == 400


@pytest.mark.parametrize(
    "more",
    [
        {"seats": ["human"] * 9},
        {"seats": ["emperor", "human"]},
        {"variants": ["examples/house_rules/cheap_ships.rules"]},
        {"variants": ["nothing"]},
        {"options": {"map": [1]}},
        {"options": {"nothing": 1}},
    ],
)
def test_what_can_not_be_played_is_refused(serve: Serve, more: dict[str, Any]):
    """Games, variants and options are those that are offered; no file is opened by its name."""
    asked = {"game": "mainports", "seats": ["human", "human"], **more}
    answer = serve(games=("mainports",)).post("/api/matches", json=asked)
    assert (answer.status_code, bool(answer.json()["error"])) == (400, True)


def test_there_is_a_limit(serve: Serve):
    """To matches made in a minute, to messages on a socket, to those who look."""
    client = serve(made_a_minute=2, looks=1, burst=3, a_second=0.001)
    asked = {"game": TIC_TAC_TOE, "seats": ["human", "human"]}
    codes = [client.post("/api/matches", json=asked).status_code for _ in range(3)]
    assert codes == [201, 201, 429]
    match = next(iter(room_ids(client)))
    with client.websocket_connect(f"/api/matches/{match}/socket") as socket:
        socket.send_json({"type": "hello", "protocol": PROTOCOL})
        socket.receive_json()
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/api/matches/{match}/socket"):
            pass
        for _ in range(4):
            socket.send_json({"type": "ping"})
        assert answers_until_closed(socket) <= 3


def answers_until_closed(socket: Any) -> int:
    """How many messages come before the other side hangs up."""
    for number in range(10):
        try:
            socket.receive_json()
        except WebSocketDisconnect:
            return number
    raise AssertionError("it was never closed")


def room_ids(client: TestClient) -> list[str]:
    return list(hall_of(client).rooms)


def test_a_bucket_fills_again():
    """So many at once; then as many as time has passed for."""
    now = [0.0]
    bucket = Bucket(2, 1, clock=lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [bucket.take(), bucket.take()] == [True, False]


def test_old_matches_give_way(serve: Serve, tmp_path: Path):
    """Where there are too many on the disk, those that were not used for longest are dropped."""
    client = serve(path=tmp_path / "few.db", matches=2)
    guests = [sit_down(client, TIC_TAC_TOE, "human", "human")[0] for _ in range(4)]
    again = serve(path=tmp_path / "few.db")
    found = [again.get(guest.path).status_code for guest in guests]
    assert found == [404, 404, 200, 200]


# ---- the page -----------------------------------------------------------------------------------------------


def test_the_page_is_built_from_its_sources():
    """`make page` was run after the last change of them."""
    assert NOTE.read_text(encoding="utf-8") == sources()


def test_the_page_speaks_what_the_games_speak():
    """Every word of the page, and every hole in it, in each language that a shipped game has."""
    books = json.loads((SERVER / "web" / "words.json").read_text(encoding="utf-8"))
    books["en"] = json.loads((SERVER / "web" / "en.json").read_text(encoding="utf-8"))
    spoken = {code for game in shipped_games() for code in languages(game_of(game, (), ()).world(2))}
    assert spoken <= books.keys()
    holes = {name: HOLE.findall(text) for name, text in books["en"].items()}
    for book in books.values():
        assert {name: HOLE.findall(text) for name, text in book.items()} == holes
    sources_ = "".join(path.read_text(encoding="utf-8") for path in (SERVER / "web").glob("*.ts"))
    assert set(WORD.findall(sources_)) <= books["en"].keys()


def test_the_page_is_small():
    """At most 40 kB of script, 15 kB as it is sent."""
    script = (SERVER / "page" / "table.js").read_bytes()
    assert len(script) <= 40_000
    assert len(gzip.compress(script)) <= 15_000
