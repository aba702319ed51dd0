"""Old spellings mean the same as today's."""

import pytest

from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.hypothesis_alias.old_spellings import characters
from shortlex.lowlevel import replay


def simplest(strategy: st.SearchStrategy[str]) -> str:
    drawn: list[str] = []
    replay(lambda case: drawn.append(case.draw(strategy)), [])
    return drawn[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"whitelist_categories": ["Lu"]}, {"categories": ["Lu"]}),
        ({"blacklist_categories": ["Nd"]}, {"exclude_categories": ["Nd"]}),
        ({"blacklist_characters": "01"}, {"exclude_characters": "01"}),
        (
            {"whitelist_categories": (), "whitelist_characters": "x"},
            {"categories": (), "include_characters": "x"},
        ),
        ({"whitelist_categories": None, "codec": "ascii"}, {"codec": "ascii"}),
    ],
)
def test_an_old_name_is_todays(old: dict[str, object], new: dict[str, object]) -> None:
    assert repr(characters(**old)) == repr(st.characters(**new))  # type: ignore[arg-type]
    assert simplest(characters(**old)) == simplest(st.characters(**new))  # type: ignore[arg-type]


def test_both_names_are_too_many() -> None:
    with pytest.raises(InvalidArgument, match="old name of categories"):
        characters(whitelist_categories=["Lu"], categories=["Lu"])


def test_other_names_are_refused() -> None:
    with pytest.raises(TypeError, match="'greylist'"):
        characters(greylist=["Lu"])
