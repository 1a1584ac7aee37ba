"""Writes the tables and the picture of the results of `run`. `report.py FOLDER` writes them again."""

import json
import statistics
import sys
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from common import BUSY_SHARE, TEXT_STYLE

KIB, MIB = 1024, 1024 * 1024

# For each measurement: its title, what grows, and its columns. A column has a heading, the path of
# its value in the report, a unit to divide by, and a format.
MOVES = [
    ("CPU ms per 1,000 moves", "server_cpu_per_1000_moves.total_ms", 1, "{:,.0f}"),
    ("median ms", "own_screen.p50_ms", 1, "{:.2f}"),
    ("p99 ms", "own_screen.p99_ms", 1, "{:.2f}"),
    ("KiB per player", "server_memory.per_seated_player_bytes", KIB, "{:.1f}"),
    ("after play", "server_memory.per_player_after_play_bytes", KIB, "{:.1f}"),
    ("moves/s", "moves_per_second", 1, "{:,.0f}"),
    ("load generator", "loadgen_core_share", 0.01, "{:.0f} %"),
]


def percentiles(title, path):
    return [
        (f"{title}, median ms", f"{path}.p50_ms", 1, "{:.2f}"),
        ("p99", f"{path}.p99_ms", 1, "{:.2f}"),
    ]


# While the first tables are created, the server looks for records that are too old to be kept.
LONGEST_CREATE = (
    "longest creation while old records are looked for, ms",
    "create_while_forgetting.max_ms",
    1,
    "{:.1f}",
)

TABLES = {
    "players": ("Connected players", "players", [MOVES]),
    "tables": ("Running tables", "tables", [MOVES]),
    "log": (
        "The length of a table's log",
        "rows",
        [
            percentiles("first follower", "first_follower")
            + percentiles("second follower", "second_follower")
            + percentiles("move", "move")
        ],
    ),
    "history": (
        "Stored matches",
        "matches",
        [
            [
                ("rows of logs", "stored.rows", 1, "{:,.0f}"),
                ("database MiB", "database_bytes", MIB, "{:,.0f}"),
                ("start s", "start_s", 1, "{:.2f}"),
                ("memory MiB at the start", "start_memory_bytes", MIB, "{:,.0f}"),
                ("at the end", "memory_bytes", MIB, "{:,.0f}"),
                ("matches of one visitor", "stored.regular.records", 1, "{:,.0f}"),
            ],
            percentiles("lobby", "lobby")
            + percentiles("create a table", "create")
            + percentiles("join it", "join")
            + percentiles("open a stored table", "stored_table")
            + [LONGEST_CREATE],
            percentiles("own matches", "own_records")
            + percentiles("filtered", "own_wins")
            + percentiles("search, often found", "search_common")
            + percentiles("search, never found", "search_nothing")
            + percentiles("one record", "record"),
        ],
    ),
}


def figure(reports, path, unit):
    """The median of a value over the repeats; None if it was not measured."""
    values = []
    for value in reports:
        for key in path.split("."):
            value = (value or {}).get(key)
        if value is not None:
            values.append(value / unit)
    return statistics.median(values) if values else None


def groups(results, name):
    """The reports of a measurement, by size."""
    grouped = {}
    for run in results["runs"]:
        if run["measurement"] == name:
            grouped.setdefault(run["size"], []).append(run["report"])
    return dict(sorted(grouped.items()))


def cell(reports, column):
    _, path, unit, form = column
    value = figure(reports, path, unit)
    return "" if value is None else form.format(value)


def table(sizes, unit, columns):
    """A table in Markdown with one line for each size."""
    lines = [
        f"| {unit} | " + " | ".join(column[0] for column in columns) + " |",
        "| ---: |" + " ---: |" * len(columns),
    ]
    for size, reports in sizes.items():
        cells = " | ".join(cell(reports, column) for column in columns)
        busy = any(report.get("loadgen_core_share", 0) > BUSY_SHARE for report in reports)
        note = " (load generator at its limit)" if busy else ""
        lines.append(f"| {size:,}{note} | {cells} |")
    return "\n".join(lines)


def markdown(results):
    about, settings = results["machine"], results["settings"]
    parts = [
        f"{about['processor']}, {about['cores']} cores, Linux {about['kernel']}, {about['date']}. One "
        f"core for the server and one for the driver. Moves: medians of {settings['repeats']} "
        f"interleaved runs of {settings['seconds']} s with {settings['rate']} moves/s at all tables "
        f"together. Requests: {settings['tries']} of each, one after another.",
    ]
    for name, (title, unit, tables) in TABLES.items():
        sizes = groups(results, name)
        if sizes:
            written = [table(sizes, unit, columns) for columns in tables]
            parts.append("\n\n".join([f"**{title}**", *written]))
    return "\n\n".join(parts) + "\n"


# ---- The picture -------------------------------------------------------------------------------

CHART_WIDTH = 250
CHART_HEIGHT = 190
PLOT_HEIGHT = 100
ROW_WIDTH = 3

STYLE = f"""{TEXT_STYLE}
  .tick {{ font-size: 11px; }}
  .line {{ fill: none; stroke-width: 2; }}
  .axis {{ stroke: #8c959f; stroke-width: 1; }}
  .s0 {{ stroke: #0969da; }} .s1 {{ stroke: #bc4c00; }}
  .dot {{ stroke: none; }} .dot.s0 {{ fill: #0969da; }} .dot.s1 {{ fill: #bc4c00; }}
  @media (prefers-color-scheme: dark) {{
    .s0 {{ stroke: #4493f8; }} .s1 {{ stroke: #f0883e; }}
    .dot.s0 {{ fill: #4493f8; }} .dot.s1 {{ fill: #f0883e; }}
  }}
"""

def both(path):
    """The lines for the 99th percentile and the median; the higher one is first."""
    median, p99 = percentiles("", path)
    return [("p99", p99), ("median", median)]


# A chart has a measurement, a title, and one or two lines with their names.
CHARTS = [
    ("players", "CPU ms per 1,000 moves", [("", MOVES[0])]),
    ("players", "Latency of a move, ms", [("p99", MOVES[2]), ("median", MOVES[1])]),
    ("players", "Memory per player, KiB", [("", MOVES[3])]),
    ("tables", "CPU ms per 1,000 moves", [("", MOVES[0])]),
    ("tables", "Latency of a move, ms", [("p99", MOVES[2]), ("median", MOVES[1])]),
    ("tables", "Memory per player, KiB", [("", MOVES[3])]),
    (
        "log",
        "Opening a table, median ms",
        [
            ("not loaded", percentiles("", "first_follower")[0]),
            ("loaded", percentiles("", "second_follower")[0]),
        ],
    ),
    ("log", "A move there, median ms", [("", percentiles("", "move")[0])]),
    ("history", "Start, s", [("", ("", "start_s", 1, "{:.2f}"))]),
    ("history", "Creating a table, ms", both("create")),
    ("history", "Joining it, ms", both("join")),
    (
        "history",
        "Own matches, median ms",
        [
            ("search, nothing found", percentiles("", "search_nothing")[0]),
            ("list", percentiles("", "own_records")[0]),
        ],
    ),
]


def short(number):
    """A size as shown in a chart: 10k, 1M."""
    for unit, letter in ((1_000_000, "M"), (1_000, "k")):
        if number >= unit:
            return f"{number / unit:.3g}{letter}"
    return str(number)


def polyline(points, kind):
    """A line through points, with a dot at each."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = [
        f'<circle class="dot {kind}" cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in points
    ]
    return [f'<polyline class="line {kind}" points="{path}"/>', *dots]


def chart(sizes, title, below, lines, left, top):
    """A chart with sizes at equal distances and values from 0; `below` is the label of the sizes."""
    x_of = {
        size: left + 10 + index * (CHART_WIDTH - 60) / max(1, len(sizes) - 1)
        for index, size in enumerate(sizes)
    }
    values = [
        {size: figure(reports, column[1], column[2]) for size, reports in sizes.items()}
        for _, column in lines
    ]
    known = [value for line in values for value in line.values() if value is not None]
    highest = max(known, default=0) or 1
    bottom = top + 30 + PLOT_HEIGHT
    parts = [
        f'<text class="title" x="{left}" y="{top + 14}">{escape(title)}</text>',
        f'<line class="axis" x1="{left}" y1="{bottom}" x2="{left + CHART_WIDTH - 40}" y2="{bottom}"/>',
    ]
    for size, x in x_of.items():
        place = f'x="{x:.1f}" y="{bottom + 30}" text-anchor="middle"'
        parts.append(f'<text class="note tick" {place}>{short(size)}</text>')
    for index, ((name, column), line) in enumerate(zip(lines, values)):
        points = [
            (x_of[size], bottom - PLOT_HEIGHT * value / highest)
            for size, value in line.items()
            if value is not None
        ]
        if not points:
            continue
        parts += polyline(points, f"s{index}")
        written = [column[3].format(value) for value in line.values() if value is not None]
        # The values of the first line are written above it, those of the second line below it.
        down = -6 if index == 0 else 14
        if len(points) > 1:
            parts.append(label(points[0], down, "start", written[0]))
        anchor = "end" if len(points) > 1 else "start"
        parts.append(label(points[-1], down, anchor, f"{name} {written[-1]}"))
    parts.append(
        f'<text class="note tick" x="{left}" y="{bottom + 46}">{escape(below)}</text>'
    )
    return parts


def label(point, down, anchor, text):
    """The text of a value at its point."""
    x, y = point[0], point[1] + down
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text class="tick" {place}>{escape(text.strip())}</text>'


def svg(results):
    """All charts with results, in rows."""
    parts = []
    drawn = 0
    for name, title, lines in CHARTS:
        sizes = groups(results, name)
        if not sizes:
            continue
        left = drawn % ROW_WIDTH * CHART_WIDTH
        top = drawn // ROW_WIDTH * CHART_HEIGHT
        parts += chart(sizes, title, TABLES[name][0], lines, left, top)
        drawn += 1
    height = -(-drawn // ROW_WIDTH) * CHART_HEIGHT
    width = ROW_WIDTH * CHART_WIDTH
    head = "How the cost grows"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            f"<title>{head}</title>",
            f"<style>{STYLE}</style>",
            *parts,
            "</svg>\n",
        ]
    )


def write(results, folder):
    (folder / "growth.md").write_text(markdown(results))
    (folder / "growth.svg").write_text(svg(results))


if __name__ == "__main__":
    chosen = Path(sys.argv[1])
    write(json.loads((chosen / "growth.json").read_text()), chosen)
