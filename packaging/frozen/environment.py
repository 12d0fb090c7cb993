"""Runs before either program: takes back what PyInstaller's start put into the environment for itself.

The folder of our libraries in LD_LIBRARY_PATH would make the user's own programs (browsers, MCP servers, commands)
load them in place of the system's. This process has read it already, and our own children set it for themselves.
"""

import os

for _name in [name for name in os.environ if name.startswith("_PYI_")]:
    del os.environ[_name]
for _name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
    _own = os.environ.pop(f"{_name}_ORIG", None)
    os.environ.pop(_name, None)
    if _own is not None:
        os.environ[_name] = _own
