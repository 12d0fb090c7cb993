"""The process that forks outlives whoever asks it."""

from __future__ import annotations

import os
import socket
import subprocess

import pytest

from tests.forking.command import forked


@pytest.mark.forks
@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="forks on Linux only")
@pytest.mark.parametrize("sent", [b"", b"\0\0\1\0", b"\0\0\1\0some of it"])
def test_who_asked_and_was_killed_meanwhile_is_forgotten(sent: bytes) -> None:
    command = forked("axon_desktop.cli")
    address = command[command.index("-S") + 2]
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(address)
        if sent:
            socket.send_fds(line, [sent], [0, 1, 2])
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout[:4]) == (0, "axon"), done.stderr
