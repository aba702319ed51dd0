"""Bugs in arguments that depend on each other, or that must meet a hard assumption."""

from itertools import pairwise

from bench.finding.property import bug


def _list_and_range(st):
    def with_range(numbers):
        at = st.integers(0, len(numbers))
        return st.tuples(st.just(numbers), at, at)

    return st.lists(st.integers(), max_size=20).flatmap(with_range)


@bug(lambda st: [_list_and_range(st)])
def reverse_up_to_the_start(drawn):
    """Reverses a part with a negative step, which fails for a part at the start of the list."""
    numbers, low, high = drawn
    if low > high:
        return False
    part = numbers[high - 1 : low - 1 : -1] if high else []
    return part != numbers[low:high][::-1]


def _matrix(st):
    @st.composite
    def matrix(draw):
        rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
        row = st.lists(st.integers(-9, 9), min_size=columns, max_size=columns)
        return draw(st.lists(row, min_size=rows, max_size=rows))

    return matrix()


@bug(lambda st: [_matrix(st)])
def looks_symmetric(matrix):
    """Takes a square matrix for symmetric if its first row is like its first column."""
    if len(matrix) != len(matrix[0]):
        return False
    looks = matrix[0] == [row[0] for row in matrix]
    return looks and matrix != [list(column) for column in zip(*matrix, strict=True)]


@bug(
    lambda st: [st.lists(st.integers(0, 50), min_size=2, max_size=5), st.integers(0, 50)],
    assuming=lambda numbers, _: all(a < b for a, b in pairwise(numbers)),
)
def search_skips_the_last_candidate(numbers, wanted):
    """Searches sorted numbers by halves, and never looks at the last that remains."""
    low, high = 0, len(numbers) - 1
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] == wanted:
            return False
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return wanted in numbers


@bug(
    lambda st: [st.integers(1, 100), st.integers(1, 100), st.integers(1, 100)],
    assuming=lambda a, b, c: a + b > c and b + c > a and a + c > b,
)
def triangle_with_two_equal_sides(a, b, c):
    """Compares only neighbouring sides to see whether a triangle has equal sides."""
    has_equal = a == b or b == c
    return has_equal != (len({a, b, c}) < 3)


@bug(lambda st: [st.permutations(list(range(7)))])
def permutation_that_is_its_own_inverse(order):
    """Applies an order where its inverse is wanted, but is tested with other data only."""
    is_own_inverse = all(order[order[i]] == i for i in range(7))
    return is_own_inverse and list(order) != sorted(order)


def _graph(st):
    @st.composite
    def graph(draw):
        size = draw(st.integers(2, 8))
        node = st.integers(0, size - 1)
        return size, draw(st.lists(st.tuples(node, node), max_size=12))

    return graph()


@bug(lambda st: [_graph(st)])
def last_node_cannot_be_reached(drawn):
    """Follows edges in the order they are given, and so misses a way of at least three edges."""
    size, edges = drawn
    reached = {0}
    for a, b in edges:
        if a in reached:
            reached.add(b)
    real = {0}
    steps = 0
    while True:
        more = real | {b for a, b in edges if a in real}
        if more == real:
            break
        real, steps = more, steps + 1
    return steps >= 3 and size - 1 in real and size - 1 not in reached


@bug(
    lambda st: [st.text(max_size=5), st.text(max_size=5)],
    assuming=lambda one, other: one != other,
)
def names_that_differ_in_case(one, other):
    """Makes files with two names, which a disk that ignores case takes for one."""
    return one.casefold() == other.casefold()


@bug(
    lambda st: [st.integers(1, 1000), st.integers(1, 1000)],
    assuming=lambda size, part: part > 1 and size % part == 0,
)
def odd_number_of_parts(size, part):
    """Pairs the parts of a size, and loses the middle one of an odd number above one."""
    parts = size // part
    return parts > 1 and parts // 2 * 2 != parts


def _text_and_parts(st):
    return st.text(alphabet="abc", min_size=1, max_size=12).flatmap(
        lambda text: st.tuples(st.just(text), st.sampled_from(text), st.integers(1, len(text)))
    )


@bug(lambda st: [_text_and_parts(st)])
def replaces_one_too_few(drawn):
    """Replaces the first of some letters, but not the last one in the text."""
    text, letter, count = drawn
    replaced = text.replace(letter, "-", count)
    if replaced.count("-") >= 4 and text[-1] == letter:
        replaced = replaced[:-1] + letter
    return replaced != text.replace(letter, "-", count)


def _payments(st):
    @st.composite
    def payments(draw):
        left, paid = 1000, []
        for _ in range(4):
            paid.append(draw(st.integers(0, left)))
            left -= paid[-1]
        return paid

    return payments()


@bug(lambda st: [_payments(st)])
def budget_is_spent_exactly(payments):
    """Takes an empty purse for a broken one if the third of four payments has emptied it."""
    left = 1000
    for count, payment in enumerate(payments):
        left -= payment
        if left == 0:
            return count == 2
    return False


@bug(
    lambda st: [st.lists(st.integers(0, 10), min_size=3, max_size=3)],
    assuming=lambda votes: sum(votes) == 10,
)
def tie_of_the_last_two(votes):
    """Finds the winner of a vote, and overlooks a tie of the last two."""
    return votes[1] == votes[2] == max(votes)


@bug(
    lambda st: [st.dates(), st.dates()],
    assuming=lambda one, other: one < other and one.weekday() == other.weekday(),
)
def weeks_of_the_same_month(first, last):
    """Counts the weeks between two days by their days of the month if the months are alike."""
    if first.month != last.month:
        return False
    return (last.day - first.day) // 7 != (last - first).days // 7 and last.day > first.day
