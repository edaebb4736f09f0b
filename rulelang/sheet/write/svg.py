"""Drawings as SVG that stands in the page itself; text and lines take the colours of the page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rulelang.sheet.document import Drawing, Line, Spot
from rulelang.sheet.write.labels import Box, Label, Named, placed

WIDTH = 1000.0
MARGIN = 55.0
LARGE, SMALL = 11.0, 4.0


def drawing_svg(drawing: Drawing) -> str:
    """A figure with the drawing and a legend."""
    return "\n".join(figure(drawing))


def figure(drawing: Drawing) -> Iterator[str]:
    frame = Frame(drawing)
    yield "<figure>"
    yield (
        f'<svg viewBox="0 0 {number(WIDTH)} {number(frame.height)}" role="img" '
        f'aria-label="{escape(drawing.caption)}" xmlns="http://www.w3.org/2000/svg">'
    )
    yield f"<title>{escape(drawing.caption)}</title>"
    for line in drawing.lines:
        yield way(frame, line)
    labels = placed([on_paper(frame, spot) for spot in drawing.spots], frame.paper)
    for spot in drawing.spots:
        yield from place(frame, spot)
    for named, label in labels.items():
        yield from name(named, label)
    yield "</svg>"
    keys = "".join(
        f'<span class="key" style="background:{escape(colour)}"></span>{escape(name)}'
        for name, colour in drawing.legend
    )
    yield f"<figcaption>{escape(drawing.caption)}{keys}</figcaption>"
    yield "</figure>"


class Frame:
    """From the coordinates of a map to those of the picture."""

    def __init__(self, drawing: Drawing) -> None:
        xs = [spot.x for spot in drawing.spots] or [0.0]
        ys = [spot.y for spot in drawing.spots] or [0.0]
        self.left, self.top = min(xs), min(ys)
        self.scale = (WIDTH - 2 * MARGIN) / ((max(xs) - self.left) or 1.0)
        self.height = (max(ys) - self.top) * self.scale + 2 * MARGIN

    @property
    def paper(self) -> Box:
        return Box(0.0, 0.0, WIDTH, self.height)

    def point(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) * self.scale + MARGIN, (y - self.top) * self.scale + MARGIN


def way(frame: Frame, line: Line) -> str:
    """A line that ends at the edge of the places, with an arrow where it has a direction."""
    x1, y1 = frame.point(line.x1, line.y1)
    x2, y2 = frame.point(line.x2, line.y2)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    gap = LARGE + 3 if line.is_arrow else 0.0
    ex, ey = x2 - ux * gap, y2 - uy * gap
    stroke = escape(line.colour) or "currentColor"
    found = (
        f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(ex)}" y2="{number(ey)}" '
        f'stroke="{stroke}" stroke-width="3" stroke-opacity=".8"/>'
    )
    if line.is_arrow:
        wings = [
            (ex, ey),
            (ex - ux * 13 - uy * 6, ey - uy * 13 + ux * 6),
            (ex - ux * 13 + uy * 6, ey - uy * 13 - ux * 6),
        ]
        found += f'<polygon points="{" ".join(f"{number(x)},{number(y)}" for x, y in wings)}" fill="{stroke}"/>'
    return found


def place(frame: Frame, spot: Spot) -> Iterator[str]:
    x, y = frame.point(spot.x, spot.y)
    yield (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius(spot))}" fill="var(--paper)" '
        f'stroke="currentColor" stroke-width="{2 if spot.size > 1 else 1}"/>'
    )
    if is_short(spot):
        yield text(x, y + 4.5, spot.label, 12)


def radius(spot: Spot) -> float:
    return LARGE if spot.size > 1 else SMALL


def is_short(spot: Spot) -> bool:
    """Does the name stand in the circle of its place?"""
    return 0 < len(spot.label) <= 2


def on_paper(frame: Frame, spot: Spot) -> Named:
    """A place for what is written beside it."""
    return Named(*frame.point(spot.x, spot.y), radius(spot), "" if is_short(spot) else spot.label)


def name(spot: Named, label: Label) -> Iterator[str]:
    """The name of a place; if it is not right beside it, with a line to it."""
    if label.is_far:
        middle = (label.box.top + label.box.bottom) / 2
        yield (
            f'<line x1="{number(spot.x)}" y1="{number(spot.y)}" x2="{number(label.x)}" y2="{number(middle)}" '
            'stroke="currentColor" stroke-width="1" stroke-opacity=".5"/>'
        )
    yield text(label.x, label.y, label.text, label.size)


def text(x: float, y: float, label: str, size: float) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="middle" font-size="{number(size)}" fill="currentColor" '
        f'paint-order="stroke" stroke="var(--shade)" stroke-width="3">{escape(label)}</text>'
    )


def number(value: float) -> str:
    """A coordinate with one digit behind the point at most."""
    return f"{value:.1f}".removesuffix(".0")
