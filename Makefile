# make demo    evaluates the sample sets that come with TallyBench
# make test    runs the tests
# make lint    checks the code's form and types
# Each sets up first what it needs, in $(VENV).
VENV ?= .venv

.PHONY: demo test lint setup clean

demo: setup
	$(VENV)/bin/tallybench demo

test: setup
	$(VENV)/bin/python -m pytest

lint: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

setup:
	@scripts/setup.sh $(VENV)

clean:
	rm -rf $(VENV) demo-results public
