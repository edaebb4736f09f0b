"""`rulelang play`: people, bots, commands, undo, saving."""

from __future__ import annotations

import json
from pathlib import Path

TWO = ("--seat", "1=human", "--seat", "2=human", "--players", "2", "--seed", "1")


def test_bots_play_to_the_end(run, coins: Path):
    """Without people a game plays itself; scores, winner and reason are shown."""
    result = run("play", coins, "--seat", "1=greedy", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert "wins: the coins are gone." in result.stdout
    assert "-seat(p)" in result.stdout


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


def test_hidden_hands_stay_hidden(run, cards: Path):
    """The hand of another is a number of cards."""
    result = run("play", cards, "--seat", "1=human", "--seat", "2=random", "--seed", "1", typed="q\n")
    assert result.stdout.count("hand: 2 cards") == 1
    assert "deck: 2 cards" in result.stdout


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
    assert "> it is offered\n" in run("play", cards, *alone, typed="w 2\nq\n").stdout
    assert "> nothing stands against it\n" in run("play", coins, *alone, typed="w take 5\nq\n").stdout
    assert "`take` takes n: number; 0 given" in run("play", coins, *alone, typed="w take\nq\n").stdout


def test_words_of_the_screen_in_the_language_of_the_game(run, coins: Path):
    """A game that has Dutch labels is played in Dutch; one that has none is not half in Dutch."""
    typed = "h\nu\nfoo\n1\nq\n"
    english = run("play", coins, *TWO, "--lang", "nl", typed=typed).stdout
    assert "There is nothing to take back." in english
    coins.write_text(coins.read_text().replace('"Coins"', '"Coins"\n  label.nl: "Munten"', 1))
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
    assert "go on with: rulelang play --resume game.json" in result.stdout
    again = run("play", "--resume", "game.json", "--seat", "2=human", typed="1\nq\n")
    assert again.exit_code == 0, again.output
    assert "Player 2: 1" in again.stdout


def test_save_when_leaving(run, coins: Path, tmp_path: Path):
    """With --save the game is kept when somebody leaves."""
    run("play", coins, *TWO, "--save", "kept.json", typed="2\n")
    assert (tmp_path / "kept.json").exists()
    replayed = run("replay", "kept.json")
    assert replayed.exit_code == 0
    assert "Player 1: 2" in replayed.stdout


def test_save_where_nothing_can_be_written(run, coins: Path):
    """A file that can not be written is said, and the game goes on."""
    result = run("play", coins, *TWO, typed="s /nowhere/x.json\n1\nq\n")
    assert result.exit_code == 0
    assert "can not be written" in result.stdout


def test_replay_under_other_rules(run, coins: Path):
    """A save made under other rules is told as far as it goes, and the difference is said."""
    run("play", coins, *TWO, "--save", "kept.json", typed="2\n")
    coins.write_text(coins.read_text().replace("choose n in 1..2", "choose n in 1..1"))
    result = run("replay", "kept.json")
    assert result.exit_code == 2
    assert "under other rules" in result.stderr


def test_unknown_language(run, coins: Path):
    """A language nobody translated into falls back on the words there are."""
    assert run("play", coins, "--seat", "1=random", "--lang", "xx").exit_code == 0


def test_variant_file(run, coins: Path, tmp_path: Path):
    """A house rule is switched on by its file."""
    (tmp_path / "rich.rules").write_text('variant rich "Rich" of coins\n  after take(n)\n    add 1 to actor.coins\n')
    result = run("play", coins, *TWO, "--variant", "./rich.rules", typed="1\nq\n")
    assert "coins of Player 1: 2" in result.stdout, result.output


def test_replay_json(run, coins: Path):
    """Programs get the log, the result and what speaks against a save."""
    run("play", coins, "--seat", "1=random", "--seed", "3", "--save", "done.json")
    found = json.loads(run("replay", "done.json", "--json").stdout)
    assert found["over"] is True
    assert found["problems"] == []
    assert found["end_reason"] == "the coins are gone"
    assert [event["kind"] for event in found["log"]][-1] == "ended"
