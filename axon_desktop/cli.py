"""The `axon` command: the agent, its tools and undo, without a window and without Qt.

Results go to stdout, progress and complaints to stderr. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 Ctrl+C.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import io
import json
import os
import signal
import sys
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing, contextmanager, suppress
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from axon_desktop import __version__
from axon_desktop.errors import AxonError, SettingsError, VaultError
from axon_desktop.worker import run_if_worker

if TYPE_CHECKING:
    from axon_desktop.agent.approval import Approver
    from axon_desktop.agent.engine import AgentEngine
    from axon_desktop.keys import KeyStore
    from axon_desktop.llm.messages import JsonObject, ToolResult
    from axon_desktop.settings import LimitSettings, ModelSettings
    from axon_desktop.tools import ToolManager
    from axon_desktop.vault import Change, Vault

DONE, FAILED, INTERRUPTED = 0, 1, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    run_if_worker()
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - for the whole run
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        code = command(options)
        sys.stdout.flush()
        return code
    except AxonError as error:
        print(f"axon: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output is gone; keep the interpreter from complaining when it flushes at its end.
        _drop_output()
        return FAILED
    except OSError as error:
        _drop_output()  # perhaps the disk that it goes to is full
        place = f": {error.filename}" if error.filename else ""
        print(f"axon: {error.strerror or error}{place}", file=sys.stderr)
        return FAILED


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="axon", description="An agent for Obsidian vaults, on the command line.")
    parser.add_argument("--version", action="version", version=f"axon {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(command=command)
        return sub

    def add_vault(sub: argparse.ArgumentParser, *, required: bool = True) -> None:
        sub.add_argument("--vault", metavar="DIR", required=required, type=Path, help="folder of the vault")

    def add_model(sub: argparse.ArgumentParser) -> None:
        providers = ("offline", "deepseek", "openai", "anthropic", "openai_compatible")
        sub.add_argument("--provider", choices=providers, help="who answers")
        sub.add_argument("--model", help="model id; the provider's default when missing")
        sub.add_argument("--base-url", metavar="URL", help="address of the provider")

    ask = add("ask", _ask, "let the agent do what TEXT says")
    ask.add_argument("text", metavar="TEXT")
    add_vault(ask)
    add_model(ask)
    ask.add_argument(
        "--mode",
        choices=("react", "plan"),
        default="react",
        help="go about it at once, or make a plan first, which is reviewed and then run step by step",
    )
    ask.add_argument(
        "--approve",
        choices=("ask", "all", "none"),
        default="ask",
        help="writes: ask at the terminal, let ordinary ones pass, or refuse what would be asked",
    )
    ask.add_argument("--max-tokens", metavar="N", type=int, help="most tokens that this run may use")
    ask.add_argument("--max-cost", metavar="USD", type=float, help="most US dollars that this run may cost")
    ask.add_argument("--events", action="store_true", help="print every event as one JSON object per line")

    tool = add("tool", _tool, "run one tool and print its result as JSON")
    tool.add_argument("name", metavar="NAME")
    tool.add_argument("params", metavar="JSON", help="params as a JSON object, or - to read them from stdin")
    add_vault(tool)

    undo = add("undo", _undo, "undo the last turn that is not yet undone; repeat to go further back")
    add_vault(undo)
    undo.add_argument("--list", action="store_true", help="list the turns that changed notes, newest first")
    undo.add_argument("--turn", metavar="ID", help="undo this turn")
    undo.add_argument(
        "--rescued", metavar="N", type=int, help="print a text that another program wrote in the moment of a write"
    )

    render = add("render", _render, "print a note as HTML")
    render.add_argument("note", metavar="NOTE")
    add_vault(render)

    mcp = add("mcp", _mcp, "offer the vault to other programs as an MCP server on stdin and stdout")
    add_vault(mcp)
    mcp.add_argument("--write", action="store_true", help="also offer the tools that change notes")
    mcp.add_argument("--http", metavar="PORT", type=int, help="listen on 127.0.0.1 instead; 0 takes a free port")
    mcp.add_argument("--no-token", action="store_true", help="with --http: let every program on this machine in")

    serve = add("serve", _serve, "offer tools and model to programs on this machine over HTTP")
    add_vault(serve)
    serve.add_argument("--port", type=int, default=8765, help="on 127.0.0.1; 0 takes a free one (default 8765)")
    serve.add_argument("--write", action="store_true", help="let ordinary changes pass without an allow rule")
    add_model(serve)

    sync = add("agent-sync", _agent_sync, "let other agents report their steps to the Task Manager over MCP")
    sync.add_argument("--http", metavar="PORT", type=int, help="listen on 127.0.0.1 instead; 0 takes a free port")
    sync.add_argument("--no-token", action="store_true", help="with --http: let every program on this machine in")

    doctor = add("doctor", _doctor, "check what works on this machine and say what to do about the rest")
    add_vault(doctor, required=False)
    doctor.add_argument(
        "--test-model", action="store_true", help="ask the configured model for a word; may cost a little"
    )
    return parser


@contextmanager
def _open_vault(folder: Path) -> Iterator[Vault]:
    from axon_desktop.vault import Vault

    vault = Vault(folder)
    try:
        vault.open()
    except VaultError as error:  # without a journal notes can still be read; a write will fail for the same reason
        print(f"axon: {error}", file=sys.stderr)
    try:
        yield vault
    finally:
        with suppress(VaultError):  # what cannot be settled now is settled at the next start
            vault.close()


# --- ask ---------------------------------------------------------------------------------------------------------


def _ask(options: argparse.Namespace) -> int:
    if not options.text.strip():
        raise AxonError("TEXT is empty. Say what the agent should do.")
    with _open_vault(options.vault) as vault:
        return asyncio.run(_run_turn(options, vault))


async def _run_turn(options: argparse.Namespace, vault: Vault) -> int:
    from axon_desktop import settings as settings_file
    from axon_desktop.agent.engine import AgentEngine
    from axon_desktop.agent.policy import ApprovalPolicy
    from axon_desktop.keys import KeyStore
    from axon_desktop.llm.factory import create_provider
    from axon_desktop.task_manager import reporting
    from axon_desktop.terminal import JsonPrinter, ProgressPrinter
    from axon_desktop.tools import ToolManager

    settings = settings_file.load()
    safety = settings.safety
    limits = _limits(options, settings_file.effective_limits(settings))
    keys = KeyStore.from_environment()
    provider = create_provider(_model(options, settings.model), keys)
    tools = ToolManager(vault, timeout=limits.tool_timeout, commands=safety.commands)
    engine = AgentEngine(
        provider,
        tools,
        _approver(options.approve),
        policy=ApprovalPolicy(safety.mode, safety.rules, vault.id, safety.tools),
        limits=limits,
        protocol=settings.model.protocol,
    )
    printer = JsonPrinter() if options.events else ProgressPrinter()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(provider.aclose)
        if provider.invents:  # else nobody would call them
            await _offer_servers(tools, keys, limits, stack)
        report = await stack.enter_async_context(reporting())
        with _stopped_by_ctrl_c(engine):
            async with aclosing(engine.process_message(options.text, options.mode)) as events:
                async for event in events:
                    printer.show(event)
                    report(event)
    return printer.exit_code


async def _offer_servers(tools: ToolManager, keys: KeyStore, limits: LimitSettings, stack: AsyncExitStack) -> None:
    """Let the agent also use the tools of the user's MCP servers, until the stack is closed."""
    from axon_desktop.mcp_host.config import load_configs

    configs = load_configs()
    if not any(config.enabled for config in configs):
        return
    from axon_desktop.mcp_host.one_run import servers_for_one_run
    from axon_desktop.settings import limits_every_call

    host = await stack.enter_async_context(
        servers_for_one_run(configs, keys, lambda text: print(f"axon: {text}", file=sys.stderr))
    )
    host.call_timeout, host.limits_all_calls = limits.tool_timeout, limits_every_call()
    tools.registry.attach(host.toolset_for_conversation())


def _model(options: argparse.Namespace, saved: ModelSettings) -> ModelSettings:
    """Return the saved model settings with the command line's laid over them."""
    import msgspec

    model = msgspec.structs.replace(saved)
    if options.provider and options.provider != saved.provider:
        model.provider, model.base_url, model.model = options.provider, "", ""
    model.base_url = options.base_url or model.base_url
    model.model = options.model or model.model
    return model


def _limits(options: argparse.Namespace, saved: LimitSettings) -> LimitSettings:
    """Return the limits with the command line's ceilings laid over them."""
    import msgspec

    asked = {"turn_tokens": options.max_tokens, "turn_cost": options.max_cost}
    values = msgspec.to_builtins(saved) | {name: value for name, value in asked.items() if value is not None}
    try:
        return msgspec.convert(values, type(saved))
    except msgspec.ValidationError as error:
        raise SettingsError(f"--max-tokens or --max-cost: {error}.") from error


def _approver(choice: str) -> Approver:
    from axon_desktop.agent.approvers import ApproveAll, ApproveNone
    from axon_desktop.terminal import TerminalApprover

    if choice == "all":
        return ApproveAll()
    if choice == "none":
        return ApproveNone("changes are not allowed in this run")
    if not sys.stdin.isatty():
        return ApproveNone("there is no terminal to ask at (--approve all lets ordinary changes pass)")
    return TerminalApprover()


@contextmanager
def _stopped_by_ctrl_c(engine: AgentEngine) -> Iterator[None]:
    """Let the first Ctrl+C stop the turn properly; a second one ends the program."""
    loop = asyncio.get_running_loop()

    def stop(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        loop.call_soon_threadsafe(engine.cancel)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# --- tool --------------------------------------------------------------------------------------------------------


def _tool(options: argparse.Namespace) -> int:
    from axon_desktop.llm.messages import ToolResult

    try:
        params = _params(sys.stdin.read() if options.params == "-" else options.params)
    except ValueError as error:
        result = ToolResult(False, error=str(error))
    else:
        result = _run_tool(options, params)
    print(json.dumps(result.to_json(), ensure_ascii=False))
    return DONE if result.success else FAILED


def _run_tool(options: argparse.Namespace, params: JsonObject) -> ToolResult:
    from axon_desktop.llm.messages import ToolCall, ToolResult
    from axon_desktop.settings import effective_limits, load
    from axon_desktop.tools import ToolManager

    settings = load()
    limits = effective_limits(settings)
    try:
        with _open_vault(options.vault) as vault:
            manager = ToolManager(vault, timeout=limits.tool_timeout, commands=settings.safety.commands)
            manager.begin_turn(uuid.uuid4().hex, f"axon tool {options.name}")
            return asyncio.run(manager.execute(ToolCall(options.name, params)))
    except VaultError as error:
        return ToolResult(False, error=str(error))


def _params(text: str) -> JsonObject:
    from axon_desktop.tools.call_json import decode

    try:
        params = decode(text)
    except ValueError as error:
        raise ValueError(f"Invalid JSON: {error}") from error
    if not isinstance(params, dict):
        raise ValueError("Invalid parameters: a JSON object is needed")  # noqa: TRY004 - one kind for the caller
    return params


# --- undo --------------------------------------------------------------------------------------------------------


def _undo(options: argparse.Namespace) -> int:
    with _open_vault(options.vault) as vault:
        if options.rescued is not None:
            return _print_rescued(vault, options.rescued)
        if options.list:
            for item in vault.journal.rescued():
                time = f"{item.time.astimezone():%Y-%m-%d %H:%M:%S}"
                print(f"rescued {item.id}  {time}  {item.path}  (--rescued {item.id} prints it)")
            for turn in vault.journal.turns(1_000):
                undone = "  (undone)" if all(change.undone for change in turn.changes) else ""
                print(f"{turn.turn}  {turn.time.astimezone():%Y-%m-%d %H:%M:%S}  {turn.title}{undone}")
                for line in _change_lines(turn.changes):
                    print(f"    {line}")
            return DONE
        changes = vault.undo_turn(options.turn) if options.turn else vault.undo_last_turn()
    if not changes:
        print("axon: There is nothing to undo.", file=sys.stderr)
        return FAILED
    for change in changes:
        print(f"Undone: {change.path}")
    return DONE


def _change_lines(changes: Sequence[Change]) -> list[str]:
    """Return a line for each change; what was done together, such as a move and the links to it, is one."""
    lines = []
    for key, group in groupby(changes, lambda change: change.batch or change.id):
        first, *others = sorted(group, key=lambda change: change.id != key)
        line = f"{first.kind}  {first.path}"
        if first.kind == "move":
            line += f" -> {first.target}"
        elif first.kind == "trash":
            line += f" -> {first.target or 'the trash of the system'}"
        more = len({change.path for change in others} - {first.path, first.target})
        if more:
            line += f"  (and {more} other note{'s' if more > 1 else ''})"
        lines.append(line)
    return lines


def _print_rescued(vault: Vault, number: int) -> int:
    item = next((item for item in vault.journal.rescued(limit=-1) if item.id == number), None)
    if item is None:
        raise AxonError(f"There is no rescued text {number}. `axon undo --list` shows what there is.")
    sys.stdout.flush()
    sys.stdout.buffer.write(vault.journal.text(item.sha256))
    return DONE


# --- mcp, serve, agent-sync --------------------------------------------------------------------------------------


def _mcp(options: argparse.Namespace) -> int:
    if options.http is None:
        from axon_desktop.serve.standard_streams import claim_streams

        source, target = claim_streams()  # first of all: nothing else may reach stdout
        from axon_desktop.serve.start import serve_stdio

        with _open_vault(options.vault) as vault:
            asyncio.run(serve_stdio(vault, source, target, write=options.write))
        return DONE
    from axon_desktop.serve.start import serve_mcp_http

    with _open_vault(options.vault) as vault:
        asyncio.run(serve_mcp_http(vault, options.http, write=options.write, use_token=not options.no_token))
    return DONE


def _serve(options: argparse.Namespace) -> int:
    from axon_desktop import settings as settings_file
    from axon_desktop.keys import KeyStore
    from axon_desktop.llm.factory import create_provider
    from axon_desktop.serve.start import serve_api

    model = _model(options, settings_file.load().model)
    provider = create_provider(model, KeyStore.from_environment())

    async def run(vault: Vault) -> None:
        try:
            await serve_api(vault, options.port, provider, write=options.write)
        finally:
            await provider.aclose()

    with _open_vault(options.vault) as vault:
        asyncio.run(run(vault))
    return DONE


def _agent_sync(options: argparse.Namespace) -> int:
    from axon_desktop import task_manager

    if options.http is None:
        from axon_desktop.serve.standard_streams import claim_streams

        source, target = claim_streams()
        asyncio.run(task_manager.serve_stdio(source, target))
    else:
        asyncio.run(task_manager.serve_http(options.http, use_token=not options.no_token))
    return DONE


# --- render, doctor ----------------------------------------------------------------------------------------------


def _render(options: argparse.Namespace) -> int:
    with _open_vault(options.vault) as vault:
        print(_page(vault, options.note))
    return DONE


def _page(vault: Vault, path: str) -> str:
    """Return a note as an HTML page; links keep the form that the window follows (`axon-note:` and so on)."""
    from axon_desktop.vault.markdown.blocks import scan_blocks
    from axon_desktop.vault.markdown.colors import LIGHT
    from axon_desktop.vault.markdown.definitions import collect_definitions
    from axon_desktop.vault.markdown.render import Renderer

    note = vault.read(path)
    vault.names.scan()
    blocks = [block for block in scan_blocks(note.text) if block is not None]
    front_matter = blocks[0].source if blocks and blocks[0].kind == "front_matter" else ""
    definitions = collect_definitions(blocks)
    renderer = Renderer(LIGHT, lambda target: vault.names.resolve_link(target, note.path))
    title = PurePosixPath(note.path).stem
    first = next((block for block in blocks if block.kind not in ("front_matter", "blank")), None)
    says_it_itself = first is not None and first.heading == (1, title)
    body = renderer.render_header("" if says_it_itself else title, front_matter)
    body += renderer.render([*blocks, *definitions.note_blocks()], definitions)
    head = f'<meta charset="utf-8">\n<title>{html.escape(title)}</title>'
    return f"<!DOCTYPE html>\n<html>\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>"


def _doctor(options: argparse.Namespace) -> int:
    from axon_desktop import doctor

    checks = doctor.run_checks(options.vault, ask_model=options.test_model)
    for check in checks:
        print(f"{doctor.MARKS[check.state]} {check.name}: {check.found}")
        if check.advice:
            print(f"  {check.advice}")
    return FAILED if any(check.state == "bad" for check in checks) else DONE


if __name__ == "__main__":
    sys.exit(main())
