"""Words for names that are missing, doubled or out of place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.diagnostics.diagnostic import Diagnostic, Label
from rulelang.diagnostics.first_edition import FIELDS, FUNCTIONS, GONE, KEYWORDS, OPERATORS, TYPES, renamed
from rulelang.diagnostics.registry import Wording, problem
from rulelang.diagnostics.suggest import Meant, did_you_mean
from rulelang.source import NOWHERE, Span


def declared(span: Span, text: str = "declared here") -> tuple[Label, ...]:
    """A label for the place of a declaration, if it has one."""
    return () if span is NOWHERE or not span.file.text else (Label(span, text),)


# Names that other languages have for what is there under another name.
ELSEWHERE = {
    "true": "yes",
    "false": "no",
    "null": "none",
    "nil": "none",
    "undefined": "none",
    "me": "actor",
    "current_player": "actor",
    "active_player": "actor",
    "num_players": "players",
    "len": "count",
    "size": "count",
    "length": "count",
    "exists": "any",
    "every": "all",
    "filter": "list",
}


def our_word(name: str) -> str:
    """Our own word for a name that other languages have."""
    return Meant(f"write `{ELSEWHERE[name]}`", ELSEWHERE[name]) if name in ELSEWHERE else ""


@problem("unknown-name", "a name that nothing declares")
def unknown_name(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    return Wording(
        span,
        f"nothing is called `{name}`",
        "not known here",
        help=our_word(name) or did_you_mean(name, candidates),
        names=(name,),
    )


@problem("unknown-part", "a part that a kind of thing does not have")
def unknown_part(
    span: Span, name: str, owner: str, candidates: Iterable[str], where: Span, below: Iterable[str] = ()
) -> Wording:
    parts = list(dict.fromkeys(candidates))
    listed = f"its parts are {', '.join(f'`{part}`' for part in parts[:12])}" if parts else ""
    having = ", ".join(f"`{kind}`" for kind in below)
    narrow = f"not every `{owner}` has it, but {having}: ask with `is` first, or declare it in `{owner}`"
    return Wording(
        span,
        f"`{owner}` has no `{name}`",
        "no such part",
        declared(where, f"`{owner}` is declared here"),
        narrow if having else did_you_mean(name, parts) or listed,
        names=(owner, name),
    )


@problem("unknown-rule", "a call of, or an amendment to, a rule that does not exist")
def unknown_rule(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    return Wording(
        span, f"there is no rule `{name}`", "no such rule", help=did_you_mean(name, candidates), names=(name,)
    )


@problem("unknown-value", "a change to a value that does not exist")
def unknown_value(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    return Wording(
        span,
        f"there is no value or option `{name}` to change",
        "no such value",
        help=did_you_mean(name, candidates) or "only a `value` or an `option` can be changed",
        names=(name,),
    )


@problem("unknown-function", "a function that is not built in")
def unknown_function(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    return Wording(
        span,
        f"there is no function or value `{name}`",
        "not known here",
        help=renamed(name, FUNCTIONS | OPERATORS)
        or our_word(name)
        or did_you_mean(name, candidates)
        or "declare it with `value`, or use one of the built-in functions",
        names=(name,),
    )


@problem("unknown-kind", "a type that nothing declares")
def unknown_kind(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    return Wording(
        span,
        f"there is no kind `{name}`",
        "no such kind",
        help=renamed(name, TYPES) or did_you_mean(name, candidates),
        names=(name,),
    )


@problem("unknown-zone", "a zone that nothing declares")
def unknown_zone(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    return Wording(
        span, f"there is no zone `{name}`", "no such zone", help=did_you_mean(name, candidates), names=(name,)
    )


@problem("ambiguous-name", "a name that could mean several things")
def ambiguous_name(
    span: Span,
    name: str,
    kinds: Iterable[str],
    cure: str = "compare it with something of a known kind, or rename one of them",
) -> Wording:
    listed_kinds = tuple(kinds)
    said = " or ".join(f"`{k}`" for k in listed_kinds)
    return Wording(
        span,
        f"`{name}` could be a member of {said}",
        "which one?",
        help=cure,
        names=(name, *listed_kinds),
    )


def ambiguous_heads(span: Span, name: str, kinds: Sequence[str]) -> Diagnostic:
    return ambiguous_name(span, name, kinds, f"give them a name: `column cost per {kinds[0]}`")


@problem("name-taken", "a name declared twice")
def name_taken(
    span: Span, name: str, first: Span, help_: str = "give one of them another name", amendment: str = ""
) -> Wording:
    if first.file is span.file and first.start > span.start:
        span, first = first, span  # declarations are not read in their order
    return Wording(
        span,
        f"`{name}` is declared twice",
        "again here",
        declared(first, "first declared here"),
        f"{help_}; a variant changes what is there with `{amendment}`" if amendment else help_,
        names=(name,),
    )


@problem("name-in-use", "a local name that hides another")
def name_in_use(span: Span, name: str, first: Span) -> Wording:
    return Wording(
        span,
        f"`{name}` already means something here",
        "a second meaning",
        declared(first, "it has this meaning already"),
        "choose another name; names never hide one another",
        names=(name,),
    )


@problem("unknown-keyword", "a block that starts with an unknown word")
def unknown_keyword(span: Span, word: str, candidates: Iterable[str], place: str) -> Wording:
    return Wording(
        span,
        f"`{word}` starts no block {place}",
        "not a block",
        help=renamed(word, KEYWORDS) or did_you_mean(word, candidates),
        names=(word,),
    )


@problem("unknown-field", "a field that a block does not take")
def unknown_field(span: Span, name: str, block: str, candidates: Iterable[str]) -> Wording:
    names = list(candidates)
    known = ", ".join(f"`{n}`" for n in names[:8])
    return Wording(
        span,
        f"`{block}` has no field `{name}`",
        "nobody reads this",
        help=GONE.get((block, name))
        or renamed(name, {old: now for (of, old), now in FIELDS.items() if of == block})
        or did_you_mean(name, names)
        or (f"its fields are {known}" if known else "it takes no fields"),
        names=(block, name),
    )


def listed(words: Iterable[str]) -> str:
    """Words as a sentence names them: `a`, `b` or `c`."""
    *most, last = [f"`{word}`" for word in words]
    return f"{', '.join(most)} or {last}" if most else last


@problem("unknown-word", "a field with a word it does not know")
def unknown_word(span: Span, field: str, given: str, allowed: tuple[str, ...]) -> Wording:
    return Wording(
        span,
        f"`{field}` can be {listed(allowed)}, not `{given}`",
        "not one of these",
        help=did_you_mean(given, allowed),
        names=(field, given),
    )


@problem("unknown-clause", "a clause that does not belong where it stands")
def unknown_clause(span: Span, word: str, where: str, candidates: Iterable[str]) -> Wording:
    known = ", ".join(f"`{n}`" for n in candidates)
    return Wording(
        span,
        f"`{where}` takes no `{word}`",
        "not understood here",
        help=GONE.get((where, word)) or (f"it takes {known}" if known else "it takes no clauses"),
        names=(where, word),
    )


@problem("out-of-place", "a line that does not belong in the block it stands in")
def out_of_place(span: Span, what: str, block: str) -> Wording:
    return Wording(span, f"{what} does not belong in `{block}`", "out of place", names=(block,))


@problem("clause-twice", "a clause that a line has already")
def clause_twice(span: Span, clause: str, first: Span) -> Wording:
    return Wording(
        span,
        f"this line says `{clause}` twice",
        "again here",
        declared(first, "first said here"),
        "keep one of them",
        names=(clause,),
    )


@problem("clause-alone", "a value behind a clause that takes none")
def clause_alone(span: Span, clause: str, takes: str) -> Wording:
    return Wording(
        span, f"`{clause}` takes {takes}, and nobody reads this", "not read", help="leave it out", names=(clause,)
    )


@problem("missing-clause", "a statement or block without a part it needs")
def missing_clause(span: Span, what: str, clause: str) -> Wording:
    return Wording(span, f"`{what}` needs `{clause} …`", "incomplete", help=f"add `{clause} …`", names=(what,))


@problem("missing-field", "a block without a field it needs")
def missing_field(span: Span, block: str, name: str) -> Wording:
    return Wording(
        span, f"`{block}` needs a field `{name}:`", "incomplete", help=f"add `{name}: …` below", names=(block, name)
    )


@problem("missing-name", "a block without its name")
def missing_name(span: Span, block: str) -> Wording:
    return Wording(span, f"`{block}` needs a name", "no name", help=f"write `{block} some_name`", names=(block,))


@problem("missing-game", "rule files without a `game`")
def missing_game(span: Span) -> Wording:
    return Wording(
        span,
        "no `game` is declared in these files",
        help='start with `game my_game "My game"`, or with `variant my_rule of some_game`',
    )


@problem("unknown-game", "house rules of a game that is not there")
def unknown_game(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    return Wording(
        span,
        f"there is no game `{name}`, neither among the shipped ones nor beside this file",
        "no such game",
        help=did_you_mean(name, candidates) or "name a shipped game, or put the file beside the game it changes",
        names=(name,),
    )


@problem("missing-round", "a game in which nothing happens")
def missing_round(span: Span, name: str) -> Wording:
    return Wording(
        span,
        f"`{name}` has no `round`: nothing happens after set-up",
        "this game",
        help="add a block `round main` with a `turn`",
        names=(name,),
    )


@problem("missing-score", "a game without a `score`")
def missing_score(span: Span, name: str) -> Wording:
    return Wording(
        span,
        f"`{name}` does not say who wins",
        "this game",
        help="add `score points(p) gives …`",
        names=(name,),
    )
