"""The form of blocks: known keywords, fields and clauses. Reads the schema; adds nothing to the model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.suggest import near
from rulelang.diagnostics.wording import names as say
from rulelang.diagnostics.wording import structure as say_structure
from rulelang.diagnostics.wording import syntax as say_syntax
from rulelang.diagnostics.wording import types as say_types
from rulelang.language.blocks import CORE, VERBS, Block
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.from_lark import ALONE
from rulelang.syntax.recovery.habits import whole_line
from rulelang.syntax.spell import spell
from rulelang.syntax.words import SAYS, blocks_in

TOP = frozenset(block.keyword for block in CORE if block.is_top)
BODY_WORDS = frozenset({"turn", "way", "phase", "round"})
# Fields that know only certain words.
FIXED_WORDS = {
    ("game", "ask"): ("always",),
    ("card", "stacks"): ("yes", "no"),
    ("map", "both_ways"): ("yes", "no"),
    ("scenario", "setup"): ("played",),
}
SEVERAL = ("per", "needs", "excludes")  # clauses that take more than one value
OF_DATA = {("change", "to"), ("add", "after")}  # a cell may hold a list, and a row have several keys
# The clauses of fields: those that are state, and those that are settings of a block.
OF_STATE = ("per", "starts", "seen by", "lasts", "when", "as", "not shown")
OF_SETTINGS = ("of", "seen by", "when")
# As names these could be declared and never be read: they stand for themselves, or go on with the line above.
LITERALS = frozenset({"none", "yes", "no", "not"})
RESERVED = LITERALS | {"and", "or", "where", "otherwise"}
# A line that begins with one of these never does a rule of that name.
NO_RULES = RESERVED.union(VERBS, {"perform", "setup"})
WITHOUT_FORM = frozenset({"given", "play", "then"})
# What the first edition of the language wrote otherwise.
TOLD = 'write `says "…"`, or `says none`, as the first line of a rule, value, action, way, phase, amendment or field'
OTHER_LANGUAGES = "words of other languages stand in `translate` blocks"
FIELDS_OF_PLAYERS = "a variant gives players further fields with `add to player`"
TRANSLATED_ROWS = '`translate` has lines and no rows: `"text": "translation"`'


def misplaced_says(line: nodes.Block, is_first: bool) -> Diagnostic:
    """What is wrong with a line `says` that is not the sentence of what it stands in."""
    why = "needs a sentence" if is_first else "stands first in the body that it is about, and once"
    return say_structure.bad_says(line.header, why, TOLD)


def habit_of(block: nodes.Block) -> Diagnostic | None:
    """What to write for a line of a body that is no block, if it is a habit of another language."""
    habit = whole_line(block.header.quoted)
    if habit is None:
        return None
    return say_syntax.foreign_word(block.header, habit.written, habit.ours, habit.note)


class ShapeChecker:
    """Checks blocks against the schema."""

    def __init__(self, mechanisms: Iterable[tuple[Block, Sequence[Block]]]) -> None:
        self.blocks = {block.keyword: block for block in CORE}
        self.top = set(TOP)
        for block, members in mechanisms:
            self.blocks[block.keyword] = block
            self.top.add(block.keyword)
            for member in members:
                self.blocks.setdefault(f"{block.keyword}.{member.keyword}", member)
        self.problems: list[Diagnostic] = []
        self.rules: set[str] = set()
        self.meant: dict[int, str] = {}  # of misspelt blocks and fields, the word they probably should have

    def unknown(self, block: nodes.Block, known: Iterable[str], place: str) -> None:
        candidates = list(known)
        habit = habit_of(block) if VERBS[0] in candidates else None
        if habit is not None:
            self.problems.append(habit)
            return
        self.problems.append(say.unknown_keyword(block.keyword_span, block.keyword, candidates, place))
        meant = near(block.keyword, candidates)
        if meant is not None:
            self.meant[id(block)] = meant
            if meant in self.blocks:
                self.block(block, self.blocks[meant])

    def check(self, items: Sequence[nodes.Item]) -> list[Diagnostic]:
        blocks = [item for item in items if isinstance(item, nodes.Block)]
        self.rules = {str(b.path) for b in blocks if b.keyword in ("rule", "action")}
        for item in items:
            if not isinstance(item, nodes.Block):
                self.problems.append(say.out_of_place(item.span, "this line", "the file itself"))
            elif item.keyword not in self.top:
                self.unknown(item, sorted(self.top), "here")
            else:
                self.block(item, self.blocks[item.keyword])
                self.problems += [say_syntax.first_edition(at, OTHER_LANGUAGES) for at in other_languages(item)]
        return self.problems

    def block(self, block: nodes.Block, form: Block) -> None:
        if block.says is not None and not form.is_told:
            self.problems.append(say_structure.bad_says(block.says.span, f"tells nothing in `{form.keyword}`", TOLD))
        if form.keyword == "scenario" and block.says is not None and block.says.text is not None:
            self.example(block.says.text)
        self.name(block, form)
        self.clauses(block, form)
        for before, item in zip([None, *block.body], block.body, strict=False):
            if isinstance(item, nodes.Row) and isinstance(before, nodes.Row):
                continue  # what is wrong with a row is wrong with the whole table
            self.member(item, block, form)

    def name(self, block: nodes.Block, form: Block) -> None:
        if block.keyword == "add" and block.path is None:
            self.problems.append(say.missing_clause(block.header, "add", "to"))
        elif form.needs_name and block.path is None and block.keyword != "player":
            word = word_for_name(block)
            if word is not None:
                self.problems.append(say_syntax.reserved_word(word, word.text))
            else:
                self.problems.append(say.missing_name(block.header, block.keyword))
        elif block.path is not None and not form.needs_name:
            self.problems.append(say.out_of_place(block.path.span, f"the name `{block.path}`", block.keyword))
        elif block.path is not None and block.path.names[0] in (NO_RULES if is_done(block) else RESERVED):
            self.problems.append(say_syntax.reserved_word(block.path.span, str(block.path)))

    def clauses(self, block: nodes.Block, form: Block) -> None:
        named = form.needs_name and block.path is None and word_for_name(block) is not None
        for clause in block.clauses[1:] if named else block.clauses:
            if isinstance(clause, nodes.Clause) and clause.word not in form.clauses:
                self.problems.append(say.unknown_clause(clause.span, clause.word, block.keyword, form.clauses))
        self.problems += odd_clauses(block.clauses, block.keyword)

    def member(self, item: nodes.Item, block: nodes.Block, form: Block) -> None:
        match item:
            case nodes.Field():
                self.field(item, block, form)
            case nodes.Phrase():
                if form.body != "words":
                    self.problems.append(say.out_of_place(item.span, "a translation", block.keyword))
            case nodes.Row():
                if form.body == "words":
                    self.problems.append(say_syntax.first_edition(item.span, TRANSLATED_ROWS))
                elif not form.table:
                    self.problems.append(say.out_of_place(item.span, "a table row", block.keyword))
            case nodes.Block():
                self.inner(item, block, form)
            case nodes.Act("need"):
                if not form.needs and form.body not in ("statements", "both", "members"):
                    self.problems.append(say.out_of_place(item.span, "a need", block.keyword))
            case _:
                if form.body not in ("statements", "both"):
                    self.problems.append(say.out_of_place(item.span, "a statement", block.keyword))

    def example(self, said: nodes.Text) -> None:
        """An example tells of one case: there is nothing that options would fill in."""
        if {"{", "}"} & set(said.value):
            self.problems.append(say_types.stray_hole(said.span, "an example tells what happens as it is written"))

    def field(self, item: nodes.Field, block: nodes.Block, form: Block) -> None:
        first = item.path.names[0]
        if form.body == "words":
            return
        allowed = FIXED_WORDS.get((form.keyword, str(item.path)))
        if allowed is not None and item.values and spell(item.values[0]) not in allowed:
            at = item.values[0].span
            self.problems.append(say.unknown_word(at, str(item.path), spell(item.values[0]), allowed))
        known = first in form.fields
        if known and item.says is not None and first not in form.sentences:
            self.problems.append(say_structure.bad_says(item.says.span, f"tells nothing in `{first}:`", TOLD))
        for inner in item.body:
            if isinstance(inner, nodes.Block) and inner.keyword == SAYS:
                self.problems.append(misplaced_says(inner, item.says is None and inner is item.body[0]))
        if known or form.body in ("state", "both"):
            clauses = OF_SETTINGS if known else OF_STATE
            if first in form.reasons:
                clauses = (*clauses, "because")
            for clause in item.clauses:
                if isinstance(clause, nodes.Clause) and clause.word not in clauses:
                    self.problems.append(say.unknown_clause(clause.span, clause.word, f"{item.path}:", clauses))
            self.problems += odd_clauses(item.clauses, str(item.path))
            if str(item.path) in LITERALS:
                self.problems.append(say_syntax.reserved_word(item.path.span, first))
            return
        self.problems.append(say.unknown_field(item.path.span, str(item.path), form.keyword, form.fields))
        meant = near(str(item.path), form.fields)
        if meant is not None:
            self.meant[id(item)] = meant

    def inner(self, item: nodes.Block, block: nodes.Block, form: Block) -> None:
        if item.keyword == SAYS:
            if form.is_told:
                self.problems.append(misplaced_says(item, block.says is None and item is block.body[0]))
            else:
                self.problems.append(say_structure.bad_says(item.header, f"tells nothing in `{form.keyword}`", TOLD))
            return
        if item.keyword in WITHOUT_FORM and block.keyword == "scenario":
            return
        if form.body == "declarations":
            if item.keyword == "player" and block.keyword == "variant":
                self.problems.append(say_syntax.first_edition(item.header, FIELDS_OF_PLAYERS))
            self.declaration(item)
            return
        member = self.blocks.get(f"{block.keyword}.{item.keyword}") or self.blocks.get(item.keyword)
        if item.keyword in form.members and member is not None:
            self.block(item, member)
        elif form.body in ("statements", "both") and (item.keyword in BODY_WORDS or item.keyword in self.rules):
            return  # said where bodies are read
        elif form.body in ("statements", "both") and item.keyword == "add":
            help_ = f"a number goes up with `add 1 to {item.path}`; data are added to beside the rules"
            problem = say.unknown_keyword(item.keyword_span, "add to", (), f"in `{block.keyword}`")
            self.problems.append(evolve(problem, help=help_))
        else:
            verbs = (*BODY_WORDS, *VERBS) if form.body in ("statements", "both") else ()
            self.unknown(item, (*form.members, *verbs), f"in `{block.keyword}`")

    def declaration(self, item: nodes.Block) -> None:
        if item.keyword in self.top:
            self.block(item, self.blocks[item.keyword])
        else:
            self.unknown(item, sorted(self.top), "here")


def odd_clauses(clauses: Sequence[Any], owner: str) -> Iterator[Diagnostic]:
    """Clauses that say something nobody reads: twice the same, or more than the word takes."""
    first: dict[str, nodes.Clause] = {}
    for clause in clauses:
        if not isinstance(clause, nodes.Clause):
            continue
        if first.setdefault(clause.word, clause) is not clause:
            yield say.clause_twice(clause.span, clause.word, first[clause.word].span)
        named = clause.word == "optional" and owner == "choose"
        is_text = len(clause.values) == 1 and isinstance(clause.values[0], nodes.Text)
        if clause.word in ALONE and clause.values and not (named and is_text):
            yield say.clause_alone(clause.values[0].span, clause.word, "at most one text" if named else "nothing")
        elif len(clause.values) > 1 and clause.word not in SEVERAL and (owner, clause.word) not in OF_DATA:
            with_unit = clause.word == "costing" and isinstance(clause.values[1], nodes.Text)
            if len(clause.values) > 2 or not with_unit:
                takes = "a number, and a text that says of what" if clause.word == "costing" else "one value"
                yield say.clause_alone(clause.values[1].span, clause.word, takes)


def is_done(block: nodes.Block) -> bool:
    """Does a block declare what is done in a line that begins with its name?"""
    return block.keyword in ("rule", "action") and block.path is not None and len(block.path.names) == 1


def other_languages(block: nodes.Block) -> Iterator[Span]:
    """Where a block, or one in it, has labels in another language, as the first edition had them."""
    for item in block.body if block.keyword != "translate" else ():
        match item:
            case nodes.Field(nodes.Path(("label" | "row_label", _)) as path):
                yield path.span
            case nodes.Row(cells):
                heads = (value for cell in cells for value in cell.values)
                yield from (head.span for head in heads if isinstance(head, nodes.Part) and spell(head.of) == "label")
    for inner in blocks_in(block.body):
        yield from other_languages(inner)


def word_for_name(block: nodes.Block) -> Span | None:
    """A word such as `limit` where the name should be: it was read as a clause."""
    first = block.clauses[0] if block.clauses else None
    between = block.span.file.text[block.keyword_span.end : first.span.start] if first is not None else "?"
    if block.keyword == "player" or not isinstance(first, nodes.Clause) or between.strip() or block.label:
        return None
    return Span(first.span.file, first.span.start, first.span.start + len(first.word))


def check_shape(items: Sequence[nodes.Item], mechanisms: Any) -> tuple[list[Diagnostic], tuple[nodes.Item, ...]]:
    """What is wrong with the form of blocks, and the items with misspelt words as they were probably meant.

    So the rest of what a misspelt block says is looked at, and nobody misses what it declares.
    """
    checker = ShapeChecker([(m.block, m.members) for m in mechanisms])
    problems = checker.check(items)
    return problems, tuple(respelt(item, checker.meant) for item in items) if checker.meant else tuple(items)


def respelt(item: nodes.Item, meant: Mapping[int, str]) -> nodes.Item:
    """An item, and the items in it, with other words where those are misspelt."""
    if isinstance(item, nodes.Block):
        body = tuple(respelt(inner, meant) for inner in item.body)
        return evolve(item, keyword=meant.get(id(item), item.keyword), body=body)
    if isinstance(item, nodes.Field) and id(item) in meant:
        return evolve(item, path=evolve(item.path, names=tuple(meant[id(item)].split("."))))
    return item
