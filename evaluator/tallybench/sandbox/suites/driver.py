"""The trusted parts of the program that a child runs for one test: what stands before the solution, and what observes.

Nothing in it is secret, and nothing depends on what a solution does to it: what a child says is data, which is judged
outside. No literal that the test compares with is in the program, and no type that has to be raised.
"""

from importlib import resources

ENTRY_POINT = "tallybench_observe"
UNCLEAN = "what an earlier test left in its folder cannot be removed"
SOLUTION_FILE = "/tmp/solution.py"

# Each child starts from the same files (none), the same random numbers and an untouched namespace.
_BEFORE = """\
def tallybench_prepare(namespace, seed):
    import os, random, sys

    def empty(folder):
        for entry in [*os.scandir(folder)]:
            if entry.is_dir(follow_symlinks=False):
                os.chmod(entry.path, 0o700)
                empty(entry.path)
                os.rmdir(entry.path)
            else:
                os.unlink(entry.path)

    if os.access("/tmp", os.R_OK | os.W_OK):
        try:
            os.chmod("/tmp", 0o700)
            empty("/tmp")
        except Exception:
            raise SystemError({unclean!r}) from None
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)
    namespace["__file__"] = {file!r}


tallybench_prepare(globals(), {seed!r})
del tallybench_prepare
"""

# The clock stands still, but for a microsecond at each look: a test that looks twice, as those do that compare with
# the time of day, sees one second, on whatever day and however busy the machine is. The canonical class runs on another
# day too: that tells what depends on the clock.
_STANDING_CLOCK = """\
def tallybench_stop_clock():
    import calendar, datetime, itertools, time

    noon = calendar.timegm(time.strptime({day!r}, "%Y-%m-%d")) + 12 * 3600
    if {later!r}:
        noon += 400 * 86400 + 11 * 3600 + 7 * 60 + 13
    looks = itertools.count()
    local, universal, text, told = time.localtime, time.gmtime, time.strftime, time.asctime

    def now():
        return noon + next(looks) / 1_000_000

    class Day(datetime.date):
        @classmethod
        def today(cls):
            return cls.fromtimestamp(now())

    class Moment(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return cls.fromtimestamp(now(), tz)

        @classmethod
        def today(cls):
            return cls.now()

        @classmethod
        def utcnow(cls):
            return cls.utcfromtimestamp(now())

    for own, real in ((Day, datetime.date), (Moment, datetime.datetime)):
        own.__name__, own.__qualname__, own.__module__ = real.__name__, real.__qualname__, real.__module__
    time.time, time.time_ns = now, lambda: int(now() * 1_000_000) * 1_000
    time.localtime = lambda seconds=None: local(now() if seconds is None else seconds)
    time.gmtime = lambda seconds=None: universal(now() if seconds is None else seconds)
    time.strftime = lambda form, moment=None: text(form, time.localtime() if moment is None else moment)
    time.asctime = lambda moment=None: told(time.localtime() if moment is None else moment)
    time.ctime = lambda seconds=None: told(time.localtime(seconds))
    datetime.date, datetime.datetime = Day, Moment


tallybench_stop_clock()
del tallybench_stop_clock
"""
_DAY = "2026-01-05"  # which it is where a test does not need another one

_OBSERVER = '''\


seen = []


def see(site, *values):
    seen.append((site, tuple(describe(value) for value in values)))


def calls(mock):
    """The calls that a mock has noted; None of what is no mock."""
    noted = object.__getattribute__(mock, "__dict__").get("_mock_call_args_list")
    if noted is None:
        return None
    return [(tuple.__getitem__(call, -2), tuple.__getitem__(call, -1)) for call in list.__iter__(noted)]


class raises:
    """The context that `assertRaises` returns, and its other form, a call.

    It holds any exception, and reports what it is: which one has to be raised is for the judge to know. What a test
    does after another one does not count.
    """

    exception = None

    def __init__(self, site):
        self.site = site

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        seen.append((self.site, (None if kind is None else [type_name(base) for base in kind.__mro__],)))
        self.exception = error
        return kind is not None and issubclass(kind, Exception)

    def call(self, function, *arguments, **named):
        with self:
            function(*arguments, **named)


def run(kind, test):
    if hasattr(kind, "setUpClass"):
        kind.setUpClass()
    case = kind()
    if hasattr(case, "setUp"):
        case.setUp()
    try:
        getattr(case, test)()
    finally:
        if hasattr(case, "tearDown"):
            case.tearDown()
        if hasattr(kind, "tearDownClass"):
            kind.tearDownClass()


def observe(namespace, suite, test):
    del seen[:]
    try:
        run(namespace[suite], test)
    except BaseException as raised:
        try:
            text = str(raised)[:200]
        except BaseException:
            text = ""
        return seen, (type(raised).__name__, text)
    return seen, None
'''

OBSERVER = resources.files("tallybench.sandbox.suites").joinpath("describe.py").read_text(encoding="utf-8") + _OBSERVER
# What the test's program calls; the rest stays out of its namespace, which is the solution's. A test that uses mocks
# loads their module anew: what a solution did to the one before is not asked.
_BEHIND = """\
def tallybench_load(namespace, source):
    import sys

    sys.modules.pop("unittest.mock", None)
    observer = {{"__name__": "observer"}}
    exec(compile(source, "observer.py", "exec", dont_inherit=True), observer)
    for name in ("see", "raises", "calls"):
        namespace["tallybench_" + name] = observer[name]
    namespace["{entry_point}"] = lambda suite, test: observer["observe"](namespace, suite, test)


tallybench_load(globals(), {observer!r})
"""


def prologue(*, seed: int = 0, day: str = "", later: bool = False) -> str:
    """What a child executes first: its folder is emptied, random numbers and the clock are set.

    Args:
        seed: of `random` and of NumPy's.
        day: which it is to be; empty where any will do.
        later: another day, a year later.
    """
    before = _BEFORE.format(file=SOLUTION_FILE, seed=seed, unclean=UNCLEAN)
    return before + _STANDING_CLOCK.format(day=day or _DAY, later=later)


def whole_program(before: str, solution: str, imports: str, test: str) -> str:
    """The program of one test for one solution.

    Args:
        before: the prologue.
        solution: the class under test.
        imports: of the skeleton; the solution and the test may rely on them.
        test: the rewritten test.
    """
    executed = [
        f"exec(compile({source!r}, {name!r}, 'exec', dont_inherit=True), globals())\n"
        for name, source in (("imports.py", imports), ("solution.py", solution), ("tests.py", test))
    ]
    behind = _BEHIND.format(entry_point=ENTRY_POINT, observer=OBSERVER)
    return "".join([before, *executed[:2], behind, executed[2]])
