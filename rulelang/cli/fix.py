"""`rulelang fix`: rule files of the first edition become files of the second."""

from __future__ import annotations

import click

from rulelang.cli.arguments import paths_argument

EXAMPLE = "Example: rulelang fix my_game --diff"
RAISED = "seats are counted from 1 now, so `seat(0)` is `seat(1)`"
LEFT = "seats are left as they are: `seat(1)` is the first one (with --seats-from-zero it was the second one before)"


@click.command("fix", epilog=EXAMPLE)
@paths_argument
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Change nothing; print what would change.")
@click.option("--seats-from-zero", is_flag=True, help="Seats are counted from 0, also where there is no `seat(0)`.")
def command(paths: tuple[str, ...], only_check: bool, show_diff: bool, seats_from_zero: bool) -> int:
    """Mend rule files: what the first edition of the language wrote otherwise is written anew.

    Seats, which it counted from 0, are counted from 1 where there is a `seat(0)`.
    """
    from rulelang.cli.arguments import configured
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.fmt import print_diff, shown
    from rulelang.cli.output import count, say, write_whole
    from rulelang.fix.files import mended_files

    files = mended_files(configured(paths), seats_from_zero)
    for file in files:
        if show_diff:
            print_diff(file.path, file.before or "", file.after or "", "mended")
        elif only_check:
            say(f"would change {shown(file.path)}", err=True)
        elif file.after is None:
            file.path.unlink()
            say(f"removed {shown(file.path)}: all of it is elsewhere now", err=True)
        else:
            file.path.parent.mkdir(exist_ok=True)
            write_whole(file.path, file.after)
            say(f"{'wrote' if file.before is None else 'changed'} {shown(file.path)}", err=True)
        if file.seats_raised is not None:
            say(f"{shown(file.path)}: {RAISED if file.seats_raised else LEFT}", err=True)
    only_look = only_check or show_diff
    say(f"{count(len(files), 'file')} {'would change' if only_look else 'changed'}", err=True)
    return FINDINGS if files and only_look else FINE
