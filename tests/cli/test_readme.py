# SPDX-License-Identifier: BSD-3-Clause
"""README.md: every command in it runs, with the exit status that it says; its tables are true."""

import re
import shutil
import subprocess

from program import PATIENCE, ProgramTest, main


class Readme(ProgramTest):
    def setUp(self):
        super().setUp()
        self.text = (self.root / "README.md").read_text()
        for folder in ("models", "reference", "schema", "studies"):
            shutil.copytree(self.root / folder, self.folder / folder,
                            ignore=shutil.ignore_patterns("results"))

    def commands(self):
        """(command, exit status) of the lines of all blocks marked sh."""
        for block in re.findall(r"^```sh\n(.*?)^```", self.text, re.MULTILINE | re.DOTALL):
            for line in block.splitlines():
                command, _, remark = line.partition("#")
                status = re.search(r"exit (\d+)", remark)
                yield command.strip(), int(status.group(1)) if status else 0

    def test_commands(self):
        count = 0
        for command, status in self.commands():
            if command.startswith("./dev test"):
                continue  # this is part of it
            if command.startswith("jq") and shutil.which("jq") is None:
                continue
            command = re.sub(r"^(mbsrun|\./dev run)\b", f'"{self.binary}"', command)
            done = subprocess.run(["sh", "-c", command], cwd=self.folder, env=self.environment,
                                  text=True, capture_output=True, timeout=PATIENCE, check=False)
            self.assertEqual(done.returncode, status, f"{command}\n{done.stderr}")
            count += 1
        self.assertGreater(count, 15)

    def test_shown_mistake(self):
        """The message is what the program says, but for line numbers, which models may change."""
        path = self.folder / "models/iftomm/mine.yaml"
        model = (self.folder / "models/iftomm/a01_simple_pendulum.yaml").read_text()
        path.write_text(model.replace("length: L}", "lenght: L}"))

        def without_lines(text):
            return re.sub(r"(?m):\d+:|^ *\d+ \|", "", text)

        said = self.expect(3, "models/iftomm/mine.yaml").err
        self.assertTrue(without_lines(said) in without_lines(self.text), said)

    def test_options_are_in_the_help(self):
        help_text = "".join(self.expect(0, command, "--help").out
                            for command in ("run", "animate", "convergence", "compare", "dump", "fmt", "init", "sweep", "schema", "watch", "plot", "view"))
        ours = re.sub(r"`\./dev[^`]*`", "", self.text)  # ./dev has options of its own
        for option in set(re.findall(r"--[a-z][a-z-]+", ours)) - {"--help", "--install"}:
            self.assertIn(option, help_text)

    def test_keys_of_the_summary(self):
        model = "models/iftomm/a01_simple_pendulum.yaml"
        self.expect(0, model, "-o", "out")
        summary = self.summary("out")
        swing = summary["analyses"]["swing"]
        table = self.text[self.text.index("on which programs may rely"):]
        table = table[:table.index("A number that is not determined")]
        for key in list(summary) + list(swing):
            self.assertRegex(table, rf"`\.?{key}\b", key)
        for key in ("energy_drift", "energy_drift_steps", "constraint_position",
                    "constraint_velocity", "constraint_acceleration", "defect", "free_body"):
            self.assertIn(f"`{key}`", table)
            self.assertIn(key, swing["audit"])

    def test_links(self):
        for target in re.findall(r"\]\(([^)]+)\)", self.text):
            if not target.startswith("src/"):
                self.assertTrue((self.root / target).exists(), target)


if __name__ == "__main__":
    main()
