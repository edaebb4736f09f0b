"""Texts that come from strangers, made harmless: nothing in them steers a terminal or turns a line around.

Everything that is printed or written for people goes through here.
"""

from __future__ import annotations

import json
import re
from typing import Any

# Control characters, marks that turn the direction of text (they make a line read other than it is),
# line separators, and halves of surrogate pairs (no encoding can print them).
BEYOND = r"\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
STEERING = re.compile(rf"[\x00-\x1f{BEYOND}]")
UNSEEN = re.compile(rf"[\x00-\x08\x0b-\x1f{BEYOND}]")  # without tabs and ends of lines
DELETE = 0x7F


def picture(match: re.Match[str]) -> str:
    """A sign that stands for a character nobody would see."""
    code = ord(match[0])
    if code < ord(" "):
        return chr(0x2400 + code)
    return "\N{SYMBOL FOR DELETE}" if code == DELETE else "\N{REPLACEMENT CHARACTER}"


def visible(text: str) -> str:
    """One line with every character that could steer a terminal replaced by a picture of it."""
    return STEERING.sub(picture, text)


def harmless(text: str) -> str:
    """The same for a text of several lines."""
    return "\n".join(map(visible, text.split("\n")))


def ascii_json(data: Any) -> str:
    """Data for programs, in characters that any encoding can print and no terminal heeds."""
    return json.dumps(data, indent=2, ensure_ascii=True).replace("\x7f", "\\u007f")
