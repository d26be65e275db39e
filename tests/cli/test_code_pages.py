# SPDX-License-Identifier: BSD-3-Clause
"""What explain says about each message: its example is made a model, and gets the message.

A page of docs/codes shows the lines that matter. Here they replace those of a model that runs: each top-level key of
the example takes the place of that key. Lines with "$" are commands, which find the model as model.yaml. What stands
under "instead" must run without the message, and without another error.
"""

import re
import shutil
import subprocess

from program import PATIENCE, ProgramTest, kinds, main

SECTIONS = ["cause", "example", "remedy", "instead"]
WIDTH = 78  # explain indents by 2
PLANE = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  bar: {type: rigid, mass: 1, inertia: 0.1, center_of_mass: [0.5, 0], markers: {tip: {position: [1, 0]}}}
joints:
  hinge: {type: revolute, marker_i: ground, marker_j: bar}
analyses:
  fall: {type: dynamics, duration: 0.1, output_step: 0.01}
"""
SPACE = PLANE.replace("planar", "spatial").replace("[0, -9.81]", "[0, 0, -9.81]").replace(
    "inertia: 0.1, center_of_mass: [0.5, 0]", "inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, center_of_mass: [0.5, 0, 0]"
    ).replace("position: [1, 0]", "position: [1, 0, 0]")
SAFEGUARD = "no model is known that gets it"
PROCESSES = "it needs a signal, or two processes at a time: machinery"
NEVER = "this version does not report it; the code stays taken"
# What no short example can provoke, and why.
UNPROVED = {
    "E-BUG-001": SAFEGUARD,
    "E-CMP-005": SAFEGUARD,
    "E-EVENT-006": SAFEGUARD,
    "E-FMT-001": SAFEGUARD,
    "E-LIN-003": SAFEGUARD,
    "W-LIN-005": SAFEGUARD,
    "E-INT-005": SAFEGUARD,
    "E-INT-006": SAFEGUARD,
    "E-INT-007": SAFEGUARD,
    "E-INT-008": PROCESSES,
    "E-STUDY-001": PROCESSES,
    "E-STUDY-002": PROCESSES,
    "E-STUDY-003": PROCESSES,
    "W-STUDY-008": "it takes a study beside the model: cli.sweep_values does",
    "W-STUDY-007": "somebody has to edit an index, digests and all: cli.sweep_use does",
    "E-PHYS-003": NEVER,
    "I-DOF-004": NEVER,
    "W-DRIFT-001": NEVER,
    "W-IC-008": NEVER,
}


def blocks(text):
    """The top-level keys of a text with their lines, None for what stands above the first."""
    found, key = {}, None
    for line in text.splitlines(keepends=True):
        start = re.match(r"(\w+):(\s|$)", line)
        key = start[1] if start else key
        found[key] = found.get(key, "") + line
    return found


def completed(*texts):
    """The lines of an example, and of what replaces them, as a whole model."""
    lines = {}
    for text in texts:
        lines.update(blocks(text))
    if not lines or None in lines or "mbs" in lines or "mbs_study" in lines:
        return "".join(lines.values())
    base = blocks(SPACE if "spatial" in lines.get("space", "") else PLANE)
    if not re.search(r"\bbar:", lines.get("bodies", base["bodies"])):
        del base["joints"]
    return "".join({**base, **lines}.values())


def split(text):
    """The model and the commands of an example."""
    lines = text.splitlines(keepends=True)
    return ("".join(line for line in lines if not line.startswith("$ ")),
            [line[2:].strip() for line in lines if line.startswith("$ ")])


def read_pages(root):
    """Code by code its sections, in the order of the files, and what is wrong with their form."""
    pages, faults = [], []
    for path in sorted((root / "docs" / "codes").glob("*.txt")):
        code = section = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.startswith("#") and number == 1:
                continue
            if re.fullmatch(r"[EWI]-[A-Z]+-\d{3}", line) and code is None:
                code, section = {}, None
                pages.append((line, code))
            elif line == "":
                code = None
            elif code is not None and line.rstrip(":") in SECTIONS and line.endswith(":"):
                section = line.rstrip(":")
                code[section] = ""
            elif section is not None and line.startswith("  "):
                code[section] += line[2:] + "\n"
            else:
                faults.append(f"{path.name}:{number}: {line}")
            if len(line) > WIDTH or line != line.rstrip():
                faults.append(f"{path.name}:{number}: too long, or blanks at its end")
            if code is not None and pages[-1][0].split("-")[1] != path.stem:
                faults.append(f"{path.name}:{number}: {pages[-1][0]} is of another family")
    return pages, faults


def read_codes(root):
    """Code by code its severity and its exit status."""
    rows = re.findall(r'DIAG\(\w+,\s*"([EWI]-[^"]+)",\s*DIAG_(\w+),\s*(\d+)',
                      (root / "src" / "base" / "diag_codes.def").read_text())
    return {code: (severity, int(status)) for code, severity, status in rows}


class CodePages(ProgramTest):
    def setUp(self):
        super().setUp()
        self.codes = read_codes(self.root)
        self.pages, self.faults = read_pages(self.root)

    def test_form(self):
        self.assertEqual(self.faults, [])
        for code, sections in self.pages:
            with self.subTest(code=code):
                self.assertEqual(list(sections)[:3], SECTIONS[:3])
                self.assertTrue(all(sections.values()), "an empty section")
                self.assertLess(sections["example"].count("\n"), 13)

    def test_every_code_has_one_page(self):
        self.assertCountEqual([code for code, _ in self.pages], list(self.codes))
        self.assertLessEqual(set(UNPROVED), set(self.codes))

    def test_explain_shows_it(self):
        for code, sections in kinds.some(self.pages, 4):
            with self.subTest(code=code):
                out = self.expect(0, "explain", code.lower()).out
                lines = [line.strip() for line in out.splitlines()]
                for name, text in sections.items():
                    self.assertIn(f"{name}:", lines)
                    for line in text.splitlines():
                        self.assertIn(line.strip(), lines)
                self.assertLessEqual(max(map(len, out.splitlines())), 80)

    def run_example(self, model, commands):
        """The status and all words of the last command, in a folder of its own."""
        for path in list(self.folder.iterdir()):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if model:
            (self.folder / "model.yaml").write_text(model)
        script = "mbsrun() { '%s' \"$@\"; }\n" % self.binary
        script += "\n".join(commands or ["mbsrun run model.yaml -v"])
        done = subprocess.run(["bash", "-c", script], capture_output=True, cwd=self.folder, timeout=PATIENCE,
                              check=False, env=self.environment)
        said = (done.stdout + done.stderr).decode(errors="replace")
        self.assertNotIn("Sanitizer", said)
        return done.returncode, said

    def prove(self, code, sections):
        severity, status = self.codes[code]
        model, commands = split(sections["example"])
        outcome, said = self.run_example(completed(model) or PLANE, commands)
        self.assertIn(f"[{code}]", said, f"the example of {code} does not provoke it")
        if severity == "ERROR":
            self.assertEqual(outcome, status, said)
        if "instead" in sections:
            better, others = split(sections["instead"])
            outcome, said = self.run_example(completed(model, better) or PLANE, others or commands)
            self.assertEqual(outcome, 0, f"instead of {code}: {said}")
            self.assertNotIn(f"[{code}]", said, "the remedy does not mend it")

    @kinds.sampled
    def test_examples(self):
        proved = [page for page in self.pages if page[0] not in UNPROVED]
        for code, sections in kinds.some(proved, 40):
            with self.subTest(code=code):
                self.prove(code, sections)


if __name__ == "__main__":
    main()
