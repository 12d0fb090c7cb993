"""Axon's index of a folder, built in this process as its worker builds it."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from axon_desktop.index.build.builder import IndexBuilder
from axon_desktop.index.build.document import DocumentWorkers, collect_garbage_seldom
from axon_desktop.index.store import open_store


def main() -> None:
    """Index one folder and print what each round took."""
    begun = time.perf_counter()
    collect_garbage_seldom()
    with tempfile.TemporaryDirectory() as place:
        store = open_store(Path(place))
        root = Path(sys.argv[1])
        builder = IndexBuilder(root, store, lambda: DocumentWorkers(root))
        builder.compare()
        while builder.work.texts:
            builder.step(100)
        texts = time.perf_counter() - begun
        while builder.step(100):
            pass
        store.close()
    print(json.dumps({"texts": texts, "all": time.perf_counter() - begun}))


if __name__ == "__main__":
    main()
