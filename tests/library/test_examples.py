# SPDX-License-Identifier: BSD-3-Clause
"""The examples in docs/library: what they find is what closed forms say."""

import importlib.util
import math
import os
import pathlib
import random
import subprocess
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("cli", "support")]
from program import PATIENCE, ProgramTest  # noqa: E402
from through_python import ROOT, import_mbsrun, main  # noqa: E402


def example(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"docs/library/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Examples(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.mbsrun = import_mbsrun()

    def test_each_runs_alone(self):
        found = sorted((ROOT / "docs/library").glob("*.py"))
        self.assertGreaterEqual(len(found), 4)
        for path in found:
            if "import numpy" in path.read_text() and not importlib.util.find_spec("numpy"):
                continue
            with self.subTest(example=path.name):
                done = subprocess.run([sys.executable, path], cwd=self.folder, text=True, capture_output=True, timeout=PATIENCE,
                                      env={**os.environ, "PYTHONPATH": str(ROOT / "src/python")}, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertTrue(done.stdout)

    def test_fit(self):
        fit = example("fit")
        model = self.mbsrun.loads(fit.MODEL)
        measured = fit.angles(model, 0.83, 0.2)
        L, damping = fit.fit(model, measured, (1.2, 0.05))
        self.assertAlmostEqual(L, 0.83, delta=1e-6)  # without noise exactly
        self.assertAlmostEqual(damping, 0.2, delta=1e-6)
        noise = random.Random(7)
        L, damping = fit.fit(model, [angle + noise.gauss(0, 0.01) for angle in measured], (1.2, 0.05))
        self.assertAlmostEqual(L, 0.83, delta=0.01)
        self.assertAlmostEqual(damping, 0.2, delta=0.02)

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "python3-numpy is not there")
    def test_modes(self):
        modes = example("modes")
        model = self.mbsrun.loads(modes.MODEL)
        for mass in (0.01, 0.3, 1, 40):
            for found, exact in zip(modes.frequencies(model.with_values(mass=mass)), modes.exact(mass)):
                self.assertAlmostEqual(found / exact, 1, delta=1e-9)

    def test_cart_pole(self):
        cart_pole = example("cart_pole")
        world = cart_pole.CartPole(seed=5)
        seen, _ = world.reset()
        # the first step from a lean a: both bodies at rest, a push of 10 N; by the equations of Lagrange
        a, g, L, M, m = -seen[2], 9.81, 0.5, 1.0, 0.1  # to the right
        inertia = m * L * L * 4 / 3
        slope = (g * m * L * math.sin(a) - m * L * math.cos(a) * 10 / (M + m)) / (
            inertia - (m * L * math.cos(a)) ** 2 / (M + m))
        after, reward, fallen, _, _ = world.step(1)
        self.assertEqual((reward, fallen), (1.0, False))
        self.assertAlmostEqual(-after[3], slope * 0.02, delta=2e-3 * abs(slope * 0.02))
        for seed in range(3):
            world = cart_pole.CartPole(seed=seed)
            seen, _ = world.reset()
            fallen = over = False
            while not (fallen or over):
                seen, _, fallen, over, _ = world.step(cart_pole.balance(seen))
            self.assertEqual(world.steps, 500)
        self.assertEqual(world.reset()[0][:2], (0, 0))

    def test_controller(self):
        controller = example("controller")
        hold = controller.run()["hold"]
        angle = math.pi / 4
        for _ in range(100):  # the load against the controller: KP e = 9.81 N 0.5 m cos(angle)
            angle = controller.WANTED - 9.81 * 0.5 * math.cos(angle) / controller.KP
        self.assertAlmostEqual(hold.angle[-1], angle, delta=1e-5)


if __name__ == "__main__":
    main()
