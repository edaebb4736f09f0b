"""The core as text, to be read by people: `rulelang compile --core` prints it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulelang.core import nodes as c
from rulelang.core.from_model.maker import Core

INDENT = "  "
WIDEST = 24


def to_text(core: Core) -> str:
    """A whole program: what there is, then every function."""
    parts = [f"core of {core.name}, {core.players} players", "\n".join(data_lines(core))]
    parts += ["\n".join(function_lines(function)) for function in core.functions]
    return "\n\n".join(part for part in parts if part) + "\n"


def data_lines(core: Core) -> Iterator[str]:
    for store in core.data.stores.values():
        yield f"field {store.name}{places(store)}: {holds(store)}"
    for store in core.data.kept:
        yield f"kept {store.name}[{store.places}]: {holds(store)}"
    for deck in core.data.decks.values():
        yield f"deck {deck.name}: {deck.cards} cards in {deck.zones} zones"
    for table in core.data.tables:
        if isinstance(table, c.Table):
            yield f"table {table.name} {shortened([number(word) for word in table.words])}"
        else:
            yield f"rows {table.name} {shortened(['[' + ' '.join(map(str, row)) + ']' for row in table.rows])}"


def shortened(words: list[str]) -> str:
    rest = f" … {len(words)} in all" if len(words) > WIDEST else ""
    return " ".join(words[:WIDEST]) + rest


def number(word: int) -> str:
    return "none" if word == c.NONE else str(word)


def places(store: c.Store) -> str:
    return "" if store.is_scalar else f"[{store.places}]"


def holds(store: c.Store) -> str:
    if store.bound:
        return f"up to {store.bound}"
    low = "" if store.low == c.LEAST else str(store.low)
    high = "" if store.high == c.MOST else str(store.high)
    return f"{low}..{high}" + (" or none" if store.may_be_none else "")


# ---- functions ------------------------------------------------------------------------------------------


def function_lines(function: c.Function) -> Iterator[str]:
    given = ", ".join(slot_text(slot) for slot in function.parameters)
    result = f" fills up to {function.result.bound}" if function.result is not None else ""
    title = f"  # {function.title}" if function.title else ""
    yield f"{function.sort} {function.name}({given}){result}{title}"
    framed = [slot_text(slot) for slot in function.slots if slot.place == "frame" and slot not in function.parameters]
    if framed:
        yield f"{INDENT}frame {', '.join(framed)}"
    yield from body_lines(function.body, 1)


def slot_text(slot: c.Slot) -> str:
    return f"{slot.name}[{slot.bound}]" if slot.bound else slot.name


def body_lines(body: c.Body, depth: int) -> Iterator[str]:
    pad = INDENT * depth
    if not body:
        yield f"{pad}nothing"
    for x in body:
        match x:
            case c.If(condition, then, otherwise):
                yield f"{pad}if {word(condition)}"
                yield from body_lines(then, depth + 1)
                if otherwise:
                    yield f"{pad}else"
                    yield from body_lines(otherwise, depth + 1)
            case c.IfPassed(then, otherwise):
                yield f"{pad}if passed"
                yield from body_lines(then, depth + 1)
                if otherwise:
                    yield f"{pad}else"
                    yield from body_lines(otherwise, depth + 1)
            case c.For(slot, source, inner, at):
                kept = f" at {at.name}" if at is not None else ""
                counted = f" counting {x.weight} each" if x.weight else ""
                yield f"{pad}for {slot.name} in {items(source)}{kept}{counted}"
                yield from body_lines(inner, depth + 1)
            case c.Loop(inner):
                yield f"{pad}loop counting {x.weight}"
                yield from body_lines(inner, depth + 1)
            case c.Block(label, inner):
                yield f"{pad}block {label}"
                yield from body_lines(inner, depth + 1)
            case _:
                yield pad + statement(x)


def statement(x: c.Statement) -> str:
    match x:
        case c.Set(slot, value):
            return f"{slot.name} = {word(value)}"
        case c.Write(store, index, value, is_proved):
            return f"{place(store, index)} {'=' if is_proved else '=?'} {word(value)}"
        case c.SetMachine(name, value):
            return f"machine {name} = {word(value)}"
        case c.Fill(slot, source):
            return f"{slot.name} = list {items(source)}"
        case c.FillBy(slot, function, arguments):
            return f"{slot.name} = list {call(function, arguments)}"
        case c.WriteList(store, index, source):
            return f"{place(store, index)} = list {items(source)}"
        case c.Append(slot, value):
            return f"{slot.name} takes {word(value)}"
        case c.AppendTo(store, index, value):
            return f"{place(store, index)} takes {word(value)}"
        case c.Sort(slot, keys):
            return f"sort {slot.name} by {keys.name}"
        case c.Reset(store):
            return f"reset {store.name}"
        case c.Leave(label):
            return f"leave {label}"
        case c.Mark(level, label):
            return f"mark {level} up to {label}"
        case c.Landing(label):
            return f"land from {label}"
        case c.LeaveLevel(level):
            return f"leave {level} from afar"
        case c.Return(value):
            return "return" if value is None else f"return {word(value)}"
        case c.Do(function, arguments):
            return f"do {call(function, arguments)}"
        case c.Push(function, arguments):
            return f"push {call(function, arguments)}"
        case c.Need(condition, need):
            return f"need {word(condition)} else {need}"
        case c.Fail(need):
            return f"fail {need}"
        case c.Overspent():
            return "overspent"
        case c.End(reason):
            return f"end {word(reason)}"
        case c.MoveCard(deck, card, zone, is_bottom, is_out):
            where = "out" if is_out else f"to {'bottom' if is_bottom else 'top'} of {word(zone)}"
            return f"move {deck.name} {indexed(card)} {where}"
        case c.DrawCards(deck, amount, source, to, refill, stream):
            anew = f" refilled from {word(refill)} by {word(stream)}" if refill is not None else ""
            return f"draw {deck.name} {word(amount)} from {word(source)} to {word(to)}{anew}"
        case c.Shuffle(deck, zone, stream):
            return f"shuffle {deck.name} {word(zone)} by {word(stream)}"
        case c.Roll(slot, below, stream):
            return f"{slot.name} = roll below {word(below)} by {stream}"
        case c.NextRound():
            return "next round"
        case c.ClearOptions():
            return "offer nothing"
        case c.Offer(words):
            return f"offer {', '.join(map(word, words))}"
        case c.OfferWindow(window, holder, card, words):
            return f"offer window {window} of {word(holder)}, {word(card)}: {', '.join(map(word, words)) or 'use'}"
        case c.KeepUseful(label):
            return f"keep windows that leave a choice at {label}"
        case c.UseWindow():
            return "use the window"
        case c.TakeForced():
            return "take what was chosen with the window"
        case c.Show(deck, card, viewers):
            return f"show {deck.name} {indexed(card)} to {word(viewers)}"
        case c.Forget(deck, zone):
            return f"forget {deck.name} in {word(zone)}"
        case c.Raise():
            return "fault"
        case c.OfferPass():
            return "offer pass"
        case c.PickOnly():
            return "pick the only option"
        case c.Ask(by, point, label):
            return f"ask {word(by)} at {point}{f' as {label}' if label else ''}"
        case c.Take(slots):
            return f"take {', '.join(slot.name for slot in slots)}"
        case c.EndTrial():
            return "end of a trial"
        case c.Try(slot, function, arguments):
            return f"{slot.name} = try {call(function, arguments)}"
        case c.If() | c.IfPassed() | c.For() | c.Loop() | c.Block():
            raise AssertionError
        case _:
            assert_never(x)


# ---- words and lists ------------------------------------------------------------------------------------


def place(store: c.Store, index: c.Index) -> str:
    return store.name if store.is_scalar else f"{store.name}[{indexed(index)}]"


def indexed(index: c.Index) -> str:
    """An index; what must be checked is marked."""
    return word(index.word) + ("" if index.is_proved else "?")


def call(function: c.Function, arguments: tuple[c.Argument, ...]) -> str:
    return f"{function.name}({', '.join(argument(a) for a in arguments)})"


def argument(x: c.Argument) -> str:
    return items(x) if isinstance(x, c.Row | c.Cards | c.LoadList | c.Kept | c.Numbers) else word(x)


def word(x: c.Word) -> str:
    match x:
        case c.Const():
            return number(x.word)
        case c.Read(slot):
            return slot.name
        case c.Fitting(inner, size, is_proved):
            return word(inner) if is_proved else f"{word(inner)}?{size}"
        case c.Machine(name):
            return f"machine {name}"
        case c.Load(store, index):
            return place(store, index)
        case c.Cell(table, index):
            return f"{table.name}[{indexed(index)}]"
        case c.Find(table, keys):
            return f"{table.name}[{', '.join(word(key) for key, _, _ in keys)}]"
        case c.Location(deck, card):
            return f"zone of {deck.name} {indexed(card)}"
        case c.Size(source):
            return f"size {items(source)}"
        case c.Item(source, at):
            return f"{items(source)}[{word(at)}?]"
        case c.In(source, item):
            return f"({word(item)} in {items(source)})"
        case c.Same(left, right):
            return f"({items(left)} same {items(right)})"
        case c.Unary(how, inner):
            return f"{how} {word(inner)}"
        case c.Binary(how, left, right, is_proved):
            mark = "?" if how in c.ARITHMETIC and not is_proved else ""
            return f"({word(left)} {how}{mark} {word(right)})"
        case c.Select(condition, then, otherwise):
            return f"({word(then)} if {word(condition)} else {word(otherwise)})"
        case c.Call(function, arguments):
            return call(function, arguments)
        case _:
            assert_never(x)


def items(x: c.Items) -> str:
    match x:
        case c.Row(rows, index):
            return f"row {rows.name}[{indexed(index)}]"
        case c.Cards(deck, zone):
            return f"cards {deck.name} {word(zone)}"
        case c.LoadList(store, index):
            return place(store, index)
        case c.Kept(slot):
            return slot.name
        case c.Numbers(low, high):
            return f"{word(low)}..{word(high)}"
        case _:
            assert_never(x)
