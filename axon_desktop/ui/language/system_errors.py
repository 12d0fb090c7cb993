"""What the system and libraries say most often; see `core_sentences`."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def system_sentences(translate: Callable[[str, str], str]) -> Iterator[str]:
    """Yield each sentence; `translate` gives it back, and is how the texts to translate are found."""
    # Files and disks
    yield translate("Core", "permission denied")
    yield translate("Core", "operation not permitted")
    yield translate("Core", "no such file or directory")
    yield translate("Core", "file exists")
    yield translate("Core", "is a directory")
    yield translate("Core", "not a directory")
    yield translate("Core", "directory not empty")
    yield translate("Core", "file name too long")
    yield translate("Core", "no space left on device")
    yield translate("Core", "disk quota exceeded")
    yield translate("Core", "read-only file system")
    yield translate("Core", "input/output error")
    yield translate("Core", "device or resource busy")
    yield translate("Core", "too many open files")
    yield translate("Core", "invalid argument")
    yield translate("Core", "invalid cross-device link")
    yield translate("Core", "too many levels of symbolic links")
    yield translate("Core", "text file busy")
    yield translate("Core", "transport endpoint is not connected")
    yield translate("Core", "stale file handle")
    yield translate("Core", "unable to open database file")
    yield translate("Core", "database is locked")
    yield translate("Core", "database disk image is malformed")
    yield translate("Core", "file is not a database")
    yield translate("Core", "database or disk is full")
    yield translate("Core", "disk I/O error")
    yield translate("Core", "attempt to write a readonly database")

    # The network
    yield translate("Core", "no connection")
    yield translate("Core", "All connection attempts failed")
    yield translate("Core", "connection refused")
    yield translate("Core", "connection reset by peer")
    yield translate("Core", "network is unreachable")
    yield translate("Core", "no route to host")
    yield translate("Core", "broken pipe")
    yield translate("Core", "name or service not known")
    yield translate("Core", "temporary failure in name resolution")
    yield translate("Core", "no address associated with hostname")
    yield translate("Core", "Server disconnected without sending a response.")
    yield translate(
        "Core", "peer closed connection without sending complete message body (incomplete chunked read)"
    )
    yield translate("Core", "self-signed certificate")
    yield translate("Core", "self-signed certificate in certificate chain")
    yield translate("Core", "certificate has expired")
    yield translate("Core", "certificate is not yet valid")
    yield translate("Core", "unable to get local issuer certificate")
    yield translate("Core", "Hostname mismatch, certificate is not valid for '{host}'.")
    yield translate("Core", "IP address mismatch, certificate is not valid for '{host}'.")
    yield translate("Core", "[Errno {number}] {reason}")
