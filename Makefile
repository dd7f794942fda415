PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PROTO := $(wildcard proto/spades/v1/*.proto)
PY := server client tests
# The tests start hundreds of programs: each would compile the modules again where a machine forbids to keep them.
unexport PYTHONDONTWRITEBYTECODE

# stubs(folder): messages of every file, calls of the files that have a service
define stubs
$(BIN)/python -m grpc_tools.protoc -Iproto --plugin=protoc-gen-mypy=$(BIN)/protoc-gen-mypy \
  --python_out=$(1) --mypy_out=quiet:$(1) $(PROTO) && \
$(BIN)/python -m grpc_tools.protoc -Iproto --plugin=protoc-gen-mypy_grpc=$(BIN)/protoc-gen-mypy_grpc \
  --grpc_python_out=$(1) --mypy_grpc_out=quiet:$(1) $(filter %_service.proto,$(PROTO))
endef

# What mypyc compiles, where somebody asks for it; a file of Python beside its compiled form is not read.
COMPILED := $(addprefix spades_ai/search/,scene.py rough.py playout.py worlds.py endgame.py)

.PHONY: help play test soak chaos floors check format proto proto-check baseline texts texts-check streams golden docs bench games compiled interpreted clean

help: ## Show what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(VENV)/play ## Sit down at a table of four with three computer players
	@$(BIN)/spades play

test: $(VENV)/dev ## Run every test that this machine can run
	$(BIN)/python -m pytest -n auto

soak: $(VENV)/dev ## Play and attack for minutes: 200 games without a leak, 10,000 bad commands
	SPADES_GAMES=200 SPADES_BAD_COMMANDS=10000 $(BIN)/python -m pytest -q --timeout 1800 \
	  tests/server/test_server_leaks.py tests/server/test_server_fuzz.py

floors: $(VENV)/dev ## Install the lowest versions that pyproject.toml allows, and let bots play with them
	SPADES_FLOORS=1 $(BIN)/python -m pytest -q tests/cli/test_lowest_versions.py

games: $(VENV)/dev ## Play 200 games of every preset and number of players to their end: hours
	SPADES_GAMES=200 $(BIN)/python -m pytest -q --timeout 36000 -n auto tests/ai/test_ai_whole_games.py

check: $(VENV)/dev proto-check texts-check ## Format, lint, types, import contracts, protocol, translations
	$(BIN)/ruff format --check $(PY)
	$(BIN)/ruff check $(PY)
	$(BIN)/mypy $(PY)
	$(BIN)/lint-imports --config pyproject.toml
	$(BIN)/buf lint proto
	$(BIN)/buf breaking proto --against proto/baseline.binpb

format: $(VENV)/dev ## Format the code
	$(BIN)/ruff format $(PY)
	$(BIN)/ruff check --fix $(PY)

proto: $(VENV)/dev ## Generate the stubs again
	@$(call stubs,proto)

proto-check: $(VENV)/dev ## Check that the committed stubs are those of the .proto files
	@rm -rf build/stubs && mkdir -p build/stubs
	@$(call stubs,build/stubs)
	@for f in build/stubs/spades/v1/*; do cmp -s $$f proto/spades/v1/$$(basename $$f) \
	  || { echo "$$(basename $$f) is not what the .proto files say: run 'make proto'" >&2; exit 1; }; done
	@echo "stubs are current"

texts: $(VENV)/dev ## Bring the catalogues of translations up to date with the texts, and compile them
	$(BIN)/python tests/catalogues

texts-check: $(VENV)/dev ## Check that the committed catalogues are current and complete
	@$(BIN)/python tests/catalogues --check

baseline: $(VENV)/dev ## Take the contract as it is now for the one that may no longer be broken
	$(BIN)/buf build proto --exclude-source-info -o proto/baseline.binpb

streams: $(VENV)/dev ## Record the golden streams of a release again
	$(BIN)/python tests/kit/streams.py

golden: $(VENV)/dev ## Write the golden screens of the client again
	SPADES_GOLDEN=write $(BIN)/python -m pytest -q -n auto tests/client/test_screen_*.py tests/client/test_hall_golden.py

docs: $(VENV)/play ## Write the generated parts of docs/rules.md and docs/protocol.md again
	$(BIN)/python -m spades_cli.rules_document docs/rules.md
	$(BIN)/python -m spades_cli.protocol_document docs/protocol.md

bench: $(VENV)/dev ## Measure, as ratios in one run
	$(BIN)/python tests/bench

compiled: $(VENV)/dev ## Compile the search with mypyc (needs a C compiler): the same play, several times as fast
	@$(MAKE) --no-print-directory interpreted
	cd server && ../$(BIN)/mypyc $(COMPILED)
	@rm -rf server/build

interpreted: ## Go back to the search as it is written
	@rm -f server/*.so server/*.pyd server/spades_ai/search/*.so server/spades_ai/search/*.pyd

chaos: $(VENV)/dev ## Kill a server a thousand times, or for an hour, while clients play
	$(BIN)/python tests/chaos

clean: interpreted ## Remove everything that was made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; try: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/play: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/play
