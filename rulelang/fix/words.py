"""Words of other languages, out of the rules: labels such as `label.nl` and rows of `translate`."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field, frozen

from rulelang.fix.edits import Edits
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.words import LABEL, blocks_in, fields, heads, name_of, names_of, row_label, row_names, text_of

ROW_LABEL = "row_label"


@frozen
class Found:
    """What a name or a text is called in a language; the full name is for names that mean several things."""

    language: str
    key: str
    full: str
    said: str


@define
class WordMover:
    """Takes the words of other languages out of one file."""

    edits: Edits
    found: list[Found] = field(factory=list)

    def move(self, items: tuple[nodes.Item, ...]) -> list[Found]:
        for item in items:
            if not isinstance(item, nodes.Block):
                continue
            if item.keyword != "translate":
                self.block(item, ())
            elif any(isinstance(inner, nodes.Row) for inner in item.body):
                self.translation(item)
        return self.found

    def note(self, language: str, key: str, text: str | None, full: str = "") -> None:
        if text is not None:
            self.found.append(Found(language, key, full or key, f'"{text}"'))

    def translation(self, block: nodes.Block) -> None:
        """A whole block goes; what it says is written anew."""
        for item in block.body:
            match item:
                case nodes.Row((nodes.Cell((nodes.Text(text),)), nodes.Cell((nodes.Text(said),)))):
                    self.note(str(block.path), f'"{text}"', said)
                case nodes.Phrase(text_node, (nodes.Text(said),)):
                    self.note(str(block.path), f'"{text_node.value}"', said)
                case nodes.Field(path, values):
                    said = ", ".join(value.span.text for value in values)
                    self.found.append(Found(str(block.path), str(path), str(path), said))
        self.edits.drop_lines(written(block))

    def block(self, block: nodes.Block, owners: tuple[str, ...]) -> None:
        own = name_of(block)
        names = tuple(names_of(owners, own))
        made = next((text_of(i.values) for i in fields(block.body) if str(i.path) == ROW_LABEL), None)
        for item in block.body:
            if isinstance(item, nodes.Field) and len(item.path.names) == 2:
                what, language = item.path.names
                if what == LABEL:
                    self.note(language, names[-1], text_of(item.values), names[0])
                elif what == ROW_LABEL and made is not None:
                    self.note(language, f'"{made}"', text_of(item.values))
                else:
                    continue
                self.edits.drop_lines(written(item))
        self.table(block, [item for item in block.body if isinstance(item, nodes.Row)])
        inner = owners if block.keyword in ("variant", "while") else (*owners, own)
        for part in blocks_in(block.body):
            self.block(part, inner)

    def table(self, block: nodes.Block, rows: list[nodes.Row]) -> None:
        """Columns of labels in other languages."""
        head = heads(rows[0]) if rows else []
        columns = {n: name.partition(".")[2] for n, name in enumerate(head) if name.startswith(LABEL + ".")}
        if not columns:
            return
        for row in rows[1:]:
            names, label = row_names(block, head, row), row_label(head, row)
            for number, language in columns.items():
                said = text_of(row.cells[number].values)
                if names:
                    self.note(language, names[-1], said, names[0])
                elif label is not None:
                    self.note(language, f'"{label}"', said)
        for row in rows:
            kept = [cell for number, cell in enumerate(row.cells) if number not in columns]
            texts = [", ".join(v.span.text for v in cell.values) or "-" for cell in kept]
            self.edits.replace(written(row), f"| {' | '.join(texts)} |")


def written(item: nodes.Block | nodes.Field | nodes.Phrase | nodes.Row) -> Span:
    """Where an item stands, without the comments and empty lines below it."""
    match item:
        case nodes.Row(cells):
            end = item.span.file.text.index("|", cells[-1].span.end) + 1
        case nodes.Field(values=(*_, last)) | nodes.Phrase(values=(*_, last)):
            end = last.span.end
        case nodes.Block(body=(*_, nodes.Row() | nodes.Field() | nodes.Phrase() as last_item)):
            end = written(last_item).end
        case _:
            end = item.span.end
    return Span(item.span.file, item.span.start, end)


def block_text(language: str, found: Iterable[Found]) -> str:
    """A `translate` block: names in the order of the files, then texts."""
    own = [each for each in found if each.language == language]
    said: dict[str, set[str]] = {}
    for each in own:
        said.setdefault(each.key, set()).add(each.said)
    lines = {each.key if len(said[each.key]) == 1 else each.full: each.said for each in own}
    ordered = sorted(lines.items(), key=lambda line: line[0].startswith('"'))
    return "".join([f"translate {language}\n", *(f"  {key}: {text}\n" for key, text in ordered)])
