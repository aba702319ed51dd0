# One command per intent, the same here and in CI. `make` alone lists them.
#
# The first target that needs it creates $(VENV) and installs the project there, editable,
# with every tool; it does so again when pyproject.toml changes. To use another interpreter:
#
#     make test PYTHON=python3.13 VENV=.venv-3.13

VENV    ?= .venv
WORKERS ?= 2
# More arguments for pytest: make test ARGS="-k delete_spans"
ARGS    ?=

BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PYTEST := $(BIN)/python -m pytest
# The first of these that runs, and is new enough, makes the environment.
PYTHONS := $(or $(PYTHON),python3.13 python3.12 python3.11 python3)

.DEFAULT_GOAL := help
.PHONY: help demo test test-slow test-all check bench bench-full docs coverage clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(READY) ## small programs, a bug in each, and the smallest input or story that shows it
	@echo 'Each of these programs has a bug, so every test below is expected to fail.'
	@status=0; $(PYTEST) -q -rN --tb=short --junitxml=$(VENV)/demo.xml examples/test_demo.py examples/test_machines.py || status=$$?; \
	if [ $$status -eq 1 ] && \
	   grep -q 'errors="0" failures="\([0-9]*\)" skipped="0" tests="\1"' $(VENV)/demo.xml; \
	then echo 'As expected: every bug was found and reduced. `make demo` succeeded.'; \
	else echo 'Not as expected: every demo test should have failed, and not all did.' >&2; exit 1; fi

test: $(READY) ## the default suite
	@$(PYTEST) -q -n $(WORKERS) -m 'not slow' $(ARGS)

test-slow: $(READY) ## the longer checks
	@status=0; $(PYTEST) -q -n $(WORKERS) -m slow $(ARGS) || status=$$?; \
	if [ $$status -eq 5 ]; then echo 'There are no slow tests to run.'; else exit $$status; fi

test-all: ## the default suite with every Python from 3.11 to 3.14 that is installed
	@MAKE='$(MAKE)' WORKERS='$(WORKERS)' ARGS='$(ARGS)' .ci/test-all

check: $(READY) ## lint, format, types, spelling and phrases; then what has outgrown its size
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo 'Run: $(BIN)/ruff format .' >&2; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/codespell
	@$(BIN)/python tests/architecture/test_prose.py
	@$(BIN)/python tests/architecture/test_sizes.py

bench: $(READY) ## generation, its cases, the bugs they find, reduction, whole runs beside Hypothesis, and reports
	@$(BIN)/python -m bench.generation --quick
	@$(BIN)/python -m bench.distribution --quick
	@$(BIN)/python -m bench.text_bugs --runs 50
	@$(BIN)/python -m bench.finding --quick --short --jobs $(WORKERS)
	@$(BIN)/python -m bench.reduction corpus --every 2 --seeds 1 --seconds 2 --jobs $(WORKERS)
	@$(BIN)/python -m bench.reduction fresh --cases 10 --seeds 1 --jobs $(WORKERS)
	@$(BIN)/python -m bench.reduction paper --seeds 5 --seconds 5 --jobs $(WORKERS)
	@$(BIN)/python -m bench.reduction scale --largest 100
	@$(BIN)/python -m bench.reduction ablation --every 16 --seeds 1 --seconds 1 --jobs $(WORKERS)
	@$(BIN)/python -m bench.stateful --seeds 2 --searches 4 --peer-seeds 1 --runs 100 --jobs $(WORKERS)
	@$(BIN)/python -m bench.suite --properties 100 --rounds 1 --starts 5
	@$(BIN)/python -m bench.page

# Each is written to bench/results/, from where `make docs` makes the page and the plots.
bench-full: $(READY) ## all cases of reduction from 100 seeds, for the documentation (hours)
	@$(BIN)/python -m bench.generation --json bench/results/generation.json
	@$(BIN)/python -m bench.distribution --json bench/results/distribution.json
	@$(BIN)/python -m bench.reduction corpus --seeds 100 --seconds 60 --jobs $(WORKERS) --json bench/results/reduction.json
	@$(BIN)/python -m bench.reduction fresh --cases 500 --seed $$(date +%y%m%d) --curve --jobs $(WORKERS) --json bench/results/fresh.json
	@$(BIN)/python -m bench.reduction fresh --cases 60 --seed $$(date +%y%m%d) --seeds 1 --seconds 8 --body-ms 2 --jobs $(WORKERS) --json bench/results/fresh_slow.json
	@$(BIN)/python -m bench.reduction paper --seeds 1000 --seconds 1800 --jobs $(WORKERS) --json bench/results/paper.json
	@$(BIN)/python -m bench.reduction scale --json bench/results/scale.json
	@$(BIN)/python -m bench.reduction ablation --seeds 10 --jobs $(WORKERS) --json bench/results/ablation.json
	@$(BIN)/python -m bench.text_bugs --runs 1000 --json bench/results/text_bugs.json
	@$(BIN)/python -m bench.finding --jobs $(WORKERS) --json bench/results/finding.json
	@$(BIN)/python -m bench.stateful --jobs $(WORKERS) --json bench/results/stateful.json
	@$(BIN)/python -m bench.suite --json bench/results/suite.json
	@$(BIN)/python -m bench.suites --workplace $(VENV)/suites --broken 2 --json bench/results/suites.json
	@$(BIN)/python -m bench.contention --json bench/results/contention.json
	@$(BIN)/python -m bench.store kills --json bench/results/kills.json
	@$(BIN)/python -m bench.killed_runs --jobs $(WORKERS) --json bench/results/killed_runs.json
	@$(BIN)/python -m bench.hostile_records --tokens 1000000 --records 100000 --jobs $(WORKERS) --json bench/results/hostile_records.json
	@$(BIN)/python -m bench.crashes --crashes 200 --json bench/results/crashes.json

docs: $(READY) ## the pages made from the code and the benchmarks, and the site of all pages in site/
	@$(BIN)/python docs/generate.py
	@$(BIN)/python docs/fill_numbers.py
	@$(BIN)/python docs/show_benchmarks.py
	@$(BIN)/python docs/plot_benchmarks.py
	@rm -rf site  # or a page that was removed would stay
	@$(BIN)/python -m sphinx --quiet --fresh-env --fail-on-warning --keep-going \
	  --conf-dir docs/site --doctree-dir $(VENV)/doctrees . site
	@echo 'The site is ready: open site/index.html.'

coverage: $(READY) ## which branches the default suite never takes; fails below the floor in pyproject.toml
	@$(PYTEST) -q -n $(WORKERS) -m 'not slow' --cov --cov-report=term-missing:skip-covered $(ARGS)

clean: ## remove the environment and everything generated
	@rm -rf $(VENV) .venv-3.* .mypy_cache .pytest_cache .ruff_cache .coverage htmlcov build dist site
	@find src tests examples bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(READY): pyproject.toml
	@chosen=; for python in $(PYTHONS); do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	  then chosen=$$python; break; fi; \
	done; \
	if [ -z "$$chosen" ]; then \
	  echo 'Shortlex needs Python 3.11 or newer. Tried: $(PYTHONS).' >&2; \
	  echo 'Name one with: make PYTHON=/path/to/python3' >&2; exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$($$chosen --version) ..."; \
	[ -x $(BIN)/python ] || $$chosen -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@touch $@
