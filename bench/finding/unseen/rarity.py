"""Bugs that need a rare combination of values, or a constant."""

from zlib import crc32

from bench.finding.property import bug

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
ADMIN_PORT = 8443
SENTINEL = -9999
MAGIC = b"\x1f\x8b"
BLOCK = 4096


@bug(lambda st: [st.sampled_from(METHODS), st.integers(100, 599), st.booleans()])
def retries_what_it_must_not(method, status, is_cached):
    """Retries after 503 even a POST, unless the answer is cached."""
    is_retried = status == 503 and not is_cached
    return is_retried and method == "POST"


@bug(lambda st: [st.lists(st.booleans(), min_size=7, max_size=7)])
def flags_that_exclude_each_other(flags):
    """Accepts flags that together make no sense."""
    is_quiet, is_verbose, is_dry, has_log, has_color, is_forced, is_remote = flags
    is_rejected = is_quiet and is_verbose
    makes_no_sense = is_dry and is_forced and has_log and not has_color and is_verbose and is_remote
    return makes_no_sense and not is_rejected


@bug(lambda st: [st.text(max_size=8), st.integers(0, 65_535), st.booleans()])
def port_of_the_administrator(host, port, is_secure):
    """Lets anyone in at the administrator's port if the connection is secure."""
    is_allowed = bool(host) and (port < 1024 or (port == ADMIN_PORT and is_secure))
    return is_allowed and port >= 1024


@bug(lambda st: [st.lists(st.integers(-20_000, 20_000), min_size=1)])
def reading_that_means_nothing(readings):
    """Leaves out readings that equal the mark for a missing one."""
    return len([reading for reading in readings if reading != SENTINEL]) != len(readings)


@bug(lambda st: [st.binary(max_size=40)])
def data_that_looks_packed(data):
    """Takes data for packed by their first two bytes."""
    return data[:2] == MAGIC


@bug(lambda st: [st.binary(min_size=1)])
def checksum_of_zero(data):
    """Takes a checksum whose lowest byte is zero for a missing one."""
    return crc32(data) & 0xFF == 0


@bug(lambda st: [st.integers(1, 12), st.integers(1, 31), st.integers(0, 23)])
def runs_twice_in_the_last_night(month, day, hour):
    """Starts a job twice at the turn of the year."""
    minutes_left = (12 - month) * 100_000 + (31 - day) * 1440 + (23 - hour) * 60
    return minutes_left < 120


@bug(lambda st: [st.lists(st.integers(2, 14), min_size=5, max_size=5, unique=True)])
def straight_that_begins_with_an_ace(ranks):
    """Does not know that an ace comes before a two."""
    is_straight = max(ranks) - min(ranks) == 4
    return not is_straight and sorted(ranks) == [2, 3, 4, 5, 14]


@bug(
    lambda st: [
        st.tuples(st.text(max_size=2), st.text(max_size=2)),
        st.tuples(st.text(max_size=2), st.text(max_size=2)),
    ]
)
def key_without_a_separator(one, other):
    """Makes one key of two names, so that different pairs share it."""
    return one != other and "".join(one) == "".join(other)


@bug(lambda st: [st.integers(0, 10**6), st.integers(0, 10**6)])
def buffer_of_exact_size(header, body):
    """Needs another block for what fills one exactly."""
    size = header + body
    return size > 0 and size % BLOCK == 0


@bug(lambda st: [st.text(alphabet="abc/.", max_size=12)])
def climbs_out_of_the_folder(path):
    """Rejects a path that begins with two dots, but not one with two dots inside."""
    if path.startswith(("..", "/")):
        return False
    return ".." in path.split("/")


@bug(
    lambda st: [
        st.one_of(st.none(), st.integers(0, 120)),
        st.one_of(st.none(), st.integers(0, 120)),
        st.sampled_from(["day", "week", "month", "year"]),
        st.floats(0, 1),
    ]
)
def discount_of_everything(age, years, period, discount):
    """Adds up the discounts of children, of loyal customers and of a year to more than all."""
    rate = discount
    if age is not None and age < 6:
        rate += 0.5
    if years is not None and years > 100:
        rate += 0.25
    if period == "year":
        rate += 0.2
    return rate > 1.5
