"""Words of other languages, laid over what they name.

A `translate` block says what things are called in a language: `navigation.deliver: "Los een lading"`. Here
such words become labels of the blocks and rows they name, before anything is resolved, so that every part
of the language that has a label can be translated, and nothing else knows how.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

import attrs
from attrs import evolve, field, frozen

from rulelang.syntax import nodes
from rulelang.syntax.holes import HOLE
from rulelang.syntax.spell import spell

# Which column names the rows of a table; `name` where nothing else is said.
NAME_COLUMNS = {"die": ("name", "face"), "card": ("name", "id"), "map": ("id", "name")}
LABEL = "label"
SAYS = "says"
AMENDMENTS = frozenset({"before", "after", "instead", "forbid", "allow", "change", "add", "drop"})
UNNAMED = frozenset({"translate", "scenario", "silence"})
SHOWN_CLAUSES = frozenset({"because", "prompt", "as", "optional", "shown as", "costing"})
DATA = frozenset({"kind", "card", "piece", "die", "table", "map"})
SHOWN_FIELDS = frozenset({"about", "row_label"})
LETTER = re.compile(r"[^\W\d_]")
STRUCTURE = (
    *(nodes.Block, nodes.Field, nodes.Act, nodes.Choose, nodes.Each, nodes.Repeat, nodes.If, nodes.Stop, nodes.Call),
    *(nodes.Clause,),
)

Items = tuple[nodes.Item, ...]
Owners = tuple[str, ...]


@frozen
class Vocabulary:
    """The words for names, by language, and which of them were found to name something."""

    words: dict[str, dict[str, nodes.Field]] = field(factory=dict)
    phrases: dict[str, dict[str, nodes.Text]] = field(factory=dict)
    used: set[tuple[str, str]] = field(factory=set)

    def add(self, block: nodes.Block) -> None:
        """The words of a `translate` block; those of an earlier one with the same name give way."""
        language = str(block.path)
        self.words.setdefault(language, {}).update({str(item.path): item for item in fields(block.body)})
        for item in block.body:
            if isinstance(item, nodes.Phrase) and isinstance(item.values[0], nodes.Text):
                self.phrases.setdefault(language, {})[item.text.value] = item.values[0]

    def called(self, names: Iterable[str], label: str | None = None) -> Iterator[tuple[str, nodes.Text]]:
        """What something is called in each language that has a word for one of its names, or for its label."""
        wanted = list(names)
        for language, words in self.words.items():
            known = [name for name in wanted if name in words]
            self.used.update((language, name) for name in known)
            text = (
                next(iter(words[known[0]].values), None) if known else self.phrases.get(language, {}).get(label or "")
            )
            if isinstance(text, nodes.Text):
                yield language, text

    def idle(self, used: Container[tuple[str, str]]) -> list[nodes.Field]:
        """Words that name nothing, by those that were found to name something."""
        listed = ((language, name) for language, words in self.words.items() for name in words)
        return [self.words[language][name] for language, name in listed if (language, name) not in used]


def with_words(block: nodes.Block, vocabulary: Vocabulary) -> nodes.Block:
    """A declaration with its labels in other languages, and those of all that stands in it."""
    if not vocabulary.words:
        return block
    if block.keyword in UNNAMED:
        return evolve(block, says=translated(block.says, (), vocabulary))  # a sentence is found by its text
    return labelled(block, (), vocabulary)


def labelled(block: nodes.Block, owners: Owners, vocabulary: Vocabulary) -> nodes.Block:
    own = name_of(block)
    inner = inside(block, owners)
    body = tuple(labelled_inside(item, inner, vocabulary) for item in block.body)
    body = labelled_rows(block, body, vocabulary)
    if is_called(block, owners) and block.keyword not in AMENDMENTS:
        body = (*body, *label_fields(names_of(owners, own), vocabulary))
    return evolve(block, body=body, says=translated(block.says, says_names(block, owners), vocabulary))


def inside(block: nodes.Block, owners: Owners) -> Owners:
    """What names begin with in a block; what a variant or the state declares is called as if the game did."""
    return owners if block.keyword in ("variant", "while", "state") else (*owners, name_of(block))


def translated(says: nodes.Says | None, names: Iterable[str], vocabulary: Vocabulary) -> nodes.Says | None:
    """A sentence with what it is in other languages."""
    if says is None or says.text is None:
        return says
    return evolve(says, words=tuple(vocabulary.called(names, says.text.value)))


def says_names(block: nodes.Block, owners: Owners) -> Iterator[str]:
    """The names that words may use for the sentence of a block; that of an amendment is found by its text."""
    if block.keyword not in AMENDMENTS:
        yield from (f"{name}.{SAYS}" for name in names_of(owners, name_of(block)))


def labelled_inside(item: nodes.Item, owners: Owners, vocabulary: Vocabulary) -> nodes.Item:
    """Blocks may stand in blocks, and ways in statements."""

    def all_in(items: Items | None) -> Any:
        return None if items is None else tuple(labelled_inside(each, owners, vocabulary) for each in items)

    match item:
        case nodes.Block():
            return labelled(item, owners, vocabulary)
        case nodes.Field(says=nodes.Says() as says):
            return evolve(item, says=translated(says, names_of(owners, f"{written(item.path)}.{SAYS}"), vocabulary))
        case nodes.Choose():
            return evolve(item, body=all_in(item.body), otherwise=all_in(item.otherwise))
        case nodes.Each() | nodes.Repeat():
            return evolve(item, body=all_in(item.body))
        case nodes.If():
            branches = tuple((condition, all_in(body)) for condition, body in item.branches)
            return evolve(item, branches=branches, otherwise=all_in(item.otherwise))
        case _:
            return item


# ---- names ------------------------------------------------------------------------------------------------


def name_of(block: nodes.Block) -> str:
    """What a block is called by words for what stands in it; an amendment is called like what it amends."""
    if block.path is not None:
        return written(block.path)
    of = next((c for c in block.clauses if isinstance(c, nodes.Clause) and c.word == "of" and c.values), None)
    return spell(of.values[0]).partition("(")[0] if of is not None else block.keyword


def written(path: nodes.Path) -> str:
    """A name as its author wrote it, be it that of a variant's own helper that is called by its whole name."""
    *homes, own = path.names
    return ".".join((*homes, own.rpartition(".")[2]))


def is_called(block: nodes.Block, owners: Owners) -> bool:
    """Can words name a block? A part without a name is called by its keyword, if it has a label."""
    return block.path is not None or block.keyword == "player" or bool(owners and block.label)


def names_of(owners: Owners, own: str) -> Iterator[str]:
    """The names that words may use: with all that is around it, then with less; alone only if nothing is."""
    for start in range(len(owners) or 1):
        yield ".".join((*owners[start:], own))


def name_column(keyword: str, head: Sequence[str]) -> str | None:
    """The column of a table that names its rows."""
    return next((name for name in NAME_COLUMNS.get(keyword, ("name",)) if name in head), None)


def row_names(block: nodes.Block, head: list[str], row: nodes.Row) -> tuple[str, ...]:
    """The names that words may use for a row; none if it has no name."""
    named = name_column(block.keyword, head)
    column = head.index(named) if named is not None else len(row.cells)
    table = name_of(block)
    values = row.cells[column].values if column < len(row.cells) else ()
    return (f"{table}.{values[0].name}", values[0].name) if values and isinstance(values[0], nodes.Name) else ()


def row_label(head: list[str], row: nodes.Row) -> str | None:
    column = head.index(LABEL) if LABEL in head else len(row.cells)
    return text_of(row.cells[column].values) if column < len(row.cells) else None


def heads(row: nodes.Row) -> list[str]:
    return [", ".join(spell(value) for value in cell.values) for cell in row.cells]


# ---- what wants words -------------------------------------------------------------------------------------


@frozen
class Thing:
    """Something with a label: the names that words may use for it, the usual one first (a row may have none)."""

    names: tuple[str, ...]
    label: str
    is_row: bool = False

    @property
    def key(self) -> str:
        """How a line of words for it begins."""
        return self.names[0] if self.names else f'"{self.label}"'


def things(block: nodes.Block, owners: Owners = ()) -> Iterator[Thing]:
    """Everything in a declaration that has a label."""
    if block.keyword in UNNAMED:
        return
    own = name_of(block)
    label = block.label or next((text_of(i.values) for i in fields(block.body) if str(i.path) == LABEL), None)
    if label and is_called(block, owners):
        yield Thing(tuple(names_of(owners, own))[::-1], label)
    yield from row_things(block)
    inner = inside(block, owners)
    if block.says is not None and block.says.text is not None:
        yield Thing(tuple(says_names(block, owners))[::-1], block.says.text.value)
    for item in block.body:
        if isinstance(item, nodes.Field) and item.says is not None and item.says.text is not None:
            names = names_of(inner, f"{written(item.path)}.{SAYS}")
            yield Thing(tuple(names)[::-1], item.says.text.value)
    for part in blocks_in(block.body):
        yield from things(part, inner)


def row_things(block: nodes.Block) -> Iterator[Thing]:
    rows = [item for item in block.body if isinstance(item, nodes.Row)]
    head = heads(rows[0]) if rows else []
    for row in rows[1:]:
        label = row_label(head, row)
        if label:
            yield Thing(row_names(block, head, row)[::-1], label, is_row=True)


def blocks_in(body: Items | None) -> Iterator[nodes.Block]:
    """Blocks in a body, and in the bodies of its statements."""
    for item in body or ():
        match item:
            case nodes.Block():
                yield item
            case nodes.Choose():
                yield from blocks_in((*(item.body or ()), *(item.otherwise or ())))
            case nodes.Each() | nodes.Repeat():
                yield from blocks_in(item.body)
            case nodes.If():
                yield from blocks_in((*(i for _, body in item.branches for i in body), *(item.otherwise or ())))


def texts(node: Any) -> Iterator[str]:
    """The texts in a declaration that people are shown: questions, reasons, what options and rows are called."""
    match node:
        case nodes.Block(keyword="scenario", says=nodes.Says(text=nodes.Text() as said)):
            yield said.value
            return
        case nodes.Block(keyword="scenario" | "translate" | "always" | "silence"):
            return
        case nodes.Block(keyword, body=body) if keyword in DATA or any(isinstance(item, nodes.Row) for item in body):
            # Needs of data are held before the game: players never read them.
            yield from texts(tuple(item for item in body if not (isinstance(item, nodes.Act) and item.verb == "need")))
            return
        case nodes.Clause(word, values) if word in SHOWN_CLAUSES:
            yield from (value.value for value in values if isinstance(value, nodes.Text) and LETTER.search(bare(value)))
        case nodes.Field(path, values) if str(path) in SHOWN_FIELDS:
            yield from (value.value for value in values if isinstance(value, nodes.Text) and LETTER.search(bare(value)))
        case nodes.Act(verb="tell", subject=nodes.Text() as said) if LETTER.search(bare(said)):
            yield said.value
    if isinstance(node, tuple):
        for item in node:
            yield from texts(item)
    elif attrs.has(type(node)) and isinstance(node, STRUCTURE):
        for spec in attrs.fields(type(node)):
            yield from texts(getattr(node, spec.name))


def bare(text: nodes.Text) -> str:
    """A text without its holes."""
    return HOLE.sub("", text.value)


def fields(body: Items) -> Iterator[nodes.Field]:
    return (item for item in body if isinstance(item, nodes.Field))


def text_of(values: tuple[nodes.Expression, ...]) -> str | None:
    return values[0].value if values and isinstance(values[0], nodes.Text) else None


# ---- labels -----------------------------------------------------------------------------------------------


def label_fields(names: Iterable[str], vocabulary: Vocabulary) -> Iterator[nodes.Field]:
    for language, text in vocabulary.called(names):
        yield nodes.Field(nodes.Path((LABEL, language), span=text.span), (text,), (), (), span=text.span)


def labelled_rows(block: nodes.Block, body: Items, vocabulary: Vocabulary) -> Items:
    """A table with a column of labels for each language that has a word for one of its rows."""
    first = next((item for item in body if isinstance(item, nodes.Row)), None)
    if first is None:
        return body
    head = heads(first)
    rows = [item for item in body if isinstance(item, nodes.Row) and item is not first]
    found = {row: dict(vocabulary.called(row_names(block, head, row), row_label(head, row))) for row in rows}
    languages = list(dict.fromkeys(language for labels in found.values() for language in labels))

    def longer(item: nodes.Item) -> nodes.Item:
        if not isinstance(item, nodes.Row):
            return item
        if item is first:
            return evolve(item, cells=(*item.cells, *(head_cell(language, item) for language in languages)))
        texts = [found.get(item, {}).get(language) for language in languages]
        cells = [nodes.Cell((text,), span=text.span) if text else nodes.Cell((), span=item.span) for text in texts]
        return evolve(item, cells=(*item.cells, *cells))

    return tuple(longer(item) for item in body) if languages else body


def head_cell(language: str, row: nodes.Row) -> nodes.Cell:
    name = nodes.Part(nodes.Name(LABEL, span=row.span), language, name_span=row.span, span=row.span)
    return nodes.Cell((name,), span=row.span)
