"""Writes the tables and the picture of the results of `run`. `report.py FOLDER` writes them again."""

import json
import statistics
import sys
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from common import BUSY_SHARE, TEXT_STYLE

# The columns: the heading, the path of the value in the report, a unit to divide by, and a format.
COLUMNS = [
    ("CPU ms per 1,000 moves", ("server_cpu_per_1000_moves", "total_ms"), 1, "{:.1f}"),
    ("user", ("server_cpu_per_1000_moves", "user_ms"), 1, "{:.1f}"),
    ("system", ("server_cpu_per_1000_moves", "system_ms"), 1, "{:.1f}"),
    ("moves/s", ("moves_per_second",), 1, "{:,.0f}"),
    ("median ms", ("own_screen", "p50_ms"), 1, "{:.2f}"),
    ("p99 ms", ("own_screen", "p99_ms"), 1, "{:.2f}"),
    ("KiB per player", ("server_memory", "per_seated_player_bytes"), 1024, "{:.1f}"),
    ("after play", ("server_memory", "per_player_after_play_bytes"), 1024, "{:.1f}"),
]
# The columns that also show the range over the repeats.
RANGED = {"CPU ms per 1,000 moves", "moves/s", "p99 ms"}


def figure(run, path, unit):
    value = run["report"]
    for key in path:
        value = value[key]
    return value / unit


def groups(results):
    """The runs by tables and rate, then by server in the order of their first measurement."""
    grouped = {}
    for run in results["runs"]:
        by_server = grouped.setdefault((run["tables"], run["rate"]), {})
        by_server.setdefault(run["server"], []).append(run)
    return dict(sorted(grouped.items(), key=lambda item: (item[0][1] or 0, item[0][0])))


def median(runs, path, unit=1):
    return statistics.median(figure(run, path, unit) for run in runs)


def cell(runs, column):
    heading, path, unit, form = column
    values = [figure(run, path, unit) for run in runs]
    text = form.format(statistics.median(values))
    if heading in RANGED and len(values) > 1:
        text += f" ({form.format(min(values))} to {form.format(max(values))})"
    return text


def table(by_server):
    """A table in Markdown; the server with the least CPU time is first."""
    lines = [
        "| server | stores plays | " + " | ".join(column[0] for column in COLUMNS) + " |",
        "| --- | --- |" + " ---: |" * len(COLUMNS),
    ]
    for runs in sorted(by_server.values(), key=lambda runs: median(runs, COLUMNS[0][1])):
        label = runs[0]["label"]
        if any(run["report"]["loadgen_core_share"] > BUSY_SHARE for run in runs):
            label += " (load generator at its limit)"
        stores = "yes" if runs[0]["durable"] else "no"
        cells = " | ".join(cell(runs, column) for column in COLUMNS)
        lines.append(f"| {label} | {stores} | {cells} |")
    return "\n".join(lines)


def markdown(results):
    machine, settings = results["machine"], results["settings"]
    parts = [
        f"{machine['processor']}, {machine['cores']} cores, Linux {machine['kernel']}, Node.js "
        f"{machine['node']}, {machine['date']}. One core for the server and one for the driver; "
        f"medians of {settings['repeats']} interleaved runs of {settings['seconds']} s, with the "
        "range in parentheses.",
    ]
    for (tables, rate), by_server in groups(results).items():
        pace = f"{rate} moves/s" if rate else "closed loop"
        parts.append(f"**{tables} tables, {pace}**\n\n{table(by_server)}")
    return "\n\n".join(parts) + "\n"


# ---- The picture -------------------------------------------------------------------------------

WIDTH = 760
LABEL = 210
VALUE = 70
ROW = 30
BAR = 18
TOP = 46

STYLE = f"""{TEXT_STYLE}
  .bar {{ fill: #8c959f; }}
  .own {{ fill: #0969da; }}
  @media (prefers-color-scheme: dark) {{
    .bar {{ fill: #656c76; }}
    .own {{ fill: #4493f8; }}
  }}
"""


def panel(title, rows, form, top):
    """Bars with names and values below a title. Also returns the top of the next panel."""
    parts = [f'<text class="title" x="0" y="{top + 16}">{escape(title)}</text>']
    longest = max(value for _, value, _ in rows)
    for index, (label, value, is_own) in enumerate(rows):
        y = top + 30 + index * ROW
        length = (WIDTH - LABEL - VALUE) * value / longest
        kind = "own" if is_own else "bar"
        parts.append(f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end">{escape(label)}</text>')
        parts.append(
            f'<rect class="{kind}" x="{LABEL}" y="{y}" width="{length:.1f}" height="{BAR}" rx="3"/>'
        )
        written = form.format(value)
        parts.append(f'<text x="{LABEL + length + 6:.1f}" y="{y + 14}">{written}</text>')
    return parts, top + 30 + len(rows) * ROW + 14


def svg(results):
    """A picture of the closed loop with the middle number of tables."""
    closed = {tables: runs for (tables, rate), runs in groups(results).items() if rate is None}
    tables = sorted(closed)[len(closed) // 2]
    servers = sorted(closed[tables].values(), key=lambda runs: median(runs, COLUMNS[0][1]))

    def rows(path):
        return [
            (
                runs[0]["label"] + ("" if runs[0]["durable"] else " *"),
                median(runs, path),
                runs[0]["server"] == "boneyard",
            )
            for runs in servers
        ]

    cpu, below = panel(
        "CPU time per 1,000 moves, in ms (less is better)", rows(COLUMNS[0][1]), "{:.1f}", TOP
    )
    speed, below = panel(
        "Moves per second on one core (more is better)", rows(COLUMNS[3][1]), "{:,.0f}", below
    )
    head = f"{tables} tables of two, closed loop, one core for the server"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {below + 20}" role="img">',
        f"<title>{escape(head)}</title>",
        f"<style>{STYLE}</style>",
        f'<text class="title" x="0" y="18">{escape(head)}</text>',
        *cpu,
        *speed,
        f'<text class="note" x="0" y="{below + 10}">* keeps plays in memory; '
        "all others have each play on the disk before anybody sees it</text>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def write(results, folder):
    (folder / "peers.md").write_text(markdown(results))
    if any(run["rate"] is None for run in results["runs"]):
        (folder / "peers.svg").write_text(svg(results))


if __name__ == "__main__":
    chosen = Path(sys.argv[1])
    write(json.loads((chosen / "peers.json").read_text()), chosen)
