# Axon Desktop. `make run` opens it, `make test` tests it; both set up what they need and say so.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PY := .venv/bin/python
CLIENT := axon_desktop/agent_sync/clients/generated
PYTEST := QT_QPA_PLATFORM=offscreen $(PY) -m pytest
# else every program that a test starts compiles all of Axon anew
unexport PYTHONDONTWRITEBYTECODE
# calls to a disk cost tests of the vault half of their time; `storm` and `soak` are on the disk all the same
MEMORY := $(shell df -k --output=avail /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 > 4000000 { print "TMPDIR=/dev/shm" }')
# each more collects all tests once more; those on a virtual screen wait more than they work
WORKERS = $$(getconf _NPROCESSORS_ONLN)
MORE_WORKERS = $$(( $$(getconf _NPROCESSORS_ONLN) * 3 ))

.PHONY: help setup setup-window setup-desktop setup-peers run test check compiled lint format types imports translations strings mutants desktop cov bench storm disks soak screenshots docs-pictures generate regenerate build selftest windows windows-soak deb appimage audit sbom compare-builds clean distclean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## Python environment and the libraries that Qt needs
	@packaging/setup.sh

setup-window:
	@packaging/setup.sh window

setup-peers:
	@packaging/setup.sh peers

setup-desktop:
	@packaging/setup.sh desktop

translations: setup $(CLIENT)/_client/client.py ## compile the translations
	@mkdir -p resources/i18n && for ts in resources/i18n/*.ts; do [ ! -e "$$ts" ] || [ "$${ts%.ts}.qm" -nt "$$ts" ] || .venv/bin/pyside6-lrelease -silent "$$ts" -qm "$${ts%.ts}.qm"; done

strings: setup ## collect the texts of the window for translation
	@.venv/bin/pyside6-lupdate -silent -tr-function-alias QT_TRANSLATE_NOOP+=N_ -no-obsolete -locations none $$(find axon_desktop -name '*.py' -not -path '*/generated/*') -ts $$(.venv/bin/python -c "from axon_desktop.settings.languages import LANGUAGES as all; print(*(f'resources/i18n/axon_{one.id}.ts' for one in all[1:]))")

run: setup-window translations ## open the window (VAULT=folder; the sample vault when nothing is configured)
	@$(PY) -m axon_desktop $(if $(VAULT),"$(VAULT)")

test: setup translations ## run the tests
	@$(MEMORY) $(PYTEST) -n $(WORKERS) --dist worksteal -q -m "not soak and not desktop"

lint: setup ## style and formatting
	@.venv/bin/ruff check . && .venv/bin/ruff format --check .

format: setup ## apply the formatting
	@.venv/bin/ruff check --fix-only . && .venv/bin/ruff format .

types: setup $(CLIENT)/_client/client.py ## mypy, strict
	@.venv/bin/mypy

imports: setup $(CLIENT)/_client/client.py ## who may import whom
	@.venv/bin/lint-imports && .venv/bin/lint-imports --config packaging/folders.toml

mutants: setup $(CLIENT)/_client/client.py ## every seed property has a test that fails on each of its planted faults
	@QT_QPA_PLATFORM=offscreen $(PY) tests/mutants/run_mutants.py

desktop: setup-desktop translations ## keys and mouse on a virtual screen with a window manager
	@$(PY) -m pytest -n 2 -q -m "desktop and not soak"

check: setup-desktop translations ## all that CI runs: lint, types, imports, test, desktop, mutants and storm, as one
	@$(MAKE) --no-print-directory -j 2 --output-sync=target types compiled lint imports
	@$(MEMORY) $(PYTEST) -n $(MORE_WORKERS) --dist worksteal -q -m "not soak"
	@$(MAKE) --no-print-directory -j 2 --output-sync=target mutants storm

compiled: setup $(CLIENT)/_client/client.py # once, beside mypy, instead of in every worker; what cannot be read, the tests say
	@$(PY) -m compileall -q -j 0 axon_desktop
	@$(PYTEST) --collect-only -q >/dev/null || true

cov: setup translations ## branch coverage
	@QT_QPA_PLATFORM=offscreen .venv/bin/coverage run -m pytest -q -m "not soak and not desktop" && .venv/bin/coverage combine -q && .venv/bin/coverage report --skip-covered

bench: setup-peers translations ## speed and weight, as ratios in one run, kept in out/bench (ARGS="--only start loop", --quick)
	@mkdir -p out/bench && QT_QPA_PLATFORM=offscreen $(PY) -m bench --json out/bench/$$(date +%F-%H%M).json $(ARGS)

storm: setup ## kill a writing process, alone and against rivals (KILLS=75 each)
	@AXON_KILLS=$(or $(KILLS),75) $(PYTEST) -n 2 -q -m soak tests/vault --ignore tests/vault/search/test_many_searches.py

disks: setup ## run the vault's tests on disks of other kinds: blind to case, without exchange, without links (root)
	@$(MEMORY) QT_QPA_PLATFORM=offscreen $(PY) tests/disks/run_on_disk.py $(ARGS)

soak: setup-desktop ## the long proofs: kills (KILLS=3000), all spellings of paths, notes in Live (NOTES=folder), and more; hours
	@$(MAKE) storm KILLS=$(or $(KILLS),3000)
	@AXON_SPELLINGS=all $(PYTEST) -n 4 -q tests/vault/files/test_path_spellings.py
	@mkdir -p out && $(PY) -m bench.trust_figures --json out/trust.json
	@AXON_COMMONMARK_EXAMPLES=$(wildcard .node/node_modules/commonmark-spec/spec.txt) AXON_LIVE_NOTES=$(or $(NOTES),resources/sample_vault) \
	AXON_LIVE_GENERATED=10000 AXON_LIVE_EDITS=10000 $(PYTEST) -n 2 -q --timeout 7200 tests/ui/editor/live tests/markdown/html/test_commonmark.py
	@AXON_DELAYS=$(or $(SEED),$$RANDOM) $(PYTEST) -n $(MORE_WORKERS) --dist worksteal -q -m "not soak and not desktop" tests/ui tests/agent tests/mcp_host tests/serve tests/index
	@$(PYTEST) -n 2 -q -m soak tests/vault/search/test_many_searches.py tests/meaning tests/conversations tests/ui/mcp/test_mcp_window.py tests/counting tests/flows

SCENES = $(notdir $(basename $(shell grep -l 'make_pictures(play, LOOKS)' tests/flows/*_scene.py)))

screenshots: setup-desktop translations ## pictures of all that a user can see, with an index, in out/screenshots (SCENES="find_scene …")
	@mkdir -p out/screenshots; printf '%s\n' $(SCENES) | xargs -P $$(getconf _NPROCESSORS_ONLN) -I{} $(PY) tests/flows/{}.py --out out/screenshots; \
	played=$$?; $(PY) tests/flows/picture_index.py out/screenshots && exit $$played

docs-pictures: setup-desktop translations ## make the committed pictures again, those that README and guides show
	@$(PY) tests/flows/docs_pictures.py

generate: setup ## write the Task Manager client that docs/swagger.yaml describes
	@PATH="$(CURDIR)/.venv/bin:$$PATH" openapi-python-client generate --path docs/swagger.yaml --config docs/swagger-client.yaml --meta uv --overwrite --output-path $(CLIENT)

regenerate: ## the same from nothing, after a change of docs/swagger.yaml
	@rm -rf $(CLIENT)
	@$(MAKE) --no-print-directory generate

$(CLIENT)/_client/client.py: | setup
	@$(MAKE) --no-print-directory generate

build: $(CLIENT)/_client/client.py ## freeze the program into dist/axon-desktop, and let it test itself
	@packaging/build.sh

selftest: setup translations ## what the frozen program does to test itself, from source
	@$(PY) -m axon_desktop --selftest

deb: ## make a Debian package of what `make build` made
	@packaging/deb/build.sh

appimage: ## make an AppImage of it (RUNTIME=file: the runtime of the AppImage project)
	@packaging/appimage/build.sh $(RUNTIME)

audit: ## look for known vulnerabilities in the locked packages (needs the network; 3 when it cannot be reached)
	@packaging/audit.sh

sbom: ## list the packages of the program in dist/axon-desktop.cdx.json (CycloneDX)
	@packaging/sbom.sh

compare-builds: ## build the last commit twice in different folders, and compare every byte
	@packaging/compare_builds.sh

windows: translations ## run the Windows program by wine: its selftest and the tests of files, tools and servers
	@packaging/windows/wine.sh

windows-soak: translations ## and the long proofs: a process killed while it writes (KILLS=300), pip, the frozen program and its window
	@for part in "storm $(or $(KILLS),300)" pip frozen; do packaging/windows/wine.sh $$part || exit 1; done

clean: ## remove the generated Task Manager client; the next command makes it again
	rm -rf $(CLIENT)

distclean: clean ## the same, with all else that make installed and built
	rm -rf .venv .venv-peers .venv-ship .venv-audit .tools .node build dist out .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name '*.qm' -not -path './.venv/*' -delete
