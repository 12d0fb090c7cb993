"""A start of the program while another one runs: what was asked for goes there, or it is said that it cannot."""

from __future__ import annotations

import argparse
import sys

from axon_desktop.ui.instance.claim import Claim
from axon_desktop.ui.instance.handing_over import Outcome, hand_over
from axon_desktop.ui.instance.wish import Wish


def hand_over_options(options: argparse.Namespace, token: str, claim: Claim) -> Outcome:
    """Give the holder of the claim what the command line says; complain if it does not answer."""
    vault = str(options.vault) if options.vault is not None else ""
    outcome = hand_over(Wish(vault, options.note or "", options.link, token), claim)
    if outcome is Outcome.SILENT and sys.stderr is not None:
        sys.stderr.write(
            f"axon-desktop: it is open already (process {claim.holder() or '?'}) but does not answer. Try again in"
            " a moment, end that process, or start another window with --new-window.\n"
        )
    return outcome


def is_heard() -> bool:
    """Tell whether a person reads what this program prints."""
    return sys.stderr is not None and sys.stderr.isatty()
