"""One game as one C file: tables, the state, functions, and what is called from outside.

Only names made by us and numbers get into the text. A function that waits becomes a `switch` on the place where it
goes on, whose cases stand within its loops and branches; its slots are words of its frame. Everything else is what
it looks like.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import assert_never

from attrs import define, field

from rulelang.backends.c.offering import COMPARED, count_gathered, is_harmless, only_offers
from rulelang.core import nodes as c
from rulelang.core.agreed import LOOK_EVERY, NOBODYS_TURN
from rulelang.core.chance import SEATS
from rulelang.core.from_model.maker import Core, statements_in
from rulelang.core.layout import Layout, has_short_none, width_of

MOST_OPTIONS = 1024
MOST_STACK = 2048
# Work between two decisions: what some hundredths of a second are enough for.
MOST_STEPS = 50_000_000
FRAME_HEAD = 2

HEAD = """\
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef int8_t i8; typedef int16_t i16; typedef int32_t i32; typedef int64_t i64;
typedef uint8_t u8; typedef uint32_t u32; typedef uint64_t u64;
#define NONE ((i32)0x80000000)
#define PASSED (NONE + 1)
"""
MACHINE = ("acting", "phase", "ending", "ending_reason")


def to_c(core: Core, layout: Layout) -> str:
    """The whole file."""
    return "\n".join(Printer(core, layout).lines())


def header(name: str) -> str:
    return resources.files("rulelang.backends.c").joinpath(name).read_text(encoding="utf-8")


@define(eq=False)
class Printer:
    """Prints a program; functions are printed by `FunctionPrinter`."""

    core: Core
    layout: Layout
    numbers: dict[c.Function, int] = field(factory=dict)
    sizes: dict[c.Function, int] = field(factory=dict)

    def lines(self) -> Iterator[str]:
        core = self.core
        waiting = [f for f in core.functions if f.sort == "wait"]
        self.numbers = {function: number for number, function in enumerate(waiting, 1)}
        printed = [FunctionPrinter(self, function) for function in core.functions]
        bodies = [printer.printed() for printer in printed]
        self.sizes = {printer.function: printer.size for printer in printed}
        yield HEAD
        yield f"typedef {'u8' if core.players < 8 else 'i16'} BITS;"  # as wide as `layout.width_of` makes them
        yield from self.constants()
        yield from self.state()
        yield from map(self.table, core.data.tables)
        yield f"static const i32 SIZES[] = {{0, {', '.join(str(self.sizes[f]) for f in waiting)}}};"
        yield "static void forget_levels(S *s);"
        yield header("runtime.h")
        for deck in core.data.decks.values():
            yield from self.deck(deck)
        for function in core.functions:
            yield f"{self.head(function)};"
            if function.sort == "wait":
                yield f"{self.push_head(function)};"
        yield "static i32 run(S *s);"
        yield "static i32 use_window(S *s);"
        for function, body in zip(core.functions, bodies, strict=True):
            yield f"// {function.name}"
            yield f"{self.head(function)} {{"
            yield from body
            yield "}"
            if function.sort == "wait":
                yield from self.push(function)
        yield from self.leaving()
        yield from self.using()
        yield from self.running(waiting)
        yield from self.opening()
        yield from self.ranks()
        yield from self.holding()
        yield from self.judging()
        yield from self.dump()
        yield from self.spoken()
        yield from self.renaming()
        yield header("beliefs.h")
        yield header("sight.h")
        yield from self.seeing()
        yield header("play.h")
        yield header("search.h")
        yield header("plans.h")

    # ---- data ---------------------------------------------------------------------------------------------

    @property
    def marks(self) -> tuple[str, ...]:
        """Where it is kept which levels are under way, if some are left from afar."""
        bodies = (function.body for function in self.core.functions)
        return c.MARKS if any(isinstance(x, c.Mark) for body in bodies for x in statements_in(body)) else ()

    def constants(self) -> Iterator[str]:
        core = self.core
        yield f"enum {{ PLAYERS = {core.players}, WIDTH = {core.widest}, MOST_OPTIONS = {MOST_OPTIONS},"
        yield f"  MOST_STACK = {MOST_STACK}, MOST_STEPS = {MOST_STEPS}, RANKS = {len(core.ranks)},"
        most_cards = max([deck.cards for deck in core.data.decks.values()], default=1)
        yield f"  LOOK_EVERY = {LOOK_EVERY}, STREAMS = {max(1, len(core.keys))}, IS_CHANCY = {int(core.is_chancy)},"
        yield f"  MOST_CARDS = {max(1, most_cards)}, DECKS = {len(core.data.decks)} }};"
        keys = core.keys or (0,)
        yield f"static const u64 KEYS[] = {{{', '.join(f'{key}ULL' for key in keys)}}};"
        seats = SEATS[: core.players + 1]
        yield f"static const u64 SEATS[] = {{{', '.join(f'{key}ULL' for key in seats)}}};"

    def state(self) -> Iterator[str]:
        yield "// An option: the window it uses (its number and 1), whose it is, how many words, and the words."
        yield "typedef struct { i32 window, n, holder, card, v[WIDTH]; } Opt;"
        yield "typedef struct S {"
        yield "  u64 seed, luck;"
        yield "  i64 steps;"
        yield f"  i32 bank, lots, rounds, decider, point, reason, depth, {', '.join(MACHINE)};"
        if self.marks:
            yield f"  i32 {', '.join(self.marks)};"
        yield "  i32 counts[STREAMS];"
        for store in self.layout.stores:
            size = "" if store.is_scalar else f"[{store.places}]"
            if store.bound:
                yield f"  struct {{ i16 n, v[{store.bound}]; }} f_{store.name}{size};"
            else:
                yield f"  {width_of(store)} f_{store.name}{size};"
        for deck in self.core.data.decks.values():
            row, start = max(1, deck.cards), deck.zones + 1
            yield f"  i16 order_{deck.name}[{row}], start_{deck.name}[{start}], zone_{deck.name}[{row}];"
        yield "  i32 window;"
        yield "  u8 over, trial, fault, has_forced;"
        yield "  i32 top;"
        yield "  i32 stack[MOST_STACK];"
        yield "  Opt choice, forced; i32 options; Opt option[MOST_OPTIONS];"
        yield "} S;"
        yield f"#define WHO(s) {self.load('(s)', self.core.data.store('actor'))}"
        yield f"#define ROUND(s) {self.load('(s)', self.core.data.store('round.number'))}"
        yield "static const S START = {"
        yield f"  .phase = {number(c.NONE)},"
        yield from (f"  .{name} = -1," for name in self.marks)
        yield f"  .decider = {number(c.NONE)}, .bank = {self.core.data.program.start.bank}, .top = -1,"
        yield f"  .window = {NOBODYS_TURN if self.core.windows else 0},"
        for store in self.layout.stores:
            yield f"  .f_{store.name} = {self.start_text(store)},"
        for deck in self.core.data.decks.values():
            starts = [0] + [deck.cards] * deck.zones
            yield f"  .order_{deck.name} = {{{listed(range(deck.cards))}}}, .start_{deck.name} = {{{listed(starts)}}},"
        yield "};"

    def deck(self, deck: c.Deck) -> Iterator[str]:
        """How the runtime finds the cards of a kind, and what is kept of them besides."""
        parts = [f"s->order_{deck.name}, s->start_{deck.name}, s->zone_{deck.name}, {deck.zones}, {deck.cards}"]
        parts += [f"s->f_{store.name}" if store is not None else "0" for store in (deck.shown, deck.boxed)]
        for what, words in (("seers", deck.seers), ("titles", deck.titles), ("holders", deck.holders)):
            if words:
                yield f"static const i32 {what}_{deck.name}[] = {{{listed(words)}}};"
            parts.append(f"{what}_{deck.name}" if words else "0")
        held = f"(i16 *)s->f_{deck.held.name}, {deck.held.bound}" if deck.held is not None else "0, 0"
        yield f"static inline Cards k_{deck.name}(S *s) {{ return (Cards){{{', '.join([*parts, held])}}}; }}"

    def load(self, state: str, store: c.Store) -> str:
        """A scalar field, before the functions of the runtime are there."""
        text = f"{state}->f_{store.name}"
        return f"({text} < 0 ? NONE : {text})" if has_short_none(store) else text

    def start_text(self, store: c.Store) -> str:
        starts = self.layout.starts[store]
        if store.bound:
            texts = [f"{{{len(items)}, {{{listed(items)}}}}}" for items in starts]
        else:
            texts = [str(-1 if w == c.NONE and has_short_none(store) else number(w)) for w in starts]
        return texts[0] if store.is_scalar else f"{{{', '.join(texts)}}}"

    def table(self, table: c.Table | c.Rows) -> str:
        if isinstance(table, c.Rows):
            flat = [word for row in table.rows for word in row]
            starts, at = [], 0
            for row in table.rows:
                starts.append(f"{{R_{table.name}_items + {at}, {len(row)}}}")
                at += len(row)
            return (
                f"static const i16 R_{table.name}_items[] = {{{listed(flat or [0])}}};\n"
                f"static const struct {{ const i16 *p; i32 n; }} R_{table.name}[] = {{{', '.join(starts)}}};"
            )
        known = [word for word in table.words if word != c.NONE]
        is_short = len(known) == len(table.words) and all(-32_768 <= word < 32_768 for word in known)
        return f"static const {'i16' if is_short else 'i32'} T_{table.name}[] = {{{listed(table.words or [0])}}};"

    # ---- functions ----------------------------------------------------------------------------------------

    def head(self, function: c.Function) -> str:
        if function.sort == "wait":
            return f"static i32 {name_of(function)}(S *s, i32 *f)"
        given = [f"{'L' if slot.bound else 'i32'} {slot_name(slot)}" for slot in function.parameters]
        if function.result is not None:
            given.append("i16 *result")
        return f"static i32 {name_of(function)}({', '.join(['S *s', *given])})"

    def push_head(self, function: c.Function) -> str:
        given = [f"{'L' if slot.bound else 'i32'} {slot_name(slot)}" for slot in function.parameters]
        return f"static void push_{name_of(function)}({', '.join(['S *s', *given])})"

    def push(self, function: c.Function) -> Iterator[str]:
        printer = FunctionPrinter(self, function)
        yield f"{self.push_head(function)} {{"
        is_used = "" if function.parameters else "(void)f;"
        yield f"  i32 *f = pushed(s, {self.numbers[function]}, {self.sizes[function]}); {is_used}"
        for slot in function.parameters:
            name, at = slot_name(slot), printer.at(slot)
            if slot.bound:
                yield f"  f[{at}] = filled(s, (i16 *)(f + {at + 1}), {slot.bound}, {name});"
            else:
                yield f"  f[{at}] = {name};"
        yield "}"

    def using(self) -> Iterator[str]:
        """What was chosen is a window: its rule is put on the stack, or done."""
        yield "static i32 use_window(S *s) {"
        yield "  i32 number = s->choice.window - 1, holder = s->choice.holder, card = s->choice.card;"
        yield "  (void)holder; (void)card;"
        yield "  s->window = 1; s->has_forced = s->choice.n > 0; s->forced = s->choice; s->forced.window = 0;"
        yield "  switch (number) {"
        for number, function in enumerate(self.core.windows):
            given = "s, holder, card" if function.parameters else "s"
            if function.sort == "wait":
                yield f"    case {number}: push_{name_of(function)}({given}); return GO;"
            else:
                yield f"    case {number}: s->has_forced = 0; return {name_of(function)}({given});"
        yield "  }"
        yield "  return fault(s), FAULT;"
        yield "}"

    def leaving(self) -> Iterator[str]:
        """Levels that are left from afar: what is on top of them goes. In a trial none is under way."""
        yield "static void forget_levels(S *s) {"
        yield "  " + ("".join(f"s->{name} = " for name in self.marks) + "-1;" if self.marks else "(void)s;")
        yield "}"
        yield "static i32 leave_level(S *s, i32 level) {"
        yield "  i32 at = -1, place = 0;"
        for number, level in enumerate(c.LEVELS if self.marks else ()):
            yield f"  if (level == {number}) at = s->{level}_frame, place = s->{level}_place;"
        yield "  (void)level;"
        yield "  if (at < 0) return 0;"
        yield "  s->depth = 0; s->top = at; s->stack[at] = place;"
        yield "  return 1;"
        yield "}"

    def running(self, waiting: list[c.Function]) -> Iterator[str]:
        yield "static i32 run(S *s) {"
        yield "  for (;;) {"
        yield "    if (s->fault) return FAULT;"
        yield "    if (s->top < 0) return s->trial ? WAIT : OVER;"
        yield "    if (work(s, 50)) return FAULT;"
        yield "    i32 *f = s->stack + s->top, how = FAULT;"
        yield "    switch (f[0] >> 16) {"
        for function in waiting:
            yield f"      case {self.numbers[function]}: how = {name_of(function)}(s, f); break;"
        yield "    }"
        yield "    if (how >= LEFT && leave_level(s, how - LEFT)) continue;"
        yield "    if (how != GO) return how;"
        yield "  }"
        yield "}"

    def opening(self) -> Iterator[str]:
        setup = self.core.setup
        yield "static i32 open_game(S *s) {"
        yield "  s->reason = -1;"
        yield f"  push_{name_of(self.core.main)}(s);"
        if setup is not None and setup.sort == "wait":
            yield f"  push_{name_of(setup)}(s);"
        elif setup is not None:
            yield f"  i32 how = {name_of(setup)}(s); if (how) return how;"
        yield "  return run(s);"
        yield "}"

    def ranks(self) -> Iterator[str]:
        yield "static i32 rank(S *s, i32 player, i32 number) {"
        yield "  (void)s; (void)player;"
        yield "  switch (number) {"
        for at, function in enumerate(self.core.ranks):
            yield f"    case {at}: return {name_of(function)}(s, player);"
        yield "  }"
        yield "  return 0;"
        yield "}"

    def judging(self) -> Iterator[str]:
        judge = self.core.judge
        asked = f"{name_of(judge)}(s, player)" if judge is not None else "0"
        yield f"static i32 estimate(S *s, i32 player) {{ (void)s; (void)player; return {asked}; }}"

    def spoken(self) -> Iterator[str]:
        """The words of options that are cards: where the ways of decisions and windows begin, and their decks."""
        number = {deck: at for at, deck in enumerate(self.core.data.decks.values())}
        rows: list[str] = []
        ways: list[int] = []
        yield "// For each decision, and for each window, where its ways begin; none if no word is a card."
        for name, found in (("POINT", self.core.spoken.points), ("WINDOW", self.core.spoken.windows)):
            starts = []
            for decks in found:
                has_cards = any(deck is not None for way in decks for deck in way)
                starts.append(len(rows) if has_cards else -1)
                for way in decks if has_cards else ():
                    words = [-1 if deck is None else number[deck] for deck in way]
                    rows.append(f"{{{listed(words + [-1] * (self.core.widest - len(words)))}}}")
                    ways.append(len(decks))
            yield f"static const i16 SPOKEN_{name}[] = {{{listed(starts or [-1])}}};"
        yield f"static const i8 SPOKEN[][WIDTH] = {{{', '.join(rows) or '{-1}'}}};"
        yield f"static const i16 WAYS[] = {{{listed(ways or [0])}}};"

    def renaming(self) -> Iterator[str]:
        """Decks by their number, and where the state speaks of their cards."""
        decks = list(self.core.data.decks.values())
        yield "static inline i32 renamed(i32 card, const i16 *now, i32 cards);"
        yield "static Cards deck_of(S *s, i32 deck) {"
        yield "  switch (deck) {"
        for at, deck in enumerate(decks):
            yield f"    case {at}: return k_{deck.name}(s);"
        yield "  }"
        yield "  fault(s); return (Cards){0};"
        yield "}"
        yield "static void rename_fields(S *s, i32 deck, const i16 *now, i32 cards) {"
        for store in self.core.data.stores.values():
            if store.deck is not None:
                yield f"  if (deck == {decks.index(store.deck)}) for (i32 i = 0; i < {store.places}; i++) {{"
                place = f"s->f_{store.name}" + ("" if store.is_scalar else "[i]")
                loop = f"for (i32 j = 0; j < {place}.n; j++)" if store.bound else ""
                item = f"{place}.v[j]" if store.bound else place
                yield f"    {loop} {item} = renamed({item}, now, cards);"
                yield "  }"
        yield "}"
        yield "static void rename_frame(i32 *f, i32 deck, const i16 *now, i32 cards) {"
        yield "  switch (f[0] >> 16) {"
        for function, number in self.numbers.items():
            printer = FunctionPrinter(self, function)
            framed = [(s, s.deck) for s in function.slots if s.place == "frame" and s.deck is not None]
            if not framed:
                continue
            yield f"    case {number}:"
            for slot, deck in framed:
                at = printer.at(slot)
                one = f"f[{at}] = renamed(f[{at}], now, cards);"
                if slot.bound:
                    item = f"((i16 *)(f + {at + 1}))[i]"
                    one = f"for (i32 i = 0; i < f[{at}]; i++) {item} = (i16)renamed({item}, now, cards);"
                yield f"      if (deck == {decks.index(deck)}) {one}"
            yield "      break;"
        yield "  }"
        yield "}"

    def seeing(self) -> Iterator[str]:
        """What everybody sees of the fields, and what a player was shown."""
        data = self.core.data
        yield "static u64 see_fields(const S *s, u64 h) {"
        for store in data.stores.values():
            if store.bound:
                item = f"s->f_{store.name}" + ("" if store.is_scalar else "[i]")
                yield f"  for (i32 i = 0; i < {store.places}; i++) h = hashed_list(h, {item}.v, {item}.n);"
            else:
                yield f"  h = hashed_bytes(h, &s->f_{store.name}, sizeof s->f_{store.name});"
        yield "  return h;"
        yield "}"
        yield "static u64 see_shown(const S *s, i32 player, u64 h) {"
        yield "  (void)player;"
        for store in (*data.shown_fields.values(), *(deck.shown for deck in data.decks.values() if deck.shown)):
            shown = f"s->f_{store.name}[i] >> player & 1"
            yield f"  for (i32 i = 0; i < {store.places}; i++) if ({shown}) h = hashed(h, i);"
            yield "  h = hashed(h, -1);"
        yield "  return h;"
        yield "}"

    def holding(self) -> Iterator[str]:
        always = self.core.always
        yield f"static i32 all_holds(S *s) {{ return {f'{name_of(always)}(s)' if always is not None else '1'}; }}"

    def dump(self) -> Iterator[str]:
        """Everything that makes up a position, in words, in an order that `state.py` knows."""
        yield "static i32 *dump(const S *s, i32 *o) {"
        yield "  *o++ = s->bank;"
        for store in self.core.data.stores.values():
            place = f"s->f_{store.name}" + ("" if store.is_scalar else "[i]")
            if store.bound:
                one = f"*o++ = {place}.n; for (i32 j = 0; j < {place}.n; j++) *o++ = {place}.v[j];"
            else:
                one = f"*o++ = {f'narrow_none({place})' if has_short_none(store) else place};"
            yield f"  for (i32 i = 0; i < {store.places}; i++) {{ {one} }}"
        for store in self.core.data.kept:
            if not store.bound:
                yield f"  for (i32 i = 0; i < {store.places}; i++) *o++ = s->f_{store.name}[i];"
        if self.core.windows:
            yield "  *o++ = s->window;"
        for deck in self.core.data.decks.values():
            yield f"  for (i32 i = 0; i <= {deck.zones}; i++) *o++ = s->start_{deck.name}[i];"
            yield f"  for (i32 i = 0; i < {deck.cards}; i++) *o++ = s->order_{deck.name}[i];"
        yield "  return o;"
        yield "}"


@define(eq=False)
class FunctionPrinter:
    """The body of one function."""

    printer: Printer
    function: c.Function
    out: list[str] = field(factory=list)
    depth: int = 1
    size: int = FRAME_HEAD
    places: int = 0
    names: int = 0
    counter: str = ""  # where options are counted in a loop that does nothing but offer
    _at: dict[c.Slot, int] = field(factory=dict)
    _asked: dict[str, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for slot in self.function.slots:
            if slot.place == "frame":
                self._at[slot] = self.size
                self.size += 1 + ((slot.bound + 1) // 2 if slot.bound else 0)

    def at(self, slot: c.Slot) -> int:
        """Where in its frame a slot lies."""
        return self._at[slot]

    @property
    def waits(self) -> bool:
        return self.function.sort == "wait"

    def line(self, text: str) -> None:
        self.out.append("  " * self.depth + text)

    def fresh(self, base: str) -> str:
        self.names += 1
        return f"{base}_{self.names}_"

    def printed(self) -> list[str]:
        if self.function.result is not None:
            self.line("i32 result_n = 0;")
        for slot in self.function.slots:
            if slot.place == "temp" and slot.bound:
                self.line(f"i16 {slot_name(slot)}[{slot.bound}]; i32 {slot_name(slot)}_n = 0;")
                self.line(f"(void){slot_name(slot)}; (void){slot_name(slot)}_n;")
            elif slot.place == "temp":
                self.line(f"i32 {slot_name(slot)} = 0; (void){slot_name(slot)};")
        if self.function.is_circular and not self.waits:
            ended = "0" if self.is_value else "FAULT"
            self.line(f"if (s->depth >= MOST_DEPTH || work(s, 15)) return fault(s), {ended};")
            self.line("s->depth++;")
        if self.waits:
            self.line(f"enum {{ ME = {self.printer.numbers[self.function]} << 16 }};")
            self.line("switch (f[0] & 65535) { case 0:;")
        self.body(self.function.body)
        if self.waits:
            self.line("}")
            self.line("s->top = f[1]; return GO;")
        else:
            self.leave("0")
        return self.out

    @property
    def is_value(self) -> bool:
        return self.function.sort == "value"

    def leave(self, text: str) -> None:
        if self.function.is_circular and not self.waits:
            result = self.fresh("r")
            self.line(f"{{ i32 {result} = {text}; s->depth--; return {result}; }}")
        else:
            self.line(f"return {text};")

    # ---- statements ---------------------------------------------------------------------------------------

    def body(self, body: c.Body) -> None:
        for statement in body:
            self.statement(statement)

    def counted(self, weight: str) -> str:
        """So much work more: beyond all bounds it is a fault."""
        return f"if (work(s, {weight})) return {'0' if self.is_value else 'FAULT'};"

    def inner(self, head: str, body: c.Body, *first: str) -> None:
        self.line(f"{head} {{")
        self.depth += 1
        for text in first:
            self.line(text)
        self.body(body)
        self.depth -= 1
        self.line("}")

    def branches(self, test: str, then: c.Body, otherwise: c.Body) -> None:
        self.inner(f"if ({test})", then)
        if otherwise:
            self.inner("else", otherwise)

    def statement(self, x: c.Statement) -> None:  # noqa: PLR0915 - one flat switch
        match x:
            case c.Set(slot, value):
                self.line(f"{self.place(slot)} = {self.word(value)};")
            case c.Write():
                self.write(x)
            case c.SetMachine(name, value):
                self.line(f"s->{name} = {self.word(value)};")
            case c.Fill(slot, items):
                self.fill(slot, items)
            case c.FillBy(slot, function, arguments):
                given = ", ".join(["s", *self.arguments(arguments), self.room(slot)])
                self.line(f"{self.count(slot)} = {name_of(function)}({given});")
            case c.WriteList(store, index, items):
                place = self.stored(store, index)
                self.line(f"{place}.n = (i16)filled(s, {place}.v, {store.bound}, {self.items(items)});")
                self.line(f"memset({place}.v + {place}.n, 0, sizeof(i16) * (size_t)({store.bound} - {place}.n));")
            case c.Append(slot, value):
                count = self.count(slot)
                bound = f"{slot.bound}"
                self.line(f"{count} = appended(s, {self.room(slot)}, {count}, {bound}, {self.word(value)});")
            case c.AppendTo(store, index, value):
                place = self.stored(store, index)
                added = f"appended(s, {place}.v, {place}.n, {store.bound}, {self.word(value)})"
                self.line(f"{place}.n = (i16){added};")
            case c.Sort(slot, keys):
                self.line(f"sort_by({self.room(slot)}, {self.room(keys)}, {self.count(slot)});")
            case c.Reset(store):
                self.line(f"memcpy(&s->f_{store.name}, &START.f_{store.name}, sizeof s->f_{store.name});")
            case c.If(condition, (c.Offer(offered),), ()) if self.counter and is_harmless(condition):
                self.offer(offered, self.steady(condition))
            case c.If(condition, then, otherwise):
                self.branches(self.word(condition), then, otherwise)
            case c.IfPassed(then, otherwise):
                self.branches("s->choice.n == 1 && s->choice.v[0] == PASSED", then, otherwise)
            case c.For():
                self.for_(x)
            case c.Loop(inner):
                self.inner("for (;;)", inner, self.counted(str(x.weight)))
            case c.Block(label, inner):
                self.body(inner)
                self.line(f"{label}:;")
            case c.Leave(label):
                self.line(f"goto {label};")
            case c.Mark(level, label):
                self.line(f"s->{level}_frame = (i32)(f - s->stack); s->{level}_place = ME | {self.asked(label)};")
            case c.Landing(label):
                self.line(f"case {self.asked(label)}:;")
            case c.LeaveLevel(level):
                self.line(f"return LEFT + {c.LEVELS.index(level)};")
            case c.Return(value):
                self.return_(value)
            case c.Do(function, arguments):
                how = self.fresh("how")
                call = self.call(function, arguments)
                self.line(f"{{ i32 {how} = {call}; if ({how}) return {how}; }}")
            case c.Push(function, arguments):
                self.places += 1
                given = ", ".join(["s", *self.arguments(arguments)])
                self.line(f"f[0] = ME | {self.places}; push_{name_of(function)}({given}); return GO;")
                self.line(f"case {self.places}:;")
            case c.Need(condition):
                self.line(f"if (!{self.word(condition)}) return FAILED;")
            case c.Fail():
                self.line("return FAILED;")
            case c.Overspent():
                self.line("return SPENT;")
            case c.End(reason):
                self.line(f"s->reason = {self.word(reason)}; return OVER;")
            case c.MoveCard(deck, card, zone, is_bottom, is_out):
                which = self.index(card)
                if is_out and deck.boxed is not None:
                    self.line(f"box_card(s, k_{deck.name}(s), {which});")
                self.line(f"move_card(s, k_{deck.name}(s), {which}, {self.word(zone)}, {int(is_bottom)});")
            case c.DrawCards(deck, amount, source, to, refill, stream):
                words = [self.word(w) for w in (amount, source, to)]
                again = self.word(refill) if refill is not None else "-1"
                self.line(f"draw_cards(s, k_{deck.name}(s), {', '.join([*words, again, self.word(stream)])});")
            case c.Shuffle(deck, zone, stream):
                self.line(f"shuffle(s, k_{deck.name}(s), {self.word(zone)}, {self.word(stream)});")
            case c.Roll(slot, below, stream):
                self.line(f"{self.place(slot)} = roll(s, {self.word(below)}, {stream});")
            case c.NextRound():
                self.line("s->rounds++; renew(s);" if self.printer.core.keys else "s->rounds++;")
            case c.ClearOptions():
                self.line("s->options = 0;")
            case c.Offer(offered):
                self.offer(offered)
            case c.OfferWindow(window, holder, card, words):
                option = self.fresh("o")
                stores = " ".join(f"{option}->v[{i}] = {self.word(word)};" for i, word in enumerate(words))
                whose = f"{option}->holder = {self.word(holder)}; {option}->card = {self.word(card)};"
                head = f"Opt *{option} = offered(s, {len(words)}); {option}->window = {window + 1};"
                self.line(f"{{ {head} {whose} {stores} }}")
            case c.KeepUseful(label):
                self.line(f"keep_useful(s, ME | {self.asked(label)});")
            case c.UseWindow():
                self.places += 1
                how = self.fresh("how")
                self.line(f"f[0] = ME | {self.places}; {{ i32 {how} = use_window(s); return {how}; }}")
                self.line(f"case {self.places}:;")
            case c.TakeForced():
                self.line("s->choice = s->forced; s->has_forced = 0;")
            case c.Show(deck, card, viewers):
                assert deck.shown is not None
                shown, bits = f"s->f_{deck.shown.name}[{self.index(card)}]", self.word(viewers)
                self.line(f"{shown} = ({width_of(deck.shown)})({shown} | {bits});")
            case c.Forget(deck, zone):
                self.line(f"forget(s, k_{deck.name}(s), {self.word(zone)});")
            case c.Raise():
                self.line("fault(s);" + (" return 0;" if self.is_value else " return FAULT;"))
            case c.OfferPass():
                self.line("offered(s, 1)->v[0] = PASSED;")
            case c.PickOnly():
                self.line("s->choice = s->option[0];")
            case c.Ask(by, point, label):
                case = self.asked(label)
                self.line(f"s->decider = {self.word(by)}; s->point = {point}; f[0] = ME | {case}; return WAIT;")
                self.line(f"case {case}:;")
            case c.Take(slots):
                for number, slot in enumerate(slots):
                    self.line(f"{self.place(slot)} = s->choice.v[{number}];")
            case c.EndTrial():
                self.line("if (s->trial) return WAIT;")
            case c.Try(slot, function, arguments):
                self.try_(slot, function, arguments)
            case _:
                assert_never(x)

    def asked(self, label: str) -> int:
        """The place where a question goes on; one that is spoken of before it is put has a label."""
        if label not in self._asked or not label:
            self.places += 1
            self._asked[label] = self.places
        return self._asked[label]

    def return_(self, value: c.Word | None) -> None:
        if self.waits:
            self.line("s->top = f[1]; return GO;")
        elif self.function.result is not None:
            self.leave(self.count(self.function.result))
        else:
            self.leave(self.word(value) if value is not None else "GO")

    def write(self, x: c.Write) -> None:
        place, store = self.stored(x.store, x.index), x.store
        value = self.word(x.value)
        if x.is_proved and not has_short_none(store):
            self.line(f"{place} = ({width_of(store)}){value};")
            return
        new = self.fresh("w")
        tests = [] if x.is_proved else [f"{new} >= {number(store.low)} && {new} <= {number(store.high)}"]
        text = new
        if has_short_none(store):
            text = f"{new} == NONE ? -1 : {new}"
        if store.may_be_none and tests:
            tests = [f"({new} == NONE || ({tests[0]}))"]
        stored = f"{place} = ({width_of(store)})({text});"
        guard = f"if ({tests[0]}) {stored} else fault(s);" if tests else stored
        self.line(f"{{ i32 {new} = {value}; {guard} }}")

    def fill(self, slot: c.Slot, items: c.Items) -> None:
        if isinstance(items, c.Numbers):
            low, high = self.word(items.low), self.word(items.high)
            self.line(f"{self.count(slot)} = range_into(s, {self.room(slot)}, {slot.bound}, {low}, {high});")
            return
        if isinstance(items, c.Row) and not any(items.rows.rows):
            self.line(f"{self.count(slot)} = 0;")
            return
        self.line(f"{self.count(slot)} = filled(s, {self.room(slot)}, {slot.bound}, {self.items(items)});")

    def offer(self, words: tuple[c.Word, ...], condition: str = "1") -> None:
        """An option; in a loop that only offers it is written anyway, and counted if a condition holds."""
        option = self.fresh("o")
        stores = " ".join(f"{option}->v[{i}] = {self.word(word)};" for i, word in enumerate(words))
        if self.counter:
            head = f"Opt *{option} = next_option(s, &{self.counter}, {len(words)});"
            self.line(f"{{ {head} {stores} {self.counter} += {condition}; }}")
        else:
            self.line(f"{{ Opt *{option} = offered(s, {len(words)}); {stores} }}")

    def for_(self, x: c.For) -> None:
        """A loop that only offers counts its options in a register."""
        if self.counter or not only_offers((x,)):
            self.plain_for(x)
            return
        self.counter = self.fresh("n")
        self.line(f"{{ i32 {self.counter} = s->options;")
        self.plain_for(x)
        self.line(f"s->options = {self.counter}; }}")
        self.counter = ""

    def plain_for(self, x: c.For) -> None:
        if x.at is not None:
            self.kept_for(x, self.place(x.at))
        elif isinstance(x.items, c.Numbers):
            low, high, i = self.word(x.items.low), self.word(x.items.high), self.fresh("i")
            end = self.fresh("end")
            self.line(f"{{ i32 {i} = {low}, {end} = {high};")
            if not x.most and not (isinstance(x.items.low, c.Const) and isinstance(x.items.high, c.Const)):
                self.line(f"if ((i64){end} - {i} > 65535) fault(s), {end} = {i};")
            if x.weight:
                self.line(self.counted(f"((i64){end} - {i} + 1) * {x.weight}"))
            head = f"for (; {i} <= {end}; {i}++)"
            gathered = count_gathered(x) if self.counter else 0
            if gathered:
                self.gathered_for(x, head, i, gathered)
            else:
                self.inner(head, x.body, f"{self.place(x.slot)} = {i};")
            self.line("}")
        else:
            row, i = self.fresh("l"), self.fresh("i")
            self.line(f"{{ L {row} = {self.items(x.items)};")
            if x.weight:
                self.line(self.counted(f"(i64){row}.n * {x.weight}"))
            head = f"for (i32 {i} = 0; {i} < {row}.n; {i}++)"
            self.inner(head, x.body, f"{self.place(x.slot)} = {row}.p[{i}];")
            self.line("}")

    def gathered_for(self, x: c.For, head: str, i: str, most: int) -> None:
        """First the numbers for which a condition holds, then what is offered for them."""
        (test,) = x.body
        assert isinstance(test, c.If)
        row, n, at = self.fresh("row"), self.fresh("n"), self.place(x.slot)
        self.line(f"i16 {row}[{most}]; i32 {n} = 0;")
        self.line(f"{head} {{ {at} = {i}; {row}[{n}] = (i16){i}; {n} += {self.steady(test.condition)}; }}")
        self.inner(f"for (i32 {i} = 0; {i} < {n}; {i}++)", test.then, f"{at} = {row}[{i}];")

    def kept_for(self, x: c.For, at: str) -> None:
        """A loop that somebody may be asked in: its place is kept, and its items are found again."""
        if isinstance(x.items, c.Numbers):
            low, high = self.word(x.items.low), self.word(x.items.high)
            head, item = f"for ({at} = 0; (i64){low} + {at} <= {high}; {at}++)", f"{low} + {at}"
        else:
            items = self.items(x.items)
            head, item = f"for ({at} = 0; {at} < {items}.n; {at}++)", f"{items}.p[{at}]"
        self.inner(head, x.body, f"{self.place(x.slot)} = {item};", self.counted(str(x.weight + 1)))

    def try_(self, slot: c.Slot, function: c.Function, arguments: tuple[c.Argument, ...]) -> None:
        trial = self.fresh("t")
        given = ", ".join([f"&{trial}", *self.arguments(arguments)])
        if function.sort == "wait":
            act = f"push_{name_of(function)}({given}); how_ = run(&{trial});"
        else:
            act = f"how_ = {name_of(function)}({given});"
        self.line(f"{{ S {trial}; i32 how_ = FAULT; begin_trial(&{trial}, s);")
        self.line(f"  if (!{trial}.fault) {{ {act} }}")
        self.line(f"  {self.place(slot)} = end_trial(s, &{trial}, how_); }}")

    # ---- slots --------------------------------------------------------------------------------------------

    def place(self, slot: c.Slot) -> str:
        return f"f[{self.at(slot)}]" if slot.place == "frame" else slot_name(slot)

    def room(self, slot: c.Slot) -> str:
        """Where the items of a list lie."""
        if slot is self.function.result:
            return "result"
        return f"(i16 *)(f + {self.at(slot) + 1})" if slot.place == "frame" else slot_name(slot)

    def count(self, slot: c.Slot) -> str:
        if slot is self.function.result:
            return "result_n"
        return f"f[{self.at(slot)}]" if slot.place == "frame" else f"{slot_name(slot)}_n"

    # ---- words --------------------------------------------------------------------------------------------

    def index(self, index: c.Index) -> str:
        text = self.word(index.word)
        return text if index.is_proved else f"ix(s, {text}, {index.size})"

    def stored(self, store: c.Store, index: c.Index) -> str:
        return f"s->f_{store.name}" if store.is_scalar else f"s->f_{store.name}[{self.index(index)}]"

    def arguments(self, arguments: tuple[c.Argument, ...]) -> list[str]:
        lists = c.Row | c.Cards | c.LoadList | c.Kept | c.Numbers
        return [self.items(a) if isinstance(a, lists) else self.word(a) for a in arguments]

    def call(self, function: c.Function, arguments: tuple[c.Argument, ...]) -> str:
        return f"{name_of(function)}({', '.join(['s', *self.arguments(arguments)])})"

    def word(self, x: c.Word) -> str:
        match x:
            case c.Const():
                return number(x.word)
            case c.Read(slot):
                return self.place(slot)
            case c.Fitting(inner, size, is_proved):
                return self.word(inner) if is_proved else f"ix(s, {self.word(inner)}, {size})"
            case c.Machine("options") if self.counter:
                return self.counter
            case c.Machine("chosen_window"):
                return "s->choice.window"
            case c.Machine(name):
                return f"(i32)s->{name}"
            case c.Load(store, index):
                text = self.stored(store, index)
                return f"narrow_none({text})" if has_short_none(store) else f"(i32){text}"
            case c.Cell(table, index):
                return f"(i32)T_{table.name}[{self.index(index)}]"
            case c.Find():
                return self.find(x)
            case c.Location(deck, card):
                return f"(i32)s->zone_{deck.name}[{self.index(card)}]"
            case c.Size(items):
                return f"{self.items(items)}.n"
            case c.Item(items, at):
                return f"item(s, {self.items(items)}, {self.word(at)})"
            case c.In(items, item):
                return f"holds({self.items(items)}, {self.word(item)})"
            case c.Same(left, right):
                return f"same({self.items(left)}, {self.items(right)})"
            case c.Unary("not", inner):
                return f"(!{self.word(inner)})"
            case c.Unary("negative", inner):
                return f"negative(s, {self.word(inner)})"
            case c.Unary(_, inner):
                return f"absolute({self.word(inner)})"
            case c.Binary():
                return self.binary(x)
            case c.Select(condition, then, otherwise):
                return f"({self.word(condition)} ? {self.word(then)} : {self.word(otherwise)})"
            case c.Call(function, arguments):
                return self.call(function, arguments)
            case _:
                assert_never(x)

    def steady(self, x: c.Word) -> str:
        """A condition as 0 or 1, all of it worked out: nothing has to be guessed on the way."""
        match x:
            case c.Binary("and" | "or" as how, left, right):
                return f"({self.steady(left)} {'&' if how == 'and' else '|'} {self.steady(right)})"
            case c.Unary("not", _):
                return self.word(x)
            case c.Binary(how) if how in COMPARED:
                return self.word(x)
        return f"({self.word(x)} != 0)"

    def find(self, x: c.Find) -> str:
        """A word by several keys: each is looked at, and a key beyond the table finds none."""
        at, tests = "0", []
        for word, first, count in x.keys:
            key = self.word(word) if first == 0 else f"((i64){self.word(word)} - {number(first)})"
            tests.append(f"(u64)(i64){key} < {count}")
            at = key if at == "0" else f"({at} * {count} + {key})"
        return f"({' && '.join(tests)} ? (i32)T_{x.table.name}[{at}] : NONE)"

    def binary(self, x: c.Binary) -> str:
        if x.how in ("=", "!=") and (short := self.short_test(x)) is not None:
            return short
        left, right = self.word(x.left), self.word(x.right)
        match x.how:
            case "+" | "-" | "*":
                if x.is_proved:
                    return f"({left} {x.how} {right})"
                return f"{ {'+': 'add', '-': 'subtract', '*': 'multiply'}[x.how] }(s, {left}, {right})"
            case "//" | "%":
                name = "quotient" if x.how == "//" else "modulo"
                return f"{name}({left}, {right})" if x.is_proved else f"checked_{name}(s, {left}, {right})"
            case "min" | "max":
                return f"{'least' if x.how == 'min' else 'most'}({left}, {right})"
            case "and" | "or":
                return f"({left} {'&&' if x.how == 'and' else '||'} {right})"
            case "=":
                return f"({left} == {right})"
        return f"({left} {x.how} {right})"

    def short_test(self, x: c.Binary) -> str | None:
        """Is a field that writes none as -1 equal to something? That need not be taken for the none of words first."""
        sign = "==" if x.how == "=" else "!="
        for one, other in ((x.left, x.right), (x.right, x.left)):
            if not (isinstance(one, c.Load) and has_short_none(one.store)):
                continue
            place = self.stored(one.store, one.index)
            match other:
                case c.Const(None):
                    return f"({place} {sign} -1)"
                case c.Const(value) if value >= 0:
                    return f"({place} {sign} {value})"
                case c.Load(store, index) if has_short_none(store) or (store.low >= 0 and not store.may_be_none):
                    return f"({place} {sign} {self.stored(store, index)})"
        return None

    def items(self, x: c.Items) -> str:
        match x:
            case c.Row(rows, index):
                at = self.index(index)
                return f"((L){{R_{rows.name}[{at}].p, R_{rows.name}[{at}].n}})"
            case c.Cards(deck, zone):
                return f"cards_of(s, k_{deck.name}(s), {self.word(zone)})"
            case c.LoadList(store, index):
                place = self.stored(store, index)
                return f"((L){{{place}.v, {place}.n}})"
            case c.Kept(slot):
                if slot.place == "given":
                    return "((L){result, result_n})" if slot is self.function.result else slot_name(slot)
                return f"((L){{{self.room(slot)}, {self.count(slot)}}})"
            case c.Numbers():
                raise AssertionError("numbers are only gone through")
            case _:
                assert_never(x)


def name_of(function: c.Function) -> str:
    return f"fn_{function.name}"


def slot_name(slot: c.Slot) -> str:
    return f"v_{slot.name}"


def number(value: int) -> str:
    """A number as C reads it: the least of all can not be written as one."""
    return "NONE" if value == c.NONE else f"({value})" if value < 0 else str(value)


def listed(values: object) -> str:
    return ", ".join("(i32)0x80000000" if v == c.NONE else str(v) for v in values)  # type: ignore[attr-defined]
