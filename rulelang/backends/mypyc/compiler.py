"""Compiles one module of a program to machine code: `python -m rulelang.backends.mypyc.compiler FOLDER NAME`.

It is a process of its own, because compilers change the working folder, print, and exit as they please.
"""

from __future__ import annotations

import os
import sys

# Types are checked by whoever wrote them; here they only say what may be fast.
CHECKS = ("--ignore-missing-imports", "--follow-imports=skip", "--no-warn-no-return", "--allow-redefinition")
# Of a large program the last twentieth of speed would cost half as much time again to compile.
LARGE = 100_000


def main() -> None:
    from mypyc.build import mypycify
    from setuptools import Distribution  # type: ignore[import-untyped,unused-ignore]

    folder, name = sys.argv[1:]
    os.chdir(folder)
    effort = "1" if os.path.getsize(f"{name}.py") > LARGE else "2"  # noqa: PTH202
    modules = mypycify([*CHECKS, f"{name}.py"], opt_level=effort, debug_level="0")
    if os.name == "posix":
        for module in modules:
            module.extra_compile_args.append("-fwrapv")  # numbers of 64 bits go round
    command = Distribution({"name": name, "ext_modules": modules}).get_command_obj("build_ext")
    command.inplace = True
    command.build_temp = "build"
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    main()
