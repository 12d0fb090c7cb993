"""Which files link to a file, and how often: read from the files themselves, where no index knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from axon_desktop.vault.gateway import PathGateway
from axon_desktop.vault.link_search import find_linking, find_target
from axon_desktop.vault.name_table import link_keys

if TYPE_CHECKING:
    from axon_desktop.vault.vault import Vault


def count_links_from(vault: Vault, among: Iterable[str], path: str) -> Counter[str]:
    """Return how many links each of these files has to a file; reads all of them, so it is for a thread."""
    table = vault.names.table
    found: Counter[str] = Counter()
    for file in find_linking(PathGateway(vault.root), among, link_keys(path)):
        links = sum(find_target(table, link, file.path)[0] == path for link in file.links)
        if links and file.path != path:
            found[file.path] = links
    return found
