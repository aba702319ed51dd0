"""Bugs in trees, terms and parsers."""

from bench.finding.property import bug

# A search tree is None or (left, key, right).


def _insert(tree, key):
    if tree is None:
        return (None, key, None)
    left, own, right = tree
    if key < own:
        return (_insert(left, key), own, right)
    if key > own:
        return (left, own, _insert(right, key))
    return tree


def _tree(keys):
    tree = None
    for key in keys:
        tree = _insert(tree, key)
    return tree


def _keys(tree):
    return [] if tree is None else [*_keys(tree[0]), tree[1], *_keys(tree[2])]


@bug(lambda st: [st.lists(st.integers(), min_size=1, max_size=12), st.integers(0, 11)])
def delete_loses_a_branch(keys, index):
    """Deletes from a search tree, and loses the right branch of a successor deep in the tree."""

    def delete(tree, key):
        if tree is None:
            return None
        left, own, right = tree
        if key < own:
            return (delete(left, key), own, right)
        if key > own:
            return (left, own, delete(right, key))
        if left is None or right is None:
            return left or right
        successor = right
        while successor[0] is not None:
            successor = successor[0]
        return (left, successor[1], drop_first(right))

    def drop_first(tree):
        left, own, right = tree
        if left is None:
            return right
        if left[0] is None:
            return (None, own, right)
        return (drop_first(left), own, right)

    key = keys[index % len(keys)]
    return _keys(delete(_tree(keys), key)) != sorted(set(keys) - {key})


@bug(lambda st: [st.lists(st.integers(), max_size=10), st.lists(st.integers(), max_size=10)])
def union_does_not_split(ours, theirs):
    """Unites two search trees without splitting the second at the root of the first."""

    def union(one, other):
        if one is None or other is None:
            return one or other
        left, own, right = one
        if other[1] < own:
            return (union(left, (other[0], other[1], None)), own, union(right, other[2]))
        return (union(left, other[0]), own, union(right, (None, other[1], other[2])))

    united = _keys(union(_tree(ours), _tree(theirs)))
    return set(ours).isdisjoint(theirs) and united != sorted({*ours, *theirs})


# A red-black tree is None or (is_red, left, key, right).


def _is_red(tree):
    return tree is not None and tree[0]


def _balance(is_red, left, key, right, *, knows_inner):
    if not is_red:
        if _is_red(left) and _is_red(left[1]):
            _, (_, a, x, b), y, c = left
            return (True, (False, a, x, b), y, (False, c, key, right))
        if _is_red(left) and _is_red(left[3]):
            _, a, x, (_, b, y, c) = left
            return (True, (False, a, x, b), y, (False, c, key, right))
        if _is_red(right) and _is_red(right[1]) and knows_inner:
            _, (_, b, y, c), z, d = right
            return (True, (False, left, key, b), y, (False, c, z, d))
        if _is_red(right) and _is_red(right[3]):
            _, b, y, (_, c, z, d) = right
            return (True, (False, left, key, b), y, (False, c, z, d))
    return (is_red, left, key, right)


def _red_black(keys, knows_inner):
    def insert(tree, key, depth):
        if tree is None:
            return (True, None, key, None)
        is_red, left, own, right = tree
        if key < own:
            left = insert(left, key, depth + 1)
        elif key > own:
            right = insert(right, key, depth + 1)
        return _balance(is_red, left, own, right, knows_inner=knows_inner(depth))

    tree = None
    for key in keys:
        tree = (False, *insert(tree, key, 0)[1:])
    return tree


def _has_red_pair(tree):
    if tree is None:
        return False
    is_red, left, _, right = tree
    if is_red and (_is_red(left) or _is_red(right)):
        return True
    return _has_red_pair(left) or _has_red_pair(right)


@bug(lambda st: [st.lists(st.integers(), max_size=12)])
def red_black_tree_without_a_case(keys):
    """Balances three of the four cases of a red-black tree below the root."""
    return _has_red_pair(_red_black(keys, lambda depth: depth == 0))


@bug(lambda st: [st.lists(st.integers(0, 1000), max_size=16)])
def red_black_tree_without_a_deep_case(keys):
    """Balances three of the four cases of a red-black tree from the third level on."""
    return _has_red_pair(_red_black(keys, lambda depth: depth < 2))


# A term is ("var", name), ("lam", name, body) or ("app", function, argument).


def _terms(st):
    names = st.sampled_from("xyz")
    return st.recursive(
        st.tuples(st.just("var"), names),
        lambda terms: st.one_of(
            st.tuples(st.just("lam"), names, terms), st.tuples(st.just("app"), terms, terms)
        ),
        max_leaves=8,
    )


def _free(term):
    if term[0] == "var":
        return {term[1]}
    if term[0] == "lam":
        return _free(term[2]) - {term[1]}
    return _free(term[1]) | _free(term[2])


@bug(lambda st: [_terms(st), _terms(st)])
def substitution_captures(body, argument):
    """Puts a term for x under a binder of a name that is free in the term."""

    def substitute(term):
        if term[0] == "var":
            return argument if term[1] == "x" else term
        if term[0] == "lam":
            return term if term[1] == "x" else ("lam", term[1], substitute(term[2]))
        return ("app", substitute(term[1]), substitute(term[2]))

    if "x" not in _free(body):
        return False
    return _free(substitute(body)) != (_free(body) - {"x"}) | _free(argument)


@bug(lambda st: [_terms(st)])
def eta_reduces_too_much(term):
    """Eta-reduces a function of an application even if the name is free in what stays."""

    def reduce(term):
        if term[0] == "var":
            return term
        if term[0] == "lam":
            _, name, body = term
            if body[0] == "app" and body[2] == ("var", name):
                return reduce(body[1])
            return ("lam", name, reduce(body))
        return ("app", reduce(term[1]), reduce(term[2]))

    return _free(reduce(term)) != _free(term)


# An expression is a number or (operator, left, right).


def _expressions(st, operators, leaves=8):
    return st.recursive(
        st.integers(0, 9),
        lambda parts: st.tuples(st.sampled_from(operators), parts, parts),
        max_leaves=leaves,
    )


def _value(expression):
    if isinstance(expression, int):
        return expression
    operator, left, right = expression
    a, b = _value(left), _value(right)
    return a + b if operator == "+" else a - b if operator == "-" else a * b


@bug(lambda st: [_expressions(st, "+-*")])
def prints_without_parentheses(expression):
    """Writes no parentheses around a difference on the right of a difference."""

    def show(expression):
        if isinstance(expression, int):
            return str(expression)
        operator, left, right = expression
        a, b = show(left), show(right)
        if operator == "*":
            a = a if isinstance(left, int) else f"({a})"
            b = b if isinstance(right, int) else f"({b})"
        elif operator == "-" and not isinstance(right, int) and right[0] == "+":
            b = f"({b})"
        return a + operator + b

    tokens = list(show(expression))

    def read_sum():
        value = read_product()
        while tokens and tokens[0] in "+-":
            operator = tokens.pop(0)
            other = read_product()
            value = value + other if operator == "+" else value - other
        return value

    def read_product():
        value = read_atom()
        while tokens and tokens[0] == "*":
            tokens.pop(0)
            value *= read_atom()
        return value

    def read_atom():
        token = tokens.pop(0)
        if token != "(":
            return int(token)
        value = read_sum()
        tokens.pop(0)
        return value

    return read_sum() != _value(expression)


@bug(lambda st: [_expressions(st, "+-*")])
def simplifies_zero_on_the_left(expression):
    """Simplifies zero minus a product to the product."""

    def simplify(expression):
        if isinstance(expression, int):
            return expression
        operator, left, right = expression
        left, right = simplify(left), simplify(right)
        if operator == "*" and 0 in (left, right):
            return 0
        if operator == "+" and left == 0:
            return right
        if operator == "-" and left == 0 and not isinstance(right, int) and right[0] == "*":
            return right
        return (operator, left, right)

    return _value(simplify(expression)) != _value(expression)


def _nested(st):
    return st.recursive(st.integers(), lambda parts: st.lists(parts, max_size=4), max_leaves=15)


@bug(lambda st: [_nested(st)])
def empty_list_after_a_comma(value):
    """Reads back nested lists, but loses an empty one that follows another list."""

    def mangle(value):
        if not isinstance(value, list):
            return value
        parts = [mangle(part) for part in value]
        return [
            part
            for i, part in enumerate(parts)
            if part != [] or i == 0 or type(parts[i - 1]) is int
        ]

    return mangle(value) != value


@bug(lambda st: [_nested(st)])
def depth_of_the_first_only(value):
    """Goes down the first parts only to see whether lists are nested more than three deep."""

    def depth(value):
        return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0

    first, seen = value, 0
    while isinstance(first, list):
        seen += 1
        first = first[0] if first else None
    return seen <= 3 < depth(value)


def _formulas(st):
    return st.recursive(
        st.sampled_from("pqr"),
        lambda parts: st.one_of(
            st.tuples(st.just("not"), parts),
            st.tuples(st.sampled_from(["and", "or", "implies"]), parts, parts),
        ),
        max_leaves=7,
    )


@bug(lambda st: [_formulas(st), st.tuples(st.booleans(), st.booleans(), st.booleans())])
def negates_an_implication(formula, values):
    """Pushes a negation inwards, and turns a doubly negated implication around."""
    known = dict(zip("pqr", values, strict=True))

    def holds(formula):
        if isinstance(formula, str):
            return known[formula]
        if formula[0] == "not":
            return not holds(formula[1])
        a, b = holds(formula[1]), holds(formula[2])
        return (a and b) if formula[0] == "and" else (a or b) if formula[0] == "or" else b or not a

    def push(formula):
        if isinstance(formula, str):
            return formula
        if formula[0] == "not" and formula[1][0] == "not":
            inner = push(formula[1][1])
            return ("implies", inner[2], inner[1]) if inner[0] == "implies" else inner
        return (formula[0], *map(push, formula[1:]))

    return holds(push(formula)) != holds(formula)
