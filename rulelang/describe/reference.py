"""What there is to say of each word of the language, from the data that the checker itself reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulelang.language.blocks import CLAUSE_MEANINGS, CORE, STATEMENTS, Block, Statement
from rulelang.language.functions import BUILTINS, Builtin
from rulelang.mechanisms import MECHANISMS
from rulelang.mechanisms.contract import Mechanism


def block_of(keyword: str) -> Block:
    """The form of a block, by its keyword; `auction.won` is a part of a mechanism."""
    for block in all_blocks():
        if block[0] == keyword:
            return block[1]
    raise KeyError(keyword)


def all_blocks() -> list[tuple[str, Block]]:
    """Every block of the language under its keyword; parts of mechanisms under both names."""
    found = [(block.keyword, block) for block in CORE]
    for mechanism in MECHANISMS:
        found.append((mechanism.keyword, mechanism.block))
        found += [(f"{mechanism.keyword}.{member.keyword}", member) for member in mechanism.members]
    return found


def statement_of(verb: str) -> Statement:
    """The form of a statement."""
    return next(statement for statement in STATEMENTS if statement.verb == verb)


# ---- single words ---------------------------------------------------------------------------------------


# Words within expressions and types, which belong to no block or statement.
SINGLE_WORDS = {
    "number": "A whole number; `1..6` is one within bounds.",
    "money": "A number that only `pay` changes, so that none is lost.",
    "tokens": "A number of things, such as gems or cubes, that only `pay` changes: in a kind, of that member;"
    " `tokens per gem`, of each member.",
    "yes": "The one value of a condition; `yes or no` is the type of a field that holds one.",
    "no": "The other value of a condition; `yes or no` is the type of a field that holds one.",
    "text": "Words in quotes; they never change during the game.",
    "none": "Nothing: of a type `… or none`. Ask with `is none`, `is not none`, or give a default with `otherwise`.",
    "and": "Both conditions hold: `a and b`.",
    "or": "One of the conditions holds: `a or b`. In a type: `good or none`.",
    "not": "The condition does not hold: `not a`; `is not`, `is not in`.",
    "is": "`x is none`, `x is name` (of a kind, of a title), `x is in list`.",
    "has": "A word of the first edition: write `y is in x` for `x has y`, `t[k] is not none` for `t has k`.",
    "in": "What is gone through: `each x in e`, `choose x in e`; a test is written `x is in e`.",
    "where": "Only those for which a condition holds: `each x in e where c`.",
    "otherwise": "The other case: a line behind `if` and `choose`; `a if c otherwise b`; `x otherwise y` if x is none.",
    "rounded": "How a division ends: `a / b rounded down`, `rounded up`.",
    "times": "How often: `repeat 3 times`.",
    "actor": "The player who has the turn.",
    "players": "How many play.",
    "bank": "Where money comes from and goes to; without `bank: n` it never runs out.",
    "box": "Where cards are that are out of play.",
    "holder": "In a card: who holds it.",
    "self": "In a card: the card itself.",
    "way": 'One of the options of `choose one`: `way name "Label" [when c]`, with its body below. With parameters,'
    ' `way bid(n in 1..6, f in e where c) as "{n} × {f}"`, it is one option for each that they go over.',
    "given": "In a scenario: statements that make the position.",
    "then": "In a scenario: needs that must hold after the play.",
    "with": "A word kept for clauses; it can not be a name.",
    "lasts": "Of a field: for how long it keeps its value: `lasts turn`, `phase` or `round`; then it starts anew.",
    "pass": "The option that `optional` adds; a step of scenarios.",
    "effect": "In a card: what is done when it is played with `perform`.",
}


def words() -> list[str]:
    """Everything that has an entry: blocks and their fields, statements, clauses, functions."""
    forms: list[Block | Statement] = [*(form for _, form in all_blocks()), *STATEMENTS]
    return list(
        dict.fromkeys(
            [
                *dict(all_blocks()),
                *(s.verb for s in STATEMENTS),
                *(each.name for each in BUILTINS),
                *(clause for form in forms for clause in form.clauses),
                *(name for _, form in all_blocks() for name in form.fields),
                *SINGLE_WORDS,
            ]
        )
    )


def entry(word: str) -> str | None:
    """What the reference says of a word, or nothing; a word may be several things."""
    found = [
        *(block(keyword) for keyword, _ in all_blocks() if keyword == word or keyword.endswith(f".{word}")),
        *(statement(word) for s in STATEMENTS if s.verb == word),
        *(function_entry(each) for each in BUILTINS if each.name == word),
        *([SINGLE_WORDS[word]] if word in SINGLE_WORDS else []),
        table(("clause of", "meaning"), clause_uses(word)),
        table(("field of", "meaning"), [(f"`{k}`", b.fields[word]) for k, b in all_blocks() if word in b.fields]),
    ]
    example = next((b.example for keyword, b in all_blocks() if keyword == word and b.example), "")
    shown = f"```rules\n{example}\n```" if example else ""
    if any(found):
        return joined(f"# {word}", *map(without_links, found), shown) + "\n"
    longer = next((each for each in words() if each.startswith(f"{word} ")), None)  # `sorted` means `sorted by`
    return entry(longer) if longer is not None else None


def clause_uses(word: str) -> list[tuple[str, str]]:
    """Where a clause may stand, and what it says there."""
    forms = [*((k, b.keyword, b.clauses) for k, b in all_blocks()), *((s.verb, s.verb, s.clauses) for s in STATEMENTS)]
    return [(f"`{shown}`", clause_meaning(keyword, word)) for shown, keyword, clauses in forms if word in clauses]


def function_entry(each: Builtin) -> str:
    """A function in a line or two."""
    return joined(listed(each.forms) + f" gives {each.gives}", f"{each.about[0].upper()}{each.about[1:]}.")


def without_links(text: str) -> str:
    """For the terminal: the codes of problems by themselves, which are asked for in the same way."""
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"`\1`", text)


# ---- blocks and statements ------------------------------------------------------------------------------


def block(keyword: str) -> str:
    """What a block may have: clauses, fields, parts, and what is often wrong with it."""
    form = block_of(keyword)
    return joined(
        form.about,
        table(("clause", "meaning"), clause_rows(form.keyword, form.clauses)),
        table(("field", "meaning"), [(f"`{name}`", text) for name, text in form.fields.items()]),
        holds(form),
        problems(form.problems),
    )


def holds(form: Block) -> str:
    """What may stand below the first line of a block, in a sentence."""
    parts = {
        "statements": "statements",
        "state": "fields with types",
        "both": "fields with types, and statements",
        "declarations": "declarations and amendments",
    }
    found = [
        *(["rows of a table"] if form.table else []),
        *([parts[form.body]] if form.body in parts else []),
        *(["needs"] if form.needs else []),
        *([f"blocks {listed(form.members)}"] if form.members else []),
    ]
    return f"Below it: {'; '.join(found)}." if found else ""


def clause_rows(keyword: str, clauses: Iterable[str]) -> list[tuple[str, str]]:
    return [(f"`{word}`", clause_meaning(keyword, word)) for word in clauses]


def clause_meaning(keyword: str, word: str) -> str:
    """What a clause says behind a keyword or verb."""
    own = CLAUSE_MEANINGS.get(keyword, {})
    return own[word] if word in own else CLAUSE_MEANINGS["*"][word]


def statement(verb: str) -> str:
    """How a statement is written, what it does, its clauses, and what is often wrong with it."""
    form = statement_of(verb)
    return joined(
        f"`{form.form}`",
        form.about,
        table(("clause", "meaning"), clause_rows(verb, form.clauses)),
        problems(form.problems),
    )


def statements() -> str:
    """All statements, a row each."""
    rows = [(f"[{s.verb}](#{s.verb})", f"`{s.form}`", s.about) for s in STATEMENTS]
    return table(("statement", "form", "meaning"), rows)


def blocks(names: str) -> str:
    """A row for each of some blocks."""
    rows = [(f"[{name}](#{anchor(name)})", block_of(name).about) for name in names.split()]
    return table(("block", "what it is"), rows)


def anchor(name: str) -> str:
    return name.replace(" ", "-").replace(".", "")


def problems(codes: Sequence[str]) -> str:
    """Links to the pages of problems."""
    if not codes:
        return ""
    return "Often wrong: " + ", ".join(f"[{code}](PAGES/{code}.md)" for code in dict.fromkeys(codes)) + "."


# ---- functions ------------------------------------------------------------------------------------------


def functions(group: str) -> str:
    """The functions of a group."""
    rows = [
        (", ".join(f"`{form}`" for form in each.forms), each.gives, each.about)
        for each in BUILTINS
        if each.group == group
    ]
    return table(("function", "gives", "meaning"), rows)


# ---- mechanisms -----------------------------------------------------------------------------------------


def mechanism_of(keyword: str) -> Mechanism:
    return next(mechanism for mechanism in MECHANISMS if mechanism.keyword == keyword)


def mechanism(keyword: str) -> str:
    """What the block of a mechanism may have, and its parts."""
    found = mechanism_of(keyword)
    parts = [(f"`{member.keyword}`", member.about) for member in found.members]
    more = [(f"`{m.keyword}`: `{name}`", text) for m in found.members for name, text in m.fields.items()]
    return joined(block(keyword), table(("part", "what it is"), parts), table(("field of a part", "meaning"), more))


# ---- Markdown -------------------------------------------------------------------------------------------


def listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown, or nothing."""
    if not rows:
        return ""
    lines = [heads, ["---"] * len(heads), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)
