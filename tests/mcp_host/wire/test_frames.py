"""Bytes of a server: messages cut out of them, its log, and what of its words is shown."""

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.mcp_host.processes.log_ring import LINES, LogRing
from axon_desktop.mcp_host.processes.shell_path import find_path, find_program
from axon_desktop.mcp_host.visible_text import as_words, show_invisible
from axon_desktop.mcp_host.wire.frames import FloodError, FrameReader, Oversized


@given(st.lists(st.binary(max_size=40), max_size=8), st.lists(st.integers(1, 30), min_size=1, max_size=20))
def test_lines_are_the_same_however_they_arrive(lines: list[bytes], steps: list[int]) -> None:
    whole = b"\n".join(lines)
    reader = FrameReader(limit=25, flood=1000)
    found: list[bytes | Oversized] = []
    at = 0
    for step in steps * (len(whole) + 1):
        found.extend(reader.feed(whole[at : at + step]))
        at += step
        if at >= len(whole):
            break
    expected = [
        Oversized(len(line), None) if len(line) > 25 else line.strip()
        for line in whole.split(b"\n")[:-1]
        if len(line) > 25 or line.strip()
    ]
    assert found == expected


@pytest.mark.parametrize(
    ("message", "answers"),
    [
        (b'{"jsonrpc":"2.0","id":12,"result":{"x":"%s"}}', 12),
        (b'{"id": "a-1", "result": {"x": "%s"}}', "a-1"),
        (b'{ "id": 3, "jsonrpc": "2.0", "error": {"x": "%s"}}', 3),
        (b'{"result":{"x":"%s"},"jsonrpc":"2.0","id":7}', 7),
        (b'{"result":{"x":"%s"},"id":7,"jsonrpc":"2.0"}', 7),
        (b'{"jsonrpc":"2.0","id":"\xff","result":{"x":"%s"}}', None),
        (b'{"jsonrpc":"2.0","method":"x","params":{"x":"%s"}}', None),
        (b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"x":"%s"}}', None),
        (b'{"method":"x","params":{"x":"%s"},"jsonrpc":"2.0","id":1}', None),
    ],
)
@pytest.mark.parametrize("step", [1, 7, 100_000])
def test_a_large_message_names_what_it_answers(message: bytes, answers: int | str | None, step: int) -> None:
    data = message.replace(b"%s", b"x" * 2000)
    reader = FrameReader(limit=1000, flood=10_000)
    found = [frame for at in range(0, len(data), step) for frame in reader.feed(data[at : at + step])]
    assert [*found, *reader.feed(b"\n{}\n")] == [Oversized(len(data), answers), b"{}"]


def test_a_flood_ends_the_reading() -> None:
    reader = FrameReader(limit=1000, flood=5000)
    assert [reader.feed(b"x" * 100) for _ in range(50)] == [[]] * 50
    with pytest.raises(FloodError):
        reader.feed(b"x")


def test_the_log_keeps_the_last_lines_and_little_of_each() -> None:
    log = LogRing()
    log.feed(b"begin")
    log.feed(b"ning\n" + b"y" * 10_000)
    log.feed(b"y" * 10_000 + b"\n\xff\n")
    assert log.lines() == ["beginning", "y" * 2000, "\ufffd"]
    log.note("ours")
    assert log.last_words() == "\ufffd"
    for number in range(3):
        log.feed(b"".join(b"%d\n" % (number * 1000 + line) for line in range(1000)))
    assert log.lines() == [str(2000 + line) for line in range(LINES)]


def test_what_cannot_be_seen_is_written_out() -> None:
    assert show_invisible("Grüße, 世界! ⚠️ 👩‍💻\n\ttab") == "Grüße, 世界! ⚠️ 👩‍💻\n\ttab"
    assert show_invisible("a\u202eb\U000e0041\u3164\x1b\ufe0f") == "a⟨U+202E⟩b⟨U+E0041⟩⟨U+3164⟩⟨U+001B⟩⟨U+FE0F⟩"
    assert as_words("x" * 20, 10) == "x" * 10 + " … (cut)"
    assert as_words(" # a\r\n> ~~~\ntext # b", 100) == "\\# a\n> \\~~~\ntext # b"


def script(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


def test_programs_are_found_as_in_the_login_shell(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    npx = script(tools, "npx", "exit 0")
    greeting = f'echo "Welcome!"; PATH="{tools}:$PATH"; export PATH; for last; do :; done; exec /bin/sh -c "$last"'
    shell = script(tmp_path, "shell", greeting)
    path = find_path(str(shell))
    if os.name == "nt":  # every program has the user's PATH there
        assert path == os.environ["PATH"]
        return
    assert path.split(os.pathsep)[0] == str(tools)
    assert len(path.split(os.pathsep)) == len(set(path.split(os.pathsep)))
    assert find_program("npx", path, "/") == str(npx)
    assert find_program("./tools/npx", path, str(tmp_path)) == str(npx)
    assert find_program("no-such-program", path, "/") is None


def test_a_shell_that_does_not_answer_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axon_desktop.mcp_host.processes.shell_path._LIMIT", 0.2)
    shell = script(tmp_path, "shell", "sleep 600")
    assert set(os.environ["PATH"].split(os.pathsep)) <= set(find_path(str(shell)).split(os.pathsep))
    assert find_path("/no/such/shell")
    assert find_path("")
