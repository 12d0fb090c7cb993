"""Measure an agent with a real model.

python -m bench.competence run --agent axon --base-url http://127.0.0.1:8123/v1 --out results.jsonl
python -m bench.competence check
python -m bench.competence report > docs/competence.md
"""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from bench.competence import measured, self_check
from bench.competence.checks import read_files
from bench.competence.report import RESULTS, report, summary
from bench.competence.requests import HERE, VAULT, Request, files, load
from bench.competence.runner import Runner, ServerLostError, read_results


def main() -> int:
    """Run one command."""
    parser = argparse.ArgumentParser(prog="python -m bench.competence", description=__doc__.split("\n", 1)[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser(
        "run", help="run an agent over the requests; what is in the results is not run again"
    )
    run.add_argument("--agent", required=True, help=f"{', '.join(measured.NAMES)}, or any name with --command")
    run.add_argument("--command", help="command line with {vault}, {request}, {base_url} and {model}")
    run.add_argument("--base-url", default="http://127.0.0.1:8123/v1", help="OpenAI-compatible server")
    run.add_argument("--model", default="qwen2.5-coder-1.5b", help="model id to ask for")
    run.add_argument("--requests", action="append", metavar="FILE", help="file of requests; default all there are")
    run.add_argument("--only", nargs="+", metavar="ID", help="these requests alone")
    run.add_argument("--out", type=Path, required=True, help="file of results, appended to")
    run.add_argument("--limit", type=float, default=300, help="seconds for one request")
    run.add_argument("--seed", type=int, default=0)
    run.add_argument("--temperature", type=float, default=0.0)
    run.add_argument("--record", type=Path, metavar="DIR", help="keep the wire of each run in this folder")
    run.set_defaults(run=_run)
    commands.add_parser("check", help="prove that the checks cannot be passed cheaply").set_defaults(run=_check)
    shown = commands.add_parser("report", help="print docs/competence.md")
    shown.add_argument("results", nargs="*", type=Path, default=RESULTS, help="files; default those kept here")
    shown.set_defaults(run=_report)
    options = parser.parse_args()
    code: int = options.run(options)
    return code


def _request_files(names: list[str] | None) -> list[Path]:
    return [path if (path := Path(name)).exists() else HERE / name for name in names] if names else files()


def _run(options: argparse.Namespace) -> int:
    requests: list[tuple[str, Request]] = [
        (file.stem, request) for file in _request_files(options.requests) for request in load(file)
    ]
    if options.only:
        unknown = set(options.only) - {request.id for _, request in requests}
        if unknown:
            sys.exit(f"no such request: {', '.join(sorted(unknown))}")
        requests = [pair for pair in requests if pair[1].id in options.only]
    if options.command:
        agent = measured.Agent(options.agent, shlex.split(options.command), "")
    elif options.agent in measured.NAMES:
        agent = measured.find(options.agent)
    else:
        sys.exit(f"no agent {options.agent}; give its --command")
    runner = Runner(
        agent=agent,
        base_url=options.base_url,
        model=options.model,
        limit=options.limit,
        seed=options.seed,
        temperature=options.temperature,
        record=options.record,
    )
    try:
        print(summary(runner.run_all(requests, options.out)))
    except ServerLostError as error:
        sys.exit(f"{error}. The results so far are kept; run the same command again to go on.")
    return 0


def _check(options: argparse.Namespace) -> int:
    vault = read_files(VAULT)
    found = [f"{file.name}: {problem}" for file in files() for problem in self_check.problems(load(file), vault)]
    counted = sum(len(load(file)) for file in files())
    print(
        "\n".join(found)
        or f"{counted} requests: each reference is accepted, each of {len(self_check.CHEATS)} cheats solves none"
    )
    return 1 if found else 0


def _report(options: argparse.Namespace) -> int:
    print(report(read_results(options.results)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
