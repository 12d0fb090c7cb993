#!/usr/bin/env bash
# packaging/linux/install_files.sh ROOT PREFIX: lays the built program and what a desktop knows it by under ROOT, all of
# it from the moment SOURCE_DATE_EPOCH.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$1 prefix=$2
[[ -x dist/axon-desktop/axon-desktop ]] || { echo "there is no dist/axon-desktop: run 'make build' first" >&2; exit 1; }
umask 022
share=$root$prefix/share
mkdir -p "$root$prefix/lib" "$root$prefix/bin" "$share/applications" "$share/metainfo" "$share/man/man1" "$share/doc/axon-desktop"
cp -a dist/axon-desktop "$root$prefix/lib/"
for name in axon axon-desktop; do
  ln -s "../lib/axon-desktop/$name" "$root$prefix/bin/$name"
  gzip -9n <"packaging/linux/$name.1" >"$share/man/man1/$name.1.gz"
done
cp packaging/linux/axon-desktop.desktop "$share/applications/"
cp packaging/linux/io.github.axon_desktop.metainfo.xml "$share/metainfo/"
for icon in resources/icons/axon-*.png; do
  size=${icon##*-} size=${size%.png}
  mkdir -p "$share/icons/hicolor/${size}x$size/apps"
  cp "$icon" "$share/icons/hicolor/${size}x$size/apps/axon-desktop.png"
done
{ cat LICENSE; echo; cat THIRD_PARTY_NOTICES.md; echo; echo "All texts: $prefix/lib/axon-desktop/_internal/licences"; } \
  >"$share/doc/axon-desktop/copyright"
gzip -9n <CHANGELOG.md >"$share/doc/axon-desktop/changelog.gz"
chmod -R u=rwX,go=rX "$root"
find "$root" -print0 | xargs -0 touch --no-dereference --date="@$SOURCE_DATE_EPOCH"
