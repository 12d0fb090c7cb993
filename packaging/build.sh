#!/usr/bin/env bash
# packaging/build.sh [--no-selftest]: the frozen program in dist/axon-desktop, and then its own test of itself.
# The same tree, packages and Python give the same bytes in any folder: packaging/compare_builds.sh looks at that.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/setup.sh ship

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1767225600)}
export SOURCE_DATE_EPOCH PYTHONHASHSEED=0 LC_ALL=C.UTF-8 TZ=UTC
umask 022
for texts in resources/i18n/*.ts; do
  .venv-ship/bin/pyside6-lrelease -silent "$texts" -qm "${texts%.ts}.qm"
done
echo "build: freezing the program"
.venv-ship/bin/pyinstaller --noconfirm --clean --log-level ERROR build.spec
find dist/axon-desktop -type f ! -name '*.so*' ! -path 'dist/axon-desktop/axon*' -exec chmod a-x {} +
chmod -R u=rwX,go=rX dist/axon-desktop
echo "build: dist/axon-desktop has $(du -sm dist/axon-desktop | cut -f1) MB"
[[ ${1:-} == --no-selftest ]] || dist/axon-desktop/axon-desktop --selftest
