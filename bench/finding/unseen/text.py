"""Bugs in text: escapes, cases, encodings, unusual characters."""

from bench.finding.property import bug

KEYWORDS = ("begin", "end", "while")
SUFFIX = ".tmp"


@bug(lambda st: [st.text()])
def upper_case_keeps_the_width(title):
    """Lays out a title by its length before it is put into upper case."""
    width = len(title)
    return len(title.upper()) != width


@bug(lambda st: [st.lists(st.text(), min_size=1, max_size=5)])
def unquoted_carriage_return(fields):
    """Quotes what has a comma, a quote or a newline, but not what has a carriage return."""
    fields = [field for field in fields if not set(field) & set(',"\n')]
    if not fields:
        return False
    lines = ",".join(fields).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[0].split(",") != fields


@bug(lambda st: [st.text()])
def cuts_within_a_character(comment):
    """Keeps the first 12 bytes for a column, though they may end within a character."""
    kept = comment.encode("utf-8", "replace")[:12]
    return "\ufffd" in kept.decode("utf-8", "replace") and "\ufffd" not in comment


@bug(lambda st: [st.text(alphabet="ab", max_size=40)])
def run_of_more_than_nine(text):
    """Packs runs as a character and a count, which is read back as a single digit."""
    packed = ""
    i = 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        packed += text[i] + str(j - i)
        i = j
    unpacked = "".join(
        char * int(count) for char, count in zip(packed[::2], packed[1::2]) if count.isdigit()
    )
    return unpacked != text


@bug(lambda st: [st.text(min_size=1, max_size=4)])
def digit_that_is_no_number(text):
    """Takes whatever consists of digits for a number, superscripts too."""
    if not text.isdigit():
        return False
    try:
        int(text)
    except ValueError:
        return True
    return False


@bug(lambda st: [st.text(max_size=20)])
def escape_of_one_digit(path):
    """Writes a control character as a percent sign and a single digit."""
    quoted = "".join(
        char if char.isalnum() or ord(char) > 127 else f"%{ord(char):x}" for char in path
    )
    parts = quoted.split("%")
    try:
        back = parts[0] + "".join(chr(int(part[:2], 16)) + part[2:] for part in parts[1:])
    except ValueError:
        return True
    return back != path


@bug(
    lambda st: [
        st.from_regex(r"[0-9]{1,2}\.[0-9]{1,2}", fullmatch=True),
        st.from_regex(r"[0-9]{1,2}\.[0-9]{1,2}", fullmatch=True),
    ]
)
def versions_as_text(one, other):
    """Compares the minor versions as text if the major ones are equal."""
    (major, minor), (other_major, other_minor) = one.split("."), other.split(".")
    if int(major) != int(other_major):
        return False
    return (minor < other_minor) != (int(minor) < int(other_minor))


@bug(lambda st: [st.text(max_size=30)])
def unescapes_in_the_wrong_order(text):
    """Unescapes newlines before backslashes, so a backslash before an n is lost."""
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n")
    return escaped.replace("\\n", "\n").replace("\\\\", "\\") != text


@bug(lambda st: [st.from_regex(r"[a-z]{1,8}(_[a-z]{1,4})?\.tmp", fullmatch=True)])
def strips_letters_not_a_suffix(name):
    """Strips the letters of a suffix instead of the suffix, and the whole name may be gone."""
    return name.rstrip(SUFFIX) == ""


@bug(lambda st: [st.text(max_size=12), st.integers(0, 12)])
def offsets_in_code_units(line, column):
    """Takes an offset in code units of UTF-16 for one in characters."""
    before = line[:column]
    units = sum(2 if ord(char) > 0xFFFF else 1 for char in before)
    return line[:units] != before


@bug(lambda st: [st.lists(st.text(alphabet="abcdeghilnw ", min_size=1, max_size=6), max_size=6)])
def keyword_as_a_name(names):
    """Writes names in a program as they are, and does not notice one that is a keyword."""
    return any(name.strip() in KEYWORDS for name in names)


@bug(lambda st: [st.text(), st.text(min_size=1, max_size=2)])
def counts_overlapping(text, part):
    """Goes on right behind the start of a match, so that matches overlap."""
    count = 0
    at = text.find(part)
    while at >= 0:
        count += 1
        at = text.find(part, at + 1)
    return count != text.count(part)
