"""What a house rule can hang on: rules, values, numbers, tables and options, each with a line to copy.

The line can be put into a variant as it is, and then be made into what is wanted. Which one is shown follows
from what is amended: what is asked with `can` may be forbidden, what is simply done may be stopped before it
begins, a number goes up, a condition is settled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulelang.api.game import Game
from rulelang.describe.comments import comment_of
from rulelang.describe.data import Data, Figure, raised
from rulelang.diagnostics.suggest import near
from rulelang.model import expressions as m
from rulelang.model.declarations import Grid, Kind, Labels, Option, Rule, Value, Window
from rulelang.model.expressions import Local
from rulelang.model.statements import CallRule
from rulelang.model.types import Flag, Number, strip
from rulelang.model.visit import walk
from rulelang.model.world import World
from rulelang.source import SourceFile, Span
from rulelang.syntax import nodes
from rulelang.syntax.parser import parse

# Sorts of hooks in the order in which they are told, with their headings.
SORTS = {
    "number": "Numbers",
    "value": "Values",
    "action": "Actions",
    "part": "Set-up and parts of the round",
    "rule": "Rules",
    "card": "Effects of cards",
    "window": "Windows",
    "table": "Tables",
    "row": "Cards to add",
    "figure": "Figures of declarations",
    "option": "Options",
    "estimate": "Values for bots alone",
}
ROLES = {"action": "action", "effect": "card", "use": "window", "rule": "rule"}
STOPS = {"phase": "phase", "turn": "turn"}
EARLY = "round.number = 1"
LONGEST_SENTENCE = 160
# What generated prose must not hold if people are to read it.
LIKE_CODE = ("_", "(", "[", "{", "true for", "becomes 0", "...")

Told = Callable[[Rule | Value], str]


@frozen
class Hook:
    """Something a house rule can hang on."""

    sort: str
    name: str
    parameters: tuple[str, ...]  # each as it is declared: `p: player`
    gives: str  # the type of a value; the values of an option
    label: str
    sentence: str
    place: str
    line: str

    @property
    def form(self) -> str:
        """The name as it is declared."""
        return f"{self.name}({', '.join(self.parameters)})" if self.parameters else self.name


def hooks(game: Game, players: int, told: Told | None = None) -> list[Hook]:
    """Everything in a game that a house rule can hang on; `told` puts a rule or value into a sentence."""
    data = Data(game.rules.standing(game.variants, game.options, players))
    finder = Finder(game.world(players), told or (lambda _: ""), replaced_by(game), data)
    return sorted(finder.all(), key=lambda hook: list(SORTS).index(hook.sort))


def replaced_by(game: Game) -> dict[str, list[str]]:
    """For each value and option the shipped variants that replace it; a house rule has to say who comes first."""
    found: dict[str, list[str]] = {}
    for name, variant in game.rules.variants.items():
        for item in variant.block.body:
            if isinstance(item, nodes.Block) and item.keyword == "change" and item.clause("to") is not None:
                found.setdefault(str(item.path), []).append(name)
    return found


def matching(found: Iterable[Hook], word: str) -> list[Hook]:
    """Those whose name or label has a word in it; if none has, those of the nearest name."""
    found = list(found)
    wanted = word.lower().replace(" ", "_")
    named = [h for h in found if wanted in h.name or wanted in h.label.lower().replace(" ", "_")]
    if named:
        return named
    parts = {part: h.name for h in found for part in (*h.name.split("."), *h.name.replace(".", "_").split("_"))}
    nearest = near(wanted, [*(h.name for h in found), *parts])
    return [h for h in found if nearest is not None and nearest in h.name]


class Finder:
    """Finds the hooks of a world."""

    def __init__(self, world: World, told: Told, replaced: Mapping[str, Sequence[str]], data: Data) -> None:
        self.world = world
        self.data = data
        self.told = told
        self.replaced = replaced
        self.asked = {node.rule for node in self.everything() if isinstance(node, m.Can)}
        self.played = values_read(self.in_play())
        self.promised = values_read([need for need, _ in world.contracts])

    def all(self) -> Iterator[Hook]:
        yield from map(self.value, self.world.values.values())
        yield from (self.rule(rule) for rule in self.world.rules.values() if rule.role not in ("main", "use"))
        yield from map(self.window, self.world.windows)
        yield from map(self.table, self.tables())
        yield from self.rows()
        # A figure that a mechanism makes a value of is amended as that value.
        yield from (self.figure(x) for x in self.data.figures() if x.name not in self.world.values)
        yield from map(self.option, self.world.options.values())

    def everything(self) -> Iterator[Any]:
        """Every node of every rule and value."""
        yield from walk([*(rule_trees(rule) for rule in self.world.rules.values())])
        yield from walk([*(value_trees(value) for value in self.world.values.values())])

    def in_play(self) -> list[Any]:
        """All trees but the estimate of bots."""
        world = self.world
        fields = [*world.fields.values(), *(f for kind in world.kinds.values() for f in kind.fields.values())]
        return [
            *(rule_trees(rule) for rule in world.rules.values()),
            *([world.score.value, *world.score.ties] if world.score is not None else []),
            *(window.guard for window in world.windows),
            *(zone.limit for zone in world.zones.values()),
            *(each.start for each in fields),
            *world.always,
        ]

    # ---- values and options -----------------------------------------------------------------------------

    def value(self, value: Value) -> Hook:
        is_number = isinstance(strip(value.type), Number)
        is_read = value in self.played or value in self.promised
        sort = "estimate" if not is_read else "number" if is_number and not value.parameters else "value"
        return self.hook(sort, value, str(value.type), {}, self.change(value))

    def change(self, value: Value) -> str:
        """A line that changes a value: a number goes up, a condition is settled, all else is said anew."""
        head = f"change {value.name}{called(self.names(value.parameters))}"
        is_free = value not in self.promised  # else a contract of the game would be broken
        if isinstance(value.type, Number) and is_free:
            return f"{head} by {step(value.body)}"
        option = self.option_of(value)
        if option is not None:
            return self.setting(option)
        if isinstance(value.type, Flag) and is_free:
            is_yes = isinstance(value.body, m.Const) and value.body.value
            return self.replacing(value.name, f"{head} to {'no' if is_yes else 'yes'}")
        return self.replacing(value.name, f"{head} to {value.syntax.span.quoted}") if value.syntax is not None else ""

    def option_of(self, value: Value) -> Option | None:
        """The option by which the game itself replaces a value, if it does."""
        for change in value.changes:
            if change.how == "to" and change.source.variant is None and change.source.card is None:
                words = [node.span.text for node in walk(change.amount) if isinstance(node, m.Const)]
                return next((self.world.options[word] for word in words if word in self.world.options), None)
        return None

    def option(self, option: Option) -> Hook:
        values = [option.word(value) for value in option.values]
        gives = f"{short(values)}; {option.word(option.default)} unless set"
        return self.hook("option", option, gives, option.labels, self.setting(option))

    def setting(self, option: Option) -> str:
        """A line that sets an option to the value after its default; one that is a word of the language is quoted."""
        values = [option.word(value) for value in option.values]
        at = values.index(option.word(option.default))
        other = next(iter((*values[at + 1 :], *reversed(values[:at]))), values[at])
        line = f"change {option.name} to {other}"
        return self.replacing(option.name, line if is_readable(line) else f'change {option.name} to "{other}"')

    def replacing(self, name: str, line: str) -> str:
        """A replacement, with the shipped variants that replace the same."""
        others = ", ".join(self.replaced.get(name, ()))
        return f"first: {others}\n{line}" if others and line else line

    # ---- rules ------------------------------------------------------------------------------------------

    def rule(self, rule: Rule) -> Hook:
        return self.hook(ROLES.get(rule.role, "part"), rule, "", rule.labels, self.amendment(rule))

    def amendment(self, rule: Rule) -> str:
        """A line or two that amend a rule."""
        form = rule.name + called(self.names(rule.parameters))
        early = f" when {EARLY}" if self.world.main is not None else ""
        if rule.role == "setup":
            return f"after {form}\n  {self.gift()}"
        if rule.is_action or rule in self.asked:
            return f'forbid {form}{early} because "not in the first round"'
        return f"before {form}{early}\n  stop {STOPS.get(rule.role, rule.name)}"

    def window(self, window: Window) -> Hook:
        """A window is amended where it leads to: at the first rule that is asked about or done in it."""
        rules = [node.rule for node in walk(window.rule.body) if isinstance(node, m.Can | CallRule)]
        line = self.amendment(rules[0]) if rules else ""
        return self.hook("window", window, "", window.labels, line)

    def gift(self) -> str:
        """Something that can be done for every player before the game."""
        for field in self.world.player.fields.values():
            if isinstance(field.type, Number) and not field.per and not field.type.tokens:
                given = f"pay 1 from bank to p.{field.name}" if field.type.money else f"add 1 to p.{field.name}"
                return f"each p in player\n    {given}"
        zone = next((zone.name for zone in self.world.zones.values() if zone.per is None), None)
        return f"shuffle {zone}" if zone is not None else "need players > 0"

    def names(self, parameters: Iterable[Local]) -> list[str]:
        """Names for the arguments of an amendment: those of the rule, where an author may use them."""
        free = (letter for letter in "kpqxyzabcdefghijlmnorstuvw" if letter not in self.world.declared)
        taken = {"self", "holder", *self.world.declared}
        return [p.name if p.name not in taken else next(free) for p in parameters]

    # ---- tables -----------------------------------------------------------------------------------------

    def tables(self) -> list[Kind | Grid]:
        """What holds data that never changes."""
        return [*(kind for kind in self.world.kinds.values() if kind.columns), *self.world.grids.values()]

    def table(self, table: Kind | Grid) -> Hook:
        """A number in a table is raised; else it is amended where it is read."""
        columns = list(table.columns) if isinstance(table, Kind) else table.column_names
        labels = table.labels if isinstance(table, Kind) else {}
        line = self.data.cell(table.name) or self.reader_line(table)
        return self.hook("table", table, f"columns {', '.join(map(str, columns))}", labels, line)

    def rows(self) -> Iterator[Hook]:
        """Tables of cards, to which one may be added."""
        for kind in self.world.kinds.values():
            line = self.data.card(kind.name)
            if line:
                yield self.hook("row", kind, f"{len(kind.ids)} cards", kind.labels, line)

    def figure(self, figure: Figure) -> Hook:
        return Hook("figure", figure.name, (), "", figure.label, figure.label, place(figure.span), figure.line)

    def reader_line(self, table: Kind | Grid) -> str:
        """A line where a table is read: in a value, in a rule, else before the game, and then after set-up."""
        for value in sorted(self.world.values.values(), key=lambda value: value not in self.played):
            if reads(value.body, table):
                return self.change(value)
        for rule in self.world.rules.values():
            if rule.role not in ("main", "use") and reads(rule.body, table):
                return self.amendment(rule)
        setup = self.world.rules.get("setup")
        return self.amendment(setup) if setup is not None else ""

    # ---- all of them ------------------------------------------------------------------------------------

    def hook(self, sort: str, thing: Any, gives: str, labels: Labels, line: str) -> Hook:
        parameters = tuple(f"{p.name}: {p.type}" for p in getattr(thing, "parameters", ()))
        label = labels.get("en", "")
        return Hook(sort, thing.name, parameters, gives, label, self.sentence(thing, label), place(thing.span), line)

    def sentence(self, thing: Any, label: str) -> str:
        """Its author's sentence, or comment; else its label; else the prose of the sheet, if it reads well."""
        if isinstance(thing, Rule | Value) and thing.says is not None and thing.says.text is not None:
            return self.told(thing)
        said = comment_of(thing.span) or label
        if said or not isinstance(thing, Rule | Value):
            return said
        told = self.told(thing)
        if told and " " not in told:  # `5.`, `Yes.`
            told = f"{thing.name.replace('.', ' ').replace('_', ' ').capitalize()}: {told}"
        return told if reads_well(told) else ""


def rule_trees(rule: Rule) -> list[Any]:
    return [rule.body, *((a.guard, a.body) for a in rule.amendments)]


def value_trees(value: Value) -> list[Any]:
    return [value.body, *((change.guard, change.amount) for change in value.changes)]


def values_read(trees: list[Any]) -> set[Value]:
    """The values that trees read, also by way of others."""
    found: set[Value] = set()
    waiting = list(trees)
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, m.CallValue) and node.value not in found:
                found.add(node.value)
                waiting.append(value_trees(node.value))
    return found


def reads(tree: Any, table: Kind | Grid) -> bool:
    """Does a tree look something up in a table?"""
    for node in walk(tree):
        match node:
            case m.ReadColumn(column) if column.kind is table:
                return True
            case m.ReadGrid(grid) if grid is table or (isinstance(table, Kind) and grid in table.groups.values()):
                return True
    return False


def reads_well(sentence: str) -> bool:
    return bool(sentence) and len(sentence) <= LONGEST_SENTENCE and not any(sign in sentence for sign in LIKE_CODE)


def is_readable(line: str) -> bool:
    """May a line stand in a rule file? Some words of options are words of the language too."""
    return not parse(SourceFile("line", f"{line}\n")).problems


def called(names: Iterable[str]) -> str:
    names = list(names)
    return f"({', '.join(names)})" if names else ""


def step(body: m.Expression | None) -> str:
    """By how much a value goes up."""
    return raised(body.value if isinstance(body, m.Const) and isinstance(body.value, int) else 0)


def short(values: list[str], most: int = 8) -> str:
    """A few values, or the first and the last."""
    return ", ".join(values) if len(values) <= most else f"{', '.join(values[:3])} … {values[-1]}"


def place(span: Span) -> str:
    return f"{span.file.name}:{span.line}"
