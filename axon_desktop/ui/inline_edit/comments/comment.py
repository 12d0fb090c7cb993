"""Comment: what should change in a passage; where the passage is, and how comments become a request."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, field

from axon_desktop.errors import VaultError
from axon_desktop.persistence.atomic_write import write_atomically
from axon_desktop.text.mention_syntax import write_mention
from axon_desktop.ui.inline_edit.following import Span, find_again, find_edited
from axon_desktop.ui.language.translation import translate

if TYPE_CHECKING:
    from axon_desktop.vault import Vault

_log = logging.getLogger(__name__)

_MOST = 100
"""Conversations whose comments are kept."""
_LONGEST_QUOTE = 2_000


class Comment(Struct, kw_only=True):
    """A comment that was not sent yet."""

    path: str
    """Vault path of the note."""
    text: str = ""
    """What should change; empty while it is being written."""
    quote: str = ""
    """The passage as it was last seen, with LF between lines."""
    before: str = ""
    """What stands before it."""
    behind: str = ""
    time: float = field(default_factory=time.time)
    """When it was written, in seconds since the epoch."""
    gone: bool = False
    """Whether the note no longer has the passage."""

    def find(self, text: str) -> Span | None:
        """Return where the passage is in the text of the note."""
        found = find_again(text, self.quote, self.before, self.behind)
        return found or find_edited(text, self.quote, self.before, self.behind)


class CommentFile:
    """The comments of all conversations of one vault; outside the vault. Call its methods in a thread."""

    def __init__(self, data_dir: Path) -> None:
        self._file = data_dir / "comments.json"

    def _read(self) -> dict[str, list[Comment]]:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, list[Comment]])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError) as error:
            _log.warning("The comments cannot be read: %s", error)
            return {}

    def load(self, conversation: str) -> list[Comment]:
        """Return the comments of a conversation."""
        return self._read().get(conversation, [])

    def save(self, conversation: str, comments: Sequence[Comment]) -> None:
        """Keep the comments of a conversation in place of its last ones."""
        kept = self._read()
        kept.pop(conversation, None)
        if comments:
            kept[conversation] = list(comments)
        newest = dict(list(kept.items())[-_MOST:])
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, msgspec.json.encode(newest), lasting=False)
        except OSError as error:
            _log.warning("The comments cannot be kept: %s", error)


def lines_of(text: str, span: Span) -> tuple[int, int]:
    """Return the first and the last line of a passage, from 1."""
    first = 1 + text.count("\n", 0, span[0])
    return first, first + text.count("\n", *span)


def request_text(vault: Vault, comments: Sequence[Comment], shown: Mapping[str, str]) -> str:
    """Return comments as one request, for a thread; `shown` has the texts of notes that are being edited."""
    texts = dict(shown)
    parts = []
    for number, comment in enumerate(comments, 1):
        if comment.path not in texts:
            texts[comment.path] = _read(vault, comment.path)
        text = texts[comment.path]
        span = None if comment.gone else comment.find(text)
        parts.append(f"{number}. {_place(comment, text, span)}\n\n{_quoted(comment.quote)}\n\n{comment.text}")
    one = translate("Comments", "Please change what this comment asks for, and nothing else.")
    many = translate("Comments", "Please change what these {count} comments ask for, and nothing else.")
    head = one if len(comments) == 1 else many.format(count=len(comments))
    return "\n\n".join((head, *parts))


def _read(vault: Vault, path: str) -> str:
    try:
        return vault.read_exactly([path])[0].text.replace("\r\n", "\n")
    except VaultError:
        return ""


def _place(comment: Comment, text: str, span: Span | None) -> str:
    note = write_mention(comment.path, is_folder=False)
    if span is None:
        return translate("Comments", "{note}, a passage that is no longer there:").format(note=note)
    first, last = lines_of(text, span)
    if first == last:
        return translate("Comments", "{note}, line {line}:").format(note=note, line=first)
    return translate("Comments", "{note}, lines {first} to {last}:").format(note=note, first=first, last=last)


def _quoted(quote: str) -> str:
    quote = quote if len(quote) <= _LONGEST_QUOTE else f"{quote[:_LONGEST_QUOTE]}…"
    return "\n".join(f"> {line}" for line in quote.split("\n"))
