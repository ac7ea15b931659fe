# Two commands do everything: `make demo` and `make test`.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin

PARSER := liblink-grammar5 link-grammar-dictionaries-en

EXTRAS ?= fast,parquet,serve,sql

# Tests run in a process a processor, so more threads than one would be in each other's way; and they start processes
# again and again, of which none should have to compile our modules, nor a Java what it runs for seconds.
test: export OMP_NUM_THREADS = 1
test: export SPARK_LAUNCHER_OPTS = -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
test: export SPARK_SUBMIT_OPTS = $(SPARK_LAUNCHER_OPTS)
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test bundle clean

demo: .venv/ready
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: .venv/ready
	@sh tools/debian.sh 'Link Grammar' 'dpkg -s $(PARSER)' $(PARSER)
	@sh tools/debian.sh PostgreSQL 'command -v initdb || ls /usr/lib/postgresql/*/bin/initdb' postgresql
	@sh tools/debian.sh Chromium 'command -v chromium || command -v google-chrome' chromium
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses auto --maxprocesses 8 --dist worksteal

# One archive to install from on a machine without a network: docs/offline.md.
bundle: .venv/ready
	@$(BIN)/python tools/bundle.py --extras '$(EXTRAS)'

.venv/ready: pyproject.toml
	@test -n "$(PYTHON)" || { echo "incognote needs Python 3.11 or later: install it, or say make PYTHON=/path/to/python"; exit 1; }
	$(PYTHON) -m venv .venv || { echo "this Python has no venv module (on Debian: apt install python3-venv)"; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@# What the bundle's test installs, fetched while there is a network; pip's own cache may be off.
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-build-isolation --wheel-dir .venv/wheels . pip
	@rm -f .venv/wheels/incognote-*.whl
	@touch $@

clean:
	rm -rf .venv build dist
