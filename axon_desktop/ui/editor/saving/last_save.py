"""The last save of a text that is not shown any more: to its file, a draft, or the temporary files."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial

from axon_desktop.errors import AxonError, JournalError, WriteFailedError
from axon_desktop.ui.aio import in_time
from axon_desktop.ui.editor.saving.draft_keeper import DraftKeeper
from axon_desktop.ui.editor.saving.drafts import Draft
from axon_desktop.ui.session.user_writes import UserWrites

_log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Time limit in seconds for such a save."""


async def save_last(
    own: UserWrites,
    drafts: DraftKeeper,
    draft: Draft,
    expected: str | None,
    *,
    unrecorded: bool,
    hangs: bool,
) -> bool:
    """Save a text, or store it as a draft; tell whether it is saved.

    Args:
        own: writes the file.
        drafts: stores the draft.
        draft: the text.
        expected: the SHA-256 of the file that the text was made from; None if there is no file.
        unrecorded: whether the user agreed to a save that cannot be undone.
        hangs: whether the disk is known not to answer, so that nothing is tried.

    Raises:
        AxonError: it could not be saved, and no disk accepts a draft.
    """
    data = draft.text.encode("utf-8", "surrogatepass")
    writing = partial(own.write, draft.path, data, expected_sha256=expected)
    try:
        if hangs or await in_time(writing(unrecorded=unrecorded), PATIENCE, name="save note") is None:
            raise WriteFailedError("the disk does not answer")
    except AxonError as error:
        _log.warning("%s is not saved: %s", draft.path, error)
        if await in_time(drafts.keep(draft), PATIENCE, name="keep draft"):
            return False
        if isinstance(error, JournalError):  # better in the note without undo than lost
            with suppress(AxonError):
                await writing(unrecorded=True)
                await in_time(drafts.drop(draft.path), PATIENCE, name="drop draft")
                return True
        try:
            await drafts.keep_temporarily(draft)
        except OSError:
            raise error from None  # it has a message for the user
        return False
    await in_time(drafts.drop(draft.path), PATIENCE, name="drop draft")
    return True
