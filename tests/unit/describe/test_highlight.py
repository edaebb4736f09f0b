"""Grammars for editors: made from the words of the language, fresh, and of one mind."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import attrs
import pytest
from pygments.token import Error, Keyword, Name, Operator, String, Token

from rulelang.describe.highlight.grammars import CODEMIRROR, TEXTMATE, files
from rulelang.describe.highlight.lexer import RulesLexer
from rulelang.describe.highlight.words import words
from rulelang.diagnostics.wording.syntax import VERBS
from rulelang.language.blocks import CORE
from rulelang.language.functions import BUILTINS
from rulelang.mechanisms import MECHANISMS
from rulelang.syntax.recovery.mistakes import CLAUSES

ROOT = Path(__file__).parents[3]
EDITORS = ROOT / "grammar" / "editors"
RULES = sorted([*(ROOT / "games").rglob("*.rules"), *(ROOT / "examples").rglob("*.rules")])


def test_every_word_of_the_language_is_there() -> None:
    """Counted from the lists that messages and the checker have."""
    found = words()
    assert {block.keyword for block in CORE} - {"instead"} <= {*found.blocks, *found.verbs}
    assert {mechanism.keyword for mechanism in MECHANISMS} <= {*found.blocks}
    assert {*VERBS} <= {*found.verbs}
    assert {*CLAUSES} <= {*found.clauses}
    assert {each.name for each in BUILTINS} == {*found.functions}
    assert {"and", "or", "not", "is", "in", "where", "rounded"} <= {*found.operators}
    assert not {*found.operators} & {*found.verbs, *found.clauses, *found.literals}


@pytest.mark.parametrize("name", [TEXTMATE, CODEMIRROR])
def test_files_are_fresh(name: str) -> None:
    """`make docs` would change nothing."""
    assert (EDITORS / name).read_text(encoding="utf-8") == files()[name]


def test_all_grammars_have_the_same_words() -> None:
    found = words()
    script = files()[CODEMIRROR]
    listed = json.loads(script[script.index("{") : script.index("};") + 1])
    assert listed == {name: list(each) for name, each in attrs.asdict(found).items()}
    scopes: dict[str, list[str]] = {}
    grammar = json.loads(files()[TEXTMATE])
    for pattern in [*grammar["patterns"], *grammar["repository"]["words"]["patterns"]]:
        if "match" in pattern:
            name = pattern.get("name") or pattern["captures"]["1"]["name"]
            scopes[name.split(".rulelang")[0]] = pattern["match"]
    for scope, sort in (
        ("storage.type", found.blocks),
        ("keyword.control", found.verbs),
        ("keyword.other.clause", found.clauses),
        ("constant.language", found.literals),
        ("support.function", found.functions),
    ):
        for word in sort:
            after = "(" if scope == "support.function" else " x"
            match = re.search(scopes[scope], word + after)
            assert match is not None, word
            assert match[1] == word


def test_pygments_finds_the_lexer_by_its_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (place,) = project["entry-points"]["pygments.lexers"].values()
    assert EntryPoint("rulelang", place, "pygments.lexers").load() is RulesLexer
    assert (RulesLexer.aliases, RulesLexer.filenames) == (["rulelang", "rules"], ["*.rules"])


def test_all_rules_are_read_without_an_error() -> None:
    """And nothing is lost: the tokens together are the text."""
    lexer = RulesLexer(stripnl=False, ensurenl=False)
    for path in RULES:
        text = path.read_text(encoding="utf-8")
        tokens = list(lexer.get_tokens(text))
        assert not [value for kind, value in tokens if kind in Error], path
        assert "".join(value for _, value in tokens) == text


SAMPLE = """\
rule sell(n: number) cites FRM-012
  need corn >= n because "only {corn} left"
  choose g in good where can(buy(g)) optional
    add -n to actor.corn
instead of buy(g) when count(shop) = 0
"""


def test_what_words_are() -> None:
    tokens = [(value, kind) for kind, value in RulesLexer().get_tokens(SAMPLE) if value.strip()]
    kinds = dict(tokens)
    assert kinds["rule"] is Keyword.Declaration
    assert kinds["sell"] is Name.Function
    assert kinds["FRM-012"] is Name.Label
    assert kinds["need"] is kinds["choose"] is kinds["add"] is Keyword
    assert kinds["because"] is kinds["optional"] is kinds["to"] is kinds["cites"] is Keyword.Pseudo
    assert kinds["where"] is kinds["in"] is Operator.Word
    assert kinds["{"] is String.Interpol
    assert kinds["count"] is Name.Builtin
    assert kinds["instead of"] is Keyword.Declaration
    assert kinds["buy"] in Token.Name.Function
