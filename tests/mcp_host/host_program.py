"""A program with a server that has a family, to be killed; run with a mark, which all their command lines hold.

With `host` after the mark it is a whole host, which takes seconds to import; else only its processes.
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from axon_desktop.mcp_host.processes.process import plan_launch, start_process
from tests.mcp_host.scenes import crude, running


async def main(mark: Path, *, whole: bool) -> None:
    config = crude("clan", "family", mark)
    if not whole:
        process = await start_process(plan_launch(config, os.environ["PATH"]))
        while await process.read():
            pass
        return
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder), config):
            await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), whole="host" in sys.argv[2:]))
