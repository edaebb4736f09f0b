from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from rulelang.diagnostics.diagnostic import Diagnostic


def under_options(problem: Diagnostic, options: Mapping[str, str]) -> Diagnostic:
    """A problem that is there only if options are set otherwise than by default; it says so."""
    if not options:
        return problem
    said = " and ".join(f"`{name} = {value}`" for name, value in options.items())
    return evolve(problem, help=f"{problem.help} (with {said})" if problem.help else f"this is so with {said}")
