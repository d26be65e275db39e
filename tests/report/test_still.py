# SPDX-License-Identifier: BSD-3-Clause
"""The first frame of shipped models as SVG: something is seen, all of it within the picture, every
plot has its curve, and no page has more elements of script than its loader."""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

from page import Page
from program import ProgramTest, main

SLOW = {"a02_four_bar_n40", "linearization_four_bars"}


class Stills(ProgramTest):
    def check(self, model):
        self.expect(0, "run", model, "-o", "out", "--report", "--force", "-q")
        page = Page(self.folder / "out" / "report.html")
        still = re.search(r'<svg class="still" viewBox="0 0 600 400".*?</svg>', page.text, re.S).group(0)
        paths = re.findall(r' d="([^"]*)"', still)
        self.assertTrue(paths)
        places = [tuple(map(float, pair)) for path in paths
                  for pair in re.findall(r"[ML](-?[\d.e+-]+) (-?[\d.e+-]+)", path)]
        self.assertGreater(len(places), 1)
        for x, y in places:
            self.assertTrue(0 <= x <= 600 and 0 <= y <= 400, (x, y))
        spans = [max(c) - min(c) for c in zip(*places)]
        self.assertGreater(max(spans[0] / 600, spans[1] / 400), 0.3, "the mechanism fills the picture")
        self.assertNotIn("nan", still.lower())
        self.assertNotIn("inf", re.sub(r"<(title|desc)>.*?</\1>", "", still).lower())
        for curve in re.findall(r'class="curve c\d"[^>]* d="([^"]*)"', page.section("plots")):
            self.assertRegex(curve, r"^M[-0-9 Mlhv]*$")
        self.assertEqual(len([tag for tag, _ in page.elements if tag == "script"]), 1)

    def test_shipped_models(self):
        seen = 0
        for model in sorted((self.root / "models").glob("*/*.yaml")):
            text = model.read_text()
            if model.stem in SLOW or "analyses:" not in text:
                continue
            with self.subTest(model.stem):
                self.check(model)
                seen += 1
        self.assertGreater(seen, 30)


if __name__ == "__main__":
    main()
