#!/usr/bin/env bash
# packaging/windows/try.sh: compiles axon-desktop.nsi over a dummy program, installs and removes that under wine with
# several PATHs of the user, and compares. Needs nsis and wine64 (Debian 12); the prefix is its own, and goes afterwards.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
export WINEPREFIX=$folder/prefix WINEDEBUG=-all DISPLAY=
wine=$(command -v wine64 || echo /usr/lib/wine/wine64) server=$(command -v wineserver || echo /usr/lib/wine/wineserver64)
trap '"$server" -k || true; rm -rf "$folder"' EXIT
mkdir -p "$folder/dist/_internal"
cp packaging/windows/axon-desktop.nsi "$folder/dist/_internal/some-file"
"$wine" winecfg -v win10 2>/dev/null
cp "$WINEPREFIX/drive_c/windows/system32/cmd.exe" "$folder/dist/axon.exe"
cp "$folder/dist/axon.exe" "$folder/dist/axon-desktop.exe"
makensis -V2 -WX -DVERSION=0.0.1 -DTARGET=amd64-unicode "-DDIST=$folder/dist" "-DOUTPUT=$folder/Axon-Desktop-x64-setup.exe" packaging/windows/axon-desktop.nsi
place="$("$wine" cmd /c 'echo %LOCALAPPDATA%' | tr -d '\r')\\Programs\\Axon Desktop"
here=$("$wine" winepath -u "$place" | tr -d '\r')
path() { "$wine" reg query 'HKCU\Environment' /v Path 2>/dev/null | tr -d '\r' | sed -n 's/^ *Path *REG_EXPAND_SZ *//p'; }
remove() {
  "$wine" "$here/uninstall.exe" /S # it goes on in a copy of itself
  for _ in $(seq 100); do [[ -e $here ]] || return 0; sleep 0.1; done
  echo "try: something is left: $(ls -A "$here")" >&2; exit 1
}
try() { # BEFORE AFTER: the PATH before installing, and after removing
  "$wine" reg delete 'HKCU\Environment' /v Path /f >/dev/null 2>&1 || true
  [[ ! $1 ]] || "$wine" reg add 'HKCU\Environment' /v Path /t REG_EXPAND_SZ /d "$1" /f >/dev/null 2>&1
  "$wine" "$folder/Axon-Desktop-x64-setup.exe" /S /PATH=yes
  local installed; installed=$(path)
  [[ ";${installed^^};" == *";${place^^};"* ]] || { echo "try: not on the PATH: $installed" >&2; exit 1; }
  remove
  [[ $(path) == "$2" ]] || { echo "try: '$1' became '$(path)'" >&2; exit 1; }
  echo "try: ok, a PATH of ${#1} characters"
}
long=$(printf '%%USERPROFILE%%\\folder %s;' {1..150})
for before in '' 'C:\one' 'C:\one;' ';C:\one' "$place\\inner;C:\\two" "${long%;}"; do try "$before" "$before"; done
try "C:\\one;${place^^};C:\\two" 'C:\one;C:\two'
try "$long$place" "${long%;}"
"$wine" "$folder/Axon-Desktop-x64-setup.exe" /S
(sleep 8 | "$wine" "$here/axon.exe" /c pause >/dev/null 2>&1) & running=$!
sleep 3
code=0; "$wine" "$folder/Axon-Desktop-x64-setup.exe" /S || code=$?
[[ $code == 5 ]] || { echo "try: it installed over a program that runs ($code)" >&2; exit 1; }
wait $running || true
remove
echo "try: ok, a program that runs is not replaced"
