"""PackageShelf: versions of packages, rules that ask for some of them, and a plan of what to install.

Whoever keeps versions as text reads and compares all of a package for each question. Versions that are kept as sorted
numbers, with each rule as a range of them, answer by bisection. How many packages want another one changes only when
the newest version of a package does, so that it can be counted along.
Decided here: a withdrawn version is found by its exact number only; a plan takes packages in the order in which they
come up and never goes back on a choice.
"""

import re
from bisect import bisect_left, insort

WRITTEN = "2026-11-24"

PROMPT = '''class PackageShelf:
    """Published versions of packages, and what they need.

    A version is written as three numbers, such as "1.12.0"; versions are ordered by the first number, then by the
    second, then by the third, as numbers. A rule asks for some versions of a package:

    - "" for all of them,
    - "1.4.2" for this one alone,
    - "1.4.2+" for this one and later ones with the same first number,
    - "1.4.2~" for this one and later ones with the same first two numbers,
    - "<1.4.2" for earlier ones.

    The versions in a rule need not be published. A version can be withdrawn. Then it fits no rule any more except the
    one that asks for it alone.

    >>> shelf = PackageShelf()
    >>> shelf.publish("core", "1.9.0", {})
    >>> shelf.publish("core", "1.10.0", {})
    >>> shelf.publish("app", "0.1.0", {"core": "1.2.0+"})
    >>> shelf.newest("core", ""), shelf.newest("core", "1.9.0~"), shelf.newest("core", "2.0.0+")
    ('1.10.0', '1.9.0', None)
    >>> shelf.plan("app", "")
    ['app 0.1.0', 'core 1.10.0']
    >>> shelf.withdraw("core", "1.10.0"); shelf.newest("core", ""), shelf.newest("core", "1.10.0")
    ('1.9.0', '1.10.0')
    """

    def __init__(self) -> None:
        """Start with an empty shelf."""

    def publish(self, package: str, version: str, needs: dict[str, str]) -> None:
        """Publish a version of a package, which needs other packages: `needs` has a rule for each of their names.

        They need not exist yet. Later changes of `needs` by the caller make no difference.
        Raise ValueError if this version of the package was published before, even if it has been withdrawn since.
        """

    def withdraw(self, package: str, version: str) -> None:
        """Withdraw a version. Raise KeyError if it was never published or has been withdrawn already."""

    def newest(self, package: str, rule: str) -> "str | None":
        """Return the latest version that fits the rule, None if none does.

        Raise KeyError if no version of the package was ever published.
        """

    def count(self, package: str, rule: str) -> int:
        """Return how many versions fit the rule. Raise KeyError if no version of the package was ever published."""

    def after(self, package: str, version: str) -> "str | None":
        """Return the earliest version that is later than `version` and not withdrawn, None if there is none.

        `version` itself need not be published. Raise KeyError if no version of the package was ever published.
        """

    def wanted(self, package: str) -> int:
        """Return how many packages need this one: those whose latest version, of the ones that are not withdrawn, has
        the package's name among its needs. The name may be that of a package that does not exist.
        """

    def plan(self, package: str, rule: str) -> list[str]:
        """Return what to install in order to have a version of the package that fits the rule.

        The plan begins with the latest version of `package` that fits. Then its members are gone through from the first
        to the last, those that are added meanwhile included. For each one, its needs are gone through in alphabetical
        order of the names (that of `<` on str): a package that is not in the plan yet is added at the end, in the
        latest version that fits the rule; of one that is in it already, the version there must fit the rule.

        Each member is written as the package's name, a space and the version.
        Raise, for what comes first, KeyError if no version of a package was ever published, LookupError if no version
        fits a rule, and ValueError if a version that is in the plan already does not fit one.
        """
'''

ARGUMENTS = {
    "__init__": (),
    "publish": (str, str, dict),
    "withdraw": (str, str),
    "newest": (str, str),
    "count": (str, str),
    "after": (str, str),
    "wanted": (str,),
    "plan": (str, str),
}
VERSION = re.compile(r"(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})")
RULE = re.compile(rf"({VERSION.pattern}[+~]?|<{VERSION.pattern})?")
NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    assert len(calls) <= 40_000, "there must be at most 40,000 calls"
    assert all(type(call) is tuple and call for call in calls), "each call must be a tuple that is not empty"
    assert calls[0][0] == "__init__", "the first call must be __init__"
    for place, (name, *arguments) in enumerate(calls):
        assert type(name) is str and name in ARGUMENTS, "each call must name a method of the class"
        assert (name == "__init__") == (place == 0), "only the first call may be __init__"
        types = tuple(type(argument) for argument in arguments)
        assert types == ARGUMENTS[name], "the arguments must have the types of the method's parameters"
        if arguments:
            assert NAME.fullmatch(arguments[0]), "names must have 1 to 30 small letters, digits and -, a letter first"
        if name in ("publish", "withdraw", "after"):
            assert VERSION.fullmatch(arguments[1]), "versions must be three numbers of at most 6 digits"
        elif name in ("newest", "count", "plan"):
            assert RULE.fullmatch(arguments[1]), "rules must have one of the five forms"
        if name == "publish":
            assert len(arguments[2]) <= 20, "a version must have at most 20 needs"
            for other, rule in arguments[2].items():
                assert type(other) is str and NAME.fullmatch(other), "needs must have names of packages"
                assert type(rule) is str and RULE.fullmatch(rule), "needs must have rules of one of the five forms"


INVALID = [
    ("no calls", ([],)),
    ("a second constructor", ([("__init__",), ("__init__",)],)),
    ("a version of two numbers", ([("__init__",), ("publish", "a", "1.2", {})],)),
    ("a capital letter in a name", ([("__init__",), ("withdraw", "A", "1.2.0")],)),
    ("an unknown kind of rule", ([("__init__",), ("newest", "a", ">1.2.0")],)),
    ("a need without a rule", ([("__init__",), ("publish", "a", "1.2.0", {"b": None})],)),
]


def published(package, *versions):
    return [("publish", package, version, {}) for version in versions]


LADDER = [("__init__",), *published("a", "1.9.0", "1.10.0", "0.5.7", "1.10.3", "2.0.0", "2.1.0", "1.9.12")]
LADDER_DONE = [None] * 8

COST_VARIES = {
    "long_plans": "how many packages a plan reaches depends on the versions and rules drawn",
    "many_packages_want_one": "a few packages are wanted, and some of them are wanted more than others",
}

TESTS = {
    "publish: a version once, even when it is withdrawn": (
        [
            *LADDER,
            ("publish", "a", "1.10.0", {"b": ""}),
            ("withdraw", "a", "2.1.0"),
            ("publish", "a", "2.1.0", {}),
            ("publish", "b", "2.1.0", {}),
            ("count", "a", ""),
            ("wanted", "b"),
        ],
        [*LADDER_DONE, ValueError, None, ValueError, None, 6, 0],
    ),
    "publish: an earlier version is not the newest": (
        [
            ("__init__",),
            ("publish", "a", "1.0.0", {"b": ""}),
            ("publish", "a", "0.9.99", {"c": ""}),
            ("newest", "a", ""),
            ("wanted", "b"),
            ("wanted", "c"),
        ],
        [None, None, None, "1.0.0", 1, 0],
    ),
    "withdraw: the version fits its own number alone": (
        [
            *LADDER,
            ("withdraw", "a", "1.10.3"),
            ("newest", "a", "1.10.3"),
            ("newest", "a", "1.10.3~"),
            ("newest", "a", "1.10.0~"),
            ("newest", "a", "1.0.0+"),
            ("newest", "a", "<2.0.0"),
            ("count", "a", "1.10.3"),
            ("count", "a", "1.10.0+"),
            ("after", "a", "1.10.0"),
        ],
        [*LADDER_DONE, None, "1.10.3", None, "1.10.0", "1.10.0", "1.10.0", 1, 1, "2.0.0"],
    ),
    "withdraw: what is not there, and twice": (
        [
            *LADDER,
            ("withdraw", "b", "1.9.0"),
            ("withdraw", "a", "1.9.1"),
            ("withdraw", "a", "1.9.0"),
            ("withdraw", "a", "1.9.0"),
            ("count", "a", "1.9.0~"),
        ],
        [*LADDER_DONE, KeyError, KeyError, None, KeyError, 1],
    ),
    "withdraw: a package without versions left is known still": (
        [
            ("__init__",),
            *published("a", "1.0.0"),
            ("withdraw", "a", "1.0.0"),
            ("newest", "a", ""),
            ("count", "a", ""),
            ("after", "a", "0.0.0"),
            ("newest", "a", "1.0.0"),
            ("plan", "a", ""),
            ("plan", "a", "1.0.0"),
        ],
        [None, None, None, None, 0, None, "1.0.0", LookupError, ["a 1.0.0"]],
    ),
    "newest: each kind of rule": (
        [
            *LADDER,
            ("newest", "a", ""),
            ("newest", "a", "1.9.12"),
            ("newest", "a", "1.9.11"),
            ("newest", "a", "1.9.1+"),
            ("newest", "a", "1.10.4+"),
            ("newest", "a", "1.9.12~"),
            ("newest", "a", "1.9.13~"),
            ("newest", "a", "<1.9.12"),
            ("newest", "a", "<0.5.7"),
            ("newest", "a", "<0.5.8"),
        ],
        [*LADDER_DONE, "2.1.0", "1.9.12", None, "1.10.3", None, "1.9.12", None, "1.9.0", None, "0.5.7"],
    ),
    "newest: numbers of six digits, and unknown packages": (
        [
            ("__init__",),
            *published("a", "999999.999999.999999", "0.0.0", "0.999999.999999", "1.0.0"),
            ("newest", "a", "999999.0.0+"),
            ("newest", "a", "0.0.0+"),
            ("newest", "a", "0.0.0~"),
            ("newest", "a", "0.999999.0~"),
            ("newest", "b", ""),
        ],
        [None, *[None] * 4, "999999.999999.999999", "0.999999.999999", "0.0.0", "0.999999.999999", KeyError],
    ),
    "count: each kind of rule": (
        [
            *LADDER,
            ("count", "a", ""),
            ("count", "a", "2.0.0"),
            ("count", "a", "2.0.1"),
            ("count", "a", "1.9.12+"),
            ("count", "a", "1.9.0~"),
            ("count", "a", "<2.0.0"),
            ("count", "a", "2.2.0+"),
        ],
        [*LADDER_DONE, 7, 1, 0, 3, 2, 5, 0],
    ),
    "count: an unknown package": (
        [*LADDER, ("count", "b", ""), ("count", "aa", "1.0.0")],
        [*LADDER_DONE, KeyError, KeyError],
    ),
    "after: the next one, whether the version is there or not": (
        [
            *LADDER,
            ("after", "a", "1.9.0"),
            ("after", "a", "1.9.5"),
            ("after", "a", "1.9.12"),
            ("after", "a", "0.0.0"),
            ("after", "a", "2.0.9"),
            ("after", "a", "2.1.0"),
            ("after", "b", "2.1.0"),
        ],
        [*LADDER_DONE, "1.9.12", "1.9.12", "1.10.0", "0.5.7", "2.1.0", None, KeyError],
    ),
    "after: withdrawn versions are passed over": (
        [*LADDER, ("withdraw", "a", "1.9.12"), ("after", "a", "1.9.0"), ("after", "a", "1.9.12")],
        [*LADDER_DONE, None, "1.10.0", "1.10.0"],
    ),
    "wanted: by newest versions alone": (
        [
            ("__init__",),
            ("publish", "a", "1.0.0", {"x": "", "y": "1.0.0"}),
            ("publish", "b", "1.0.0", {"x": "9.0.0+"}),
            ("wanted", "x"),
            ("wanted", "y"),
            ("publish", "a", "1.0.1", {"y": ""}),
            ("wanted", "x"),
            ("wanted", "y"),
            ("withdraw", "a", "1.0.1"),
            ("wanted", "x"),
            ("wanted", "q"),
        ],
        [None, None, None, 2, 1, None, 1, 1, None, 2, 0],
    ),
    "wanted: withdrawing another than the newest changes nothing": (
        [
            ("__init__",),
            ("publish", "a", "1.0.0", {"x": ""}),
            ("publish", "a", "2.0.0", {"x": ""}),
            ("withdraw", "a", "1.0.0"),
            ("wanted", "x"),
            ("withdraw", "a", "2.0.0"),
            ("wanted", "x"),
            ("publish", "a", "0.1.0", {"x": "", "a": ""}),
            ("wanted", "x"),
            ("wanted", "a"),
        ],
        [None, None, None, None, 1, None, 0, None, 1, 1],
    ),
    "plan: needs are taken in the order of names, member by member": (
        [
            ("__init__",),
            ("publish", "a", "1.0.0", {"d": "", "b": "1.0.0+"}),
            ("publish", "b", "1.5.0", {"e": "<2.0.0", "c": ""}),
            ("publish", "b", "2.0.0", {}),
            ("publish", "d", "3.0.0", {"f": "", "a": "1.0.0"}),
            *published("c", "0.0.1"),
            *published("e", "1.9.9", "2.0.0"),
            *published("f", "7.0.0"),
            ("plan", "a", ""),
            ("plan", "b", "2.0.0~"),
        ],
        [None, *[None] * 8, ["a 1.0.0", "b 1.5.0", "d 3.0.0", "c 0.0.1", "e 1.9.9", "f 7.0.0"], ["b 2.0.0"]],
    ),
    "plan: a choice must fit later rules": (
        [
            ("__init__",),
            ("publish", "a", "1.0.0", {"b": "", "c": ""}),
            ("publish", "c", "1.0.0", {"b": "1.0.0+"}),
            *published("b", "1.3.0"),
            ("plan", "a", ""),
            *published("b", "2.0.0"),
            ("plan", "a", ""),
            ("plan", "c", ""),
            ("withdraw", "b", "2.0.0"),
            ("plan", "a", ""),
        ],
        [
            None,
            None,
            None,
            None,
            ["a 1.0.0", "b 1.3.0", "c 1.0.0"],
            None,
            ValueError,
            ["c 1.0.0", "b 1.3.0"],
            None,
            ["a 1.0.0", "b 1.3.0", "c 1.0.0"],
        ],
    ),
    "plan: a withdrawn version in the plan fits its own number alone": (
        [
            ("__init__",),
            ("publish", "a", "1.0.0", {"b": "1.0.0", "c": "1.0.0"}),
            *published("b", "1.0.0"),
            ("publish", "c", "1.0.0", {"b": "1.0.0"}),
            ("publish", "c", "2.0.0", {"b": "<1.0.1"}),
            ("publish", "a", "2.0.0", {"b": "1.0.0", "c": "2.0.0"}),
            ("plan", "a", ""),
            ("withdraw", "b", "1.0.0"),
            ("plan", "a", ""),
            ("plan", "a", "1.0.0"),
            ("plan", "c", ""),
        ],
        [
            None,
            *[None] * 5,
            ["a 2.0.0", "b 1.0.0", "c 2.0.0"],
            None,
            ValueError,
            ["a 1.0.0", "b 1.0.0", "c 1.0.0"],
            LookupError,
        ],
    ),
    "plan: what is missing": (
        [
            ("__init__",),
            ("plan", "a", ""),
            ("publish", "a", "1.0.0", {"b": "2.0.0+", "c": ""}),
            ("plan", "a", ""),
            *published("b", "1.0.0"),
            ("plan", "a", ""),
            *published("b", "2.0.1"),
            ("plan", "a", ""),
            ("plan", "a", "1.0.1"),
            *published("c", "0.0.0"),
            ("plan", "a", ""),
        ],
        [
            None,
            KeyError,
            None,
            KeyError,
            None,
            LookupError,
            None,
            KeyError,
            LookupError,
            None,
            ["a 1.0.0", "b 2.0.1", "c 0.0.0"],
        ],
    ),
    "plan: members that need each other and themselves": (
        [
            ("__init__",),
            ("publish", "a", "1.0.0", {"b": "", "a": "<2.0.0"}),
            ("publish", "b", "1.0.0", {"a": "1.0.0~"}),
            ("plan", "a", ""),
            ("plan", "b", ""),
            ("publish", "a", "2.0.0", {"a": "<2.0.0"}),
            ("plan", "a", ""),
        ],
        [None, None, None, ["a 1.0.0", "b 1.0.0"], ["b 1.0.0", "a 1.0.0"], None, ValueError],
    ),
    "withdraw: the latest version, twice": (
        [("__init__",), ("publish", "p", "1.0.0", {}), ("withdraw", "p", "1.0.0"), ("withdraw", "p", "1.0.0")],
        [None, None, None, KeyError],
    ),
    "after: the very next version": (
        [("__init__",), ("publish", "p", "1.0.1", {}), ("after", "p", "1.0.0")],
        [None, None, "1.0.1"],
    ),
    "class: an empty shelf": (
        [("__init__",), ("wanted", "a"), ("newest", "a", ""), ("count", "a", ""), ("withdraw", "a", "0.0.0")],
        [None, 0, KeyError, KeyError, KeyError],
    ),
    "class: a release is withdrawn and followed by a repaired one": (
        [
            ("__init__",),
            ("publish", "lib", "1.0.0", {}),
            ("publish", "app", "0.1.0", {"lib": "1.0.0+"}),
            ("publish", "lib", "1.1.0", {"log": ""}),
            ("plan", "app", ""),
            ("wanted", "log"),
            ("withdraw", "lib", "1.1.0"),
            ("plan", "app", ""),
            ("wanted", "log"),
            ("publish", "lib", "1.1.1", {}),
            ("plan", "app", ""),
            ("after", "lib", "1.0.0"),
            ("count", "lib", "1.0.0+"),
        ],
        [
            None,
            None,
            None,
            None,
            KeyError,
            1,
            None,
            ["app 0.1.0", "lib 1.0.0"],
            0,
            None,
            ["app 0.1.0", "lib 1.1.1"],
            "1.1.1",
            2,
        ],
    ),
    "class: names that begin alike": (
        [
            ("__init__",),
            ("publish", "a", "1.0.0", {"ab": "", "a-b": ""}),
            *published("ab", "1.0.0"),
            *published("a-b", "2.0.0"),
            ("plan", "a", ""),
            ("newest", "ab", ""),
            ("wanted", "ab"),
            ("wanted", "a-b"),
        ],
        [None, None, None, None, ["a 1.0.0", "a-b 2.0.0", "ab 1.0.0"], "1.0.0", 1, 1],
    ),
}


def numbers_of(version):
    first, second, third = version.split(".")
    return int(first), int(second), int(third)


def text_of(numbers):
    return ".".join(map(str, numbers))


class Canonical:
    def __init__(self):
        self._needs = {}  # package -> version as numbers -> its needs
        self._on_offer = {}  # package -> sorted versions that are not withdrawn

    def publish(self, package, version, needs):
        numbers = numbers_of(version)
        versions = self._needs.setdefault(package, {})
        if numbers in versions:
            raise ValueError(f"{package} {version} was published before")
        versions[numbers] = dict(needs)
        insort(self._on_offer.setdefault(package, []), numbers)

    def withdraw(self, package, version):
        numbers = numbers_of(version)
        if numbers not in self._needs[package]:
            raise KeyError(version)
        if not self._is_on_offer(package, numbers):
            raise KeyError(f"{package} {version} has been withdrawn")
        self._on_offer[package].remove(numbers)

    def _is_on_offer(self, package, numbers):
        versions = self._on_offer[package]
        place = bisect_left(versions, numbers)
        return place < len(versions) and versions[place] == numbers

    def _fitting(self, package, rule):
        """The versions of the package that fit, as a part of a sorted list from one place up to another one."""
        versions = self._on_offer[package]
        if rule == "":
            return versions, 0, len(versions)
        if rule[0] == "<":
            return versions, 0, bisect_left(versions, numbers_of(rule[1:]))
        if rule[-1] in "+~":
            low = numbers_of(rule[:-1])
            high = (low[0] + 1, 0, 0) if rule[-1] == "+" else (low[0], low[1] + 1, 0)
            return versions, bisect_left(versions, low), bisect_left(versions, high)
        numbers = numbers_of(rule)
        return [numbers], 0, int(numbers in self._needs[package])

    def _newest(self, package, rule):
        versions, start, end = self._fitting(package, rule)
        return versions[end - 1] if start < end else None

    def newest(self, package, rule):
        numbers = self._newest(package, rule)
        return None if numbers is None else text_of(numbers)

    def count(self, package, rule):
        _, start, end = self._fitting(package, rule)
        return end - start

    def after(self, package, version):
        versions = self._on_offer[package]
        first, second, third = numbers_of(version)
        place = bisect_left(versions, (first, second, third + 1))
        return text_of(versions[place]) if place < len(versions) else None

    def wanted(self, package):
        newest = [(other, versions[-1]) for other, versions in self._on_offer.items() if versions]
        return sum(package in self._needs[other][numbers] for other, numbers in newest)

    def plan(self, package, rule):
        chosen = {}
        self._choose(chosen, package, rule)
        members = list(chosen)
        for member in members:
            for name, asked in sorted(self._needs[member][chosen[member]].items()):
                if name not in chosen:
                    self._choose(chosen, name, asked)
                    members.append(name)
                elif not self._fits(name, chosen[name], asked):
                    raise ValueError(f"the plan has a version of {name} that does not fit {asked}")
        return [f"{member} {text_of(chosen[member])}" for member in members]

    def _choose(self, chosen, package, rule):
        numbers = self._newest(package, rule)
        if numbers is None:
            raise LookupError(f"no version of {package} fits {rule}")
        chosen[package] = numbers

    def _fits(self, package, numbers, rule):
        versions, start, end = self._fitting(package, rule)
        place = bisect_left(versions, numbers)
        return start <= place < end and versions[place] == numbers


DIGITS = 10**6


class ReferenceVersionsAsNumbers:
    """A version is one number, a rule a range of numbers; each text is read once. Wants are counted along."""

    def __init__(self):
        self._read = {"": (0, DIGITS**3)}
        self._needs = {}
        self._offers = {}
        self._wants = {}

    def _range(self, rule):
        """Where the numbers of a rule start and end; that of an exact one is negative, and its end the text."""
        sign = rule[-1]
        if rule[0] == "<":
            found = 0, self._number(rule[1:])
        elif sign == "+":
            low = self._number(rule[:-1])
            found = low, (low // DIGITS**2 + 1) * DIGITS**2
        elif sign == "~":
            low = self._number(rule[:-1])
            found = low, (low // DIGITS + 1) * DIGITS
        else:
            found = -1, self._number(rule)
        self._read[rule] = found
        return found

    def _number(self, version):
        first, second, third = version.split(".")
        return (int(first) * DIGITS + int(second)) * DIGITS + int(third)

    def publish(self, package, version, needs):
        number = self._number(version)
        offers = self._offers
        if package not in offers:
            self._needs[package] = {}
            offers[package] = []
        known = self._needs[package]
        if number in known:
            raise ValueError
        known[number] = version, needs.copy()
        versions = offers[package]
        if not versions:
            self._want(needs, 1)
            versions.append(number)
        elif number > versions[-1]:
            self._want(known[versions[-1]][1], -1)
            self._want(needs, 1)
            versions.append(number)
        else:
            insort(versions, number)

    def _want(self, needs, step):
        wants = self._wants
        for name in needs:
            wants[name] = wants.get(name, 0) + step

    def withdraw(self, package, version):
        versions = self._offers[package]
        number = self._number(version)
        place = bisect_left(versions, number)
        if place == len(versions) or versions[place] != number:
            raise KeyError
        del versions[place]
        if place == len(versions):
            known = self._needs[package]
            self._want(known[number][1], -1)
            if versions:
                self._want(known[versions[-1]][1], 1)

    def _newest(self, package, rule):
        low, high = self._read.get(rule) or self._range(rule)
        if low < 0:
            return high if high in self._needs[package] else None
        versions = self._offers[package]
        place = bisect_left(versions, high)
        if place:
            number = versions[place - 1]
            if number >= low:
                return number
        return None

    def newest(self, package, rule):
        number = self._newest(package, rule)
        return None if number is None else self._needs[package][number][0]

    def count(self, package, rule):
        low, high = self._read.get(rule) or self._range(rule)
        if low < 0:
            return int(high in self._needs[package])
        versions = self._offers[package]
        end = bisect_left(versions, high)
        return end - bisect_left(versions, low, 0, end) if low else end

    def after(self, package, version):
        versions = self._offers[package]
        place = bisect_left(versions, self._number(version) + 1)
        return self._needs[package][versions[place]][0] if place < len(versions) else None

    def wanted(self, package):
        return self._wants.get(package, 0)

    def plan(self, package, rule):
        number = self._newest(package, rule)
        if number is None:
            raise LookupError
        chosen = {package: number}
        members = [package]
        texts = []
        for member in members:
            version, needs = self._needs[member][chosen[member]]
            texts.append(f"{member} {version}")
            for name in sorted(needs) if len(needs) > 1 else needs:
                if name in chosen:
                    number = chosen[name]
                    low, high = self._read.get(needs[name]) or self._range(needs[name])
                    if low < 0:
                        if number != high:
                            raise ValueError
                        continue
                    versions = self._offers[name]
                    place = bisect_left(versions, number)
                    if not low <= number < high or place == len(versions) or versions[place] != number:
                        raise ValueError
                else:
                    number = self._newest(name, needs[name])
                    if number is None:
                        raise LookupError
                    chosen[name] = number
                    members.append(name)
        return texts


class SlowReadAllVersions:
    def __init__(self):
        self.entries = []

    def publish(self, package, version, needs):
        for entry in self.entries:
            if entry["package"] == package and entry["version"] == version:
                raise ValueError
        self.entries.append({"package": package, "version": version, "needs": dict(needs), "withdrawn": False})

    def withdraw(self, package, version):
        for entry in self.entries:
            if entry["package"] == package and entry["version"] == version and not entry["withdrawn"]:
                entry["withdrawn"] = True
                return
        raise KeyError

    def _versions(self, package, rule):
        mine = [entry for entry in self.entries if entry["package"] == package]
        if not mine:
            raise KeyError(package)
        fitting = [entry for entry in mine if self._fits(entry, rule)]
        return sorted(fitting, key=lambda entry: numbers_of(entry["version"]))

    def _fits(self, entry, rule):
        if rule == entry["version"]:
            return True
        if entry["withdrawn"]:
            return False
        if rule == "":
            return True
        numbers = numbers_of(entry["version"])
        if rule.startswith("<"):
            return numbers < numbers_of(rule[1:])
        if rule.endswith("+"):
            low = numbers_of(rule[:-1])
            return numbers >= low and numbers[0] == low[0]
        if rule.endswith("~"):
            low = numbers_of(rule[:-1])
            return numbers >= low and numbers[:2] == low[:2]
        return False

    def newest(self, package, rule):
        versions = self._versions(package, rule)
        return versions[-1]["version"] if versions else None

    def count(self, package, rule):
        return len(self._versions(package, rule))

    def after(self, package, version):
        for entry in self._versions(package, ""):
            if numbers_of(entry["version"]) > numbers_of(version):
                return entry["version"]
        return None

    def wanted(self, package):
        newest = {}
        for entry in self.entries:
            if not entry["withdrawn"]:
                numbers = numbers_of(entry["version"])
                if entry["package"] not in newest or newest[entry["package"]][0] < numbers:
                    newest[entry["package"]] = numbers, entry["needs"]
        return sum(1 for numbers, needs in newest.values() if package in needs)

    def plan(self, package, rule):
        versions = self._versions(package, rule)
        if not versions:
            raise LookupError
        chosen = [versions[-1]]
        for entry in chosen:
            for name in sorted(entry["needs"]):
                there = [other for other in chosen if other["package"] == name]
                if there:
                    if not self._fits(there[0], entry["needs"][name]):
                        raise ValueError
                else:
                    versions = self._versions(name, entry["needs"][name])
                    if not versions:
                        raise LookupError
                    chosen.append(versions[-1])
        return [f"{entry['package']} {entry['version']}" for entry in chosen]


def drawn_versions(rng, count, first, second, third):
    """Different versions, each number below a limit of its own."""
    places = rng.sample(range(first * second * third), count)
    return [f"{place // (second * third)}.{place // third % second}.{place % third}" for place in places]


def drawn_rule(rng, first, second, third):
    version = f"{rng.randrange(first)}.{rng.randrange(second)}.{rng.randrange(third)}"
    return rng.choice(["", version, version + "+", version + "+", version + "~", "<" + version])


def package_names(rng, count):
    return [
        f"{letters}-{rng.randrange(100)}" for letters in rng.sample([a + b for a in "kmpst" for b in "aeioulr"], count)
    ]


def stress_publish_then_ask(rng):
    """build_then_query: hundreds of versions of few packages, then questions; reading all of them is linear."""
    names = package_names(rng, 8)
    calls = [("__init__",)]
    for name in names:
        calls += [("publish", name, version, {}) for version in drawn_versions(rng, 80, 6, 12, 20)]
    for _ in range(1_200):
        name = rng.choice(names)
        calls.append((rng.choice(["newest", "count", "plan"]), name, drawn_rule(rng, 6, 12, 20)))
        calls.append(("after", name, f"{rng.randrange(6)}.{rng.randrange(12)}.{rng.randrange(20)}"))
    return (calls,)


def stress_publish_and_ask(rng):
    """interleaved: each version that is published is followed by questions, so that nothing can be sorted once."""
    names = package_names(rng, 6)
    calls = [("__init__",)]
    stock = [(name, version) for name in names for version in drawn_versions(rng, 110, 5, 15, 15)]
    rng.shuffle(stock)
    for name, version in stock:
        calls.append(("publish", name, version, {rng.choice(names): ""}))
        calls.append(("newest", name, drawn_rule(rng, 5, 15, 15)))
        calls.append(("count", name, drawn_rule(rng, 5, 15, 15)))
        calls.append(("wanted", rng.choice(names)))
        calls.append(("after", name, version))
    calls += [
        ("publish", "va", "1.0.0", {"vb": "1.0.0", "vc": ""}),
        ("publish", "vb", "1.0.0", {}),
        ("withdraw", "va", "9.0.0"),
    ]
    for step, needs in enumerate(
        [{"vb": "1.0.0"}, {"vb": "2.0.0"}, {"vb": "<1.0.0"}, {"va": "2.0.0"}, {"vb": "2.0.0+"}]
    ):
        calls += [("publish", "vc", f"{step}.0.0", needs), ("plan", "va", ""), ("plan", "vc", "")]
    return (calls,)


def stress_publish_and_withdraw(rng):
    """growth_then_shrink: all versions are withdrawn again, the latest first; the newest one is another each time."""
    names = package_names(rng, 5)
    calls = [("__init__",)]
    for name in names:
        versions = drawn_versions(rng, 220, 8, 10, 20)
        calls += [
            ("publish", name, version, {rng.choice(names): "", rng.choice(names): "0.0.0+"}) for version in versions
        ]
        for version in sorted(versions, key=numbers_of, reverse=True):
            calls.append(("withdraw", name, version))
            calls.append(("newest", name, ""))
            calls.append(("wanted", rng.choice(names)))
    return (calls,)


def stress_long_plans(rng):
    """dense: plans of twelve packages, of which each needs three others with rules that fit; all are looked up."""
    names = package_names(rng, 12)
    calls = [("__init__",)]
    for version in drawn_versions(rng, 30, 1, 10, 10):
        for place, name in enumerate(names):
            needs = {names[(place + step) % 12]: rng.choice(["", "0.0.0+"]) for step in (1, 2, 5)}
            calls.append(("publish", name, version, needs))
    for _ in range(250):
        calls.append(("plan", rng.choice(names), rng.choice(["", "0.0.0+"])))
    calls += [("wanted", rng.choice(names)) for _ in range(1_400)]
    return (calls,)


def stress_nothing_fits(rng):
    """repeated_no_ops: rules that no version fits and versions published before; nearly all looks are in vain."""
    names = package_names(rng, 8)
    calls = [("__init__",)]
    stock = [(name, version) for name in names for version in drawn_versions(rng, 120, 4, 10, 20)]
    calls += [("publish", name, version, {}) for name, version in stock]
    for _ in range(1_200):
        name, version = rng.choice(stock)
        calls.append(("publish", name, version, {}))
        calls.append(("newest", name, f"{rng.randrange(4, 99)}.0.0" + rng.choice(["", "+", "~"])))
        calls.append(("count", name, "<0.0.0" if rng.randrange(6) else f"<{rng.randrange(1, 4)}.0.0"))
    return (calls,)


def stress_many_packages_want_one(rng):
    """worst_of_slow: many packages of few versions each, and again and again how many want another one."""
    names = [f"p{number}" for number in rng.sample(range(10**4), 400)]
    calls = [("__init__",)]
    for version in drawn_versions(rng, 2, 9, 9, 9):
        calls += [("publish", name, version, {rng.choice(names[:20]): ""}) for name in names]
    for step in range(700):
        calls += [("wanted", rng.choice(names[:20])), ("wanted", rng.choice(names))]
        calls.append(("publish", rng.choice(names), f"9.{step}.0", {rng.choice(names[:20]): ""}))
    return (calls,)


def growing(rng, size):
    """The number of versions of one package, each followed by a question for the newest that fits a rule."""
    calls = [("__init__",)]
    for number in rng.sample(range(size), size):
        calls.append(("publish", "pack", f"1.{number // 50}.{number % 50}", {}))
        calls.append(("newest", "pack", f"1.{rng.randrange(size) // 50}.0" + rng.choice("+~")))
    return (calls,)
