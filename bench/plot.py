"""Small plots as SVG text: bars with intervals, stacked bars, and points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from tkg.bench.stats import Interval

WIDTH, LEFT, RIGHT, ROW = 840, 260, 80, 24
INK, GREY, LINE = "#24292f", "#6b7280", "#e2e5e9"
COLOURS = (
    "#3b6ea5", "#d08a2e", "#4f9d69", "#a94f4f", "#7a63a8", "#4fa3a8", "#b8648f", "#8a8f3c",
    "#5f7186", "#c26d4a", "#6a9a3b", "#8c5a8c", "#3f8f86", "#a3763a",
)  # fmt: skip
GLYPH = 6.6
"""Width of a character of a label, about."""

Bar = tuple[str, Interval | float]


def bars(title: str, rows: Sequence[Bar], top: float = 1.0, form: str = "{:.3f}") -> str:
    """Draw horizontal bars; an interval is drawn as a thin line over its bar."""
    return grouped(title, [("", rows)], top, form)


def grouped(
    title: str,
    groups: Sequence[tuple[str, Sequence[Bar]]],
    top: float = 1.0,
    form: str = "{:.3f}",
) -> str:
    """Draw bars in groups; within every group the same place has the same colour."""
    count = sum(len(rows) + bool(name) for name, rows in groups)
    height, top = 60 + ROW * count + 8 * (len(groups) - 1), _round(top)
    body = [_text(8, 20, title, weight="600"), _grid(34, height - 22, top)]
    y = 36.0
    for name, rows in groups:
        if name:
            body.append(_text(8, y + 16, name, weight="600"))
            y += ROW
        for number, (label, value) in enumerate(rows):
            body.append(_bar(y, label, value, top, form, COLOURS[number % len(COLOURS)]))
            y += ROW
        y += 8
    return _svg(height, title, body)


def _bar(y: float, label: str, value: Interval | float, top: float, form: str, colour: str) -> str:
    middle = value.value if isinstance(value, Interval) else value
    end = _x(middle, top)
    body = [
        _text(LEFT - 8, y + 16, _cut(label), anchor="end"),
        f'<rect x="{LEFT}" y="{y + 5:.1f}" width="{max(0.5, end - LEFT):.1f}" height="14" '
        f'fill="{colour}" rx="1.5"/>',
    ]
    far = end
    if isinstance(value, Interval):
        low, far = _x(value.low, top), _x(value.high, top)
        body.append(
            f'<path d="M{low:.1f} {y + 12:.1f}H{far:.1f}M{low:.1f} {y + 8.5:.1f}v7'
            f'M{far:.1f} {y + 8.5:.1f}v7" stroke="{INK}" stroke-width="1.2" fill="none"/>'
        )
    shown = form.format(middle) if middle == middle else "-"
    return "".join([*body, _text(max(end, far) + 6, y + 16, shown)])


def stacked(title: str, parts: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Draw bars that are made up of named parts, with a legend and each bar's sum."""
    top = max((sum(values) for _, values in rows), default=1.0) or 1.0
    legend, extra = _legend(parts, 38)
    begin = 38 + extra
    height = int(begin + 18 + ROW * len(rows))
    body = [_text(8, 20, title, weight="600"), legend]
    for number, (label, values) in enumerate(rows):
        y, x = begin + ROW * number, float(LEFT)
        body.append(_text(LEFT - 8, y + 16, _cut(label), anchor="end"))
        for place, value in enumerate(values):
            wide = _x(value, top) - LEFT
            body.append(
                f'<rect x="{x:.1f}" y="{y + 5:.1f}" width="{wide:.1f}" height="14" '
                f'fill="{COLOURS[place % len(COLOURS)]}"><title>{escape(parts[place])}: '
                f"{value:.0f}</title></rect>"
            )
            x += wide
        body.append(_text(x + 6, y + 16, f"{sum(values):.0f}"))
    return _svg(height, title, body)


def _legend(parts: Sequence[str], y: float) -> tuple[str, float]:
    """Return the legend, in as many lines as it takes, and its height."""
    body, x, lines = [], 16.0, 1
    for number, name in enumerate(parts):
        wide = 30 + GLYPH * len(name)
        if x + wide > WIDTH - 8:
            x, lines = 16.0, lines + 1
        top = y + 20 * (lines - 1)
        colour = COLOURS[number % len(COLOURS)]
        body.append(f'<rect x="{x:.1f}" y="{top - 9:.1f}" width="11" height="11" fill="{colour}"/>')
        body.append(_text(x + 16, top, name))
        x += wide
    return "".join(body), 20.0 * lines - 8


def points(
    title: str,
    across: str,
    up: str,
    rows: Sequence[tuple[str, float, float]],
    right: float = 1.0,
) -> str:
    """Draw coloured points with a legend of their names and values; upwards from 0 to 1."""
    x0, y0, wide = 60, 300, 400
    tall, right = y0 - 52, _round(right)
    height = max(360, 70 + 20 * len(rows))
    body = [
        _text(8, 20, title, weight="600"),
        _text(x0 + wide / 2, 340, across, anchor="middle", fill=GREY),
        _text(8, 42, up, fill=GREY),
    ]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        y, x = y0 - tall * tick, x0 + wide * tick
        body.append(f'<path d="M{x0} {y:.1f}H{x0 + wide}" stroke="{LINE}"/>')
        body.append(_text(x0 - 6, y + 4, f"{tick:.2f}", anchor="end", fill=GREY))
        body.append(_text(x, y0 + 18, f"{tick * right:,.4g}", anchor="middle", fill=GREY))
    for number, (name, across_, up_) in enumerate(rows):
        x, y = x0 + wide * _share(across_, right), y0 - tall * _share(up_, 1.0)
        dot = f'fill="{COLOURS[number % len(COLOURS)]}" fill-opacity=".85"'
        body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" {dot}/>')
        line = 56 + 20 * number
        body.append(f'<circle cx="{x0 + wide + 24}" cy="{line - 4}" r="5" {dot}/>')
        shown = f"{across_:,.0f}" if right > 1 else f"{across_:.3f}"
        body.append(_text(x0 + wide + 36, line, f"{_cut(name)} ({shown}, {up_:.3f})"))
    return _svg(height, title, body)


def _round(top: float) -> float:
    """Return the least of 1, 2, 4, 8 times a power of ten that is not under a value.

    >>> _round(1.0), _round(1948), _round(0.3)
    (1.0, 2000.0, 0.4)
    """
    if top <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(top))
    return float(next(n * power for n in (1, 2, 4, 8, 10) if n * power >= top * (1 - 1e-9)))


def _grid(high: float, low: float, top: float) -> str:
    lines = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = _x(tick * top, top)
        colour = INK if tick == 0 else LINE
        lines.append(f'<path d="M{x:.1f} {high:.1f}V{low:.1f}" stroke="{colour}"/>')
        lines.append(_text(x, low + 15, f"{tick * top:.3g}", anchor="middle", fill=GREY))
    return "".join(lines)


def _x(value: float, top: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * _share(value, top)


def _share(value: float, top: float) -> float:
    return min(1.0, max(0.0, value / top)) if top > 0 and value == value else 0.0


def _cut(label: str, most: int = 36) -> str:
    return label if len(label) <= most else label[: most - 1] + "\u2026"


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", weight: str = "normal", fill: str = INK
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}" '
        f'fill="{fill}">{escape(text)}</text>'
    )


def _svg(height: int, title: str, body: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="system-ui,sans-serif" font-size="12.5" role="img" '
        f'aria-label="{escape(title)}">{"".join(body)}</svg>'
    )
