"""The docs site: `make docs-site` builds it from these pages, and fails at a link that leads nowhere."""

from rulelang import __version__

project = "rulelang"
author = "the rulelang authors"
copyright = "the rulelang authors"  # noqa: A001 - Sphinx calls it so
release = __version__

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
exclude_patterns = ["_build", "transcripts"]
html_theme = "furo"
html_title = "rulelang"
myst_heading_anchors = 4
# Rules are coloured by the lexer that comes with rulelang.
highlight_language = "text"
# A page that no list names is built and found all the same. Links are held by tests/docs, to files and folders
# outside of these pages too, which a site can not follow. Examples of what is wrong need not be words of the language.
suppress_warnings = ["toc.not_included", "myst.xref_missing", "misc.highlighting_failure"]
