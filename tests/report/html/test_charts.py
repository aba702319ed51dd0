"""Charts: SVG that fits into a page."""

import re
from xml.etree import ElementTree

import pytest

from shortlex.report.html.charts import HEIGHT, LEFT, WIDTH, Charts
from shortlex.report.html.property_record import StepRecord

BINS = [(0, 4, 10), (5, 9, 0), (10, 14, 3)]


def step(name: str, calls: int, size: int) -> StepRecord:
    return StepRecord(name=name, calls=calls, size=size, text="")


TRAIL = [step("", 0, 30), step("delete_spans", 4, 12), step("lower_choices", 9, 12)]
COLOURS = {"delete_spans": 1, "lower_choices": 2}


def texts_of(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter("text")]


def test_a_chart_is_well_formed_and_described() -> None:
    charts = Charts()
    for svg in (
        charts.reduction(TRAIL, COLOURS, "a < b").svg,
        charts.histogram(BINS, "a < b"),
    ):
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        assert root[0].text == "a < b"


def test_every_colour_is_one_of_the_page() -> None:
    charts = Charts()
    for svg in (charts.reduction(TRAIL, COLOURS, "").svg, charts.histogram(BINS, "")):
        assert re.findall(r"(?:fill|stroke): (?!none|var\(--)[^;\"]*", svg) == []
        assert "<style" not in svg
        assert "font" not in svg


def test_ids_are_used_and_different_in_every_chart() -> None:
    charts = Charts()
    found = []
    for _ in range(2):
        svg = charts.reduction(TRAIL, COLOURS, "").svg
        ids = re.findall(r' id="(\w+)"', svg)
        assert ids
        assert set(ids) == set(re.findall(r'href="#(\w+)"', svg))
        found += ids
    assert len(found) == len(set(found))


def test_each_pass_has_a_colour_and_others_share_one() -> None:
    trail = [*TRAIL, step("another", 12, 10)]
    svg = Charts().reduction(trail, COLOURS, "").svg
    assert [svg.count(f'style="fill: var(--series-{number})"') for number in range(4)] == [
        1,
        1,
        1,
        0,
    ]


def test_points_are_where_the_chart_has_them() -> None:
    chart = Charts().reduction(TRAIL, COLOURS, "")
    assert chart.points[0][0] == LEFT
    assert 0 < chart.points[0][1] < chart.points[1][1] == chart.points[2][1] < HEIGHT
    assert LEFT < chart.points[1][0] < chart.points[2][0] < WIDTH
    markers = re.findall(r'<use href="#\w+" x="([\d.]+)" y="([\d.]+)"', chart.svg)
    for point, marker in zip(chart.points[1:], markers, strict=True):
        assert point == pytest.approx(tuple(map(float, marker)), abs=0.11)


def test_a_chart_leaves_nothing_to_the_next() -> None:
    charts = Charts()
    charts.reduction([step("", 0, 5000), step("delete_spans", 5000, 1)], COLOURS, "")
    assert texts_of(charts.histogram(BINS, "")) == texts_of(Charts().histogram(BINS, ""))


@pytest.mark.parametrize(
    ("calls", "across"),
    [
        ([0, 1, 2, 3, 4], ["0", "1", "2", "3", "4"]),
        ([0, 1, 2, 3, 4000], ["0", "1", "10", "100", "1,000"]),
    ],
)
def test_a_steep_scale_is_logarithmic(calls: list[int], across: list[str]) -> None:
    trail = [step("delete_spans", each, 5) for each in calls]
    shown = texts_of(Charts().reduction(trail, COLOURS, "").svg)
    assert shown == ["0", "1", "2", "3", "4", "5", *across, "calls of the test", "size"]


def test_a_reduction_to_nothing_is_drawn() -> None:
    trail = [step("", 0, 1), step("delete_spans", 0, 0)]
    assert len(Charts().reduction(trail, COLOURS, "").points) == 2
