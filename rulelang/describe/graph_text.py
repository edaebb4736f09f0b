"""The picture of the rules in languages that other programs draw: Mermaid, and dot of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from rulelang.describe.graph import ASK, CHANCE, END, RULE, TURN, WAY, WINDOW, Column, Link, Picture, Use

PART, SOURCE, VALUE, FIELD = "part", "source", "value", "field"  # what an outline has no lines for
LONGEST = 60
MERMAID = {
    ASK: ("{{", "}}"),
    CHANCE: ("{{", "}}"),
    WAY: ("([", "])"),
    WINDOW: ("[/", "/]"),
    END: ("[[", "]]"),
    PART: (">", "]"),
    SOURCE: ("(", ")"),
    FIELD: ("[(", ")]"),
}
DOT = {
    ASK: "hexagon",
    CHANCE: "hexagon",
    WAY: "oval",
    WINDOW: "parallelogram",
    END: "doubleoctagon",
    TURN: "box",
    PART: "cds",
    SOURCE: "note",
    FIELD: "cylinder",
}


@frozen
class Node:
    """Something that is drawn: what it is, what it says, the part of the round it is in."""

    name: str
    kind: str
    text: str
    group: str = ""


@frozen
class Edge:
    """An arrow; what changes something has a dashed one."""

    start: str
    end: str
    text: str = ""
    is_dashed: bool = False


@define
class Drawing:
    """Nodes and arrows, in the order in which they are met."""

    nodes: list[Node] = field(factory=list)
    edges: list[Edge] = field(factory=list)
    _known: dict[tuple[str, str], str] = field(factory=dict)  # what is drawn once, whoever leads there

    def add(self, kind: str, text: str, group: str = "") -> str:
        name = f"n{len(self.nodes)}"
        self.nodes.append(Node(name, kind, text, group))
        return name

    def once(self, kind: str, text: str, group: str = "") -> str:
        if (kind, text) not in self._known:
            self._known[kind, text] = self.add(kind, text, group)
        return self._known[kind, text]

    def arrow(self, edge: Edge) -> None:
        if edge not in self.edges:
            self.edges.append(edge)

    # ---- what is drawn ------------------------------------------------------------------------------------

    def column(self, column: Column) -> None:
        """A part of the round: to a rule that was shown before there is one more arrow."""
        path = [self.add(PART, column.title, column.title)]
        for step in column.steps:
            text = step.text.removesuffix(" ↑")
            draw = self.once if step.kind == RULE else self.add
            here = draw(step.kind, text, column.title)
            del path[step.depth + 1 :]
            self.arrow(Edge(path[-1], here))
            path.append(here)

    def link(self, link: Link) -> None:
        """A variant or a card, and what it changes."""
        end = self._known.get((RULE, link.what)) or self.once(VALUE, link.what)
        self.arrow(Edge(self.once(SOURCE, link.source), end, link.how, is_dashed=True))

    def use(self, use: Use) -> None:
        """A field between those that write it and those that read it."""
        here = self.once(FIELD, use.field)
        self.edges += [Edge(self.once(RULE, f"{name} writes"), here) for name in use.writers]
        self.edges += [Edge(here, self.once(RULE, f"{name} reads")) for name in use.readers]


def drawing(found: Picture, *, amendments: bool, only_field: bool) -> Drawing:
    """The round with what is amended in it; or amendments alone, or the fields."""
    drawn = Drawing()
    if only_field:
        for use in found.uses:
            drawn.use(use)
        return drawn
    for column in () if amendments else found.columns:
        drawn.column(column)
    for link in found.links:
        drawn.link(link)
    return drawn


# ---- languages ----------------------------------------------------------------------------------------------------


def mermaid(drawn: Drawing) -> str:
    """For pages that draw Mermaid, as those of GitHub and GitLab do."""
    return "\n".join(["flowchart LR", *mermaid_lines(drawn)]) + "\n"


def mermaid_lines(drawn: Drawing) -> Iterator[str]:
    for number, (group, nodes) in enumerate(groups(drawn)):
        if group:
            yield f'  subgraph g{number}["{entities(group)}"]'
        for node in nodes:
            before, after = MERMAID.get(node.kind, ("[", "]"))
            yield f'  {"  " if group else ""}{node.name}{before}"{entities(short(node.text))}"{after}'
        if group:
            yield "  end"
    for edge in drawn.edges:
        text = f"|{entities(edge.text)}|" if edge.text else ""
        yield f"  {edge.start} {'-.->' if edge.is_dashed else '-->'}{text} {edge.end}"


def entities(text: str) -> str:
    """A text in which nothing means anything to Mermaid."""
    return "".join(c if c.isalnum() or c in " ,.?!'_-/…:" else f"#{ord(c)};" for c in text)


def dot(drawn: Drawing) -> str:
    """For Graphviz."""
    lines = ["digraph rules {", "  rankdir=LR;", "  node [shape=box];", *dot_lines(drawn), "}"]
    return "\n".join(lines) + "\n"


def dot_lines(drawn: Drawing) -> Iterator[str]:
    for number, (group, nodes) in enumerate(groups(drawn)):
        if group:
            yield f"  subgraph cluster_{number} {{"
            yield f"    label={quoted(group)};"
        for node in nodes:
            shape = f", shape={DOT[node.kind]}" if node.kind in DOT else ""
            yield f"  {'  ' if group else ''}{node.name} [label={quoted(short(node.text))}{shape}];"
        if group:
            yield "  }"
    for edge in drawn.edges:
        looks = [f"label={quoted(edge.text)}"] if edge.text else []
        looks += ["style=dashed"] if edge.is_dashed else []
        yield f"  {edge.start} -> {edge.end}" + (f" [{', '.join(looks)}];" if looks else ";")


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def groups(drawn: Drawing) -> list[tuple[str, list[Node]]]:
    """The nodes of each part of the round, from the last one on: both languages draw from the bottom up."""
    found: dict[str, list[Node]] = {}
    for node in drawn.nodes:
        found.setdefault(node.group, []).append(node)
    last_first = list(found.items())[::-1]
    return sorted(last_first, key=lambda each: not each[0])
