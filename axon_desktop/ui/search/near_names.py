"""A note whose name is nearly what was searched, for a search that found nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from axon_desktop.text.file_names import NOTE_SUFFIX, same_name
from axon_desktop.ui.tree.model import display_name

if TYPE_CHECKING:
    from axon_desktop.vault import Vault

_NEAR = 82.0
"""How alike a name must be to be meant, of 100."""
_SLICE = 500
"""Names that are compared in one call: the lock that all threads share is held for no longer than that takes."""


def near_name(vault: Vault, query: str, cancelled: Callable[[], bool]) -> str:
    """Return the name of a note that is nearly the query; empty for none. For a thread."""
    from rapidfuzz import fuzz, process

    wanted, best, name = same_name(query), _NEAR, ""
    paths = (path for path in vault.names.paths if path.endswith(NOTE_SUFFIX))
    while (part := [display_name(path) for path in islice(paths, _SLICE)]) and not cancelled():
        hit = process.extractOne(wanted, [same_name(one) for one in part], scorer=fuzz.ratio, score_cutoff=best)
        if hit is not None and hit[1] > best:
            best, name = hit[1], part[hit[2]]
    return name if same_name(name) != wanted else ""
