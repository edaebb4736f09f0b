"""A compiled game: the generated functions, and how to start them.

What the functions were made from is a large thing that playing on does not need. A program that was kept
from an earlier start makes it anew when somebody asks, so nothing heavy is imported at the top.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rulelang.backends.python import runtime
from rulelang.core import agreed, chance

if TYPE_CHECKING:
    from rulelang.backends.python.module import ModuleWriter
    from rulelang.core.answers import Answers
    from rulelang.core.counting import Counted
    from rulelang.model.declarations import Rule
    from rulelang.model.expressions import Expression, Local
    from rulelang.model.world import World

Made = TypeVar("Made")
Judge = Callable[[Any, int], int]  # of a state, for a player

RUNTIME = {name: thing for part in (agreed, chance, runtime) for name, thing in vars(part).items() if name[:2] != "__"}

SAFE_BUILTINS: dict[str, Any] = {
    name: getattr(__import__("builtins"), name)
    for name in (
        *("len", "range", "sum", "any", "all", "min", "max", "next", "reversed", "tuple", "list", "sorted"),
        *("enumerate", "abs", "bool", "dict", "type", "object", "__build_class__", "getattr"),
    )
} | {"__name__": "rules"}


class Origin(NamedTuple):
    """What a program was made from."""

    world: World
    module: ModuleWriter
    source: str


class Facts(NamedTuple):
    """What is to be known of a program without its origin."""

    players: int
    is_listening: bool
    is_staging: bool
    is_chancy: bool  # does chance play a part in the rules?
    numbers: Mapping[str, int]  # of the rules, by name
    main: str | None  # the rule that plays rounds for ever
    slots: Mapping[str, str]  # of the fields of the game, by name
    reasons: list[str]
    translations: Mapping[str, Mapping[str, str]]
    is_counting: bool = False  # how often each line is carried out
    units: tuple[int, ...] = (1,)  # of the score and the tie-breaks, which are kept in whole numbers


class Program:
    """The rules of one game, set of variants, options and players, ready to run."""

    __slots__ = ("_made", "_origin", "code", "facts", "names", "opening", "start")

    def __init__(self, origin: Origin | Callable[[Program], Origin], names: dict[str, Any], facts: Facts) -> None:
        self._origin = origin
        self.names = names
        self.facts = facts
        self.code: Any = None
        self.start: Any = None
        self.opening: Any = None
        self._made: dict[Any, Any] = {}

    def once(self, make: Callable[[Program], Made]) -> Made:
        """What somebody makes of this program, made the first time it is asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        found: Made = self._made[make]
        return found

    # ---- what it was made from ----------------------------------------------------------------------------

    @property
    def origin(self) -> Origin:
        if not isinstance(self._origin, Origin):
            self._origin = self._origin(self)
        return self._origin

    @property
    def world(self) -> World:
        return self.origin.world

    @property
    def module(self) -> ModuleWriter:
        return self.origin.module

    @property
    def answers(self) -> Answers:
        """What is known of the rules, and the numbers of what is decided."""
        return self.module.answers

    @property
    def source(self) -> str:
        return self.origin.source

    # ---- what the rules say of a state ----------------------------------------------------------------------

    @property
    def score(self) -> Judge | None:
        """The points of a player; none if nobody has any."""
        return self.names.get("score")

    @property
    def rank(self) -> Callable[[Any, int], tuple[int, ...]] | None:
        """The points of a player, and what breaks ties."""
        return self.names.get("score_rank")

    @property
    def estimate(self) -> Judge | None:
        """How good a player's position looks, as the author says."""
        return self.names.get("estimate")

    @property
    def worth(self) -> Judge:
        """How good a position is for bots; who has won knows no better one."""
        return self.names["worth"]  # type: ignore[no-any-return]

    @property
    def always_holds(self) -> Callable[[Any], bool] | None:
        """Does what the game says `always` hold in a state? None if it says nothing."""
        return self.names.get("always_holds")

    @property
    def invariants(self) -> Callable[[Any], tuple[bool, ...]]:
        """Each thing that the game says `always` holds."""
        return self.names["invariants"]  # type: ignore[no-any-return]

    def measure(self, number: int) -> Callable[..., Any]:
        """What a measure of the rules gives, of the game or of a player."""
        return self.names[f"measure_{number}"]  # type: ignore[no-any-return]

    def window_options(self, number: int) -> Callable[..., Sequence[Any]]:
        """What a window begins with, for whoever holds its card; nothing if it can not be used."""
        return self.names[f"window_{number}"]  # type: ignore[no-any-return]

    # ---- starting ---------------------------------------------------------------------------------------

    def new_state(self, seed: int, ask: bool) -> Any:
        """A fresh state, with set-up still to be done."""
        S = self.start.copy()
        S.ask = ask
        return self.seeded(S, seed)

    def opened(self, seed: int) -> Any:
        """The state at the first decision, where chance has no part in getting there."""
        return self.seeded(self.opening.copy(), seed)

    def seeded(self, S: Any, seed: int) -> Any:
        """Where chance plays no part there is nothing to seed: such matches are equal whatever their seed."""
        if self.facts.is_chancy:
            chance.reseed(S, seed)
        return S

    def frame(self, name: str, *arguments: Any) -> list[Any] | None:
        """A frame for a waiting rule, or nothing if the rule never waits."""
        number = self.facts.numbers.get(name)
        if number is None or number in self.names["RULES"]:
            return None
        if number not in self.names["STARTS"]:
            self.write_frame(self.world.rules[name])
        size = self.names["SIZES"][number]
        frame = [self.names["STARTS"][number], *arguments]
        return frame + [None] * (size - len(frame))

    def write_frame(self, rule: Rule) -> None:
        """A rule that is part of another, as one that can be started by itself."""
        before = len(self.module.functions)
        self.module.frame(rule, [])
        self.complete(before)
        start, size = self.module.starts[rule.index]
        self.names["STARTS"][rule.index] = self.names[start]
        self.names["SIZES"][rule.index] = size

    def call(self, S: Any, name: str, *arguments: Any) -> None:
        """Do a rule now, or put it on top of what is to be done."""
        frame = self.frame(name, *arguments)
        if frame is not None:
            S.stack.append(frame)
        elif name in self.facts.numbers:
            self.names["RULES"][self.facts.numbers[name]](S, *arguments)

    def counts(self, S: Any) -> dict[Counted, int]:
        """What happened so far in a position of a program that counts, and how its conditions were answered."""
        counters = self.answers.layout.counters
        assert counters is not None, "a program that counts has been asked for"
        return counters.sums(S.done + S.asked)

    # ---- expressions on demand ----------------------------------------------------------------------------

    def evaluator(self, expression: Expression, locals_: dict[Local, str]) -> Any:
        """A function of state, frame and chosen values for an expression of the model."""
        from rulelang.backends.python.expressions import ExpressionWriter

        writer = ExpressionWriter(self.answers.layout)
        writer.env = dict(locals_)
        text = writer.write(expression)
        self.module.take(writer)
        self.complete()
        namespace = {**self.names, **self.answers.layout.constants}
        code = compile(f"lambda S, f, x, scenario: {text}", "<expression>", "eval")
        function = eval(code, namespace)  # noqa: S307 - generated text, no author's words in it

        def value(S: Any, f: Any, x: Any, scenario: Any = None) -> Any:
            S.steps = 0  # whoever looks does not add to the work of the match
            return function(S, f, x, scenario)

        return value

    def complete(self, written: int | None = None) -> None:
        """Add functions that were asked for after the module was written; so many of them were there before."""
        before = len(self.module.functions) if written is None else written
        self.module.write_pending()
        new = [*self.module.functions[before:], *self.answers.layout.new_helpers()]
        if new:
            source = "\n\n\n".join(new)
            for index, (_, size) in self.module.starts.items():
                rule = next(r for r in self.world.rules.values() if r.index == index)
                source = source.replace(f"@pad_{index}@", ", None" * (size - 1 - len(rule.parameters)))
            self.names |= self.answers.layout.constants
            file = f"<more rules {len(self.module.line_places)}>"
            exec(compile(self.module.unmarked(source, file), file, "exec"), self.names)  # noqa: S102
