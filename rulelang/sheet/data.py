"""What variants change in data, told: rows that are new or left out, cells and figures."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.project.amended.table import Rows, text_of
from rulelang.project.amended.words import name_of, number_of
from rulelang.sheet.context import Context
from rulelang.sheet.document import Item, Text, words
from rulelang.sheet.names import spaced
from rulelang.syntax import nodes
from rulelang.syntax.blocks import is_label_column
from rulelang.syntax.spell import spell


def data_changes(context: Context, variant: str) -> Iterator[Item]:
    """What a variant in force changes in tables and figures."""
    game = context.game
    for target, each in context.rules.amended(game.variants, game.options, context.players).changed:
        if each.variant != variant:
            continue
        match each.block.keyword:
            case "add":
                yield from new_rows(context, target, each.block)
            case "drop":
                yield Item(context.say("{what} is not in the game", what=dropped(context, target, each.block)))
            case "change":
                yield from written(context, target, each.block)


def called(context: Context, block: nodes.Block) -> str:
    """What a declaration is called."""
    kind = context.world.kinds.get(name_of(block))
    return context.names.title(kind.labels if kind is not None else {"en": block.label or ""}, name_of(block))


def row_called(context: Context, table: str, key: str) -> str:
    """What a row is called: by its label if it is a member of a kind, else by its key."""
    for kind, number in context.world.members.get(key, ()):
        if kind.name == table:
            return context.names.member(kind, number)
    return spaced(key) if key.replace("_", "").isalpha() else key


def new_rows(context: Context, target: nodes.Block, block: nodes.Block) -> Iterator[Item]:
    there = set(Rows.of(target).keys())
    added = Rows.of(nodes.Block(target.keyword, target.path, None, None, (), block.body))
    new = [row_called(context, name_of(target), key) for key in added.keys() if key not in there]  # noqa: SIM118
    if new:
        value = words(", ".join(new))
        yield Item(context.say("{what}, new: {value}", what=words(called(context, target)), value=value))
    columns = [
        n for n in added.heads if n not in Rows.of(target).heads and n not in added.key and not is_label_column(n)
    ]
    if columns and not new:
        value = words(", ".join(map(spaced, columns)))
        yield Item(context.say("{what}, new: {value}", what=words(called(context, target)), value=value))


def dropped(context: Context, target: nodes.Block, block: nodes.Block) -> Text:
    keys = block.place.keys if block.place is not None else ()
    key = ", ".join(map(spell, keys)) or str(block.path)
    return words(f"{called(context, target)}: {row_called(context, name_of(target), key)}")


def written(context: Context, target: nodes.Block, block: nodes.Block) -> Iterator[Item]:
    """A cell or a figure that is something else, or more or less."""
    parts = [called(context, target)]
    if block.place is not None:
        keys = [row_called(context, name_of(target), spell(key)) for key in block.place.keys]
        parts += [", ".join(keys), *([spaced(block.place.column)] if block.place.column is not None else [])]
    elif block.path is not None:
        parts.append(spaced(block.path.names[-1]))
    what = words(", ".join(parts))
    to, by = block.clause("to"), block.clause("by")
    if to is not None and to.values:
        value = words(", ".join(context.phrases.translate(text_of(nodes.Cell((each,)))) for each in to.values))
        yield Item(context.say("{what} becomes {value}", what=what, value=value))
    elif by is not None and by.values:
        number = number_of(by.values[0])
        less = number is not None and number < 0
        amount = words(f"{abs(number):,}" if number is not None else by.values[0].span.quoted)
        sentence = "{what} is less by {amount}" if less else "{what} is more by {amount}"
        yield Item(context.say(sentence, what=what, amount=amount))
