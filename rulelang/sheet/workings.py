"""Mechanisms told from their own blocks: markets, rondels, places, voyages, contests, auctions, drafts, trade, grids.

What a block leaves open is told from the values that it stands for, which cards and variants may change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Kind, Rule
from rulelang.model.expressions import Expression, Local
from rulelang.model.resolve.statements import cites_of
from rulelang.model.simplify import assume, in_force, is_no, is_yes, settle
from rulelang.model.types import Entity
from rulelang.sheet.context import Context
from rulelang.sheet.document import Content, Item, Paragraph, Section, Steps, Table, Text, capital, ended, joined, words
from rulelang.sheet.material import grid_table, row_table
from rulelang.sheet.names import spaced
from rulelang.sheet.rules import amendment, family, rule_content, value_change
from rulelang.sheet.sentences.expressions import Bound, Env
from rulelang.sheet.sentences.statements import finished
from rulelang.syntax import nodes
from rulelang.syntax.spell import clause_name, spell, word_of


def workings_section(context: Context) -> Section | None:
    """Every mechanism that the game uses."""
    order = context.plan.blocks
    blocks = sorted(context.mechanisms, key=lambda b: order.index(str(b.path)) if str(b.path) in order else len(order))
    found = tuple(working(context, block) for block in blocks)
    is_table = {block.keyword for block in blocks} <= {"market", "places", "rondel", "grid"}
    title = context.say("Boards and markets" if is_table else "Boards, markets and moves")
    return Section("workings", title, found) if found else None


def working(context: Context, block: nodes.Block) -> Section:
    teller = Working(context, block)
    content: list[Content] = [*TELLERS[block.keyword](teller)]
    if block.says is not None:
        said = context.sentence(block.says)
        parts = [rule for part in PARTS if (rule := teller.rule(part)) is not None and rule.says is not None]
        outcomes = [content for rule in parts for content in rule_content(context, rule)]
        content = [*([Paragraph(said)] if said else []), *outcomes, *(c for c in content if isinstance(c, Table))]
    changes = [*teller.amendments()]
    if changes:
        content.append(Steps(finished(changes)))
    content += teller.families()
    title = words(context.block_title(block))
    fight = teller.rule("fight")
    if fight is not None and fight.parameters and block.says is None:
        title = context.say("{rule} ({arguments})", rule=title, arguments=joined(context.parameters(fight)[0]))
    return Section(context.anchors[teller.name], title, tuple(content), cites_of(block))


PARTS = ("leaves", "enters", "passes", "stops", "won", "lost", "drawn", "unsold")


class Working:
    """A block of a mechanism, with the values and rules it stands for."""

    def __init__(self, context: Context, block: nodes.Block) -> None:
        self.context = context
        self.block = block
        self.name = str(block.path)
        self.world = context.world
        self.say = context.say

    # ---- what stands behind the block ---------------------------------------------------------------------

    def expression(self, member: str, known: Mapping[Local, Expression] | None = None) -> Expression | None:
        """What a value of the mechanism gives, as far as it is settled."""
        value = self.world.values.get(f"{self.name}.{member}")
        if value is None or value.body is None:
            return None
        return in_force(value, 0, known) or assume(value.body, known or {})

    def value(self, member: str) -> Text:
        value, found = self.world.values.get(f"{self.name}.{member}"), self.expression(member)
        if value is None or found is None:
            return ()
        return self.context.expressions.words(found, self.env(value.parameters))

    def env(self, parameters: Any) -> Env:
        env = Env()
        for parameter in parameters:
            _, env = self.context.expressions.introduce(parameter, env)
        return env

    def condition(self, member: str) -> bool | Text:
        """A condition: settled, or in words."""
        value, found = self.world.values.get(f"{self.name}.{member}"), self.expression(member)
        if value is None or found is None:
            return False
        if isinstance(found, m.Const):
            return bool(found.value)
        return self.context.expressions.condition(found, self.env(value.parameters))

    def rule(self, member: str) -> Rule | None:
        return self.world.rules.get(f"{self.name}.{member}")

    def written(self, field: str) -> str:
        """The words of a field as its author wrote them."""
        found = self.block.field(field)
        return ", ".join(spell(v).replace("_", " ") for v in found.values) if found is not None else ""

    def kind_of(self) -> Kind:
        """The kind that the block is of."""
        of = clause_name(self.block, "of")
        return self.world.player if of is None else self.world.kinds[of]

    def zone(self, field: str) -> Text:
        """The zone that a field names, if it names one."""
        zone = self.world.zones.get(word_of(self.block, field).split(".")[-1])
        return words(self.context.names.zone(zone)) if zone is not None else ()

    def line(self, template: str, **holes: Text | str | int) -> Item:
        return Item(self.say(template, **holes))

    # ---- what changes it ----------------------------------------------------------------------------------

    def amendments(self) -> Iterator[Item]:
        """What the game, its variants and its cards change in the mechanism."""
        for rule in self.world.rules.values():
            if rule.name.startswith(self.name + "."):
                title = words(spaced(rule.name), "strong")
                for a in rule.amendments:
                    yield from amendment(self.context, a, rule, title)
        for value in self.world.values.values():
            if value.name.startswith(self.name + "."):
                for change in value.changes:
                    name = self.say("the {noun}", noun=words(self.context.names.value(value)))
                    said = value_change(self.context, change, value, name)
                    source = self.context.source(change.source)
                    if said:
                        yield Item(self.say("{head}: {step}", head=source, step=said) if source else said)

    def families(self) -> list[Content]:
        """Rules of the author that only this mechanism uses."""
        rules = [r for r in self.world.rules.values() if r.name.startswith(self.name + ".")]
        return [content for rule in rules for content in family(self.context, rule)]

    def outcome(self, member: str, template: str) -> list[Content]:
        """What an author's member of the block does."""
        rule = self.rule(member)
        if rule is None or not rule.body:
            return []
        return [Paragraph(self.say(template)), *rule_content(self.context, rule)]


# ---- markets --------------------------------------------------------------------------------------------


def tell_market(told: Working) -> list[Content]:
    return {"ladder": tell_ladder, "track": tell_track, "row": tell_row}[word_of(told.block, "shape", "row")](told)


def tell_ladder(told: Working) -> list[Content]:
    good = words(told.context.names.kind(told.kind_of()))
    lines = [
        told.line(
            "each {good} lies on a space with a price; when it is bought, the cheapest one goes first", good=good
        ),
        told.line("what is sold or given back goes to the dearest free space, and brings the amount beside it"),
    ]
    if told.block.field("starts") is None:
        lines.append(told.line("at first all spaces are filled"))
    else:
        lines += start_lines(told, "left")
    return [Steps(finished(lines)), price_table(told, "ladder")]


def price_table(told: Working, name: str) -> Table:
    full = f"{told.name}.{name}"
    if full in told.world.grids:
        return grid_table(told.context, told.world.grids[full])
    return row_table(told.context, told.world.kinds[full])


def start_lines(told: Working, field: str) -> list[Item]:
    found = told.world.fields.get(f"{told.name}.{field}")
    if found is None or found.start is None:
        return []
    env = Env()
    if found.start_local is not None:
        env = told.context.expressions.introduce(found.start_local, env)[1]
    return [told.line("at first: {value}", value=told.context.expressions.words(settle(found.start), env))]


def tell_track(told: Working) -> list[Content]:
    good = words(told.context.names.kind(told.kind_of()))
    strict = told.condition("strict")
    lines = [told.line("a marker shows the price of each {good}", good=good)]
    for member, template in (("bought", "buying one moves it by {steps}"), ("sold", "selling one moves it by {steps}")):
        lines.append(told.line(template, steps=told.value(member)))
    if strict is True:
        lines.append(told.line("at its limit there is no trade"))
    elif strict is False:
        lines.append(told.line("at its limit it stays where it is, and trade goes on"))
    else:
        lines.append(told.line("at its limit there is no trade if {condition}", condition=strict))
    content: list[Content] = [Steps(finished(lines)), track_table(told)]
    if f"{told.name}.steps" in told.world.kinds or f"{told.name}.steps" in told.world.grids:
        content.append(price_table(told, "steps"))
    return content


def track_table(told: Working) -> Table:
    """Where each marker starts, and between which prices it moves."""
    kind = told.kind_of()
    heads = tuple(told.say(h) for h in ("At first", "Lowest", "Highest"))
    rows = []
    for number in kind.ids:
        member = m.Const(number, Entity(kind))
        cells = [track_start(told, member)]
        for name in ("floor", "ceiling"):
            value = told.world.values.get(f"{told.name}.{name}")
            known = dict.fromkeys(value.parameters, member) if value is not None else {}
            found = told.expression(name, known)
            cells.append(told.context.expressions.words(found, Env()) if found is not None else ())
        rows.append((words(told.context.names.member(kind, number)), *cells))
    return Table((capital(words(told.context.names.kind(kind))), *heads), tuple(rows))


def track_start(told: Working, member: m.Const) -> Text:
    field = told.world.fields.get(f"{told.name}.marker")
    if field is None or field.start is None:
        return ()
    known = {field.start_local: member} if field.start_local is not None else {}
    return told.context.expressions.words(assume(field.start, known), Env())


def tell_row(told: Working) -> list[Content]:
    cards = words(told.context.names.kinds(told.kind_of()))
    deck, target, discard = (told.zone(field) for field in ("deck", "to", "discard"))
    template = "{cards} lie open in a row; a gap is closed, and new ones come from {deck}"
    lines = [told.line(template, cards=cards, deck=deck)]
    if word_of(told.block, "refill") == "later":
        lines.append(told.line("the row is filled only when a rule says so"))
    if target:
        lines.append(told.line("what a player buys goes to his {zone}", zone=target))
    if discard:
        lines.append(told.line("what is dropped goes to {zone}", zone=discard))
    content: list[Content] = [Steps(finished(lines))]
    if f"{told.name}.slots" in told.world.kinds:
        content.append(row_table(told.context, told.world.kinds[f"{told.name}.slots"]))
    elif told.value("price"):
        content.append(Paragraph(ended(told.say("The price of a card is {value}", value=told.value("price")))))
    return content


# ---- pawns and workers ----------------------------------------------------------------------------------


def tell_rondel(told: Working) -> list[Content]:
    first = word_of(told.block, "first", "anywhere")
    lines = [told.line("a ring of fields; each pawn moves on and does what its field says")]
    if first == "anywhere":
        lines.append(told.line("the first move of a pawn goes to any field"))
    else:
        lines.append(told.line("all pawns start on field {field}", field=first))
    lines.append(
        told.line(
            "a pawn moves {least} to {most} fields for nothing", least=told.value("least"), most=told.value("free")
        )
    )
    most = told.expression("extra_most")
    if most is not None and not (isinstance(most, m.Const) and most.value == 0):
        lines.append(told.line("up to {number} more fields", number=told.value("extra_most")))
    sole = told.condition("exclusive")
    if sole:
        lines.append(told.line("only one pawn stands on a field"))
    fields = row_table(told.context, told.world.kinds[told.name])
    return [Steps(finished(lines)), fields, *told.outcome("extra", "For each field beyond the free ones:")]


def tell_places(told: Working) -> list[Content]:
    worker = words(told.context.names.kind(told.kind_of()))
    lines = [told.line("a {worker} goes to a free place; the action of its row is carried out at once", worker=worker)]
    place = told.rule("place")
    optional = [x.optional for x in chosen_now(place.body)] if place is not None else []
    if any(optional):
        lines.append(told.line("a player may keep his {worker} back", worker=worker))
    if told.condition("picks") is False:
        lines.append(told.line("the leftmost free place of a row is taken"))
    return [Steps(finished(lines)), places_table(told)]


def chosen_now(body: s.Body) -> Iterator[s.Choose]:
    """The choices of a body that the options in force leave."""
    for x in body:
        if isinstance(x, s.Choose):
            yield x
        elif isinstance(x, s.If):
            condition = settle(x.condition)
            if isinstance(condition, m.Const):
                yield from chosen_now(x.then if condition.value else x.otherwise)
            else:
                yield from chosen_now([*x.then, *x.otherwise])


def places_table(told: Working) -> Table:
    """A row for each action, and the places that are open for this number of players."""
    rows_kind, spots = told.world.kinds[f"{told.name}.row"], told.world.kinds[f"{told.name}.spot"]
    open_value = told.world.values[f"{told.name}.open"]
    strict = told.world.values[f"{told.name}.strict"]
    rows: list[tuple[Text, ...]] = []
    for row in range(len(rows_kind.members)):
        action = rows_kind.columns["action"].values[row]
        own = [n for n in range(len(spots.members)) if spots.columns["row"].values[n] == row]
        free = [
            n
            for n in own
            if not is_no(
                told.expression("open", {open_value.parameters[0]: m.Const(n, Entity(spots))})
                or m.Const(True, Entity(spots))
            )
        ]
        values = [spots.columns["value"].values[n] for n in free]
        said = ", ".join(map(str, values)) if any(values) else str(len(free))
        notes: list[Text] = []
        if rows_kind.columns["most"].values[row] < len(own):
            notes.append(told.say("once a round"))
        needed = told.expression("strict", {strict.parameters[0]: m.Const(row, Entity(rows_kind))})
        if needed is not None and is_yes(needed):
            notes.append(told.say("only if possible"))
        label = (
            told.context.expressions.rule(action)
            if isinstance(action, Rule)
            else words(told.context.names.member(rows_kind, row))
        )
        rows.append((label, words(said), joined(notes)))
    heads = tuple(told.say(h) for h in ("Action", "Places", "Note"))
    if not any(row[2] for row in rows):
        return Table(heads[:2], tuple(row[:2] for row in rows))
    return Table(heads, tuple(rows))


# ---- moving and fighting --------------------------------------------------------------------------------


def tell_voyage(told: Working) -> list[Content]:
    go = told.rule("go")
    kind = go.parameters[0].type if go is not None else None
    piece = words(told.context.names.kind(kind.kind)) if isinstance(kind, Entity) else ()
    lines = [
        told.line(
            "a {piece} goes from place to place by a number of steps; whoever steers it chooses the way", piece=piece
        )
    ]
    lines.append(told.line("it goes {value} steps", value=told.value("steps")))
    bonus = told.expression("bonus")
    if not (isinstance(bonus, m.Const) and bonus.value == 0):
        lines.append(told.line("it may go so many steps more: {value}", value=told.value("bonus")))
    for member, template in (
        ("cost", "to stop at a place takes {value} steps"),
        ("pass_cost", "to pass through one takes {value} steps"),
    ):
        found = told.expression(member)
        is_same = isinstance(found, m.CallValue) and found.value.name == f"{told.name}.cost"
        if found is not None and not is_same and not (isinstance(found, m.Const) and found.value == 1):
            lines.append(told.line(template, value=told.value(member)))
    for member, (yes, no, some) in VOYAGE.items():
        if f"{told.name}.{member}" not in told.world.values:
            continue
        holds = told.condition(member)
        if holds is True or holds is False:
            template = yes if holds else no
            lines += [told.line(template)] if template else []
        else:
            lines.append(told.line(some, condition=holds))
    if told.value("room"):
        lines.append(told.line("room at a place: {value}", value=told.value("room")))
    if f"{told.name}.open" in told.world.values:
        lines.append(told.line("only along ways for which {condition}", condition=told.value("open")))
    moments = [part for member, template in MOMENTS.items() for part in told.outcome(member, template)]
    return [Steps(finished(lines)), *moments]


VOYAGE = {
    "early": ("it may stop early", "all steps must be used", "it may stop early if {condition}"),
    "may_turn": (
        "it may turn back on its way",
        "it may not turn back on its way",
        "it may turn back on its way if {condition}",
    ),
    "may_turn_at_start": (
        "it may turn back where it sets out",
        "it may not turn back where it sets out",
        "it may turn back where it sets out if {condition}",
    ),
}
MOMENTS = {
    "leaves": "When it sets out:",
    "enters": "When it comes onto a place:",
    "passes": "When it goes on from a place:",
    "stops": "When it stops at a place:",
}


def tell_contest(told: Working) -> list[Content]:
    roll = told.rule("roll_attack")
    lines = [told.line("attacker and defender roll a die each; the higher number wins")]
    if roll is not None:
        choose = next((x for x in roll.body if isinstance(x, s.Choose)), None)
        where = settle(choose.binders[0].where) if choose is not None and choose.binders[0].where is not None else None
        if choose is not None and where is not None and not isinstance(where, m.Const):
            env = Env().bind(choose.binders[0].local, Bound(told.say("it"), "it"))
            for parameter in roll.parameters:
                _, env = told.context.expressions.introduce(parameter, env)
            condition = told.context.expressions.condition(where, env)
            lines.append(told.line("a roll counts if {condition}; else it is rolled again", condition=condition))
    for member, template in (
        ("modifier", "to the attacker's roll is added: {value}"),
        ("defence_modifier", "to the defender's roll is added: {value}"),
    ):
        found = told.expression(member)
        if found is not None and not (isinstance(found, m.Const) and found.value == 0):
            lines.append(told.line(template, value=told.value(member)))
    lines += tie_lines(told)
    content: list[Content] = [Steps(finished(lines))]
    content += told.outcome("won", "If the attacker wins:")
    content += told.outcome("lost", "If the defender wins:")
    content += told.outcome("drawn", "At a tie:")
    return content


def tie_lines(told: Working) -> list[Item]:
    outright = word_of(told.block, "tie")
    if outright:
        return [
            told.line(
                {"attacker": "the attacker wins a tie", "defender": "the defender wins a tie"}.get(
                    outright, "nobody wins a tie"
                )
            )
        ]
    tie = told.rule("tie")
    if tie is None:
        return []
    defender = word_of(told.block, "tie.defender", "must_reroll")
    found = []
    if word_of(told.block, "tie.attacker", "must_reroll") != "keeps":
        found.append(told.line("at a tie the attacker rolls again"))
    if defender == "must_reroll":
        found.append(told.line("at a tie the defender rolls again"))
    if defender == "may_reroll":
        before = isinstance(next(iter(settled_body(tie.body)), None), s.Choose)
        template = "at a tie the defender may roll again, and says so before the attacker's new roll"
        after = "at a tie the defender may roll again, and says so after the attacker's new roll"
        found.append(told.line(template if before else after))
    return found


def settled_body(body: s.Body) -> s.Body:
    """A body whose first condition the options have settled, without that condition."""
    if body and isinstance(body[0], s.If):
        condition = settle(body[0].condition)
        if isinstance(condition, m.Const):
            return body[0].then if condition.value else body[0].otherwise
    return body


# ---- between players ------------------------------------------------------------------------------------


def tell_auction(told: Working) -> list[Content]:
    form = word_of(told.block, "form", "open_raise")
    option = told.world.options.get(form)
    if option is not None:
        form = (
            option.words[option.value] if isinstance(option.value, int) and option.value < len(option.words) else form
        )
    lines = [told.line(FORMS.get(form, FORMS["open_raise"]))]
    least, step, most = (told.value(name) for name in ("least", "step", "most"))
    if form == "descending":
        lines.append(
            told.line(
                "the price opens at {opens} and falls by {step}, down to {least}",
                opens=told.value("opens"), step=step, least=least,
            )
        )  # fmt: skip
        lines.append(told.line("the highest price a player can take is {most}", most=most))
    else:
        lines.append(told.line("the lowest bid is {least}; bids are {step} apart", least=least, step=step))
        lines.append(told.line("the highest bid of a player is {most}", most=most))
    content: list[Content] = [Steps(finished(lines))]
    content += told.outcome("won", "Whoever wins the auction:")
    content += told.outcome("unsold", "If nobody bids:")
    return content


FORMS = {
    "open_raise": "in turn, players raise the bid or pass for good, until one is left",
    "one_bid_each": "in turn, every player bids once or passes",
    "sealed": "all players bid at the same time and in secret; the first of equal bids wins",
    "descending": "at each price players are asked in turn, and the first to take it wins",
}


def tell_draft(told: Working) -> list[Content]:
    hand, leave = told.zone("from"), told.expression("leave")
    lines = [
        told.line(
            "all pick from their {hand} at once and in secret, {number} at a time",
            hand=hand,
            number=told.value("picks"),
        ),
        told.line("when all have picked, they take what they picked and pass the rest on"),
        told.line("the rest goes to {player}", player=told.value("next")),
        told.line("this is repeated until nothing is left")
        if isinstance(leave, m.Const) and leave.value == 0
        else told.line("this is repeated until {number} are left", number=told.value("leave")),
    ]
    return [Steps(finished(lines))]


def tell_trade(told: Working) -> list[Content]:
    cards = words(told.context.names.kinds(told.kind_of()))
    lines = [
        told.line(
            "in turn, a player may offer another an exchange of {cards}; the other accepts or refuses", cards=cards
        ),
        told.line("an offer gives {low} to {high} cards", low=told.value("gives_least"), high=told.value("gives_most")),
        told.line("it asks for {low} to {high} cards", low=told.value("gets_least"), high=told.value("gets_most")),
        told.line(
            "a player makes at most {number} offers; when all have passed, the trade is over",
            number=told.value("offers"),
        ),
    ]
    return [Steps(finished(lines))]


def tell_grid(told: Working) -> list[Content]:
    lines = [
        told.line(
            "a board of {columns} columns (a, b, c … from the left) and {rows} rows (1, 2, 3 … from below)",
            columns=told.written("columns"),
            rows=told.written("rows"),
        )
    ]
    if told.written("lines"):
        lines.append(told.line("lines are straight and {number} squares long", number=told.written("lines")))
    return [Steps(finished(lines))]


TELLERS: Mapping[str, Callable[[Working], list[Content]]] = {
    "market": tell_market,
    "rondel": tell_rondel,
    "places": tell_places,
    "voyage": tell_voyage,
    "contest": tell_contest,
    "auction": tell_auction,
    "draft": tell_draft,
    "trade": tell_trade,
    "grid": tell_grid,
}
