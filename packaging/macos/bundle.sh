#!/usr/bin/env bash
# packaging/macos/bundle.sh: dist/Axon-Desktop-VERSION.dmg of dist/Axon Desktop.app, which packaging/build.sh makes on
# macOS. UNTESTED: written without a Mac at hand; try it before the first release.
# SIGN_AS=name of a "Developer ID Application" certificate: signs and, with NOTARY_PROFILE (xcrun notarytool
# store-credentials), has it notarised. Without them macOS asks the user at the first start.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' axon_desktop/__init__.py)
app="dist/Axon Desktop.app" image=dist/Axon-Desktop-$version.dmg
"$app/Contents/MacOS/axon-desktop" --selftest
if [[ ${SIGN_AS:-} ]]; then
  codesign --force --deep --options runtime --timestamp --entitlements packaging/macos/entitlements.plist \
    --sign "$SIGN_AS" "$app"
  codesign --verify --deep --strict "$app"
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R "$app" "$folder/"
ln -s /Applications "$folder/Applications"
hdiutil create -volname "Axon Desktop" -srcfolder "$folder" -format UDZO -ov "$image"
if [[ ${SIGN_AS:-} && ${NOTARY_PROFILE:-} ]]; then
  xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
  xcrun stapler staple "$image"
fi
echo "bundle: $image"
