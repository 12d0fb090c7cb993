#!/usr/bin/env bash
# packaging/deb/build.sh: dist/axon-desktop_VERSION_ARCH.deb of dist/axon-desktop, for the Debian or Ubuntu it runs on
# and newer ones. What it depends on is read from the binaries: each library that is not in the folder itself.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' axon_desktop/__init__.py)
arch=$(dpkg --print-architecture)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1767225600)} LC_ALL=C.UTF-8

binaries=$(find dist/axon-desktop -type f \( -name '*.so*' -o -path 'dist/axon-desktop/axon*' \))
needed_libraries() { # names of libraries that the folder's binaries ask for and it does not hold
  comm -23 <(objdump -p $binaries | awk '$1 == "NEEDED" { print $2 }' | sort -u) \
    <(find dist/axon-desktop -name '*.so*' -printf '%f\n' | sort -u)
}
package_of() { dpkg-query --search "*/$1" 2>/dev/null | grep ":$arch: " | head -1 | cut -d: -f1 || true; }
glibc() { objdump -T $binaries | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -1 | cut -d_ -f2; }

depends="libc6 (>= $(glibc)), xkb-data" # the keyboards that libxkbcommon reads
for library in $(needed_libraries); do
  package=$(package_of "$library")
  [[ $package ]] || { echo "deb: no installed package has $library" >&2; exit 1; }
  [[ ", $depends, " == *", $package, "* || $package == libc6 ]] || depends+=", $package"
done

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
packaging/linux/install_files.sh "$root" /usr
mkdir -p "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<CONTROL
Package: axon-desktop
Version: $version
Architecture: $arch
Section: text
Priority: optional
Maintainer: ${AXON_MAINTAINER:-Axon Desktop contributors <axon-desktop@example.invalid>}
Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends
Recommends: fonts-noto-cjk, fonts-noto-color-emoji, fonts-inter, xdg-utils, gnome-keyring | kwalletmanager | keepassxc
Suggests: bubblewrap
Description: desktop agent for Obsidian vaults
 Axon reads, searches, writes, moves and links notes through tools, shows
 every step, asks before it writes, and can undo all of it, byte for byte.
 It runs beside Obsidian on the same files. With it comes axon, the same
 agent on the command line.
CONTROL
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
chmod -R u=rwX,go=rX "$root"
touch --date="@$SOURCE_DATE_EPOCH" "$root/DEBIAN"/* "$root/DEBIAN" "$root"
deb=dist/axon-desktop_${version}_$arch.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$deb" >/dev/null
echo "deb: $deb has $(du -m "$deb" | cut -f1) MB; it depends on $depends"
