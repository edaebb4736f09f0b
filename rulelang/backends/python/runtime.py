"""What generated code calls. Everything here is small and knows no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from rulelang.budget import MOST_ITEMS, MOST_WORK, WORK_OF_BLOCK
from rulelang.core.chance import roll

MOST_BITS = 100
MOST_NUMBER = 1 << MOST_BITS
LEAST_NUMBER = -MOST_NUMBER
MOST_LEAVES = 10_000
STEPS = range(max(1, MOST_WORK // WORK_OF_BLOCK))

State = Any
Frame = list[Any]


class NeedFailed(Exception):
    """A need that does not hold, by number."""

    @property
    def need(self) -> int:
        return self.args[0]  # type: ignore[no-any-return]


class Overspent(Exception):
    """A payment of more than there is, by the number of its site."""

    @property
    def site(self) -> int:
        return self.args[0]  # type: ignore[no-any-return]


class OutOfRange(Exception):
    """A field was given a number that it may not hold: the number of the site, and the number."""

    @property
    def site(self) -> int:
        return self.args[0]  # type: ignore[no-any-return]


class Broken(Exception):
    """What always holds does not hold any more."""


class Leave(Exception):
    """Leave the turn, the phase or the round."""

    @property
    def level(self) -> str:
        return self.args[0]  # type: ignore[no-any-return]


class Over(Exception):
    """The game is over, with the number of the reason."""

    @property
    def reason(self) -> int:
        return self.args[0]  # type: ignore[no-any-return]


class StepLimit(Exception):
    """The rules went on and on without a decision."""


class Standstill(Exception):
    """Rounds in which nobody decided came back to where they began: how many of them."""

    @property
    def rounds(self) -> int:
        return self.args[0]  # type: ignore[no-any-return]


# What a rule may run into that it should not have been carried out for.
FAULTS = (
    *(NeedFailed, Overspent, OutOfRange, Broken, StepLimit, Standstill),
    *(IndexError, TypeError, KeyError, ZeroDivisionError, ValueError, OverflowError, RecursionError, MemoryError),
)


class Pass:
    """The option not to choose. There is one."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "pass"


PASS = Pass()


class Meter:
    """Counts work in the place of a match, where there is none."""

    def __init__(self, steps: int = 0) -> None:
        self.steps = steps
        self.asked: Counter[int] = Counter()  # what is asked before a match is part of none


class WindowOption:
    """An option of a window: which window, its arguments, and what was picked of its first choice."""

    __slots__ = ("arguments", "value", "window")

    def __init__(self, window: int, arguments: tuple[Any, ...], value: Any) -> None:
        self.window = window
        self.arguments = arguments
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WindowOption) and (self.window, self.arguments, self.value) == (
            other.window,
            other.arguments,
            other.value,
        )

    def __hash__(self) -> int:
        return hash((self.window, self.arguments, self.value))


NOTHING_FORCED = object()


# ---- collections ------------------------------------------------------------------------------------


def first(items: Sequence[Any]) -> Any:
    return items[0] if items else None


def last(items: Sequence[Any]) -> Any:
    return items[-1] if items else None


def by_key(pairs: list[tuple[Any, Any]]) -> list[Any]:
    """The items of pairs of a key and an item, the smallest key first; equal ones stay in their order."""
    return [item for _, item in sorted(pairs, key=first)]


def without(items: Iterable[Any], item: Any) -> tuple[Any, ...]:
    """The items less one of that value."""
    return less(items, (item,))


def less(items: Iterable[Any], gone: Iterable[Any]) -> tuple[Any, ...]:
    """The items less one for each of those that go."""
    found = list(items)
    for item in gone:
        if item in found:
            found.remove(item)
    return tuple(found)


def nth_place(number: int) -> int:
    """Where the item of a number stands in a list."""
    if number < 1:
        raise IndexError
    return number - 1


def together(lists: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    """The items of all lists, one after the other."""
    return tuple([item for items in lists for item in items])


def position(item: Any, items: Sequence[Any]) -> int:
    """Where an item stands, from 1; 0 if it does not."""
    return items.index(item) + 1 if item in items else 0


def first_each(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The first card of each holder."""
    found: dict[int, int] = {}
    for holder, card in pairs:
        found.setdefault(holder, card)
    return tuple(found.items())


def at_least_one(items: Iterable[Any]) -> list[Any]:
    """The first of some items, as a list; empty if there is none."""
    for item in items:
        return [item]
    return []


def unlike(items: Iterable[int], like: Sequence[int]) -> list[int]:
    """Cards, one of each that can be told apart."""
    seen = set()
    found = []
    for item in items:
        if like[item] not in seen:
            seen.add(like[item])
            found.append(item)
    return found


# ---- contracts --------------------------------------------------------------------------------------


def increasing(items: Sequence[Any]) -> bool:
    known = [x for x in items if x is not None]
    return all(a < b for a, b in pairwise(known))


def decreasing(items: Sequence[Any]) -> bool:
    return increasing(list(items)[::-1])


def unique(items: Sequence[Any]) -> bool:
    known = [x for x in items if x is not None]
    return len(set(known)) == len(known)


def total(items: Sequence[Any]) -> int:
    return sum(x for x in items if x is not None)


def complete(items: Sequence[Any], wanted: Iterable[Any]) -> bool:
    return set(wanted) <= set(items)


def complete_pairs(pairs: Iterable[Any], one: Sequence[Any], two: Sequence[Any], unordered: bool) -> bool:
    found = set(pairs)
    if unordered:
        found |= {(b, a) for a, b in found}
    return all((a, b) in found for a in one for b in two)


def leads_onward(ways: Sequence[Sequence[int]], ends: Sequence[int]) -> bool:
    """No way leads back to where it started."""
    state = [0] * len(ways)

    def free(place: int) -> bool:
        if state[place]:
            return state[place] == 2
        state[place] = 1
        if not all(free(ends[w]) for w in ways[place]):
            return False
        state[place] = 2
        return True

    return all(free(p) for p in range(len(ways)))


def connected(ways: Sequence[Sequence[int]], ends: Sequence[int]) -> bool:
    """Every place can be reached from the first."""
    seen = {0}
    edge = [0]
    while edge:
        place = edge.pop()
        for way in ways[place]:
            if ends[way] not in seen:
                seen.add(ends[way])
                edge.append(ends[way])
    return len(seen) == len(ways)


# ---- chance -----------------------------------------------------------------------------------------


def weighted(S: State, weights: Sequence[int], keys: tuple[int, ...], stream: int) -> int:
    """An index, with the odds of the weights."""
    point = roll(S, sum(weights), keys, stream)
    for index, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return index
    return len(weights) - 1


def shuffle(S: State, zone: int, keys: tuple[int, ...], stream: int) -> None:
    cards = S.zones[zone]
    for last_one in range(len(cards) - 1, 0, -1):
        other = roll(S, last_one + 1, keys, stream)
        cards[last_one], cards[other] = cards[other], cards[last_one]


def draw(
    S: State,
    amount: int,
    source: int,
    to: int,
    loc: list[int],
    refill: int | None,
    moved: Any,
    listener: int | None,
    keys: tuple[int, ...],
    stream: int,
) -> None:
    """Cards from the top of one zone to the end of another; an empty deck is made anew from its discards."""
    zones = S.zones
    for _ in range(amount):
        if not zones[source]:
            if refill is None or not zones[refill]:
                return
            turn_over(S, source, refill, loc, moved, listener)
            shuffle(S, source, keys, stream)
        draw_one(S, source, to, loc, moved, listener)


def turn_over(S: State, source: int, refill: int, loc: list[int], moved: Any, listener: int | None) -> None:
    """The discards become the deck."""
    if listener is not None:
        S.events.append((listener, refill, source))
    if moved is not None:
        for card in S.zones[refill]:
            moved(S, card, source)
    S.zones[source] = S.zones[refill]
    S.zones[refill] = []
    for card in S.zones[source]:
        loc[card] = source


def draw_one(S: State, source: int, to: int, loc: list[int], moved: Any, listener: int | None) -> None:
    card = S.zones[source][0]
    if moved is not None:
        moved(S, card, to)
    if listener is not None:
        S.events.append((listener, card, source, to))
    del S.zones[source][0]
    S.zones[to].append(card)
    loc[card] = to


# ---- what was shown ---------------------------------------------------------------------------------


def show(S: State, slot: str, items: Iterable[Any], viewers: Sequence[int | None]) -> None:
    """Cards, or places of a field, are shown to players and, with none, to whoever looks on."""
    S.shown |= {(slot, item, viewer) for item in items if item is not None for viewer in viewers}


def went(S: State, slot: str, card: int, to: int, seers: dict[int, Any]) -> None:
    """A card goes elsewhere: who can not see where to can no longer tell which of the cards it was."""
    loc = getattr(S, slot)
    source, seer = loc[card], seers.get(to)
    S.shown = frozenset(
        entry
        for entry in S.shown
        if entry[0] != slot
        or loc[entry[1]] != source
        or (entry[1] != card and (seer == "all" or (seer is not None and seer == entry[2])))
    )


def mixed(S: State, slot: str, zone: int) -> None:
    """A zone is shuffled."""
    loc = getattr(S, slot)
    S.shown = frozenset(entry for entry in S.shown if entry[0] != slot or loc[entry[1]] != zone)


def written(S: State, slot: str, place: int | None = None) -> None:
    """A field, or one place of it, is written."""
    S.shown = frozenset(entry for entry in S.shown if entry[0] != slot or (place is not None and entry[1] != place))


def boxed(S: State, slot: str, card: int, seers: dict[int, Any], players: int) -> None:
    """A card goes out of play: who did not see it where it lay, and was not shown it, does not know which it was."""
    seer = seers.get(getattr(S, slot)[card])
    if seer != "all":
        shown = getattr(S, "shown", ())
        blind = [p for p in range(players) if p != seer and (slot, card, p) not in shown]
        S.boxed |= {(slot, card, p) for p in blind}


# ---- chance that asks -----------------------------------------------------------------------------------


def ask_shuffle(S: State, f: Frame) -> None:
    """Shuffle by asking, one card at a time from the top, which it is. Frame: [this, zone, place, like, point]."""
    cards = S.zones[f[1]]
    if f[2] >= len(cards) - 1:
        S.stack.pop()
        return
    like = f[3]
    rest = cards[f[2] :]
    options = unlike(rest, like)
    f[0] = asked_shuffle
    if len(options) == 1:
        S.choice = options[0]
        asked_shuffle(S, f)
        return
    S.decider = None
    S.point = f[4]
    S.weights = [sum(1 for c in rest if like[c] == like[o]) for o in options]
    S.options = options


def asked_shuffle(S: State, f: Frame) -> None:
    cards = S.zones[f[1]]
    at = cards.index(S.choice, f[2])
    cards.insert(f[2], cards.pop(at))
    f[2] += 1
    f[0] = ask_shuffle


def ask_draw(S: State, f: Frame) -> None:
    """Draw by asking. Frame: [this, amount, source, to, location slot, refill, moved, listener, like, point]."""
    loc = getattr(S, f[4])
    while f[1] > 0:
        if not S.zones[f[2]]:
            if f[5] is None or not S.zones[f[5]]:
                break
            turn_over(S, f[2], f[5], loc, f[6], f[7])
            S.stack.append([ask_shuffle, f[2], 0, f[8], f[9]])
            return
        draw_one(S, f[2], f[3], loc, f[6], f[7])
        f[1] -= 1
    S.stack.pop()


# ---- running ------------------------------------------------------------------------------------------


def run(S: State) -> None:
    """Go on until somebody must decide or the game is over."""
    stack, asked = S.stack, S.options
    if asked is not None:
        return
    left = 0
    while left < MOST_LEAVES:
        try:
            for _ in STEPS:
                f = stack[-1]
                f[0](S, f)
                if S.options is not None:
                    return
            raise StepLimit
        except Leave as leave:
            if S.trial:
                return
            leave_level(S, leave.level)
            left += 1
        except Over as over:
            finish(S, over.reason)
            return
    raise StepLimit


def go_on(S: State) -> None:
    """One block after another until somebody must decide."""
    stack = S.stack
    for _ in STEPS:
        f = stack[-1]
        f[0](S, f)
        if S.options is not None:
            return
    raise StepLimit


def next_round(S: State, aside: str) -> None:
    """A round begins. Where nobody decided since the one before, something must have changed, a slot aside.

    What comes back may take several rounds for it (who begins goes round the table), so the position that
    others are compared with is taken anew after 2, 4, 8, 16 … rounds.
    """
    S.rounds += 1
    if S.quiet is None:
        S.quiet = (1, None)
        return
    rounds, before = S.quiet[0] + 1, S.quiet[1]
    now = snapshot(S, aside)
    is_power = not rounds & (rounds - 1)
    if now == before:
        raise Standstill(rounds - (1 << (rounds - 1).bit_length() - 1))
    S.quiet = (rounds, now if is_power else before)


# What a state holds besides the position.
BESIDES = frozenset(
    {"events", "steps", "items", "choice", "weights", "bank", "quiet", "rounds", "luck", "counts", "done", "asked"}
)


def snapshot(S: State, aside: str = "") -> tuple[Any, ...]:
    """The position as a value to compare, a slot aside."""
    return tuple(freeze(getattr(S, name)) for name in slots_of(S) if name not in BESIDES and name != aside)


def slots_of(S: State) -> tuple[str, ...]:
    """The names of what a state holds; a compiled class keeps them in a list of its own."""
    kind: Any = type(S)
    return tuple(getattr(kind, "SLOTS", None) or kind.__slots__)


def freeze(thing: Any) -> Any:
    if isinstance(thing, list | tuple | range):
        return tuple(freeze(x) for x in thing)
    return getattr(thing, "__name__", thing)


def finish(S: State, reason: int) -> None:
    S.over = True
    S.reason = reason
    S.options = ()
    S.decider = None
    S.stack.clear()


BASES = {"turn": 0, "phase": 1, "round": 2}


def leave_level(S: State, level: str) -> None:
    """Drop what is going on down to the level; what comes after it goes on."""
    base = S.bases[BASES[level]]
    del S.stack[base:]


def product(a: int, b: int) -> int:
    """Two numbers multiplied; squares of squares would soon fill all memory."""
    result = a * b
    if result.bit_length() > MOST_BITS:
        raise StepLimit("a number grew beyond all counting")
    return result


def bounded(low: int, end: int) -> range:
    """The numbers from low up to, and without, end: no more than can be kept."""
    if end - low > MOST_ITEMS:
        raise StepLimit(f"there are {end - low:,} numbers here: at most {MOST_ITEMS:,} can be gone through")
    return range(low, end)


def work(S: State, weight: int) -> None:
    """Count some work whose times nobody knows beforehand."""
    S.steps += weight
    if S.steps > MOST_WORK:
        raise StepLimit


def worked(S: State, items: Sequence[Any], weight: int) -> Sequence[Any]:
    """Items that are gone through, with so much work for each."""
    S.steps += len(items) * weight
    if S.steps > MOST_WORK:
        raise StepLimit
    return items


def put_in(S: State, items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    """A list with one more item."""
    return kept(S, (*items, item))


def held(S: State, items: Iterable[Any]) -> tuple[Any, ...]:
    """A list as it is put into a name; it too has an end."""
    found = tuple(items)
    S.steps += len(found) >> 2
    if len(found) > MOST_ITEMS:
        raise StepLimit(f"a list would hold {len(found):,} items: at most {MOST_ITEMS:,} can be kept")
    if S.steps > MOST_WORK:
        raise StepLimit
    return found


def kept(S: State, items: Iterable[Any]) -> tuple[Any, ...]:
    """A list as it is kept in a match; all of them together have an end."""
    found = tuple(items)
    S.steps += len(found) >> 2
    S.items += len(found)
    if S.items > MOST_ITEMS:
        S.items = S.count_items() + len(found)
        if S.items > MOST_ITEMS:
            raise StepLimit(f"all lists together would hold {S.items:,} items: at most {MOST_ITEMS:,} can be kept")
    if S.steps > MOST_WORK:
        raise StepLimit
    return found


def try_rule(S: State, call: Callable[[State], None], weight: int) -> bool:
    """Would all needs hold along the way, up to the next decision? Tried on a copy.

    Chance counts as a decision: a trial does not look into the future.
    """
    work(S, weight)
    T = trial_of(S)
    try:
        attempt(T, call)
    except NeedFailed:
        return False
    except (Over, Leave, Overspent) as way_out:
        return not isinstance(way_out, Overspent)
    finally:
        S.steps = T.steps
    return True


def leaving_a_choice(
    S: State, window: Sequence[WindowOption], reopen: Callable[[State, Frame], None], use: Callable[[State], None]
) -> list[WindowOption]:
    """The options of windows after which there is still something to choose where a choice must be made."""
    return [option for option in window if leaves_a_choice(S, option, reopen, use)]


def leaves_a_choice(
    S: State, option: WindowOption, reopen: Callable[[State, Frame], None], use: Callable[[State], None]
) -> bool:
    """Tried on a copy, up to the next decision or roll of dice."""
    work(S, WORK_OF_BLOCK)
    T = S.copy()
    T.ask = T.trial = True
    T.stack[-1][0] = reopen
    T.choice = option
    try:
        use(T)
        run(T)
    except (NeedFailed, Overspent):
        return False
    except (Over, Leave):
        pass
    finally:
        S.steps = T.steps
    return True


def trial_of(S: State) -> State:
    """A copy of a state in which something can be tried out."""
    T = S.copy()
    T.stack = []
    T.options = None
    T.ask = T.trial = True
    T.bases = (1, 1, 1)  # whoever leaves his turn, phase or round leaves the trial
    T.events = []
    return T


def attempt(T: State, call: Callable[[State], None]) -> None:
    """Do something in a trial, up to the next decision."""
    call(T)
    if T.stack:
        T.stack.insert(0, [stop_trial])
        run(T)


def stop_trial(S: State, f: Frame) -> None:
    S.options = ()
