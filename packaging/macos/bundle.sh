#!/usr/bin/env bash
# packaging/macos/bundle.sh: dist/Axon-Desktop-VERSION-macos-ARCH.dmg of dist/Axon Desktop.app, which packaging/build.sh
# makes on macOS, for the kind of processor that it runs on (arm64 or x86_64). UNTESTED: written without a Mac at hand.
#   SIGN_AS      name of a "Developer ID Application" certificate in the keychain; with it the program is signed
#   NOTARY_KEY, NOTARY_KEY_ID, NOTARY_ISSUER   key file (.p8) of App Store Connect, its number, its issuer; or
#   NOTARY_PROFILE   what `xcrun notarytool store-credentials` saved; with one of both the image is notarised too
# Without a certificate the program has only the signature that PyInstaller gives it, which names nobody. macOS 15 and
# newer refuse it at the first start, and offer nothing there; the user opens System Settings, Privacy & Security, finds
# the program named under Security, and chooses Open Anyway. Up to macOS 14, Open in the menu of a Control-click does it.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' axon_desktop/__init__.py)
app="dist/Axon Desktop.app" image=dist/Axon-Desktop-$version-macos-$(uname -m).dmg
"$app/Contents/MacOS/axon-desktop" --selftest

sign() { codesign --force --timestamp --options runtime --sign "$SIGN_AS" "$@"; }
if [[ ${SIGN_AS:-} ]]; then
  # From the inside out, since each signature seals what lies within: libraries, frameworks, programs, bundle.
  find "$app/Contents" -type f -not -path '*/Contents/MacOS/*' -print0 | while IFS= read -r -d '' file; do
    [[ $(file -b "$file") != *Mach-O* ]] || sign "$file"
  done
  find "$app/Contents" -depth -type d -name '*.framework' -print0 | while IFS= read -r -d '' framework; do
    sign "$framework"
  done
  entitled=(--entitlements packaging/macos/entitlements.plist)
  sign "${entitled[@]}" "$app/Contents/MacOS/axon"
  sign "${entitled[@]}" "$app" # and with it axon-desktop, its main program
  codesign --verify --deep --strict --verbose=2 "$app"
  "$app/Contents/MacOS/axon-desktop" --selftest # the hardened runtime forbids what it did not before
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ditto "$app" "$folder/Axon Desktop.app"
ln -s /Applications "$folder/Applications"
hdiutil create -volname "Axon Desktop" -srcfolder "$folder" -format UDZO -ov "$image"
if [[ ${SIGN_AS:-} ]]; then
  codesign --force --timestamp --sign "$SIGN_AS" "$image"
  notary=()
  if [[ ${NOTARY_KEY:-} ]]; then
    notary=(--key "$NOTARY_KEY" --key-id "$NOTARY_KEY_ID" --issuer "$NOTARY_ISSUER")
  elif [[ ${NOTARY_PROFILE:-} ]]; then
    notary=(--keychain-profile "$NOTARY_PROFILE")
  fi
  if ((${#notary[@]})); then
    # It ends with 0 for a refused image too; `xcrun notarytool log ID` has the reasons.
    xcrun notarytool submit "$image" "${notary[@]}" --wait | tee "$folder/notary"
    grep -q 'status: Accepted' "$folder/notary"
    xcrun stapler staple "$image"
    spctl --assess --type open --context context:primary-signature --verbose "$image"
  fi
fi
echo "bundle: $image"
