"""Files whose times or rights changed and nothing else: known again by their texts."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from axon_desktop.index.build.record import digest_of
from axon_desktop.index.catalog.catalog_writer import CatalogWriter
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway

_MOST = 400
"""Changes at once among which it is looked for: they are read before anybody hears of them."""


def find_same(root: Path, catalog: CatalogWriter, paths: Sequence[str]) -> tuple[str, ...]:
    """Return those of some sorted paths at which the text still is what the index knows; none of very many."""
    if len(paths) > _MOST:
        return ()
    known: dict[str, bytes] = {}
    with suppress(sqlite3.Error):  # the catalog was closed just now, to be made anew
        for path in paths:
            if (found := catalog.known_of(path)) is not None:
                known[path] = found.digest
    files = read_files(PathGateway(root), known)
    return tuple(path for path, data in files if digest_of(data) == known[path])
