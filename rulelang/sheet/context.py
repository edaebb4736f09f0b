"""What every part of a sheet needs: the rules in force, their names, and how they are put into words."""

from __future__ import annotations

from typing import Any

from rulelang.api.game import Game
from rulelang.checks.words import require_language
from rulelang.model.declarations import Field, Labels, Rule, Source
from rulelang.model.expressions import Const, Expression
from rulelang.model.resolve.sayings import SayingReader
from rulelang.model.resolve.statements import cites_of
from rulelang.model.simplify import settle
from rulelang.model.types import Entity, strip
from rulelang.model.world import World
from rulelang.project.rules import Rules
from rulelang.sheet.document import Text, plain, words
from rulelang.sheet.names import Names
from rulelang.sheet.phrases import Phrases
from rulelang.sheet.plan import Plan, called_in, make_plan, turn_of
from rulelang.sheet.sentences.expressions import NOBODY, Bound, Env, Expressions
from rulelang.sheet.sentences.statements import Statements
from rulelang.syntax import nodes
from rulelang.syntax.blocks import labels_of
from rulelang.syntax.holes import Hole, filled, holes_in
from rulelang.text.forms import form

ROUND = "round"


class Context:
    """The rules of a game under its variants and options, for a number of players and in a language."""

    def __init__(self, game: Game, players: int, language: str) -> None:
        self.game = game
        self.rules: Rules = game.rules
        self.world: World = game.world(players)
        self.players = players
        require_language(self.rules, language)
        self.language = language
        self.phrases = Phrases(language, self.world.translations)
        self.names = Names(self.world, self.phrases)
        self.say = self.phrases.say
        keywords = {mechanism.keyword for mechanism in self.rules.mechanisms}
        standing = [self.rules.worded(d.block) for d in self.rules.standing(game.variants, game.options, players)]
        self.blocks = standing
        self.rounds = [b for b in standing if b.keyword == ROUND]
        self.mechanisms = [b for b in standing if b.keyword in keywords and b.keyword != ROUND]
        self.says = {str(block.path): block.says for block in standing if block.path is not None and block.says}
        self.cites = {str(block.path): cites_of(block) for block in standing if block.path is not None}
        self.sayings = SayingReader(self.world)
        self.covered = self.told_by_others()
        self.plan = self.make_plan()
        self.anchors = self.make_anchors()
        self.expressions = Expressions(self.names, self.phrases, self.anchors, self.make_titles())
        self.statements = Statements(self.expressions, self.sentence, self.plan.inline, self.plan.fields)

    # ---- what is told -------------------------------------------------------------------------------------

    def make_plan(self) -> Plan:
        hidden = {str(block.path) for block in self.mechanisms}
        score = self.world.score
        points = [score.value] if score is not None else []
        is_said = score is not None and score.name in self.says
        more: list[Any] = [] if is_said else points
        more += score.ties if score is not None and self.ties_say is None else []
        more += [window.guard for window in self.world.windows if window.rule.says is None]
        more += [zone.limit for zone in self.world.zones.values()]
        more += [each.start for each in self.all_fields() if each.says is None]
        return make_plan(self.world, self.roots(), hidden, more, points if is_said else [], self.covered)

    def told_by_others(self) -> set[str]:
        """Rules told by the sentence of something larger: turns of phases, effects of cards, what mechanisms are."""
        turns = [(part, turn_of(part)) for part in self.parts() if part.says is not None]
        blocks = [f"{block.path}." for block in self.mechanisms if block.says is not None]
        found = {turn.name for _, turn in turns if turn is not None and turn.says is None}
        for kind in self.world.kinds.values():
            for effects in kind.effects.values():
                found |= {rule.name for title, rule in effects.items() if kind.titles[title] in self.says}
        return found | {rule.name for rule in self.world.rules.values() if rule.name.startswith(tuple(blocks))}

    def all_fields(self) -> list[Field]:
        kinds = self.world.kinds.values()
        return [*self.world.fields.values(), *(each for kind in kinds for each in kind.fields.values())]

    def make_titles(self) -> dict[str, str]:
        """What blocks with members of their own are called."""
        found = {str(block.path): self.block_title(block) for block in self.mechanisms}
        return found | {r.name: self.names.rule(r) for r in self.world.rules.values() if r.is_action}

    def roots(self) -> list[Rule]:
        """The rules that are told for their own sake."""
        found = [self.world.rules[n] for n in ("setup",) if n in self.world.rules]
        found += self.parts()
        found += [rule for rule in self.world.rules.values() if rule.is_action]
        found += [window.rule for window in self.world.windows]
        for kind in self.world.kinds.values():
            for effects in kind.effects.values():
                found += effects.values()
        for block in self.mechanisms:
            prefix = f"{block.path}."
            found += [r for r in self.world.rules.values() if r.name.startswith(prefix) and r not in found]
        return list(dict.fromkeys(found))

    def parts(self) -> list[Rule]:
        """The parts of the round that are rules, in the order in which they are done."""
        called = called_in(self.world.main) if self.world.main is not None else []
        return [rule for part in called for rule in (part, turn_of(part)) if rule is not None]

    def make_anchors(self) -> dict[str, str]:
        found = {rule.name: anchor("rule", rule.name) for rule in self.plan.rules}
        found |= {rule.name: anchor("action", rule.name) for rule in self.world.rules.values() if rule.is_action}
        found |= {turn.name: anchor("rule", turn.name) for turn in map(turn_of, self.parts()) if turn is not None}
        found |= {window.rule.name: anchor("window", window.name) for window in self.world.windows}
        found |= {value.name: anchor("value", value.name) for value in self.plan.values}
        found |= {str(block.path): anchor("block", str(block.path)) for block in self.mechanisms}
        for kind in self.world.kinds.values():
            if kind.sort in ("table", "unordered") and "." not in kind.name:
                found[kind.name] = anchor("table", kind.name)
        found |= {name: anchor("table", name) for name in self.world.grids if "." not in name}
        return found

    # ---- words --------------------------------------------------------------------------------------------

    def sentence(self, says: nodes.Says | None) -> Text:
        """A sentence in the language, its holes filled for the options in force; nothing for `says none`."""
        if says is None or says.text is None:
            return ()
        sentence = says.text
        found = {h.about: self.sayings.filling(sentence, h) for h in holes_in(sentence.value)}

        def fill(hole: Hole) -> str | None:
            e = found.get(hole.about)
            return self.filling(hole, settle(e)) if e is not None else None

        return words(filled(dict(says.words).get(self.language, sentence).value, fill))

    def filling(self, hole: Hole, e: Expression) -> str:
        """What fills a hole: a value by its name, or the form that it asks for."""
        said = plain(self.expressions.words(e, NOBODY))
        if not hole.forms or not isinstance(e, Const):
            return said
        word = self.world.forms.get(self.language, {}).get(said) if isinstance(strip(e.type), Entity) else None
        return form(hole.forms, e.value, e.type, word, self.language)

    @property
    def goal(self) -> Text:
        """What players try to reach, if the author says so."""
        score = self.world.score
        return self.sentence(self.says.get(score.name)) if score is not None else ()

    @property
    def ties_say(self) -> nodes.Says | None:
        """The author's sentence for what breaks ties."""
        fields = (block.field("ties") for block in self.blocks if block.keyword == "score")
        return next((field.says for field in fields if field is not None), None)

    def is_card_told(self, source: Source) -> bool:
        """Does a change come from a card that has a sentence for all it does?"""
        return source.card is not None and source.title is not None and source.card.titles[source.title] in self.says

    def is_untold(self, name: str) -> bool:
        """Does the author say that something is not told?"""
        return name in self.says and self.says[name].text is None

    def heading(self, text: str) -> Text:
        return self.say(text)

    def block_title(self, block: nodes.Block) -> str:
        return self.names.title(labels_of(block), str(block.path))

    def parameters(self, rule: Rule) -> tuple[list[Text], Env]:
        """The parameters of a rule as nouns, and the names they have in its body."""
        env, found = Env(), []
        for parameter in rule.parameters:
            said, env = self.expressions.introduce(parameter, env)
            found.append(said)
        return found, env

    def with_source(self, env: Env, source: Source) -> Env:
        """The names that an amendment of a card may use."""
        if source.holder is not None:
            env = env.bind(source.holder, Bound(self.say("the holder")))
        if source.self_ is not None:
            env = env.bind(source.self_, Bound(self.say("this card")))
        return env

    def source(self, source: Source) -> Text:
        """Where an amendment comes from, if not from the game itself."""
        if source.variant is not None:
            return words(self.variant_label(source.variant), "strong")
        if source.card is not None and source.title is not None:
            return words(self.expressions.title_of(source.card, source.title), "strong")
        return ()

    def variant_label(self, name: str) -> str:
        labels = self.rules.variants[name].labels
        return labels.get(self.language) or labels["en"]

    def label(self, labels: Labels, name: str) -> str:
        return self.names.title(labels, name)


def anchor(sort: str, name: str) -> str:
    """Where something stands on the sheet."""
    return f"{sort}-{name.replace('.', '-').replace('_', '-')}"
