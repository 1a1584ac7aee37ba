"""Reads what callgrind has counted, and divides the instructions by the parts of the program whose source they are."""

import re
from collections import Counter
from functools import cache

# The parts of other projects' crates. All crates that aren't here are "other crates".
CRATES = {
    "serde_json": ["serde_json", "serde", "serde_core", "itoa", "memchr"],
    "tokio": ["tokio", "mio", "futures-util", "futures-core", "parking_lot", "parking_lot_core", "lock_api"],
    "sqlite": ["rusqlite", "hashlink", "libsqlite3-sys"],
    "hashes": ["sha2", "digest", "hmac", "block-buffer", "cpufeatures"],
    "signatures": ["ed25519-dalek", "curve25519-dalek"],
    "allocator": ["mimalloc", "libmimalloc-sys"],
    "compression": ["flate2", "zlib-rs"],
    "http": ["axum", "axum-core", "hyper", "hyper-util", "http", "tower"],
    "websocket": ["tungstenite", "tokio-tungstenite"],
    "postcard": ["postcard"],
}
PART_OF_CRATE = {crate: part for part, crates in CRATES.items() for crate in crates}

# The instructions of the benchmark itself, and of the crate that counts allocations.
MEASURING = "measuring"
LIBC = "libc"
HASHES = "hashes"

# The file of a line, and the name of a function.
STANDARD = re.compile(r"/library/(?:core|alloc|std|stdarch|portable-simd)/")
OURS = re.compile(r"(?:^|/)crates/([a-z]+)/(src/view/)?")
OTHERS = re.compile(r"/registry/src/[^/]+/([A-Za-z0-9_-]+?)-\d")
OUR_SYMBOL = re.compile(r"\bboneyard_([a-z]+)(::view::)?")
SYMBOL = re.compile(r"\b([a-z0-9_]+)::")


def our_part(crate, is_view):
    """A crate of this project, or a part of one that is counted apart."""
    if crate == "cost":
        return MEASURING
    return "view" if crate == "table" and is_view else crate


def other_part(crate):
    return MEASURING if crate == "stats_alloc" else PART_OF_CRATE.get(crate.replace("_", "-")) or PART_OF_CRATE.get(crate)


def part_by_name(function):
    """The part that a function of the standard library was compiled for, as far as its name says it."""
    if found := OUR_SYMBOL.search(function):
        return our_part(found[1], found[2])
    parts = (other_part(crate) for crate in SYMBOL.findall(function))
    return next(filter(None, parts), "std")


@cache
def part_of(file, function, is_program):
    """The part of the program that an instruction belongs to: by the file of its source line, so code that the
    compiler has inlined counts for the part that it was written in."""
    if "peer::Inbox::try_next" in function:
        return MEASURING
    if not is_program:
        return LIBC
    if STANDARD.search(file):
        return part_by_name(function)
    if found := OURS.search(file):
        return our_part(found[1], found[2])
    if found := OTHERS.search(file):
        return other_part(found[1]) or "other crates"
    if "::" in function:
        return part_by_name(function)
    # Functions without source lines are written in C.
    return "allocator" if function.startswith(("mi_", "_mi_")) else "sqlite"


class Profile:
    """What one file of callgrind says: the instructions of each part of a program, and how often each function was
    called. The format is described in valgrind's manual."""

    def __init__(self, path, program):
        self.program = program
        self.parts = Counter()
        self.calls = Counter()
        # A name is written once; from then on its number stands for it. Files, functions and objects have numbers of
        # their own.
        self.names = {}
        self.place = {"ob": "", "fl": "", "fn": ""}
        self.called = ""
        # The line after `calls` says what was spent in the called function, which is counted there.
        self.is_after_calls = False
        with open(path) as lines:
            for line in lines:
                self.read(line.rstrip("\n"))

    def read(self, line):
        if line[:1].isdigit() or line[:1] in ("+", "-", "*"):
            if not self.is_after_calls:
                part = part_of(self.place["fl"], self.place["fn"], self.place["ob"].endswith(self.program))
                self.parts[part] += int(line.rsplit(" ", 1)[1])
            self.is_after_calls = False
            return
        key, _, text = line.partition("=")
        if key == "calls":
            self.calls[self.called] += int(text.split(" ")[0])
            self.is_after_calls = True
        elif key in ("fl", "fi", "fe", "fn", "ob"):
            kind = "fl" if key in ("fi", "fe") else key
            self.place[kind] = self.name(kind, text)
        elif key in ("cfi", "cfl", "cfn", "cob"):
            name = self.name({"cfn": "fn", "cob": "ob"}.get(key, "fl"), text)
            self.called = name if key == "cfn" else self.called

    def name(self, kind, text):
        number, _, name = text.partition(" ")
        if name:
            self.names[kind, number] = name
        return self.names[kind, number]

    def calls_of(self, function):
        """How often a function was called, whatever its version."""
        return sum(count for name, count in self.calls.items() if re.split("[@']", name)[0] == function)
