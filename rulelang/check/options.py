"""Options: the values they may have."""

from __future__ import annotations

from rulelang.model.declarations import Option


def option_texts(option: Option) -> list[str]:
    """The values of an option as an author writes them."""
    texts = []
    for value in option.values:
        if value is None:
            texts.append("none")
        elif isinstance(value, bool):
            texts.append("yes" if value else "no")
        elif option.words:
            texts.append(option.words[value] if value < len(option.words) else str(value))
        else:
            texts.append(str(value))
    return texts
