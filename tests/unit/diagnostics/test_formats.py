"""The formats by name."""

from __future__ import annotations

from rulelang.diagnostics.render import FORMATS, PLAIN, Settings, github, json, sarif, text
from tests.unit.diagnostics.findings import UNKNOWN


def test_every_format_has_one_signature():
    """Each name gives the text that its module makes."""
    assert {name: draw([UNKNOWN], PLAIN) for name, draw in FORMATS.items()} == {
        "text": text.render([UNKNOWN]),
        "json": json.render([UNKNOWN]),
        "sarif": sarif.render([UNKNOWN]),
        "github": github.render([UNKNOWN]),
    }


def test_settings_reach_the_formats_that_use_them():
    """Colours are for text, pages for SARIF."""
    settings = Settings(colour=True, pages={"unknown-name": "A page."})
    assert FORMATS["text"]([UNKNOWN], settings) == text.render([UNKNOWN], colour=True)
    assert FORMATS["sarif"]([UNKNOWN], settings) == sarif.render([UNKNOWN], pages=settings.pages)
