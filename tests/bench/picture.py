# SPDX-License-Identifier: BSD-3-Clause
"""A picture of ratios: a group for each problem, a line with a mark for each program, a logarithmic axis."""
import math
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT = 760, 150, 640   # of the picture, and of its axis
TOP, LINE, HEADING, GAP = 62, 17, 20, 8
LIGHT = {"back": "#ffffff", "text": "#1f2328", "soft": "#59636e", "grid": "#dde2e7", "one": "#59636e",
         "own": "#0969da", "peer": "#9a6700"}
DARK = {"back": "#0d1117", "text": "#e6edf3", "soft": "#9198a1", "grid": "#2b323b", "one": "#9198a1",
        "own": "#4493f8", "peer": "#d29922"}


def style(colours):
    """Rules of one appearance."""
    return (f".back{{fill:{colours['back']};stroke:{colours['grid']}}}"
            f"text{{fill:{colours['text']}}}.soft{{fill:{colours['soft']}}}"
            f".grid{{stroke:{colours['grid']}}}.one{{stroke:{colours['one']}}}"
            + "".join(f".{name}{{fill:{colours[name]};stroke:{colours[name]}}}text.{name}{{stroke:none}}"
                      for name in ("own", "peer")))


def short(value):
    """A ratio or a time with as many digits as one reads."""
    return f"{value:.2f}" if value < 9.995 else f"{value:,.0f}"


def time_text(seconds):
    return f"{1e3 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


class Axis:
    def __init__(self, ratios):
        self.low, self.high = min([*ratios, 0.5]) / 1.6, max([*ratios, 2.0]) * 1.6

    def at(self, ratio):
        part = math.log(ratio / self.low) / math.log(self.high / self.low)
        return LEFT + part * (RIGHT - LEFT)

    def decades(self):
        return [10.0**k for k in range(math.ceil(math.log10(self.low)), math.floor(math.log10(self.high)) + 1)]


def text(x, y, words, kind="", anchor="start", weight=""):
    more = f' class="{kind}"' if kind else ""
    more += f' text-anchor="{anchor}"' if anchor != "start" else ""
    more += f' font-weight="{weight}"' if weight else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{escape(words)}</text>'


def mark(axis, y, line, problem):
    """A line of a group: the program's name, its mark and its ratio; or why there is none."""
    own = line["program"] == "mbsrun"
    parts = [text(LEFT - 10, y + 4, line["program"], "own" if own else "", "end", "bold" if own else "")]
    if line.get("ratio") is None:
        return parts + [text(axis.at(1.0) + 8, y + 4, line["why"], "soft")]
    kind, x, one = "own" if own else "peer", axis.at(line["ratio"]), axis.at(1.0)
    shape = (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"/>' if own else
             f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>')
    told = f"{problem}, {line['program']}: {short(line['ratio'])}, {time_text(line['cpu_s'])}"
    parts.append(f'<g class="{kind}"><title>{escape(told)}</title>'
                 f'<path d="M{one:.1f} {y:.1f}H{x:.1f}" stroke-width="2"/>{shape}</g>')
    left = line["ratio"] < 1.0  # the ratio stands on the side that the line does not come from
    parts.append(text(x - 9 if left else x + 9, y + 4, short(line["ratio"]), kind if own else "",
                      "end" if left else "start", "bold" if own else ""))
    return parts + [text(WIDTH - 14, y + 4, time_text(line["cpu_s"]), "soft", "end")]


def draw(groups):
    """The SVG of [{title, lines: [{program, ratio, cpu_s} or {program, why}]}]."""
    axis = Axis([line["ratio"] for group in groups for line in group["lines"] if line.get("ratio")])
    y, body = TOP, []
    for group in groups:
        y += GAP + HEADING
        body.append(text(14, y - 5, group["title"], weight="bold"))
        for line in group["lines"]:
            body += mark(axis, y + LINE / 2, line, group["title"])
            y += LINE
    height = y + 42
    grid = []
    for ratio in axis.decades():
        x = axis.at(ratio)
        grid.append(f'<path class="{"one" if ratio == 1.0 else "grid"}" d="M{x:.1f} {TOP}V{y + 8}"/>')
        grid += [text(x, where, f"{ratio:g}", "soft", "middle") for where in (TOP - 6, y + 22)]
    head = [text(14, 24, "CPU time of a run as a multiple of the fastest peer's", weight="bold"),
            text(WIDTH - 14, 24, "less is faster; logarithmic axis", "soft", "end"),
            text(WIDTH - 14, TOP - 6, "CPU time", "soft", "end")]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12" role="img">',
        "<title>CPU time of mbsrun and of other programs at equal accuracy, as ratios to the fastest peer</title>",
        f"<style>{style(LIGHT)}@media (prefers-color-scheme:dark){{{style(DARK)}}}</style>",
        f'<rect class="back" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="6"/>',
        *head, *grid, *body, "</svg>"]) + "\n"
