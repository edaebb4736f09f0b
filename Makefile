# Every target makes its own virtual environment; python3 (3.11 or later) and make are all it needs.

PYTHON ?= python3
PY := .venv/bin/python
READY := .venv/.installed

.PHONY: demo test bench mistakes mutants fuzz soak native lint docs changelog package snapshots page extension playthroughs clean docs-site

# Checks the shipped games and plays one between bots on the terminal.
demo: $(READY)
	$(PY) -m rulelang check games examples
	$(PY) -m rulelang play examples/harbour --seat 1=greedy --seat 2=random --seat 3=random --seed 7

test: $(READY)
	$(PY) -m pytest -n auto --dist worksteal -q -m "not slow"

bench: $(READY)
	$(PY) -m benchmarks

# Plants mistakes in the shipped rule files and counts what the checker makes of them.
mistakes: $(READY)
	$(PY) -m benchmarks.mistakes

# Two thousand rule files whose trees were changed at random, beside the five hundred of `make test`: refused, or played well.
mutants: $(READY)
	$(PY) -m pytest -n auto -q 'tests/properties/test_mutants.py::test_many_mutants[0]' 'tests/properties/test_mutants.py::test_many_mutants[1]'

# Twenty thousand damaged rule files: the checker must answer all of them. Takes an hour or more.
fuzz: $(READY)
	$(PY) -m pytest -n auto --dist worksteal -q -m slow tests/properties/test_fuzz.py

# A night's work: a hundred thousand random games, every long search for files and matches that go wrong, and an
# hour of simulation whose memory must not grow.
soak: $(READY)
	$(PY) -m pytest -n auto --dist worksteal -q -m slow tests/soak tests/properties

# Compiled rules against plain ones: a thousand games of each game, every saved game. Takes half an hour.
native: $(READY)
	$(PY) -m pytest -n auto --dist worksteal -q -m slow tests/unit/backends

lint: $(READY)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports

# Rewrites the parts of the documentation that are made from the language's own data.
docs: $(READY)
	$(PY) -m docs.made
	$(PY) -m rulelang.describe.highlight.grammars grammar/editors

# The documentation as a site in build/site, with search and coloured rules. Its links are checked by the tests.
docs-site: $(READY)
	$(PY) -m sphinx -W --keep-going -q -b html docs build/site

# Rewrites the section of this version in CHANGELOG.md from the notes in changelog.d.
changelog: $(READY)
	$(PY) changelog.d/collect.py

# Builds sdist and wheel, installs the wheel with every Python that is there, and tries it from an empty folder.
package: $(READY)
	$(PY) -m pytest -q -m "slow or not slow" tests/package

# Rewrites every stored expected text; read the difference before keeping it.
snapshots: $(READY)
	$(PY) -m pytest -n auto --dist worksteal -q --rewrite-snapshots

# Builds the page that draws a table; node and npm are needed for this alone.
page: $(READY)
	cd rulelang/server/web && npm ci --no-audit --no-fund && npm run check && npm run build
	$(PY) -m tests.server.page

# Packs the extension for VS Code into build; node and npm are needed for this alone.
extension:
	rm -rf build/vscode && mkdir -p build/vscode
	cp -r grammar/editors/vscode/. LICENSE grammar/editors/rulelang.tmLanguage.json build/vscode
	cd build/vscode && npm ci --no-audit --no-fund && npm run check
	cd build/vscode && npx --yes @vscode/vsce@3.9.2 package --no-dependencies --allow-missing-repository --out ..

# Makes the saved games of the shipped games fit changed rules; read the difference before keeping it.
playthroughs: $(READY)
	$(PY) -m tests.games.record

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist benchmarks/node/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is older than pyproject.toml when the dependencies may have changed.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("rulelang needs Python 3.11 or later" if sys.version_info < (3, 11) else 0)'
	test -x $(PY) || $(PYTHON) -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
