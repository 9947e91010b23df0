"""bf: the planets between two given ones.

There are eight planets, so every solution does a few comparisons; only constant costs differ. A wrong name may be of
any length: comparing it with the planets ends at its length, while looking it up in a dictionary or a set reads it
whole.
Decided here: names are correct in exactly the prompt's spelling only, capital letter included; the planets come in the
order of their distance from the sun, whichever of the two names stands first; for neighbours and for the same planet
twice the answer is the empty tuple; a name has at most a million characters.
"""

HEADROOM = "none: there are eight planets"


def contract(planet1, planet2):
    assert type(planet1) is str, "planet1 must be a str"
    assert type(planet2) is str, "planet2 must be a str"
    assert len(planet1) <= 1_000_000, "planet1 must have at most a million characters"
    assert len(planet2) <= 1_000_000, "planet2 must have at most a million characters"


INVALID = [
    ("a number for a planet", (3, "Mars")),
    ("no second planet", ("Mars", None)),
    ("a name of 1,000,001 characters", ("M" * 1_000_001, "Mars")),
    ("a second name of 1,000,001 characters", ("Mars", "M" * 1_000_001)),
]


def reference_slice_either_way(planet1, planet2):
    planets = ("Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune")
    if planet1 not in planets or planet2 not in planets:
        return ()
    first = planets.index(planet1)
    second = planets.index(planet2)
    return planets[first + 1 : second] or planets[second + 1 : first]


def stress_random_text_for_names(rng):
    """large_random: two random texts of a million characters; hashing them for a look-up reads every character."""
    return (
        rng.randbytes(500_000).hex(),
        rng.randbytes(500_000).hex(),
    )


def stress_second_name_much_too_long(rng):
    """worst_of_slow: the first name is correct, the second begins correctly and goes on for a million characters."""
    return "Neptune", "Neptune" + rng.randbytes(499_000).hex()


EXPRESSIONS = {
    "outermost_planets": (
        "dense: the innermost and the outermost planet, with all six others between them.",
        "'Mercury'",
        "'Neptune'",
    ),
    "outermost_planets_reversed": (
        "sorted: the outer planet is named first; an answer in the order of the arguments has to be turned round.",
        "'Neptune'",
        "'Mercury'",
    ),
    "last_planet_twice": (
        "all_equal: the last of the planets, twice; a search from the sun outwards passes all the others each time.",
        "'Neptune'",
        "'Neptune'",
    ),
    "last_neighbours": (
        "sparse: the last two planets, with none between them; both are found only at the end of the order.",
        "'Uranus'",
        "'Neptune'",
    ),
    "repeated_name": (
        "long_value: a hundred thousand copies of a correct name in one; a search within the text finds it at once.",
        "'Jupiter' * 100_000",
        "'Saturn'",
    ),
    "same_length_as_a_planet": (
        "early_exit: the first name is wrong and as long as three of the planets; the second needs no look.",
        "'Neptunf'",
        "'Mercury'",
    ),
}
