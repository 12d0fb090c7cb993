"""The `axon` command: the agent, its tools and undo, without a window and without Qt.

Results go to stdout, progress and complaints to stderr. Exit codes: 0 done, 1 failed or not done, 2 wrong usage,
130 Ctrl+C.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path

from axon_desktop import __version__
from axon_desktop.commands import FAILED, INTERRUPTED
from axon_desktop.errors import AxonError
from axon_desktop.settings.providers import PROVIDERS, provider_ids
from axon_desktop.worker_process import run_if_worker

_EXAMPLES = """\
examples:
  axon ask "list /" --vault ~/Notes --provider offline
  axon ask "tidy my reading list" --vault ~/Notes --mode plan
  axon search "rain barrel" --vault ~/Notes
  axon undo --vault ~/Notes
  axon doctor

Axon shows a diff and asks before each change; each change can be undone.
More on a command: axon COMMAND --help
Keys: {variables}, or the system's keyring.
DEEPSEEK_API_KEY alone makes DeepSeek the model. A key goes only to its own provider, or
only to the server that {addresses} names.
Exit codes: 0 done, 1 failed or not done, 2 wrong usage, 130 interrupted.
"""


def _one_of(variables: Iterable[str]) -> str:
    *most, last = filter(None, variables)
    return f"{', '.join(most)} or {last}"


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
    try:
        module, _, function = options.where.partition(":")  # the others are not needed
        command: Callable[[argparse.Namespace], int] = getattr(
            import_module(f"axon_desktop.commands.{module}"), function
        )
        code = command(options)
        sys.stdout.flush()
        return code
    except AxonError as error:
        print(f"axon: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has closed it; this prevents an error when the interpreter flushes at its end.
        _drop_output()
        return FAILED
    except OSError as error:
        _drop_output()  # perhaps the disk is full
        place = f": {error.filename}" if error.filename else ""
        print(f"axon: {error.strerror or error}{place}", file=sys.stderr)
        return FAILED


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="axon",
        description="An agent for Obsidian vaults, on the command line. The window is: axon-desktop [VAULT]",
        epilog=_EXAMPLES.format(
            variables=_one_of(info.variable for info in PROVIDERS),
            addresses=_one_of(info.address_variable for info in PROVIDERS),
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"axon {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, text: str, where: str = "") -> argparse.ArgumentParser:
        """Add a command, which is `module:function` of `commands`; both are called like it by default."""
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(where=where or f"{name}:{name}")
        return sub

    def add_vault(sub: argparse.ArgumentParser, *, required: bool = True) -> None:
        sub.add_argument("--vault", metavar="DIR", required=required, type=Path, help="folder of the vault")

    def add_model(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--provider", choices=provider_ids(), help="who answers")
        sub.add_argument("--model", help="model id; the provider's default when missing")
        sub.add_argument("--base-url", metavar="URL", help="address of the provider")

    ask_options = add("ask", "let the agent do what TEXT says")
    ask_options.add_argument("text", metavar="TEXT")
    add_vault(ask_options)
    add_model(ask_options)
    ask_options.add_argument(
        "--mode",
        choices=("react", "plan"),
        default="react",
        help="act right away, or make a plan first that you review and that then runs step by step",
    )
    ask_options.add_argument(
        "--approve",
        choices=("ask", "all", "none"),
        default="ask",
        help="writes, and going on after some rounds: ask at the terminal, let ordinary ones pass, or refuse all:"
        " this run only reads",
    )
    ask_options.add_argument("--max-tokens", metavar="N", type=int, help="most tokens that this run may use")
    ask_options.add_argument(
        "--max-cost", metavar="USD", type=float, help="most US dollars that this run may cost"
    )
    ask_options.add_argument("--events", action="store_true", help="print every event as one JSON object per line")

    tool_options = add("tool", "run one tool and print its result as JSON")
    tool_options.add_argument("name", metavar="NAME")
    tool_options.add_argument(
        "params", metavar="JSON", help="params as a JSON object, or - to read them from stdin"
    )
    add_vault(tool_options)

    search_options = add("search", "print the lines of notes that match a search")
    search_options.add_argument("query", metavar="QUERY", help='words, "phrases" and operators as in Obsidian')
    add_vault(search_options)
    search_options.add_argument("--folder", metavar="PATH", default="", help="only below this folder of the vault")
    search_options.add_argument("--tag", default="", help="only notes with this tag or one below it")
    search_options.add_argument("--regex", action="store_true", help="QUERY is a regular expression for one line")
    how = search_options.add_mutually_exclusive_group()
    how.add_argument(
        "--by",
        choices=("words", "meaning", "both"),
        default="words",
        help="find notes by the words of QUERY (default), by what it means in whatever words, or by both",
    )
    how.add_argument(
        "--meaning", dest="by", action="store_const", const="meaning", help="the same as --by meaning"
    )
    search_options.add_argument(
        "--limit", metavar="N", type=int, default=20, help="most lines to show (default 20)"
    )
    search_options.add_argument("--json", action="store_true", help="print a list of objects: path, line, snippet")

    undo_options = add("undo", "undo the last turn that is not yet undone; repeat to go further back")
    add_vault(undo_options)
    undo_options.add_argument(
        "--list", action="store_true", help="list the turns that changed notes, newest first"
    )
    undo_options.add_argument("--turn", metavar="ID", help="undo this turn")
    undo_options.add_argument("--redo", action="store_true", help="take back the last undo, or those of --turn")
    undo_options.add_argument(
        "--preview", action="store_true", help="print what would become of each file, and change nothing"
    )
    undo_options.add_argument(
        "--over",
        metavar="FILE",
        action="append",
        default=[],
        help="take this file back although that loses what was written in it since: shows what, and asks; --redo"
        " brings it back. FILE as --preview names it; can be given several times",
    )
    undo_options.add_argument(
        "--rescued", metavar="N", type=int, help="print a text that another program wrote while a note was changed"
    )

    render_options = add("render", "print a note as HTML")
    render_options.add_argument("note", metavar="NOTE")
    add_vault(render_options)

    mcp_options = add(
        "mcp", "offer the vault to other programs as an MCP server on stdin and stdout", "servers:mcp"
    )
    add_vault(mcp_options)
    mcp_options.add_argument("--write", action="store_true", help="also offer the tools that change notes")
    mcp_options.add_argument(
        "--http", metavar="PORT", type=int, help="listen on 127.0.0.1 instead; 0 takes a free port"
    )
    mcp_options.add_argument(
        "--no-token", action="store_true", help="with --http: let every program on this machine in"
    )

    serve_options = add("serve", "offer tools and model to programs on this machine over HTTP", "servers:serve")
    add_vault(serve_options)
    serve_options.add_argument(
        "--port", type=int, default=8765, help="on 127.0.0.1; 0 takes a free one (default 8765)"
    )
    serve_options.add_argument(
        "--write", action="store_true", help="let ordinary changes pass without an allow rule"
    )
    add_model(serve_options)

    server_options = add(
        "mcp-servers", "list your MCP servers, and agree to what would be started", "mcp_servers:mcp_servers"
    )
    server_options.add_argument(
        "--agree",
        nargs=2,
        metavar=("NAME", "HASH"),
        help="agree to this one without a question, if it still is what HASH was shown for",
    )

    sync_options = add(
        "agent-sync", "let other agents report their steps to the Task Manager over MCP", "servers:agent_sync"
    )
    sync_options.add_argument(
        "--http", metavar="PORT", type=int, help="listen on 127.0.0.1 instead; 0 takes a free port"
    )
    sync_options.add_argument(
        "--no-token", action="store_true", help="with --http: let every program on this machine in"
    )

    doctor_options = add("doctor", "check what works on this machine and say what to do about the rest")
    add_vault(doctor_options, required=False)
    doctor_options.add_argument(
        "--test-model", action="store_true", help="ask the configured model for a word; may cost a little"
    )
    doctor_options.add_argument(
        "--bundle",
        metavar="FILE",
        type=Path,
        help="instead, save what helps to find a fault as a zip file: no note text or name, no folder, no key",
    )
    doctor_options.add_argument(
        "--force", action="store_true", help="with --bundle: replace a file that is there already"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
