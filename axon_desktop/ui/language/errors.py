"""What the window says about an error: the same as the model or the log reads, in the user's language."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from axon_desktop.errors import AxonError, VaultError
from axon_desktop.ui.language.core_sentences import in_users_language

if TYPE_CHECKING:
    from axon_desktop.vault.history.record_trouble import RecordTrouble


translate = QCoreApplication.translate


def join_sentences(*sentences: str) -> str:
    """Return sentences as one text, with a blank between two where the language has one, without empty ones."""
    both = translate("Sentences", "{one} {two}")
    said = [sentence for sentence in sentences if sentence]
    return reduce(lambda one, two: both.format(one=one, two=two), said) if said else ""


def error_text(error: AxonError) -> str:
    """Return the error's own words, with its kind translated; the details are names and what the system says."""
    if not isinstance(error, VaultError):
        return in_users_language(str(error))
    return _kinds().get(error.prefix, "{details}").format(details=in_users_language(error.details))


def tool_error_text(error: str) -> str:
    """Return in the same way what a tool has told the model of its failure."""
    for prefix, words in _kinds().items():
        if error.startswith(prefix):
            return words.format(details=in_users_language(error.removeprefix(prefix)))
    return in_users_language(error)


def _kinds() -> dict[str, str]:
    """Return how errors of a vault begin, with their form in the user's language."""
    return {
        "File not found: ": translate("Errors", "File not found: {details}"),
        "Folder not found: ": translate("Errors", "Folder not found: {details}"),
        "Invalid path: ": translate("Errors", "Invalid path: {details}"),
        "Invalid parameters: ": translate("Errors", "Invalid parameters: {details}"),
        "Failed to read file: ": translate("Errors", "Failed to read file: {details}"),
        "Failed to write file: ": translate("Errors", "Failed to write file: {details}"),
        "Undo journal: ": translate("Errors", "Undo journal: {details}"),
        "The vault's index cannot be read: ": translate("Errors", "The vault’s index cannot be read: {details}"),
    }


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
