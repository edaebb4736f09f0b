"""`rulelang play`: people, bots, commands, undo, saving."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulelang.cli.session import Session

TWO = ("--seat", "1=human", "--seat", "2=human", "--players", "2", "--seed", "1")


def test_bots_play_to_the_end(run, coins: Path):
    """Without people a game plays itself; scores, winner and reason are shown."""
    result = run("play", coins, "--seat", "1=greedy", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert "wins: the coins are gone." in result.stdout
    assert "seat" in result.stdout
    assert "-seat(p)" not in result.stdout


def test_same_seed_same_game(run, coins: Path):
    """A game between bots is settled by its seed."""
    first, second = (run("play", coins, "--seat", "1=random", "--seed", "5").stdout for _ in "ab")
    assert first == second


def test_person_chooses(run, coins: Path):
    """Options are chosen by number; what follows is told."""
    result = run("play", coins, *TWO, typed="2\n2\n2\n1\n")
    assert result.exit_code == 0, result.output
    assert "Player 1: 2" in result.stdout
    assert "wins: the coins are gone." in result.stdout


def test_a_number_that_is_offered_is_chosen(run, tmp_path: Path):
    """What is typed at a list of numbers is the number, not its place; one that is not offered is refused, though an
    option begins with it.
    """
    bids = tmp_path / "bids.rules"
    bids.write_text(BIDS)
    result = run("play", bids, *TWO, typed="9\n1\n3\n12\nw 14\n013\na\nq\n")
    bid = [line.split("> ")[-1] for line in result.stdout.splitlines() if " bids " in line]
    assert bid == ["Player 1 bids 9", "Player 2 bids 12", "Player 1 bids 13"]
    assert result.stdout.count("That is no option.") == 2
    assert "14: it is offered" in result.stdout
    assert "  a  pass" in result.stdout


BIDS = """\
game bids "Bids"
  players: 2

state
  last: number starts 5

rule bid(n: number)
  tell "{actor} bids {n}"
  set last to n

round main
  last: 9
  turn
    choose n in last + 1..20 optional prompt "How much?"
      bid(n)

score none_yet(p) gives 0
  ties: -seat(p)
"""


def test_end_of_input(run, coins: Path):
    """When nobody types any more, the game is left in peace."""
    result = run("play", coins, *TWO, typed="1\n")
    assert result.exit_code == 0
    assert "not saved" in result.stdout


def test_undo(run, coins: Path):
    """A choice that showed nothing new can be taken back, by the one who made it only."""
    alone = ("--seat", "1=human", "--seat", "2=greedy", "--seed", "1")
    result = run("play", coins, *alone, typed="u\n2\nu\n1\nq\n")
    assert "There is nothing to take back." in result.stdout
    assert "taken back" in result.stdout
    refused = run("play", coins, *TWO, typed="2\nu\nq\n")
    assert "Player 1 has chosen since" in refused.stdout


def test_undo_stops_at_hidden_cards(run, cards: Path):
    """After a card was drawn there is no way back."""
    result = run("play", cards, "--seat", "1=human", "--seat", "2=random", "--seed", "1", typed="1\nu\n1\ntake\nu\nq\n")
    assert result.stdout.count("> taken back\n") == 1
    assert "can not be taken back: hidden cards were seen since" in result.stdout


@pytest.mark.parametrize(
    ("seat", "typed", "answers"),
    [
        # The first of two secret picks, which nobody has seen.
        (1, "1\nu\n", ["taken back"]),
        # All have chosen twice, and seen it.
        (1, "1\n1\nu\n", ["can not be taken back: something hidden was revealed since"]),
        # So they have where the next secret choice follows at once.
        (2, "1\nu\n1\n1\nu\n", ["taken back", "can not be taken back: something hidden was revealed since"]),
    ],
)
def test_undo_of_a_secret_choice(run, tmp_path: Path, seat: int, typed: str, answers: list[str]):
    """It can be taken back until all have chosen."""
    secret = tmp_path / "secret.rules"
    secret.write_text(SECRET)
    seats = ("--seat", f"{seat}=human", "--seat", f"{3 - seat}=random")
    result = run("play", secret, *seats, "--seed", "1", typed=f"{typed}q\n")
    assert re.findall(r"taken back$|can not be taken back: [^.]*", result.stdout, re.MULTILINE) == answers


SECRET = """\
game secret "Secret"
  players: 2

player
  bid: number starts 0
  more: number starts 0

round main
  last: 5
  phase bidding
    each p in player at once
      choose n in [3, 1] by p prompt "How much?"
      set p.bid to n
      choose m in [3, 1] by p prompt "And how much more?"
      set p.more to m

score bids(p) gives p.bid + p.more
  ties: -seat(p)
"""


def test_hidden_hands_stay_hidden(run, cards: Path):
    """The hand of another is a number of cards."""
    result = run("play", cards, "--seat", "1=human", "--seat", "2=random", "--seed", "1", typed="q\n")
    assert result.stdout.count("Player 2 0, hand 2") == 1
    assert "Deck 2" in result.stdout


def test_open_cards_of_others(run, cards: Path):
    """By name in sight, and with `m` for all or for one; what is hidden there is counted."""
    seats = ("--seat", "1=human", "--seat", "2=random", "--seed", "1")
    result = run("play", cards, *seats, typed="1\npass\nm\nm player 2\nm nobody\nq\n")
    told = re.search("(\\w+): hand of Player 2 → played", result.stdout)
    assert told is not None
    played = f"Played  {told[1].lower()}"
    drawn = result.stdout.split("Cards · round 2")[1].split("Player 1> ")
    screen, all_of_it, one, nobody, _ = drawn
    assert played in screen.split("───")[0]
    before = all_of_it.split("■ Player 2")[1]
    assert played in before
    assert "Hand    1\n" in before
    assert before.strip() == one.split("■ Player 2")[1].strip()
    assert "Player 1" not in one
    assert nobody == "No player is called so.\n"


def test_what_lies_on_a_card(run, tmp_path: Path):
    """Beside its name wherever the card is shown: in the row, with `m`, with `?`, and before its owner."""
    rows = tmp_path / "rows.rules"
    rows.write_text(ROWS)
    seats = ("--seat", "1=human", "--seat", "2=human")
    result = run("play", rows, *seats, typed="m\n?well\n?mill\n1\nq\n")
    screen, all_of_it, well, mill, *_ = result.stdout.split("> ")
    for shown in (screen, all_of_it):
        assert "Mill (drops on it: blue 2; age: 3)  worth 7\n" in shown
        assert "Well  worth 5\n" in shown
    assert well.strip().startswith("Well: worth 5")
    assert mill.strip().startswith("Mill (drops on it: blue 2; age: 3): worth 7")
    assert "Taken  Mill (drops on it: blue 2; age: 3)" in result.stdout


ROWS = """\
game rows "Rows"
  players: 2

kind dye "Dye"
  | name | label  |
  | red  | "Red"  |
  | blue | "Blue" |

card tile "Tile"
  | name | label  | worth |
  | mill | "Mill" | 7     |
  | well | "Well" | 5     |
  | barn | "Barn" | 4     |
  drops: number per dye starts 0 as "drops on it"
  age: number starts 0

zone open "Open" of tile limit 3 seen by all
zone taken "Taken" of tile per player seen by all

setup
  move tile to open
  add 2 to mill.drops[blue]
  add 3 to mill.age

round main
  last: 2
  turn
    choose t in open prompt "Which?"
      move t to actor.taken

score worth(p) gives sum(t in p.taken: t.worth)
  ties: -seat(p)
"""


def test_commands(run, coins: Path):
    """Help, view, log, why and nonsense are answered."""
    result = run("play", coins, *TWO, typed="h\nv\n1\nl\nw 2\nw nonsense\nw\nfoo\n99\n\nq\n")
    assert result.exit_code == 0, result.output
    assert "take your last choice back" in result.stdout
    assert result.stdout.count("How many coins?") >= 3
    assert "That is no option." in result.stdout


def test_why_not_of_a_number_in_the_list_and_of_a_rule(run, cards: Path, coins: Path):
    """What stands in the list is asked about by its number too; a rule with what it is given."""
    alone = ("--seat", "1=human", "--seat", "2=random", "--seed", "1")
    assert ": it is offered\n" in run("play", cards, *alone, typed="w 2\nq\n").stdout
    assert ": nothing stands against it\n" in run("play", coins, *alone, typed="w take 5\nq\n").stdout
    assert "`take` takes n: number; 0 given" in run("play", coins, *alone, typed="w take\nq\n").stdout


def test_words_of_the_screen_in_the_language_of_the_game(run, coins: Path):
    """A game that has Dutch words is played in Dutch; one that has none, or too few, is not."""
    typed = "h\nu\nfoo\n1\nq\n"
    refused = run("play", coins, *TWO, "--lang", "nl", typed=typed)
    assert (refused.exit_code, "has no words in `nl`" in refused.stderr) == (2, True)
    coins.write_text(coins.read_text() + '\ntranslate nl\n  coins: "Munten"\n')
    refused = run("play", coins, *TWO, "--lang", "nl", typed=typed)
    assert (refused.exit_code, "among those missing are" in refused.stderr) == (2, True)
    missing = json.loads(run("words", coins, "nl", "--json").stdout)[0]["missing"]
    with coins.open("a") as file:
        file.writelines(f'  {name}: "woord"\n' for name in missing)
    dutch = run("play", coins, *TWO, "--lang", "nl", typed=typed).stdout
    for said in (
        "je laatste keuze terugnemen",
        "Er is niets om terug te nemen.",
        "Dat staat er niet bij.",
        "niet bewaard",
    ):
        assert said in dutch


def test_save_and_resume(run, coins: Path, tmp_path: Path):
    """What is saved goes on where it was left."""
    result = run("play", coins, *TWO, typed="2\ns game.json\nq\n")
    assert f"go on with: rulelang play {coins} --resume game.json" in result.stdout
    again = run("play", coins, "--resume", "game.json", "--seat", "2=human", typed="1\nq\n")
    assert again.exit_code == 0, again.output
    assert "Player 2: 1" in again.stdout


def test_resuming_keeps_the_seats(run, coins: Path, tmp_path: Path):
    """Who sat where when the game was saved sits there again, unless other seats are given."""
    run("play", coins, *TWO, typed="2\ns game.json\nq\n")
    assert "Player 1 (human), Player 2 (human)" in run("play", coins, "--resume", "game.json", typed="q\n").stdout
    other = run("play", coins, "--resume", "game.json", "--seat", "2=random", typed="q\n").stdout
    assert "Player 1 (human), Player 2 (random)" in other


def test_save_when_leaving(run, coins: Path, tmp_path: Path):
    """With --save the game is kept when somebody leaves."""
    run("play", coins, *TWO, "--save", "kept.json", typed="2\n")
    assert (tmp_path / "kept.json").exists()
    replayed = run("replay", "kept.json", coins)
    assert replayed.exit_code == 0
    assert "Player 1: 2" in replayed.stdout


def choices(path: Path) -> list[str]:
    found: list[str] = json.loads(path.read_text())["choices"]
    return found


def test_the_game_is_kept_after_each_choice(run, coins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Before a choice is shown as done it is in the file; what is taken back is taken out."""
    kept = tmp_path / "kept.json"
    seen = []

    def tell(self: Session, events: object, reader: object) -> None:
        seen.append(choices(kept))

    monkeypatch.setattr(Session, "tell", tell)
    run(
        "play",
        coins,
        "--seat",
        "1=human",
        "--seat",
        "2=random",
        "--seed",
        "1",
        "--save",
        "kept.json",
        typed="2\nu\n1\n",
    )
    assert seen[:2] == [[], ["2"]]
    assert seen[-1] == choices(kept)
    assert choices(kept)[0] == "1"


def test_an_unfinished_game_is_offered(run, coins: Path, tmp_path: Path):
    """Who starts again with the same file may go on, begin anew, or leave; only the second loses something."""
    kept = tmp_path / "kept.json"
    again = ("play", coins, *TWO, "--save", "kept.json")
    run(*again, typed="2\n")
    left = run(*again, typed="")
    assert left.exit_code == 2
    assert "nobody said whether to go on with it" in left.stderr
    assert choices(kept) == ["2"]
    on = run(*again, typed="what?\ny\n1\n")
    assert "kept.json holds a game that is not over. Go on with it? (y/n)" in on.stdout
    assert choices(kept) == ["2", "1"]
    run(*again, typed="n\n1\n")
    assert choices(kept) == ["1"]
    run(*again, typed="y\n2\n2\n2\n")
    over = run(*again, typed="2\n")
    assert "not over" not in over.stdout
    assert choices(kept) == ["2"]


def test_nothing_but_a_save_is_overwritten(run, coins: Path, tmp_path: Path):
    """Not a rule file, not the save of other rules, and no third file when a game goes on."""
    rules = coins.read_text()
    refused = run("play", coins, *TWO, "--save", coins)
    assert refused.exit_code == 2
    assert "is there already and is not overwritten" in refused.stderr
    assert "is there already and is no save" in run("play", coins, *TWO, typed=f"s {coins}\nq\n").stdout
    assert coins.read_text() == rules
    run("play", coins, *TWO, "--save", "kept.json", typed="2\n")
    coins.write_text(rules.replace("in 1..2", "in 1..3"))
    other = run("play", coins, *TWO, "--save", "kept.json", typed="y\n")
    assert "made under other rules" in other.stderr
    coins.write_text(rules)
    both = run("play", coins, "--resume", "kept.json", "--save", "coins.rules")
    assert (both.exit_code, coins.read_text()) == (2, rules)
    assert choices(tmp_path / "kept.json") == ["2"]


def test_save_where_nothing_can_be_written(run, coins: Path):
    """A file that can not be written is said before anybody plays, or at once; the game goes on."""
    result = run("play", coins, *TWO, typed="s /nowhere/x.json\n1\nq\n")
    assert result.exit_code == 0
    assert "can not be written" in result.stdout
    first = run("play", coins, *TWO, "--save", "/nowhere/x.json", typed="1\nq\n")
    assert first.exit_code == 2
    assert "can not be written: No such file or directory" in first.stderr
    assert "How many coins?" not in first.stdout


def test_a_disk_that_fills_up(run, coins: Path, monkeypatch: pytest.MonkeyPatch):
    """What can not be kept any more is said with the choice it begins at, and by the status."""
    written: list[str] = []

    def write(path: Path, text: str, lasting: bool) -> None:
        written.append(text)
        if len(written) > 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("rulelang.cli.session.write_whole", write)
    result = run("play", coins, *TWO, "--save", "kept.json", typed="1\n1\nq\n")
    assert result.exit_code == 2
    assert result.stdout.count("kept.json can not be written: No space left on device") == 1
    assert "The game was not saved" in result.stdout


@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_save_that_names_a_file_is_asked_about(run, coins: Path, answer: str, monkeypatch: pytest.MonkeyPatch):
    """On a terminal somebody may agree; elsewhere the file has to be named."""
    run("play", coins, *TWO, "--save", "kept.json", typed="2\n")
    refused = run("play", "--resume", "kept.json", typed="y\n")
    assert refused.exit_code == 2
    assert f"played with rules in {coins}; a save opens no file that is not given" in refused.stderr
    monkeypatch.setattr("rulelang.cli.output.is_terminal", lambda stream: True)
    monkeypatch.setattr("rulelang.cli.screen.is_terminal", lambda stream: False)
    asked = run("play", "--resume", "kept.json", "--seat", "2=human", typed=f"{answer}\n1\n")
    assert f"This game was played with rules in {coins}. Read them?" in asked.stdout
    assert ("Player 2: 1" in asked.stdout) == (answer == "y")


def test_going_on_under_other_rules(run, coins: Path, tmp_path: Path):
    """Offered where all choices fit, with the same people in the seats; the save is then one of these rules."""
    rules, kept = coins.read_text(), tmp_path / "kept.json"
    run("play", coins, *TWO, "--save", kept, typed="2\n")
    coins.write_text(rules.replace("in 1..2", "in 1..3"))
    for answer in ("", "n\n"):
        refused = run("play", coins, "--resume", kept, typed=answer)
        assert refused.exit_code == 2
        assert "all 1 choices could still be made" in refused.stderr
    on = run("play", coins, "--resume", kept, typed="y\n3\nq\n")
    assert "The rules have changed since; all 1 choices" in on.stdout
    assert "Player 1 (human), Player 2 (human)" in on.stdout
    assert choices(kept) == ["2", "3"]
    assert "have changed" not in run("play", coins, "--resume", kept, typed="q\n").stdout
    coins.write_text(rules.replace("in 1..2", "in 1..1"))
    assert "they part at choice 1 of 2" in run("play", coins, "--resume", kept, typed="y\n").stderr


def test_replay_under_other_rules(run, coins: Path):
    """A save made under other rules is told as far as it goes, and the difference is said."""
    run("play", coins, *TWO, "--save", "kept.json", typed="2\n")
    coins.write_text(coins.read_text().replace("choose n in 1..2", "choose n in 1..1"))
    result = run("replay", "kept.json", coins)
    assert result.exit_code == 2
    assert "under other rules" in result.stderr


def test_variant_file(run, coins: Path, tmp_path: Path):
    """A house rule is switched on by its file."""
    (tmp_path / "rich.rules").write_text('variant rich "Rich" of coins\n  after take(n)\n    add 1 to actor.coins\n')
    result = run("play", coins, *TWO, "--variant", "./rich.rules", typed="1\nq\n")
    assert "coins of Player 1: 2" in result.stdout, result.output


def test_replay_json(run, coins: Path):
    """Programs get the log, the result and what speaks against a save."""
    run("play", coins, "--seat", "1=random", "--seed", "3", "--save", "done.json")
    found = json.loads(run("replay", "done.json", coins, "--json").stdout)
    assert found["over"] is True
    assert found["problems"] == []
    assert found["end_reason"] == "the coins are gone"
    assert [event["kind"] for event in found["log"]][-1] == "ended"
