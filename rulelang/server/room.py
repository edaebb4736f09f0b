"""A match that is being played: who looks, what they are sent, what they may do.

Nothing of the match leaves a room but pictures, log lines and answers made for one seat.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import Any

from attrs import define, field

from rulelang.api.match import Match
from rulelang.bots import BOTS, choosers
from rulelang.errors import RulelangError
from rulelang.events.event import Event
from rulelang.server.store import HUMAN, Record, Store
from rulelang.table.final import is_final
from rulelang.table.log import Teller
from rulelang.table.make import picture
from rulelang.table.picture import as_data
from rulelang.table.thoughts import thoughts
from rulelang.table.undo import Moment, against, moment_of
from rulelang.table.why import Refusal, refusals, why

Viewer = int | None
Line = dict[str, Any]
LOG = 60
TURN = 16
LATER = "it is not your turn"


class Refused(Exception):
    """What somebody asked for can not be done; the sentence says why."""


@define(eq=False)
class Look:
    """Somebody who looks at the table, with what he was not sent yet: only the newest picture counts."""

    seat: Viewer
    language: str
    changed: asyncio.Event = field(factory=asyncio.Event)
    messages: list[dict[str, Any]] = field(factory=list)

    def tell(self, message: dict[str, Any]) -> None:
        self.messages.append(message)
        self.changed.set()


@define(eq=False)
class Move:
    """What a choice brought."""

    by: Viewer
    events: Sequence[Event]


class Room:
    """One match, kept move by move."""

    def __init__(self, record: Record, match: Match, keys: Sequence[str], store: Store, delay: float = 0.6) -> None:
        self.record = record
        self.store = store
        self.delay = delay
        self.start = match.copy()
        self.match = match
        self.keys: list[str] = []
        self.moves: list[Move] = []
        self.moments: list[Moment] = []
        self.looks: set[Look] = set()
        self.lock = asyncio.Lock()
        self.playing: asyncio.Task[None] | None = None
        self.sent: dict[tuple[Viewer, str], str] = {}
        self.lines: dict[tuple[Viewer, str], tuple[Teller, list[list[Line]]]] = {}
        self.fault = ""
        self.thought: dict[int, list[dict[str, Any]]] = {}
        self.thinking = asyncio.Lock()
        self.bots = choosers([seat if seat in BOTS else "random" for seat in record.seats], match.seed)
        for key in keys:
            self.make(key)

    @property
    def humans(self) -> list[int]:
        return [seat for seat, who in enumerate(self.record.seats) if who == HUMAN]

    @property
    def is_idle(self) -> bool:
        """Is there nobody, and no bot at work? Then it need not stay in memory."""
        return not self.looks and (self.playing is None or self.playing.done())

    # ---- playing ----------------------------------------------------------------------------------------

    def make(self, choice: str | int) -> None:
        """Make a choice; where the rules go wrong in the middle of it, the position before stays."""
        before = self.match.copy()
        player = self.match.decision.player
        key = choice if isinstance(choice, str) else self.match.decision.keys[choice]
        if player in self.humans:
            self.moments.append(moment_of(self.match, player, self.humans, len(self.moves)))
        try:
            events = list(self.match.choose(choice))
        except RulelangError as error:
            self.match = before
            self.fault = str(error)
            raise Refused(self.fault) from None
        self.keys.append(key)
        self.moves.append(Move(player, events))
        self.sent.clear()

    def advance(self, choice: str | int) -> None:
        """Make a choice that is kept before anybody sees it."""
        self.make(choice)
        self.store.append(self.record.id, len(self.keys) - 1, self.keys[-1])
        self.tell_all()

    def choose(self, seat: Viewer, move: object, key: object, careful: object = False) -> dict[str, Any] | None:
        """A choice of somebody who sits here: for the question that he saw, and one of its options. Who is careful is
        asked once more before he ends the game.
        """
        self.need_turn(seat)
        if move != len(self.keys):
            raise Refused("somebody has moved since")
        if not isinstance(key, str) or key not in self.match.decision.keys:
            raise Refused("that is no option now")
        if careful is True and is_final(self.match, self.match.decision.keys.index(key)):
            return {"type": "confirm", "key": key}
        self.advance(key)
        self.let_bots()
        return None

    def need_turn(self, seat: Viewer) -> None:
        if self.match.over:
            raise Refused("the match is over")
        if seat is None or self.match.decision.player != seat:
            raise Refused(LATER)

    def spoken(self, language: str) -> Match:
        """The match in a language."""
        said = self.match.copy()
        said.language = language
        return said

    def undo(self, seat: Viewer, language: str) -> None:
        """Take the last own choice back, if nothing was learnt since."""
        if seat is None or not self.moments:
            raise Refused(self.match.words.translate("There is nothing to take back.", language))
        moment = self.moments[-1]
        since = [event for move in self.moves[moment.told :] for event in move.events]
        problem = against(moment, self.spoken(language), since, seat, self.humans)
        if problem:
            raise Refused(problem)
        self.moments.pop()
        self.match = moment.match
        del self.moves[moment.told :], self.keys[moment.told :]
        self.thought = {move: found for move, found in self.thought.items() if move < moment.told}
        self.lines.clear()
        self.store.cut(self.record.id, moment.told)
        self.sent.clear()
        self.tell_all()

    def let_bots(self) -> None:
        """Bots play as long as it is for them."""
        if self.playing is None or self.playing.done():
            self.playing = asyncio.get_running_loop().create_task(self.bots_play())

    def is_for_bot(self) -> bool:
        return not self.match.over and not self.fault and self.record.seats[self.seat_asked()] in BOTS

    async def bots_play(self) -> None:
        while self.is_for_bot():
            await asyncio.sleep(self.delay)
            async with self.lock:
                await self.bot_plays()

    async def bot_plays(self) -> None:
        """One choice of a bot, thought of beside whatever else goes on."""
        if not self.is_for_bot():
            return
        index = await asyncio.to_thread(self.bots[self.seat_asked()], self.match.copy())
        try:
            self.advance(index)
        except Refused:
            self.tell_all()

    def seat_asked(self) -> int:
        asked = self.match.decision.player
        assert asked is not None
        return asked

    # ---- looking ----------------------------------------------------------------------------------------

    def tell_all(self) -> None:
        for look in self.looks:
            look.changed.set()

    def picture_for(self, seat: Viewer, language: str) -> str:
        """The message with the table as a seat may know it; the same for all who look from there."""
        if (seat, language) not in self.sent:
            self.sent[seat, language] = json.dumps(self.message(self.match, self.moves, seat, language))
        return self.sent[seat, language]

    def message(self, match: Match, moves: Sequence[Move], seat: Viewer, language: str) -> dict[str, Any]:
        shown = match.copy()
        shown.language = language
        touched = sorted({id_ for e in self.last_events(moves) if (s := e.seen_by(seat)) for id_ in s.touched})
        log = self.log_for(len(moves), seat, language)
        can_undo = bool(self.moments) and self.moments[-1].player == seat
        return {
            "type": "picture", "picture": as_data(picture(shown, seat, recent(moves))), "log": log, "touched": touched,
            "seats": list(self.record.seats), "moves": len(self.moves), "undo": can_undo, "fault": self.fault,
        }  # fmt: skip

    def log_for(self, moves: int, seat: Viewer, language: str) -> list[Line]:
        """The last lines up to a move; each move is put into words once for all who look from a seat."""
        teller, known = self.lines.setdefault((seat, language), (Teller(self.match.words, language), []))
        for number, move in enumerate(self.moves[len(known) :], len(known) + 1):
            entries = teller.told(move.events, seat, move.by)
            known.append([{"move": number, "by": e.by, "text": e.text, "tone": e.tone} for e in entries])
        return [line for lines in known[max(0, moves - LOG) : moves] for line in lines]

    def last_events(self, moves: Sequence[Move]) -> Sequence[Event]:
        return moves[-1].events if moves else ()

    def look_back(self, seat: Viewer, language: str, number: object) -> dict[str, Any]:
        """The table after so many moves; where no people play here, with the eyes of who decides."""
        match = self.match_after(number)
        eyes = match.decision.player if not self.humans and not match.over else seat
        return {**self.message(match, self.moves[: len(match.choices)], eyes, language), "type": "past"}

    def match_after(self, number: object) -> Match:
        """The match as it was."""
        if not isinstance(number, int) or not 0 <= number <= len(self.moves):
            raise Refused("there is no such move")
        match = self.start.copy()
        for key in self.keys[:number]:
            match.choose(key)
        return match

    async def think(self, seat: Viewer, number: object) -> dict[str, Any]:
        """What a bot makes of the options of a move that was made: for who made it, or who watches bots."""
        match = self.match_after(number)
        if len(match.choices) >= len(self.keys):
            raise Refused("there is no such move")
        if self.humans and (seat is None or match.decision.player != seat):
            raise Refused(LATER)
        if number not in self.thought:
            async with self.thinking:
                found = await asyncio.to_thread(thoughts, match, Random(match.seed))
            self.thought[len(match.choices)] = [as_data(each) for each in found]
        made = self.keys[len(match.choices)]
        return {"type": "thoughts", "move": number, "made": made, "thoughts": self.thought[len(match.choices)]}

    def why(self, seat: Viewer, language: str, about: object) -> dict[str, Any]:
        """Why something can not be done now; asked about nothing, all that can not be done."""
        self.need_turn(seat)
        asked = self.spoken(language)
        if not about:
            return reasons(refusals(asked))
        if not isinstance(about, str):
            raise Refused("say what about")
        return reasons([why(asked, about, picture(asked, seat))])


def recent(moves: Sequence[Move]) -> list[Event]:
    """What happened lately: as much as one turn may take."""
    return [event for move in moves[-TURN:] for event in move.events]


def reasons(found: Sequence[Refusal]) -> dict[str, Any]:
    return {"type": "reasons", "reasons": [as_data(refusal) for refusal in found]}
