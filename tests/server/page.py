"""What the page was built from: `make page` notes it, so that a page that is out of date is found without node."""

from __future__ import annotations

import hashlib
from pathlib import Path

SERVER = Path(__file__).parents[2] / "rulelang" / "server"
NOTE = SERVER / "page" / "built-from.txt"


def sources() -> str:
    """A hash of everything that goes into the page."""
    digest = hashlib.sha256()
    for path in sorted((SERVER / "web").glob("*.*")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest() + "\n"


if __name__ == "__main__":
    NOTE.write_text(sources(), encoding="utf-8")
