#!/usr/bin/env bash
# packaging/audit.sh: whether anything that uv.lock names is known to be vulnerable; asks PyPI's advisory database.
# Exit codes: 0 nothing known, 1 something is (see the list), 3 the database could not be reached: nothing is known
# of the state of the packages then, and CI has to ask again.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/setup.sh audit
uv=$(command -v uv || echo .tools/bin/uv)
mkdir -p out/audit
rm -f out/audit/report.json
UV_PYTHON_DOWNLOADS=never $uv export --locked --all-groups --no-emit-project --no-annotate --quiet \
  --format requirements.txt --output-file out/audit/requirements.txt
if grep -vE '^( |#|-|$)' out/audit/requirements.txt | grep -vq ' \\$'; then
  echo "audit: a package in uv.lock has no hash" >&2
  exit 1
fi
code=0
.venv-audit/bin/pip-audit --disable-pip --require-hashes --requirement out/audit/requirements.txt --progress-spinner off \
  --timeout 20 --format json --output out/audit/report.json 2>out/audit/complaints.txt || code=$?
if [[ ! -s out/audit/report.json ]]; then
  tail -3 out/audit/complaints.txt >&2
  echo "audit: the advisory database cannot be reached from here; nothing was audited" >&2
  exit 3
fi
.venv-audit/bin/python packaging/audit_report.py out/audit/report.json packaging/audit_exceptions.toml
