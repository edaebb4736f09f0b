"""Each sort of board as lines of characters."""

from __future__ import annotations

from functools import singledispatch

from rulelang.table import picture as p
from rulelang.table.terminal.canvas import Canvas, Line, Run, line, wrapped
from rulelang.table.terminal.marks import Marks
from rulelang.text.phrasebook import parted

LABEL = 8
HIGH_CELLS = 3
DENSE = 40
STEP = 4


@singledispatch
def draw(node: p.Node, marks: Marks, width: int, height: int) -> list[Line]:
    """The lines of a part of the table, within a width and, as far as that goes, a height."""
    return []


def heading(node: p.Node) -> Line:
    return line(Run(node.label, "bold"))


# ---- grid -----------------------------------------------------------------------------------------------


@draw.register
def _(node: p.Grid, marks: Marks, width: int, height: int) -> list[Line]:
    """Boxes where there is room for them, else a line a row."""
    cells = {(cell.column, cell.row): cell for cell in node.cells}
    is_high = node.rows <= HIGH_CELLS and node.columns <= 8
    wide = 7 if is_high else max(3, min(5, (width - 4) // node.columns - 1))
    found: list[Line] = []
    rule = "─" * wide
    if is_high:
        found.append(line("   ┌" + "┬".join([rule] * node.columns) + "┐"))
    for row in range(node.rows, 0, -1):
        inner: list[Run] = [Run(f"{row:>2} │")]
        for column in range(1, node.columns + 1):
            runs = inside(cells.get((column, row)), marks)
            size = sum(len(run.text) for run in runs)
            left = (wide - size) // 2
            inner += [Run(" " * left), *runs, Run(" " * (wide - size - left)), Run("│")]
        found.append(tuple(inner))
        if is_high and row > 1:
            found.append(line("   ├" + "┼".join([rule] * node.columns) + "┤"))
    if is_high:
        found.append(line("   └" + "┴".join([rule] * node.columns) + "┘"))
    letters = [chr(ord("a") + n) for n in range(node.columns)]
    found.append(line(Run("    " + " ".join(letter.center(wide) for letter in letters), "dim")))
    return found


def inside(cell: p.Cell | None, marks: Marks) -> list[Run]:
    """What stands in a square: a piece, its owner, a text, or the option it is."""
    if cell is None:
        return []
    runs = [run for thing in marks.tokens.get(cell.id, ()) for run in marks.token(thing)]
    if cell.owner is not None:
        runs.append(marks.shape(cell.owner))
    if cell.text:
        runs.append(Run(cell.text[:3]))
    key = marks.key(cell.id)
    return [*runs, key] if key is not None else runs or [Run("·", "dim")]


# ---- map ------------------------------------------------------------------------------------------------


@draw.register
def _(node: p.Map, marks: Marks, width: int, height: int) -> list[Line]:
    """Places where they lie, with what stands on them; ways are left out."""
    canvas = Canvas(width, height)
    xs, ys = [spot.x for spot in node.spots], [spot.y for spot in node.spots]
    left, top = min(xs), min(ys)
    across, down = (max(xs) - left) or 1, (max(ys) - top) or 1
    counts = {beside.on: beside.count for beside in node.beside if isinstance(beside, p.Pile)}
    is_dense = len(node.spots) > DENSE
    for spot in sorted(node.spots, key=lambda spot: importance(spot, marks)):
        if is_dense and importance(spot, marks) == STEP:
            continue  # names are worth more than the steps between them
        x = round((spot.x - left) / across * (width - LABEL - 1))
        y = round((spot.y - top) / down * (height - 1))
        for most in (width, LABEL):  # the whole name if there is room for it
            runs = on_spot(spot, marks, counts.get(spot.id), most)
            size = sum(len(run.text) for run in runs)
            place = next((at for at in around(x, y, size, width) if canvas.is_free(*at, size)), None)
            if place is not None:
                canvas.put(*place, *runs)
                break
    return canvas.lines()


def importance(spot: p.Spot, marks: Marks) -> int:
    """What is put first, and so where it belongs."""
    if spot.id in marks.signs:
        return 0
    if spot.id in marks.tokens:
        return 1
    return 2 if spot.size == "large" else 3 if spot.size == "spot" else STEP


def on_spot(spot: p.Spot, marks: Marks, count: int | None, most: int) -> list[Run]:
    runs = [run for thing in marks.tokens.get(spot.id, ())[:3] for run in marks.token(thing)]
    key = marks.key(spot.id)
    if key is not None:
        runs.append(key)
    if spot.size == "step":
        return runs or [Run("·", "dim")]
    name = spot.label if spot.size == "large" else spot.label[:most]
    if not runs or spot.size == "large":
        runs = [*runs, Run(name if not runs else f" {name}", "" if runs or spot.size == "large" else "dim")]
    if count:
        runs.append(Run(f" {count}", "dim"))
    return runs


def around(x: int, y: int, size: int, width: int) -> list[tuple[int, int]]:
    """Where a text may stand: at its place, or close by."""
    x = max(0, min(x, width - size))
    return [(x + dx, y + dy) for dy in (0, 1, -1) for dx in (0, 1, -1, 2, -2, 4, -4)]


# ---- ring -----------------------------------------------------------------------------------------------


@draw.register
def _(node: p.Ring, marks: Marks, width: int, height: int) -> list[Line]:
    """The fields in a line; after the last comes the first."""
    found: list[Line] = [heading(node)]
    runs: list[Run] = []
    for field in node.fields:
        own = [marks.shape(token.owner) for token in node.tokens if token.on == field.id]
        key = marks.key(field.id)
        here = [
            *([key] if key else []),
            Run(f" {field.label}" if key else field.label),
            *([Run(" ")] if own else []),
            *own,
        ]
        size = sum(len(run.text) for run in (*runs, *here)) + 3
        if runs and size > width:
            found.append((Run(" "), *runs))
            runs = []
        runs += [*here, Run(" > ", "dim")]
    return [*found, (Run(" "), *runs[:-1])] if runs else found


# ---- markets and places -----------------------------------------------------------------------------------


@draw.register
def _(node: p.Ladder, marks: Marks, width: int, height: int) -> list[Line]:
    """A line a good: free spaces as dots, the next one to be bought in brackets."""
    found = [heading(node)]
    name = max(len(good.label) for good in node.goods)
    for good in node.goods:
        runs = [marks.key(good.id) or Run("   "), Run(f" {good.label:{name}} ")]
        first = next((n for n, space in enumerate(good.spaces) if space.filled), None)
        for number, space in enumerate(good.spaces):
            text = f"[{space.price}]" if number == first else f" {space.price} " if space.filled else " · "
            runs.append(Run(text, "bold" if number == first else "dim"))
        found.append(tuple(runs))
    return found


@draw.register
def _(node: p.Track, marks: Marks, width: int, height: int) -> list[Line]:
    """Price and ceiling of each good, in as many columns as there is room for."""
    name = max(len(good.label) for good in node.goods)
    entries = [
        (
            marks.key(good.id) or Run("   "),
            Run(f" {good.label:{name}} "),
            Run(f"{good.price}", "bold"),
            Run(f"/{good.ceiling}", "dim"),
        )
        for good in node.goods
    ]
    half = (len(entries) + 1) // 2 if len(entries) > 4 else len(entries)
    found: list[Line] = [heading(node)]
    for number in range(half):
        first = entries[number]
        rest = entries[number + half] if number + half < len(entries) else ()
        gap = " " * max(1, name + 10 - sum(len(run.text) for run in first))
        found.append((*first, Run(gap), *rest) if rest else first)
    return found


@draw.register
def _(node: p.Places, marks: Marks, width: int, height: int) -> list[Line]:
    """A line a row: who stands there, and what an empty place is worth."""
    found = [heading(node)]
    name = max(len(row.label) for row in node.rows)
    for row in node.rows:
        runs = [marks.key(row.id) or Run("   "), Run(f" {row.label:{name}} ")]
        for berth in sorted(row.berths, key=lambda berth: berth.column):
            key = marks.key(berth.id)
            if berth.owner is not None:
                runs += [Run("  "), marks.shape(berth.owner)]
            elif key is not None:
                runs += [key]
            else:
                runs.append(Run("   " if berth.off else f" {berth.value:+}" if berth.value else "  _", "dim"))
        found.append(tuple(runs))
    return found


# ---- cards and values -------------------------------------------------------------------------------------


def card_name(card: p.Card) -> str:
    """A card with what lies on it."""
    found = "; ".join(f"{fact.label.lower()}: {fact.value}" for fact in card.facts if fact.laid)
    return f"{card.title} ({found})" if found else card.title


def printed(card: p.Card) -> str:
    """What is printed on a card, but for what its name says."""
    said = {word.strip(",.()") for word in card.title.split()}
    facts = (fact for fact in card.facts if not fact.laid and fact.value not in said)
    return ", ".join(f"{fact.label.lower()} {fact.value}" for fact in facts)


def card_line(card: p.Card, key: Run | None, language: str) -> Line:
    """A card with what lies on it, its price, and what is printed on it."""
    price = f" ({parted(card.price, language)})" if card.price is not None else ""
    facts = f"  {found}" if (found := printed(card)) else ""
    return (key or Run("   "), Run(f" {card_name(card)}"), Run(price, "dim"), Run(facts, "dim"))


@draw.register
def _(node: p.Open, marks: Marks, width: int, height: int) -> list[Line]:
    """A card a line, alike ones together."""
    if not node.cards:
        return []
    keys = [marks.key(f"{node.id}#{n}") for n in range(len(node.cards))]
    return [
        heading(node),
        *(card_line(card, key, marks.picture.language) for card, key in zip(node.cards, keys, strict=True)),
    ]


@draw.register
def _(node: p.Pile, marks: Marks, width: int, height: int) -> list[Line]:
    """How many there are, and what lies on top."""
    count = "?" if node.count is None else str(node.count)
    top = node.top if node.top is not None else node.cards[0] if node.cards else None
    said = [Run(f"{node.label} "), Run(count, "bold")]
    return [(*said, Run(f" ({card_name(top)})", "dim")) if top is not None else tuple(said)]


@draw.register
def _(node: p.Stock, marks: Marks, width: int, height: int) -> list[Line]:
    keys = [marks.key(item.id) for item in node.items]
    entries = [
        f"{key.text if key is not None else ''}{item.label} {item.value}"
        for key, item in zip(keys, node.items, strict=True)
    ]
    first, *rest = wrapped(entries, width - len(node.label) - 2) or [""]
    return [line(Run(f"{node.label}: "), Run(first)), *(line(" " * (len(node.label) + 2) + more) for more in rest)]


@draw.register
def _(node: p.Badge, marks: Marks, width: int, height: int) -> list[Line]:
    return [line(Run(f"{node.label} "), Run(str(node.value), "bold"))]


def ways_text(node: p.Map) -> list[str]:
    """The ways of a map as a list for each place, for who looks at it whole."""
    names = {spot.id: spot.label for spot in node.spots}
    marks = {item.id: item.label for item in node.legend}
    steps = {spot.id for spot in node.spots if spot.size == "step"}
    found: dict[str, list[str]] = {}
    for way in node.ways:
        mark = f" ({marks[way.mark]})" if way.mark in marks else ""
        for one, two in ((way.start, way.end),) if node.directed else ((way.start, way.end), (way.end, way.start)):
            if one not in steps and two not in steps:
                found.setdefault(names[one], []).append(names[two] + mark)
    return [f"{name}: {', '.join(goals)}" for name, goals in found.items()]
