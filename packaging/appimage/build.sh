#!/usr/bin/env bash
# packaging/appimage/build.sh [RUNTIME]: dist/Axon_Desktop-VERSION-ARCH.AppImage of dist/axon-desktop.
# An AppImage is a small program, the runtime, with a file system behind it. RUNTIME is that program, which the AppImage
# project publishes (github.com/AppImage/type2-runtime); no package registry has it, so it must be brought along.
# `--appimage-extract-and-run` starts an AppImage where there is no FUSE; `NAME.AppImage axon …` is the command line.
# Exit code 3: there is no runtime; the file system is made and left for one.
set -euo pipefail
cd "$(dirname "$0")/../.."
runtime=${1:-${APPIMAGE_RUNTIME:-}}
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' axon_desktop/__init__.py)
target=dist/Axon_Desktop-$version-$(uname -m).AppImage
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1767225600)}
command -v mksquashfs >/dev/null || { echo "appimage: mksquashfs is missing (Debian: squashfs-tools)" >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
packaging/linux/install_files.sh "$folder" /usr
cp packaging/linux/axon-desktop.desktop "$folder/"
cp resources/icons/axon-256.png "$folder/axon-desktop.png"
ln -s axon-desktop.png "$folder/.DirIcon"
install -m 755 packaging/appimage/AppRun "$folder/AppRun"
find "$folder" -maxdepth 1 -print0 | xargs -0 touch --no-dereference --date="@$SOURCE_DATE_EPOCH"
rm -f dist/axon-desktop.squashfs
mksquashfs "$folder" dist/axon-desktop.squashfs -root-owned -noappend -no-progress -quiet -comp zstd -b 1M
if [[ ! $runtime ]]; then
  echo "appimage: dist/axon-desktop.squashfs is made, but there is no runtime to put before it;" >&2
  echo "    give the file: make appimage RUNTIME=runtime-$(uname -m)" >&2
  exit 3
fi
cat "$runtime" dist/axon-desktop.squashfs >"$target"
chmod 755 "$target"
rm dist/axon-desktop.squashfs
echo "appimage: $target has $(du -m "$target" | cut -f1) MB"
