"""The window's language."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from axon_desktop.paths import resources_dir
from axon_desktop.settings.languages import LANGUAGES

translate = QCoreApplication.translate

_OWN = "own"
_MNEMONIC = re.compile(r"\(&\w\)|&")


def install_translations(app: QApplication, choice: str, folder: Path | None = None) -> str:
    """Install Axon's and Qt's own texts; return the window's language as a tag, such as `zh-CN`.

    The choice is `system` or the name of a locale; a language without a translation gives English.
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
    """Tell whether the window is in English, whatever the system's format of numbers and dates is."""
    app = QCoreApplication.instance()
    return app is None or app.findChild(QTranslator, _OWN) is None


def language_tag() -> str:
    """Return the window's language as a tag, such as `zh-CN`; from any thread."""
    #: The tag of this translation's language, such as zh-CN
    return translate("Language", "en")


def pick_language(wanted: list[str]) -> str:
    """Return the first of a user's languages, best first, that has a translation, by its id in `LANGUAGES`.

    They come as `zh-Hant-HK`, `zh-TW`, `en-GB`. Qt's own search would pass over English, which needs no file.
    """
    for tag in wanted:
        language, *rest = re.split("[-_]", tag)
        known = [info for info in LANGUAGES if info.id.partition("_")[0] == language]
        if known:
            return next((info.id for part in rest for info in known if part in info.tags), known[0].id)
    return "en"


def english_of(text: str) -> str:
    """Return the English of a text of the window; empty in an English window, and for untranslated texts."""
    app = QCoreApplication.instance()
    own = app.findChild(QTranslator, _OWN) if app is not None else None
    return _sources(Path(own.filePath()).stem).get(text, "") if own is not None else ""


@cache
def _sources(name: str) -> dict[str, str]:
    """Return the English of each text of a translation, from the file that it was compiled from."""
    from xml.etree import ElementTree  # not needed before a search in the settings

    found: defaultdict[str, list[str]] = defaultdict(list)
    file = resources_dir() / "i18n" / f"{name}.ts"
    for message in ElementTree.parse(file).iter("message"):  # noqa: S314 - a file of the program
        if text := message.findtext("translation"):
            found[text].append(message.findtext("source", ""))
    return {text: " ".join(sources) for text, sources in found.items()}


def plain(label: str) -> str:
    """Return a label without its mnemonic: `File` for `&File`, `文件` for `文件(&F)`."""
    return _MNEMONIC.sub("", label) if "&" in label else label
