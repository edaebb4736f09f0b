"""Words for numbers that can not be right."""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.registry import WARNING, Wording, problem
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


@problem("overspent", "a payment of more than there can be")
def overspent(span: Span) -> Wording:
    return Wording(span, "this pays more than there can be", "more than there is")


@problem("asked-for-less", "a payment of more than was asked for before")
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


@problem("may-overspend", "a payment of which nobody asks whether there is so much", WARNING)
def may_overspend(span: Span, what: str = "money", rule: str = "") -> Wording:
    there, least = ("there is", "min(price, p.money)") if what == "money" else ("there are", "min(n, p.gems)")
    return Wording(
        span,
        f"this may pay more {what} than {there}, and nobody asks",
        f"perhaps more than {there}",
        help=f"ask first, with a `need` or an `if`, or pay no more than {there}: `{least}`",
        names=(rule,),
    )


@problem("may-not-fit", "a number of which nobody asks whether it fits where it stands", WARNING)
def may_not_fit(span: Span, what: str, label: str, advice: str, rule: str = "") -> Wording:
    return Wording(span, f"this may {what}, and nobody asks", label, help=advice, names=(rule,))


def may_divide_by_nothing(span: Span, rule: str = "") -> Diagnostic:
    return may_not_fit(span, "divide by zero", "perhaps by zero", "ask first whether what it is divided by is 0", rule)


def may_miss_item(span: Span, rule: str = "") -> Diagnostic:
    advice = "ask first, say with `if count(…) >= …`; `first(…)`, `last(…)` and `take(…, n)` ask by themselves"
    return may_not_fit(span, "ask for something that the list does not have", "perhaps not in the list", advice, rule)


def may_miss_seat(span: Span, rule: str = "") -> Diagnostic:
    advice = "seats count from 1 to `players`; ask first, or go round with `remainder(…, players) + 1`"
    return may_not_fit(span, "ask for a seat at which nobody sits", "perhaps nobody sits there", advice, rule)


def may_miss_row(span: Span, rule: str = "") -> Diagnostic:
    advice = "ask first whether it is one of them, or keep it in range: `max(1, min(n, 9))`"
    return may_not_fit(span, "look for a row that the table does not have", "perhaps not in the table", advice, rule)


def may_overfill(span: Span, rule: str = "") -> Diagnostic:
    advice = "ask first, say with `if count(…) < …`; `draw` and `fill` move no more than there is room for"
    return may_not_fit(span, "put more cards into a zone than it may hold", "perhaps too many", advice, rule)


def may_pay_less_than_nothing(span: Span, rule: str = "") -> Diagnostic:
    advice = "ask first, or pay `max(0, …)`"
    return may_not_fit(span, "pay less than nothing", "perhaps below zero", advice, rule)


@problem("may-leave-range", "a field that may be given a number that it may not hold", WARNING)
def may_leave_range(span: Span, field: str, allowed: str, where: Span, rule: str = "") -> Wording:
    return Wording(
        span,
        f"`{field}` may be {allowed}, and nobody asks whether it still is after this",
        "perhaps out of its range",
        declared(where, f"`{field}` is declared here"),
        "ask first, or keep it in its range with `min` and `max`",
        names=(field, rule),
    )
