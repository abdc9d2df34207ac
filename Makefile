# Every command that the README names. Nothing here needs more than Python 3.11+, make and a network for the install.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PORT ?= 8765
DATA_DIR ?= data/var
INSTALLED = $(VENV)/.installed
PLAYABLE = $(VENV)/.playable

.PHONY: play run test cover check bench words lock clean

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(PLAYABLE): $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(INSTALLED): $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(PLAYABLE)

play: $(PLAYABLE)
	$(BIN)/python -m playground.play --port $(PORT) --data $(DATA_DIR)

run: $(PLAYABLE)
	$(BIN)/python bot.py

test: $(INSTALLED)
	$(BIN)/python -m pytest -n 2 --dist loadscope

# Every line and branch of the rules core, which needs neither the table nor the face to be tested.
cover: $(INSTALLED)
	$(BIN)/python -m pytest -n 2 --dist loadscope tests/core tests/dummy --cov

check: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(MAKE) test

bench: $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	$(BIN)/python -m bench

words: $(INSTALLED)
	$(BIN)/python -m data.words

lock: $(INSTALLED)
	$(BIN)/python -m pip freeze --exclude-editable > constraints.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
