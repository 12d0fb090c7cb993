"""Every error that Axon raises on purpose.

AxonError
├── VaultError                 a file or folder of the vault; the text is what the model reads
│   ├── NoteNotFoundError      File not found: …
│   ├── FolderNotFoundError    Folder not found: …
│   ├── InvalidPathError       Invalid path: …
│   │   └── WorkspaceBoundaryError  it leads out of the vault
│   ├── ReadFailedError        Failed to read file: …
│   │   └── ReadDeniedError    the system does not allow it: also a PermissionDeniedError
│   │   └── NotDownloadedError its bytes are not on this computer
│   ├── WriteFailedError       Failed to write file: …
│   │   ├── WriteDeniedError   the same for writing
│   │   └── StaleNoteError     the note changed since this conversation read it
│   ├── UnforeseenError        what will be there is known only when earlier changes are done
│   ├── InvalidParametersError Invalid parameters: …
│   │   └── NoChangeError      the edits of a call change nothing
│   ├── IndexUnavailableError  the index is being rebuilt, or was closed
│   │   └── MeaningUnavailableError  nothing can be found by meaning
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
│   └── LLMResponseError       the reply cannot be parsed, or is empty
├── ToolExecutionError         a tool failed in a way that it did not expect
│   └── CommandTimeoutError    a command took too long and was ended
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

Three readers: the model gets a ToolResult with the text, the user the same in the window's language, the developer
a traceback in the log. A text is English, made of a template and values (`Text`); each template that the window
may show is marked by `N_("Core", …)`. No caller reads a text: what it has to know is a field.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeAlias

ErrorKind: TypeAlias = Literal[
    "", "invalid", "no_change", "not_found", "no_folder", "bad_path", "unreadable", "unwritten", "index",
    "journal", "not_allowed", "resend", "not_run", "stopped", "too_slow", "unavailable", "gone",
]  # fmt: skip
"""What is wrong, for callers; empty where no caller needs to know."""
SettingsPage: TypeAlias = Literal["", "models"]
ModelTrouble: TypeAlias = Literal[
    "", "no_key", "key", "balance", "unreachable", "silent", "busy", "server", "refused", "too_long", "unusable"
]
"""Why a model does not answer; empty for an error that is not the model's."""


def N_(_context: str, text: str) -> str:
    """Return a text as it is; `make strings` tells `pyside6-lupdate` this name, by which it collects the text."""
    return text


class Text(str):
    """A text for people in English that keeps the template and the values it was made of.

    So it can be shown in another language; for everybody else it is an ordinary string.
    """

    template: str
    """With the names of values in braces, as for `str.format`."""
    values: Mapping[str, str]
    """The values by name. One may be a `Text` itself, such as a reason within a sentence."""

    def __new__(cls, template: str, /, **values: object) -> Text:
        """Take the template, which is not looked at for braces without values; an error stands for its text."""
        if isinstance(template, Text) and not values:
            return template
        plain = {name: _value(value) for name, value in values.items()}
        text = super().__new__(cls, template.format(**plain) if values else template)
        text.template, text.values = str(template), plain
        return text

    def without(self, secret: str, instead: str) -> Text:
        """Return the text with something else in place of a secret, wherever it occurs."""
        return Text(self.template.replace(secret, instead), **{
            name: value.without(secret, instead) if isinstance(value, Text) else value.replace(secret, instead)
            for name, value in self.values.items()
        })  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """Return the template and the values, to be stored."""
        values = {
            name: value.to_json() if isinstance(value, Text) else value for name, value in self.values.items()
        }
        return {"template": self.template, "values": values}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Text:
        """Return what `to_json` gave.

        Raises:
            KeyError, IndexError, ValueError, TypeError, AttributeError: it did not give this.
        """
        values = {
            name: cls.from_json(value) if isinstance(value, dict) else str(value)
            for name, value in data["values"].items()
        }
        return cls(str(data["template"]), **values)


def without_full_stop(text: Text) -> str:
    """Return a text without the full stop at its end, if it has one."""
    return text.removesuffix(".") if text.endswith(".") else text


_IN_USE = N_("Core", "another program has it open")
_IN_BETWEEN = N_("Core", "another program came in between; try again")
_WINDOWS_REASONS = {
    32: _IN_USE, 33: _IN_USE, 1175: _IN_USE, 1176: _IN_BETWEEN, 1177: _IN_BETWEEN,
    123: N_("Core", "Windows does not allow this name"),
    206: "file name too long", 1224: _IN_USE,
}  # fmt: skip
"""What errors of Windows mean that no other system has."""


def system_reason(error: OSError) -> str:
    """Return why the system refused, without a path: in the same words on all systems, where there are such."""
    number = getattr(error, "winerror", None)
    if number in _WINDOWS_REASONS:
        return Text(_WINDOWS_REASONS[number])
    words = os.strerror(error.errno) if number and error.errno else error.strerror
    return (words or type(error).__name__).lower()


def _value(value: object) -> str:
    if isinstance(value, str):
        return value
    return value.text if isinstance(value, AxonError) else str(value)


class AxonError(Exception):
    """Base of all errors raised on purpose."""

    kind: ErrorKind = ""
    mendable_in: ClassVar[SettingsPage] = ""
    """Where in the settings the user can do something about it."""
    trouble: ModelTrouble = ""

    def __init__(self, template: str = "", /, **values: object) -> None:
        """Take a template with its values, or a text that is finished."""
        self.text = Text(template, **values)
        """What is wrong."""
        super().__init__(self.text)


class VaultError(AxonError):
    """Something about a file or folder of the vault."""

    form: ClassVar[str] = "{details}"
    """Template of the text, around the details."""

    def __init__(self, template: str, /, **values: object) -> None:
        self.details = Text(template, **values)
        """What is wrong, without what all errors of the class say."""
        super().__init__(self.form, details=self.details)


class NoteNotFoundError(VaultError):
    """No file at this path and nothing near it."""

    kind: ErrorKind = "not_found"
    form = N_("Core", "File not found: {details}")


class FolderNotFoundError(VaultError):
    """No folder at this path."""

    kind: ErrorKind = "no_folder"
    form = N_("Core", "Folder not found: {details}")


class InvalidPathError(VaultError):
    """The path leaves the vault, is protected, or cannot be a file name."""

    kind: ErrorKind = "bad_path"
    form = N_("Core", "Invalid path: {details}")


class WorkspaceBoundaryError(InvalidPathError):
    """The path leads out of the vault."""


class ReadFailedError(VaultError):
    """The file is there but cannot be read."""

    kind: ErrorKind = "unreadable"
    form = N_("Core", "Failed to read file: {details}")


class NotDownloadedError(ReadFailedError):
    """A sync service has the file; its bytes are not on this computer."""

    AWAY = N_(
        "Core",
        "{name} is not downloaded: a sync service keeps it elsewhere. Download it in Axon or in the file manager.",
    )


class WriteFailedError(VaultError):
    """The file could not be written; what was there is still there."""

    kind: ErrorKind = "unwritten"
    form = N_("Core", "Failed to write file: {details}")


class PermissionDeniedError(VaultError):
    """The system does not let Axon read or write a file."""


class ReadDeniedError(PermissionDeniedError, ReadFailedError):
    """The system does not let Axon read it."""


class WriteDeniedError(PermissionDeniedError, WriteFailedError):
    """The system, or the file's own mode, does not let Axon write it."""


class StaleNoteError(WriteFailedError):
    """The note changed since it was read; nothing was written."""

    GONE = N_("Core", "{path} is gone; nothing was changed")
    CHANGED = N_("Core", "{path} was changed by someone else; read it again")
    CHANGED_NOW = N_("Core", "{path} was changed by someone else just now; read it again")
    OPEN = N_("Core", "{path} is open for writing in another program; try again later")
    EXISTS = N_("Core", "{path} exists by now; read it first")


class UnforeseenError(VaultError):
    """What will be there is known only when the changes before it are done; nobody is shown this."""

    form = "Not to be foreseen: {details}"


class InvalidParametersError(VaultError):
    """The params of a call are well formed, but do not fit what is in the vault."""

    kind: ErrorKind = "invalid"
    form = N_("Core", "Invalid parameters: {details}")


class NoChangeError(InvalidParametersError):
    """The edits of a call change nothing."""

    kind: ErrorKind = "no_change"


class IndexUnavailableError(VaultError):
    """The vault's index was damaged and is being rebuilt, or it was closed while it was read."""

    kind: ErrorKind = "index"
    form = N_("Core", "The vault's index cannot be read: {details}")


class MeaningUnavailableError(IndexUnavailableError):
    """Nothing can be found by meaning, for now or because the user wants it so; words find all the same."""

    form = "{details}"
    OFF = N_("Core", "Search by meaning is turned off in the settings.")
    EMPTY = N_("Core", "No note is prepared for search by meaning yet. Open the vault in the window for a while.")
    SILENT = N_("Core", "Search by meaning does not answer.")


class JournalError(VaultError):
    """The undo journal cannot be read or written."""

    kind: ErrorKind = "journal"
    form = N_("Core", "Undo journal: {details}")


class UndoConflictError(JournalError):
    """The note was edited after the change that should be undone."""


class LLMError(AxonError):
    """The model or the way to it failed."""

    mendable_in: ClassVar[SettingsPage] = "models"
    retryable = False

    def __init__(
        self,
        template: str,
        /,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        words: str = "",
        then: str = "",
        **values: object,
    ) -> None:
        """Take a template with its values; `then` is a template around it, with `{sentence}`."""
        text = Text(template, **values)
        super().__init__(Text(then, sentence=text) if then else text)
        self.status = status
        """HTTP status, if the server answered."""
        self.retry_after = retry_after
        """Seconds that the server asked us to wait, if it did."""
        self.words = words
        """What the provider itself says, if it said something."""

    def hide(self, secret: str, instead: str) -> None:
        """Replace a secret that a server has sent back."""
        self.text = self.text.without(secret, instead)
        self.words = self.words.replace(secret, instead)
        self.args = (self.text,)


class LLMConnectionError(LLMError):
    """The server cannot be reached or dropped the connection."""

    trouble: ModelTrouble = "unreachable"
    retryable = True


class LLMStalledError(LLMConnectionError):
    """The connection is open but nothing useful came within the limit."""

    trouble: ModelTrouble = "silent"


class LLMRateLimitError(LLMError):
    """Too many requests."""

    trouble: ModelTrouble = "busy"
    mendable_in: ClassVar[SettingsPage] = ""
    retryable = True


class LLMServerError(LLMError):
    """The server failed."""

    trouble: ModelTrouble = "server"
    mendable_in: ClassVar[SettingsPage] = ""
    retryable = True


class LLMAuthError(LLMError):
    """The key is missing, wrong or not allowed."""

    trouble: ModelTrouble = "key"


class LLMBalanceError(LLMError):
    """The account has no balance."""

    trouble: ModelTrouble = "balance"


class LLMRequestError(LLMError):
    """The server refuses the request as it is."""

    trouble: ModelTrouble = "refused"


class LLMContextError(LLMRequestError):
    """The conversation is too long for the model."""

    trouble: ModelTrouble = "too_long"

    window: int | None = None
    """Tokens that the server takes, if it said so."""
    needed: int | None = None
    """Tokens that it counted in the prompt."""
    excess: int | None = None
    """By how many tokens that is too long."""


class LLMResponseError(LLMError):
    """The reply cannot be parsed, or is empty."""

    trouble: ModelTrouble = "unusable"
    retryable = True


class ToolExecutionError(AxonError):
    """A tool failed in a way that it did not expect."""


class CommandTimeoutError(ToolExecutionError):
    """A command took too long and was ended; the text has what it printed."""

    kind: ErrorKind = "too_slow"


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

    CANNOT_READ = N_("Core", "Cannot read {file}: {why}.")
    CANNOT_WRITE = N_("Core", "Cannot write {file}: {why}.")

    mendable_in: ClassVar[SettingsPage] = "models"


class KeyStoreError(AxonError):
    """The system's key store is missing or locked; the message says what to do."""
