"""Shared by the benchmarks: processes that run on one core each, and a description of the machine."""

import os
import platform
import resource
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The folder that cargo builds into, which the environment can change.
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()

# The limit of open files, for more than 20,000 connections. Only root may raise it so far;
# otherwise the system's limit stays.
OPEN_FILES = 65_536

# The time that a server may take to start, and to stop.
START_S = 60
STOP_S = 20

# Above this share of a core, the load generator itself may limit the server.
BUSY_SHARE = 0.9

# The style of texts in pictures, for light and dark pages. GitHub shows pictures in the reader's
# colour scheme.
TEXT_STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; }
  .note { fill: #59636e; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .note { fill: #9198a1; }
  }
"""


def numbers(text):
    """Parses a list of whole numbers from the command line."""
    return [int(number) for number in text.split(",")]


def cargo_build(*arguments, cwd=ROOT, target=TARGET, **variables):
    """Builds programs as releases are built, with additional environment variables."""
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target), **variables}
    command = ["cargo", "build", "--profile", "dist", "--locked", *arguments]
    subprocess.run(command, cwd=cwd, env=environment, check=True)


def pinned(*cores):
    """Returns a function that sets the cores and the limit of open files of a child process."""

    def prepare():
        os.sched_setaffinity(0, set(cores))
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, max(OPEN_FILES, hard)))
        except (ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

    return prepare


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Process:
    """A running server. Its output goes to a file."""

    def __init__(self, name, command, output, core, **options):
        self.name = name
        self.path = output
        self.output = open(output, "w")
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=subprocess.STDOUT,
            preexec_fn=pinned(core),
            **options,
        )

    def wait_for_address(self):
        """Waits for the server to print its address, and returns it."""
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and self.process.poll() is None:
            for line in self.said().splitlines():
                if line.startswith("http://"):
                    return line.removeprefix("http://")
            time.sleep(0.05)
        said = self.said()
        self.stop()
        raise RuntimeError(f"{self.name} did not start: {said}")

    def said(self):
        return self.path.read_text()

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.output.close()


def progress(index, count, began, text):
    """Prints the next step and an estimate of the remaining time."""
    elapsed = time.monotonic() - began
    left = elapsed / index * (count - index) if index else 0
    eta = f"{left / 60:.0f} min left" if index else "no estimate yet"
    print(f"[{index + 1}/{count}] {text} ({eta})", file=sys.stderr, flush=True)


def machine():
    """Describes the machine that the figures were measured on."""
    model = "unknown"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "kernel": platform.release(),
        "date": time.strftime("%Y-%m-%d"),
    }
