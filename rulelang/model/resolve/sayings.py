"""The sentences of `says`: their holes are filled before the game, so they read nothing that changes in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs

from rulelang.diagnostics.suggest import did_you_mean
from rulelang.diagnostics.wording import types as say
from rulelang.model.expressions import Expression
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.statements import hole_expression, hole_span
from rulelang.model.visit import state_read_by
from rulelang.model.world import Scope, World
from rulelang.syntax import nodes
from rulelang.syntax.holes import HOLE, Hole, holes_in

WHAT_FITS = "a sentence is printed before the game: its holes hold options, figures and values without parameters"
FIRST_NAME = re.compile(r"[a-z0-9_]*")
HOLDERS = (nodes.Block, nodes.Field, nodes.Choose, nodes.Each, nodes.Repeat, nodes.If)
PARTS = {kind: [spec.name for spec in reversed(attrs.fields(kind))] for kind in HOLDERS}


def says_in(node: Any) -> Iterator[nodes.Says]:
    """The sentences in a declaration, in their order."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is tuple:
            waiting.extend(reversed(part))
        elif kind is nodes.Says:
            yield part
        elif kind in PARTS:
            waiting.extend([getattr(part, name) for name in PARTS[kind]])


class SayingReader:
    """Reads what fills the holes of sentences."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.el = Elaborator(world)

    def check(self, block: nodes.Block) -> None:
        """Report the holes in a declaration that nothing can fill before the game."""
        for says in says_in(block):
            if says.text is None:
                continue
            if {"{", "}"} & set(HOLE.sub("", says.text.value)):
                self.world.report(say.stray_hole(says.text.span, "a brace without its other half"))
            holes = holes_in(says.text.value)
            for hole in holes:
                self.filling(says.text, hole)
            abouts = [hole.about for hole in holes]
            for _, text in says.words:
                for hole in holes_in(text.value):
                    if hole.about not in abouts:
                        self.refuse(text, hole, did_you_mean(hole.about, abouts))

    def filling(self, sentence: nodes.Text, hole: Hole) -> Expression | None:
        """What fills a hole; what is wrong with it is reported."""
        own = self.world.own.at(sentence.span)
        path = own.read(hole_expression(hole.about, hole_span(sentence.span, hole.written)))
        found = FIRST_NAME.match(hole.about)
        name = own.name(found[0]).split(".")[0] if found is not None else ""
        if path is None or not self.world.knows(name):
            self.refuse(sentence, hole, did_you_mean(hole.about, self.world.all_names()) or WHAT_FITS)
            return None
        e = self.el.raw(path, Scope(has_actor=False), None)
        if state_read_by(e) is not None:
            self.refuse(sentence, hole, WHAT_FITS, "changes during the game")
            return None
        return e

    def refuse(self, text: nodes.Text, hole: Hole, meant: str, wrong: str = "is not a name that is known here") -> None:
        self.world.report(say.text_hole(hole_span(text.span, hole.written), hole.written, meant, wrong))
