"""The command line: one module a subcommand, imported when it is asked for.

Commands read arguments, call the library, print, and return their exit status: 0 is fine, 1 means
findings or a failed scenario, 2 wrong usage or unreadable input. What goes wrong below them is put
into words here, once; a traceback is never an answer.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from rulelang import __version__
from rulelang.cli.exit_status import BROKEN_PIPE, INTERRUPTED, UNREADABLE, WRONG_USAGE
from rulelang.cli.output import say, say_text

COMMANDS = (
    *("list", "new", "hooks", "graph", "check", "fmt", "test", "cover", "exercise", "play", "serve", "simulate"),
    *("compare", "sweep", "tune", "runs", "diff", "sheet", "words", "trace", "explain", "record", "replay"),
    *("compile", "fix", "tournament", "learn", "lsp", "cache"),
)


class Commands(click.Group):
    """The subcommands by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, in the order of a newcomer's first hour."""
        # Once the module of `rulelang list` is there, `list` means that module here.
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"rulelang.cli.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant, or a near name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from rulelang.diagnostics.suggest import did_you_mean

            hint = did_you_mean(args[0], COMMANDS) or f"commands are {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command `{args[0]}`; {hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and put what goes wrong into words."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            silence_output()
            return BROKEN_PIPE
        except KeyboardInterrupt:
            say("stopped", err=True)
            return INTERRUPTED
        except RecursionError:
            say("error: the rules are nested too deeply", err=True)
            return UNREADABLE
        except OSError as error:
            drop_unwritten()
            where = f"{error.filename}: " if error.filename else ""
            say(f"error: {where}{error.strerror or error}", err=True)
            return UNREADABLE
        except (click.ClickException, click.exceptions.Exit, click.exceptions.Abort):
            raise
        except Exception as error:
            from rulelang.cli.failures import report

            if os.environ.get("RULELANG_TRACEBACK"):
                raise
            return report(error)
        return status

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line and leave the process with its status."""
        kwargs["standalone_mode"] = False
        try:
            status = super().main(*args, **kwargs)
        except click.exceptions.Abort:
            say("stopped", err=True)
            status = INTERRUPTED
        except click.ClickException as error:
            told = io.StringIO()
            error.show(told)
            say_text(told.getvalue(), err=True)
            status = WRONG_USAGE
        sys.exit(status if isinstance(status, int) else 0)


def drop_unwritten() -> None:
    """What could not be written, on a full disk say, is not tried again at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        silence_output()


def open_closed_streams() -> None:
    """A closed standard stream becomes one that goes nowhere: else the next file to be opened takes its place."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open


def silence_output() -> None:
    """Nobody reads any more: what is still to be flushed goes nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        return


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: rulelang list",
)
@click.version_option(__version__, message="rulelang %(version)s")
def commands() -> None:
    """Check, play, test and simulate board games that are written as rules."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    open_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            with suppress(ValueError):  # it was read from already
                stream.reconfigure(errors="replace")
    commands.main(args=arguments, prog_name="rulelang")
