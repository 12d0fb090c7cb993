"""Axon's index of a folder, built in this process as its worker builds it."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from axon_desktop.index.builder import IndexBuilder
from axon_desktop.index.store import open_store


def main() -> None:
    """Index one folder and print what each round took."""
    begun, used = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory() as place:
        store = open_store(Path(place))
        builder = IndexBuilder(Path(sys.argv[1]), store)
        builder.compare()
        while builder.work.texts:
            builder.step(100)
        texts, texts_cpu = time.perf_counter() - begun, time.process_time() - used
        while builder.step(100):
            pass
        store.close()
    took = {
        "texts": texts,
        "cpu": texts_cpu,
        "all": time.perf_counter() - begun,
        "all_cpu": time.process_time() - used,
    }
    print(json.dumps(took))


if __name__ == "__main__":
    main()
