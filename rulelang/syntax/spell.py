"""Simple expressions as the words they are: names, paths, numbers, texts."""

from __future__ import annotations

from rulelang.syntax import nodes


def spell(e: nodes.Expression | nodes.Named | nodes.Over) -> str:
    """The word or path an expression is; for anything else, its source text.

    Lowered declarations carry the place of their author's block, so a word must not be read
    from the source.
    """
    match e:
        case nodes.Name(name):
            return name
        case nodes.Part(of, name):
            return f"{spell(of)}.{name}"
        case nodes.Number(value):
            return str(value)
        case nodes.Text(value):
            return value
        case nodes.Flag(value):
            return "yes" if value else "no"
        case nodes.Nothing():
            return "none"
        case nodes.Negative(inner):
            return f"-{spell(inner)}"
        case nodes.Binary("..", low, high):
            return f"{spell(low)}..{spell(high)}"
    return e.span.text


def word_of(block: nodes.Block, name: str, default: str = "") -> str:
    """The one word a field of a block holds."""
    found = block.value(name)
    return default if found is None else spell(found)


def clause_name(owner: nodes.HasClauses, word: str) -> str | None:
    """The one word a clause holds."""
    found = owner.clause(word)
    return spell(found.values[0]) if found is not None and found.values else None
