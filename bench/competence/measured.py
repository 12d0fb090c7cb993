"""The agents that can be measured: how each is started, and which version it is."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from axon_desktop import __version__
from bench import peer

ROOT = Path(__file__).parents[2]
_ASK = (
    "ask",
    "{request}",
    "--vault",
    "{vault}",
    "--base-url",
    "{base_url}",
    "--model",
    "{model}",
    "--approve",
    "all",
)
_FILL = ("{vault}", "{base_url}", "{model}", "{request}")


@dataclass(frozen=True)
class Agent:
    """A command line, with `{vault}`, `{request}`, `{base_url}` and `{model}` to be filled in."""

    name: str
    command: Sequence[str]
    version: str

    def filled(self, values: Mapping[str, str]) -> list[str]:
        """Return the command line of one run."""
        return [_fill(part, values) for part in self.command]


def _fill(part: str, values: Mapping[str, str]) -> str:
    """Put in the values; a value that looks like a place to fill is left as it is."""
    for name, value in values.items():
        if part == f"{{{name}}}":
            return value
    for name, value in values.items():
        part = part.replace(f"{{{name}}}", value) if name != "request" else part
    return part


def _peer(name: str, package: str, script: str) -> Agent:
    program = str(peer.PROGRAMS / "python")
    return Agent(name, [program, str(ROOT / "bench" / "peers" / script), *_FILL], peer.named(package))


def _module(name: str, module: str, version: str) -> Agent:
    return Agent(name, [sys.executable, "-m", f"bench.competence.agents.{module}", *_FILL], version)


def find(name: str) -> Agent:
    """Return the agent of this name.

    Raises:
        KeyError: there is none.
    """
    axon = f"axon-desktop {__version__}"
    match name:
        case "axon":
            return Agent(name, [str(Path(sys.executable).with_name("axon")), *_ASK], axon)
        case "axon-yes":
            return _module(name, "axon_yes", axon)
        case "plain":
            return _module(name, "plain", "the control")
        case "pydantic-ai":
            return _peer(name, "pydantic-ai-slim", "competence_pydantic_ai.py")
        case "openai-agents":
            return _peer(name, "openai-agents", "competence_openai_agents.py")
        case "smolagents":
            return _peer(name, "smolagents", "competence_smolagents.py")
    raise KeyError(name)


NAMES = ("axon", "axon-yes", "plain", "pydantic-ai", "openai-agents", "smolagents")
"""What `find` knows."""
