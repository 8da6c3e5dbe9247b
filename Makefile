# Everything runs in .venv, which the first target makes: Python 3.11 or later, make and the package index suffice.
PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
# rustup looks for its toolchains in HOME; where that is another than it was installed in, they lie beside cargo.
ifndef RUSTUP_HOME
ifeq ($(wildcard $(HOME)/.rustup/toolchains/*),)
RUSTUP := $(wildcard $(dir $(shell command -v cargo))../../.rustup)
ifneq ($(RUSTUP),)
export RUSTUP_HOME := $(abspath $(RUSTUP))
endif
endif
endif
export NO_MKDOCS_2_WARNING := 1

.PHONY: demo test check lint types generate conform adequacy bench packages site site-test serve clean

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

# The corpus over every implementation in the tree. The site's board is made from the reports.
conform: .venv/installed
	mkdir -p build/reports
	toolwire conform run --report json=build/reports/python.json
	set -e; for run in conformance/implementations/*/run; do echo "== $$run"; \
	toolwire conform run --report json=build/reports/$$(basename $$(dirname $$run)).json -- $$run; done
	cd conformance/implementations/javascript && node --test
	cd conformance/implementations/go && gofmt -l . | (! grep .) && go vet ./... && go test ./...
	cd conformance/implementations/rust && cargo fmt --check && cargo test --quiet --offline

# Wrong implementations by the thousand: the corpus has to catch each.
adequacy: .venv/installed
	toolwire conform adequacy

# One tree, five packages: each is compared with the tree, and its example run.
packages: .venv/installed
	python packaging/build.py
	python -m pytest -q -n 2 packaging

bench: .venv/installed
	python docs/bench/bench.py

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

# The specification site, strictly: no warning, no dead link or anchor, nothing from elsewhere, a light landing page.
site: .venv/installed
	python -m mkdocs build
	python -m docs.site.links site

# In a browser too: Debian's Chromium, or the one that CHROMIUM names.
site-test: site
	python -m pytest --no-cov -n auto docs/site/tests
	TOOLWIRE_SITE=site python -m pytest --no-cov docs/site/tests_browser

serve: .venv/installed
	python -m mkdocs serve

clean:
	rm -rf build site .venv dist .coverage* .pytest_cache .ruff_cache .hypothesis
