"""What sheets say of a mechanism, as data: each mechanism lists it beside what it stands for.

A text has holes: `{free}` is the value of the mechanism with that name, what a field of its state starts with, else
what the author wrote in that field of the block; `{kind}` and `{kinds}` are what the block is of. A text whose hole
nothing fills is left out. Other languages have the texts in `rulelang/text/languages`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen


@frozen
class Line:
    """A sentence. Where what fills its first hole is `usual`, it is left out, or says something else."""

    text: str
    usual: int | None = None
    otherwise: str = ""


@frozen
class Whether:
    """A condition of the mechanism: what is said if it holds, if not, and if that depends on a `{condition}`."""

    value: str
    yes: str = ""
    no: str = ""
    depends: str = ""


@frozen
class Where:
    """What a rule of the mechanism asks of what is chosen first in it (`{condition}`)."""

    rule: str
    text: str


@frozen
class Cases:
    """What is said by the word in a field of the block (of an option its value in force); "" without the field."""

    field: str
    words: Mapping[str, Sequence[Said]]
    other: Sequence[Said] = ()


@frozen
class Part:
    """What an author's part of the block does, below a line."""

    name: str
    text: str


@frozen
class Rows:
    """The table that the mechanism is lowered to under a name (none: its own), if there is one."""

    name: str = ""


@frozen
class Members:
    """A table of what the block is of; each column is a value of the mechanism, or what a field starts with."""

    columns: Mapping[str, str] = field(factory=dict)


@frozen
class Spots:
    """A table of what the rows of the mechanism do, and of the open spots in each; notes by value or column."""


Said = Line | Whether | Where | Cases | Part | Rows | Members | Spots
