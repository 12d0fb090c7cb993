"""Why a server is not available: as a code for the window, and as text for the model and the command line."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from axon_desktop.errors import AxonError

ReasonCode: TypeAlias = Literal[
    "not_found", "cannot_start", "exited", "no_answer", "unreachable", "http", "protocol", "flood", "lost",
    "secret", "key_store", "failed",
]  # fmt: skip

_WORDS: dict[ReasonCode, str] = {
    "not_found": "there is no program {details}",
    "cannot_start": "its program cannot be started: {details}",
    "exited": "its program ended: {details}",
    "no_answer": "it did not answer within {details} s",
    "unreachable": "it cannot be reached: {details}",
    "http": "it answered with HTTP status {details}",
    "protocol": "it does not speak the protocol: {details}",
    "flood": "it sent without end",
    "lost": "the connection was lost",
    "secret": "the value of {details} is missing in its settings",
    "key_store": "the key store cannot be read: {details}",
    "failed": "{details}",
}


class Reason(Struct, frozen=True):
    """Why a server is not available."""

    code: ReasonCode
    details: str = ""
    """A program, a number, or a message of the server or the system, depending on the code."""

    def __str__(self) -> str:
        return _WORDS[self.code].format(details=self.details)


class ServerError(AxonError):
    """A server cannot be used."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class ServerExitedError(ServerError):
    """The connection to the server ended while a call ran."""

    def __init__(self) -> None:
        super().__init__(Reason("lost"))
