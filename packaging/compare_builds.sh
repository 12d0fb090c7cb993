#!/usr/bin/env bash
# packaging/compare_builds.sh: builds the committed tree twice, in folders of different names and each with packages
# of its own, and compares every file. Prints what differs and exits 1, or one hash over both.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

for name in one another-and-longer; do
  mkdir -p "$place/$name"
  git archive "${1:-HEAD}" | tar x -C "$place/$name"
  [[ ! -d .tools ]] || ln -sfn "$PWD/.tools" "$place/$name/.tools"
  "$place/$name/packaging/build.sh" --no-selftest
  rm -rf "$place/$name/.venv-ship" "$place/$name/build"
  (cd "$place/$name/dist/axon-desktop" && find . \( -type f -o -type l \) -printf '%M %p %l\n' | sort >"$place/$name.names"
    find . -type f -print0 | sort -z | xargs -0 sha256sum >"$place/$name.sums")
done
for list in names sums; do
  diff "$place/one.$list" "$place/another-and-longer.$list" || { echo "compare: the builds differ" >&2; exit 1; }
done
echo "compare: $(wc -l <"$place/one.sums") files are equal; $(cat "$place/one.names" "$place/one.sums" | sha256sum | cut -c1-64)"
