"""`rulelang compare --skill`: how often the stronger of two bots wins under each set of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulelang.cli.arguments import asked_for
from rulelang.cli.exit_status import BY_SIGNAL, FINDINGS, FINE
from rulelang.cli.many_games import MOST_GAMES, opened_store, warn
from rulelang.cli.output import count, print_json, print_table, say
from rulelang.cli.progress import progress

if TYPE_CHECKING:
    from rulelang.cli.compare import Asked
    from rulelang.experiments.skill import Matched, Skill

# What asks for other measures than this one.
NOT_WITH_SKILL = ("until", "watch", "matters", "fail_if", "strict", "each", "report", "records", "bot")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def matched(words: str) -> Matched:
    """`mcts:1000,mcts:100`."""
    from rulelang.bots import bot_named
    from rulelang.errors import UsageError
    from rulelang.experiments.skill import Matched

    names = [name.strip() for name in words.split(",")]
    if len(names) != 2 or names[0] == names[1]:
        raise UsageError(f"`{words}`: --skill takes two bots, the stronger first, such as greedy,random")
    for name in names:
        try:
            bot_named(name)
        except ValueError as problem:
            raise UsageError(f"--skill: {problem}") from problem
    return Matched(*names)


def tell_skill(asked: Asked) -> int:
    """Play the bots of each pair against each other under all rules, and say how often the stronger won."""
    from rulelang.describe.diff import read_side
    from rulelang.errors import UsageError
    from rulelang.experiments.setting import Playing, play_plans, setting_for, title_of
    from rulelang.experiments.skill import Matches, plans_of

    wrong = [name for name in NOT_WITH_SKILL if getattr(asked, name)]
    if wrong:
        options = ", ".join("-o" if name == "report" else f"--{name.replace('_', '-')}" for name in wrong)
        raise UsageError(f"--skill does not go with {options}")
    if len(asked.sides) > len(LETTERS):
        raise UsageError(f"--skill compares {len(LETTERS)} sets of rules at most")
    pairs = [matched(words) for words in asked.skill]
    with asked_for():
        games = [read_side(side) for side in asked.sides]
    setting = setting_for(games, asked.players, pairs[0].weaker, **asked.how)
    if setting.players < 2:
        raise UsageError("--skill takes two players or more")
    plans = [(plan, game) for pair in pairs for game in games for plan in plans_of(pair, setting, game)]
    matches = Matches(pairs, setting.players, len(games))
    said = " ".join(["compare", *asked.sides, *(f"--skill {words}" for words in asked.skill)])
    with opened_store(asked.store, said) as store, progress(asked.games, "games of each seat") as told:
        playing = Playing(asked.games or MOST_GAMES, asked.clock(), told, store, warn)
        ended = play_plans(setting, plans, matches, playing)
    found = [[matches.skill(pair, side) for side in range(len(games))] for pair in range(len(pairs))]
    titles = [title_of(game) for game in games]
    if asked.as_json:
        print_json(data_of(found, titles, setting.players, setting.seed))
    else:
        for skills in found:
            head = f"{skills[0].matched.words}, in each seat in turn: {count(ended.games, 'seed')}, "
            show(skills, titles, f"{head}{setting.players} players, seed {setting.seed}")
        say(f"An equal player wins {1 / setting.players:.0%}; the more, the more there is to play well.")
    unfinished = sum(skill.unfinished for skills in found for skill in skills)
    if unfinished:
        say(f"{count(unfinished, 'game')} not finished, and counted for nobody", err=True)
    return BY_SIGNAL + ended.stopped if ended.stopped else FINDINGS if unfinished else FINE


def data_of(found: list[list[Skill]], titles: list[str], players: int, seed: int) -> dict[str, Any]:
    """Plain data for JSON."""
    from attrs import asdict

    rows = [
        {"rules": title, **asdict(skill.matched), **asdict(skill, filter=lambda a, _: a.name != "matched")}
        for skills in found
        for title, skill in zip(titles, skills, strict=True)
    ]
    return {"players": players, "seed": seed, "fair": 1 / players, "skill": rows}


def show(skills: list[Skill], titles: list[str], head: str) -> None:
    """A row for each set of rules."""
    rows = [
        [letter, title, str(skill.games), f"{skill.won:.1%}", f"{skill.low:.1%} to {skill.high:.1%}", than_first(skill)]
        for letter, title, skill in zip(LETTERS, titles, skills, strict=False)
    ]
    print_table(["", "rules", "games", "the stronger won", "95 % interval", "more than in A"], rows, head)
    say()


def than_first(skill: Skill) -> str:
    """`+4.0 % (1.0 to 7.0)`."""
    if skill.more is None:
        return ""
    if skill.half is None:
        return f"{skill.more:+.1%} (too few games)".replace("-", "−")
    low, high = skill.more - skill.half, skill.more + skill.half
    return f"{skill.more:+.1%} ({low:+.1%} to {high:+.1%})".replace("-", "−")
