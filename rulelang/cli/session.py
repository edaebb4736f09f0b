"""A game at one screen: people and bots take their turns until it is over or somebody leaves.

What happened is told with the eyes of whoever looks. Between two people with something to hide the
screen is covered. A choice can be taken back until chance has spoken or something hidden was seen.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from attrs import define, field, frozen

from rulelang.api.decision import Option
from rulelang.api.match import Match
from rulelang.backends.python.runtime import WindowOption
from rulelang.cli.output import write_whole
from rulelang.cli.saves import command_to_resume, is_replaceable
from rulelang.cli.screen import PlainScreen
from rulelang.errors import RulelangError
from rulelang.events.event import Event, Moved, Revealed, Rolled, Shuffled
from rulelang.play.save import text_of
from rulelang.table.sections import Tabletop
from rulelang.text.log import after_setup, story
from rulelang.text.template import sentence
from rulelang.visibility.determinise import believer
from rulelang.visibility.permissions import Sight

HUMAN = "human"
MOST_LINES = 40
MOST_GUESSES = 6
COMMANDS = {
    "undo": "take your last choice back",
    "why": "why not KEY: why something can not be chosen",
    "log": "what happened so far",
    "view": "the table again",
    "save": "save FILE: keep the game for later",
    "help": "this list",
    "quit": "leave the game",
}

Card = tuple[str, int]


class Left(Exception):
    """Somebody leaves the table."""


@frozen
class Moment:
    """A position somebody may come back to, and what the people at the screen knew then."""

    match: Match
    player: int
    told: int
    known: frozenset[tuple[int, Card]]
    masked: bool


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

    def tell(self, events: Iterable[Event], reader: int | None) -> None:
        """What happened, a line for each choice with what it brought."""
        for line, tone in story(self.match.words, events, reader, self.match.language):
            if tone == "heading":
                self.screen.heading(line)
            else:
                self.screen.say(line, tone)

    def draw(self, player: int | None) -> None:
        self.screen.table(Tabletop(self.match, player).sections())

    # ---- people -----------------------------------------------------------------------------------------

    def ask(self, player: int) -> None:
        """Show a person the table and the options, and do what they say."""
        self.hand_over(player)
        if not self.in_streak:
            self.draw(player)
            self.in_streak = True
        self.looked_at[player] = len(self.events)
        self.show_options()
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
        fields = self.match.program.module.all_fields()
        owned = any(zone.seen.by == "owner" for zone in world.zones.values())
        return owned or any(f.seen.by == "owner" for f in fields) or bool(self.match.program.once(Sight).masks)

    def show_options(self) -> None:
        """The question and its numbered answers; what may be done at any time stands apart."""
        decision = self.match.decision
        self.screen.say(decision.prompt, "bold")
        apart = [option for option in decision.options if isinstance(option.value, WindowOption)]
        for option in decision.options:
            if option not in apart:
                self.screen.say(f"  {option.index + 1:>2}  {with_cost(option)}")
        if apart:
            self.say("at any time:", "dim", indent="  ")
            for option in apart:
                self.screen.say(f"  {option.index + 1:>2}  {option.text}")

    def obey(self, player: int, said: str) -> bool:
        """Do what was typed; true if the turn of this question is over."""
        if not said:
            self.show_options()
            return False
        texts = [option.text for option in self.match.decision.options]
        index = meant(said, self.match.decision.keys, texts)
        if index is not None:
            self.remember(player)
            self.choose(index, player)
            return True
        word, _, rest = said.partition(" ")
        command = next((c for c in COMMANDS if word and c.startswith(word.lower())), None)
        exact = word.lower() in (command, command[0] if command else "")
        found = [] if said.isdecimal() else matching(said, self.match.decision.keys, texts)
        if not exact and len(found) == 1:
            self.remember(player)
            self.choose(found[0], player)
            return True
        if command is not None and (exact or not found):
            return self.do(command, rest.strip(), player)
        if len(found) > 1:
            close = ", ".join(texts[i] for i in found[:MOST_GUESSES])
            self.say("That could be: {options}.", "yellow", options=close)
        else:
            self.say("That is no option. Type a number, a word of an option, or h for help.", "yellow")
        return False

    def do(self, command: str, rest: str, player: int) -> bool:
        """A command; true if the question is to be asked anew."""
        match command:
            case "undo":
                return self.undo(player)
            case "why":
                self.why(rest.removeprefix("not ").strip())
            case "log":
                self.tell(after_setup(self.events), player)
            case "view":
                self.draw(player)
                self.show_options()
            case "save":
                self.save(Path(rest) if rest else self.save_to)
            case "help":
                self.help()
            case _:
                raise Left
        return False

    def help(self) -> None:
        self.say("Choose by number, by key or by the start of an option. Or:")
        for name, about in COMMANDS.items():
            self.screen.say(f"  {name[0]}  {name:5} {self.words(about)}")

    def why(self, key: str) -> None:
        if not key:
            self.say("Say what: w KEY, such as w pass.", "yellow")
            return
        try:
            found = self.match.why_not(*self.asked_about(key))
        except RulelangError as error:
            self.screen.say(str(error), "yellow")
            return
        self.screen.say(str(found), "yellow")

    def asked_about(self, key: str) -> Sequence[str]:
        """An option, also by its number in the list; or a rule with what it is given."""
        keys = self.match.decision.keys
        if key.isdecimal() and key not in keys and len(key) < 10 and 0 < int(key) <= len(keys):
            return [keys[int(key) - 1]]
        words = key.split()
        is_rule = key not in keys and words[0] in self.match.program.world.rules
        return words if is_rule else [key]

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
            write_whole(path, text_of(self.match, self.keys), lasting)
        except (OSError, ValueError) as error:
            return str(getattr(error, "strerror", None) or error)
        return ""

    # ---- taking back ------------------------------------------------------------------------------------

    def remember(self, player: int) -> None:
        """Keep the position before a choice."""
        masked = bool(self.match.program.once(Sight).masks_now(self.match.state))
        known = frozenset(self.known_cards(player))
        self.moments.append(Moment(self.match.copy(), player, len(self.events), known, masked))

    def undo(self, player: int) -> bool:
        """Go back to the last choice of this player, if nothing was learnt since."""
        if not self.moments:
            self.say("There is nothing to take back.", "yellow")
            return False
        moment = self.moments[-1]
        against = self.against_undo(moment, player)
        if against:
            self.say("That can not be taken back: {reason}.", "yellow", reason=against)
            return False
        self.moments.pop()
        self.match = moment.match
        del self.events[moment.told :]
        del self.keys[len(self.match.choices) :]
        self.keep()
        self.looked_at = {p: min(at, moment.told) for p, at in self.looked_at.items()}
        self.in_streak = False
        self.say("taken back", "green")
        return True

    def against_undo(self, moment: Moment, player: int) -> str:
        """What was learnt since a moment, in words; nothing if nothing was."""
        if moment.player != player:
            other = self.match.player_names[moment.player]
            return self.words("{player} has chosen since your last choice", player=other)
        since = self.events[moment.told :]
        is_random = any(isinstance(event, Rolled | Shuffled) for event in since)
        if is_random or self.match.state.lots != moment.match.state.lots:
            return self.words("chance has decided since")
        if moment.masked or any(isinstance(event, Revealed) for event in since):
            return self.words("something hidden was revealed since")
        seen = {(p, card) for event in since for p in self.humans for card in faces(event, p)}
        if (seen | self.known_cards(player)) - moment.known:
            return self.words("hidden cards were seen since")
        return ""

    def known_cards(self, player: int) -> set[tuple[int, Card]]:
        """Who at the screen knows which cards: those in sight, and those that are offered."""
        state, sight = self.match.state, self.match.program.once(Sight)
        found: set[tuple[int, Card]] = set()
        for kind in self.match.program.card_kinds():
            for card in kind.ids:
                found |= {(p, (kind.name, card)) for p in self.humans if sight.sees_card(state, kind, card, p)}
        if not self.match.over and state.decider == player:
            offered = believer(self.match.program).offered_cards(self.match.state)
            found |= {(player, (kind.name, card)) for kind, card in offered}
        return found


def faces(event: Event, player: int) -> list[Card]:
    """The cards whose face an event shows to a player."""
    seen = event.seen_by(player)
    if isinstance(event, Moved) and isinstance(seen, Moved) and not seen.card.is_hidden and event.number is not None:
        return [(event.card.sort, event.number)]
    return []


# ---- what people type -----------------------------------------------------------------------------------


def with_cost(option: Option) -> str:
    """An option and what it costs, if its author says so."""
    return f"{option.text} ({option.cost_text})" if option.cost else option.text


def meant(said: str, keys: Sequence[str], texts: Sequence[str]) -> int | None:
    """The option of a number, a whole key or a whole text."""
    if said.isdecimal() and len(said) < 10:
        # Options that are numbers themselves are still chosen by their place in the list.
        number = int(said) - 1
        return number if 0 <= number < len(keys) else None
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
