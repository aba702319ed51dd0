"""Charts: charts as inline SVG that takes its colours from the page.

Matplotlib draws them. Its own axes would take most of the time, and there may be hundreds of
charts, so the lines and labels of axes are drawn as a few artists, and all charts share one figure.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import matplotlib
from markupsafe import escape
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from shortlex.report.html.property_record import StepRecord

WIDTH, HEIGHT = 720.0, 210.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 12.0, 28.0, 40.0

MARKERS = "osD^vPXph"
"""A shape for each colour, for readers who cannot tell the colours apart."""

OTHERS = 0
"""The colour number of passes without a colour of their own."""

STEEP = 20
"""The scale is logarithmic if the maximum is more than this many times the median."""

# Placeholders, replaced by the colours of the page: Matplotlib knows no CSS variables.
_TEXT, _GRID, _PATH, _BAR = "#fd0001", "#fd0002", "#fd0003", "#fd0004"
_SERIES = [f"#fe00{number:02x}" for number in range(len(MARKERS) + 1)]
_VARIABLES = {
    _TEXT: "var(--muted)",
    _GRID: "var(--line)",
    _PATH: "var(--path)",
    _BAR: "var(--series-1)",
    **{colour: f"var(--series-{number})" for number, colour in enumerate(_SERIES)},
}


class Chart(NamedTuple):
    """A picture, and where in it the points are."""

    svg: str
    points: list[tuple[float, float]]


@contextmanager
def default_style() -> Iterator[None]:
    """Use Matplotlib's defaults: the tests may have changed its configuration."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        yield


class Charts:
    """Draws charts one after the other, on one figure."""

    def __init__(self) -> None:
        # At 72 dpi a point is a pixel, as in the SVG.
        self._figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72)
        FigureCanvasSVG(self._figure)
        self._axes = self._figure.add_axes(
            (
                LEFT / WIDTH,
                BOTTOM / HEIGHT,
                1 - (LEFT + RIGHT) / WIDTH,
                1 - (TOP + BOTTOM) / HEIGHT,
            )
        )
        self._axes.set_axis_off()
        self._figure.patch.set_visible(False)
        self._count = 0

    def reduction(self, trail: Sequence[StepRecord], colours: dict[str, int], title: str) -> Chart:
        """Sizes against calls; each step has the colour and the shape of its pass."""
        calls = [step["calls"] for step in trail]
        sizes = [step["size"] for step in trail]
        self._begin(calls, sizes)
        self._plot(calls, sizes, color=_PATH, linewidth=1.5, drawstyle="steps-post")
        for number in range(len(MARKERS) + 1):
            chosen = [
                i
                for i, step in enumerate(trail)
                if step["name"] and colours.get(step["name"], OTHERS) == number
            ]
            self._add_points([calls[i] for i in chosen], [sizes[i] for i in chosen], number)
        self._label("calls of the test", "size")
        places = self._axes.transData.transform(list(zip(calls, sizes, strict=True)))
        points = [(round(float(x), 1), round(HEIGHT - float(y), 1)) for x, y in places]
        return Chart(self._finish(title), points)

    def histogram(self, bins: Sequence[tuple[int, int, int]], title: str) -> str:
        """How many cases had how many choices."""
        counts = [count for _, _, count in bins]
        self._begin([bins[0][0], bins[-1][1] + 1], [0, *counts], is_linear=True)
        middles = [(low + high + 1) / 2 for low, high, _ in bins]
        # Thick lines instead of bars: all lines are one artist, but each bar would be its own.
        width = 0.86 * (WIDTH - LEFT - RIGHT) / len(bins)
        bars = self._axes.vlines(middles, 0, counts, color=_BAR, linewidth=width, clip_on=False)
        self._artists.append(bars)
        self._label("choices in a case", "cases")
        return self._finish(title)

    def _begin(self, across: Sequence[int], up: Sequence[int], *, is_linear: bool = False) -> None:
        self._artists: list[Any] = []
        axes = self._axes
        axes.set_xscale("linear" if is_linear or not _is_steep(across) else "symlog")
        axes.set_yscale("linear" if is_linear or not _is_steep(up) else "symlog")
        low, high = min(across), max(max(across), min(across) + 1)
        axes.set_xlim(low, high)
        axes.set_ylim(0, max(1, *up) * 1.04)
        for tick in _ticks(0, max(1, *up), axes.get_yscale() != "linear"):
            self._plot([low, high], [tick, tick], color=_GRID, linewidth=1)
            self._write_beside(tick)
        for tick in _ticks(low, high, axes.get_xscale() != "linear"):
            self._write_below(tick)

    def _add_points(self, across: list[int], up: list[int], number: int) -> None:
        if across:
            marker = MARKERS[number - 1] if number else "."
            colour = _SERIES[number]
            self._plot(across, up, linestyle="", marker=marker, markersize=6.5, color=colour)

    def _plot(self, across: Sequence[int], up: Sequence[int], **style: Any) -> None:
        lines = self._axes.plot(across, up, markeredgewidth=0, clip_on=False, **style)
        self._artists += lines

    def _write_beside(self, tick: int) -> None:
        where = self._axes.get_yaxis_transform()
        self._annotate(tick, (0, tick), where, xytext=(-8, 0), ha="right", va="center")

    def _write_below(self, tick: int) -> None:
        where = self._axes.get_xaxis_transform()
        self._annotate(tick, (tick, 0), where, xytext=(0, -8), ha="center", va="top")

    def _annotate(self, tick: int, point: tuple[int, int], where: Any, **style: Any) -> None:
        label = self._axes.annotate(
            f"{tick:,}", point, xycoords=where, textcoords="offset points", color=_TEXT, **style
        )
        label.set_annotation_clip(False)
        self._artists.append(label)

    def _label(self, across: str, up: str) -> None:
        write = self._figure.text
        self._artists.append(write(1 - RIGHT / WIDTH, 4 / HEIGHT, across, ha="right", color=_TEXT))
        self._artists.append(
            write((LEFT - 8) / WIDTH, 1 - 12 / HEIGHT, up, ha="right", color=_TEXT)
        )

    def _finish(self, title: str) -> str:
        self._count += 1
        written = io.StringIO()
        with matplotlib.rc_context(
            {"svg.fonttype": "none", "svg.hashsalt": f"chart {self._count}"}
        ):
            self._figure.savefig(written, format="svg", transparent=True)
        for artist in self._artists:
            artist.remove()
        return inline_svg(written.getvalue(), title)


def _is_steep(values: Sequence[int]) -> bool:
    """Whether a linear scale would crowd most values at one end."""
    positive = sorted(value for value in values if value > 0)
    return bool(positive) and positive[-1] > STEEP * positive[len(positive) // 2]


def _ticks(low: float, high: float, is_logarithmic: bool) -> list[int]:
    """A few round numbers between ``low`` and ``high``."""
    if is_logarithmic:
        found = [10**power for power in range(20) if low <= 10**power <= high]
        return [0, *found] if low <= 0 else found
    values = MaxNLocator(nbins=6, steps=[1, 2, 5, 10], integer=True).tick_values(low, high)
    return [int(value) for value in values if low <= value <= high]


def inline_svg(text: str, title: str) -> str:
    """Matplotlib's SVG, without what the page already has, and with the page's colours."""
    text = text[text.index("<svg") :]
    for unwanted in (r"<metadata>.*?</metadata>", r"<style.*?</style>", r"<defs>\s*</defs>"):
        text = re.sub(unwanted, "", text, flags=re.S)
    used = set(re.findall(r'"(?:url\()?#(\w+)', text))
    text = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", text)
    text = re.sub(r"font(-[a-z]+)?: [^;\"]*;? ?", "", text)
    text = re.sub(r' transform="rotate\(-0 [^"]*"', "", text)
    text = re.sub(r"(\.\d)\d+", r"\1", text).replace("xlink:href", "href")
    for colour, variable in _VARIABLES.items():
        text = text.replace(colour, variable)
    text = re.sub(r"\s*\n\s*", " ", text)
    while (shorter := re.sub(r"<g>\s*</g>|<g>\s*(<[^>]*/>)\s*</g>", r"\1", text)) != text:
        text = shorter
    opening = f'<svg class="chart" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img">'
    return re.sub(r"^<svg[^>]*>", lambda _: f"{opening}<title>{escape(title)}</title>", text)
