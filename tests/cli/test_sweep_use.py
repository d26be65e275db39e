# SPDX-License-Identifier: BSD-3-Clause
"""Studies as their users meet them: figures that do not exist, directories of others."""

import csv

from program import PENDULUM, ProgramTest, changed, main

STUDY = """\
mbs_study: 1
model: a.yaml
vary: {L: {values: [1, 2]}}
outputs:
  x: {final: P1.x}
"""


class Use(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)
        self.write("s.yaml", STUDY)

    def rows(self, directory="out"):
        with open(self.folder / directory / "results.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_figures_of_what_is_no_number(self):
        """P1.x is below zero for half of the time: no figure is taken from the other half."""
        for form in ("max", "min", "max_abs", "mean", "rms", "integral", "final", "period",
                     "first_time", "value"):
            with self.subTest(form=form):
                at = ", at: 0.1" if form == "value" else ""
                self.write("s.yaml", changed(STUDY, "final: P1.x", f"{form}: sqrt(P1.x){at}"))
                self.expect(7, "sweep", "s.yaml", "-o", form)
                for row in self.rows(form):
                    self.assertEqual((row["status"], row["code"], row["x"]),
                                     ("failed", "E-NUM-001", ""))
                    self.assertIn('s.yaml:5:', row["message"])
                    self.assertIn('"sqrt(P1.x)" in outputs.x became infinite or not a number',
                                  row["message"])


if __name__ == "__main__":
    main()
