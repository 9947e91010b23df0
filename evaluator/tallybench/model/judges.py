"""Judges for programs whose statement lets them print one of several right answers.

Code Contests gives one output per test. If a problem's statement accepts any answer that fits, a judge reads the
test's input and says whether the printed answer fits it. What the best possible value is (how many jumps, how far from
the old ratings) it takes from the expected output. So a judge checks, it never solves.

Many of the tests are copies of others with a character changed, and break what their statement promises: words have a
third letter, numbers begin with zeros. They are judged by the same conditions, and the expected output is always right.
"""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from tallybench.model.words import Refused, Words, need, refuse, words_of

VERSION = 1  # bump when what a judge accepts changes, to mark earlier results as old

_FARTHEST = 10**18
_Case = Callable[[Words, Words, Words], None]


def meeting(given: Words, wanted: Words, printed: Words) -> None:
    """As many talks as possible, and nobody talks more often than they may."""
    sociable = given.integers(given.integer())
    most = wanted.integer()
    wanted.integers(2 * most)
    need(printed.integer() == most)
    talks: Counter[int] = Counter()
    for _ in range(most):
        one, other = printed.integers(2)
        need(one != other)
        talks.update((one, other))
    need(all(1 <= one <= len(sociable) and often <= sociable[one - 1] for one, often in talks.items()))


def ratings(given: Words, wanted: Words, printed: Words) -> None:
    """A permutation with the liked above the disliked, as close to the old one as the expected one."""
    old = given.integers(given.integer())
    liked = given.word()
    best, new = wanted.integers(len(old)), printed.integers(len(old))
    need(sorted(new) == list(range(1, len(old) + 1)) and len(liked) == len(old))
    dislikes = liked.count("0")
    need(all((rating > dislikes) == (vote == "1") for rating, vote in zip(new, liked, strict=True)))
    need(_distance(old, new) <= _distance(old, best))


def _distance(one: list[int], other: list[int]) -> int:
    return sum(abs(here - there) for here, there in zip(one, other, strict=True))


def well(given: Words, wanted: Words, printed: Words) -> None:
    """The depths that a frog reaches by as few jumps as possible."""
    bottom = given.integer()
    reach, slip = [0, *given.integers(bottom)], [0, *given.integers(bottom)]
    fewest, jumps = wanted.integer(), printed.integer()
    wanted.integers(max(fewest, 0))
    if fewest == -1 or jumps == -1:
        need(jumps == fewest)
        return
    need(1 <= jumps <= fewest)
    depth = bottom
    for left in range(jumps - 1, -1, -1):
        reached = printed.integer()
        need(max(depth - reach[depth], 0) <= reached <= depth and (reached == 0) == (left == 0))
        depth = reached + slip[reached]
        need(0 <= depth <= bottom)


def three_numbers(given: Words, wanted: Words, printed: Words) -> None:
    """Three numbers with the sums given."""
    sums = given.integers(7)
    wanted.integers(3)
    a, b, c = printed.integers(3)
    need(min(a, b, c) > 0 and sorted((a, b, c, a + b, a + c, b + c, a + b + c)) == sums)


def missing_bigram(given: Words, wanted: Words, printed: Words) -> None:
    """A word with the pairs of letters given and one more."""
    length = given.integer()
    pairs = [given.word() for _ in range(length - 2)]
    wanted.word()
    word = printed.word()
    need(len(word) == length and set(word) <= {"a", "b", *"".join(pairs)})
    own = [one + other for one, other in pairwise(word)]
    same = next((place for place, pair in enumerate(pairs) if own[place] != pair), len(pairs))
    need(own[same + 1 :] == pairs[same:])


def cyclic_shifts(given: Words, wanted: Words, printed: Words) -> None:
    """Shifts of segments that sort the array, no more than it has elements."""
    array = given.integers(given.integer())
    wanted.integers(3 * wanted.integer())
    shifts = printed.integer()
    need(0 <= shifts <= len(array))
    for _ in range(shifts):
        left, right, offset = printed.integers(3)
        need(1 <= left < right <= len(array) and 1 <= offset <= right - left)
        array[left - 1 : right] = array[left - 1 + offset : right] + array[left - 1 : left - 1 + offset]
    need(array == sorted(array))


_STEPS = {"L": (0, -1), "R": (0, 1), "D": (1, 0), "U": (-1, 0)}


def robot(given: Words, wanted: Words, printed: Words) -> None:
    """A cell to start in for as many moves as possible, and how many."""
    height, width = given.integers(2)
    board = [given.word() for _ in range(height)]
    need(all(len(line) == width for line in board))
    _, _, most = wanted.integers(3)
    row, column, moves = printed.integers(3)
    need(moves == most)
    row, column = row - 1, column - 1
    need(0 <= row < height and 0 <= column < width)
    seen = bytearray(height * width)
    done = 0
    while 0 <= row < height and 0 <= column < width and not seen[row * width + column] and done <= moves:
        seen[row * width + column] = 1
        done += 1
        down, right = _STEPS.get(board[row][column]) or refuse()
        row, column = row + down, column + right
    need(done == moves)


def sum_of_range(given: Words, wanted: Words, printed: Words) -> None:
    """The ends of a range of at least two integers with the sum given."""
    total = given.integer()
    wanted.integers(2)
    first, last = printed.integers(2)
    need(-_FARTHEST <= first < last <= _FARTHEST and (first + last) * (last - first + 1) == 2 * total)


def remainders(given: Words, wanted: Words, printed: Words) -> None:
    """Different pairs of members whose remainder is not a member, half as many as there are members."""
    array = given.integers(given.integer())
    members, half = set(array), len(array) // 2
    wanted.integers(2 * half)
    pairs = [(printed.integer(), printed.integer()) for _ in range(half)]
    need(len(set(pairs)) == half)
    need(all(x != y and {x, y} <= members and y != 0 and x % y not in members for x, y in pairs))


def balanced_word(given: Words, wanted: Words, printed: Words) -> None:
    """A word with as many `ab` as `ba`, as few letters changed as in the expected one."""
    word, best, own = given.word(), wanted.word(), printed.word()
    need(len(best) == len(own) == len(word))
    need(all(new in ("a", "b", old) for old, new in zip(word, own, strict=True)))
    need(own.count("ab") == own.count("ba"))
    need(_changes(word, own) <= _changes(word, best))


def _changes(one: str, other: str) -> int:
    return sum(here != there for here, there in zip(one, other, strict=True))


def beautiful_colouring(given: Words, wanted: Words, printed: Words) -> None:
    """A divisor of every other element; 0 if there is none."""
    array = given.integers(given.integer())
    one_of_them, divisor = wanted.integer(), printed.integer()
    if one_of_them == 0 or divisor == 0:
        need(divisor == one_of_them)
        return
    need(1 <= divisor <= _FARTHEST)
    need(all((one % divisor == 0) != (other % divisor == 0) for one, other in pairwise(array)))


def equal_remainders(given: Words, wanted: Words, printed: Words) -> None:
    """A number n with n mod x = y mod n."""
    x, y = given.integers(2)
    wanted.integer()
    number = printed.integer()
    need(1 <= number <= 2 * _FARTHEST and x > 0 and number % x == y % number)


def _in_any_case(output: str, expected: str, stdin: str) -> bool:
    return _in_words(output.lower(), expected.lower(), stdin)


def _in_words(output: str, expected: str, stdin: str) -> bool:
    return words_of(output) == words_of(expected)


def _by_cases(judge: _Case) -> Callable[[str, str, str], bool]:
    """Make a judge for texts with one test case or, after their number, several."""

    def accepts(output: str, expected: str, stdin: str) -> bool:
        given, wanted, printed = Words(stdin), Words(expected), Words(output)
        try:
            cases = 1 if judge in _ONE_CASE else given.integer()
            need(cases >= 0)
            for _ in range(cases):
                judge(given, wanted, printed)
            printed.end()
        except Refused:
            return False
        return True

    return accepts


_ONE_CASE = {well}
# By the part of the task id after CodeContests/.
_JUDGES: dict[str, _Case] = {
    "8acd5703": meeting,
    "494eaf29": ratings,
    "53d64323": well,
    "a952c765": three_numbers,
    "52771f7d": missing_bigram,
    "6befe15e": cyclic_shifts,
    "d3ce20d6": robot,
    "2cb531d4": sum_of_range,
    "2accfa45": remainders,
    "35833fb3": balanced_word,
    "b316d578": beautiful_colouring,
    "35dc5981": equal_remainders,
}
# Yes and no may be in upper or lower case.
_ANY_CASE = ("4a4036ee", "6a4ca4ac", "660ac1d1", "b1dcc822", "cf627376", "a71512d2", "07b5ebff")
# The statement does not say which numbers are on one line.
_ANY_LINES = ("fafdb171", "e19296d8")
_ACCEPTS = {
    **{name: _by_cases(judge) for name, judge in _JUDGES.items()},
    **dict.fromkeys(_ANY_CASE, _in_any_case),
    **dict.fromkeys(_ANY_LINES, _in_words),
}

JUDGED = tuple(_ACCEPTS)


def judged(name: str, output: str, expected: str, stdin: str) -> bool:
    """Return whether a printed text is the expected one, or a different right answer.

    Args:
        name: the problem's name, one of `JUDGED`.
        output: what was printed.
        expected: a right answer.
        stdin: the input.
    """
    return _in_words(output, expected, stdin) or answers(name, output, expected, stdin)


def answers(name: str, output: str, expected: str, stdin: str) -> bool:
    """Return whether a printed text meets the conditions of a problem; the arguments are those of `judged`."""
    return _ACCEPTS[name](output, expected, stdin)


def accepts_of(name: str) -> str | None:
    """Return the program that accepts a problem's outputs; None if only one output is right."""
    if name not in _ACCEPTS:
        return None
    return f"""\
from tallybench.model.judges import judged  # version {VERSION}


def accepts(output, expected, stdin):
    return judged({name!r}, output, expected, stdin)
"""
