"""The page of each kind of problem: Markdown beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from importlib import resources
from pathlib import Path


def pages_folder() -> Path:
    """Where the pages are."""
    beside = Path(__file__).parents[2] / "docs" / "diagnostics"
    if beside.is_dir():
        return beside
    return Path(str(resources.files("rulelang").joinpath("_pages")))


def page_of(slug: str) -> str | None:
    """The page of a slug, if it has one."""
    known = all_slugs()
    return (pages_folder() / f"{slug}.md").read_text(encoding="utf-8") if slug in known else None


def all_slugs() -> list[str]:
    """The slugs that have a page."""
    folder = pages_folder()
    return sorted(path.stem for path in folder.glob("*.md")) if folder.is_dir() else []


def all_pages() -> dict[str, str]:
    """Every page by its slug."""
    return {slug: (pages_folder() / f"{slug}.md").read_text(encoding="utf-8") for slug in all_slugs()}
