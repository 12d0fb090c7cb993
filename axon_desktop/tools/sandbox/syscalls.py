"""The system calls that a command may not make: a seccomp filter, as the bytes that the kernel takes.

Landlock controls only the opening of files. What it leaves open (sockets of any kind, signals on old
kernels, modes and times of files, limits of other processes, leaving the process group, shared memory) is closed
here. bubblewrap gets the shorter list: its namespaces have most of that covered.
"""

from __future__ import annotations

import errno
import platform
import struct

_ARCHES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""AUDIT_ARCH of the machines whose numbers are below; the second was never tried."""
_LAST = 469
"""The newest call that was considered; later ones do not exist for a command."""
_X32 = 0x40000000

_ALWAYS = {
    # another way to the network, to other processes, to namespaces, to the kernel
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "process_madvise": (440, 440),
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467), "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142),
    "sethostname": (170, 161), "setdomainname": (171, 162), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "acct": (163, 89), "quotactl": (179, 60), "quotactl_fd": (443, 443),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264), "lookup_dcookie": (212, 18), "syslog": (103, 116), "vhangup": (153, 58),
    "fanotify_init": (300, 262), "iopl": (172, None), "ioperm": (173, None),
}  # fmt: skip
_FOREIGN = {
    # what belongs to others: their files' modes and times, what happens to them, their memory, our process group
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
    "file_setattr": (469, 469), "inotify_add_watch": (254, 27), "fanotify_mark": (301, 263),
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "semget": (64, 190), "semop": (65, 193),
    "semctl": (66, 191), "semtimedop": (220, 192), "msgget": (68, 186), "msgsnd": (69, 189),
    "msgrcv": (70, 188), "msgctl": (71, 187), "mq_open": (240, 180), "mq_unlink": (241, 181),
    "migrate_pages": (256, 238), "move_pages": (279, 239), "setpgid": (109, 154), "setsid": (112, 157),
}  # fmt: skip
_SIGNALS = {
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_send_signal": (424, 424), "pidfd_open": (434, 434),
}  # fmt: skip
_ABSENT = {
    # what programs try first and do well without: a filter cannot look into what their arguments point to
    "clone3": (435, 435), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
}  # fmt: skip
_ONLY_OWN = {
    # (numbers, which argument names a process): only 0, the caller itself
    "prlimit64": ((302, 261), 0), "sched_setaffinity": ((203, 122), 0), "sched_setscheduler": ((144, 119), 0),
    "sched_setparam": ((142, 118), 0), "sched_setattr": ((314, 274), 0), "setpriority": ((141, 140), 1),
    "ioprio_set": ((251, 30), 1),
}  # fmt: skip
_CLONE = (56, 220)
_NAMESPACES = 0x7E020000
"""Every CLONE_NEW flag that `clone` takes."""
_SOCKETPAIR = (53, 199)
_IOCTL = (16, 29)
_FORBIDDEN_IOCTLS = (0x5412, 0x541C, 0x40086602, 0x401C5820)
"""Typing into a terminal (TIOCSTI, TIOCLINUX), flags of a file (FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR)."""

_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_REFUSE = 0x00050000 | errno.EPERM
_MISSING = 0x00050000 | errno.ENOSYS
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER, _ARCH = 0, 4


def known_machine() -> bool:
    """Tell whether there are numbers for this kind of machine."""
    return platform.machine() in _ARCHES


def build_filter(*, foreign: bool, signals: bool) -> bytes:
    """Return the filter for this kind of machine.

    Args:
        foreign: whether it must also cover what namespaces would: others' files and memory, the process group.
        signals: whether it must refuse all signals, since nothing else stops them from reaching other processes.
    """
    machine = platform.machine()
    column = list(_ARCHES).index(machine)
    refused = {**_ALWAYS, **(_FOREIGN if foreign else {}), **(_SIGNALS if signals else {})}
    program = [
        _step(_LOAD, _ARCH), _step(_EQUAL, _ARCHES[machine], 1, 0), _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER), _step(_AT_LEAST, _LAST + 1, 0, 1), _step(_RETURN, _MISSING),
    ]  # fmt: skip
    assert _LAST < _X32, "calls of the x32 kind lie above all others"
    for numbers, answer in [(row, _REFUSE) for row in refused.values()] + [
        (row, _MISSING) for row in _ABSENT.values()
    ]:
        if (number := numbers[column]) is not None:
            program += [_step(_EQUAL, number, 0, 1), _step(_RETURN, answer)]
    for own, argument in _ONLY_OWN.values():
        program += _when(own[column], argument, [_step(_EQUAL, 0, 1, 0), _step(_RETURN, _REFUSE)])
    program += _when(_CLONE[column], 0, [_step(_ANY_BIT, _NAMESPACES, 0, 1), _step(_RETURN, _REFUSE)])
    # a pair of datagram sockets can be turned to another's address; a pair of streams cannot
    only_streams = [_step(_AND, 0xF), _step(_EQUAL, 1, 1, 0), _step(_RETURN, _REFUSE)]
    program += _when(_SOCKETPAIR[column], 1, only_streams)
    ioctls = [step for code in _FORBIDDEN_IOCTLS for step in (_step(_EQUAL, code, 0, 1), _step(_RETURN, _REFUSE))]
    program += _when(_IOCTL[column], 1, ioctls)
    return b"".join([*program, _step(_RETURN, _ALLOW)])


def _when(number: int, argument: int, then: list[bytes]) -> list[bytes]:
    """Return the instructions that check one argument (its lower half) of one call; all others skip them."""
    inside = [_step(_LOAD, 16 + 8 * argument), *then, _step(_RETURN, _ALLOW)]
    return [_step(_EQUAL, number, 0, len(inside)), *inside]


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
