"""What is said, and what can be done about it, where the record of changes cannot be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from axon_desktop.ui.core_sentences import in_users_language

if TYPE_CHECKING:
    from axon_desktop.vault.record_trouble import RecordTrouble

translate = QCoreApplication.translate


def trouble_words(trouble: RecordTrouble) -> str:
    """Return why changes cannot be recorded, and what to do."""
    match trouble.kind:
        case "full":
            return translate(
                "RecordTrouble",
                "The record of changes cannot be written: the disk is full. Free up space on the"
                " disk with Axon’s data folder, then try again.",
            )
        case "write_protected":
            return translate(
                "RecordTrouble",
                "The record of changes cannot be written: Axon’s data folder is write-protected. Allow writing"
                " there, then try again.",
            )
        case "locked":
            return translate(
                "RecordTrouble",
                "The record of changes cannot be written: another program keeps it locked. Close that program,"
                " then try again.",
            )
        case "damaged":
            return translate(
                "RecordTrouble",
                "The record of changes cannot be written: it is damaged. Open the vault again to"
                " start a new record.",
            )
        case "other":
            return translate(
                "RecordTrouble",
                "The record of changes cannot be written: {why}. Check Axon’s data folder, then try again.",
            ).format(why=in_users_language(f"{trouble.details}.").rstrip(".。"))
