# SPDX-License-Identifier: BSD-3-Clause
"""The reference LAPACK as C, by f2c: the routines that mbsrun calls, and all that these call.

    fortran.py LAPACK OUTPUT ROUTINE ...

LAPACK is an unpacked source tree; OUTPUT gets a file ROUTINE.c for each. f2c reads Fortran 77, so the few
statements of Fortran 90 in these sources are put into its words first; a routine that it still cannot
read, and that is not known to come from elsewhere, is an error.
"""

import re
import subprocess
import sys
from pathlib import Path

# In reference.c and src/math/lapack_runtime.c.
FROM_ELSEWHERE = {"dlamch", "dnrm2", "dlassq", "dlartg", "xerbla"}
FOLDERS = ("SRC", "BLAS/SRC")


def source_of(lapack: Path, routine: str) -> Path | None:
    for folder in FOLDERS:
        path = lapack / folder / f"{routine}.f"
        if path.is_file():
            return path
    return None


def fortran_77(text: str) -> str:
    """EXIT and CYCLE, each alone in its IF within a DO, as jumps. f2c's -a stands for RECURSIVE."""
    label = 9000
    lines = []
    loops: list[dict[str, str]] = []  # the open ones: the label of the end, of CYCLE, of EXIT
    text = re.sub(r"\n     [^ \n] *(EXIT|CYCLE)\b", r" \1", text)  # a continued line
    for line in text.splitlines():
        if line[:1] in ("*", "C", "c", "!"):
            continue
        line = re.sub(r"^      RECURSIVE ", "      ", line, flags=re.I)
        line = re.sub(r",\s*INTENT\(IN\)\s*::", " ", line, flags=re.I)
        words = line.strip().upper()
        loop = re.match(r"DO\s*(\d+)?\s*(WHILE\b|\w+\s*=)", words)
        if loop:
            loops.append({"end": loop.group(1) or "", "CYCLE": loop.group(1) or ""})
        jump = re.search(r"\b(EXIT|CYCLE)$", words)
        if jump:
            if jump.group(1) not in loops[-1] or not loops[-1][jump.group(1)]:
                label += 1
                loops[-1][jump.group(1)] = str(label)
            line = re.sub(r"(EXIT|CYCLE)\s*$", f"GO TO {loops[-1][jump.group(1)]}", line, flags=re.I)
        if re.match(r"END ?DO\b", words):
            ended = [loops.pop()]
            if ended[0]["CYCLE"]:
                lines.append(f" {ended[0]['CYCLE']} CONTINUE")
        else:
            number = re.match(r"\s*(\d+)\s", line[:6])
            ended = [one for one in loops if number and one["end"] == number.group(1)]
            loops = [one for one in loops if one not in ended]
        lines.append(line)
        lines += [f" {one['EXIT']} CONTINUE" for one in ended if "EXIT" in one]
    return "\n".join(lines) + "\n"


def translate(lapack: Path, output: Path, routine: str) -> set[str]:
    """Writes the routine in C; returns the routines that it calls."""
    source = source_of(lapack, routine)
    if source is None:
        sys.exit(f"fortran.py: LAPACK has no {routine}.f")
    (output / f"{routine}.f").write_text(fortran_77(source.read_text()))
    done = subprocess.run(["f2c", "-a", "-A", "-R", "-w", f"{routine}.f"], cwd=output,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"fortran.py: f2c cannot read {source}:\n{done.stderr}")
    # f2c's subroutines return 0; WebAssembly calls nothing by another type than its own
    text = (output / f"{routine}.c").read_text()
    text = text.replace("/* Subroutine */ int", "/* Subroutine */ void").replace("return 0;", "return;")
    (output / f"{routine}.c").write_text(text)
    declared = re.findall(r"extern\s[^;]*;", text, re.S)
    beside = re.findall(r"^(?:/\*.*?\*/ *)?\w+ (\w+)_\(", text, re.M) # several in a file
    return set(re.findall(r"\b([a-z][a-z0-9]*)_\(", " ".join(declared))) - set(beside)


def main() -> None:
    lapack, output = Path(sys.argv[1]), Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    todo, done = set(sys.argv[3:]), set()
    while todo:
        routine = todo.pop()
        done.add(routine)
        todo |= translate(lapack, output, routine) - done - FROM_ELSEWHERE
    print(len(done), "routines")


main()
