"""The floor of the index: read the files of a folder and feed tantivy plainly, with its own tokenizer."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time

from tantivy import Document, Index, SchemaBuilder


def main() -> None:
    """Index one folder and print what it took."""
    begun = time.perf_counter()
    builder = SchemaBuilder()
    builder.add_text_field("path", stored=True, tokenizer_name="raw")
    builder.add_text_field("body")
    with tempfile.TemporaryDirectory() as place:
        writer = Index(builder.build(), path=place).writer(64 << 20, 1)
        for folder, _, names in os.walk(sys.argv[1]):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    writer.add_document(Document(path=[path], body=[file.read()]))
        writer.commit()
        writer.wait_merging_threads()
    print(json.dumps({"texts": time.perf_counter() - begun}))


if __name__ == "__main__":
    main()
