"""String domains: order, exact indexes, membership, repair and sampling."""

from itertools import pairwise, product
from random import Random

import pytest

from shortlex.core.alphabet import ANY_CHARACTER, UNICODE, Alphabet
from shortlex.core.sizes import Sizes
from shortlex.core.string import String

EMPTY = Alphabet.of_characters("")
ONE = Alphabet.of_characters("x")
THREE = Alphabet.of_characters("bca")
GREEK = Alphabet.of_intervals([(0x3B1, 0x3C9)])
CYRILLIC_AND_MORE = Alphabet.of_intervals([(0x400, 0xFFF)])
SURROGATES = Alphabet.of_intervals([(0xD800, 0xDFFF)])
ASCII = Alphabet.of_intervals([(0, 127)])
PRINTABLE = Alphabet.of_intervals([(32, 126)])
MOST_OF_UNICODE = Alphabet.of_intervals([(0x20, 0x7D), (0x90, 0x200), (0x220, 0x3000)])
ALPHABETS = [ONE, THREE, GREEK, CYRILLIC_AND_MORE, SURROGATES, ASCII, PRINTABLE, MOST_OF_UNICODE]
ALPHABETS += [UNICODE, ANY_CHARACTER]
SIZES = [Sizes(), Sizes(0, 0), Sizes(1, 1), Sizes(2, 3), Sizes(100, 400)]
DOMAINS = [String(alphabet, sizes) for alphabet in ALPHABETS for sizes in SIZES]
DOMAINS += [String(EMPTY, Sizes()), String(EMPTY, Sizes(0, 5))]
TEXT = String(UNICODE, Sizes())

TEXTS = ["", "0", "a", "zz", "hello", "\n", "é", "\ud800", "a\udfffb", "\U0001f600", "x" * 500]


class HostileText(str):
    """Not exactly a str, and no method of it works."""

    def __len__(self):
        raise RuntimeError

    __eq__ = __hash__ = __getitem__ = translate = isascii = __iter__ = __len__


@pytest.mark.parametrize(("minimum", "maximum"), [(0, 4), (2, 4), (3, 3), (0, 0)])
def test_indexes_count_the_values_in_shortlex_order(minimum, maximum):
    domain = String(THREE, Sizes(minimum, maximum))
    lengths = range(minimum, maximum + 1)
    values = ["".join(chars) for length in lengths for chars in product("bca", repeat=length)]
    assert domain.count == len(values)
    assert [domain.index_of(value) for value in values] == list(range(len(values)))
    assert [domain.value_at(i) for i in range(len(values))] == values
    assert sorted(values, key=domain.sort_key) == values
    assert domain.simplest == values[0]


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_index_and_value_are_inverse(domain):
    random = Random(1)
    for _ in range(20):
        value = domain.sample(random, 1.0)
        assert domain.value_at(domain.index_of(value)) == value
    assert domain.index_of(domain.simplest) == 0
    assert domain.value_at(0) == domain.simplest


@pytest.mark.parametrize("alphabet", [UNICODE, THREE, ASCII])
def test_value_and_index_are_inverse_for_large_indexes(alphabet):
    random = Random(2)
    for minimum in (0, 1, 17):
        domain = String(alphabet, Sizes(minimum))
        for bits in (1, 20, 21, 64, 1000):
            index = random.getrandbits(bits)
            assert domain.index_of(domain.value_at(index)) == index


@pytest.mark.parametrize("alphabet", [THREE, ASCII, UNICODE])
def test_lengths_change_exactly_where_the_shorter_values_end(alphabet):
    base = len(alphabet)
    domain = String(alphabet, Sizes(2))
    last = alphabet.char_at(base - 1)
    for length in (2, 3, 40, 300):
        index = sum(base**k for k in range(2, length + 1))
        assert domain.value_at(index) == alphabet.simplest * (length + 1)
        assert domain.value_at(index - 1) == last * length


def test_long_texts_have_exact_indexes():
    domain = String(UNICODE, Sizes())
    value = UNICODE.sample(Random(3), 20_000)
    assert domain.value_at(domain.index_of(value)) == value


def test_indexes_outside_are_refused():
    cases = [(String(THREE, Sizes(1, 2)), 12), (String(EMPTY, Sizes()), 1)]
    cases += [(String(ONE, Sizes(0, 3)), 4), (String(ASCII, Sizes(0, 9)), 1 << 20_000)]
    for domain, index in cases:
        for refused in (index, -1):
            with pytest.raises(IndexError):
                domain.value_at(refused)


def test_shorter_is_simpler_then_the_order_of_characters_decides():
    domain = String(UNICODE, Sizes())
    values = ["", "0", "9", "A", "Z", "a", "z", " ", "!", "\n", "é", "\U0001f600", "00", "0a", "a0"]
    assert all(domain.sort_key(a) < domain.sort_key(b) for a, b in pairwise(values))
    assert all(domain.index_of(a) < domain.index_of(b) for a, b in pairwise(values))


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_sort_keys_compare_as_indexes_do(alphabet):
    random = Random(4)
    domain = String(alphabet, Sizes(0, 3))
    for _ in range(200):
        a, b = domain.sample(random, 1.0), domain.sample(random, 1.0)
        keys = domain.sort_key(a), domain.sort_key(b)
        indexes = domain.index_of(a), domain.index_of(b)
        assert (keys[0] < keys[1], keys[0] == keys[1]) == (
            indexes[0] < indexes[1],
            indexes[0] == indexes[1],
        )


def test_values_are_counted_unless_there_are_too_many():
    assert String(THREE, Sizes(1, 2)).count == 12
    assert String(ONE, Sizes(2, 10**12)).count == 10**12 - 1
    assert String(ONE, Sizes()).count is None
    assert String(EMPTY, Sizes()).count == 1
    assert String(UNICODE, Sizes(1, 1)).count == len(UNICODE)
    assert String(UNICODE, Sizes()).count is None
    assert String(UNICODE, Sizes(0, 10**15)).count is None
    assert String(ASCII, Sizes(585, 585)).count == 128**585
    assert String(ASCII, Sizes(586, 586)).count is None


def test_an_empty_alphabet_has_the_empty_text_only():
    domain = String(EMPTY, Sizes())
    assert domain.edges() == ("",)
    assert domain.contains("")
    assert not domain.contains("a")
    assert domain.nearest("abc") == ""
    with pytest.raises(ValueError, match="alphabet is empty"):
        String(EMPTY, Sizes(1))


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_membership_asks_for_the_length_and_every_character(domain):
    sizes = domain.sizes
    for text in TEXTS:
        expected = sizes.minimum <= len(text) <= sizes.maximum
        expected = expected and all(char in domain.alphabet for char in text)
        assert domain.contains(text) == expected


def test_only_exact_strings_are_members():
    domain = String(UNICODE, Sizes(1))
    for value in (None, 1, b"", b"abc", ["a"], ("a",), HostileText("a"), object()):
        assert not domain.contains(value)
        assert domain.nearest(value) == "0"


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_the_nearest_value_is_always_a_member(domain):
    others = (None, True, 3, -1.5, float("nan"), b"abc", (), {}, HostileText("a"), type, object())
    for value in (*TEXTS, *others, "".join(map(chr, range(0, 0x110000, 997)))):
        assert domain.contains(domain.nearest(value))


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_members_are_their_own_nearest_value(domain):
    random = Random(5)
    for value in (*domain.edges(), *(domain.sample(random, 1.0) for _ in range(20))):
        assert domain.nearest(value) == value


def test_the_nearest_value_is_cut_filled_and_replaced_where_needed():
    assert String(THREE, Sizes(0, 3)).nearest("abcabc") == "abc"
    assert String(THREE, Sizes(4)).nearest("ca") == "cabb"
    assert String(THREE, Sizes()).nearest("a?c!") == "abcb"
    assert String(UNICODE, Sizes()).nearest("é\ud800") == "é0"


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_samples_are_members(domain):
    random = Random(6)
    for scale in (0.0, 0.1, 1.0, 10.0):
        for _ in range(60):
            assert domain.contains(domain.sample(random, scale))


def test_samples_depend_on_the_random_state_alone():
    fresh, used = String(UNICODE, Sizes()), String(UNICODE, Sizes())
    used.edges()
    used.sample(Random(0), 1.0)
    a, b = Random(7), Random(7)
    assert [fresh.sample(a, 1.0) for _ in range(300)] == [used.sample(b, 1.0) for _ in range(300)]


def test_samples_are_often_plain_and_never_only_plain():
    random = Random(8)
    values = [value for _ in range(2000) if (value := TEXT.sample(random, 1.0))]
    plain = sum(value.isascii() for value in values) / len(values)
    assert 0.5 < plain < 0.85
    assert any(ord(char) > 0xFFFF for value in values for char in value)
    assert any(0x80 <= ord(char) < 0x250 for value in values for char in value)


def test_samples_often_repeat_a_character():
    random = Random(9)
    values = [value for _ in range(2000) if len(value := TEXT.sample(random, 1.0)) >= 6]
    assert sum(len(set(value)) <= 3 for value in values) / len(values) > 0.1


def test_every_character_of_an_explicit_alphabet_is_sampled():
    for alphabet in (THREE, GREEK, PRINTABLE):
        random = Random(10)
        domain = String(alphabet, Sizes(5, 9))
        seen = set("".join(domain.sample(random, 1.0) for _ in range(400)))
        assert len(seen) == len(alphabet)


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_edges_are_distinct_members(domain):
    edges = domain.edges()
    assert edges
    assert len(set(edges)) == len(edges)
    assert all(map(domain.contains, edges))
    assert domain.simplest in edges


def test_edges_have_what_programs_get_wrong():
    edges = String(UNICODE, Sizes()).edges()
    assert {"", "0", "\n", "\x00", "'", '"', "\\", "ß", "İ", "\u0301", "\u202e"} <= {*edges}
    assert any(len(edge) == 1 and ord(edge) > 0xFFFF for edge in edges)
    assert "\ud800" in String(ANY_CHARACTER, Sizes()).edges()


def test_size_is_one_and_the_length():
    domain = String(UNICODE, Sizes())
    assert [domain.size_of(value) for value in ("", "a", "\U0001f600b")] == [1, 2, 3]


def test_strings_are_equal_by_value():
    assert String(THREE, Sizes(1, 2)) == String(Alphabet.of_characters("bca"), Sizes(1, 2))
    assert String(THREE, Sizes(1, 2)) != String(THREE, Sizes(1, 3))
    assert String(THREE, Sizes(1, 2)) != String(GREEK, Sizes(1, 2))
    assert String(EMPTY, Sizes()) == String(EMPTY, Sizes(0, 4))
    assert len({String(UNICODE, Sizes()), String(UNICODE, Sizes(0, None))}) == 1


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_the_repr_rebuilds_the_domain(domain):
    rebuilt = eval(repr(domain))  # noqa: S307  # our own repr
    assert rebuilt == domain
    assert hash(rebuilt) == hash(domain)
