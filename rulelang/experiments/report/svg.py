"""The pictures of a report. Colours are those of the page, so they follow it into the dark and onto paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, isfinite, sqrt

from attrs import frozen

WIDTH = 760
LINE = 36


@frozen
class Bar:
    """One line of a forest: a difference with its interval, in whatever makes lines comparable."""

    name: str
    middle: float
    low: float
    high: float
    said: str
    is_sure: bool


@frozen
class Twin:
    """One line of two bars: the same thing on both sides, as parts of the longest bar."""

    name: str
    first: float | None
    second: float | None
    said: str
    more: str


def picture(height: float, drawn: Sequence[str], about: str, width: float = WIDTH) -> str:
    inner = "\n".join(drawn)
    return f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(about)}">\n{inner}\n</svg>'


def text(x: float, y: float, said: str, style: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'


def rectangle(x: float, y: float, width: float, height: float, style: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0, width):.1f}" height="{height:.1f}" rx="2" class="{style}"/>'


# ---- differences ----------------------------------------------------------------------------------------------


def forest(bars: Sequence[Bar], less: str, more: str) -> str:
    """Differences with their intervals around nothing."""
    left, right = 230.0, 540.0
    middle, reach = (left + right) / 2, max(map(farthest, bars), default=1.0) or 1.0
    bottom = LINE * len(bars)

    def at(value: float) -> float:
        return middle + max(-1.0, min(1.0, value / reach)) * (right - left) / 2

    drawn = [line(middle, 0, middle, bottom + 4, "nought")]
    for number, bar in enumerate(bars):
        y = LINE * number + LINE / 2
        style = "sure" if bar.is_sure else "open"
        drawn += [
            text(0, y + 4, bar.name),
            line(at(bar.low), y, at(bar.high), y, f"whisker {style}"),
            f'<circle cx="{at(bar.middle):.1f}" cy="{y:.1f}" r="5" class="dot {style}"/>',
            text(WIDTH, y + 4, bar.said, "figures", "end"),
            line(0, LINE * (number + 1), WIDTH, LINE * (number + 1), "rule"),
        ]
    drawn += [
        text(middle - 12, bottom + 22, f"← {less}", "small", "end"),
        text(middle + 12, bottom + 22, f"{more} →", "small"),
    ]
    return picture(bottom + 30, drawn, "Differences with their intervals")


def farthest(bar: Bar) -> float:
    return max((abs(end) for end in (bar.low, bar.high) if isfinite(end)), default=abs(bar.middle))


# ---- how games are spread ---------------------------------------------------------------------------------------


def histogram(first: Sequence[float], second: Sequence[float], about: str) -> str:
    """Two rows of numbers, one over the other."""
    width, height = 370.0, 150.0
    low, high = min(*first, *second), max(*first, *second)
    step = bar_width(low, high, len(first))
    count = int((high - low) // step) + 1
    shares = [in_bars(numbers, low, step, count) for numbers in (first, second)]
    top = max(*shares[0], *shares[1])
    each = width / count

    def outline(bars: Sequence[float]) -> str:
        points = [f"M0,{height:g}"]
        for number, share in enumerate(bars):
            y = height - share / top * (height - 8)
            points.append(f"L{number * each:.1f},{y:.1f} L{(number + 1) * each:.1f},{y:.1f}")
        return " ".join([*points, f"L{width:g},{height:g} Z"])

    drawn = [f'<path d="{outline(bars)}" class="area {side}"/>' for bars, side in zip(shares, ("a", "b"), strict=True)]
    drawn.append(line(0, height, width, height, "nought"))
    every = max(1, ceil(count / 7))
    for number in range(0, count, every):
        value = low + number * step
        said = f"{value:,.0f}" if step >= 1 else f"{value:,.1f}"
        drawn.append(text((number + 0.5) * each, height + 18, said, "small", "middle"))
    return picture(height + 26, drawn, about, width)


def bar_width(low: float, high: float, count: int) -> float:
    """As many bars as numbers can fill; whole numbers stay whole."""
    wanted = (high - low) / max(6, min(24, sqrt(count))) or 1.0
    return max(1.0, float(ceil(wanted))) if wanted > 0.2 else wanted


def in_bars(numbers: Sequence[float], low: float, step: float, count: int) -> list[float]:
    bars = [0.0] * count
    for number in numbers:
        bars[min(count - 1, int((number - low) // step))] += 1 / len(numbers)
    return bars


# ---- side by side -----------------------------------------------------------------------------------------------


def twins(lines: Sequence[Twin], about: str) -> str:
    """Bars of both sides, one pair a line."""
    left, longest, each = 250.0, 290.0, 32
    drawn = []
    for number, twin in enumerate(lines):
        y = each * number
        drawn.append(text(0, y + 19, shortened(twin.name, 38)))
        for place, (share, side) in enumerate(((twin.first, "a"), (twin.second, "b"))):
            if share is not None:
                drawn.append(rectangle(left, y + 5 + 10 * place, share * longest, 9, f"bar {side}"))
        drawn += [
            (
                f'<text x="{WIDTH}" y="{y + 19}" text-anchor="end" class="figures">{escape(twin.said)} '
                f'<tspan class="small">{escape(twin.more)}</tspan></text>'
            )
        ]
    return picture(each * len(lines) + 2, drawn, about)


def shortened(said: str, most: int) -> str:
    return said if len(said) <= most else said[: most - 1] + "…"
