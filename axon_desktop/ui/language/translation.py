"""The window's language."""

from __future__ import annotations

import re
import struct
from functools import cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from axon_desktop.paths import resources_dir
from axon_desktop.settings.languages import LANGUAGES

_OWN = "own"
_MESSAGES, _END, _TRANSLATION, _SOURCE = 0x69, 1, 3, 6
"""Kinds of what is in a compiled translation."""
_MNEMONIC = re.compile(r"\(&\w\)|&")


def install_translations(app: QApplication, choice: str, folder: Path | None = None) -> str:
    """Install Axon's and Qt's own texts; return the window's language as a tag, such as `zh-CN`.

    The choice is `system` or the name of a locale; a language that there is no translation for gives English.
    The folder of Axon's `.qm` files is the program's own when left out.
    """
    locale = QLocale.system() if choice == "system" else QLocale(choice)
    language = pick_language(locale.uiLanguages())
    if language == "en":
        if QLocale.system().language() == QLocale.Language.C:
            QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.Canada))  # 2026-11-23
        return language
    own = QTranslator(app)
    if not own.load(f"axon_{language}", str(folder or resources_dir() / "i18n")):
        return "en"
    own.setObjectName(_OWN)
    qt = QTranslator(app)
    if qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(qt)
    app.installTranslator(own)  # the last one is asked first
    QLocale.setDefault(QLocale(language))
    return language.replace("_", "-")


def is_english() -> bool:
    """Tell whether the window speaks English, whatever the system's way to write numbers and dates is."""
    app = QCoreApplication.instance()
    return app is None or app.findChild(QTranslator, _OWN) is None


def pick_language(wanted: list[str]) -> str:
    """Return the first of a user's languages, best first, that the window has, by its id in `LANGUAGES`.

    They come as `zh-Hant-HK`, `zh-TW`, `en-GB`. Qt's own search would pass over English, which needs no file.
    """
    for tag in wanted:
        language, *rest = re.split("[-_]", tag)
        known = [info for info in LANGUAGES if info.id.partition("_")[0] == language]
        if known:
            return next((info.id for part in rest for info in known if part in info.tags), known[0].id)
    return "en"


def english_of(text: str) -> str:
    """Return the English of a text of the window; empty in an English window, and for what is not translated."""
    app = QCoreApplication.instance()
    own = app.findChild(QTranslator, _OWN) if app is not None else None
    return _sources(own.filePath()).get(text, "") if own is not None else ""


@cache
def _sources(file: str) -> dict[str, str]:
    """Return the texts that a compiled translation holds by what it makes of them.

    The file has a name of 16 bytes and sections, each with its kind and size. That of the messages is made alike:
    fields with kind and size, and at the end of each message a field of kind 1 without size.
    """
    data, at = Path(file).read_bytes(), 16
    kind, size = struct.unpack_from(">BI", data, at)
    while kind != _MESSAGES:
        at += 5 + size
        kind, size = struct.unpack_from(">BI", data, at)
    end = at + 5 + size
    at += 5
    found: dict[str, str] = {}
    fields: dict[int, bytes] = {}
    while at < end:
        if data[at] == _END:
            text = fields.get(_TRANSLATION, b"").decode("utf-16-be")
            found[text] = f"{found.get(text, '')} {fields.get(_SOURCE, b'').decode()}".lstrip()
            fields = {}
            at += 1
            continue
        kind, size = struct.unpack_from(">BI", data, at)
        fields[kind] = data[at + 5 : at + 5 + size]
        at += 5 + size
    return found


def plain(label: str) -> str:
    """Return a label without its mnemonic: `File` of `&File`, `文件` of `文件(&F)`."""
    return _MNEMONIC.sub("", label) if "&" in label else label
