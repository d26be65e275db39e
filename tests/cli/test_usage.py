# SPDX-License-Identifier: BSD-3-Clause
"""The command line: help that is true, mistakes that are told."""

import json
import re

from program import PENDULUM, ProgramTest, main

COMMANDS = ["run", "check", "explain", "convergence", "compare", "sweep", "selftest", "verify", "report", "watch", "plot",
            "animate", "view", "dump", "fmt", "init", "schema", "version", "complete", "help"]
VALUES = {"DIR": "out", "FORMAT": "csv", "ANALYSIS": "swing", "PATH=VALUE": "L=1", "SECONDS": "5", "NAME": "chain",
          "N": "10", "SIZE": "2M", "SPACE": "planar", "WHEN": "never", "LIST": "ida", "SIZES": "1e-5:1e-7",
          "X": "2", "NAMES": "x", "PATH=VALUES": "L=1,2", "METHOD": "sobol", "K/N": "0/2", "M": "2", "TIME": "1:00",
          "OPTION": "--account=a", "AXES": "x", "CHANNEL": "x", "TEXT": "a title", "WxH": "900x600", "S": "5"}


class Help(ProgramTest):
    def test_without_words(self):
        outcome = self.expect(2)
        self.assertEqual(outcome.out, "")
        self.assertIn("usage: mbsrun MODEL", outcome.err)

    def test_lists_every_command(self):
        for arguments in (["--help"], ["-h"], ["help"], ["help", "--help"]):
            outcome = self.expect(0, *arguments)
            self.assertEqual(outcome.err, "")
            if arguments != ["help", "--help"]:
                for command in COMMANDS:
                    self.assertRegex(outcome.out, rf"\n  {command}\b")

    def test_of_each_command(self):
        for command in COMMANDS:
            text = self.expect(0, command, "--help").out
            self.assertEqual(text, self.expect(0, "help", command).out)
            for part in (f"usage: mbsrun {command}", "Examples:", "Options:", "Exit status:"):
                self.assertIn(part, text)
            self.assertRegex(text, rf"\n  .*mbsrun ({command} |.*yaml|help|version|schema|init|-)")
            self.assertEqual([line for line in text.split("\n") if len(line) > 88], [])

    def test_own_texts(self):
        """Each command says what its options do there, shows two examples, and the first page is not cut."""
        for command in COMMANDS:
            text = self.expect(0, command, "--help").out
            self.assertGreaterEqual(len(re.findall(r"^  (?:\S+ \| )?mbsrun ", text.split("Examples:")[1], re.MULTILINE)), 2)
            options = text.split("Options:")[1].split("Exit status:")[0]
            for other in COMMANDS:
                self.assertNotIn(f"of {other} ", options if other != command else "", command)
        self.assertIn("default: DIR/report.html", self.expect(0, "report", "--help").out)
        self.assertIn("<name of the study", re.sub(r"\s+", " ", self.expect(0, "sweep", "--help").out))
        page = self.expect(0, "--help").out
        self.assertIn("plot RESULTS CHANNEL...", page)
        for group in ("Simulate", "Look at results:", "Write and read models:", "This program:"):
            self.assertIn(f"\n{group}", page)

    def options_of(self, command):
        """(letter or None, name, argument or None) of the options in a help text."""
        text = self.expect(0, command, "--help").out.split("Options:")[1]
        return re.findall(r"^  (?:-(\w), |    )--([a-z-]+)(?: ([A-Z][\w=/]*))?", text, re.MULTILINE)

    def test_options_exist(self):
        for command in COMMANDS:
            options = self.options_of(command)
            self.assertIn(("h", "help", ""), options)
            for letter, name, argument in options:
                words = [f"--{name}"] + ([VALUES[argument]] if argument else [])
                outcome = self.expect(0, command, *words, "--help")
                self.assertIn("mbsrun", outcome.out)
                if letter:
                    self.expect(0, command, f"-{letter}", *words[1:], "--help")

    def test_options_of_run(self):
        names = {name for _, name, _ in self.options_of("run")}
        self.assertEqual(names, {
            "output", "format", "analysis", "set", "force", "json", "reproducible", "time-limit",
            "max-steps", "accept-inaccurate", "repeat", "max-output-size", "max-memory", "max-model-size", "max-nodes",
            "allow-path", "quiet", "verbose", "color", "help", "version", "cross-check", "report", "no-motion"})

    def test_version(self):
        short = self.expect(0, "--version").out
        self.assertRegex(short, r"^mbsrun \d+\.\d+\.\d+\n$")
        self.assertEqual(self.expect(0, "-V").out, short)
        long = self.expect(0, "version").out
        self.assertTrue(long.startswith(short))
        for word in ("commit", "compiler", "options", "SUNDIALS", "libyaml", "KLU"):
            self.assertRegex(long, rf"(?m)^{word} +\S")


class Mistakes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)

    def refuse(self, arguments, *parts):
        outcome = self.expect(2, *arguments)
        self.assertEqual(outcome.out, "")
        for part in ("error[E-USAGE-001]", *parts):
            self.assertIn(part, outcome.err)
        self.assertEqual(self.listing(), ["a.yaml"])

    def test_options(self):
        self.refuse(["a.yaml", "--outptu", "x"], '"--outptu"', 'did you mean "--output"?')
        self.refuse(["a.yaml", "--outptu=x"], '"--outptu"')
        self.refuse(["a.yaml", "-z"], '"-z"')
        self.refuse(["a.yaml", "--output"], "--output needs a value: DIR")
        self.refuse(["a.yaml", "-o"], "--output needs a value: DIR")
        self.refuse(["a.yaml", "--force=yes"], "--force takes no value")
        self.refuse(["check", "a.yaml", "--force"], "--force", '"mbsrun check"')
        self.refuse(["schema", "--force"], "--force", '"mbsrun schema"')
        self.refuse(["a.yaml", "--color", "blue"], "auto, always or never")

    def test_values(self):
        self.refuse(["a.yaml", "--format", "cvs"], 'did you mean "csv"?')
        self.refuse(["a.yaml", "--format", "hdf5"], "--format csv, csv_units, columns or ndjson")
        for size in ("", "x", "-1", "1Q", "nan", "0"):
            self.refuse(["a.yaml", "--max-memory", size], f'found "{size}"', "200M")
        for limit in ("0", "-1", "1 s", "inf", "1e999"):
            self.refuse(["a.yaml", "--time-limit", limit], f'found "{limit}"')
        for count in ("0", "1.5", "-3", "1e30"):
            self.refuse(["a.yaml", "--max-steps", count], f'found "{count}"')
        self.refuse(["a.yaml", "--max-steps", "1e300"], "at most 9007199254740991")

    def test_every_mistake_is_told_at_once(self):
        outcome = self.expect(2, "a.yaml", "--nothing", "--format", "x", "--max-steps", "y")
        self.assertEqual(outcome.err.count("error["), 3)

    def test_words(self):
        self.refuse(["chekc", "a.yaml"], '"chekc"', 'did you mean "check"?')
        self.refuse(["simulate"], '"simulate" is neither a command nor a file')
        self.refuse(["run"], "needs MODEL")
        self.refuse(["convergence"], "needs MODEL")
        self.refuse(["run", "a.yaml", "b.yaml"], '"b.yaml"')
        self.refuse(["version", "a.yaml"], '"a.yaml"')
        self.refuse(["help", "simulate"], '"simulate"')
        self.refuse(["a.yaml", "--analysis", "swng"], '"swng"', 'did you mean "swing"?')

    def test_terminal_tricks_are_shown(self):
        outcome = self.expect(2, "\033[31mred")
        self.assertNotIn("\033", outcome.err)
        self.assertIn("\\x1b", outcome.err)

    def test_as_json(self):
        outcome = self.expect(2, "--json", "a.yaml", "--nothing")
        messages = json.loads(outcome.out)
        self.assertEqual(messages[0]["code"], "E-USAGE-001")
        self.assertEqual(outcome.err, "")

    def test_missing_file(self):
        outcome = self.expect(5, "b.yaml")
        self.assertIn("b.yaml", outcome.err)
        self.assertIn("E-IO-001", outcome.err)
        self.assertEqual(self.listing(), ["a.yaml"])

    def test_order_of_words_is_free(self):
        self.expect(0, "-q", "-o", "x", "run", "a.yaml")
        self.expect(0, "a.yaml", "-qo", "x")
        self.write("-b.yaml", PENDULUM)
        self.expect(0, "-q", "--", "-b.yaml")
        self.assertIn("-b", self.listing("results"))
        self.write("check", PENDULUM)
        self.expect(0, "-q", "./check")
        self.assertIn("check", self.listing("results"))


if __name__ == "__main__":
    main()
