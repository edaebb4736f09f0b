"""Settings of editors in the documentation say how the server is started, in the language of each editor."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from rulelang.cli import commands
from rulelang.lsp import lenses
from rulelang.project.dependencies import ENDING
from rulelang.project.settings import OWN_FILE
from tests.docs.pages import fences

PAGE = Path(__file__).parents[2] / "docs" / "editors.md"
SERVER = ["rulelang", "lsp"]
# What a Neovim has that the settings call, noting what it is told.
NEOVIM = """
noted = {}
vim = {
  filetype = { add = function(known) noted.extensions = known.extension end },
  lsp = {
    config = function(name, settings) noted[name] = settings end,
    enable = function(name) noted.enabled = name end,
  },
  api = { nvim_create_autocmd = function(event, what) noted.event = event; noted.what = what end },
  bo = {},
}
"""


def the_fence(language: str) -> str:
    (text,) = [fence.text for fence in fences(PAGE) if fence.language == language]
    return text


def test_helix() -> None:
    settings = tomllib.loads(the_fence("toml"))
    (language,) = settings["language"]
    (server,) = language["language-servers"]
    started = settings["language-server"][server]
    assert [started["command"], *started["args"]] == SERVER
    assert language["file-types"] == [ENDING.removeprefix(".")]
    assert language["roots"] == [OWN_FILE]


def test_neovim() -> None:
    """The settings run, and a buffer of rules is set up by them."""
    lua = pytest.importorskip("lupa").LuaRuntime()
    lua.execute(NEOVIM + the_fence("lua"))
    noted = lua.globals().noted
    settings = noted[noted.enabled]
    filetype = noted.extensions[ENDING.removeprefix(".")]
    assert [*settings.cmd.values()] == SERVER
    assert [*settings.filetypes.values()] == [filetype] == [noted.what.pattern]
    assert OWN_FILE in [*settings.root_markers.values()]
    noted.what.callback()
    assert lua.globals().vim.bo.shiftwidth == 2


def test_the_server_is_a_command() -> None:
    assert commands.get_command(None, SERVER[1]) is not None


def test_the_page_names_what_the_lenses_offer() -> None:
    page = PAGE.read_text(encoding="utf-8")
    titles = set(re.findall(r"▶ [a-z ]+[a-z]", page))
    source = Path(lenses.__file__).read_text(encoding="utf-8")
    assert titles
    assert all(f'"{title}"' in source for title in titles)
    assert shlex.split("make extension")[1] in (PAGE.parents[1] / "Makefile").read_text(encoding="utf-8")
