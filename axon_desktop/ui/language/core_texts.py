"""The texts of the core in the user's language.

The core has no languages: its texts are read in logs, by models and on the command line too. A `Text` knows its
template, of which there is a translation; a text without one is looked up as it stands, which finds sentences
without values and what the system often says. What is found nowhere stays as it is, such as a name.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from axon_desktop.errors import Text
from axon_desktop.ui.language.system_errors import system_error


def translated(english: str) -> str:
    """Return a template in the user's language."""
    return QCoreApplication.translate("Core", english)


def in_users_language(text: str) -> str:
    """Return a text of the core in the user's language, with what stands in it."""
    if isinstance(text, Text) and text.values:
        values = {name: in_users_language(value) for name, value in text.values.items()}
        return translated(text.template).format(**values)
    return system_error(text, translated) or translated(text)
