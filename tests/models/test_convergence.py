#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun convergence against theory and truth: orders, monotone errors, Richardson's estimate,
Solfec's table; and --cross-check on every shipped model."""

import json
import math
import subprocess
import unittest

import harness
import kinds

# Models that take seconds, for many hundred thousand steps or many bodies: in the campaign only.
DEAR = ("a02_four_bar_n40", "a05_flyball_governor", "crane_with_screw", "gyroscope", "long_pendulum")

MODELS = "iftomm/a01_simple_pendulum", "founding/solfec_pendulum"

# Fixed-step methods: model, steps, channels that are well above round-off, order.
ORDERS = (
    ("runge_kutta{order: 5}", "iftomm/a01_simple_pendulum", "0.02:0.005", "x,y", 5),
    ("runge_kutta{order: 5}", "founding/solfec_pendulum", "0.008:0.002", "x,z,tension", 5),
    ("runge_kutta{order: 8}", "examples/spring_mass", "0.1,0.05,0.025", "y,force", 8),
    ("symplectic", "iftomm/a01_simple_pendulum", "0.004:0.001", "x,y", 2),
    ("symplectic{order: 4}", "iftomm/a01_simple_pendulum", "0.01:0.0025", "x,y", 4),
)


def study(model, *arguments):
    command = [str(harness.BINARY), "convergence", str(harness.SOURCE / "models" / f"{model}.yaml"),
               "--json", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          timeout=harness.LONGEST)
    return json.loads(done.stdout)


def finest(method):
    return max(k for k, rung in enumerate(method["rungs"]) if rung["status"] == "ok")


class TestSteps(unittest.TestCase):
    @kinds.sampled
    def test_orders(self):
        for label, model, steps, channels, order in kinds.some(ORDERS, 2):
            (method,) = study(model, "--method", label, "--steps", steps, "--channels",
                              channels)["methods"]
            for channel in method["channels"]:
                print(f"{label} on {model}: {channel['name']} {channel['order_used']:.3f}")
                self.assertFalse(channel["order_assumed"])
                self.assertAlmostEqual(channel["order_used"], order, delta=0.1)

    def test_estimate(self):
        """On the finest step and on the others, within a fifth of the true error."""
        for model in MODELS:
            (method,) = study(model, "--method", "runge_kutta{order: 5}", "--steps",
                              "0.02:0.005")["methods"]
            for channel in method["channels"]:
                for estimate, true in zip(channel["error"], channel["true_error"]):
                    if true is not None:
                        print(f"{model}: {channel['name']} {estimate:.4g}, true {true:.4g}")
                        self.assertLess(abs(math.log(true / estimate)), math.log(1.2))


class TestTolerances(unittest.TestCase):
    @kinds.campaign
    def test_estimate(self):
        """The error over the tolerance scatters: at 1e-9 baumgarte on A01 is by luck nearer than at 1e-10,
        to the same 4e-8 whatever the rounding, and the difference of both then tells 18 times too little.
        So of all channels two at most may be off by more than 5 times what is estimated, none by more than
        25. Where rungs are a decade apart, the true error is at least an eighth of the estimate (ggl on
        A01: 0.17; an estimate that is too large misleads nobody)."""
        misled = []
        for model in MODELS:
            for ratio, excess in ((10, 8), (3, 20)):
                methods = study(model, "--method", "ida,index_1,ggl,baumgarte,runge_kutta",
                                "--tolerances", "1e-4:1e-10", "--ratio", str(ratio))["methods"]
                for method in methods:
                    last = finest(method)
                    for channel in method["channels"]:
                        true = channel["true_error"][last]
                        if true is not None:
                            factor = true / channel["error"][last]
                            print(f"{model} {method['method']} {channel['name']}: {factor:.3g}")
                            misled += [factor] if factor >= 5 else []
                            self.assertGreater(factor, 1 / excess)
        self.assertLessEqual(len(misled), 2, misled)
        self.assertLess(max(misled, default=0), 25)

    # Measured once with the dear, too: 27, 35, 45 and 26 exceptions of 1,720, 1,723, 1,659 and 1,693 pairs.
    NOT_MONOTONE = ("bouncing_ball", "pin_friction", "a02_four_bar_n2", "a02_four_bar_n40")

    @kinds.campaign
    def test_monotone(self):
        """Over all shipped models, and all outputs, a tenth of the tolerance gives less error, but for
        three pairs in a hundred; where contacts, stops and sticking switch the forces too, since each
        switch is located to round-off and every step is smooth. Left out are what motions drive (the
        error is round-off), a ball that flies along parabolas between impacts (exact whatever the
        tolerance), a bar on a thick pin (its friction turns over within few steps, and where one of
        them falls decides the error, bounded steps or not), and singular poses (the error of a
        passage is magnified round-off)."""
        pairs, exceptions = {}, {}
        for path in sorted((harness.SOURCE / "models").rglob("*.yaml")):
            words = path.read_text(encoding="utf-8")
            if path.stem in self.NOT_MONOTONE or "\nmotions:" in words:
                continue
            model = str(path.relative_to(harness.SOURCE / "models"))[:-5]
            # the default bound of steps, a twentieth of the duration, would hide the tolerances
            result = study(model, "--method", "ida{max_step: 1e6},ida{formulation: index_1, max_step: 1e6},"
                           "runge_kutta{max_step: 1e6},runge_kutta{order: 5, max_step: 1e6}",
                           "--tolerances", "1e-4:1e-10")
            if isinstance(result, list):  # messages
                self.assertEqual(result[0]["code"], "E-CMP-003", "a model without motion")
                continue
            for method in result["methods"]:
                label = method["method"]
                pairs[label] = pairs.get(label, 0) + method["monotone"]["pairs"]
                exceptions[label] = exceptions.get(label, 0) + method["monotone"]["exceptions"]
        for label, count in pairs.items():
            print(f"{label}: {exceptions[label]} exceptions of {count} pairs")
            self.assertGreater(count, 100)
            self.assertLessEqual(exceptions[label], 0.03 * count)


class TestSolfec(unittest.TestCase):
    """The table of Solfec's manual with correct targets: period and energy after 1 and 10 swings,
    ratio 1.000, error-controlled and with the fixed step 0.001 s."""

    TARGETS = {"one_swing": 2.360681198032192452, "energy_after_one_swing": math.pi ** 2,
               "ten_swings": 23.60681198032192452, "energy_after_ten_swings": math.pi ** 2}

    def test_table(self):
        result = study("founding/solfec_pendulum", "--method", "ida,runge_kutta{order: 5, step: 1}",
                       "--steps", "0.004:0.001", "--tolerances", "1e-8:1e-12")
        methods = result["methods"]
        self.assertEqual([method["ladder"] for method in methods], ["tolerance", "step"])
        self.assertEqual(methods[1]["rungs"][-1]["step"], 0.001)
        for method in methods:
            checks = {check["name"]: check for check in method["checks"]}
            for name, target in self.TARGETS.items():
                check = checks[name]
                print(f"{method['method']}: {name} {check['value'][-1]:.15g}, ratio "
                      f"{check['ratio'][-1]:.12f}")
                self.assertAlmostEqual(check["target"] / target, 1, delta=1e-15)
                self.assertLess(abs(check["ratio"][-1] - 1), 5e-9)
                self.assertLess(check["error"][-1], check["error"][0])


class TestCrossCheck(harness.MotionTest):
    # Its singular poses are crossed by every formulation: test_singular.py, which knows the motion.
    ELSEWHERE = ("a02_four_bar_n2.yaml",)

    @kinds.sampled
    def test_shipped_models(self):
        paths = sorted((harness.SOURCE / "models").rglob("*.yaml"))
        left = self.ELSEWHERE if kinds.whole else (*self.ELSEWHERE, *(f"{name}.yaml" for name in DEAR))
        for path in kinds.some([path for path in paths if path.name not in left], 8):
            with self.subTest(model=path.name):
                run = self.good(path, "--cross-check")
                for name, analysis in run.summary["analyses"].items():
                    check = analysis.get("cross_check")
                    if analysis["type"] != "dynamics":
                        continue
                    print(f"{path.stem}, {name}: {check['compared']} methods agree")
                    self.assertIs(check["same"], True)
                    left = [method for method in check["methods"] if method["status"] != "ok"]
                    if check["compared"] < 3:  # those that would take ages are told, and no other may be missing
                        self.assertEqual({method["status"] for method in left}, {"budget"}, left)
                    self.assertGreaterEqual(check["compared"], 2)


if __name__ == "__main__":
    harness.main()
