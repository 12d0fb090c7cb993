"""What the system and libraries say most often, which only they know the values of; see `core_texts`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from axon_desktop.errors import QT_TRANSLATE_NOOP

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


def system_error(text: str, translated: Callable[[str], str]) -> str:
    """Return what the system says in the user's language, whatever its case; empty if it is not known."""
    plain, forms = _known()
    if english := plain.get(text.casefold()):
        shown = translated(english)
        return text if shown == english else shown
    for english, pattern in forms:
        if found := pattern.fullmatch(text):
            values = {name: system_error(value, translated) or value for name, value in found.groupdict().items()}
            return translated(english).format(**values)
    return ""


@cache
def _known() -> tuple[dict[str, str], list[tuple[str, re.Pattern[str]]]]:
    """Return what has no gap, by its folded form, and the others with a pattern each."""
    plain = {english.casefold(): english for english in _SAID if "{" not in english}
    forms = [english for english in _SAID if "{" in english]
    return plain, [(english, _pattern(english)) for english in forms]


def _pattern(english: str) -> re.Pattern[str]:
    pieces = [piece if at % 2 else re.escape(piece) for at, piece in enumerate(_GAP.split(english))]
    pieces[1::2] = [f"(?P<{name}>.+)" for name in pieces[1::2]]
    return re.compile("".join(pieces), re.IGNORECASE | re.DOTALL)
