"""Runs a module of ours in a process of its own where there is no Python to ask: a frozen build starts itself.

See `vault.child` and `mcp_host.process`, which start such processes. Nothing is imported before it is known which
module is meant: a worker must be light.
"""

from __future__ import annotations

import runpy
import sys

_OPTION = "--worker"
_OURS = "axon_desktop."


def run_if_worker() -> None:
    """When this process was started as `--worker MODULE …`, be that module and end; else return."""
    if sys.argv[1:2] != [_OPTION] or not (len(sys.argv) > 2 and sys.argv[2].startswith(_OURS)):
        return
    module = sys.argv[2]
    sys.argv[:] = [module, *sys.argv[3:]]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    sys.exit(0)
