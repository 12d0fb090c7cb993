"""smolagents through the same rounds: PORT VAULT ROUNDS RUNS; prints seconds of each run."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from smolagents import LogLevel, OpenAIServerModel, ToolCallingAgent, tool


def main(port: str, root: str, rounds: int, runs: int) -> None:
    """Run the same conversation again and again, each time from its beginning."""

    @tool
    def read_note(path: str) -> str:
        """Read a note.

        Args:
            path: Path of the note.
        """
        return (Path(root) / path).read_text("utf-8")

    model = OpenAIServerModel("script", api_base=f"http://127.0.0.1:{port}/v1", api_key="none")
    agent = ToolCallingAgent([read_note], model, verbosity_level=LogLevel.OFF, max_steps=rounds + 2)
    for _ in range(runs):
        start = time.perf_counter()
        answer = agent.run("Read all notes.")
        if answer != "All notes are read.":
            sys.exit(f"wrong answer: {answer}")
        print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
