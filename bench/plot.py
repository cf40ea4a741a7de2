"""Small plots as SVG text: bars with intervals, and points."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tkg.bench.stats import Interval

WIDTH, LEFT, RIGHT, ROW = 640, 230, 70, 26
INK, BAR, LINE = "#222", "#4a7ba6", "#ddd"

Bar = tuple[str, Interval | float]


def bars(title: str, rows: Sequence[Bar], top: float = 1.0, form: str = "{:.3f}") -> str:
    """Draw horizontal bars; an interval is drawn as a thin line over its bar."""
    height = 40 + ROW * len(rows)
    span = WIDTH - LEFT - RIGHT
    body = [_text(8, 20, title, weight="bold")]
    for number, (name, value) in enumerate(rows):
        y = 34 + ROW * number
        middle = value.value if isinstance(value, Interval) else value
        end = LEFT + span * _share(middle, top)
        body.append(_text(LEFT - 8, y + 14, name, anchor="end"))
        body.append(
            f'<rect x="{LEFT}" y="{y + 3}" width="{end - LEFT:.1f}" height="15" fill="{BAR}"/>'
        )
        far = end
        if isinstance(value, Interval):
            low, far = (LEFT + span * _share(v, top) for v in (value.low, value.high))
            body.append(
                f'<path d="M{low:.1f} {y + 10.5}H{far:.1f}" stroke="{INK}" stroke-width="2"/>'
            )
        body.append(_text(max(end, far) + 6, y + 14, form.format(middle)))
    body.append(f'<path d="M{LEFT} 30V{height - 8}" stroke="{INK}"/>')
    return _svg(height, title, body)


def points(
    title: str,
    across: str,
    up: str,
    rows: Sequence[tuple[str, float, float]],
    right: float = 1.0,
) -> str:
    """Draw named points; the vertical axis runs from 0 to 1."""
    height, x0, y0 = 320, 60, 270
    wide, tall = WIDTH - x0 - 170, y0 - 40
    body = [_text(8, 20, title, weight="bold"), _text(x0 + wide / 2, 306, across, anchor="middle")]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        y, x = y0 - tall * tick, x0 + wide * tick
        body.append(f'<path d="M{x0} {y:.1f}H{x0 + wide}" stroke="{LINE}"/>')
        body.append(_text(x0 - 6, y + 4, f"{tick:.2f}", anchor="end"))
        body.append(_text(x, y0 + 16, f"{tick * right:.4g}", anchor="middle"))
    body.append(_text(x0, 36, up))
    for name, x_value, y_value in rows:
        x, y = x0 + wide * _share(x_value, right), y0 - tall * _share(y_value, 1.0)
        body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{BAR}"/>')
        body.append(_text(x + 8, y + 4, name))
    return _svg(height, title, body)


def _share(value: float, top: float) -> float:
    return min(1.0, max(0.0, value / top)) if top > 0 and value == value else 0.0


def _text(x: float, y: float, text: str, *, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}" '
        f'fill="{INK}">{escape(text)}</text>'
    )


def _svg(height: int, title: str, body: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="sans-serif" font-size="12" role="img" '
        f'aria-label="{escape(title)}">{"".join(body)}</svg>'
    )
