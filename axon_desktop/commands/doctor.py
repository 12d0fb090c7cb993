"""`axon doctor`: what works on this machine, and what to do about the rest."""

from __future__ import annotations

import argparse

from axon_desktop.commands import DONE, FAILED


def doctor(options: argparse.Namespace) -> int:
    """Print every check with its advice."""
    from axon_desktop.doctor import MARKS, run_checks

    checks = run_checks(options.vault, ask_model=options.test_model)
    for check in checks:
        print(f"{MARKS[check.state]} {check.name}: {check.found}")
        if check.advice:
            print(f"  {check.advice}")
    return FAILED if any(check.state == "bad" for check in checks) else DONE
