"""``fixturectl``: orders to the device from the COMMAND beside it. Standard library only, so that it is quick."""

import os
import socket
import sys

USAGE = """usage: fixturectl ORDER [PROCESS]
  app-pid | start-app | kill-app | stop-app | cont-app [PROCESS]   the app's main process, or :name
  force-stop [PACKAGE]                                             as am force-stop does
  stop-portal | start-portal                                       frida-server goes away, comes back
  kill-adbd | start-adbd                                           the device goes away, comes back"""


def main(words: list[str]) -> int:
    """Sends one order and returns its exit status."""
    if not words or words[0] in ("-h", "--help"):
        print(USAGE)
        return 0 if words else 2
    path = os.environ.get("DROIDCANARY_FIXTURE_CONTROL")
    if path is None:
        print("fixturectl: only works inside device_fixtures run", file=sys.stderr)
        return 2
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as control:
        control.connect(path)
        control.sendall("\t".join(words).encode() + b"\n")
        control.shutdown(socket.SHUT_WR)
        answer = bytearray()
        while chunk := control.recv(4096):
            answer += chunk
    status, _, text = answer.decode().partition("\n")
    if text.strip():
        print(text.strip(), file=sys.stderr if status != "0" else sys.stdout)
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
