"""Errors and other texts of the core, and of the system, in the user's language."""

from __future__ import annotations

import re
from functools import cache, reduce
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from axon_desktop.errors import N_, AxonError, Text

if TYPE_CHECKING:
    from axon_desktop.vault.history.record_trouble import RecordTrouble


translate = QCoreApplication.translate


def join_sentences(*sentences: str) -> str:
    """Join sentences, with a blank between two where the language has one, without empty ones."""
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


_SAID = (
    # Files and disks
    N_("Core", "permission denied"),
    N_("Core", "operation not permitted"),
    N_("Core", "no such file or directory"),
    N_("Core", "file exists"),
    N_("Core", "is a directory"),
    N_("Core", "not a directory"),
    N_("Core", "directory not empty"),
    N_("Core", "file name too long"),
    N_("Core", "no space left on device"),
    N_("Core", "disk quota exceeded"),
    N_("Core", "read-only file system"),
    N_("Core", "input/output error"),
    N_("Core", "device or resource busy"),
    N_("Core", "too many open files"),
    N_("Core", "invalid argument"),
    N_("Core", "invalid cross-device link"),
    N_("Core", "too many levels of symbolic links"),
    N_("Core", "text file busy"),
    N_("Core", "transport endpoint is not connected"),
    N_("Core", "stale file handle"),
    N_("Core", "unable to open database file"),
    N_("Core", "database is locked"),
    N_("Core", "database disk image is malformed"),
    N_("Core", "file is not a database"),
    N_("Core", "database or disk is full"),
    N_("Core", "disk I/O error"),
    N_("Core", "attempt to write a readonly database"),
    # The network
    N_("Core", "no connection"),
    N_("Core", "All connection attempts failed"),
    N_("Core", "connection refused"),
    N_("Core", "connection reset by peer"),
    N_("Core", "network is unreachable"),
    N_("Core", "no route to host"),
    N_("Core", "broken pipe"),
    N_("Core", "name or service not known"),
    N_("Core", "temporary failure in name resolution"),
    N_("Core", "no address associated with hostname"),
    N_("Core", "Server disconnected without sending a response."),
    N_("Core", "peer closed connection without sending complete message body (incomplete chunked read)"),
    N_("Core", "self-signed certificate"),
    N_("Core", "self-signed certificate in certificate chain"),
    N_("Core", "certificate has expired"),
    N_("Core", "certificate is not yet valid"),
    N_("Core", "unable to get local issuer certificate"),
    N_("Core", "Hostname mismatch, certificate is not valid for '{host}'."),
    N_("Core", "IP address mismatch, certificate is not valid for '{host}'."),
    N_("Core", "[Errno {number}] {reason}"),
)


_GAP = re.compile(r"\{(\w+)\}")


def system_error(text: str) -> str:
    """Return a message of the system in the user's language, whatever its case; empty if it is unknown."""
    plain, forms = _known()
    if english := plain.get(text.casefold()):
        shown = translated(english)
        return text if shown == english else shown
    for english, pattern in forms:
        if found := pattern.fullmatch(text):
            values = {name: system_error(value) or value for name, value in found.groupdict().items()}
            return translated(english).format(**values)
    return ""


@cache
def _known() -> tuple[dict[str, str], list[tuple[str, re.Pattern[str]]]]:
    """Return the templates without a placeholder, by their folded form, and the others with a pattern each."""
    plain = {english.casefold(): english for english in _SAID if "{" not in english}
    forms = [english for english in _SAID if "{" in english]
    return plain, [(english, _pattern(english)) for english in forms]


def _pattern(english: str) -> re.Pattern[str]:
    pieces = [piece if at % 2 else re.escape(piece) for at, piece in enumerate(_GAP.split(english))]
    pieces[1::2] = [f"(?P<{name}>.+)" for name in pieces[1::2]]
    return re.compile("".join(pieces), re.IGNORECASE | re.DOTALL)


def translated(english: str) -> str:
    """Return a template in the user's language."""
    return QCoreApplication.translate("Core", english)


def in_users_language(text: str) -> str:
    """Return a text of the core in the user's language, with its values."""
    if isinstance(text, Text) and text.values:
        values = {name: in_users_language(value) for name, value in text.values.items()}
        return translated(text.template).format(**values)
    return system_error(text) or translated(text)
