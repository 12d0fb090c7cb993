"""`axon ask` has the servers of the user too; and a frozen program can start its own workers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from axon_desktop.mcp_host.config.config import ServerConfig, save_configs
from tests.forking.command import forked
from tests.llm.deepseek_server import DeepSeekServer, Reply
from tests.mcp_host.scenes import agree, crude, processes
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[3]


@pytest.fixture
def model() -> Iterator[DeepSeekServer]:
    with DeepSeekServer() as server:
        yield server


def key_of(model: DeepSeekServer) -> dict[str, str]:
    return {"DEEPSEEK_API_KEY": model.key, "DEEPSEEK_BASE_URL": model.base_url}


def ask(
    folder: Path, model: DeepSeekServer, *options: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Let the agent answer, in a process of its own."""
    (folder / "vault").mkdir(exist_ok=True)
    line = [*forked("axon_desktop.cli"), "ask", "use it", "--vault", str(folder / "vault")]
    return subprocess.run(
        [*line, "--provider", "deepseek", "--base-url", model.base_url, *options],
        env={**os.environ, "AXON_HOME": str(folder / "home"), **key_of(model), **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def results(model: DeepSeekServer) -> list[str]:
    """Return the results of the tools in the model's last request."""
    return [message["content"] for message in model.requests[-1].body["messages"] if message["role"] == "tool"]


def test_ask_uses_the_servers_that_were_agreed_to(tmp_path: Path, model: DeepSeekServer) -> None:
    mark = tmp_path / "tools.json"
    mark.write_text('[{"name": "echo", "description": "Say.", "inputSchema": {"type": "object"}}]')
    agreed = crude("far", "normal", mark, reading=("echo",))
    agree(tmp_path / "home", agreed)
    new = crude("new", "normal", tmp_path / "never run")
    broken = ServerConfig(name="broken", command="/no/such/program")
    agree(tmp_path / "home", agreed, broken)
    save_configs([agreed, new, broken], tmp_path / "home" / "config" / "mcp.json")
    model.script(Reply(calls=[("far_echo", {"text": "from a server"})]), Reply("It said so."))

    done = ask(tmp_path, model)

    assert (done.returncode, done.stdout) == (0, "It said so.\n"), done.stderr
    assert results(model)[0].startswith("from a server\n")
    assert "'new' is left out: agree to its command" in done.stderr
    assert "'broken' cannot be used: there is no program /no/such/program" in done.stderr
    assert processes(str(tmp_path)) == []


def test_what_no_rule_allows_is_not_called_where_nobody_can_be_asked(
    tmp_path: Path, model: DeepSeekServer
) -> None:
    agree(tmp_path / "home", crude("far"))
    trace = tmp_path / "trace"
    model.script(Reply(calls=[("far_write", {"path": str(trace), "text": "x"})]), Reply("I could not."))

    done = ask(tmp_path, model, "--approve", "all")

    assert done.returncode == 1, done.stderr
    assert "a tool of another program and no rule allows it" in results(model)[0]
    assert not trace.exists()


def test_the_time_limit_of_the_environment_goes_before_that_of_a_server(
    tmp_path: Path, model: DeepSeekServer
) -> None:
    agree(tmp_path / "home", crude("far", reading=("slow",), timeout=100))
    model.script(Reply(calls=[("far_slow", {"seconds": 60})]), Reply("Too slow."))
    done = ask(tmp_path, model, MCP_TOOL_CALL_TIMEOUT="300")
    assert done.stdout == "Too slow.\n"
    assert "took longer than 0.3 s" in results(model)[0], done.stderr


def test_without_servers_nothing_of_them_is_imported(tmp_path: Path, model: DeepSeekServer) -> None:
    (tmp_path / "vault").mkdir()
    code = (
        "import sys; from axon_desktop.cli import main; main(sys.argv[1:]);"
        "sys.exit(', '.join({'mcp', 'pydantic', 'axon_desktop.mcp_host.host'} & set(sys.modules)) or 0)"
    )
    model.script(Reply("Hello."))
    line = [sys.executable, "-c", code, "ask", "hello", "--vault", str(tmp_path / "vault")]
    done = subprocess.run(
        [*line, "--provider", "deepseek", "--base-url", model.base_url],
        env={**os.environ, "AXON_HOME": str(tmp_path / "home"), **key_of(model)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "Hello.\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="the launcher is for other systems")
def test_each_program_is_its_own_launcher() -> None:
    for program in ("axon_desktop", "axon_desktop.cli"):
        held, kept = os.pipe()
        worker = "axon_desktop.mcp_host.processes.process_launcher"
        line = [sys.executable, "-m", program, "--worker", worker, str(held)]
        try:
            done = subprocess.run(
                [*line, "/bin/sh", "-c", "echo served; exit 3"],
                cwd=ROOT,
                pass_fds=(held,),
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        finally:
            os.close(held)
            os.close(kept)
        assert (done.returncode, done.stdout, done.stderr) == (3, "served\n", "")


def test_only_modules_of_ours_are_workers() -> None:
    line = [sys.executable, "-m", "axon_desktop.cli", "--worker", "this"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert "The Zen of Python" not in done.stdout
