"""Errors and other texts of the core, and of the system, in the user's language."""

from __future__ import annotations

import re
from functools import cache, reduce
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from axon_desktop.errors import QT_TRANSLATE_NOOP, AxonError, Text

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
    QT_TRANSLATE_NOOP("Core", "permission denied"),
    QT_TRANSLATE_NOOP("Core", "operation not permitted"),
    QT_TRANSLATE_NOOP("Core", "no such file or directory"),
    QT_TRANSLATE_NOOP("Core", "file exists"),
    QT_TRANSLATE_NOOP("Core", "is a directory"),
    QT_TRANSLATE_NOOP("Core", "not a directory"),
    QT_TRANSLATE_NOOP("Core", "directory not empty"),
    QT_TRANSLATE_NOOP("Core", "file name too long"),
    QT_TRANSLATE_NOOP("Core", "no space left on device"),
    QT_TRANSLATE_NOOP("Core", "disk quota exceeded"),
    QT_TRANSLATE_NOOP("Core", "read-only file system"),
    QT_TRANSLATE_NOOP("Core", "input/output error"),
    QT_TRANSLATE_NOOP("Core", "device or resource busy"),
    QT_TRANSLATE_NOOP("Core", "too many open files"),
    QT_TRANSLATE_NOOP("Core", "invalid argument"),
    QT_TRANSLATE_NOOP("Core", "invalid cross-device link"),
    QT_TRANSLATE_NOOP("Core", "too many levels of symbolic links"),
    QT_TRANSLATE_NOOP("Core", "text file busy"),
    QT_TRANSLATE_NOOP("Core", "transport endpoint is not connected"),
    QT_TRANSLATE_NOOP("Core", "stale file handle"),
    QT_TRANSLATE_NOOP("Core", "unable to open database file"),
    QT_TRANSLATE_NOOP("Core", "database is locked"),
    QT_TRANSLATE_NOOP("Core", "database disk image is malformed"),
    QT_TRANSLATE_NOOP("Core", "file is not a database"),
    QT_TRANSLATE_NOOP("Core", "database or disk is full"),
    QT_TRANSLATE_NOOP("Core", "disk I/O error"),
    QT_TRANSLATE_NOOP("Core", "attempt to write a readonly database"),
    # The network
    QT_TRANSLATE_NOOP("Core", "no connection"),
    QT_TRANSLATE_NOOP("Core", "All connection attempts failed"),
    QT_TRANSLATE_NOOP("Core", "connection refused"),
    QT_TRANSLATE_NOOP("Core", "connection reset by peer"),
    QT_TRANSLATE_NOOP("Core", "network is unreachable"),
    QT_TRANSLATE_NOOP("Core", "no route to host"),
    QT_TRANSLATE_NOOP("Core", "broken pipe"),
    QT_TRANSLATE_NOOP("Core", "name or service not known"),
    QT_TRANSLATE_NOOP("Core", "temporary failure in name resolution"),
    QT_TRANSLATE_NOOP("Core", "no address associated with hostname"),
    QT_TRANSLATE_NOOP("Core", "Server disconnected without sending a response."),
    QT_TRANSLATE_NOOP(
        "Core", "peer closed connection without sending complete message body (incomplete chunked read)"
    ),
    QT_TRANSLATE_NOOP("Core", "self-signed certificate"),
    QT_TRANSLATE_NOOP("Core", "self-signed certificate in certificate chain"),
    QT_TRANSLATE_NOOP("Core", "certificate has expired"),
    QT_TRANSLATE_NOOP("Core", "certificate is not yet valid"),
    QT_TRANSLATE_NOOP("Core", "unable to get local issuer certificate"),
    QT_TRANSLATE_NOOP("Core", "Hostname mismatch, certificate is not valid for '{host}'."),
    QT_TRANSLATE_NOOP("Core", "IP address mismatch, certificate is not valid for '{host}'."),
    QT_TRANSLATE_NOOP("Core", "[Errno {number}] {reason}"),
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
