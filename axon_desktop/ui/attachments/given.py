"""What is pasted or dropped, as far as it is more than text: files, a picture, an address of the web."""

from __future__ import annotations

import re
from base64 import b64decode
from html import unescape
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QUrl
from PySide6.QtGui import QImage

_PNG = b"\x89PNG\r\n\x1a\n"
_KINDS = {"png": ".png", "jpeg": ".jpg", "jpg": ".jpg", "gif": ".gif", "webp": ".webp", "bmp": ".bmp"}
"""Suffixes of pictures that an address may contain; drawings are code, and stay an address."""
_MAX_ADDRESS = 100_000_000
_AROUND = re.compile(
    r"<!--.*?-->|<(style|title)\b.*?</\1>|</?(?:html|head|meta|body|div|span|p|br|a|figure|picture|source)\b[^>]*>",
    re.DOTALL | re.IGNORECASE,
)
_PICTURE = re.compile(r"<img\b[^>]*>", re.IGNORECASE)
_ANCHOR = re.compile(r"<a\b[^>]*>(.*?)</a>", re.DOTALL | re.IGNORECASE)
_ALT = re.compile(r"<img\b[^>]*?\salt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")


class GivenFile(Struct, frozen=True):
    """A file or folder of this computer."""

    path: Path
    heading: str = ""
    """The heading of a note that is meant; empty for the file itself."""


class Given(Struct, frozen=True):
    """What somebody pastes or drops; exactly one of these is there."""

    files: tuple[GivenFile, ...] = ()
    picture: QImage | bytes | None = None
    """Its pixels, or the bytes of a file."""
    suffix: str = ".png"
    """Of the picture's file."""
    address: str = ""
    """Of the web; never fetched."""
    title: str = ""
    """What the address is called."""


def given_in(mime: QMimeData) -> Given | None:
    """Return what is pasted or dropped; None for text, formatted or not."""
    if files := tuple(_file(url) for url in mime.urls() if url.isLocalFile()):
        return Given(files)
    html, text = mime.html(), mime.text().strip()
    if mime.hasImage() and (is_only_picture(html) if html.strip() else _is_address(text) or not text):
        png = bytes(mime.data("image/png").data())
        picture = png if png.startswith(_PNG) else mime.imageData()
        return Given(picture=picture) if picture else None
    addresses = [url.toString(QUrl.ComponentFormattingOption.FullyEncoded) for url in mime.urls()]
    address = addresses[0] if len(addresses) == 1 else text
    if address.startswith("data:image/") and (not text or text == address):
        return _in_address(address)
    if len(addresses) == 1 and address.startswith(("http://", "https://")):
        return Given(address=address, title=_title(mime, html))
    return None


def note_mime(path: Path, heading: str = "") -> QMimeData:
    """Return what is dragged for a file, or for a heading of a note: other programs see the file."""
    url = QUrl.fromLocalFile(str(path))
    if heading:
        url.setFragment(heading, QUrl.ParsingMode.DecodedMode)
    mime = QMimeData()
    mime.setUrls([url])
    return mime


def _file(url: QUrl) -> GivenFile:
    return GivenFile(Path(url.toLocalFile()), url.fragment(QUrl.ComponentFormattingOption.FullyDecoded))


def _is_address(text: str) -> bool:
    return re.fullmatch(r"(?:https?|file|data):\S+", text) is not None


def is_only_picture(html: str) -> bool:
    """Tell whether HTML is one picture and nothing else, as browsers give for a copied picture."""
    pictures = _PICTURE.findall(html)
    return len(pictures) == 1 and not unescape(_AROUND.sub("", _PICTURE.sub("", html))).strip("\0 \t\r\n\xa0")


def _in_address(address: str) -> Given | None:
    """Return the picture that an address contains."""
    kind, _, written = address[len("data:image/") : _MAX_ADDRESS].partition(";base64,")
    try:
        return Given(picture=b64decode(written, validate=True), suffix=_KINDS[kind.lower()]) if written else None
    except (ValueError, KeyError):
        return None


def _title(mime: QMimeData, html: str) -> str:
    """Return what a dragged link or picture is called."""
    mozilla = bytes(mime.data("text/x-moz-url").data()).decode("utf-16-le", "replace").rstrip("\0")
    title = mozilla.partition("\n")[2]
    if not title and (anchor := _ANCHOR.search(html)):
        title = unescape(_TAG.sub("", anchor[1]))
    if not title.strip() and (alt := _ALT.search(html)):
        title = unescape(alt[1] or alt[2] or "")
    return " ".join(title.split())


def png_of(picture: QImage | bytes) -> bytes:
    """Return a picture as the bytes of a file; for a thread."""
    if isinstance(picture, bytes):
        return picture
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]  # PySide's types know only names of files
    return bytes(buffer.data().data())
