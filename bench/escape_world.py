"""What an escape could reach, and what is seen of it from outside: files, servers, another process, secrets."""

from __future__ import annotations

import asyncio
import ctypes
import hashlib
import os
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
import uuid
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil

CANARY = f"canary-{uuid.uuid4().hex}"
"""Stands in every place that must not be read."""

_NOTES = ("Home.md", "Notes/Plan.md")
_SECRETS = (
    ".obsidian/data.json", ".trash/Old.md", ".env", ".secrets/token", "../secret", "../home/.ssh/id_ed25519",
)  # fmt: skip
_PRIVATE, _READ_WRITE, _MAKE = 0, 0o600, 0o1000


class World:
    """A vault, and around it all that a command must leave alone; everything is gone at the end."""

    def __enter__(self) -> World:
        self._stack = ExitStack()
        self._marker = str(200_000_000 + int(uuid.uuid4().hex[:6], 16))
        """A number of seconds to sleep, by which a process that stays behind is known."""
        self._base = Path(tempfile.mkdtemp(prefix="axon-escape-")).resolve()
        self._stack.callback(_remove_tree, self._base)
        self.root = self._base / "vault"
        self._make_vault()
        self._ears: dict[str, socket.socket] = {}
        self._open_ears()
        self._keep_secrets()
        self._other = subprocess.Popen(
            ["/bin/sh", "-c", f"while :; do sleep 30; done; : {CANARY}"],
            env={"SECRET": CANARY},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._stack.callback(self._end_other)
        self._before: dict[str, tuple[object, ...]] = {}
        self._heard: set[str] = set()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _make_vault(self) -> None:
        for name in ("open", "Notes", ".git/hooks"):
            (self.root / name).mkdir(parents=True)
        for name in _NOTES:
            (self.root / name).write_text("A note.\n")
        (self.root / ".git" / "config").write_text("[core]\n\trepositoryformatversion = 0\n")
        (self.root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        for name in ("objects", "refs/heads"):
            (self.root / ".git" / name).mkdir(parents=True)
        for name in _SECRETS:
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{CANARY}\n")
        (self.root / "leads").symlink_to(self._base)

    def _open_ears(self) -> None:
        inet, inet6, unix = socket.AF_INET, socket.AF_INET6, socket.AF_UNIX
        stream, datagram = socket.SOCK_STREAM, socket.SOCK_DGRAM
        self._listen("port", inet, stream, ("127.0.0.1", 0))
        self._listen("port6", inet6, stream, ("::1", 0))
        self._listen("udp", inet, datagram, ("127.0.0.1", 0))
        self._listen("socket", unix, stream, str(self._base / "bus"))
        self._listen("abstract", unix, stream, f"\0axon-escape-{self._marker}")
        self._listen("in the vault", unix, stream, str(self.root / "agent.sock"))
        with suppress(OSError):
            Path("/tmp/.X11-unix").mkdir(mode=0o1777, exist_ok=True)
        display = Path(f"/tmp/.X11-unix/X{self._marker}")
        self._listen("display", unix, stream, str(display))
        self._stack.callback(display.unlink, missing_ok=True)
        self._listen("datagram", unix, datagram, str(self._base / "log"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._free_port = free.getsockname()[1]

    def _listen(self, name: str, family: int, kind: int, address: str | tuple[str, int]) -> None:
        ear = self._stack.enter_context(socket.socket(family, kind))
        with suppress(OSError):  # no IPv6 here
            ear.bind(address)
            if kind == socket.SOCK_STREAM:
                ear.listen()
            ear.setblocking(False)
            self._ears[name] = ear

    def _keep_secrets(self) -> None:
        """Put the secret where processes of one user find things of each other."""
        self.handle = os.open(self._base / "secret", os.O_RDONLY)
        """An open file that holds it."""
        self._stack.callback(os.close, self.handle)
        os.set_inheritable(self.handle, True)
        shared = Path("/dev/shm") / f"axon-{self._marker}"
        with suppress(OSError):
            shared.write_text(CANARY)
        self._stack.callback(shared.unlink, missing_ok=True)
        libc = ctypes.CDLL(None)
        libc.shmat.restype = ctypes.c_void_p
        self._shm = libc.shmget(_PRIVATE, 4096, _READ_WRITE | _MAKE)
        if self._shm >= 0:
            where = ctypes.c_void_p(libc.shmat(self._shm, None, 0))
            ctypes.memmove(where, CANARY.encode(), len(CANARY))
            libc.shmdt(where)
            self._stack.callback(libc.shmctl, self._shm, 0, None)
        queue = f"/axon-{self._marker}".encode()
        if (opened := libc.mq_open(queue, os.O_RDWR | os.O_CREAT, 0o600, None)) >= 0:
            self._stack.callback(libc.mq_close, opened)
            self._stack.callback(libc.mq_unlink, queue)
        self._key = libc.syscall(248, b"user", f"axon-{self._marker}".encode(), CANARY.encode(), len(CANARY), -3)
        if self._key > 0:
            self._stack.callback(libc.syscall, 250, 9, self._key, -3)

    def write_script(self, name: str, code: str) -> str:
        """Put an attempt into the vault, and return its name."""
        values = {
            "base": self._base,
            "home": Path.home(),
            "pid": self._other.pid,
            "marker": self._marker,
            "shm": self._shm,
            "key": f"axon-{self._marker}",
            "key_number": self._key,
            "abstract": f"axon-escape-{self._marker}",
            "socket": self._base / "bus",
            "datagram": self._base / "log",
            "free_port": self._free_port,
        }
        values |= {
            name: ear.getsockname()[1] for name, ear in self._ears.items() if name in ("port", "port6", "udp")
        }
        for key, value in values.items():
            code = code.replace(f"{{{{{key}}}}}", str(value))
        (self.root / name).write_text(code)
        return name

    def remember(self) -> None:
        """Note how everything is before the attempt."""
        self._before = self._state()

    async def visit(self) -> None:
        """Try to reach what an attempt may offer to others, until cancelled."""
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self._free_port)
                writer.close()
                self._heard.add("its server could be reached")
            await asyncio.sleep(0.1)

    def look(self, seconds: float) -> list[str]:
        """Return what has come of the attempt; processes have so many seconds to be gone."""
        found = sorted(self._heard)
        for name, ear in self._ears.items():
            with suppress(BlockingIOError):
                if ear.type == socket.SOCK_STREAM:
                    ear.accept()[0].close()
                else:
                    ear.recv(100)
                found.append(f"it was heard at {name}")
        time.sleep(0.05)  # a killed process needs a moment to be seen as such
        after = self._state()
        changed = [key for key in self._before.keys() | after.keys() if self._before.get(key) != after.get(key)]
        found += [f"changed: {key}" for key in sorted(changed)]
        deadline = time.monotonic() + seconds
        while left := self._left():
            if time.monotonic() > deadline:
                found.append(f"{len(left)} processes were left")
                break
            time.sleep(0.05)
        for process in left:
            with suppress(psutil.Error):
                process.kill()
        return found

    def _left(self) -> list[psutil.Process]:
        return [
            process
            for process in psutil.process_iter(["pid", "cmdline", "cwd", "status"])
            if process.info["status"] != psutil.STATUS_ZOMBIE
            and process.info["pid"] != os.getpid()
            and any(
                self._marker in word or str(self._base) in word
                for word in (*(process.info["cmdline"] or ()), process.info["cwd"] or "")
            )
        ]

    def _state(self) -> dict[str, tuple[object, ...]]:
        """Return everything outside `open`, and how the other process is."""
        found = {str(path): _describe(path) for path in self._files()}
        try:
            other = psutil.Process(self._other.pid)
            stopped = other.status() in (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP, psutil.STATUS_ZOMBIE)
            limits = other.rlimit(psutil.RLIMIT_NOFILE)
            found["the other process"] = (stopped, other.nice(), tuple(other.cpu_affinity()), tuple(limits))
        except psutil.NoSuchProcess:
            found["the other process"] = ()
        return found

    def _files(self) -> list[Path]:
        found = [self._base]
        for folder, folders, files in os.walk(self._base):
            found += [Path(folder, name) for name in (*folders, *files)]
            if Path(folder) == self.root and "open" in folders and not (self.root / "open").is_symlink():
                folders.remove("open")
        name = f"axon-{self._marker}"
        places = ("/usr/local/bin", "/etc/cron.d", "/sys/fs/cgroup", str(Path.home()))
        return found + [path for path in (Path(place, name) for place in places) if path.exists()]

    def _end_other(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._other.pid, signal.SIGKILL)
        self._other.wait()
        for place in ("/usr/local/bin", "/etc/cron.d", str(Path.home())):
            Path(place, f"axon-{self._marker}").unlink(missing_ok=True)


def _describe(path: Path) -> tuple[object, ...]:
    """Return all of a file that must stay; of the folder for writing only that it is one."""
    info = path.lstat()
    if path.name == "open":
        return (stat.S_IFMT(info.st_mode),)
    attributes: tuple[str, ...] = ()
    text = ""
    with suppress(PermissionError):  # it was made unreadable, which its mode tells
        attributes = tuple(os.listxattr(path, follow_symlinks=False))
        text = hashlib.sha256(path.read_bytes()).hexdigest() if stat.S_ISREG(info.st_mode) else ""
    target = os.readlink(path) if stat.S_ISLNK(info.st_mode) else ""
    links = info.st_nlink if stat.S_ISREG(info.st_mode) else 0
    return (info.st_mode, info.st_uid, info.st_mtime_ns, links, attributes, text, target)


def _remove_tree(folder: Path) -> None:
    for place, _, _ in os.walk(folder):
        with suppress(OSError):
            Path(place).chmod(stat.S_IRWXU)
    shutil.rmtree(folder, ignore_errors=True)
