"""What may be written at a place in a text that is not finished: words of the language, and names of the game.

What sort of word comes next is asked of the parser, from the lines that lead to the place and nothing else: whatever
is wrong beside them does not matter. Names come from the rules as they were when they could be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import attrs
from attrs import frozen
from lark import UnexpectedInput
from lark.indenter import DedentError

from rulelang.describe.places import AMENDMENTS, Places, Thing, kinds_within
from rulelang.describe.reference import SINGLE_WORDS, all_blocks
from rulelang.diagnostics.registry import CATALOGUE
from rulelang.language.blocks import CLAUSE_MEANINGS, STATEMENTS, WAY_CLAUSES, Block
from rulelang.language.functions import BUILTINS
from rulelang.model.declarations import Column, Field, Grid, Kind, Option, Rule, Value, Zone
from rulelang.model.types import Entity, strip
from rulelang.source import SourceFile
from rulelang.syntax import nodes
from rulelang.syntax.parser import lark_parser, parse

VERBS = {statement.verb: statement for statement in STATEMENTS if statement.verb != "call"}
FORMS = dict(all_blocks())
INNER = frozenset({"column", "while", "effect", "says"})  # blocks that stand in others alone
TYPES = ("number", "money", "tokens", "yes or no", "text", "list")
LEVELS = ("turn", "phase", "round", "game", "each", "repeat")
SEEN = ("all", "owner", "nobody")
LISTS_OF_VARIANTS = frozenset({"needs", "excludes", "first", "variants"})
WORDS = ("where", "in", "and", "or", "is", "not", "if", "otherwise", "rounded", "times", "none", "yes", "no")
FIELD_CLAUSES = ("starts", "per", "seen by", "lasts", "when", "as", "not shown")
TOKENS = {word.upper(): word for word in WORDS}
NAME = re.compile(r"[a-z][a-z0-9_]*$")
FIRST = re.compile(r"\s*([a-z_]+)")
FIELD = re.compile(r"\s*([a-z][a-z0-9_.]*):")
BINDING = re.compile(r"\b([a-z][a-z0-9_]*) in ")
LET = re.compile(r"\s*let ([a-z][a-z0-9_]*) = (.*)$")
PARAMETER = re.compile(r"[(,]\s*([a-z][a-z0-9_]*): ([a-z][a-z0-9_]*)")
ARGUMENTS = re.compile(r"\(([a-z0-9_, ]*)\)")


@frozen
class Proposal:
    """Something that may be written: the text, what sort of thing it is, its type or form, and what it is for."""

    text: str
    sort: str
    detail: str = ""
    about: str = ""


@frozen(eq=False)
class Place:
    """A place in a text: the lines that lead to it, the one it is in up to it, and lines that bind names before it."""

    leading: tuple[str, ...]  # those that it stands in, outermost first
    line: str  # what stands before it, without the word that is being written
    before: tuple[str, ...]  # earlier lines beside those that lead to it

    @classmethod
    def at(cls, text: str, offset: int) -> Place:
        above = text[:offset].split("\n")
        line = NAME.sub("", above.pop())
        depth = depth_of(line)
        leading: list[str] = []
        before: list[str] = []
        for each in reversed(above):
            if depth == 0:
                break
            if not each.strip() or each.lstrip().startswith("#") or depth_of(each) > depth:
                continue
            if depth_of(each) < depth:
                depth = depth_of(each)
                leading.insert(0, without_comment(each))
            else:
                before.insert(0, without_comment(each))
        return cls(tuple(leading), line, tuple(before))

    @property
    def is_start(self) -> bool:
        """Does a line begin here?"""
        return not self.line.strip()

    @property
    def is_code(self) -> bool:
        """Is it neither in a text nor in a comment?"""
        outside = re.sub(r'"[^"]*"', "", self.line)
        return '"' not in outside and "#" not in outside

    @cached_property
    def heads(self) -> list[str]:
        """The first words of the lines that lead here."""
        return [found[1] for line in self.leading if (found := FIRST.match(line))]

    @cached_property
    def form(self) -> Block | None:
        """The form of the block that it stands in, if it is one."""
        return form_in(self.heads)

    @cached_property
    def expected(self) -> frozenset[str]:
        """What the parser could go on with, by its own names for words."""
        lines = [
            re.sub(r"^( *)otherwise( if)?\b", lambda found: f"{found[1]}if{'' if found[2] else ' yes'}", line)
            for line in self.leading
        ]
        reading: Any = lark_parser().parse_interactive("\n".join([*lines, self.line]))
        try:
            for token in reading.lexer_thread.lex(reading.parser_state):
                if token.type == "_DEDENT":
                    break
                reading.feed_token(token)
            return frozenset(reading.accepts())
        except (UnexpectedInput, DedentError):
            return frozenset()

    @property
    def declares(self) -> bool:
        """Is a name being made up, behind the keyword of a block?"""
        return re.fullmatch(r"\s*[a-z]+ ", self.line) is not None and {"COLON", "NAME"} <= self.expected

    @property
    def begun(self) -> str:
        """The first word of the statement or block that is being written; it may have begun on a line above."""
        found = FIRST.match(self.line)
        word = found[1] if found else ""
        return word if word in VERBS or word == "way" or word in FORMS or not self.heads else self.heads[-1]


def depth_of(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def without_comment(line: str) -> str:
    return re.sub(r'("[^"]*")|#.*', lambda found: found[1] or "", line).rstrip()


def form_in(heads: Sequence[str]) -> Block | None:
    """The form of the innermost of some blocks; a part of a mechanism is known by it."""
    for outer in reversed(heads[:-1]):
        if f"{outer}.{heads[-1]}" in FORMS:
            return FORMS[f"{outer}.{heads[-1]}"]
    return FORMS.get(heads[-1]) if heads else None


def proposals(text: str, offset: int, places: Places | None) -> list[Proposal]:
    """What may be written at a place, what is likely first."""
    place = Place.at(text, offset)
    if not place.is_code:
        return []
    found = Finder(place, places).all()
    return list({each.text: each for each in reversed(list(found))}.values())[::-1]


@frozen(eq=False)
class Finder:
    """Finds what may be written at one place."""

    place: Place
    places: Places | None
    _bound: dict[str, list[Kind]] = attrs.field(factory=dict)

    def all(self) -> Iterator[Proposal]:
        place = self.place
        head = FIRST.match(place.line)
        value_of = FIELD.match(place.line)
        if place.is_start:
            yield from self.line()
        elif place.line.endswith("."):
            yield from self.parts()
        elif head and head[1] in AMENDMENTS and re.fullmatch(r"\s*[a-z]+( of)? ", place.line):
            yield from self.amendable(head[1])
        elif re.fullmatch(r"\s*stop ", place.line):
            yield from (Proposal(level, "word") for level in LEVELS)
        elif re.fullmatch(r"\s*silence ", place.line):
            warnings = (each for each in CATALOGUE.values() if each.severity.value == "warning")
            yield from (Proposal(each.slug.replace("-", "_"), "word", "", each.title) for each in warnings)
        elif place.declares:
            return
        elif value_of and value_of[1] in LISTS_OF_VARIANTS:
            yield from self.named("variant")
        elif self.wants_type(value_of):
            yield from self.types()
        else:
            yield from self.within_a_line()

    # ---- the beginning of a line ----------------------------------------------------------------------------

    def line(self) -> Iterator[Proposal]:
        heads, form = self.place.heads, self.place.form
        last = heads[-1] if heads else ""
        if not heads:
            yield from blocks(keyword for keyword in FORMS if "." not in keyword and keyword not in INNER)
        elif last == "choose" and re.search(r"choose one\b", self.place.leading[-1]):
            yield Proposal("way", "block", "", SINGLE_WORDS["way"])
        elif last == "then":
            yield Proposal("need", "verb", VERBS["need"].form, VERBS["need"].about)
        elif last == "play":
            yield from (Proposal(thing.name, "member", "player") for thing in self.members_of("player"))
        elif last in VERBS or last in ("otherwise", "way", "given"):
            yield from self.statements()
        elif form is not None:
            yield from self.inside(form)

    def inside(self, form: Block) -> Iterator[Proposal]:
        """The fields and the inner blocks of a block, and statements if it has a body."""
        if form.body in ("statements", "both"):
            yield from self.statements()
        if form.body == "declarations":
            wanted = AMENDMENTS if form.keyword == "while" else FORMS
            yield from blocks(keyword for keyword in wanted if "." not in keyword and keyword not in INNER)
        else:
            members = [f"{form.keyword}.{word}" if f"{form.keyword}.{word}" in FORMS else word for word in form.members]
            yield from blocks(members)
        yield from (Proposal(f"{name}: ", "setting", "", about) for name, about in form.fields.items())
        yield Proposal("says", "block", "", FORMS["says"].about)

    def statements(self) -> Iterator[Proposal]:
        yield from (Proposal(each.verb, "verb", each.form, each.about) for each in VERBS.values())
        yield from self.named("rule")

    # ---- behind a dot ---------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Proposal]:
        """What belongs to what stands before the dot, or is called so with it."""
        chain = chain_before(self.place.line[:-1])
        for thing in self.things():
            if thing.name.startswith(f"{chain}.") and thing.sort != "part":
                yield self.proposal(thing, thing.name.removeprefix(f"{chain}."))
        for kind in self.kinds(chain):
            for name in kind.part_names():
                yield Proposal(name, "part", held_in(kind.find(name)))
            yield from (Proposal(name, "part", "effect") for name in kind.root.effects)
            if kind.name == "player":
                owned = (t.model for t in self.things() if isinstance(t.model, Kind) and t.model.per_player)
                yield from (Proposal(piece.name, "part", f"list({piece.name})") for piece in owned)
            elif kind.root.per_player:
                yield Proposal("owner", "part", "player")

    def kinds(self, chain: str) -> list[Kind]:
        """The kinds of what an expression may be."""
        parsed = parse(SourceFile("", f"value x gives {chain}\n"))
        clause = next((item.clause("gives") for item in parsed.file.items if isinstance(item, nodes.Block)), None)
        if parsed.problems or clause is None or not clause.values:
            return []
        return self.kinds_of(clause.values[0])

    def kinds_of(self, expression: nodes.Expression) -> list[Kind]:
        if self.places is None:
            return []
        match expression:
            case nodes.Name("actor" | "holder"):
                return self.kind("player")
            case nodes.Name(name) if name in self.locals:
                return self.local(name)
            case nodes.Part(of, name):
                found = self.places.part_of(self.kinds_of(of), name)
                return kinds_within(found.model) if found is not None else self.places.kinds(expression)
            case nodes.Index(of) | nodes.Group(of):
                return self.kinds_of(of)
            case nodes.Apply(nodes.Name("ways" | "ways_into")):
                return [thing.model.way for thing in self.things() if thing.sort == "graph"]
            case nodes.Apply(nodes.Name("clockwise" | "counterclockwise" | "left" | "right" | "seat")):
                return self.kind("player")
            case nodes.Apply(nodes.Name(name), (first, *_)) if name in FUNCTIONS:
                source = first.binder.source if isinstance(first, nodes.Over) else first
                return [] if isinstance(source, nodes.Named) else self.kinds_of(source)
            case nodes.Apply(function):
                return self.places.kinds(function)
            case nodes.Default(value) | nodes.IfElse(value):
                return self.kinds_of(value)
        return self.places.kinds(expression)

    def kind(self, name: str) -> list[Kind]:
        return [thing.model for thing in self.things() if thing.name == name and isinstance(thing.model, Kind)]

    # ---- names of the body ----------------------------------------------------------------------------------

    @property
    def locals(self) -> dict[str, str]:
        """The names that are bound on the way, each with what it is bound to, as it is written."""
        found: dict[str, str] = {}
        for line in (*self.place.leading, self.place.line):
            found |= dict(PARAMETER.findall(line))
            found |= {bound[1]: line[bound.end() :] for bound in BINDING.finditer(line)}
        lets = [let for let in map(LET.match, self.place.before) if let is not None]
        return found | {let[1]: let[2] for let in lets} | self.arguments()

    def arguments(self) -> dict[str, str]:
        """The names that amendments have for the arguments of what they amend."""
        found: dict[str, str] = {}
        for line in self.place.leading:
            head = FIRST.match(line)
            given = ARGUMENTS.search(line) if head and head[1] in AMENDMENTS else None
            if given:
                name = re.split(r"\s+", line[: given.start()].strip())[-1]
                model = next(
                    (t.model for t in self.things() if t.name == name and isinstance(t.model, Rule | Value)), None
                )
                names = [each.strip() for each in given[1].split(",")]
                for each, parameter in zip(names, getattr(model, "parameters", ()), strict=False):
                    found[each] = str(strip(parameter.type))
        return found

    def local(self, name: str) -> list[Kind]:
        if name not in self._bound:
            self._bound[name] = []  # what is bound to itself has no kind
            self._bound[name] = self.kinds(chain_at(self.locals[name]))
        return self._bound[name]

    # ---- within a line --------------------------------------------------------------------------------------

    def within_a_line(self) -> Iterator[Proposal]:
        expected = self.place.expected
        if {"NAME", "LPAR"} <= expected:
            yield from self.expression()
        yield from (
            Proposal(word, "word", "", SINGLE_WORDS.get(word, "")) for key, word in TOKENS.items() if key in expected
        )
        if "CLAUSE" in expected:
            yield from self.clauses()

    def expression(self) -> Iterator[Proposal]:
        last = re.search(r"\b(of|per|seen by) $", self.place.line)
        if last and last[1] == "seen by":
            yield from (Proposal(word, "word") for word in SEEN)
        elif last:
            yield from self.named("kind")
            return
        yield from (Proposal(name, "local", self.detail_of(name)) for name in self.locals)
        yield Proposal("actor", "word", "player", SINGLE_WORDS["actor"])
        for sort in ("field", "zone", "value", "option", "kind", "grid"):
            yield from self.named(sort)
        yield from (Proposal(thing.name, "member", thing.model.kind.name) for thing in self.things("member"))
        yield from (Proposal(each.name, "function", each.forms[0], f"{each.about} ({each.gives})") for each in BUILTINS)
        if re.search(r"\b(can|why_not)\($", self.place.line):
            yield from self.named("rule")

    def detail_of(self, local: str) -> str:
        return ", ".join(dict.fromkeys(kind.name for kind in self.local(local)))

    def clauses(self) -> Iterator[Proposal]:
        word = self.place.begun
        form = form_in([*self.place.heads, word])
        if word in VERBS:
            allowed: Iterable[str] = VERBS[word].clauses
        elif word == "way":
            allowed = WAY_CLAUSES
        else:
            allowed = (
                (*form.clauses, "cites") if form is not None and not FIELD.match(self.place.line) else FIELD_CLAUSES
            )
        yield from (Proposal(clause, "clause", "", meaning(word, clause)) for clause in allowed)

    # ---- what there is --------------------------------------------------------------------------------------

    def wants_type(self, value_of: re.Match[str] | None) -> bool:
        """Does a type stand here: behind a parameter, or behind a field of state?"""
        if re.search(r"[(,]\s*[a-z][a-z0-9_]*: $", self.place.line) and FIRST.match(self.place.line):
            return True
        is_state = self.place.form is not None and self.place.form.body == "state"
        return (
            is_state
            and value_of is not None
            and value_of.end() == len(self.place.line.rstrip())
            and (self.place.form is not None and value_of[1] not in self.place.form.fields)
        )

    def types(self) -> Iterator[Proposal]:
        yield from self.named("kind")
        yield from (Proposal(word, "word", "", SINGLE_WORDS.get(word, "")) for word in TYPES)

    def amendable(self, keyword: str) -> Iterator[Proposal]:
        """What an amendment may hang on, with its arguments."""
        sorts = ("value", "option", "grid") if keyword == "change" else ("rule",)
        for sort in sorts:
            for thing in self.things(sort):
                names = [parameter.name for parameter in getattr(thing.model, "parameters", ())]
                text = thing.name + (f"({', '.join(names)})" if names else "")
                yield Proposal(text, sort, detail(thing), about(thing))

    def things(self, sort: str = "") -> list[Thing]:
        found = self.places.known.things.values() if self.places is not None else ()
        return [thing for thing in found if not sort or thing.sort == sort]

    def members_of(self, kind: str) -> list[Thing]:
        return [thing for thing in self.things("member") if thing.model.kind.root.name == kind]

    def named(self, sort: str) -> Iterator[Proposal]:
        yield from (self.proposal(thing, thing.name) for thing in self.things(sort))

    def proposal(self, thing: Thing, text: str) -> Proposal:
        return Proposal(text, thing.sort, detail(thing), about(thing))


FUNCTIONS = frozenset({"first", "last", "top", "list", "different", "reverse", "take", "min", "max", "other"})


def meaning(word: str, clause: str) -> str:
    """What a clause says behind a word, as far as that is written down."""
    return CLAUSE_MEANINGS.get(word, {}).get(clause) or CLAUSE_MEANINGS["*"].get(clause) or SINGLE_WORDS.get(clause, "")


def blocks(keywords: Iterable[str]) -> Iterator[Proposal]:
    for keyword in keywords:
        word = keyword.rpartition(".")[2]
        told = FORMS[keyword].about if keyword in FORMS else SINGLE_WORDS.get(word, "")
        yield Proposal("instead of" if word == "instead" else word, "block", "", told)


def detail(thing: Thing) -> str:
    """The form of a rule or a value, or what something holds."""
    model = thing.model
    if isinstance(model, Rule | Value):
        parameters = ", ".join(f"{p.name}: {p.type}" for p in model.parameters)
        gives = f" gives {model.type}" if isinstance(model, Value) else ""
        return f"({parameters}){gives}" if parameters else gives.strip()
    if isinstance(model, Option):
        return f"{model.word(model.default)} unless set"
    return str(model.type) if hasattr(model, "type") and not isinstance(model.type, Entity) else ""


def held_in(part: Column | Field | Zone | Grid | None) -> str:
    """What a part of a kind holds."""
    return f"list({part.card.name})" if isinstance(part, Zone) else str(part.type) if part is not None else ""


def about(thing: Thing) -> str:
    says = thing.block.says if thing.block is not None else None
    if says is not None and says.text is not None:
        return says.text.value
    return thing.block.label or "" if thing.block is not None else ""


def chain_before(line: str) -> str:
    """The name, with its parts, keys and arguments, that a line ends with."""
    depth, at = 0, len(line)
    while at:
        character = line[at - 1]
        depth += (character in ")]") - (character in "([")
        if depth < 0 or (depth == 0 and not (character.isalnum() or character in "_.)][(")):
            break
        at -= 1
    return line[at:]


def chain_at(text: str) -> str:
    """The name, with its parts, keys and arguments, that a text begins with."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if depth < 0 or (depth == 0 and not (character.isalnum() or character in "_.)][(")):
            return text[:at]
    return text
