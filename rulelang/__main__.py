"""`python -m rulelang` is the command line."""

from __future__ import annotations

from rulelang.cli import main

if __name__ == "__main__":
    main()
