"""Words for things of the wrong type."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.registry import Wording, problem
from rulelang.diagnostics.wording.names import declared
from rulelang.source import NOWHERE, Span


def plural(count: int, word: str) -> str:
    """`1 argument`, `2 arguments`, `no arguments`."""
    return f"{count or 'no'} {word if count == 1 else word + 's'}"


@problem("wrong-type", "a value of one type where another is needed")
def wrong_type(span: Span, given: str, wanted: str, what: str = "", where: Span = NOWHERE) -> Wording:
    about = f" for {what}" if what else ""
    return Wording(
        span,
        f"this is `{given}`, but `{wanted}` is needed{about}",
        given,
        declared(where, f"`{wanted}` is asked for here"),
        names=(given, wanted),
    )


@problem("not-a-text", "something other than a text where a sentence is needed")
def not_a_text(span: Span, form: str = 'tell "{actor} draws a card"') -> Wording:
    return Wording(span, "a text is needed here", "not a text", help=f"put it in quotes: `{form}`")


@problem("never-equal", "a comparison of two things that can never be equal")
def never_equal(span: Span, left: str, right: str) -> Wording:
    return Wording(
        span,
        f"`{left}` and `{right}` can never be equal",
        "two different kinds of thing",
        names=(left, right),
    )


@problem("not-a-number", "an amount that is not a number")
def not_a_number(span: Span, given: str) -> Wording:
    return Wording(span, f"a number is needed here, and this is `{given}`", given, names=(given,))


@problem("not-a-condition", "a condition that is not yes or no")
def not_a_condition(span: Span, given: str) -> Wording:
    return Wording(
        span,
        f"a condition is needed here, and this is `{given}`",
        given,
        help="compare it with something, for instance `… = …` or `… is not none`",
        names=(given,),
    )


@problem("not-a-list", "something to go through that is not a collection")
def not_a_list(span: Span, given: str) -> Wording:
    return Wording(
        span,
        f"a collection is needed here, and this is `{given}`",
        given,
        help="that is a kind, a zone, pieces, a list, or a range such as `1..3`",
        names=(given,),
    )


@problem("not-a-zone", "a card moved to something that is not a zone")
def not_a_zone(span: Span, given: str) -> Wording:
    return Wording(span, f"a zone is needed here, and this is `{given}`", given, names=(given,))


@problem("wrong-zone", "a card moved to a zone of other cards")
def wrong_zone(span: Span, card: str, zone_card: str, zone: str) -> Wording:
    return Wording(
        span, f"zone `{zone}` holds `{zone_card}`, and this moves `{card}`", card, names=(zone, zone_card, card)
    )


@problem("not-changeable", "something set that is not state")
def not_changeable(
    span: Span, name: str, advice: str = "declare it as a field (`name: type starts …`) if it changes during the game"
) -> Wording:
    return Wording(span, f"`{name}` can not be changed here", "not state", help=advice, names=(name,))


@problem("list-of-nothing", "a list that nothing is ever put into")
def list_of_nothing(span: Span, name: str) -> Wording:
    return Wording(
        span,
        f"nothing is ever put into `{name}`",
        "a list of what?",
        help=f"put something into it (`add … to {name}`), or leave it out",
        names=(name,),
    )


@problem("money-set", "money or tokens changed other than by `pay`")
def money_set(span: Span, name: str, what: str) -> Wording:
    return Wording(
        span,
        f"`{name}` holds {what}: only `pay` changes it, so that none is lost",
        what,
        help="write `pay … from … to …`" + (" (`bank` is always there)" if what == "money" else ""),
        names=(name,),
    )


@problem("no-money", "a payment from or to players whose `money` is a field of another type")
def no_money(span: Span, type_: str, where: Span) -> Wording:
    return Wording(
        span,
        f"players are paid from and into their field `money`, and that is declared as `{type_}`",
        "a player is paid here",
        declared(where, "`money` is declared here"),
        "declare it as `money: money`, or name the field of money that is meant",
    )


@problem("fleeting-money", "money or tokens in a field that begins anew")
def fleeting_money(span: Span, name: str, what: str) -> Wording:
    return Wording(
        span,
        f"`{name}` holds {what} and begins anew during the game: what lies there would vanish, or come from nowhere",
        what,
        help="make it a `number`, or keep it for the whole game and `pay` it away",
        names=(name,),
    )


@problem("wrong-purse", "a payment between places that hold different things")
def wrong_purse(
    span: Span, what: str, label: str = "not the same thing", cure: str = "pay between two places for the same thing"
) -> Wording:
    return Wording(span, what, label, help=cure)


def tokens_of_the_bank(span: Span, place: str, thing: str) -> Diagnostic:
    return wrong_purse(
        span,
        f"the bank has money, and `{place}` holds tokens of `{thing}`",
        "the bank",
        f"say where they lie when nobody has them: `left: tokens starts 7` in `kind {thing}`",
    )


def other_token(span: Span, kind: str, one: str, two: str) -> Diagnostic:
    return wrong_purse(
        span,
        f"a {kind} token of `{one}` can not become one of `{two}`",
        "two of them",
        f"name the same {kind} on both sides, if need be after `let`",
    )


@problem("nameless-tokens", "tokens that belong to no kind")
def nameless_tokens(span: Span, name: str) -> Wording:
    return Wording(
        span,
        f"`{name}` holds tokens, and nothing says of what",
        "of what?",
        help="say for which kind: `tokens per gem`; or declare it in the kind",
        names=(name,),
    )


@problem("maybe-none", "a value that may be none, used as if it were there")
def maybe_none(span: Span, path: str) -> Wording:
    return Wording(
        span,
        f"`{path}` may be none here",
        "it may be none",
        help=f"guard it: `if {path} is not none`, or give a default with `… otherwise …`",
        names=(path,),
    )


@problem("wrong-arguments", "a call with the wrong number of arguments")
def wrong_arguments(span: Span, name: str, given: int, wanted: str, where: Span) -> Wording:
    return Wording(
        span,
        f"`{name}` takes {wanted}, and is given {given}",
        "this call",
        declared(where, f"`{name}` is declared here"),
        names=(name,),
    )


@problem("needs-brackets", "a value or rule with arguments, written without them")
def needs_brackets(span: Span, name: str, where: Span, count: int = 1) -> Wording:
    return Wording(
        span,
        f"`{name}` needs arguments in brackets" if count else f"`{name}` is a rule, and needs brackets to be done",
        "no brackets",
        declared(where),
        f"write `{name}({'…' if count else ''})`",
        names=(name,),
    )


@problem("unrounded-division", "a division that does not say how to round")
def unrounded_division(span: Span, cure: str = "write `… rounded down` or `… rounded up`") -> Wording:
    return Wording(
        span,
        "a division must say how it rounds",
        "may leave a fraction",
        help=cure,
    )


@problem("fold-needs-body", "a sum without what to add up")
def fold_needs_body(span: Span, name: str, names: Sequence[str] = ("x",)) -> Wording:
    binders = ", ".join(f"{each} in …" for each in names)
    example = f"{names[0]}.something" if name not in ("first", "last", "list") else names[0]
    return Wording(
        span,
        f"`{name}({binders})` must say of what",
        "incomplete",
        help=f"write `{name}({binders}: {example})`",
        names=(name,),
    )


@problem("fold-out-of-order", "a function over collections whose parts are not in their order")
def fold_out_of_order(span: Span, name: str) -> Wording:
    return Wording(
        span,
        f"`{name}` takes names, each with its collection, and then what it is about",
        "out of order",
        help=f"write `{name}(x in …, y in … where …: x.something)`: the value once, behind the last name",
        names=(name,),
    )


@problem("choice-of-lists", "a choice between lists, where things in them are meant")
def choice_of_lists(span: Span, given: str) -> Wording:
    return Wording(
        span,
        f"a choice is between single things, and this is `{given}`",
        given,
        help="put zones or lists together with `+`: `choose c in p.hand + p.laid`",
    )


@problem("no-such-key", "a table looked up with the wrong keys")
def no_such_key(span: Span, table: str, message: str, where: Span) -> Wording:
    return Wording(span, f"`{table}` {message}", "this look-up", declared(where), names=(table,))


@problem("perform-needs-action", "`perform` of something that is not an action")
def perform_needs_action(span: Span, given: str) -> Wording:
    return Wording(
        span,
        f"`perform` needs an action, and this is `{given}`",
        given,
        help="call a rule by its name: `rule(…)`; `perform` is for actions that stand in a table or on a card",
        names=(given,),
    )


@problem("stray-hole", "braces in a text that are no hole")
def stray_hole(span: Span, why: str) -> Wording:
    return Wording(
        span,
        "nobody fills a hole here",
        why,
        help="prompts, options, needs and `forbid` have holes: `{s}`, `{s.at}`, `{price(s)}`, each closed with `}`",
    )


@problem("text-hole", "a text with a hole that can not be filled")
def text_hole(span: Span, hole: str, meant: str, wrong: str = "is not a name that is known here") -> Wording:
    return Wording(
        span,
        f"`{{{hole}}}` in this text {wrong}",
        "this text",
        help=meant or "a hole holds a name and its parts, or a value: `{s}`, `{s.at}`, `{price(s)}`",
        names=(hole,),
    )


def hole_with_brackets(span: Span, hole: str) -> Diagnostic:
    advice = "a hole has no brackets: name a value for what they look up, and put that into the hole: `{on_it(c)}`"
    return text_hole(span, hole, advice, "has brackets")


def hole_of_what_is_chosen(span: Span, hole: str) -> Diagnostic:
    advice = "a prompt is read before anything is chosen; `as` says of each option what would be"
    return text_hole(span, hole, advice, "is only being chosen")
