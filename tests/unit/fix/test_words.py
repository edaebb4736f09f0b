"""Words of other languages leave the rules, and nothing else changes."""

from pathlib import Path
from textwrap import dedent

import rulelang
from rulelang.fix.files import mended_files

OLD = dedent("""
    game cups "Cups"
      players: 2
      label.nl: "Bekers"

    # Two players.
    player
      | name | label  | label.nl |
      | red  | "Red"  | "Rood"   | # the elder
      | blue | "Blue" | -        |
      points: number starts 0

    # The round.
    round main
      last: 2
      turn
        choose one prompt "What do you do?"
          way take "Take a cup"
            label.nl: "Neem een beker"
            add 1 to actor.points
          way leave "Leave it"
            add 0 to actor.points

    score points(p) gives p.points

    translate nl
      | text              | nl            |
      | "What do you do?" | "Wat doe je?" |
""").lstrip()


def options(path: Path) -> list[str]:
    match = rulelang.load(path).start(players=2, seed=1, language="nl")
    return [match.decision.prompt, *(option.text for option in match.decision.options)]


def mend(path: Path) -> None:
    for file in mended_files([path]):
        file.path.parent.mkdir(exist_ok=True)
        if file.after is None:
            file.path.unlink()
        else:
            file.path.write_text(file.after)


def test_a_single_file_keeps_its_words_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "cups.rules"
    path.write_text(OLD)
    mend(path)
    text = path.read_text()
    assert "label.nl" not in text
    assert "# the elder" in text
    assert "# The round." in text
    assert text.index("translate nl") > text.index("score")
    assert options(path) == ["Wat doe je?", "Neem een beker", "Leave it"]


def test_a_folder_gets_a_file_for_each_language(tmp_path: Path) -> None:
    game = tmp_path / "cups"
    game.mkdir()
    rules, _, words = OLD.partition("translate nl")
    (game / "game.rules").write_text(rules)
    (game / "dutch.rules").write_text(f"# By a friend.\ntranslate nl{words}")
    mend(game)
    assert sorted(p.relative_to(game).as_posix() for p in game.rglob("*.rules")) == ["game.rules", "words/nl.rules"]
    assert (game / "words" / "nl.rules").read_text().startswith("# By a friend.\n")
    assert options(game) == ["Wat doe je?", "Neem een beker", "Leave it"]


def test_names_that_mean_two_things_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "cups.rules"
    paint = 'kind paint\n  | name | label  | label.nl |\n  | red  | "red"  | "rood"   |\n'
    path.write_text(f"{OLD}\n{paint}")
    mend(path)
    assert '  player.red: "Rood"\n' in path.read_text()
    assert '  paint.red: "rood"\n' in path.read_text()


def test_what_is_mended_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "cups.rules"
    path.write_text(OLD)
    mend(path)
    assert mended_files([path]) == []
