"""Every error that Axon raises on purpose.

AxonError
├── VaultError                 a file or folder of the vault; the text is what the model reads
│   ├── NoteNotFoundError      File not found: …
│   ├── FolderNotFoundError    Folder not found: …
│   ├── InvalidPathError       Invalid path: …
│   ├── ReadFailedError        Failed to read file: …
│   ├── WriteFailedError       Failed to write file: …
│   │   └── StaleNoteError     the note changed since this conversation read it
│   ├── UnforeseenError        what will be there can only be told when earlier changes are done
│   ├── InvalidParametersError Invalid parameters: …
│   ├── IndexUnavailableError  the index is being made anew, or was closed
│   └── JournalError           the undo journal cannot be read or written
│       └── UndoConflictError  the note was edited since; undoing would lose that edit
├── LLMError                   the model's side; `retryable` says whether trying again makes sense
│   ├── LLMConnectionError     not reachable, dropped, TLS, proxy
│   │   └── LLMStalledError    connected, but nothing came for too long
│   ├── LLMRateLimitError      429; `retry_after` in seconds when the server named it
│   ├── LLMServerError         500, 502, 503, 504, 529, error inside a stream
│   ├── LLMAuthError           401, 403
│   ├── LLMBalanceError        402
│   ├── LLMRequestError        400, 404, 422: the request itself is wrong
│   │   └── LLMContextError    the conversation no longer fits the model's window
│   └── LLMResponseError       the reply makes no sense
├── ToolExecutionError         a tool failed in a way that it did not foresee
├── PlanError                  a plan is malformed, or cannot be run as it is
├── StoreError                 the store of conversations cannot be used
├── SerializationError         a conversation's JSON cannot be read
│   ├── InvalidJSONError       it is no JSON
│   ├── SchemaVersionError     it is of a version that cannot be migrated
│   └── DataCorruptionError    it is JSON, but no conversation
├── MaxIterationsError         the turn used up its rounds
├── CancellationError          the user stopped the turn
├── SettingsError              the settings file or a value in it is wrong
└── KeyStoreError              no key store on this machine, or it is locked

Three readers: the model gets a ToolResult with the text, the user a sentence made in `ui` from the class and
its data, the developer a traceback in the log.
"""

from __future__ import annotations


class AxonError(Exception):
    """Base of all errors raised on purpose."""


class VaultError(AxonError):
    """Something about a file or folder of the vault."""

    prefix = ""

    def __init__(self, details: str) -> None:
        self.details = details
        super().__init__(f"{self.prefix}{details}")


class NoteNotFoundError(VaultError):
    """No file at this path and nothing near it."""

    prefix = "File not found: "


class FolderNotFoundError(VaultError):
    """No folder at this path."""

    prefix = "Folder not found: "


class InvalidPathError(VaultError):
    """The path leaves the vault, is protected, or cannot be a file name."""

    prefix = "Invalid path: "


class ReadFailedError(VaultError):
    """The file is there but cannot be read."""

    prefix = "Failed to read file: "


class WriteFailedError(VaultError):
    """The file could not be written; what was there is still there."""

    prefix = "Failed to write file: "


class StaleNoteError(WriteFailedError):
    """The note changed since it was read; nothing was written."""


class UnforeseenError(VaultError):
    """What will be there can only be told when the changes before it are done; nobody is shown this."""

    prefix = "Not to be foreseen: "


class InvalidParametersError(VaultError):
    """The params of a call are well formed, but do not fit what is in the vault."""

    prefix = "Invalid parameters: "


class IndexUnavailableError(VaultError):
    """The vault's index was damaged, and is being made anew, or was closed while it was read."""

    prefix = "The vault's index cannot be read: "


class JournalError(VaultError):
    """The undo journal cannot be read or written."""

    prefix = "Undo journal: "


class UndoConflictError(JournalError):
    """The note was edited after the change that should be undone."""


class LLMError(AxonError):
    """The model or the way to it failed."""

    retryable = False

    def __init__(self, message: str, *, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        """HTTP status, if the server answered."""
        self.retry_after = retry_after
        """Seconds that the server asked us to wait, if it did."""


class LLMConnectionError(LLMError):
    """The server cannot be reached or dropped the connection."""

    retryable = True


class LLMStalledError(LLMConnectionError):
    """The connection is open but nothing useful came within the limit."""


class LLMRateLimitError(LLMError):
    """Too many requests."""

    retryable = True


class LLMServerError(LLMError):
    """The server failed."""

    retryable = True


class LLMAuthError(LLMError):
    """The key is missing, wrong or not allowed."""


class LLMBalanceError(LLMError):
    """The account has no balance."""


class LLMRequestError(LLMError):
    """The server refuses the request as it is."""


class LLMContextError(LLMRequestError):
    """The conversation is too long for the model."""

    window: int | None = None
    """Tokens that the server takes, if it said so."""
    needed: int | None = None
    """Tokens that it counted in the prompt."""
    excess: int | None = None
    """By how many tokens that is too long."""


class LLMResponseError(LLMError):
    """The reply cannot be understood or is empty."""

    retryable = True


class ToolExecutionError(AxonError):
    """A tool failed in a way that it did not foresee."""


class PlanError(AxonError):
    """A plan is malformed, or cannot be run as it is."""


class StoreError(AxonError):
    """The store of conversations cannot be used; the message says what to do."""


class SerializationError(AxonError):
    """A conversation's JSON cannot be read."""


class InvalidJSONError(SerializationError):
    """The text is no JSON; the message says where it breaks."""


class SchemaVersionError(SerializationError):
    """The version is unknown, or cannot be migrated."""


class DataCorruptionError(SerializationError):
    """The JSON is no conversation, or a part of it is missing."""


class MaxIterationsError(AxonError):
    """The turn used up its rounds."""


class CancellationError(AxonError):
    """The user stopped the turn."""


class SettingsError(AxonError):
    """The settings file or a value in it is wrong; the message says what to do."""


class KeyStoreError(AxonError):
    """The system's key store is missing or locked; the message says what to do."""
