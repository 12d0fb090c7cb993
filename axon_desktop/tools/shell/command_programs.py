"""What the program's name reveals of a command: whether it runs code, uses the network, or changes rights."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

Need: TypeAlias = Literal["shell", "code", "network"]
"""A shell reads a line; a program runs code that cannot be checked; a program uses the network."""

_SHELLS = frozenset(
    {"sh", "ash", "bash", "busybox", "csh", "dash", "elvish", "fish", "ksh", "mksh", "nu", "powershell", "pwsh"}
    | {"rbash", "tcsh", "toybox", "xonsh", "zsh"}
)
_SHELL_LINE = re.compile(r"-[A-Za-z]*c[A-Za-z]*|--command(=.*)?", re.IGNORECASE)
_CODE_OPTION = {
    "python": r"-\w*c.*",
    "pypy": r"-\w*c.*",
    "perl": r"-\w*[eEMm].*",
    "ruby": r"-\w*[er].*",
    "node": r"-\w*[pe]\w*|--(eval|print|require|import).*",
    "php": r"-\w*[rBRE].*",
    "lua": r"-\w*[el].*",
    "vim": r"\+.*|-[cSs].*|--cmd",
    "vi": r"\+.*|-[cSs].*",
    "emacs": r"--?(eval|funcall|execute).*|-f",
    "gdb": r"-ex|-x|--?(eval-)?command.*",
    "find": r"-(exec|ok)(dir)?",
    "fd": r"-[xX].*|--exec.*",
    "env": r"-\w*S.*|--split-string.*",
    "git": r"-c.*|--(exec-path|upload-pack|receive-pack).*|config",
    "tar": r"-\w*[IF].*|--(to-command|checkpoint-action|use-compress-program|info-script).*",
    "rsync": r"-\w*e.*|--rsh.*",
    "sed": r"(?s)(.*;)?\s*(\d+|\$|/.*/)?\s*e\b.*|.*/\w*e\w*(;.*)?",
}
"""Program, and the options with which it runs code from its arguments."""
_CODE = frozenset(
    {"awk", "gawk", "mawk", "nawk", "xargs", "parallel", "make", "expect", "eval", "source", "exec"}
    | {"npx", "uvx", "pipx", "script", "watch", "at", "batch", "crontab", "systemd-run", "dbus-send", "busctl"}
    | {"screen", "tmux", "docker", "podman", "nsenter", "unshare", "chroot", "bwrap", "strace", "ltrace", "socat"}
)
"""Programs whose arguments are always code or commands."""
_NETWORK = frozenset(
    {
        "curl",
        "wget",
        "ping",
        "ping6",
        "nc",
        "ncat",
        "netcat",
        "ssh",
        "scp",
        "sftp",
        "ftp",
        "tftp",
        "telnet",
        "socat",
    }
    | {"rsync", "dig", "host", "nslookup", "getent", "traceroute", "mtr", "aria2c", "http", "https", "lynx", "w3m"}
    | {"links", "openssl", "whois", "nmap", "mail", "sendmail", "rclone", "aws", "gh", "pip", "npm", "npx", "apt"}
)
_RIGHTS = frozenset(
    {"sudo", "sudoedit", "su", "doas", "pkexec", "runuser", "run0", "gosu", "su-exec", "machinectl"}
)
_STARTERS = frozenset(
    {"env", "nice", "ionice", "nohup", "timeout", "setsid", "stdbuf", "time", "xargs", "find", "command", "chrt"}
    | {
        "taskset",
        "watch",
        "script",
        "parallel",
        "busybox",
        "toybox",
        "exec",
        "chronic",
        "flock",
        "prlimit",
        "setarch",
    }
)
"""Programs that start the program named in their arguments."""
_VERSION = re.compile(r"[-.\d]+$")


def find_needs(argv: Sequence[str]) -> frozenset[Need]:
    """Return what a command would use, as far as its words show."""
    found: set[Need] = set()
    names = [_name(word) for word in argv]
    for at, name in enumerate(names):
        if at and _name(argv[0]) not in _STARTERS and name not in _SHELLS:
            continue
        rest = argv[at + 1 :]
        if name in _SHELLS and any(_SHELL_LINE.fullmatch(word) for word in rest):
            found.add("shell")
        pattern = _CODE_OPTION.get(name, "")
        if name in _CODE or (pattern and any(re.fullmatch(pattern, word) for word in rest)):
            found.add("code")
        if name in _NETWORK:
            found.add("network")
    return frozenset(found)


def gains_rights(argv: Sequence[str]) -> bool:
    """Tell whether a command would be run as somebody else."""
    names = [_plain_name(word) for word in argv]
    return names[0] in _RIGHTS or (names[0] in _STARTERS and not _RIGHTS.isdisjoint(names))


def _name(word: str) -> str:
    """Return a program's name without its folder and version."""
    name = _plain_name(word)
    return _VERSION.sub("", name) or name


def _plain_name(word: str) -> str:
    """Return a program's name without its folder, as it might be on any disk."""
    return word.rpartition("/")[2].lower()
