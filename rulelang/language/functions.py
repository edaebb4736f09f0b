"""The built-in functions as data: how each is written, what it gives, what it means.

Messages and the reference read this list; `functions.py` has the handler of each.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen


@frozen
class Builtin:
    """One function. `forms` are the ways to write it, `gives` is the type of the result in words."""

    name: str
    group: str
    forms: tuple[str, ...]
    gives: str
    about: str


def group(name: str, rows: Iterable[tuple[str, str, str]]) -> list[Builtin]:
    """The functions of a group, from rows of forms, type and meaning; a form names the function."""
    made = []
    for forms, gives, about in rows:
        written = tuple(forms.split("; "))
        made.append(Builtin(written[0].split("(")[0], name, written, gives, about))
    return made


BUILTINS: tuple[Builtin, ...] = (
    *group(
        "collections",
        [
            ("count(e); count(x in e where c)", "number", "how many there are"),
            ("sum(x in e where c: n); sum(e)", "number", "the numbers added up; 0 of nothing"),
            ("any(x in e where c: c); any(e)", "yes or no", "does it hold for one of them? is there one?"),
            ("all(x in e where c: c)", "yes or no", "does it hold for all of them? yes of nothing"),
            ("min(x in e where c: n); min(a, b); min(e)", "number or none", "the smallest; of two or more, a number"),
            ("max(x in e where c: n); max(a, b); max(e)", "number or none", "the largest; of two or more, a number"),
            ("first(e); first(x in e where c)", "member or none", "the first of them"),
            ("last(e); last(x in e where c)", "member or none", "the last of them"),
            ("list(x in e where c: v); list(e)", "list", "a list of them, or of what is written behind the colon"),
        ],
    ),
    *group(
        "lists",
        [
            ("top(z)", "card or none", "the first card of a zone"),
            ("different(l)", "list", "each once"),
            ("reverse(l)", "list", "the other way round"),
            ("take(l, n)", "list", "the first n"),
            ("position(x, l)", "number", "where x stands, from 1; 0 if it does not"),
        ],
    ),
    *group(
        "players",
        [
            ("clockwise(p)", "list of players", "all players in order of seats, from p on"),
            ("counterclockwise(p)", "list of players", "all players against the order of seats, from p on"),
            ("left(p)", "player", "the next in order of seats"),
            ("right(p)", "player", "the one before"),
            ("seat(p); seat(n)", "number; player", "the number of a seat, from 1; the player who sits there"),
            ("other(x)", "as x", "the other of two players, or the other of two pieces of one owner"),
        ],
    ),
    *group(
        "maps",
        [
            ("ways(place); ways(place, mark)", "list of ways", "the ways out of a place, or those with a mark"),
            ("ways_into(place); ways_into(place, mark)", "list of ways", "the ways into a place"),
            ("distance(a, b); distance(a, b, mark)", "number or none", "how many ways apart two places are"),
            ("reaches(a, b); reaches(a, b, mark)", "yes or no", "does some way lead from a to b?"),
        ],
    ),
    *group(
        "numbers",
        [
            ("remainder(a, b)", "number", "what is left when a is divided by b"),
            ("abs(a)", "number", "a without its sign"),
        ],
    ),
    *group(
        "rules",
        [
            ("can(rule(x))", "yes or no", "do all needs of the rule hold?"),
            ("acting(r)", "yes or no", "is this rule, action or way (`rule.way`) being carried out?"),
            ("title(card)", "title", "the same for all copies of a card"),
        ],
    ),
    *group(
        "contracts",
        [
            ("increasing(c)", "yes or no", "each cell of the column is more than the one above"),
            ("decreasing(c)", "yes or no", "each cell of the column is less than the one above"),
            ("unique(c)", "yes or no", "no two cells of the column are the same"),
            ("total(c)", "number", "the cells of the column added up"),
            ("complete(c); complete(c, 1..4); complete(c, d)", "yes or no", "a row for every member, number, or pair"),
            ("rows()", "number", "how many rows there are"),
            ("leads_onward()", "yes or no", "no way of the map leads back to where it came from"),
            ("connected()", "yes or no", "every place of the map can be reached from the first"),
        ],
    ),
    *group(
        "scenarios",
        [
            ("asked(p)", "yes or no", "is p the one who decides now?"),
            ("offered(p, key, …)", "yes or no", "could p choose these, one after another?"),
            (
                "why_not(rule(x)); why_not(key)",
                "text",
                "the reason why a rule can not be done, or a choice is not there",
            ),
            ("hidden(card, p); hidden(field, p)", "yes or no", "is a card, or the value of a field, out of p's sight?"),
            ("over()", "yes or no", "is the game over?"),
            ("winner(p)", "yes or no", "has p won?"),
        ],
    ),
)
