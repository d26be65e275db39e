# SPDX-License-Identifier: BSD-3-Clause
"""docs/benchmarks.md, as all.py writes it: problems, table, notes."""
import textwrap

from picture import short, time_text

OWN, HAND, LAPACK = "mbsrun", "SUNDIALS by hand", "LAPACK by hand"
# A column of the table is a program, or two of which a problem has one.
COLUMNS = ((OWN,), ("MuJoCo",), ("Simbody",), (HAND, LAPACK), ("SciPy",), ("Octave",))
PROGRAMS = tuple(program for column in COLUMNS for program in column)
ALL = tuple(program for program in PROGRAMS if program != LAPACK)
IN_SPACE = (OWN, "MuJoCo", "Simbody")

# The problems in the table's order: what each is, and who takes part.
PROBLEMS = {
    "a01": {"title": "A01 pendulum", "programs": ALL,
            "what": "a point mass of 1 kg on a massless rod of 1 m swings for 10 s from the horizontal "
                    "(IFToMM A01); 1001 rows",
            "bound": "3e-5 m at the end, and the energy within 5e-5 J"},
    "double_pendulum": {"title": "double pendulum", "programs": ALL,
                        "what": "two uniform rods of 1 m and 1 kg fall for 2 s from the horizontal",
                        "bound": "1e-6 m"},
    "chain_10": {"title": "chain of 10 rods", "programs": ALL,
                 "what": "ten such rods in a plane fall for 1 s from the horizontal", "bound": "1e-6 m"},
    "chain_40": {"title": "chain of 40 rods", "programs": ALL, "what": "the same with forty rods",
                 "bound": "1e-6 m"},
    "four_bar": {"title": "four-bar", "programs": ALL,
                 "what": "a closed loop: crank 0.5 m, coupler 0.9 m, rocker 0.7 m, ground 0.8 m, 1 kg a metre, let go "
                         "with the crank at 45 degrees, for 2 s; it swings to and fro once and passes no singular pose",
                 "bound": "1e-6 m at the middle of the coupler"},
    "tree_6": {"title": "arm of 6 rods in space", "programs": IN_SPACE,
               "what": "six rods of 1 m with hinges about x and y in turn fall for 1 s", "bound": "1e-6 m"},
    "tree_30": {"title": "chain of 30 rods in space", "programs": IN_SPACE,
                "what": "the same with thirty rods", "bound": "1e-6 m"},
    "linearization": {"title": "10,000 linearizations", "programs": (OWN, LAPACK),
                      "what": "all eigenvalues of a spatial pendulum at rest, with vectors, residuals and labels, "
                              "10,000 times", "bound": "1e-13 1/s, which both keep"},
}


def program_of(name):
    """The program of a contestant's name, which may tell version and method behind it."""
    return next(program for program in PROGRAMS if name.startswith(program))


def method_of(name):
    return name.partition(", ")[2]


def standing(problem, program):
    """A program's row of a problem, or why it has none: (row, why)."""
    if program not in PROBLEMS[problem["problem"]]["programs"]:
        return None, None
    row = next((row for row in problem["rows"] if row["program"] == program), None)
    if row:
        return row, None
    return None, "takes no part" if program in problem["refused"] else "not available"


def cell(problem, column):
    for program in column:
        row, why = standing(problem, program)
        if row and row["ratio"] is not None:
            words = f"{short(row['ratio'])} ({time_text(row['cpu_s']['median'])})"
            return f"**{words}**" if program == OWN else words
        if row:
            return time_text(row["cpu_s"]["median"])
        if why:
            return why
    return "-"


def table(problems):
    lines = ["| problem | " + " | ".join(column[0] if len(column) == 1 else "C by hand" for column in COLUMNS) + " |",
             "|" + "---|" * (1 + len(COLUMNS))]
    return lines + [f"| {PROBLEMS[one['problem']]['title']} | "
                    + " | ".join(cell(one, column) for column in COLUMNS) + " |" for one in problems]


def listed(words):
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def comparisons(problems):
    """How each peer's time stands to mbsrun's: {program: [(title, peer's time / mbsrun's)]}."""
    found = {}
    for one in problems:
        own = standing(one, OWN)[0]
        for row in one["rows"] if own else []:
            if row["program"] != OWN:
                found.setdefault(row["program"], []).append(
                    (PROBLEMS[one["problem"]]["title"], row["cpu_s"]["median"] / own["cpu_s"]["median"]))
    return found


def notes(problems):
    """Where mbsrun is ahead, where not, and who is missing, each as a sentence."""
    lines = []
    for program, times in sorted(comparisons(problems).items(), key=lambda item: PROGRAMS.index(item[0])):
        slower = [ratio for _, ratio in times if ratio >= 1]
        faster = [f"{title} ({short(ratio)} of it)" for title, ratio in times if ratio < 1]
        words = []
        if slower:
            ends = " to ".join(dict.fromkeys((short(min(slower)), short(max(slower)))))
            words.append(f"{ends} times mbsrun's time on {len(slower)} of {len(times)} problems")
        if faster:
            words.append("less than mbsrun's time on " + listed(faster))
        lines.append(f"- {program} takes {', and '.join(words)}.")
    missing = {}
    for one in problems:
        missing.update(one["not_available"])
    lines += [f"- {program} is not available: {reason}." for program, reason in missing.items()]
    return lines + [f"- {PROBLEMS[one['problem']]['title']}: {program} takes no part: {reason}."
                    for one in problems for program, reason in one["refused"].items()]


def groups(problems):
    """What the picture shows."""
    found = []
    for one in problems:
        lines = [{"program": row["program"], "ratio": row["ratio"], "cpu_s": row["cpu_s"]["median"],
                  "why": "no peer"} for row in one["rows"]]
        for program in PROGRAMS:
            row, why = standing(one, program)
            if not row and why:
                lines.append({"program": program, "why": why})
        found.append({"title": PROBLEMS[one["problem"]]["title"], "lines": lines})
    return found


def wrapped(text, first="", then=""):
    return "\n".join(textwrap.wrap(text, 120, initial_indent=first, subsequent_indent=then,
                                   break_on_hyphens=False, break_long_words=False))


def methods(problems):
    """Rows of a table: the method, setting and steps of every program in every problem."""
    lines = ["| problem | program | method | tolerance | steps | error |", "|" + "---|" * 6]
    for one in problems:
        for row in one["rows"]:
            setting = ("-" if row["setting"] is None else f"{row['setting']:.2g}" if row["setting"] < 1
                       else "equal steps")
            lines.append(f"| {PROBLEMS[one['problem']]['title']} | {row['program']} | {row['method'] or '-'} | "
                         f"{setting} | {row['steps'] or '-'} | {row['error']:.1e} |")
    return lines


def page(values):
    """The whole of docs/benchmarks.md."""
    problems, conditions = values["problems"], values["conditions"]
    known = ", ".join(f"{program} {version}" for program, version in values["versions"].items())
    problems_text = "\n".join(wrapped(f"{what['title']}: {what['what']}. Error bound: {what['bound']}.", "- ", "  ")
                              for what in PROBLEMS.values())
    measured = wrapped(f"Measured on {conditions['date']} at revision {conditions['revision']}: "
                       f"{conditions['processor']}, load {conditions['load']}, {values['rounds']} rounds. "
                       f"Peers: {known}. mbsrun and the programs by hand use {conditions['sundials']} and the "
                       "reference LAPACK, and all of C is compiled with optimisation.")
    return f"""# Benchmarks

mbsrun beside other programs: how much CPU time does each take for the same motion at the same accuracy?

![CPU time as ratios to the fastest peer](pictures/benchmarks.svg)

{chr(10).join(table(problems))}

A number is the ratio of CPU times to the fastest peer of that problem, which has 1. The time of a run follows
it. Where mbsrun's number is below 1, it is ahead of all peers. A dash means that the program has no part in this
problem: it cannot do it, or nobody has written it for this comparison. "C by hand" is a program on SUNDIALS or LAPACK
that somebody has to write and test for each kind of mechanism.

{chr(10).join(wrapped(line[2:], '- ', '  ') for line in notes(problems))}

{measured}

## The problems

{problems_text}

## What is compared

- Every program runs with the cheapest setting that leaves the error at the end within the bound. All tighter settings
  of its scan must do so, too: one lucky value does not count. It also runs with the best of its methods.
- The settings of a scan are a quarter of a decade apart (rods in space and A01: an eighth), or numbers of steps a fifth
  apart. The true end is known from two programs that share nothing, for A01 in closed form.
- Times are medians of CPU times. Each run is the first one of its process. Reading the model, compiling it and writing
  files are not in them.
- All programs give the same number of output points. mbsrun's time also has its audit of every run in it, which no peer
  has.
- MuJoCo and Simbody use joint coordinates. So does mbsrun for rods in space; in the plane it moves all bodies with
  constraints. SciPy, Octave and the program by hand solve the equations of all bodies with Lagrange multipliers; the
  latter uses LAPACK's band matrices. For A01 these three integrate the one angle instead, an equation that somebody had
  to derive.
- MuJoCo's loops are compliant springs and dampers, so a closed loop takes it very many steps.
- Every program has one thread.

The settings that were found:

{chr(10).join(methods(problems))}

## Repeating it

`./dev bench` installs the peers that are missing, measures, and prints the table. `./dev bench --record` also writes
this page, its picture and `tests/bench/peers.json`. A peer that cannot be installed is named with the reason.

The plain text of the planar problems is made by `tests/bench/planar_model.py`, and one program for each peer reads it
(`tests/bench/planar`). More benchmarks, with long chains and larger machines, are in
[tests/bench/RESULTS.md](../tests/bench/RESULTS.md).

Programs that Debian does not package, like Chrono, MBDyn and EXUDYN, were measured once by hand. Their figures are in
[quoted_a01.md](../tests/bench/quoted_a01.md) and [quoted_chain.md](../tests/bench/quoted_chain.md).
"""
