"""A game at one screen: people and bots take their turns until it is over or somebody leaves.

What happened is told with the eyes of whoever looks. Between two people with something to hide the
screen is covered. A choice can be taken back until chance has spoken or something hidden was seen.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from attrs import Factory, define, field

from rulelang.api.match import Match
from rulelang.cli.output import write_whole
from rulelang.cli.saves import command_to_resume, is_replaceable
from rulelang.cli.screen import PlainScreen
from rulelang.errors import RulelangError
from rulelang.events.event import Event
from rulelang.play.save import text_of
from rulelang.table import picture as p
from rulelang.table.final import is_final
from rulelang.table.log import Teller
from rulelang.table.make import picture
from rulelang.table.terminal.boards import card_name
from rulelang.table.terminal.layout import frame, mat, options, question, whole
from rulelang.table.terminal.marks import Marks, marks_of, signs
from rulelang.table.undo import Moment, against, moment_of
from rulelang.table.why import refusals, why
from rulelang.text.log import after_setup
from rulelang.text.template import sentence
from rulelang.visibility.permissions import Sight

HUMAN = "human"
MOST_LINES = 40
MOST_NEWS = 3  # lines that stay in sight above the table
MOST_GUESSES = 6
MOST_CARDS = 8
MOST_DIGITS = 1000  # of a number that somebody types
COMMANDS = {
    "undo": "take your last choice back",
    "why": "why not: what can not be done now; why not KEY: why one thing can not",
    "log": "what happened so far",
    "view": "the table again",
    "next": "more options, where there are too many for the screen",
    "map": "all of the table, as large as it is; map NAME: what a player has",
    "save": "save FILE: keep the game for later",
    "help": "this list",
    "quit": "leave the game",
}


class Left(Exception):
    """Somebody leaves the table."""


@define(eq=False)
class Session:
    """One game at one screen."""

    match: Match
    seats: list[str]
    choosers: Sequence[Callable[[Match], int]]
    screen: PlainScreen
    save_to: Path | None = None
    delay: float = 0.0
    keys: list[str] = field(factory=list)  # of all choices, for the save
    is_kept: bool = True
    events: list[Event] = field(factory=list)
    moments: list[Moment] = field(factory=list)
    looked_at: dict[int, int] = field(factory=dict)
    last_human: int | None = None
    in_streak: bool = False
    page: int = 0  # of a list of options that is too long for the screen
    news: int = 0  # lines told since the table was drawn
    teller: Teller = field(default=Factory(lambda self: self.new_teller(), takes_self=True))

    # ---- the game ---------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play until it is over; `Left` if somebody leaves before."""
        self.events = list(self.match.log)
        self.tell(after_setup(self.events)[-MOST_LINES:], self.watcher)
        while not self.match.over:
            player = self.match.state.decider
            if self.seats[player] == HUMAN:
                self.ask(player)
            else:
                self.let_bot(player)

    @property
    def humans(self) -> list[int]:
        return [p for p, who in enumerate(self.seats) if who == HUMAN]

    @property
    def watcher(self) -> int | None:
        """Whose eyes read the screen while bots play: the only person's, else nobody's in particular."""
        return self.humans[0] if len(self.humans) == 1 else None

    def let_bot(self, player: int) -> None:
        self.in_streak = False
        self.choose(self.choosers[player](self.match), self.watcher)
        if self.delay > 0:
            time.sleep(self.delay)

    def choose(self, index: int, reader: int | None) -> None:
        """Make a choice and tell what follows."""
        before, key = self.match.copy(), self.match.decision.keys[index]
        try:
            new = list(self.match.choose(index))
        except RulelangError:
            # The rules went wrong in the middle of a step: what can be kept is the position before.
            self.match = before
            raise
        self.keys.append(key)
        self.events += new
        self.keep()  # before it is shown as done
        self.tell(new, reader)

    def words(self, text: str, **parts: str) -> str:
        """Words of the screen itself, in the language of the match."""
        return sentence(self.match.words, self.match.language, text, **parts)

    def say(self, text: str, tone: str = "", indent: str = "", **parts: str) -> None:
        self.screen.say(indent + self.words(text, **parts), tone)

    # ---- telling ----------------------------------------------------------------------------------------

    def new_teller(self) -> Teller:
        return Teller(self.match.words, self.match.language)

    def tell(self, events: Iterable[Event], reader: int | None) -> None:
        """What happened, a line for each choice with what it brought."""
        entries = self.teller.told(events, reader)
        self.news = min(MOST_NEWS, self.news + len(entries))
        self.screen.story(entries)

    def look(self, player: int | None) -> Marks:
        return marks_of(picture(self.match, player, self.events), self.screen.is_plain)

    def draw(self, player: int | None) -> None:
        """The table with the question, as large as the screen."""
        width, height = self.screen.size
        self.screen.lines(frame(self.look(player), self.words, width, height - 1, self.page, self.news))
        self.news = 0

    def draw_whole(self, player: int | None, name: str) -> None:
        """All that lies on the table; or before the players whose names begin so."""
        marks, width = self.look(player), self.screen.size[0]
        if not name:
            self.screen.lines(whole(marks, self.words, width))
            return
        people = [who.seat for who in marks.picture.players if who.name.lower().startswith(name.lower())]
        for seat in people:
            self.screen.lines(mat(marks.picture, marks, self.words, width, seat))
        if not people:
            self.say("No player is called so.", "yellow")

    # ---- people -----------------------------------------------------------------------------------------

    def ask(self, player: int) -> None:
        """Show a person the table and the options, and do what they say."""
        self.hand_over(player)
        self.page = 0
        if self.in_streak and not self.screen.is_redrawn:
            self.show_options(player)
        else:
            self.draw(player)
        self.in_streak = True
        self.looked_at[player] = len(self.events)
        while True:
            said = self.screen.ask(f"{self.match.player_names[player]}>").strip()
            if self.obey(player, said):
                return

    def hand_over(self, player: int) -> None:
        """Cover the screen between two people who have something to hide."""
        before, self.last_human = self.last_human, player
        if before in (None, player):
            return
        self.in_streak = False
        if not (self.hides_something and sys.stdin.isatty()):
            return
        self.screen.cover()
        self.screen.ask(self.words("Hand the screen to {player}, press Enter.", player=self.match.player_names[player]))
        self.screen.cover()
        since = self.looked_at.get(player)
        new = after_setup(self.events) if since is None else self.events[since:]
        self.tell(new[-MOST_LINES:], player)

    @property
    def hides_something(self) -> bool:
        """Does anybody see what others do not?"""
        world = self.match.program.world
        fields = self.match.program.answers.all_fields()
        owned = any(zone.seen.by == "owner" for zone in world.zones.values())
        return owned or any(f.seen.by == "owner" for f in fields) or bool(self.match.program.once(Sight).masks)

    def show_options(self, player: int) -> None:
        """The question and its answers, with what is typed for each."""
        shown, width = self.look(player).picture, self.screen.size[0]
        self.screen.lines([*question(shown, self.words, width), *options(shown, self.words, width)])

    def signs(self, player: int) -> list[str]:
        """What is typed for each option."""
        return signs(picture(self.match, player))

    def obey(self, player: int, said: str) -> bool:
        """Do what was typed; true if the turn of this question is over."""
        if not said:
            self.show_options(player)
            return False
        if said.startswith("?"):
            self.show_card(player, said[1:].strip())
            return False
        texts = [option.text for option in self.match.decision.options]
        said = self.match.words.keys.spelled(said)
        index = meant(said, self.signs(player), self.match.decision.keys, texts)
        if index is not None:
            return self.take(player, index)
        word, _, rest = said.partition(" ")
        command = next((c for c in COMMANDS if word and c.startswith(word.lower())), None)
        exact = word.lower() in (command, command[0] if command else "")
        found = [] if said.isdecimal() else matching(said, self.match.decision.keys, texts)
        if not exact and len(found) == 1:
            return self.take(player, found[0])
        if command is not None and (exact or not found):
            return self.do(command, rest.strip(), player)
        if len(found) > 1:
            close = ", ".join(texts[i] for i in found[:MOST_GUESSES])
            self.say("That could be: {options}.", "yellow", options=close)
        else:
            self.say("That is no option. Type a number, a word of an option, or h for help.", "yellow")
        return False

    def take(self, player: int, index: int) -> bool:
        """Make the choice of a person; at a terminal one that ends the game is asked about once more."""
        if self.screen.is_redrawn and is_final(self.match, index):
            answer = self.screen.ask(self.words("This ends the game. Do it? (y/n)")).strip().lower()
            if not answer.startswith("y"):
                return False
        self.remember(player)
        self.choose(index, player)
        return True

    def do(self, command: str, rest: str, player: int) -> bool:
        """A command; true if the question is to be asked anew."""
        match command:
            case "undo":
                return self.undo(player)
            case "why":
                self.why(player, rest.removeprefix("not").strip())
            case "log":
                self.screen.story(self.new_teller().told(after_setup(self.events), player))
            case "view":
                self.draw(player)
            case "next":
                self.page += 1
                self.draw(player)
            case "map":
                self.draw_whole(player, rest)
            case "save":
                self.save(Path(rest) if rest else self.save_to)
            case "help":
                self.help()
            case _:
                raise Left
        return False

    def help(self) -> None:
        self.say("Choose by number or letter, by key or by the start of an option. Or:")
        for name, about in COMMANDS.items():
            self.screen.say(f"  {name[0]}  {name:5} {self.words(about)}")

    def why(self, player: int, about: str) -> None:
        """Why something can not be chosen; asked about nothing, all that can not."""
        match = self.match
        if about:
            typed = self.signs(player)
            asked = match.decision.keys[typed.index(about)] if about in typed else about
            found = [why(match, asked, picture(match, player))]
        else:
            found = refusals(match)
        for refusal in found:
            cites = f"  ({', '.join(refusal.cites)})" if refusal.cites else ""
            self.screen.say(f"  {refusal.about}: {refusal.reason}{cites}", "yellow")
        if not found:
            self.say("Everything that this question is about can be chosen.", "yellow")

    def show_card(self, player: int, name: str) -> None:
        """What is printed on the cards whose names begin so, of those in sight, and what lies on them."""
        faces = {card_name(card): card for card in cards_in(picture(self.match, player))}
        found = [(title, card) for title, card in faces.items() if title.lower().startswith(name.lower())]
        for title, card in found[:MOST_CARDS]:
            facts = ", ".join(f"{fact.label.lower()} {fact.value}" for fact in card.facts if not fact.laid)
            self.screen.say(f"  {title}{f': {facts}' if facts else ''}")
        if not found:
            self.say("No card in sight is called so.", "yellow")

    def save(self, path: Path | None) -> bool:
        """Write the game to a file; false if that is not possible."""
        if path is None:
            self.say("Say where: s FILE.", "yellow")
            return False
        if self.match.program.facts.is_staging:
            self.say("This game began in a position, so it can not be saved.", "yellow")
            return False
        if not is_replaceable(path):
            self.say("{path} is there already and is no save", "yellow", path=str(path))
            return False
        reason = self.write(path)
        if reason:
            self.say("{path} can not be written: {reason}", "yellow", path=str(path), reason=reason)
            return False
        self.say("saved; go on with: {command}", "green", command=command_to_resume(self.match.game, path))
        return True

    def keep(self) -> None:
        """Write the game to its file, if it has one; what bots do between two people need not outlast the power."""
        if self.save_to is None:
            return
        is_for_people = self.match.over or self.seats[self.match.state.decider] == HUMAN
        reason = self.write(self.save_to, is_for_people)
        self.is_kept = not reason
        if reason:
            self.say("{path} can not be written: {reason}", "yellow", path=str(self.save_to), reason=reason)

    def write(self, path: Path, lasting: bool = True) -> str:
        """Write the game to a file; the reason why not, if that is not possible."""
        try:
            write_whole(path, text_of(self.match, self.keys, self.seats, self.match.language), lasting)
        except (OSError, ValueError) as error:
            return str(getattr(error, "strerror", None) or error)
        return ""

    # ---- taking back ------------------------------------------------------------------------------------

    def remember(self, player: int) -> None:
        """Keep the position before a choice."""
        self.moments.append(moment_of(self.match, player, self.humans, len(self.events)))

    def undo(self, player: int) -> bool:
        """Go back to the last choice of this player, if nothing was learnt since."""
        if not self.moments:
            self.say("There is nothing to take back.", "yellow")
            return False
        moment = self.moments[-1]
        reason = against(moment, self.match, self.events[moment.told :], player, self.humans)
        if reason:
            self.say("That can not be taken back: {reason}.", "yellow", reason=reason)
            return False
        self.moments.pop()
        self.match = moment.match
        del self.events[moment.told :]
        del self.keys[len(self.match.choices) :]
        self.keep()
        self.looked_at = {p: min(at, moment.told) for p, at in self.looked_at.items()}
        self.in_streak = False
        self.teller = self.new_teller()
        self.say("taken back", "green")
        return True


def cards_in(shown: p.Picture) -> Iterator[p.Card]:
    """Every card that can be seen."""
    for node in (*shown.table, *(node for each in shown.mats for node in each.nodes)):
        if isinstance(node, p.Cards):
            yield from (*(node.cards or ()), *((node.top,) if node.top is not None else ()), *node.shown)


# ---- what people type -----------------------------------------------------------------------------------


def meant(said: str, signs: Sequence[str], keys: Sequence[str], texts: Sequence[str]) -> int | None:
    """The option of a sign in the list, a whole key or a whole text; a number is nothing but a sign."""
    if said in signs or said.isdecimal():
        sign = str(int(said)) if said.isdecimal() and len(said) < MOST_DIGITS else said
        return signs.index(sign) if sign in signs else None
    for names in (keys, [text.lower() for text in texts]):
        wanted = said if names is keys else said.lower()
        if names.count(wanted) == 1:
            return names.index(wanted)
    return None


def matching(said: str, keys: Sequence[str], texts: Sequence[str]) -> list[int]:
    """The options whose key or text begins with what was typed."""
    wanted = said.lower()
    if not wanted:
        return []
    pairs = enumerate(zip(keys, texts, strict=True))
    return [i for i, (key, text) in pairs if key.lower().startswith(wanted) or text.lower().startswith(wanted)]
