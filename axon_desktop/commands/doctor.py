"""`axon doctor`: what works on this machine, and what to do about the rest; or the same as a file to share."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from axon_desktop.commands import DONE, FAILED


def doctor(options: argparse.Namespace) -> int:
    """Print every check with how to mend it, and how many need that; or save a diagnostics bundle."""
    if options.bundle is not None:
        return _save_bundle(options.bundle, replace=options.force)
    from axon_desktop.diagnostics.doctor import MARKS, run_checks

    checks = run_checks(options.vault, ask_model=options.test_model)
    for check in checks:
        print(f"{MARKS[check.state]} {check.name}: {check.found}")
        if check.advice:
            print(f"       {check.advice}")
    bad = sum(check.state == "bad" for check in checks)
    warned = sum(check.state == "warning" for check in checks)
    if bad:
        print(f"\n{bad} of {len(checks)} checks failed: do what is said below each FAIL, then run this again.")
    elif warned:
        print(f"\nAxon works here. The {warned} marked “note” can be better.")
    else:
        print("\nAxon works here.")
    return FAILED if bad else DONE


def _save_bundle(file: Path, *, replace: bool) -> int:
    """Save the bundle and say what is in it; refuse to replace a file unless `replace` is set."""
    from axon_desktop.diagnostics.report import collect, save

    if file.exists() and not replace:
        print(f"axon: {file} is there already; name another file, or add --force to replace it", file=sys.stderr)
        return FAILED
    parts = collect()
    save(parts, file)
    print(f"{file} holds:")
    for name, text in parts.items():
        print(f"  {name:<14} {len(text.encode()):>7} bytes")
    print("No note text or name, no folder and no key is in it. Look at it before you give it away.")
    return DONE
