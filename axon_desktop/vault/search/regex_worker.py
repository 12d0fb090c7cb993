"""The child process of `regex`: reads a task from stdin, writes what it found to stdout, both JSON."""

from __future__ import annotations

import faulthandler
import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.names.index import NameIndex
from axon_desktop.vault.obsidian.config import read_app_settings
from axon_desktop.vault.search.found import Query
from axon_desktop.vault.search.scan import file_facts, find_notes, read_notes, searched_paths


def search(root: Path, query: Query) -> dict[str, Any]:
    """Return the result of a search."""
    gateway = PathGateway(root)
    names = NameIndex(root, gateway)
    names.scan()
    paths = searched_paths(names.paths, read_app_settings(root), query.folder)
    read = partial(read_notes, gateway)
    return asdict(find_notes(query, read(paths), read, partial(file_facts, gateway), paths))


def _limit_work(seconds: int) -> None:
    """Let the system kill this process after `seconds` of processor time, if it can count them."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def main() -> None:
    """Do one task."""
    task = json.load(sys.stdin)
    _limit_work(task["work"])
    # A pattern holds the interpreter, so only this clock, which needs none, can end us if our parent has died.
    faulthandler.dump_traceback_later(task["seconds"], exit=True)
    result = search(Path(task["root"]), Query(**task["query"]))
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main()
