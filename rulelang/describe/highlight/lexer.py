"""Rules for Pygments, and so for rich, Sphinx and whoever else asks it: an entry point names this class."""

from __future__ import annotations

import re
from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from rulelang.describe.highlight.words import one_of, words

W = words()


class RulesLexer(RegexLexer):
    """Colours for rule files."""

    name = "rulelang"
    aliases: ClassVar[list[str]] = ["rulelang", "rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    flags = re.MULTILINE

    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"#[^\n]*", Comment.Single),
            (r'"', String, "text"),
            (r"[A-Z][A-Z0-9]*-[0-9]+", Name.Label),
            (r"[0-9]+%|[0-9]+(_[0-9]{3})*", Number.Integer),
            (
                rf"^([ \t]*)({one_of(W.blocks)})([ \t]+)([a-z][a-z0-9_.]*)",
                bygroups(Whitespace, Keyword.Declaration, Whitespace, Name.Function),
            ),
            (rf"^([ \t]*)({one_of(W.blocks)})(?=[ \t]|$)", bygroups(Whitespace, Keyword.Declaration)),
            (rf"^([ \t]*)({one_of(W.verbs)})\b(?![ \t]*:)", bygroups(Whitespace, Keyword)),
            (r"^([ \t]*)([a-z][a-z0-9_.]*)(:)", bygroups(Whitespace, Name.Attribute, Punctuation)),
            (rf"\b({one_of(W.clauses)})\b", Keyword.Pseudo),
            (rf"\b({one_of(W.literals)})\b", Keyword.Constant),
            (rf"\b({one_of((*W.operators, 'otherwise', 'if'))})\b", Operator.Word),
            (rf"\b({one_of(W.functions)})(?=\()", Name.Builtin),
            (r"[a-z][a-z0-9_]*(?=\()", Name.Function),
            (r"[a-z][a-z0-9_]*", Name),
            (r"\|", Punctuation.Marker),
            (r"!=|<=|>=|\.\.|[=<>+\-*/]", Operator),
            (r"[()\[\],.:]", Punctuation),
            (r"\n|[ \t\r]+", Whitespace),  # not together: a line begins with its indentation
        ],
        "text": [
            (r"\{", String.Interpol, "hole"),
            (r'[^"{\n]+', String),
            (r'"', String, "#pop"),
            (r"\n", Error, "#pop"),
        ],
        "hole": [
            (r"\}", String.Interpol, "#pop"),
            (r'[^}"\n]+', Name),
            (r'(?=["\n])', String, "#pop"),
        ],
    }
