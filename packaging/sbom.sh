#!/usr/bin/env bash
# packaging/sbom.sh: dist/axon-desktop.cdx.json, what the program is made of; see sbom.py.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/setup.sh ship
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1767225600)} UV_PYTHON_DOWNLOADS=never
.venv-ship/bin/python packaging/sbom.py "$(command -v uv || echo .tools/bin/uv)" dist/axon-desktop.cdx.json
