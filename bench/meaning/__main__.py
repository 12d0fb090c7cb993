"""Ask a vault of over 2,000 notes for 240 of them in other words, and print how high the right note stands.

python -m bench.meaning --by words --json
"""

from __future__ import annotations

import argparse
import json
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import get_args

from axon_desktop.meaning.meaning_index import MeaningIndex
from axon_desktop.meaning.meaning_search import MeaningSearch
from axon_desktop.vault.search.found import By
from axon_desktop.vault.search.found import Query as Asked
from axon_desktop.vault.search.scan import FileSearch
from axon_desktop.vault.vault import Vault
from bench.meaning.vault import LANGUAGES, Query, make, queries

WAYS = get_args(By)
PLACES = (1, 3, 10)
Ranker = Callable[[str], Sequence[str]]
"""Gives the paths of the notes found for a query, best first."""


@contextmanager
def ranker(by: By, vault: Vault) -> Iterator[Ranker]:
    """Yield what finds notes by words, by meaning or by both; all passages are encoded first."""
    ready = threading.Event()
    index = MeaningIndex(
        vault, listener=lambda state: ready.set() if state.phase == "ready" and state.usable else None
    )
    with closing(index):
        if by != "words":
            index.start()
            ready.wait()
        search = MeaningSearch(FileSearch(vault), lambda: index)
        yield lambda text: [note.path for note in search.find(Asked(text, limit=PLACES[-1], by=by)).notes]


def groups(asked: Iterable[Query]) -> dict[str, list[Query]]:
    """Return the rows of the table: all, the halves, kinds of pairs of languages, each pair."""
    all_asked = list(asked)
    rows = {
        "all": all_asked,
        "half a": [query for query in all_asked if query.half == "a"],
        "half b": [query for query in all_asked if query.half == "b"],
    }
    for query in all_asked:
        rows.setdefault(_kind(query), []).append(query)
    for language in LANGUAGES:
        for other in LANGUAGES:
            pair = f"{language} > {other}"
            if found := [query for query in all_asked if query.pair == pair]:
                rows[pair] = found
    return rows


def _kind(query: Query) -> str:
    if query.language == query.note_language:
        return "same language"
    if query.language == "en":
        return "English > CJK"
    return "CJK > English" if query.note_language == "en" else "CJK > other CJK"


def measure(by: By) -> list[dict[str, object]]:
    """Return for each query the place of its note, from 1, or 0 beyond the last one looked at."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "vault")
        paths = make(root)
        results: list[dict[str, object]] = []
        with ranker(by, Vault(root, data_dir=Path(folder, "data"))) as find:
            for query in queries():
                found = list(find(query.text))[: PLACES[-1]]
                right = paths[query.note]
                place = found.index(right) + 1 if right in found else 0
                results.append({"by": by, "query": query.text, "pair": query.pair, "note": right, "place": place})
        return results


def table(by: str, places: Sequence[int]) -> str:
    """Return how many of each group are among the first, as a table; `places` are those of `queries`."""
    asked = queries()
    place = dict(zip([query.note for query in asked], places, strict=True))
    heads = ["first", *(f"first {most}" for most in PLACES[1:])]
    lines = [f"| by {by} | queries | {' | '.join(heads)} |", f"|---|{'---:|' * (len(heads) + 1)}"]
    for name, group in groups(asked).items():
        shares = [sum(0 < place[query.note] <= most for query in group) / len(group) for most in PLACES]
        lines.append(f"| {name} | {len(group)} | {' | '.join(f'{share:.0%}' for share in shares)} |")
    return "\n".join(lines)


def main() -> int:
    """Measure one way."""
    parser = argparse.ArgumentParser(prog="python -m bench.meaning", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--by", choices=WAYS, default="words")
    parser.add_argument("--json", action="store_true", help="the place of each note instead of the table")
    options = parser.parse_args()
    results = measure(options.by)
    if options.json:
        print(json.dumps(results, ensure_ascii=False, indent=1))
    else:
        print(table(options.by, [int(str(result["place"])) for result in results]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
