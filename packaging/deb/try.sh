#!/usr/bin/env bash
# packaging/deb/try.sh DEB [ROOT]: tries a package as root in a bare Debian without Python, made anew with debootstrap
# unless ROOT has one: installs it, has the program test itself, starts it from its desktop entry on a virtual screen,
# removes it, and looks for what it left. Needs debootstrap, Xvfb, xdotool and import (imagemagick) outside.
set -euo pipefail
deb=$(readlink -f "$1")
made=
[[ ${2:-} ]] || { made=$(mktemp -d); chmod 755 "$made"; }
root=${2:-$made}
[[ -d $root/usr ]] || debootstrap --variant=minbase bookworm "$root" >/dev/null
bare=(chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
inside() { "${bare[@]}" "$@"; }
screen=${AXON_SCREEN:-:97} started=()
# shellcheck disable=SC2317
end() {
  ((${#started[@]} == 0)) || kill "${started[@]}" 2>/dev/null || true
  wait || true
  umount "$root/tmp/.X11-unix" "$root/proc" "$root/dev" 2>/dev/null || true
  [[ ! $made ]] || mountpoint -q "$made/dev" || rm -rf --one-file-system "$made"
}
trap end EXIT
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
mountpoint -q "$root/dev" || mount --bind /dev "$root/dev"

! inside sh -c 'command -v python3 || ls -d /usr/lib/python3*' 2>/dev/null || { echo "try: there is a Python" >&2; exit 1; }
inside apt-get update -q >/dev/null
cp "$deb" "$root/tmp/axon.deb"
inside apt-get install -qy --no-install-recommends /tmp/axon.deb >"$root/tmp/install.log" 2>&1 || { tail "$root/tmp/install.log" >&2; exit 1; }
echo "try: installed with $(grep -c '^Setting up' "$root/tmp/install.log") packages"
! inside sh -c 'command -v python3' || { echo "try: it brought a Python" >&2; exit 1; }
inside axon-desktop --selftest
inside axon --version

entry=$root/usr/share/applications/axon-desktop.desktop
run=$(sed -n 's/^Exec=//p' "$entry" | sed 's/ %[a-zA-Z]//')
Xvfb "$screen" -screen 0 1440x900x24 -nolisten tcp >/dev/null 2>&1 &
started+=($!)
mkdir -p "$root/tmp/.X11-unix"
for _ in $(seq 100); do [[ -S /tmp/.X11-unix/X${screen#:} ]] && break; sleep 0.1; done
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
"${bare[@]}" DISPLAY="$screen" $run >"$root/tmp/window.log" 2>&1 &
program=$!
started+=("$program")
found=
for _ in $(seq 600); do
  found=$(DISPLAY=$screen xdotool search --onlyvisible --name 'Axon' 2>/dev/null | head -1) && [[ $found ]] && break
  kill -0 "$program" 2>/dev/null || break
  sleep 0.1
done
[[ $found ]] || { cat "$root/tmp/window.log" >&2; echo "try: no window appears" >&2; exit 1; }
sleep "${AXON_SETTLE:-10}"
echo "try: started by '$run', its window is called $(DISPLAY=$screen xdotool getwindowname "$found")"
DISPLAY=$screen import -silent -window root "${AXON_PICTURE:-$root/tmp/window.png}"
kill -TERM "$program"
wait "$program" || { echo "try: it ended with code $?" >&2; cat "$root/tmp/window.log" >&2; exit 1; }
umount "$root/tmp/.X11-unix"

inside apt-get purge -qy axon-desktop >/dev/null 2>&1
left=$(inside sh -c 'ls -d /usr/lib/axon-desktop /usr/bin/axon /usr/bin/axon-desktop 2>/dev/null; find /usr /etc /var/lib/dpkg/info -name "*axon*"' || true)
[[ ! $left ]] || { echo "try: it left $left" >&2; exit 1; }
echo "try: removed, nothing of it is left"
