"""The screen of a player: what the others have, the boards, the own mat, the question with its options.

At 24 lines by 80 columns the own mat, the question and the options are always in sight; boards lose lines first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen

from rulelang.table import picture as p
from rulelang.table.terminal.boards import card_name, draw, ways_text
from rulelang.table.terminal.canvas import EMPTY_LINE, Line, Run, beside, cut, joined, line, text_of, width_of, wrapped
from rulelang.table.terminal.marks import Marks, in_order, signs
from rulelang.text.phrasebook import parted, whole_number

Say = Callable[[str], str]
LEAST_BOARD = 6
LEAST_LISTED = 4  # lines of options
MOST_MAP = 24
MOST_SMALL = 2  # lines of piles and values
SMALL = (p.Pile, p.Badge, p.Stock)
BOARDS = (p.Map, p.Grid, p.Ring, p.Places, p.Ladder, p.Track)


def frame(marks: Marks, say: Say, width: int = 80, height: int = 23, page: int = 0, above: int = 0) -> list[Line]:
    """The whole screen, above the line where somebody types; of many options one page.

    So many lines above it are left for what has just been told, if the board is a map, which can be drawn smaller; else
    as many as are not needed, and one.
    """
    if above:
        is_map = isinstance(next(iter(by_weight(marks.picture, marks)), None), p.Map)
        spare = above if is_map else max(1, height - len(frame(marks, say, width, height, page)))
        return frame(marks, say, width, height - min(above, spare), page)
    shown = marks.picture
    own = mat(shown, marks, say, width, shown.viewer)
    rule = line(Run("─" * width, "dim"))
    prompt, listed = question(shown, say, width), options(shown, say, width)
    height -= len(own) + len(prompt) + 3
    people = others(shown, marks, width, are_named=True)
    if len(people) + len(table(shown, marks, width, height)) + len(listed) > height:
        people = others(shown, marks, width)
    head = [headline(shown, marks, width), *people]
    room = height - len(people)
    if room - len(listed) < LEAST_BOARD:
        least = len(table(shown, marks, width, LEAST_BOARD))
        rows = max(LEAST_LISTED, room - least)
        listed = options(shown, say, width, numbered(shown, marks, width, room), rows, page)
    room = max(LEAST_BOARD, room - len(listed))
    return [cut(some, width) for some in (*head, rule, *table(shown, marks, width, room), rule, *own, *prompt, *listed)]


def headline(shown: p.Picture, marks: Marks, width: int) -> Line:
    """The game, where it stands, and whose turn it is."""
    parts = [shown.title, *filter(None, (shown.round_text, shown.phase))]
    left = line(Run(" · ".join(parts), "bold"))
    active = next((person for person in shown.players if person.asked or person.turn), None)
    if active is None:
        return left
    right = line(marks.shape(active.seat), Run(f" {active.name}", "bold"))
    gap = width - width_of(left) - width_of(right)
    return (*left, Run(" " * max(2, gap)), *right)


def others(shown: p.Picture, marks: Marks, width: int, are_named: bool = False) -> list[Line]:
    """A few words on each of the others; if there is room, with the names of the cards that lie open before them."""
    nodes = {mat.seat: mat.nodes for mat in shown.mats}
    entries: list[Line] = []
    below: dict[int, list[Line]] = {}
    for person in shown.players:
        if person.seat == shown.viewer:
            continue
        facts = [score_of(person, shown.language), *person.holds, *in_short(nodes[person.seat])]
        seen = [node for node in nodes[person.seat] if isinstance(node, p.Cards) and node.cards]
        below[len(entries)] = cards_before(seen, marks, width) if are_named else []
        entries.append(line(marks.shape(person.seat), Run(f" {person.name} ", "bold"), Run(", ".join(facts), "dim")))
    whole = joined(entries)
    if width_of(whole) < width and not any(below.values()):
        return [(Run(" "), *whole)]
    return [each for n, entry in enumerate(entries) for each in ((Run(" "), *entry), *below[n])]


def score_of(person: p.Person, language: str) -> str:
    if person.score is None:
        return "?"
    return parted(person.score, language) if isinstance(person.score, int) else person.score


def in_short(nodes: Sequence[p.Node]) -> Iterator[str]:
    """What somebody else has, without what he has none of."""
    for node in nodes:
        if isinstance(node, p.Badge) and node.value not in ("0", "-"):
            yield f"{node.label.lower()} {node.value}"
        elif isinstance(node, p.Cards) and node.count:
            yield f"{node.label.lower()} {node.count}"
        elif isinstance(node, p.Stock) and any(item.value for item in node.items):
            held = [f"{item.label.lower()} {item.value}" for item in node.items if item.value]
            yield ", ".join(held)


# ---- boards -----------------------------------------------------------------------------------------------


def table(shown: p.Picture, marks: Marks, width: int, room: int) -> list[Line]:
    """Boards in the order of how much lies on them; what does not fit is left for `m`."""
    nodes = by_weight(shown, marks)
    chart = next((node for node in nodes if isinstance(node, p.Map)), None)
    tail = flowing([draw(node, marks, 10_000, 1)[0] for node in nodes if isinstance(node, SMALL)], width)
    boards = [node for node in nodes if not isinstance(node, (p.Map, *SMALL))]
    others = side_by_side(boards, marks, width, room)
    if len(others) > room:
        others = side_by_side([named_only(node) for node in boards], marks, width, room)
    if chart is not None and (nodes[0] is chart or not others):
        return [*draw(chart, marks, width, min(MOST_MAP, max(LEAST_BOARD, room - len(tail)))), *tail][:room]
    if chart is not None and len(others) + LEAST_BOARD <= room:
        return [*draw(chart, marks, width, room - len(others)), *others]
    return [*others, *tail][:room]


def side_by_side(nodes: Sequence[p.Node], marks: Marks, width: int, room: int) -> list[Line]:
    blocks = [draw(node, marks, width, room) for node in nodes]
    return beside([block for block in blocks if block], width)


def named_only(node: p.Node) -> p.Node:
    """Cards by their names and what lies on them alone, where there is little room."""
    if not isinstance(node, p.Open) or not node.cards:
        return node
    return evolve(
        node, cards=tuple(evolve(card, facts=tuple(fact for fact in card.facts if fact.laid)) for card in node.cards)
    )


def flowing(parts: Sequence[Line], width: int) -> list[Line]:
    """Small things one after another, on at most two lines."""
    found: list[Line] = []
    for part in parts:
        if found and width_of(found[-1]) + 2 + width_of(part) <= width:
            found[-1] = joined([found[-1], part], ", ")
        else:
            found.append(part)
    last = cut(joined(found[MOST_SMALL - 1 :], ", "), width)
    return [*found[: MOST_SMALL - 1], *([last] if last else [])]


def by_weight(shown: p.Picture, marks: Marks) -> list[p.Node]:
    """The parts of the table, those with the most options first; of equal ones boards come before cards."""
    return sorted(shown.table, key=lambda node: (-weight(node, marks), not isinstance(node, BOARDS)))


def weight(node: p.Node, marks: Marks) -> int:
    """How many options lie on a part of the table."""
    return sum(id_ in marks.signs for id_ in ids(node))


def ids(node: p.Node) -> Iterator[str]:
    """What can be pointed at."""
    match node:
        case p.Map(spots=spots):
            yield from (spot.id for spot in spots)
        case p.Grid(cells=cells):
            yield from (cell.id for cell in cells)
        case p.Ring(fields=fields):
            yield from (field.id for field in fields)
        case p.Ladder(goods=goods):
            yield from (good.id for good in goods)
        case p.Track(goods=goods):
            yield from (good.id for good in goods)
        case p.Places(rows=rows):
            yield from (id_ for row in rows for id_ in (row.id, *(berth.id for berth in row.berths)))
        case p.Stock(items=items):
            yield from (item.id for item in items)
        case p.Cards(cards=cards) if cards:
            yield from (f"{node.id}#{n}" for n in range(len(cards)))


def numbered(shown: p.Picture, marks: Marks, width: int, room: int) -> set[str]:
    """What has its number on the first board, if that is drawn whole; a map leaves out what does not fit."""
    first = next(iter(by_weight(shown, marks)), None)
    if not isinstance(first, p.Grid | p.Places | p.Ring) or len(draw(first, marks, width, room)) > room:
        return set()
    return {id_ for id_ in ids(first) if id_ in marks.signs}


# ---- mats -------------------------------------------------------------------------------------------------


def mat(shown: p.Picture, marks: Marks, say: Say, width: int, seat: int | None) -> list[Line]:
    """What a player has, such as the viewer: values on the first line, then his cards; what is empty is folded."""
    if seat is None:
        return []
    person = shown.players[seat]
    nodes = next(mat.nodes for mat in shown.mats if mat.seat == seat)
    first = [
        line(
            marks.shape(person.seat),
            Run(f" {person.name}", "bold"),
            *((Run(f" {shown.score} {score_of(person, shown.language)}"),) if shown.score else ()),
        )
    ]
    first += [
        line(f"{node.label.lower()} ", Run(str(node.value), "bold")) for node in nodes if isinstance(node, p.Badge)
    ]
    first += [line(text) for node in nodes if isinstance(node, p.Stock) for text in stock_text(node)]
    first += [line(text) for text in supply(shown, seat)]
    first += [line(text) for text in person.holds]
    found: list[Line] = []
    for entry in first:
        if found and width_of(found[-1]) + width_of(entry) + 3 <= width:
            found[-1] = joined([found[-1], entry])
        else:
            found.append(entry if not found else (Run("  "), *entry))
    return [*found, *cards_before([node for node in nodes if isinstance(node, p.Cards) and node.count], marks, width)]


def cards_before(hands: Sequence[p.Cards], marks: Marks, width: int) -> list[Line]:
    """The cards of a player, those of each zone on a line of their own."""
    found: list[Line] = []
    name = max((len(node.label) for node in hands), default=0)
    for node in hands:
        for number, text in enumerate(wrapped(titles(node, marks), width - name - 4)):
            found.append(line(Run(f"  {node.label if number == 0 else '':{name}}  ", "dim"), text))
    return found


def stock_text(node: p.Stock) -> list[str]:
    held = [f"{item.label.lower()} {item.value}" for item in node.items if item.value]
    return [f"{node.label.lower()}: {', '.join(held)}"] if held else []


def supply(shown: p.Picture, seat: int) -> Iterator[str]:
    """How many of a player's pieces stand on the table, and how many wait."""
    kinds: dict[str, list[p.Thing]] = {}
    for thing in shown.things:
        if thing.owner == seat:
            kinds.setdefault(thing.kind, []).append(thing)
    for kind, things in kinds.items():
        out = sum(1 for thing in things if thing.on)
        yield f"{kind.lower()} {out}/{len(things)}"


def titles(node: p.Cards, marks: Marks) -> list[str]:
    """The cards of a hand; alike ones are counted."""
    if node.cards is None:
        return [str(node.count), *map(card_name, node.shown)]
    found: dict[str, int] = {}
    for number, card in enumerate(node.cards):
        key = marks.key(f"{node.id}#{number}")
        name = f"{key.text} {card_name(card)}" if key is not None else card_name(card)
        found[name] = found.get(name, 0) + 1
    return [name if count == 1 else f"{count} × {name}" for name, count in found.items()]


# ---- the question -----------------------------------------------------------------------------------------


def question(shown: p.Picture, say: Say, width: int) -> list[Line]:
    """What is asked, and the keys that always work."""
    if shown.question is None:
        return []
    keys = "  ".join(f"{key} {say(word)}" for key, word in (("w", "why not"), ("u", "undo"), ("h", "help")))
    left = line(Run(shown.question.prompt, "bold"), *dice(shown))
    notes = line(Run("; ".join(shown.question.notes), "dim"))
    below = [] if not width_of(notes) else [(Run("  "), *notes)]
    if below and width_of(left) + 2 + width_of(notes) <= width:
        left, below = (*left, Run("  "), *notes), []
    gap = width - width_of(left) - len(keys)
    return [(*left, Run(" " * gap), Run(keys, "dim")) if gap > 1 else left, *below]


def dice(shown: p.Picture) -> list[Run]:
    """What was rolled for the question."""
    return [run for die in shown.rolled for run in (Run("  "), Run(f"[{die.pips or die.face}]", "bold"))]


@frozen
class Entry:
    """A line of the list of options."""

    text: str
    anytime: bool


def options(
    shown: p.Picture, say: Say, width: int, on_board: AbstractSet[str] = frozenset(), rows: int = 0, page: int = 0
) -> list[Line]:
    """The options with what is typed for them, those that are open at any time apart; without those that are marked on
    a board. If there is room for some rows only, as many as fit, and a line that says so.
    """
    listed = [entry for entry, at in entries(shown) if on_board.isdisjoint(at)]
    found = laid_out(listed, say, width)
    if not rows or len(found) <= rows:
        return found
    size = (rows - 2) * across([entry.text for entry in listed], width)
    count = -(-len(listed) // size)
    page %= count
    more = line(Run(f"  n  {say('more options')} ({page + 1}/{count})", "dim"))
    return [*laid_out(listed[page * size : (page + 1) * size], say, width), more]


def entries(shown: p.Picture) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """The options as they are listed, with where they lie; those that are open at any time come last."""
    typed = signs(shown)
    wide = max(3, *map(len, typed), 0)
    for n in in_order(shown.options):
        option = shown.options[n]
        text = "" if whole_number(option.text, shown.language) == typed[n] else f"  {option.text}"
        price = f" ({option.price})" if option.price else ""
        yield Entry(f"{typed[n]:>{wide}}{text}{price}", option.anytime), option.at


def laid_out(listed: Sequence[Entry], say: Say, width: int) -> list[Line]:
    plain = [entry.text for entry in listed if not entry.anytime]
    anytime = [entry.text for entry in listed if entry.anytime]
    apart = [line(Run(f"  {say('at any time:')}", "dim"))] if plain and anytime else []
    return [*in_columns(plain, width), *apart, *in_columns(anytime, width)]


def in_columns(texts: Sequence[str], width: int) -> list[Line]:
    """Short texts stand beside one another, read downwards."""
    if not texts:
        return []
    wide = max(map(len, texts)) + 2
    rows = -(-len(texts) // across(texts, width))
    found = [texts[row::rows] for row in range(rows)]
    return [line("".join(f"{part:{wide}}" for part in parts).rstrip()) for parts in found]


def across(texts: Sequence[str], width: int) -> int:
    """How many texts stand beside one another."""
    return 1 if len(texts) < 3 else max(1, min(4, width // (max(map(len, texts)) + 2)))


def whole(marks: Marks, say: Say, width: int) -> list[Line]:
    """All of the table, however many lines that takes; of a map the ways too. Then what each player has."""
    found: list[Line] = []
    for node in marks.picture.table:
        if isinstance(node, p.Map):
            found += [line(Run(node.label, "bold")), *draw(node, marks, width, MOST_MAP + 12)]
            found += [line(Run(f"  {text}", "dim")) for text in ways_text(node)]
        else:
            found += draw(node, marks, width, MOST_MAP)
        found.append(EMPTY_LINE)
    for person in marks.picture.players:
        found += [*mat(marks.picture, marks, say, width, person.seat), EMPTY_LINE]
    return found


def plain_text(lines: list[Line]) -> str:
    return "\n".join(map(text_of, lines))
