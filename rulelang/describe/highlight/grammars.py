"""Grammars for editors, as files: TextMate's for VS Code and many others, a stream parser for CodeMirror 6.

`make docs` writes them from the words of the language, and a test holds that they are fresh.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import attrs

from rulelang.describe.highlight.words import Words, one_of, words

SCHEMA = "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json"
TEXTMATE, CODEMIRROR = "rulelang.tmLanguage.json", "codemirror.js"


def textmate() -> str:
    """A TextMate grammar."""
    found = words()
    hole = {
        "begin": r"\{",
        "end": r'\}|(?=["\n])',
        "name": "meta.embedded.rulelang",
        "patterns": [{"include": "#words"}],
    }
    text = {"begin": '"', "end": '"|$', "name": "string.quoted.double.rulelang", "patterns": [hole]}
    block = {
        "match": rf"^\s*({one_of(found.blocks)})(?=\s|$)(?!\s*:)(?:\s+([a-z][a-z0-9_.]*))?",
        "captures": {"1": {"name": "storage.type.rulelang"}, "2": {"name": "entity.name.function.rulelang"}},
    }
    fields = {"match": r"^\s*([a-z][a-z0-9_.]*)(?=:)", "captures": {"1": {"name": "variable.other.property.rulelang"}}}
    grammar: dict[str, Any] = {
        "$schema": SCHEMA,
        "name": "rulelang",
        "scopeName": "source.rulelang",
        "fileTypes": ["rules"],
        "patterns": [
            {"match": "#.*$", "name": "comment.line.number-sign.rulelang"},
            text,
            {"match": r"\b[A-Z][A-Z0-9]*-[0-9]+\b", "name": "constant.other.reference.rulelang"},
            block,
            {"match": rf"^\s*({one_of(found.verbs)})\b(?!\s*:)", "name": "keyword.control.rulelang"},
            fields,
            {"include": "#words"},
        ],
        "repository": {"words": {"patterns": word_patterns(found)}},
    }
    return json.dumps(grammar, indent=2) + "\n"


def word_patterns(found: Words) -> list[dict[str, str]]:
    return [
        {"match": rf"\b({one_of(found.clauses)})\b", "name": "keyword.other.clause.rulelang"},
        {"match": rf"\b({one_of(found.literals)})\b", "name": "constant.language.rulelang"},
        {"match": rf"\b({one_of((*found.operators, 'otherwise', 'if'))})\b", "name": "keyword.operator.word.rulelang"},
        {"match": rf"\b({one_of(found.functions)})(?=\()", "name": "support.function.rulelang"},
        {"match": r"\b[a-z][a-z0-9_]*(?=\()", "name": "entity.name.function.rulelang"},
        {"match": r"\b[0-9]+(_[0-9]{3})*%?", "name": "constant.numeric.rulelang"},
        {"match": r"\|", "name": "punctuation.separator.table.rulelang"},
    ]


SCRIPT = r"""// Made by `make docs` from the words of the language. For CodeMirror 6: StreamLanguage.define(rules).
export const words = WORDS;

const oneOf = (list) => list.map((word) => word.replace(/ /g, "\\ ")).join("|");
const block = new RegExp(`^(${oneOf(words.blocks)})(?=\\s|$)(?!\\s*:)`);
const verb = new RegExp(`^(${oneOf(words.verbs)})\\b(?!\\s*:)`);
const clause = new RegExp(`^(${oneOf(words.clauses)})\\b`);
const literal = new RegExp(`^(${oneOf(words.literals)})\\b`);
const operator = new RegExp(`^(${oneOf([...words.operators, "otherwise", "if"])})\\b`);
const builtin = new RegExp(`^(${oneOf(words.functions)})(?=\\()`);

export const rules = {
  name: "rulelang",
  startState: () => ({ text: false, hole: false }),
  token(stream, state) {
    if (stream.sol()) state.text = state.hole = false;
    if (state.text && !state.hole) {
      if (stream.match(/^[^"{]+/)) return "string";
      if (stream.match('"')) { state.text = false; return "string"; }
      stream.next();
      state.hole = true;
      return "punctuation";
    }
    if (state.hole && stream.match("}")) { state.hole = false; return "punctuation"; }
    const first = stream.sol() || /^\s*$/.test(stream.string.slice(0, stream.pos));
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match('"')) { state.text = true; state.hole = false; return "string"; }
    if (stream.match(/^[A-Z][A-Z0-9]*-[0-9]+/)) return "labelName";
    if (stream.match(/^[0-9]+(_[0-9]{3})*%?/)) return "number";
    if (first && stream.match(block)) return "definitionKeyword";
    if (first && stream.match(verb)) return "controlKeyword";
    if (first && stream.match(/^[a-z][a-z0-9_.]*(?=:)/)) return "propertyName";
    if (stream.match(clause)) return "modifier";
    if (stream.match(literal)) return "atom";
    if (stream.match(operator)) return "operatorKeyword";
    if (stream.match(builtin)) return "variableName.standard";
    if (stream.match(/^[a-z][a-z0-9_]*(?=\()/)) return "variableName.function";
    if (stream.match(/^[a-z][a-z0-9_]*/)) return "variableName";
    if (stream.match(/^(!=|<=|>=|\.\.|[=<>+\-*\/])/)) return "operator";
    stream.next();
    return "punctuation";
  },
  languageData: { commentTokens: { line: "#" } },
};
"""


def codemirror() -> str:
    """A stream parser for CodeMirror 6, as a module."""
    return SCRIPT.replace("WORDS", json.dumps(attrs.asdict(words()), indent=2), 1)


def files() -> dict[str, str]:
    """Every grammar by the name of its file."""
    return {TEXTMATE: textmate(), CODEMIRROR: codemirror()}


def main(folder: str) -> None:
    for name, text in files().items():
        (Path(folder) / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1])
