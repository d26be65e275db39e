# SPDX-License-Identifier: BSD-3-Clause
"""Standard streams, terminals, signals and the processor's arithmetic."""

import os
import platform
import shutil
import signal
import subprocess
import time

from program import LONG, MISSPELT, PATIENCE, PENDULUM, ProgramTest, kinds, main

RED = "\033[1;31m"
ERASE = "\r\033[K"


class Streams(ProgramTest):
    def run_in_shell(self, command):
        done = subprocess.run(["sh", "-c", command, "sh", self.binary], cwd=self.folder,
                              env=self.environment, text=True, capture_output=True, timeout=PATIENCE,
                              check=False)
        return done.returncode, done.stdout, done.stderr

    def test_full_device(self):
        status, _, err = self.run_in_shell('"$1" schema > /dev/full')
        self.assertEqual(status, 5)
        self.assertIn("E-IO-002", err)
        self.assertIn("No space left", err)

    def test_closed_output(self):
        for command in ("schema", "version", "help", "explain pi"):
            status, _, err = self.run_in_shell(f'"$1" {command} >&-')
            self.assertEqual(status, 5, err)
            self.assertIn("standard output", err)

    def test_reader_that_went_away(self):
        reader, writer = os.pipe()
        os.close(reader)
        process = subprocess.run([self.binary, "schema"], stdout=writer, stderr=subprocess.PIPE,
                                 env=self.environment, check=False)
        os.close(writer)
        self.assertEqual(process.returncode, 128 + signal.SIGPIPE)
        self.assertEqual(process.stderr, b"")

    def test_all_streams_closed(self):
        """Messages must not end in the result files, whose numbers could be 1 and 2."""
        self.write("a.yaml", PENDULUM)
        status, _, _ = self.run_in_shell('"$1" a.yaml -o out <&- >&- 2>&-')
        self.assertEqual(status, 0)
        self.assertTrue((self.folder / "out/swing.csv").read_text().startswith("t,x,y,"))
        self.assertEqual(self.summary("out")["status"], "ok")

    def test_data_and_words_are_apart(self):
        self.write("a.yaml", PENDULUM)
        outcome = self.expect(0, "a.yaml")
        self.assertEqual(outcome.out, "")
        outcome = self.expect(0, "check", "a.yaml")
        self.assertIn("degrees of freedom: 1 by count", outcome.out)
        self.assertEqual(outcome.err, "")
        self.assertEqual(self.expect(0, "explain", "a.yaml").err, "")
        self.assertEqual(self.expect(0, "schema").err, "")


class Terminals(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("bad.yaml", MISSPELT)
        self.write("long.yaml", LONG)

    def test_color_only_on_a_terminal(self):
        self.assertNotIn("\033", self.expect(3, "bad.yaml").err)
        self.assertIn(RED, self.expect(3, "bad.yaml", "--color", "always").err)
        status, shown = self.call_on_terminal("bad.yaml")
        self.assertEqual(status, 3)
        self.assertIn(RED, shown)
        self.assertNotIn("\033", self.call_on_terminal("bad.yaml", "--color", "never")[1])

    def test_wishes_of_the_environment(self):
        for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
            before = dict(self.environment)
            self.environment[name] = value
            self.assertNotIn("\033", self.call_on_terminal("bad.yaml")[1])
            self.assertIn(RED, self.call_on_terminal("bad.yaml", "--color=always")[1])
            self.environment = before
        self.environment["NO_COLOR"] = ""  # set but empty is not set
        self.assertIn(RED, self.call_on_terminal("bad.yaml")[1])

    @kinds.machinery
    def test_progress(self):
        lines, limit = 0, 1.5
        while lines < 3 and limit < PATIENCE:  # a busy machine may let it say less in that time
            arguments = ["long.yaml", "--time-limit", limit, "-o", "out", "--force", "--color", "never"]
            start = time.monotonic()
            status, shown = self.call_on_terminal(*arguments)
            lasted = time.monotonic() - start
            self.assertEqual(status, 9)
            lines = shown.count("swing: t = ")
            limit *= 2
        self.assertGreaterEqual(lines, 3)
        self.assertLessEqual(lines, 10 * lasted + 1)  # ten per second, after half a second
        # the last line is erased before anything else is said
        last = shown.rindex("swing: t = ")
        self.assertIn(ERASE, shown[last:shown.index("\n", last)])
        self.assertRegex(shown[last:], r"^swing: t = [^\n]* s, \d+:\d\d:\d\d left")

    @kinds.machinery
    def test_no_progress_elsewhere(self):
        arguments = ["long.yaml", "--time-limit", "1.2", "-o", "out"]
        self.assertNotIn(ERASE, self.expect(9, *arguments).err)
        self.assertNotIn(ERASE, self.call_on_terminal(*arguments, "-q")[1])
        self.environment["TERM"] = "dumb"
        self.assertNotIn(ERASE, self.call_on_terminal(*arguments)[1])

    @kinds.machinery
    def test_short_run_shows_none(self):
        """None in the first half second: judged by a run that took less, from outside."""
        self.write("a.yaml", PENDULUM)
        for _ in range(50):
            start = time.monotonic()
            shown = self.call_on_terminal("a.yaml", "--color", "never")[1]
            if time.monotonic() - start < 0.5:
                self.assertNotIn(ERASE, shown)
                return
        self.skipTest("no run took less than half a second")


@kinds.machinery
class Signals(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("long.yaml", LONG)

    def test_first_signal_keeps_what_is_there(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start("long.yaml", "-o", "out")
            self.wait_for_work(process)
            process.send_signal(number)
            if number == signal.SIGHUP:  # of a lost connection there may be two
                process.send_signal(number)
            _, err = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 128 + number, err)
            self.assertIn("interrupted", err)
            self.assertEqual(self.listing("out"), ["summary.json", "swing.partial.csv", "swing.partial.motion.bin"])
            summary = self.summary("out")
            self.assertEqual((summary["status"], summary["exit_status"]),
                             ("interrupted", 128 + number))
            text = (self.folder / "out/swing.partial.csv").read_text()
            self.assertTrue(text.endswith("\n"))

    def test_second_signal_does_not_wait(self):
        process = self.start("long.yaml", "-o", "out")
        self.wait_for_work(process)
        process.send_signal(signal.SIGSTOP)  # so that no time passes between the two
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGCONT)
        process.communicate(timeout=PATIENCE)
        # which of the two handlers runs first is the kernel's choice
        self.assertIn(process.returncode, (128 + signal.SIGINT, 128 + signal.SIGTERM))
        self.assertEqual(self.listing("out"), [])

    def test_ignored_signal_stays_ignored(self):
        process = self.start("long.yaml", "-o", "out", "--time-limit", "1.5",
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.wait_for_work(process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 9)


class Arithmetic(ProgramTest):
    """A library of the process that changed how the processor calculates."""

    PREPARATIONS = {
        "round": "#include <fenv.h>\n"
                 "__attribute__((constructor)) static void set(void) { fesetround(FE_UPWARD); }\n",
        "flush": "#include <xmmintrin.h>\n__attribute__((constructor)) static void set(void)"
                 " { _mm_setcsr(_mm_getcsr() | 0x8040); }\n",
    }

    def test_is_refused(self):
        compiler = shutil.which("gcc")
        if compiler is None or self.sanitized:
            self.skipTest("needs gcc and a program without sanitizers")
        for name, text in self.PREPARATIONS.items():
            if name == "flush" and platform.machine() != "x86_64":
                continue
            source = self.write(f"{name}.c", text)
            library = self.folder / f"{name}.so"
            subprocess.run([compiler, "-shared", "-fPIC", source, "-o", library, "-lm"],
                           check=True)
            self.environment["LD_PRELOAD"] = str(library)
            outcome = self.expect(1, "version")
            self.assertIn("flushes small numbers to zero or does not round", outcome.err)


if __name__ == "__main__":
    main()
