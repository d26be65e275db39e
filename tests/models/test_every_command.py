#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every command does its work on every model that is shipped and on every example of the reference pages, as they are
and without what a file need not say: nothing ends as an error of the program or by a signal, and what one command
writes is taken by the next. A file that is added later is taken by itself."""

import shutil
import unittest

import harness
import kinds
from test_copies import read, write

LEAST = 190  # files
BROKEN = 1   # exit status: an error of mbsrun
# What a file may leave out, each by itself and all at once.
VARIANTS = {"as it is": (), "without a title": ("title",), "without outputs": ("outputs", "checks"),
            "without analyses": ("analyses", "outputs", "checks", "sweep"),
            "alone": ("title", "description", "outputs", "checks", "view", "accept")}
# Long motions end here, with what there is: the commands behind them meet a run that did not reach its end, too.
BUDGET = ("--time-limit", "1", "--max-steps", "2000", "-q")


def files():
    """Every model and example, as a path inside the source."""
    folders = ("models/examples", "models/founding", "models/iftomm", "docs/examples")
    return [path.relative_to(harness.SOURCE) for folder in folders
            for path in sorted((harness.SOURCE / folder).glob("*.yaml"))]


def varied(tree):
    """A number that a sweep can vary: a parameter, else a component of gravity."""
    for name, value in (tree.get("parameters") or {}).items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return f"{name}={value},{value}*1.0001"
    return "gravity[1]=-9.81,-9.8"


class TestEveryCommand(unittest.TestCase):
    def setUp(self):
        self.scratch = harness.Scratch(self)
        self.calls = 0
        for folder in ("models", "docs/examples", "reference"):
            shutil.copytree(harness.SOURCE / folder, self.scratch.path / folder)
        (self.scratch.path / "CMakeLists.txt").touch()

    def call(self, *words):
        """One command. It may refuse, or find the motion wanting; it may not break."""
        words = [str(word) for word in words]
        self.calls += 1
        run = harness.execute([str(harness.BINARY), *words], self.scratch.path / "none", 600)
        said = " ".join(words)
        self.assertTrue(run.status >= 0 and run.status != BROKEN and run.status < 128, f"mbsrun {said}\n{run.story()}")
        self.assertNotIn("E-BUG", run.out + run.err, f"mbsrun {said}\n{run.story()}")
        return run

    def commands_of_a_run(self, model, folder):
        """What takes the results of a run."""
        self.call("run", model, "-o", folder, *BUDGET, "--report")
        if not (folder / "summary.json").exists():
            return
        self.assertEqual(self.call("verify", folder).status, 0, f"{model}: its results do not verify")
        self.call("report", folder)
        self.call("compare", folder, folder)
        self.call("animate", folder, "--frames", 3)
        self.call("animate", folder, "--frames", 2, "-o", folder / "motion.glb")
        for table in folder.glob("*.csv"):
            channels = table.read_text(encoding="utf-8").split("\n", 1)[0].split(",")
            self.call("plot", table, channels[-1], "-o", folder / "plot.svg")

    def commands_of_a_model(self, model, tree):
        """What takes the model, and copies of it that the program writes."""
        checked = self.call("check", model)
        self.call("explain", model)
        self.call("view", model, "-o", model.with_suffix(".svg"))
        for words in (("fmt",), ("dump",), ("dump", "--defaults")):
            written = self.call(*words, model)
            if checked.status in (0, 6, 10):
                copy = model.with_name(f"{model.stem}_{'_'.join(words).replace('-', '')}.yaml")
                copy.write_text(written.out, encoding="utf-8")
                self.assertEqual(self.call("check", copy).status, checked.status, f"{model}: its {' '.join(words)} is taken otherwise")
        self.call("sweep", model, "--vary", varied(tree), "-o", model.with_suffix(""), "-j", 1, *BUDGET)

    @kinds.sampled
    def test_every_file(self):
        taken = files()
        self.assertGreaterEqual(len(taken), LEAST)
        for path in kinds.some(taken, 6):
            tree = read(harness.SOURCE / path)
            for name, left_out in VARIANTS.items():
                with self.subTest(file=str(path), variant=name):
                    self.commands(path, tree, name, left_out)
        print(self.calls, "commands")

    def commands(self, path, tree, name, left_out):
        model = self.scratch.path / path.with_name(f"{path.stem} {name}.yaml".replace(" ", "_"))
        if left_out:
            model.write_text(write({key: tree[key] for key in tree if key not in left_out}), encoding="utf-8")
        else:
            shutil.copy(self.scratch.path / path, model)
        folder = self.scratch.path / "results"
        shutil.rmtree(folder, ignore_errors=True)
        self.commands_of_a_model(model, tree)
        self.commands_of_a_run(model, folder)
        if name in ("as it is", "alone"):
            self.call("run", model, "-o", folder, "-f", "--cross-check", *BUDGET)
            self.call("convergence", model, "--tolerances", "1e-4,1e-5,1e-6", *BUDGET)


if __name__ == "__main__":
    harness.main()
