"""Run every bench and print the table; exit 1 when a target of the specification is missed (with --strict)."""

from __future__ import annotations

import argparse
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from axon_desktop.ui.interpreter import tune_interpreter
from bench import chat, conversation, index, loop, note, servers, source, start, stream, switcher, vault_server
from bench.measure import Report


def main() -> int:
    """Run the benches."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="child processes per subject")
    parser.add_argument(
        "--only",
        choices=(
            "start",
            "conversation",
            "note",
            "stream",
            "loop",
            "servers",
            "vault_server",
            "index",
            "switcher",
        ),
    )
    parser.add_argument("--notes", type=int, default=index.NOTES, help="size of the vault whose index is measured")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a target is missed")
    options = parser.parse_args()
    report = Report()
    tune_interpreter()  # as the program does after its first paint
    if options.only in (None, "start"):
        start.measure(report, options.rounds)
    if options.only in (None, "conversation"):
        conversation.measure(report)
    if options.only in (None, "note"):
        note.measure(report)
        source.measure(report)
    if options.only in (None, "stream"):
        stream.measure(report)
        chat.measure(report)
    if options.only in (None, "loop"):
        loop.measure(report)
    if options.only in (None, "servers"):
        servers.measure(report, options.rounds)
    if options.only in (None, "vault_server"):
        vault_server.measure(report)
    if options.only in (None, "index"):
        index.measure(report, options.notes, rounds=3 if options.notes <= 20_000 else 1)
    if options.only in (None, "switcher"):
        switcher.measure(report)
    missed = [row for row in report.rows if row.met is False]
    print(f"{len(missed)} of {sum(row.met is not None for row in report.rows)} targets missed")
    return 1 if missed and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
