"""parse_music: the beats of each note in a string of notes.

Every note has to be read once, so the best is linear. Cutting each note off the front of the string copies the rest of
it every time: quadratic. The best known one turns the whole text into numbers with operations on bytes, without a step
of the interpreter for each note.
The prompt's notes are separated by single spaces, and so are those of the contract: runs of spaces, spaces at the ends
and other whitespace are left out. The empty string has no notes.
"""


def contract(music_string):
    assert type(music_string) is str, "music_string must be a str"
    assert set(music_string) <= set("o|. "), "music_string must hold notes and spaces only"
    notes = music_string.split(" ") if music_string else []
    assert "" not in notes, "the notes must be separated by single spaces"
    assert set(notes) <= {"o", "o|", ".|"}, "every note must be 'o', 'o|' or '.|'"


INVALID = [
    ("bytes", (b"o o|",)),
    ("a comma between notes", ("o,o|",)),
    ("a space at the end", ("o o| ",)),
    ("a dot alone", ("o . o|",)),
]

BEATS_OF_SYMBOL = bytes.maketrans(b"oh.", b"\x04\x02\x01")


def reference_translate_bytes(music_string):
    symbols = music_string.encode().replace(b"o|", b"h")
    return list(symbols.translate(BEATS_OF_SYMBOL, b" |"))


def slow_cut_off_the_first_note(music_string):
    result = []
    while music_string:
        if music_string.startswith("o|"):
            result.append(2)
            music_string = music_string[3:]
        elif music_string.startswith("o"):
            result.append(4)
            music_string = music_string[2:]
        else:
            result.append(1)
            music_string = music_string[3:]
    return result


def stress_random_notes(rng):
    """large_random: all notes mixed; cutting them off the front copies the rest of the text for each."""
    return (" ".join(rng.choices(["o", "o|", ".|"], k=30_000)),)


def stress_whole_notes(rng):
    """all_equal: whole notes only, as many as fit into the text; a search for a half note reads it all in vain."""
    return (" ".join(["o"] * rng.randrange(98_500, 101_500)),)


def stress_half_notes(rng):
    """worst_of_fast: half notes only; every one is a replacement of two characters by one."""
    return (" ".join(["o|"] * rng.randrange(44_300, 45_700)),)


def stress_notes_in_order(rng):
    """sorted: all quarter, then half, then whole notes; looking for the next of each kind scans long runs of others."""
    quarters, halves, wholes = (rng.randrange(most - 300, most + 300) for most in (20_000, 20_000, 25_000))
    return (" ".join([".|"] * quarters + ["o|"] * halves + ["o"] * wholes),)


def stress_whole_and_half_in_turn(rng):
    """worst_of_slow: a whole note before every half note; the kinds differ only in the character that follows."""
    return (" ".join(["o", "o|"] * rng.randrange(29_500, 30_500)),)


def stress_rare_half_notes(rng):
    """sparse: a half note in a thousand quarter notes; starting from the first note for each is quadratic."""
    notes = [".|"] * 65_000
    for i in rng.sample(range(65_000), 65):
        notes[i] = "o|"
    return (" ".join(notes),)


def growing(rng, size):
    """The number of notes."""
    return (" ".join(rng.choices(["o", "o|", ".|"], k=size)),)
