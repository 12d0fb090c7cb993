"""Runs an agent over requests, each on a fresh copy of the vault, and judges what it leaves behind."""

from __future__ import annotations

import contextlib
import difflib
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import msgspec
from msgspec import Struct

from bench.competence import recording
from bench.competence.checks import Files, changed_paths, judge, read_files
from bench.competence.measured import ROOT, Agent
from bench.competence.proxy import Proxy
from bench.competence.requests import VAULT, Request

_DIFF_LINES = 40
_ANSWER = 3000
"""Characters of answer and complaints that are kept."""


class Result(Struct):
    """One line of a file of results."""

    agent: str
    version: str
    requests: str
    """Name of the file of requests."""
    id: str
    level: int
    language: str
    solved: bool
    reasons: list[str]
    stray: list[str]
    """Files that changed though nobody asked for it."""
    answer: str
    complaints: str
    """End of what was printed to stderr."""
    diff: list[str]
    seconds: float
    timed_out: bool
    exit_code: int
    rounds: int
    prompt_tokens: int
    reply_tokens: int
    model: str
    """As the server names it."""
    server: str
    context: int
    """Tokens that the server holds for one conversation; 0 when it does not say."""
    seed: int
    temperature: float
    limit: float
    """Seconds that it might take."""
    machine: str


class ServerLostError(Exception):
    """The server is gone: what an agent does without one says nothing about it."""


class Runner(Struct):
    """What is the same for all requests of a run."""

    agent: Agent
    base_url: str
    model: str
    limit: float
    """Seconds for one request."""
    seed: int
    temperature: float
    record: Path | None = None
    """Folder for recordings of the wire."""

    def run_all(self, requests: list[tuple[str, Request]], out: Path) -> list[Result]:
        """Run what is not yet in the results, append to them, and return those of this agent."""
        done = [result for result in read_results([out]) if result.agent == self.agent.name]
        keys = {(result.requests, result.id) for result in done}
        server = Server.asked(self.base_url)
        out.parent.mkdir(parents=True, exist_ok=True)
        sampling = {"temperature": self.temperature, "seed": self.seed}
        with Proxy(self.base_url, sampling).running() as proxy, out.open("ab") as lines:
            for file, request in requests:
                if (file, request.id) in keys:
                    continue
                result = self._run(file, request, proxy, server)
                lines.write(msgspec.json.encode(result) + b"\n")
                lines.flush()
                done.append(result)
                said = "solved" if result.solved else "; ".join(result.reasons)
                print(
                    f"{request.level} {request.id}: {said} ({result.seconds:.0f} s, {result.rounds} rounds)",
                    flush=True,
                )
        return done

    def _run(self, file: str, request: Request, proxy: Proxy, server: Server) -> Result:
        with tempfile.TemporaryDirectory(prefix="competence-") as place:
            vault = Path(place) / "vault"
            shutil.copytree(VAULT, vault)
            before = read_files(vault)
            wire = proxy.begin()
            ended = run_agent(
                self.agent, request.text, Path(place), proxy.base_url, self.model, self.limit, server.context
            )
            lost = wire.lost
            proxy.begin()  # gives up what the agent left behind
            if lost:
                raise ServerLostError(f"the model's server cannot be asked: {lost}")
            after = read_files(vault)
            folders = [os.path.realpath(vault), str(vault), os.path.realpath(place), place]
        verdict = judge(request, before, after, ended.answer)
        reasons = list(verdict.reasons)
        if ended.timed_out:
            reasons.insert(0, f"no end after {self.limit:.0f} s")
        if self.record is not None:
            about = recording.About(
                id=request.id,
                requests=file,
                agent=self.agent.name,
                model=server.model,
                context=server.context,
                solved=not reasons,
                changed=changed_paths(before, after),
            )
            recording.save(self.record / f"{request.id}.jsonl.gz", about, wire.exchanges, folders)
        prompt, reply = wire.tokens
        return Result(
            agent=self.agent.name,
            version=self.agent.version,
            requests=file,
            id=request.id,
            level=request.level,
            language=request.language,
            solved=not reasons,
            reasons=reasons,
            stray=list(verdict.stray),
            answer=_without(ended.answer[:_ANSWER], folders),
            complaints=_without(ended.complaints[-_ANSWER:], folders),
            diff=_diff(before, after),
            seconds=round(ended.seconds, 1),
            timed_out=ended.timed_out,
            exit_code=ended.exit_code,
            rounds=wire.rounds,
            prompt_tokens=prompt,
            reply_tokens=reply,
            model=server.model,
            server=server.name,
            context=server.context,
            seed=self.seed,
            temperature=self.temperature,
            limit=self.limit,
            machine=machine(),
        )


@dataclass(frozen=True)
class Ended:
    """What an agent printed, and how it ended."""

    answer: str
    complaints: str
    exit_code: int
    timed_out: bool
    seconds: float


def run_agent(
    agent: Agent, request: str, place: Path, base_url: str, model: str, limit: float, context: int
) -> Ended:
    """Run the agent on `place`/vault, with a home of its own beside it."""
    home = place / "home"
    _write_settings(home, base_url, model, context)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")},
        "HOME": str(home),
        "AXON_HOME": str(home),
        "XDG_DATA_HOME": str(home / "share"),
        "AXON_PYTHON": sys.executable,
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        "NO_PROXY": "127.0.0.1",
    }
    values = {"vault": str(place / "vault"), "request": request, "base_url": base_url, "model": model}
    start = time.monotonic()
    process = subprocess.Popen(
        agent.filled(values), cwd=home, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    timed_out = False
    try:
        answer, complaints = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        timed_out = True
        _end(process)
        answer, complaints = process.communicate()
    finally:
        _end(process)  # also when this program is being ended, and for what the agent left running
    seconds = time.monotonic() - start
    said, complained = (output.decode("utf-8", "replace").strip() for output in (answer, complaints))
    return Ended(said, complained, process.returncode, timed_out, seconds)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the agent and all that it has started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
            if number == signal.SIGTERM:
                return


def _write_settings(home: Path, base_url: str, model: str, context: int) -> None:
    """Set Axon up for the server, as its settings dialog does."""
    chosen: dict[str, Any] = {"provider": "openai_compatible", "base_url": base_url, "model": model}
    if context:
        chosen["context_window"] = context
    file = home / "config" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_bytes(msgspec.json.encode({"model": chosen}))


@dataclass(frozen=True)
class Server:
    """What a model server says of itself."""

    model: str
    name: str
    context: int

    @classmethod
    def asked(cls, base_url: str) -> Server:
        """Ask the server."""
        with httpx.Client(trust_env=False, timeout=30) as client:
            models = client.get(f"{base_url}/models").raise_for_status().json()["data"]
            properties: dict[str, Any] = {}
            with contextlib.suppress(httpx.HTTPError, ValueError):  # llama-server's own; others have none
                properties = client.get(f"{base_url.removesuffix('/v1')}/props").raise_for_status().json()
        model = models[0]
        context = properties.get("default_generation_settings", {}).get("n_ctx") or 0
        kind = (model.get("meta") or {}).get("ftype", "")
        name = f"{model.get('owned_by', 'unknown')} {properties.get('build_info', '')}".strip()
        return cls(f"{Path(model['id']).name} {kind}".strip(), name, int(context))


def machine() -> str:
    """Return processor and cores."""
    name = platform.processor()
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), name)
    return f"{name}, {len(os.sched_getaffinity(0))} cores, {platform.system()}"


def _diff(before: Files, after: Files) -> list[str]:
    """Return the changes as a short unified diff."""
    lines: list[str] = []
    for path in changed_paths(before, after):
        old, new = (files.get(path, b"").decode("utf-8", "replace").splitlines() for files in (before, after))
        lines.append(
            path if path in before and path in after else f"{path} ({'new' if path in after else 'gone'})"
        )
        lines += list(difflib.unified_diff(old, new, n=0, lineterm=""))[2:]
    return lines[:_DIFF_LINES]


def _without(text: str, folders: list[str]) -> str:
    for folder in (*folders, str(ROOT)):
        text = text.replace(folder, "")
    return text


def read_results(files: list[Path]) -> list[Result]:
    """Return the results in files, in their order; a file that is not there has none."""
    lines = (line for file in files if file.exists() for line in file.read_bytes().splitlines() if line)
    return [msgspec.json.decode(line, type=Result) for line in lines]
