#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The laws of the house: what the sources promise and no compiler checks.

usage: laws.py LAW --root DIR [--binary FILE] [--build DIR] [--include DIR ...]

Every law is a function that returns a list of sentences, one for each breach, as
`file:line: text`. test_laws.py shows that each of them catches a breach.
"""

import argparse
import concurrent.futures
import difflib
import pathlib
import re
import shutil
import subprocess
import sys

import slots
from house_files import files_below, place, without_text
from laws_english import law_english
from laws_labels import law_labels
from laws_link import law_link
from laws_pages import law_comments, law_pages
from laws_rooms import law_folders, law_rooms
from laws_text import law_decisions, law_types
from laws_used import law_used

MECHANICS = ["base", "math", "expr", "elements", "model", "integrators", "system", "analysis", "output"]
LANGUAGE = ["yaml", "spec", "language"]
FLOORS = MECHANICS + LANGUAGE + ["sweep", "report", "library", "cli", "mpi"]
# Where a floor does not see all that stands before it.
SEES = {"math": {"base"}, "expr": {"base"}, "yaml": {"base"},
        "spec": {"base", "math", "expr", "elements", "yaml"},
        "integrators": {"base", "math", "model"},
        "language": {"base", "math", "expr", "elements", "model", "yaml", "spec"}}
# What a floor sees of one below it, where that is not all: the mechanism answers what integrators ask.
SEES_ONLY = {("system", "integrators"): {"integrators/equations.h"}}
# A kind, what one of many offers to all, has so many slots, nested structs counted. A struct that
# only kinds point to is a table of theirs: it has no more slots either, and a kind has at most TABLES
# of them.
SLOTS = 8
TABLES = 2
COMPLEX_FLOORS = {"base", "math", "expr", "elements"}  # compiled twice, see base/real.h
FILE_LINES = 500
FUNCTION_LINES = 60
LICENCE = "SPDX-License-Identifier: BSD-3-Clause"

WARNINGS = ("-std=c11 -D_POSIX_C_SOURCE=200809L -Werror -Wall -Wextra -Wpedantic -Wshadow "
            "-Wconversion -Wdouble-promotion -Wstrict-prototypes -Wmissing-prototypes -Wvla "
            "-Wundef -Wswitch-enum -Wformat=2 -ffp-contract=off -fsyntax-only").split()

# Calls that make a run depend on its surroundings or end it in the wrong place.
# None: nowhere in src; else the files that may.
CALLS = {
    "setlocale": None,
    "system": None,
    "popen": None,
    "getenv": None,
    "setjmp": None,
    "longjmp": None,
    "gets": None,
    "strtok": None,
    "rand": None,
    "exit": {"cli/main.c"},
    "abort": None,
}


# --- floors -----------------------------------------------------------------------------------


def floor_of(root, path):
    """The floor whose rules a file follows: the folder in src, or in tests/unit, that it stands in."""
    parts = path.relative_to(root).parts
    parts = parts[1:] if parts[0] == "src" else parts[2:]
    return parts[0] if len(parts) > 1 else None


def may_include(floor, other):
    if floor == other:
        return True
    if floor in SEES:
        return other in SEES[floor]
    return FLOORS.index(other) < FLOORS.index(floor)


def law_floors(root, _):
    breaches = []
    unit_tests = sorted((root / "tests" / "unit").rglob("test_*.c"))
    for path in files_below(root, ["src"], {".c", ".h", ".def"}) + unit_tests:
        floor = floor_of(root, path)
        if floor not in FLOORS:
            breaches.append(f"{place(root, path, 1)}: \"{floor}\" is not a floor")
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"([^"]*)"', line)
            if match:
                breaches += include_breaches(root, path, number, floor, match.group(1))
    return breaches


def include_breaches(root, path, number, floor, target):
    other = target.split("/")[0]
    if (root / "tests" / target).is_file() and path.is_relative_to(root / "tests"):
        return []
    if "/" not in target or other not in FLOORS:
        return [f"{place(root, path, number)}: \"{target}\" is not written as floor/file"]
    if not may_include(floor, other):
        return [f"{place(root, path, number)}: {floor} may not include {other}"]
    if target not in SEES_ONLY.get((floor, other), {target}):
        return [f"{place(root, path, number)}: {floor} may include no more of {other} than "
                + " ".join(sorted(SEES_ONLY[floor, other]))]
    if not (root / "src" / target).is_file():
        return [f"{place(root, path, number)}: \"{target}\" does not exist"]
    return []


# --- circles ------------------------------------------------------------------------------------


def includes_by_module(root):
    """{module: modules that it includes}; x.c, x.h, x.def, x_inside.h are the module floor/x, as is
    x_y.c where it has no header of its own."""
    paths = files_below(root, ["src"], {".c", ".h", ".def"})
    headers = {path.relative_to(root / "src").as_posix() for path in paths if path.suffix == ".h"}

    def module(name):
        stem = whole = re.sub(r"(_inside)?\.\w+$", "", name)
        while stem + ".h" not in headers:
            if "_" not in stem.split("/")[-1]:
                return whole
            stem = stem.rpartition("_")[0]
        return stem

    found = {}
    for path in paths:
        name = path.relative_to(root / "src").as_posix()
        targets = re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.MULTILINE)
        found.setdefault(module(name), set()).update(module(target) for target in targets)
    return found


def circles(graph):
    """The strongly connected components of more than one node, each sorted (Tarjan)."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(graph[node]):
            if other in graph and other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            component = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(graph):
        if node not in number:
            visit(node)
    return found


def law_circles(root, _):
    """No module needs itself by way of others."""
    return [f"src/{circle[0]}:1: modules stand in a circle: " + " ".join(circle)
            for circle in circles(includes_by_module(root))]


# --- the seam -----------------------------------------------------------------------------------


def law_slots(root, _):
    """At most SLOTS slots per kind and per table of a kind, at most TABLES tables per kind."""
    structs = slots.structs_of(files_below(root, ["src"], {".h"}), without_text)
    kinds = {name for name in structs if name.endswith("Kind") or name in ("Guard", "Equations")}
    breaches = []
    tables = {name: slots.tables_of(name, kinds, structs) for name in kinds}
    for name, found in tables.items():
        if len(found) > TABLES:
            breaches.append(f"{place(root, *structs[name][:2])}: {name} has the tables "
                            f"{', '.join(found)}, at most {TABLES}")
    for name in kinds.union(*tables.values()):
        count = slots.slots_of(name, structs)
        if count > SLOTS:
            breaches.append(f"{place(root, *structs[name][:2])}: {name} has {count} slots, at most {SLOTS}")
    return sorted(breaches)


def law_methods(root, _):
    """The time loop and the settings know no integrator by name."""
    rows = root / "src" / "model" / "methods.def"
    listed = re.findall(r"^METHOD\(\w+,\s*(\w+)", rows.read_text() if rows.is_file() else "",
                        re.MULTILINE)
    names = {"METHOD_" + symbol for symbol in listed + ["KINEMATICS"]}
    breaches = []
    paths = files_below(root, [f"src/analysis/{room}" for room in ("dynamics", "settings", "recording", "audit")], {".c", ".h"})
    paths += sorted((root / "src" / "analysis" / "monitors").glob("monitor.[ch]"))
    for path in paths:
        for number, line in enumerate(without_text(path.read_text()).split("\n"), 1):
            for name in re.findall(r"\bMETHOD_\w+", line):
                if name in names:
                    breaches.append(f"{place(root, path, number)}: {name} is a method by name")
    return breaches


# --- headers ----------------------------------------------------------------------------------


def law_headers(root, options):
    """Each header has its guard and compiles alone, for double and for complex numbers."""
    breaches, units = [], []
    if not shutil.which(options.compiler):
        return [f"there is no {options.compiler}"]
    for path in files_below(root, ["src"], {".h"}):
        name = path.relative_to(root / "src").as_posix()
        guard = "MBS_" + re.sub(r"[^A-Z0-9]", "_", name.upper())
        if not re.search(rf"^#ifndef {guard}\n#define {guard}$", path.read_text(), re.MULTILINE):
            breaches.append(f"{place(root, path, 1)}: the guard is not {guard}")
        twice = name.split("/")[0] in COMPLEX_FLOORS and uses_real(root, name)
        kinds = [[], ["-DMBS_COMPLEX_STEP"]] if twice else [[]]
        units += [(path, name, kind) for kind in kinds]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return breaches + list(filter(None, pool.map(lambda unit: compiles_alone(root, options, *unit), units)))


def compiles_alone(root, options, path, name, kind):
    """None, or the breach."""
    command = [options.compiler, *WARNINGS, "-I", str(root / "src"), *kind, "-x", "c", "-"]
    for folder in options.include:
        command += ["-isystem", folder]
    # The declaration keeps the translation unit from being empty.
    result = subprocess.run(command, input=f'#include "{name}"\ntypedef int not_empty;\n', text=True,
                            capture_output=True, check=False)
    if result.returncode == 0:
        return None
    return f"{place(root, path, 1)}: does not compile alone with {' '.join([options.compiler, *kind])}\n{result.stderr}"


def uses_real(root, name, seen=None):
    """Whether a header of ours reaches base/real.h."""
    seen = set() if seen is None else seen
    path = root / "src" / name
    if name == "base/real.h":
        return True
    if name in seen or not path.is_file():
        return False
    seen.add(name)
    targets = re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.MULTILINE)
    return any(uses_real(root, target, seen) for target in targets)


# --- sizes ------------------------------------------------------------------------------------


def function_sizes(source):
    """Yields (line of the opening brace, lines of the body) of each function of a C source."""
    depth = 0
    opened = None
    branches = []  # depth at each open #if: every branch of it starts there again
    before = ""  # code since the last ; or brace at file level
    lines = without_text(source).split("\n")
    continued = False
    for number, line in enumerate(lines, 1):
        directive = re.match(r"\s*#\s*(\w+)", line)
        if directive or continued:
            word = directive.group(1) if directive and not continued else ""
            if word in ("if", "ifdef", "ifndef"):
                branches.append(depth)
            elif word in ("else", "elif") and branches:
                depth = branches[-1]
            elif word == "endif" and branches:
                branches.pop()
            continued = line.rstrip().endswith("\\")
            continue
        for character in line:
            if character == "{":
                if depth == 0 and re.search(r"\)\s*(__attribute__\s*\(\(.*\)\)\s*)?$", before):
                    opened = number
                depth += 1
                before = ""
            elif character == "}":
                depth -= 1
                if depth == 0 and opened is not None:
                    yield opened, number - opened
                    opened = None
                before = ""
            elif character == ";":
                before = ""
            elif depth == 0:
                before += character
        before += " "


def law_sizes(root, _):
    breaches = []
    for path in files_below(root, ["src", "tests"], {".c", ".h", ".def", ".py"}):
        source = path.read_text()
        count = source.count("\n")
        if count > FILE_LINES:
            breaches.append(f"{place(root, path, 1)}: {count} lines, at most {FILE_LINES}")
        if path.suffix == ".py":
            continue
        for line, length in function_sizes(source):
            if length > FUNCTION_LINES:
                breaches.append(f"{place(root, path, line)}: a function of {length} lines, "
                                f"at most {FUNCTION_LINES}")
    return breaches


# --- words ------------------------------------------------------------------------------------


def law_licence(root, _):
    breaches = []
    for path in files_below(root, ["src", "tests"], {".c", ".h", ".def"}):
        if path.read_text().split("\n")[0] != f"// {LICENCE}":
            breaches.append(f"{place(root, path, 1)}: the first line is not // {LICENCE}")
    for path in files_below(root, ["cmake", "tests"], {".py", ".sh", ".cmake"}):
        if not any(LICENCE in line for line in path.read_text().split("\n")[:2]):
            breaches.append(f"{place(root, path, 1)}: no {LICENCE} in the first two lines")
    return breaches


def law_words(root, _):
    """No promises in place of work."""
    breaches = []
    promise = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
    paths = files_below(root, ["src", "tests", "cmake"],
                        {".c", ".h", ".def", ".py", ".sh", ".cmake", ".txt", ".md"})
    for path in paths + [root / "dev"]:
        if not path.is_file():
            continue
        for number, line in enumerate(path.read_text(errors="replace").split("\n"), 1):
            match = promise.search(line)
            if match:
                breaches.append(f"{place(root, path, number)}: {match.group()}")
    return breaches


def law_calls(root, _):
    breaches = []
    call = re.compile(r"\b(" + "|".join(CALLS) + r")\s*\(")
    for path in files_below(root, ["src"], {".c", ".h", ".def"}):
        name = path.relative_to(root / "src").as_posix()
        code = without_text(path.read_text())
        for number, line in enumerate(code.split("\n"), 1):
            for match in call.finditer(line):
                if name not in (CALLS[match.group(1)] or set()):
                    breaches.append(f"{place(root, path, number)}: {match.group(1)} is not "
                                    "called here")
    return breaches


# --- what was built ---------------------------------------------------------------------------


def law_globals(root, options):
    """No data of ours that can change: symbols in writable sections of our libraries."""
    breaches = []
    build = pathlib.Path(options.build)
    archives = sorted(path for path in build.rglob("libmbs_*.a") if path.relative_to(build).parts[0] != "tests")
    if not archives:
        return [f"no libmbs_*.a in {options.build}"]
    for archive in archives:
        table = subprocess.run(["objdump", "-t", str(archive)], text=True, capture_output=True,
                               check=True).stdout
        member = archive.name
        for line in table.splitlines():
            if line.endswith("file format elf64-x86-64") or ":     file format" in line:
                member = line.split(":")[0]
            fields = line.split()
            # value, flags, section, size, name: constants with pointers live in .data.rel.ro
            match = re.match(r"^[0-9a-f]+ .{7} (\.(?:data|bss|tdata|tbss)\S*|\*COM\*)\s", line)
            if match and fields[-1] != match.group(1) and \
                    not match.group(1).startswith(".data.rel.ro"):
                breaches.append(f"{member}: {fields[-1]} can change ({match.group(1)})")
    return breaches


def law_schema(root, options):
    """schema/model.schema.json is what the program prints."""
    path = root / "schema" / "model.schema.json"
    if not path.is_file():
        return [f"{place(root, path, 1)}: missing: ./dev record tables"]
    fresh = subprocess.run([options.binary, "schema"], text=True, capture_output=True, check=True)
    breaches = difference(path.read_text(), fresh.stdout, place(root, path, 1), "./dev record tables")
    study = root / "schema" / "study.schema.json"
    fresh = subprocess.run([options.binary, "schema", "--study"], text=True, capture_output=True,
                           check=False)
    if study.is_file():
        breaches += difference(study.read_text(), fresh.stdout, place(root, study, 1),
                               "./dev record tables")
    return breaches


def difference(committed, fresh, where, command):
    if committed == fresh:
        return []
    lines = list(difflib.unified_diff(committed.splitlines(), fresh.splitlines(), "committed",
                                      "fresh", lineterm="", n=1))
    return [f"{where}: not fresh: {command}"] + lines[:20]


def with_files(law):
    """The law; a file or a folder that it asks for and does not find is a breach."""
    def judge(root, options):
        try:
            return law(root, options)
        except FileNotFoundError as error:
            return [str(error)]
    return judge


LAWS = {name[4:]: with_files(value) for name, value in list(globals().items()) if name.startswith("law_")}


def main():
    parser = argparse.ArgumentParser(description="Checks one law of the house.")
    parser.add_argument("law", choices=sorted(LAWS))
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--binary")
    parser.add_argument("--build")
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--include", action="append", default=[])
    options = parser.parse_args()
    breaches = LAWS[options.law](options.root.resolve(), options)
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
