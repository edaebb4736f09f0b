"""`rulelang lsp`: a language server for editors."""

from __future__ import annotations

import sys

import click

from rulelang.errors import UsageError

EXAMPLE = "Example: rulelang lsp --stdio"
NEEDED = 'rulelang lsp needs an extra: pip install "rulelang[lsp]"'


@click.command("lsp", epilog=EXAMPLE)
@click.option("--stdio", is_flag=True, help="Over standard input and output, as it is anyway: some editors say so.")
def command(stdio: bool) -> int:
    """Answer an editor over standard input and output: problems, fixes, outline, formatting."""
    from rulelang.cli.exit_status import FINE

    try:
        from rulelang.lsp.server import run
    except ImportError:
        raise UsageError(NEEDED) from None
    if sys.stdin.isatty():
        raise UsageError("an editor speaks to it over standard input and output; nobody can type what it understands")
    run()
    return FINE
