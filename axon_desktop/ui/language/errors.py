"""What the window says about an error: the same as the model or the log reads, in the user's language."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from axon_desktop.errors import AxonError
from axon_desktop.ui.language.core_texts import in_users_language

if TYPE_CHECKING:
    from axon_desktop.vault.history.record_trouble import RecordTrouble


translate = QCoreApplication.translate


def join_sentences(*sentences: str) -> str:
    """Return sentences as one text, with a blank between two where the language has one, without empty ones."""
    both = translate("Sentences", "{one} {two}")
    said = [sentence for sentence in sentences if sentence]
    return reduce(lambda one, two: both.format(one=one, two=two), said) if said else ""


def error_text(error: AxonError) -> str:
    """Return the error's text in the user's language."""
    return in_users_language(error.text)


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
            ).format(why=in_users_language(trouble.text).rstrip(".。"))
