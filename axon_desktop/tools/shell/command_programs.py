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
_INTERPRETERS = (
    _SHELLS
    | {"bun", "deno", "guile", "irb", "java", "jshell", "julia", "lua", "luajit", "node", "nodejs", "osascript"}
    | {"perl", "php", "pypy", "python", "racket", "rscript", "ruby", "tclsh", "wish"}
)
"""Programs that run what they are given: a file, an option, what they read."""
_ABOUT_ITSELF = re.compile(r"-[hvV?]|--(help|version)")
_VI = r"\+.*|-\w*[cesSuW].*|--cmd.*|--startuptime.*"
_CODE_OPTION = {
    "ack": r"--(pager|output).*",
    "ag": r"--pager.*",
    "apt-get": r"-o.*|-c.*",
    "bat": r"--pager.*",
    "batcat": r"--pager.*",
    "cpio": r"--rsh.*",
    "diff3": r"--diff-p.*",
    "ed": r"!.*",
    "emacs": r"--?(eval|execute|funcall|load|script|batch).*|-[flx]",
    "env": r"-\w*S.*|--s.*|(?!(LANG|LANGUAGE|LC_\w+|TERM|TZ|COLUMNS|LINES)=)[A-Za-z_]\w*=.*",
    "exiftool": r"-(if\d*|config|@|p|printFormat|filter|userParam)|.*\$\{.*",
    "fd": r"-\w*[xX].*|--exec.*",
    "fdfind": r"-\w*[xX].*|--exec.*",
    "find": r"-(exec|ok)(dir)?",
    "flock": r"-\w*c.*|--c.*",
    "gdb": r"-x|--?(eval|ex|ix|command|init|source|python).*",
    "git": r"-[cCOx].*|--(config-env|exec|ext-?cmd|git-dir|open-files|receive-pack|upload-pack|work-tree).*"
    r"|config|difftool|filter-branch|foreach|mergetool|run|send-email|ext::.*",
    "gpg": r"--[\w-]*-program.*|--photo-viewer.*|--options.*",
    "gs": r"-dNOSAFER|-c.*|.*%pipe%.*",
    "hg": r"--config.*|-R.*|--repo.*|--cwd.*",
    "install": r"--strip-p.*",
    "less": r"\+.*|-\w*k.*|--lesskey.*",
    "man": r"-\w*[CHP].*|--(con|ht|pa).*",
    "mandoc": r"-\w*[CHP].*",
    "more": r"\+.*",
    "nano": r"-\w*[fs].*|--(rc|sp).*",
    "npm": r"ci|exec|i|install|restart|run.*|start|t|test|x",
    "pandoc": r"-\w*[FLd].*|--(def|fil|lua|pdf-engine|data-dir).*|.*\.lua",
    "patch": r"-\w*e.*|--ed.*",
    "pdflatex": r"-+(shell-escape|enable-write18).*",
    "pip": r"download|install|wheel",
    "psql": r"-\w*[cf].*|--(command|file).*|.*\\!.*",
    "rg": r"--(pre|hostname-bin)(=.*)?",
    "rpm": r"-\w*[DE].*|--(define|eval|load|pipe|rcfile).*",
    "rsync": r"-\w*[eM].*|--(rsh|rsync-path|remote-option|daemon).*",
    "scp": r"-\w*[DFSo].*",
    "sdiff": r"--diff-p.*",
    "sed": r".{2000,}|(.*[;{\n])?[\d\s,$~+!]*(/.*/[\d\s,$~+!I]*)?e\b.*|.*/\w*e\w*(;.*)?"
    r"|.*s([^\w\s\\]).*\4\w*e\w*\s*([;}\n].*)?|-\w*f.*|--fi.*",
    "sftp": r"-\w*[DFSo].*",
    "sort": r"--co.*",
    "split": r"--f.*",
    "sqlite": r"--?(cmd|init).*"
    r"|\.(excel|import|load|once|output|read|sh|sy|www).*|(?i:.*(edit|load_ext)\w*\s*\(.*)",
    "ssh": r"-\w*[FIo].*",
    "ssh-keygen": r"-\w*[Dw].*",
    "svn": r"--[\w-]*cmd.*|--config-.*",
    "tar": r"-?\w*[IF]\w*|-[IF].*|--(to-c|checkpoint-|use|inf|new-vol|rsh).*",
    "tcpdump": r"-\w*z.*",
    "wget": r"-\w*e.*|--(config|exec|use-askpass).*",
    "xelatex": r"-+(shell-escape|enable-write18).*",
    "zip": r"-\w*TT.*|--unzip.*",
} | dict.fromkeys(("ex", "gvim", "nvim", "vi", "view", "vim", "vimdiff"), _VI)
"""Program, and the options with which it runs code from its arguments; GNU programs take the beginning of one."""
_CODE = frozenset(
    {"awk", "gawk", "mawk", "nawk", "xargs", "parallel", "make", "expect", "eval", "source", "exec"}
    | {"npx", "uvx", "pipx", "script", "watch", "at", "batch", "crontab", "systemd-run", "dbus-send", "busctl"}
    | {"screen", "tmux", "docker", "podman", "nsenter", "unshare", "chroot", "bwrap", "strace", "ltrace", "socat"}
    | {"ansible", "ansible-playbook", "cargo", "cmake", "entr", "gmake", "go", "gradle", "just", "latexmk"}
    | {"logrotate", "lualatex", "m4", "meson", "mvn", "ninja", "pnpm", "rake", "rpmbuild", "run-parts", "scons"}
    | {"start-stop-daemon", "task", "valgrind", "yarn"}
)
"""Programs whose arguments, or the files that they look for, are always code or commands."""
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


def find_needs(argv: Sequence[str]) -> frozenset[Need]:
    """Return what a command would use, as far as its words show."""
    found: set[Need] = set()
    names = [_name(word) for word in argv]
    for at, name in enumerate(names):
        if at and names[0] not in _STARTERS and name not in _SHELLS:
            continue
        rest = argv[at + 1 :]
        if name in _SHELLS and any(_SHELL_LINE.fullmatch(word) for word in rest):
            found.add("shell")
        is_started = name in _INTERPRETERS and (not at or names[0] in _STARTERS) and "shell" not in found
        brings = is_started and not all(map(_ABOUT_ITSELF.fullmatch, rest))
        if pattern := _CODE_OPTION.get(name, ""):
            brings = any(re.fullmatch(pattern, word, re.DOTALL) for word in rest)
        if brings or name in _CODE:
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
    return name.rstrip("-.0123456789") or name


def _plain_name(word: str) -> str:
    """Return a program's name without its folder, as it might be on any disk."""
    return word.rpartition("/")[2].lower()
