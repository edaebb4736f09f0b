"""The page of a sweep: a picture for each measure, its mean and band against the values."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isfinite

from rulelang.experiments.comparison import wording
from rulelang.experiments.report import svg
from rulelang.experiments.report.style import STYLE
from rulelang.experiments.sweep import Level
from rulelang.experiments.varying import Vary


def sweep_page(
    title: str, varied: Sequence[Vary], points: Sequence[Sequence[str]], levels: Sequence[dict[str, Level]]
) -> str:
    """All measures against the values, in the order in which they were given."""
    names = list(dict.fromkeys(name for each in levels for name in each))
    labels = [", ".join(point) for point in points]
    drawn = []
    for name in names:
        row = [each.get(name) for each in levels]
        drawn.append(f"<div><h3>{escape(name)}</h3>{band(labels, row, name)}</div>")
    said = escape(", ".join(vary.name for vary in varied))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<p class="about">{escape(title)}</p>
<h1>Against {said}</h1>
<div class="pair">{"".join(drawn)}</div>
<p class="note">Lines are means, bands intervals that hold together in 95 % of such pages, whenever one stops. All
values share their luck. Bots are not people.</p>
</main>
</body>
</html>
"""


def band(labels: Sequence[str], levels: Sequence[Level | None], about: str) -> str:
    """Means and their intervals from left to right; what could not be measured is a gap."""
    width, height, left = 370.0, 170.0, 46.0
    known = [(place, level) for place, level in enumerate(levels) if level is not None]
    ends = [(lv.low, lv.high) if isfinite(lv.half) else (lv.mean, lv.mean) for _, lv in known]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    room = (high - low) or 1.0
    each = (width - left) / len(levels)

    def at(place: int, value: float) -> str:
        return f"{left + (place + 0.5) * each:.1f},{8 + (high - value) / room * (height - 16):.1f}"

    upper = [at(place, high) for (place, _), (_, high) in zip(known, ends, strict=True)]
    lower = [at(place, low) for (place, _), (low, _) in zip(known, ends, strict=True)]
    drawn = [f'<path d="M{" L".join([*upper, *reversed(lower)])} Z" class="area b"/>']
    drawn.append(f'<path d="M{" L".join(at(place, level.mean) for place, level in known)}" class="mean"/>')
    for place, level in known:
        x, y = at(place, level.mean).split(",")
        drawn.append(f'<circle cx="{x}" cy="{y}" r="3" class="dot"><title>{escape(labels[place])}</title></circle>')
    measure = known[0][1].measure
    for value, base in ((high, 14.0), (low, height - 6)):
        drawn.append(svg.text(left - 8, base, wording.value(measure, value), "small", "end"))
    every = max(1, -(-len(labels) // 8))
    drawn += [
        svg.text(left + (place + 0.5) * each, height + 16, labels[place], "small", "middle")
        for place in range(0, len(labels), every)
    ]
    drawn.append(svg.line(left, height, width, height, "nought"))
    return svg.picture(height + 24, drawn, about, width)
