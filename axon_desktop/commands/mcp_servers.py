"""`axon mcp-servers`, and the user's MCP servers for the length of one command."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from axon_desktop.commands import DONE
from axon_desktop.errors import AxonError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AsyncExitStack

    from axon_desktop.mcp_host.config.config import ServerConfig
    from axon_desktop.mcp_host.host import McpHost
    from axon_desktop.settings.keys import KeyStore
    from axon_desktop.settings.settings import LimitSettings

_MARK = 32
"""Characters of a server's hash that are shown, and must be given to agree to it."""


def mcp_servers(options: argparse.Namespace) -> int:
    """List the MCP servers; ask about those that were not agreed to, or agree to one whose hash is given."""
    from axon_desktop.mcp_host.config.approvals import Approvals
    from axon_desktop.mcp_host.config.config import config_file

    configs = _load_configs()
    approvals = Approvals()
    approvals.load()
    if options.agree:
        agreed_to = _find(configs, *options.agree)
        approvals.confirm(agreed_to)
        approvals.save()
        print(f"Agreed: {agreed_to.name} is started from now on.")
        return DONE
    if not configs:
        print(f"There are no MCP servers in {config_file()}.")
    for config in configs:
        agreed = approvals.is_confirmed(config)
        print("\n".join(_lines(config, agreed=agreed)))
        if not agreed and sys.stdin.isatty() and _agrees(config):
            approvals.confirm(config)
            approvals.save()
    return DONE


async def start_servers(keys: KeyStore, limits: LimitSettings, stack: AsyncExitStack) -> McpHost | None:
    """Start the user's servers that are on and agreed to, until the stack is closed; None where there are none."""
    configs = _load_configs()
    if not any(config.enabled for config in configs):
        return None
    from axon_desktop.mcp_host.cli_run import servers_for_one_run
    from axon_desktop.settings.settings import limits_every_call

    host = await stack.enter_async_context(servers_for_one_run(configs, keys, _complain))
    host.call_timeout, host.limits_all_calls = limits.tool_timeout, limits_every_call()
    return host


def _load_configs() -> list[ServerConfig]:
    from axon_desktop.mcp_host.config.config import load_configs

    return load_configs(on_problem=lambda problem: _complain(str(problem)))


def _complain(text: str) -> None:
    print(f"axon: {text}", file=sys.stderr)


def _find(configs: list[ServerConfig], name: str, mark: str) -> ServerConfig:
    """Return the server that is agreed to, if it is just as it was when its hash was shown."""
    config = next((config for config in configs if config.name == name), None)
    if config is None:
        raise SettingsError(f"There is no MCP server {name!r}. `axon mcp-servers` lists them.")
    if len(mark) < _MARK or not config.identity.startswith(mark):
        raise AxonError(
            f"{name}: this is not its hash, so it may have changed since you looked. Nothing was agreed to:"
            " `axon mcp-servers` shows what would be started, and its hash."
        )
    return config


def _agrees(config: ServerConfig) -> bool:
    from axon_desktop.commands.terminal import agrees

    sys.stdout.flush()
    what = "Connect to this address" if config.url else "Start this program"
    return agrees(f"{what} whenever Axon runs? [y/n] ")


def _lines(config: ServerConfig, *, agreed: bool) -> Iterator[str]:
    """Yield all that decides which program runs or which address is called, with nothing hidden in it."""
    from axon_desktop.mcp_host.visible_text import show_invisible

    state = "agreed to" if agreed else "not agreed to: it is not started"
    yield f"{config.name}  ({state if config.enabled else f'{state}; switched off'})"
    facts = [("address" if config.url else "command", config.shown)]
    facts += [("variable", f"{name}={value}") for name, value in config.env.items()]
    facts += [("header", f"{name}: {value}") for name, value in config.headers.items()]
    facts += [("folder", config.cwd or "~")] if not config.url else []
    facts += [("hash", config.identity[:_MARK])]
    for name, value in facts:
        yield f"  {name:9} {show_invisible(value)}".replace("\n", "\\n")
