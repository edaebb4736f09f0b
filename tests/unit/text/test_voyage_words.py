"""What the options of a trip are called: as the block says where its part is done, in every language."""

from pathlib import Path

import rulelang

BARGES = Path(__file__).parents[2] / "mechanisms" / "voyage" / "scenarios" / "barges.rules"
DUTCH = """
translate nl
  trip.passes: "Door de sluis"
  trip.stops: "Aanleggen bij de stuw"
  "Stop here": "Blijf hier"
  "Go on": "Ga verder"
"""


def options_after(steps: int, folder: Path, language: str) -> dict[str, str]:
    path = folder / "barges.rules"
    path.write_text(BARGES.read_text() + DUTCH)
    match = rulelang.load(path).start(players=2, seed=1)
    match.choose(match.decision.options[steps - 1])
    return {option.key: option.text_in(language) for option in match.decision.options}


def test_the_lock_has_a_word_for_going_on(tmp_path: Path) -> None:
    assert options_after(1, tmp_path, "en") == {"stop": "Stop here", "on": "Through the lock"}
    assert options_after(1, tmp_path, "nl") == {"stop": "Blijf hier", "on": "Door de sluis"}


def test_the_weir_has_a_word_for_stopping(tmp_path: Path) -> None:
    assert options_after(2, tmp_path, "en") == {"stop": "Moor at the weir", "on": "Go on"}
    assert options_after(2, tmp_path, "nl") == {"stop": "Aanleggen bij de stuw", "on": "Ga verder"}
