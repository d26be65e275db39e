#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Chains of rods that fall for a second (tests/bench/chain_model.py): the tip where an O(N)
elimination and other programs have it, and work that grows with N, not faster."""

import importlib.util

import harness
import kinds

GRAVITY = 9.81


def generator():
    path = harness.SOURCE / "tests" / "bench" / "chain_model.py"
    spec = importlib.util.spec_from_file_location("chain_model", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ChainTest(harness.MotionTest):
    def chain(self, count, duration="1 s"):
        script = harness.SOURCE / "tests" / "bench" / "chain_model.py"
        made = harness.subprocess.run([harness.sys.executable, "-B", str(script), str(count)],
                                      stdout=harness.subprocess.PIPE, check=True, text=True)
        text = made.stdout.replace("duration: 1 s", f"duration: {duration}")
        if duration != "1 s":
            self.assertIn(f"duration: {duration}", text)
            text = text.split("\nchecks:")[0] + "\n"
        return self.scratch.model(text, f"chain{count}.yaml")


class TestTip(ChainTest):
    """Within 5e-6 m of the values that every code must find."""

    def tip(self, count, kind):
        run = self.scratch.run(self.chain(count), *harness.integrator("fall", 1e-7, kind))
        self.assertEqual(run.status, 0, run.story())
        table = run.table()
        x, y = generator().TIP[count]
        self.assertLess(abs(table["tip_x"][-1] - x), 5e-6)
        self.assertLess(abs(table["tip_y"][-1] - y), 5e-6)

    def test_ida(self):
        for count in (10, 40, 100):
            self.tip(count, "explicit")

    def test_index_1(self):
        self.tip(40, "index_1")

    def test_runge_kutta(self):
        for count in (10, 40, 100, 400):
            self.tip(count, "method: runge_kutta")


class TestLong(ChainTest):
    """Within a tenth of a second the far end of a long chain does not feel the wall: it falls
    freely. The smallest eigenvalues of the constraints' rows, some 1e-6, must not drown in the
    regularisation: with one of 1e-7 for all rows IDA stalls half way."""

    def falls_freely(self, kind):
        run = self.scratch.run(self.chain(1000, "0.1 s"), *harness.integrator("fall", 1e-7, kind))
        self.assertEqual(run.status, 0, run.story())
        table = run.table()
        for t, y in zip(table["t"], table["tip_y"]):
            self.assertLess(abs(y + GRAVITY * t * t / 2), 1e-8)

    def test_ida(self):
        self.falls_freely("explicit")

    def test_runge_kutta(self):
        self.falls_freely("method: runge_kutta")


@kinds.machinery
class TestGrowth(ChainTest):
    """Eight times the rods: some eight times the work for load, start, Jacobian check; 64 times if
    any of them looked at every pair."""

    def test_check(self):
        cpu = []
        for count in (500, 4000):
            model = self.chain(count)
            command = [str(harness.BINARY), "check", str(model), "--max-nodes", "1000000"]
            runs = [harness.execute(command, self.scratch.path) for _ in range(3)]
            self.assertEqual(runs[0].status, 0, runs[0].story())
            cpu.append(min(run.cpu for run in runs))
        print(f"check: {cpu[0]:.3f} s for 500 rods, {cpu[1]:.3f} s for 4000")
        self.assertLess(cpu[1], 24 * cpu[0])


if __name__ == "__main__":
    harness.main()
