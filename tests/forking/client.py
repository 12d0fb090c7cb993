"""What stands for a forked command: hands its streams and signals over, and ends as that does. Imports little."""

import _signal  # type: ignore[import-not-found]  # `signal` imports much
import _socket
import marshal
import os
import sys

address, module, *arguments = sys.argv[1:]
line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
line.connect(address)
task = marshal.dumps((module, arguments, dict(os.environ), os.getcwd()))
streams = b"".join(number.to_bytes(4, sys.byteorder) for number in (0, 1, 2))
rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)]
line.sendmsg([len(task).to_bytes(4, "big")], rights)
line.sendall(task)
for number in (0, 1, 2):
    os.close(number)
process = int.from_bytes(line.recv(4), "big")
for number in (_signal.SIGINT, _signal.SIGTERM):
    _signal.signal(number, lambda number, _frame: os.kill(process, number))
code = int.from_bytes(line.recv(4), "big", signed=True)
if code < 0:
    _signal.signal(-code, _signal.SIG_DFL)
    os.kill(os.getpid(), -code)
os._exit(code)
