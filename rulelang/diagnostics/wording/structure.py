"""Words for declarations and rules that do not hold together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.diagnostics.diagnostic import Label
from rulelang.diagnostics.registry import WARNING, Wording, problem
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.diagnostics.wording.names import declared
from rulelang.diagnostics.wording.types import plural
from rulelang.source import Span


@problem("row-length", "a table row with too many or too few cells")
def row_length(span: Span, given: int, wanted: int, head: Span) -> Wording:
    return Wording(
        span,
        f"this row has {plural(given, 'cell')}, and the table has {plural(wanted, 'column')}",
        plural(given, "cell"),
        (Label(head, plural(wanted, "column")),),
        "add or remove cells; `-` is an empty one",
    )


@problem("mixed-column", "a column whose cells are of different types")
def mixed_column(span: Span, column: str, given: str, wanted: str, first: Span) -> Wording:
    return Wording(
        span,
        f"column `{column}` holds `{wanted}`, and this cell `{given}`",
        given,
        (Label(first, wanted),),
        names=(column, wanted, given),
    )


@problem("duplicate-row", "two rows with one name")
def duplicate_row(span: Span, name: str, first: Span) -> Wording:
    return Wording(
        span, f"two rows are called `{name}`", "again here", (Label(first, "first here"),), "rename one", names=(name,)
    )


@problem("duplicate-column", "two columns with one name")
def duplicate_column(span: Span, name: str) -> Wording:
    return Wording(span, f"two columns are called `{name}`", "again here", help="rename one", names=(name,))


@problem("idle-label", "a label that nobody would ever read")
def idle_label(span: Span, name: str, block: str, because: str) -> Wording:
    return Wording(
        span,
        f"`{name}` has nothing to label in this `{block}`",
        "nobody would read it",
        help=because,
        names=(name, block),
    )


@problem("bad-cell", "a cell that is not plain data")
def bad_cell(span: Span, column: str) -> Wording:
    return Wording(
        span,
        f"a cell of `{column}` must be a number, a name, a text, yes, no, a range or a list of these",
        "not plain data",
        help="what is worked out belongs in a `value`",
        names=(column,),
    )


@problem("broken-contract", "a table that breaks its own contract")
def broken_contract(span: Span, reason: str, detail: str, rows: tuple[Label, ...]) -> Wording:
    return Wording(span, f"the table breaks its contract: {reason}", detail, rows, "correct the row, or the contract")


@problem("contract-reads-state", "a contract on something that changes during the game")
def contract_reads_state(span: Span) -> Wording:
    return Wording(
        span,
        "a contract on a table can only read what is written in tables",
        "changes during the game",
    )


@problem("start-reads-state", "a field that starts with something that changes during the game")
def start_reads_state(span: Span, given: str, field: str) -> Wording:
    return Wording(
        span,
        f"`{field}` starts before the game does, and `{given}` changes during the game",
        "not known yet",
        help="start it with what tables and options say, and `set` it where the rest is known",
        names=(field, given),
    )


@problem("missing-start", "a field of which nobody knows what it begins with")
def missing_start(span: Span, field: str, kind: str) -> Wording:
    return Wording(
        span,
        f"nothing says with which `{kind}` the field `{field}` begins",
        "which one?",
        help=f"add `starts …`, `set` it in set-up, or let it be `{kind} or none`",
        names=(field, kind),
    )


@problem("late-need", "a need after the rule has already done something")
def late_need(span: Span, first: Span) -> Wording:
    return Wording(
        span,
        "a `need` stands before the first thing its rule does",
        "too late",
        (Label(first, "here the rule has already begun"),),
        "move it up, or put what follows into a rule of its own and call that",
    )


@problem("never-reached", "a line below a `stop` that leaves before it")
def never_reached(span: Span, stop: Span) -> Wording:
    return Wording(
        span,
        "nothing below a `stop` is ever done",
        "never reached",
        (Label(stop, "here it is left"),),
        "move it above the `stop`, or remove it",
    )


@problem("endless-recursion", "rules that call one another in a circle")
def endless_recursion(
    span: Span, circle: Iterable[str], places: tuple[Label, ...], are_values: bool = False
) -> Wording:
    names = tuple(circle)
    for_values = "break the circle, or hand on a number that gets less (`n - 1`) and ask for the next only if `n > 0`"
    return Wording(
        span,
        "these call one another without end: " + " → ".join(f"`{x}`" for x in names),
        "the circle starts here",
        places,
        for_values if are_values else "break the circle; use `each` or `repeat` for something done several times",
        names=names,
    )


@problem("endless-loop", "a loop that may never end")
def endless_loop(span: Span, why: str, label: str = "no decision inside") -> Wording:
    return Wording(
        span,
        f"this loop may never end: {why}",
        label,
        help="say how often at most: `repeat up to n times while …`",
    )


@problem("cannot-begin", "a game in which something goes wrong before anybody has decided anything")
def cannot_begin(span: Span, fault: str) -> Wording:
    return Wording(
        span,
        f"the game can not begin: {fault}",
        "before the first decision",
        help="the checker sets the game up and goes on to the first decision; begin where it was stopped",
    )


@problem("choice-with-when", "a condition on a choice that does not stand behind `optional`")
def choice_with_when(span: Span) -> Wording:
    return Wording(
        span,
        "a choice has no `when`",
        "not behind `optional`",
        help="put the choice in an `if`, or write `optional when …` if it says when passing is offered",
    )


@problem("amendment-argument", "something else than a name or a member where an amendment names an argument")
def amendment_argument(span: Span, parameter: str) -> Wording:
    return Wording(
        span,
        f"here stands a name for `{parameter}`, or the one member that is meant",
        "neither of them",
        help="write a name, without a type, and say in `when` what must hold of it",
        names=(parameter,),
    )


@problem("unknown-reason", "an `allow` that sets no need aside")
def unknown_reason(span: Span, rule: str, reason: str, reasons: Sequence[str]) -> Wording:
    known = ", ".join(f'"{each}"' for each in reasons)
    with_reason = f' with the reason "{reason}"' if reason else ""
    return Wording(
        span,
        f"`{rule}` has no need of its own{with_reason}",
        "sets nothing aside",
        help=f"its reasons are: {known}" if known else "amend the rule whose need it is",
        names=(rule,),
    )


@problem("conflicting-amendments", "two amendments that replace the same thing")
def conflicting_amendments(span: Span, target: str, other: Span, first: str, second: str) -> Wording:
    return Wording(
        span,
        f"{first} and {second} both replace `{target}`",
        "one replacement",
        (Label(other, "the other one"),),
        "say which comes first with `first: …` in one of them, or exclude one with `excludes:`",
        names=(target,),
    )


@problem("conflicting-variants", "variants that can not be played together")
def conflicting_variants(span: Span, first: str, second: str, other: tuple[Label, ...]) -> Wording:
    return Wording(
        span,
        f"`{first}` can not be played together with `{second}`",
        "excluded here",
        other,
        "leave one of them out",
        names=(first, second),
    )


@problem("unknown-variant", "a variant that does not exist")
def unknown_variant(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    return Wording(
        span, f"there is no variant `{name}`", "no such variant", help=did_you_mean(name, candidates), names=(name,)
    )


@problem("wrong-players", "a number of players that the rules do not allow")
def wrong_players(span: Span, given: int, allowed: str) -> Wording:
    return Wording(span, f"this is for {allowed} players, not for {given}", "the number of players")


@problem("bad-option", "an option with a value it does not allow")
def bad_option(span: Span, name: str, given: str, allowed: str) -> Wording:
    return Wording(
        span, f"option `{name}` can not be `{given}`", "this option", help=f"it may be {allowed}", names=(name, given)
    )


@problem("unknown-include", "an include of a file that is not there")
def unknown_include(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    return Wording(
        span,
        f"there is no file or shipped game `{name}` to include",
        "not found",
        help=did_you_mean(name, candidates)
        or "include a file of this folder by its name, or `game.file` of a shipped game",
        names=(name,),
    )


@problem("unreachable-stop", "a stop of something that is not going on")
def unreachable_stop(span: Span, what: str) -> Wording:
    return Wording(
        span,
        f"there is no `{what}` to stop here",
        "nothing to stop",
        help="`stop` leaves `each`, `repeat`, this rule by its name, `turn`, `phase`, `round` or `game`",
        names=(what,),
    )


@problem("no-actor", "a choice of the actor where nobody has the turn")
def no_actor(span: Span) -> Wording:
    return Wording(span, "nobody has the turn here", "no actor", help="say who chooses: `by p`")


@problem("bad-scenario-step", "a scenario step that names no choice")
def bad_scenario_step(span: Span, what: str) -> Wording:
    return Wording(span, what, "this step", help="a step is `player: choice, choice` or `chance: face`")


@problem("unknown-position", "a scenario that goes on from a position that is not there")
def unknown_position(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    known = list(candidates)
    return Wording(
        span,
        f'there is no position "{name}"' if known else f'"{name}" leads to no position',
        "goes on from here",
        help=did_you_mean(name, known) or "a position is a `scenario` without `then`",
        names=(name,),
    )


@problem("card-in-two-places", "a card that a position puts into two places")
def card_in_two_places(span: Span, card: str, kind: str, first: Span) -> Wording:
    return Wording(
        span,
        f"`{card}` lies in one place only",
        "put here",
        (Label(first, "and here"),),
        "leave one of the two out; where there are several of a title, its name is one of them, and two are"
        f" `take(list(c in {kind} where c is {card}), 2)`",
        names=(card,),
    )


@problem("no-held-zone", "a card that works while held, but can not be held openly")
def no_held_zone(span: Span, card: str) -> Wording:
    return Wording(
        span,
        f"no zone `per player` and `seen by all` holds `{card}`",
        "who holds it?",
        help=f"declare `zone … of {card} per player seen by all`",
        names=(card,),
    )


@problem("never-used", "something declared that nothing uses", WARNING)
def never_used(span: Span, what: str, name: str) -> Wording:
    return Wording(
        span, f"{what} `{name}` is never used", "nobody reads this", help="remove it, or use it", names=(name,)
    )


@problem("unread-name", "a name that nobody reads", WARNING)
def unread_name(span: Span, name: str) -> Wording:
    return Wording(
        span,
        f"`{name}` gets a value here, and nobody reads it",
        "never read",
        help="leave the line out, or use the name",
        names=(name,),
    )


@problem("amends-nothing", "a variant that changes nothing", WARNING)
def amends_nothing(span: Span, name: str) -> Wording:
    return Wording(
        span, f"variant `{name}` changes nothing", "this variant", help="add an amendment, or remove it", names=(name,)
    )


@problem("unordered-bounds", "a range that runs backwards")
def unordered_bounds(span: Span) -> Wording:
    return Wording(
        span, "this range runs backwards and is always empty", "from high to low", help="write the smaller number first"
    )


@problem("missing-player-row", "a set-up table without a row for a number of players")
def missing_player_row(span: Span, table: str, players: int) -> Wording:
    return Wording(
        span,
        f"`{table}` has no row for {players} players, and the game allows {players}",
        "this table",
        help="add the row, or change `players:` of the game",
        names=(table,),
    )


@problem("lonely-place", "a place of a map that no way leads to or from", WARNING)
def lonely_place(span: Span, name: str, graph: str, where: Span) -> Wording:
    return Wording(
        span,
        f"no way of `{graph}` leads to or from `{name}`",
        "nobody can get here",
        declared(where, "the ways are listed here"),
        names=(graph, name),
    )


@problem("too-many", "more of something than any table-top holds")
def too_many(span: Span, what: str, count: int, most: int, advice: str = "write a smaller number") -> Wording:
    return Wording(span, f"{count:,} are too many {what}: at most {most:,} can be", "too many", help=advice)


@problem("options-read-alike", "options that nobody can tell apart")
def options_read_alike(span: Span, way: str, other: str = "", unsaid: str = "") -> Wording:
    if unsaid:
        message = f"options of `{way}` read alike: its text does not say `{unsaid}`"
        advice = f'say it in the text: `as "… {{{unsaid}}} …"`'
    else:
        message = f"options of `{way}` may read like those of `{other}`"
        advice = 'give them labels of their own, or say how the options read: `as "…"`'
    return Wording(span, message, "nobody could tell them apart", help=advice, names=(way,))


@problem("bad-several", "a choice of several things that says too much or too little")
def bad_several(span: Span, message: str, advice: str) -> Wording:
    return Wording(span, message, "several things are chosen here", help=advice)


@problem("too-much-work", "loops within loops that would take for ever")
def too_much_work(span: Span, steps: int | None, most: int) -> Wording:
    counted = "too many" if steps is None else f"{steps:,}" if steps < 10**15 else "countless"
    return Wording(
        span,
        f"this goes through {counted} steps: at most {most:,} can be taken at one go",
        "too much to go through",
        help="loop over fewer things at a time, or keep what was found in a field",
    )


@problem("chain-too-long", "values or rules that ask one another in too long a chain")
def chain_too_long(span: Span, name: str, most: int) -> Wording:
    return Wording(
        span,
        f"`{name}` stands in a chain of more than {most} that ask one another",
        "here it gets too long",
        help="put several of them into one, or work out a row of numbers with `sum` or `each`",
        names=(name,),
    )


@problem("never-ends", "a game that no rule ever stops", WARNING)
def never_ends(span: Span, name: str) -> Wording:
    return Wording(
        span,
        f"no rule of `{name}` ever stops the game",
        "this game",
        help='add `stop game because "…"`, or `last: N` in its round',
        names=(name,),
    )


@problem("unused-silence", "a warning switched off that is not given", WARNING)
def unused_silence(span: Span, slug: str, meant: Iterable[str] = ()) -> Wording:
    could = " or ".join(f"`for {name}`" for name in meant)
    return Wording(
        span,
        f"`{slug}` is switched off here, but it is not given",
        "not needed",
        help=f"did you mean {could}?" if could else "remove it",
    )


@problem("not-covered", "a rule that no scenario reaches", WARNING)
def not_covered(span: Span, name: str) -> Wording:
    return Wording(span, f"no scenario reaches all of `{name}`", "never reached", names=(name,))


@problem("silence-needs-reason", "a warning switched off without a reason")
def silence_needs_reason(span: Span) -> Wording:
    return Wording(span, "a warning is switched off with a reason", "no reason", help='add `because "…"`')


@problem("unknown-silence", "a warning switched off that does not exist")
def unknown_silence(span: Span, slug: str, candidates: Iterable[str]) -> Wording:
    return Wording(
        span,
        f"there is no warning `{slug}`",
        "no such warning",
        help=did_you_mean(slug, candidates) or "only warnings can be switched off",
    )


@problem("leaks-secret", "a choice that shows what its chooser may not know")
def leaks_secret(span: Span, what: str, who: str, choice: Span) -> Wording:
    return Wording(
        span,
        f"what is offered here depends on {what}, which {who} may not know",
        "hidden from the one who chooses",
        declared(choice, "the choice"),
        "say `reveal …` before it if that is meant",
    )


@problem("told-secret", "a sentence that tells what its readers may not know")
def told_secret(hole: Span) -> Wording:
    return Wording(
        hole,
        "this sentence tells something that its readers may not know",
        "hidden from some who read it",
        help="leave it out, tell it `to` the player who knows it, or say `reveal …` before it if that is meant",
    )


@problem("idle-words", "words of another language for something that is not there", WARNING)
def idle_words(span: Span, name: str, candidates: Iterable[str]) -> Wording:
    return Wording(span, f"nothing is called `{name}`", "names nothing", help=did_you_mean(name, candidates))


@problem("missing-words", "a language with words for only a part of the game", WARNING)
def missing_words(span: Span, language: str, missing: Sequence[str], total: int) -> Wording:
    some = ", ".join(missing[:3]) + (" …" if len(missing) > 3 else "")
    return Wording(
        span,
        f"`{language}` has no words for {len(missing)} of {total} names and texts: {some}",
        help=f"`rulelang words GAME {language}` lists them all",
    )


@problem("bad-says", "a line `says` that is no sentence, or stands where nothing is told")
def bad_says(span: Span, why: str, then: str) -> Wording:
    return Wording(span, f"`says` {why}", "this line", help=then)


@problem("bad-shown", "a value that has no place on the table")
def bad_shown(span: Span, name: str, why: str) -> Wording:
    return Wording(
        span,
        f"`{name}` can not be shown: {why}",
        "this one",
        help="show a number, a thing or yes and no that belongs to players, pieces, cards or other things of a kind",
    )


@problem("bad-words", "a line of words that are not words")
def bad_words(span: Span, name: str) -> Wording:
    return Wording(
        span,
        f"`{name}` needs the word for one, and perhaps that for several and the article",
        "these words",
        help='write `"mill"`, or `"mill", "mills", the`',
    )


@problem("column-group", "a name for columns that can not be")
def column_group(span: Span, name: str, member: str, also: tuple[str, Span] | None) -> Wording:
    if also is not None:
        said = f"the columns headed by members of `{member}` are called `{also[0]}` already"
        return Wording(span, said, "a second name", declared(also[1], f"`{also[0]}` is declared here"))
    return Wording(
        span,
        f"no column is headed by a member of `{member}`, so `{name}` has nothing to hold",
        "no such column",
        help=f"head columns of the table by names that stand in `{member}`",
        names=(name, member),
    )


@problem("unsettled-figure", "a number of a declaration that is not known before the game")
def unsettled_figure(span: Span, text: str) -> Wording:
    return Wording(
        span,
        f"`{text}` is not known before the game",
        "needed before the game",
        help="write a number, an option, `players`, a cell of a set-up table, or a `value` made of these",
    )


@problem("settled-value", "a change during the game of a value that is read before it")
def settled_value(span: Span, name: str, use: Span) -> Wording:
    return Wording(
        span,
        f"`{name}` is read before the game, so it can not change during it",
        "comes too late",
        declared(use, "it is read here"),
        help="let a variant change it, without a condition on the position",
        names=(name,),
    )
