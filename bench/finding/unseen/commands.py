"""Bugs in sequences of commands, each a tuple of a name and its arguments."""

from bench.finding.property import bug

SIZE = 8
"""How many slots a table or a buffer has."""


def _commands(st, *kinds, most=30):
    """Lists of one_of tuples: each kind is a name and the strategies of its arguments."""
    return st.lists(
        st.one_of(*[st.tuples(st.just(name), *arguments) for name, *arguments in kinds]),
        max_size=most,
    )


@bug(
    lambda st: [
        _commands(
            st, ("put", st.integers(0, 9), st.integers()), ("get", st.integers(0, 9)), most=40
        )
    ]
)
def reading_does_not_refresh(commands):
    """Throws out what was written least recently, though reading counts as well."""
    cache, model = {}, {}
    for name, key, *value in commands:
        if name == "put":
            for each in (cache, model):
                each.pop(key, None)
                each[key] = value[0]
                if len(each) > 4:
                    del each[next(iter(each))]
        else:
            if cache.get(key) != model.get(key):
                return True
            if key in model:
                model[key] = model.pop(key)
    return False


@bug(
    lambda st: [
        _commands(
            st,
            ("set", st.sampled_from("abcd"), st.integers(0, 9)),
            ("delete", st.sampled_from("abcd")),
            ("get", st.sampled_from("abcd")),
        )
    ]
)
def stale_after_a_delete(commands):
    """Keeps what it has read, and forgets to throw that out on a delete."""
    store, cache = {}, {}
    for name, key, *value in commands:
        if name == "set":
            store[key] = value[0]
            cache.pop(key, None)
        elif name == "delete":
            store.pop(key, None)
        else:
            if key not in cache and key in store:
                cache[key] = store[key]
            if cache.get(key) != store.get(key):
                return True
    return False


@bug(lambda st: [_commands(st, ("push", st.integers(0, 99)), ("pop",), most=50)])
def full_queue_looks_empty(commands):
    """Takes a ring that is full for an empty one, as both ends meet."""
    head = tail = count = 0
    for name, *_ in commands:
        if name == "push" and count < SIZE:
            tail = (tail + 1) % SIZE
            count += 1
        elif name == "pop":
            if head == tail and count:
                return True
            if count:
                head = (head + 1) % SIZE
                count -= 1
    return False


@bug(
    lambda st: [
        _commands(
            st,
            ("deposit", st.integers(0, 4), st.integers(1, 100)),
            ("transfer", st.integers(0, 4), st.integers(0, 4), st.integers(1, 100)),
            most=8,
        )
    ]
)
def transfer_to_oneself(commands):
    """Reads both balances before it writes them, so a transfer to oneself makes money."""
    balances, total = [0] * 5, 0
    for name, *arguments in commands:
        if name == "deposit":
            account, amount = arguments
            balances[account] += amount
            total += amount
        else:
            source, target, amount = arguments
            before, behind = balances[source], balances[target]
            if amount <= before:
                balances[source] = before - amount
                balances[target] = behind + amount
    return sum(balances) != total


@bug(lambda st: [_commands(st, ("type", st.sampled_from("abc")), ("undo",), ("redo",), most=25)])
def redo_after_typing(commands):
    """Keeps what was undone when something is typed, if at least two steps were undone."""
    text, undone, model = "", [], []
    for name, *letter in commands:
        if name == "type":
            text += letter[0]
            if len(undone) < 2:
                undone.clear()
            model.clear()
        elif name == "undo" and text:
            undone.append(text[-1])
            model.append(text[-1])
            text = text[:-1]
        elif name == "redo" and undone:
            if not model:
                return True
            model.pop()
            text += undone.pop()
    return False


@bug(
    lambda st: [
        _commands(
            st,
            ("begin",),
            ("set", st.integers(0, 3), st.integers(1, 9)),
            ("commit",),
            ("rollback",),
        )
    ]
)
def inner_commit_is_final(commands):
    """Writes an inner transaction through, so that the outer one cannot roll it back."""
    layers, written = [{}], [{}]
    for name, *arguments in commands:
        if name == "begin":
            layers.append(dict(layers[-1]))
            written.append(dict(written[-1]))
        elif name == "set":
            layers[-1][arguments[0]] = arguments[1]
            written[-1][arguments[0]] = arguments[1]
        elif len(layers) > 1:
            top, other = layers.pop(), written.pop()
            if name == "commit":
                layers[-1] = top
                for layer in written:
                    layer.update(other)
        if len(layers) == 1 and layers != written:
            return True
    return False


@bug(lambda st: [_commands(st, ("push", st.integers()), ("pop",))])
def minimum_of_equal_ones(commands):
    """Keeps the minima of a stack on another stack, but equal ones only once."""
    stack, minima = [], []
    for name, *value in commands:
        if name == "push":
            stack.append(value[0])
            if not minima or value[0] < minima[-1]:
                minima.append(value[0])
        elif stack:
            popped = stack.pop()
            if minima and popped == minima[-1]:
                minima.pop()
        if stack and (not minima or minima[-1] != min(stack)):
            return True
    return False


@bug(
    lambda st: [
        _commands(
            st,
            ("add", st.integers(0, 99)),
            ("remove", st.integers(0, 99)),
            ("has", st.integers(0, 99)),
        )
    ]
)
def removal_breaks_the_chain(commands):
    """Empties the slot of a removed key, so that those behind it are not found again."""
    slots = [None] * 32
    keys = set()
    for name, key in commands:
        at = key % 32
        while slots[at] is not None and slots[at] != key:
            at = (at + 1) % 32
        if (slots[at] == key) != (key in keys):
            return True
        if name == "add":
            slots[at] = key
            keys.add(key)
        elif name == "remove":
            slots[at] = None
            keys.discard(key)
    return False


@bug(
    lambda st: [
        _commands(
            st,
            ("join", st.integers(0, 15), st.integers(0, 15)),
            ("ask", st.integers(0, 15), st.integers(0, 15)),
            most=20,
        )
    ]
)
def joins_the_members_only(commands):
    """Joins two sets by their members instead of by their roots."""
    parents, groups = list(range(16)), list(range(16))

    def root(node):
        for _ in range(20):
            if parents[node] == node:
                break
            node = parents[node]
        return node

    for name, a, b in commands:
        if name == "join":
            if root(a) != root(b):
                parents[a] = root(b)
            old, new = groups[a], groups[b]
            groups = [new if group == old else group for group in groups]
        elif (root(a) == root(b)) != (groups[a] == groups[b]):
            return True
    return False


@bug(
    lambda st: [
        _commands(
            st,
            ("insert", st.characters()),
            ("left",),
            ("right",),
            ("home",),
            ("erase",),
        )
    ]
)
def erases_before_the_start(commands):
    """Erases the character before the cursor, which is the last one if the cursor is at home."""
    line, model, at = [], [], 0
    for name, *char in commands:
        if name == "insert":
            line.insert(at, char[0])
            model.insert(at, char[0])
            at += 1
        elif name == "left":
            at = max(at - 1, 0)
        elif name == "right":
            at = min(at + 1, len(model))
        elif name == "home":
            at = 0
        else:
            if len(line) > 2:
                line.pop(at - 1)
            elif at:
                del line[at - 1]
            if at:
                del model[at - 1]
                at -= 1
        if line != model:
            return True
    return False


@bug(
    lambda st: [
        _commands(
            st,
            ("open", st.sampled_from(["read", "write"])),
            ("close",),
            ("lock",),
            ("unlock",),
            ("write", st.binary(max_size=4)),
            most=20,
        )
    ]
)
def lock_survives_the_close(commands):
    """Stays locked when it is closed, and lets the next one write who opens it for reading."""
    mode, is_locked = None, False
    for name, *arguments in commands:
        if name == "open" and mode is None:
            mode = arguments[0]
        elif name == "close":
            mode = None
        elif name == "lock" and mode == "write":
            is_locked = True
        elif name == "unlock" and mode is not None:
            is_locked = False
        elif name == "write" and mode == "read" and is_locked and arguments[0]:
            return True
    return False


@bug(
    lambda st: [
        _commands(st, ("wait", st.integers(0, 1000)), ("touch",), ("check",), most=20),
        st.integers(60, 600),
    ]
)
def session_that_ends_at_once(commands, lifetime):
    """Ends a session only after its lifetime, not with it."""
    clock = touched = 0
    for name, *seconds in commands:
        if name == "wait":
            clock += seconds[0]
        elif name == "touch":
            touched = clock
        elif clock - touched == lifetime:
            return True
    return False
