# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun selftest: the installed program and its models, as whoever installed it, or anybody, runs it."""

import os
import pathlib
import shutil
import signal
import subprocess

from program import LONG, MISSPELT, PATIENCE, PENDULUM, UNPASSABLE, ProgramTest, kinds, main

NOBODY = 65534
REFERENCE = PENDULUM + "  as_measured: {file: reference/nothing.csv, channels: [x], within: 1e-3 m}\n"


class SelfTest(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "tmp").mkdir()
        self.environment["TMPDIR"] = str(self.folder / "tmp")

    def left(self):
        return self.listing("tmp")

    def test_good_models_in_folders(self):
        for name in ("a.yaml", "deep/b.yaml", "deep/er/c.yaml"):
            self.write("models/" + name, PENDULUM)
        for name in ("models/.d.yaml", "models/results/e.yaml", "models/notes.txt"):
            self.write(name, "no model")
        self.assertEqual(self.expect(0, "selftest", "models").out, "3 of 3 models ok\n")
        self.assertEqual(self.expect(0, "selftest", "models", "-j", 1).out, "3 of 3 models ok\n")
        self.assertEqual(self.left(), [])
        self.assertEqual(self.listing(), ["models", "tmp"])

    def test_what_is_not_ok_says_why(self):
        self.write("models/bad_check.yaml", UNPASSABLE)
        self.write("models/good.yaml", PENDULUM)
        self.write("models/no_reference.yaml", REFERENCE)
        self.write("models/typo.yaml", MISSPELT)
        done = self.expect(6, "selftest", "models")
        self.assertEqual(done.out, "1 of 4 models ok\n")
        for words in ("bad_check.yaml: exit status 6", "no_reference.yaml: exit status 6", "typo.yaml: exit status 3",
                      "E-CHECK-002", 'did you mean "length"?'):
            self.assertIn(words, done.err)
        self.assertNotIn("good.yaml", done.err)
        self.assertEqual(self.left(), [])

    def test_nothing_to_run(self):
        self.write("empty/notes.txt", "none")
        self.assertIn('no model (*.yaml) in "empty"', self.expect(5, "selftest", "empty").err)
        self.assertIn('no model (*.yaml) in "gone"', self.expect(5, "selftest", "gone").err)
        alone = self.folder / "mbsrun"
        shutil.copy(self.binary, alone)
        done = subprocess.run([alone, "selftest"], env=self.environment, cwd=self.folder, capture_output=True,
                              text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn("no models were installed with this program", done.stderr)

    def test_no_place_to_write(self):
        self.write("models/a.yaml", PENDULUM)
        self.environment["TMPDIR"] = str(self.folder / "nowhere")
        self.assertIn("cannot create a directory in", self.expect(5, "selftest", "models").err)

    @kinds.machinery
    def test_an_interrupt_leaves_nothing(self):
        for name in "abc":
            self.write(f"models/{name}.yaml", LONG)
        process = self.start("selftest", "models")
        self.wait_for_words(process)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=PATIENCE), 128 + signal.SIGINT)
        self.assertEqual(self.left(), [])

    def wait_for_words(self, process):
        """Until the children have begun to run: the parent itself hardly works."""
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not children.read_text().split():
            self.assertIsNone(process.poll())

    def test_installed_where_a_blank_is(self):
        """By somebody without rights, who can write nowhere but into TMPDIR, without a network."""
        build = pathlib.Path(self.binary).parent
        prefix = self.folder / "my programs"
        done = subprocess.run(["cmake", "--install", build, "--prefix", prefix], capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        options = {}
        if os.geteuid() == 0:
            options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            os.chown(self.folder / "tmp", NOBODY, NOBODY)
        self.folder.chmod(0o755)
        os.chmod(self.folder / "tmp", 0o700)
        models = "share/mbsrun/models/founding" if self.sanitized else "share/mbsrun/models"
        command = [prefix / "bin/mbsrun", "selftest", *([prefix / models] if self.sanitized else [])]
        if self.has_unshare():
            command = ["unshare", "--net", "--map-current-user", *command]
        done = subprocess.run(command, env=self.environment, cwd="/", capture_output=True, text=True,
                              timeout=PATIENCE, check=False, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        count = len(list((prefix / models).rglob("*.yaml")))
        self.assertEqual(done.stdout, f"{count} of {count} models ok\n")

    def has_unshare(self):
        trial = subprocess.run(["unshare", "--net", "--map-current-user", "true"], capture_output=True, check=False)
        return trial.returncode == 0


if __name__ == "__main__":
    main()
