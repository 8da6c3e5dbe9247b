# Everything runs in .venv, which the first target makes: Python 3.11 or later, make and the package index suffice.
PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: demo test check lint types generate conform adequacy bench clean

demo: .venv/installed
	toolwire conform run
	@echo
	toolwire classify docs/samples/history.jsonl

test: .venv/installed
	python -m pytest -n auto --cov --cov-report=term:skip-covered

# What is derived, formatted or typed must be what it is said to be.
check: .venv/installed lint types
	toolwire generate --check
	python conformance/generators/carriers.py --check
	toolwire conform lint
	toolwire conform nulls

lint: .venv/installed
	ruff check .
	ruff format --check .

types: .venv/installed
	pyright

generate: .venv/installed
	python conformance/generators/carriers.py
	toolwire generate

# The corpus over every implementation in the tree.
conform: .venv/installed
	toolwire conform run
	set -e; for run in conformance/implementations/*/run; do echo "== $$run"; toolwire conform run -- $$run; done
	cd conformance/implementations/javascript && node --test

# Wrong implementations by the thousand: the corpus has to catch each.
adequacy: .venv/installed
	toolwire conform adequacy

bench: .venv/installed
	python docs/bench/bench.py

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv dist .coverage* .pytest_cache .ruff_cache .hypothesis
