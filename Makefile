# make demo    evaluates the sample sets that come with TallyBench
# make test    runs the tests (TESTS="tests/cli ...": these)
# make audit   measures what the benchmark's problems are worth (SINCE=REVISION: those that differ from it;
#              SEEDS=N: at how many seeds families of inputs are counted)
# make site    builds the site (public/)
# make dist    builds the package (dist/)
# make environment-wheel  builds the package that carries the measuring environment (dist/)
# make wheel   builds it, and uses it outside of the checkout
# make lint    checks the code's form and types, and what imports what
# Each sets up first what it needs, in $(VENV).
VENV ?= .venv

.PHONY: demo test audit site dist wheel environment-wheel lint setup clean

demo: FOR = use
demo: setup
	$(VENV)/bin/tallybench dev demo

# One process more than there are processors, for some tests wait for a clock.
test: FOR = tests
test: setup
	$(VENV)/bin/python -m pytest $(TESTS) --numprocesses $$(($$(nproc) + 1)) --maxprocesses 5 --dist worksteal

audit: setup
	$(VENV)/bin/tallybench dev audit $(if $(SINCE),--since $(SINCE)) $(if $(SEEDS),--seeds $(SEEDS))

site: setup
	$(VENV)/bin/tallybench site

# The wheel is built from the sdist, so that nothing is in it that the sdist lacks.
dist: setup
	rm -rf dist
	$(VENV)/bin/hatchling build -t sdist
	$(VENV)/bin/python -m pip wheel --quiet --no-index --no-deps --no-build-isolation --wheel-dir dist dist/*.tar.gz

wheel: dist
	scripts/try_wheel.sh $(VENV)/bin/python dist/*.whl

environment-wheel: setup
	$(VENV)/bin/python scripts/environment_wheel.py dist

lint: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/python scripts/plain_english.py evaluator
	$(VENV)/bin/mypy
	PYTHONPATH=evaluator:site $(VENV)/bin/lint-imports

setup:
	@scripts/setup.sh $(VENV) $(FOR)

clean:
	rm -rf $(VENV) demo-results dist public
