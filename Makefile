# `make demo` and `make test` need Python 3.11-3.13 and nothing else; each works alone.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test lint pins clean

demo: .venv/installed
	$(BIN)/kg demo

test: .venv/installed-dev
	$(BIN)/python -m pytest -q

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Every file is checked against its hash; the package itself needs no download to build.
.venv/installed: constraints/runtime.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --only-binary :all: -r constraints/runtime.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv/installed-dev: constraints/dev.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --only-binary :all: -r constraints/dev.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@ .venv/installed

# Make the pins again, for every supported Python and platform (needs `pip install uv`).
pins:
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -q -o constraints/runtime.txt
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -q -c constraints/runtime.txt -o constraints/dev.txt

clean:
	rm -rf .venv build dist *.egg-info
