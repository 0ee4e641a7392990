# Continuum's commands; `make help` lists them. Options go in ARGS, as in: make test ARGS="tests/memories -x"
# PYTHON names the interpreter to build .venv with (default: the newest of 3.13, 3.12, 3.11 that is there).

SHELL := /bin/sh
BIN := .venv/bin
PYTHON ?=
ARGS ?=
PROCESSES ?= 2
DATA ?=
export PYTHON
.PHONY: help env env-tests env-bench env-peers env-clients env-full run demo test test-slow mutants screenshots \
    messages tables conformance \
    clients production load chaos check bench bench-duplicates bench-import bench-pages bench-recall \
    bench-million bench-scale bench-web audit pins clean-env

help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile

# --- The environment: .ci/env returns at once when nothing changed ---------------------------------------------------
env: ## make .venv ready (the targets below do it by themselves)
	@sh .ci/env light
env-tests:
	@sh .ci/env tests
env-bench:
	@sh .ci/env tests bench
env-peers:
	@sh .ci/env tests bench peers
env-clients:
	@sh .ci/env tests clients
env-full: ## add the full production set to .venv: torch, browsers, language models (docs/install.md)
	@sh .ci/env full

# --- Using it --------------------------------------------------------------------------------------------------------
run: env ## start Continuum on this machine and print how to connect to it
	@exec $(BIN)/python manage.py up $(ARGS)

demo: env ## watch one agent remember and another recall, on temporary data
	@exec $(BIN)/python manage.py demo $(ARGS)

# --- Working on it ---------------------------------------------------------------------------------------------------
# Two at once, each with a Postgres and a broker of its own; the tests of one file stay together.
test: env-tests ## run the tests; they start the services they need
	@exec $(BIN)/python -m pytest -m "not slow" -n $(PROCESSES) --dist loadfile $(ARGS)

test-slow: env-clients ## run the slow tests: real clients, conformance, big files, chaos, mutants
	@$(BIN)/python -m pytest -m slow $(ARGS)
	@$(BIN)/python -m tests.mutants

mutants: env-tests ## take every guard away in turn and see whether its test misses it; ARGS="slots" for some
	@exec $(BIN)/python -m tests.mutants $(ARGS)

screenshots: env-tests ## write pictures of every page (desktop, phone, dark) to build/screenshots
	@mkdir -p build/screenshots
	@CONTINUUM_PICTURES=build/screenshots $(BIN)/python -m pytest -m slow -k every_look tests/pages/test_every_page.py $(ARGS)

messages: env-tests ## bring translations up to date with what pages say, and list what is missing
	@exec $(BIN)/python -m tests.languages

tables: env-tests ## record anew how the tables of an empty database are made, after a new migration
	@exec $(BIN)/python -m tests.new_tables

conformance: env-clients ## run the official MCP conformance suite: behind the real gate, and on the product
	@exec $(BIN)/python -m tests.conformance $(ARGS)

clients: env-clients ## let real MCP clients in through the consent page in a real browser, and have them work
	@exec $(BIN)/python -m tests.clients $(ARGS)

production: env-bench ## start a whole deployment (nginx, Redis, Postgres, web, workers, beat) and walk through it
	@exec $(BIN)/python -m tests.deployment $(ARGS)

load: env-bench ## fifty agents at work on a whole deployment, a quarter of an hour; ARGS="--minutes 2 --rate 30"
	@exec $(BIN)/python -m bench.load load $(ARGS)

chaos: env-bench ## the same while one part after the other dies, fills up, hangs; ARGS="--only redis" for some
	@exec $(BIN)/python -m bench.load chaos $(ARGS)

bench: env-bench ## measure it and write bench/RESULTS.md
	@exec $(BIN)/python -m bench $(ARGS)

bench-duplicates: env-bench ## tell duplicates and conflicts apart: thresholds, and figures on unseen pairs
	@exec $(BIN)/python -m bench.duplicates

bench-import: env-bench ## import every format: how fast, in how much memory; ARGS="--format chatgpt --megabytes 2000"
	@exec $(BIN)/python -m bench.imports $(ARGS)

bench-recall: env-bench ## measure what recall finds, beside other stores (DATA=locomo.json; docs/measuring-recall.md)
	@sh .ci/env tests bench peers || echo "Without all peers: those that are missing are reported as missing." >&2
	@exec $(BIN)/python -m bench.quality $(DATA) $(ARGS)

bench-web: env-bench ## measure what reading a page costs, beside bare Playwright and the official fetch server
	@sh .ci/env tests bench fetchers || echo "Without the official fetch server: it is reported as missing." >&2
	@exec $(BIN)/python -m bench.web $(ARGS)

bench-pages: env-bench ## measure what every page costs the server at 100,000 memories, and write bench/PAGES.md
	@exec $(BIN)/python -m bench.pages $(ARGS)

bench-scale: env-bench ## a replica that is read, tables divided by workspace, a server that takes over; bench/SCALE.md
	@exec $(BIN)/python -m bench.scale $(ARGS)

bench-million: env-bench ## measure recall over a million passages against exact search
	@exec $(BIN)/python -m bench.million $(ARGS)

# Settings as in production, so that nothing is made in anyone's home; nothing listens there and nothing is sent.
AS_PRODUCTION := \
    CONTINUUM_DATABASE_URL=postgres://continuum_app:unused@127.0.0.1:9/continuum \
    CONTINUUM_DATABASE_OWNER_URL=postgres://continuum_owner:unused@127.0.0.1:9/continuum \
    CONTINUUM_DATABASE_POOL_TIMEOUT=1 \
    CONTINUUM_BROKER_URL=redis://127.0.0.1:9/0 \
    CONTINUUM_LOG_LEVEL=ERROR \
    CONTINUUM_PUBLIC_URL=https://memory.example.com \
    CONTINUUM_SECRET_KEY=only-for-make-check-0123456789-abcdefghijklmnopqrstuvwxyz
check: env-tests ## format, lint, types, layers, house rules, migrations, deployment, audit; no tests
	@echo "== format (mend with: $(BIN)/ruff format)"
	@$(BIN)/ruff format --check .
	@echo "== lint"
	@$(BIN)/ruff check .
	@echo "== types"
	@$(AS_PRODUCTION) $(BIN)/mypy
	@echo "== layers"
	@$(BIN)/lint-imports
	@echo "== house rules"
	@$(BIN)/python -m tests.house
	@echo "== migrations"
	@$(AS_PRODUCTION) $(BIN)/python -W "ignore:Got an error checking a consistent migration history:RuntimeWarning" \
	    manage.py makemigrations --check --dry-run
	@echo "== deployment"
	@$(AS_PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	@echo "== audit"
	@$(BIN)/python -m tests.house.audit
	@echo "All checks passed."

pins: ## resolve every pinned version anew from pyproject.toml (needs uv)
	@sh .ci/pins $(ARGS)

clean-env: ## remove .venv and every cache; data is untouched
	rm -rf .venv .venv.lock .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis *.egg-info build
