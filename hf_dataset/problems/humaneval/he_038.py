"""decode_cyclic: undo `encode_cyclic`, which moves the first character of each group of three to its end.

So the last character of each whole group goes back to its front; a shorter group at the end stays as it is. Cutting the
string into groups makes several short strings for each of them; moving all characters by one place and then putting
every third one right costs a few instructions for each character. Adding each group to a copy of the list of groups is
quadratic.
Every string is the encoding of some string; it may be empty and hold any characters but lone surrogates.
"""


def contract(s):
    assert type(s) is not bytes, "s must not be bytes"
    assert type(s) is str, "s must be a string"
    assert s.isascii() or not any("\ud800" <= c <= "\udfff" for c in s), "s must not hold lone surrogates"


INVALID = [
    ("bytes", (b"bca",)),
    ("a list of characters", (["b", "c", "a"],)),
    ("a lone surrogate", ("bca\ud83d",)),
]


def reference_shift_and_repair(s):
    """Work on one byte for each character where the groups allow that, else on four."""
    whole = len(s) // 3 * 3
    groups = s[:whole]
    try:
        encoded = groups.encode("latin-1")
        decoded = bytearray(encoded[-1:] + encoded[:-1])
        decoded[::3] = encoded[2::3]
        return decoded.decode("latin-1") + s[whole:]
    except UnicodeEncodeError:
        encoded = groups.encode("utf-32-le")
        decoded = bytearray(encoded[-4:] + encoded[:-4])
        memoryview(decoded).cast("I")[::3] = memoryview(encoded).cast("I")[2::3]
        return decoded.decode("utf-32-le") + s[whole:]


def slow_copy_the_groups_each_time(s):
    groups = []
    for i in range(0, len(s), 3):
        group = s[i : i + 3]
        if len(group) == 3:
            group = group[2] + group[:2]
        groups = groups + [group]
    return "".join(groups)


def growing(rng, size):
    """The number of characters."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=size)),)


def stress_random_letters(rng):
    """large_random: many groups; each costs a slice, a test of its length, and two more strings to turn it."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=300_000)),)


def stress_line_breaks(rng):
    """boundary: line breaks, spaces, zeros and Latin letters with accents, and one character beyond the last group."""
    return ("".join(rng.choices("\n\r \t\0ab\u00e9\u00ff", k=300_001)),)


def stress_wide_characters(rng):
    """long_value: every character needs four bytes, so that each slice makes strings that are not shared."""
    return ("".join(rng.choices("\U0001f600\U0001f601\U0001f602\U00020000\U0010ffff", k=100_000)),)


def stress_one_wide_character_at_the_end(rng):
    """worst_of_fast: only the last character of all does not fit into a byte; a string that grows is widened late."""
    return ("".join(rng.choices("0123456789", k=119_998)) + "z\u4e2d",)


def stress_code_points_in_order(rng):
    """sorted: twenty thousand different characters of two bytes, none of them kept ready by the interpreter."""
    return ("".join(map(chr, range(0x4E00, 0x9C20))) * 5,)


EXPRESSIONS = {
    "one_letter": (
        "all_equal: decoding changes nothing; only the number of groups counts, whatever is in them.",
        "'a' * 300_002",
    ),
    "short_line": (
        "early_exit: all is done after 33 groups; a pattern or a table prepared first costs more than the groups.",
        "'eTh iqukc orbwfn xo' * 5 + 'jumps'",
    ),
    "short_wide_line": (
        "sparse: 25 groups of two-byte characters and one more; finding a codec for them costs more than the groups.",
        "'\\u4e8c\\u4e09\\u4e00' * 25 + '\\u56db'",
    ),
}
