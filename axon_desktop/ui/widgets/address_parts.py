"""What shows where an address leads, before it is opened outside Axon."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.widgets.command_box import CommandBox
from axon_desktop.ui.widgets.labels import WarningLabel, WrappedLabel

_ENCODED = QUrl.ComponentFormattingOption.FullyEncoded


def true_address(url: QUrl) -> str:
    """Return an address as it goes to the other program: letters that may look like others are encoded."""
    return bytes(url.toEncoded().data()).decode("ascii")


def receiver(url: QUrl) -> str:
    """Return who gets an address: its host, or the receivers of a message; empty if there is none."""
    return url.path(_ENCODED) if url.scheme() == "mailto" else url.host(_ENCODED)


def address_parts(url: QUrl, parent: QWidget) -> tuple[WrappedLabel, CommandBox, *tuple[WarningLabel, ...]]:
    """Return its host, the whole address, and a warning where the host may be taken for another one."""
    host = WrappedLabel(translate("Address", "It leads to {host}.").format(host=receiver(url)), parent)
    box = CommandBox(parent)
    box.setAccessibleName(translate("Address", "Address"))
    box.show_text(true_address(url))
    if "xn--" not in receiver(url):
        return host, box
    words = translate(
        "Address", "The name contains letters from other scripts: it may only look like one you know."
    )
    return host, box, WarningLabel(words, parent, tone="warn")
