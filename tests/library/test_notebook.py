# SPDX-License-Identifier: BSD-3-Clause
"""A notebook that loads a model, runs a sweep, plots, and shows tables and the page."""

import pathlib
import re
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("cli", "support")]
from program import PATIENCE, ProgramTest  # noqa: E402
from through_python import ROOT, main  # noqa: E402

try:
    import ipykernel  # noqa: F401
    import matplotlib  # noqa: F401
    import nbclient
    import nbformat
    import pandas  # noqa: F401
except ImportError as error:
    nbclient = None
    MISSING = str(error)

CELLS = (
    "import mbsrun\nmodel = mbsrun.load(MODEL)\nrun = model.run().check()\nrun",
    "run.swing",
    "study = mbsrun.sweep(model, L=[0.5, 1, 2])\nstudy",
    "%matplotlib inline\nax = run.swing.plot('x', 'y')",
    "mbsrun.load(MODEL, L='1 kg')",
)


class Notebook(ProgramTest):
    @unittest.skipUnless(nbclient, "nbclient, ipykernel, pandas or matplotlib is not there")
    def test_cells(self):
        model = ROOT / "models/iftomm/a01_simple_pendulum.yaml"
        first = f"import sys\nsys.path.insert(0, {str(ROOT / 'src/python')!r})\nMODEL = {str(model)!r}"
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in (first, *CELLS)])
        client = nbclient.NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3", allow_errors=True,
                                         resources={"metadata": {"path": str(self.folder)}})
        client.execute()
        page, table, study, plot, error = (cell.outputs for cell in notebook.cells[1:])
        shown = page[0]["data"]["text/html"]
        self.assertIn("sandbox=\"allow-scripts\"", shown)
        self.assertIn("Simple pendulum", shown.replace("simple", "Simple"))
        self.assertNotIn("<script", shown)  # all of it is inside the frame
        self.assertIn("position_violation", table[0]["data"]["text/html"])
        self.assertEqual(len(re.findall("<tr", study[0]["data"]["text/html"])), 5)
        self.assertTrue(any("image/png" in output.get("data", {}) for output in plot))
        self.assertEqual(error[0]["ename"], "ModelError")
        self.assertIn("kg", error[0]["evalue"])


if __name__ == "__main__":
    main()
