"""Drawings as SVG that stands in the page itself; text and lines take the colours of the page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rulelang.sheet.document import Drawing, Line, Spot

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
    for spot in drawing.spots:
        yield from place(frame, spot)
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
    size = LARGE if spot.size > 1 else SMALL
    yield (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(size)}" fill="var(--paper)" '
        f'stroke="currentColor" stroke-width="{2 if spot.size > 1 else 1}"/>'
    )
    if not spot.label:
        return
    if len(spot.label) <= 2:
        yield text(x, y + 4.5, spot.label, "middle", 12)
    elif x > WIDTH - 2.5 * MARGIN:
        yield text(x + LARGE, y - LARGE - 5, spot.label, "end", 17)
    else:
        yield text(x, y - LARGE - 5, spot.label, "middle" if x > 2 * MARGIN else "start", 17)


def text(x: float, y: float, label: str, align: str, size: int) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="{align}" font-size="{size}" fill="currentColor" '
        f'paint-order="stroke" stroke="var(--shade)" stroke-width="3">{escape(label)}</text>'
    )


def number(value: float) -> str:
    """A coordinate with one digit behind the point at most."""
    return f"{value:.1f}".removesuffix(".0")
