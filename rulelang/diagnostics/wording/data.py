"""Words for amendments to data: rows, cells and contracts of tables."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulelang.diagnostics.diagnostic import Diagnostic, Label
from rulelang.diagnostics.registry import Wording, problem
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.diagnostics.wording import names, structure
from rulelang.source import Span

MOST_KEYS = 12


@problem("unknown-row", "a row that a table does not have")
def unknown_row(span: Span, table: str, key: str, keys: Sequence[str], found: int) -> Wording:
    """No row has the key; or several begin with it."""
    if found > 1:
        return Wording(
            span,
            f"{found} rows of `{table}` begin with {key}",
            "one of them is meant",
            help="say more of its cells, in their order",
            names=(table, key),
        )
    listed = ", ".join(keys[:MOST_KEYS]) + (" …" if len(keys) > MOST_KEYS else "")
    known = f"its keys are {listed}" if keys else "its rows have no names: say what their first cells are"
    return Wording(
        span,
        f"`{table}` has no row {key}",
        "no such row",
        help=("" if key.isdecimal() else did_you_mean(key, keys)) or known,
        names=(table, key),
    )


@problem("unkeyed-rows", "rows for a table without the column that names them")
def rows_without_key(span: Span, table: str, column: str) -> Wording:
    return Wording(
        span,
        f"rows of `{table}` are known by their `{column}`",
        f"no column `{column}`",
        help=f"add the column `{column}`; other columns may be left out",
        names=(table, column),
    )


def added_row_length(span: Span, given: int, wanted: int, head: Span) -> Diagnostic:
    return structure.row_length(span, given, wanted, head)


def row_taken(span: Span, table: str, key: str, column: str, first: Span) -> Diagnostic:
    """A row that is there already is changed, not added."""
    said = names.name_taken(span, key, first, f"to change it: `change {table}[{key}].{column} to …`")
    at, other = Label(span, "added here"), Label(first, "there already")
    return evolve(said, message=f"`{table}` has a row `{key}` already", primary=at, others=(other,))


@problem("not-a-sum", "`by` where nothing can be added")
def nothing_to_add_to(span: Span, name: str, value: str) -> Wording:
    return Wording(
        span,
        f"`{name}` is {value}, and `by` adds to a number" if value else f"`{name}` is not said, and `by` adds to it",
        "nothing to add to",
        help="say what it is with `to`",
        names=(name,),
    )


@problem("unsettled-data", "data that would hang on the state of play")
def unsettled_data(span: Span, name: str) -> Wording:
    return Wording(
        span,
        f"`{name}` is settled before the game, so a plain number is added to it",
        "not a plain number",
        help="what hangs on the state of play is a `value`: make it one, and `change` that",
        names=(name,),
    )


@problem("fixed-contract", "an `allow` for a promise that look-ups rely on")
def fixed_contract(span: Span, table: str) -> Wording:
    return Wording(
        span,
        f"`complete` of `{table}` can not be set aside: look-ups rely on it",
        "stays",
        help="add the row that is missing",
        names=(table,),
    )


def part_of_a_row(found: Diagnostic, table: str, column: str) -> Diagnostic:
    """A column where a figure of the whole declaration would stand."""
    return evolve(found, help=f"it is a column: say of which row, `change {table}[…].{column}`")


def broken_by(found: Diagnostic, variant: str | None, amendment: Span, table: str, reason: str) -> Diagnostic:
    """A contract that held until somebody amended the data."""
    return evolve(
        found,
        message=f"with `{variant}` {found.message}" if variant else found.message,
        others=(*found.others, Label(amendment, f"`{table}` is amended here")),
        help=f'if that is meant, add `allow {table} for "{reason}"`',
    )


def used_though_dropped(found: Diagnostic, name: str, variant: str | None, dropped: Span) -> Diagnostic:
    """A name that is not known because somebody dropped what it means."""
    return evolve(
        found,
        message=f"`{name}` is dropped{f' by `{variant}`' if variant else ''}, and named here",
        others=(*found.others, Label(dropped, "dropped here")),
        help="amend what names it as well, or leave it in the game",
    )
