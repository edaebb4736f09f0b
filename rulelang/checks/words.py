"""How far a game is translated: names and texts without words in a language, and words that name nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import structure as say
from rulelang.errors import UsageError
from rulelang.project.rules import Rules
from rulelang.syntax import nodes
from rulelang.syntax.words import texts, things

SPOKEN_FROM = 0.9


@frozen
class Translated:
    """What a language has words for, of all that wants them."""

    language: str
    missing: tuple[str, ...]  # names, and texts in quotes
    total: int

    @property
    def share(self) -> float:
        return 1 - len(self.missing) / self.total if self.total else 1.0


def word_problems(rules: Rules) -> Iterator[Diagnostic]:
    """What the checker says of words: only of languages that these rules speak themselves."""
    own = [block for block in rules.blocks if block.span.file.name not in rules.below]
    known = {name for block in own for thing in things(block) for name in thing.names}
    for word in rules.idle_words:
        yield say.idle_words(word.path.span, str(word.path), known)
    for block in {str(b.path): b for b in own if b.keyword == "translate"}.values():
        found = translated(own, rules, str(block.path))
        if found.missing:
            yield say.missing_words(block.header, found.language, found.missing, found.total)


def translated(blocks: Iterable[nodes.Block], rules: Rules, language: str) -> Translated:
    """What of some declarations a language has words for."""
    vocabulary = rules.vocabulary
    others = set(vocabulary.words) - {language}
    wanted: dict[str, bool] = {}
    for block in blocks:
        for thing in things(block):
            has_words = {spoken for spoken, _ in vocabulary.called(thing.names, thing.label)}
            # A row that no other language has a word for either is a name such as that of a town.
            if has_words or not (thing.is_row and others):
                wanted[thing.key] = language in has_words
        for text in texts(block):
            wanted[f'"{text}"'] = text in vocabulary.phrases.get(language, {})
    missing = tuple(name for name, is_there in wanted.items() if not is_there)
    return Translated(language, missing, len(wanted))


def require_language(rules: Rules, language: str) -> None:
    """Refuse a language that a game does not speak, or hardly."""
    spoken = ["en", *sorted(rules.vocabulary.words)]
    if language == "en":
        return
    if language not in spoken:
        raise UsageError(f"{rules.name} has no words in `{language}`; it has them in {', '.join(spoken)}")
    found = translated(rules.blocks, rules, language)
    if found.share < SPOKEN_FROM:
        some = ", ".join(found.missing[:5])
        raise UsageError(
            f"{rules.name} has words in `{language}` for {found.share:.0%} of its names and texts only; "
            f"among those missing are {some} (`rulelang words {rules.name} {language}` lists them)"
        )
