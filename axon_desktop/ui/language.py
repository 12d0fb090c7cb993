"""The window's language."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from axon_desktop.paths import resources_dir


def install_translations(app: QApplication, choice: str) -> str:
    """Install the translations that there are; return the window's language as a tag such as `zh-CN`."""
    locale = QLocale.system() if choice == "system" else QLocale(choice)
    for name, folder in (
        ("axon", str(resources_dir() / "i18n")),
        ("qtbase", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
    ):
        translator = QTranslator(app)
        if translator.load(locale, name, "_", folder):
            app.installTranslator(translator)
        elif name == "axon":
            return "en"
    return locale.name().replace("_", "-")
