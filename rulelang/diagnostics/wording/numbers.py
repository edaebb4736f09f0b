"""Words for numbers that can not be right."""

from __future__ import annotations

from rulelang.diagnostics.catalogue import WARNING, Wording, problem
from rulelang.diagnostics.wording.names import declared
from rulelang.source import Span


@problem("out-of-range", "a field given a number that it may not hold")
def out_of_range(span: Span, value: str, field: str, allowed: str, where: Span) -> Wording:
    return Wording(
        span,
        f"`{field}` may be {allowed}, and this makes it {value}",
        "out of its range",
        declared(where, f"`{field}` is declared here"),
        "write a number of its range, or declare another range",
        names=(field,),
    )


@problem("no-such-item", "a place in a list that the list does not have")
def no_such_item(span: Span, wanted: str, size: str) -> Wording:
    return Wording(
        span,
        f"this asks for number {wanted} of a list of {size}",
        "not in the list",
        help="lists count from 1 to how many there are",
    )


@problem("no-such-seat", "a seat at which nobody sits")
def no_such_seat(span: Span, wanted: str, players: int) -> Wording:
    return Wording(
        span,
        f"this asks for seat {wanted}, and there are {players} players",
        "nobody sits there",
        help="seats count from 1 to `players`",
    )


@problem("divided-by-nothing", "a division by zero")
def divided_by_nothing(span: Span) -> Wording:
    return Wording(span, "this divides by zero", "by zero")


@problem("overspent", "a payment of more money than there can be")
def overspent(span: Span) -> Wording:
    return Wording(span, "this pays more money than there can be", "more than there is")


@problem("asked-for-less", "a payment of more money than was asked for before")
def asked_for_less(span: Span, asked: str, paid: str) -> Wording:
    return Wording(
        span,
        f"this pays {paid}, and what was asked before is only that there is {asked}",
        "more than was asked for",
        help="ask for as much as is paid",
    )


@problem("settled-condition", "a comparison of which it is known beforehand what it says", WARNING)
def settled_condition(span: Span, holds: bool) -> Wording:
    said = "always holds" if holds else "never holds"
    return Wording(
        span,
        f"`{span.quoted}` {said}",
        said,
        help="compare with something that can be otherwise, or leave the condition out",
    )
