# SPDX-License-Identifier: BSD-3-Clause
"""docs/tutorial.md: from a checkout to a moving picture of an own four-bar in five steps, and on."""

import csv
import math
import re
import subprocess

from program import PATIENCE, ProgramTest, main


class Tutorial(ProgramTest):
    def setUp(self):
        super().setUp()
        self.text = (self.root / "docs/tutorial.md").read_text()
        self.blocks = re.findall(r"^```sh\n(.*?)^```", self.text, re.MULTILINE | re.DOTALL)
        self.first, self.rest = self.blocks[:4], self.blocks[4:]

    def shell(self, block):
        script = re.sub(r"(?m)^(mbsrun|\./dev run)\b", f'"{self.binary}"', block)
        return subprocess.run(["sh", "-c", script], cwd=self.folder, env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE, check=False)

    def run_blocks(self, blocks):
        for block in blocks:
            wanted = re.search(r"# exit (\d+)", block)
            done = self.shell(block)
            self.assertEqual(done.returncode, int(wanted.group(1)) if wanted else 0, f"{block}\n{done.stderr}")

    def test_five_steps(self):
        """The first is to stand in the checkout; each other is one command, but for the PATH; the last opens a browser."""
        self.assertRegex(self.first[0], r"^cat > four_bar.yaml <<'END'\n")
        self.assertEqual(self.first[1].count("\n"), 1)
        self.assertEqual(self.first[2], 'export PATH="$PWD/build/release:$PATH"\n')
        page = re.fullmatch(r"xdg-open (\S+)\n", self.first[3]).group(1)
        self.run_blocks(self.first[:2])
        text = (self.folder / page).read_text()
        self.assertIn("My four-bar", text)
        self.assertIn('id="mbs-stage"', text)  # where it moves
        self.assertTrue((self.folder / "results/four_bar/turn.motion.bin").exists())

    def test_the_motion_is_right(self):
        """The middle of the coupler, by the intersection of two circles."""
        self.run_blocks(self.first[:2])
        with (self.folder / "results/four_bar/turn.csv").open() as rows:
            table = list(csv.DictReader(rows))
        self.assertGreater(len(table), 300)
        a, b, c, d = 1, math.sqrt(13), math.sqrt(10), 4
        for row in table:
            t = float(row["t"])
            x, y = -a * math.sin(2 * t), a * math.cos(2 * t)  # B
            reach = math.hypot(d - x, y)
            along = (b * b - c * c + reach * reach) / (2 * reach)
            up = math.sqrt(b * b - along * along)
            u, v = (d - x) / reach, -y / reach  # from B to D
            pin = (x + along * u - up * v, y + along * v + up * u)  # C, above BD
            self.assertAlmostEqual(float(row["x"]), (x + pin[0]) / 2, delta=1e-8)
            self.assertAlmostEqual(float(row["y"]), (y + pin[1]) / 2, delta=1e-8)
            self.assertAlmostEqual(float(row["crank_angle"]), 2 * t, delta=1e-9)

    def test_and_then(self):
        self.run_blocks(self.first[:2] + self.rest)
        self.assertTrue((self.folder / "heavy/report.html").exists())
        told = re.search(r"^```\n(typo.*?)^```", self.text, re.MULTILINE | re.DOTALL).group(1)
        self.assertEqual(self.expect(3, "typo.yaml").err, told)

    def test_links(self):
        for target in re.findall(r"\]\(([^)]+)\)", self.text):
            self.assertTrue((self.root / "docs" / target).exists(), target)


if __name__ == "__main__":
    main()
