# SPDX-License-Identifier: BSD-3-Clause
"""How a command line may go on: what mbsrun says, and what bash, zsh and fish make of it.

The same CASES are tried in each shell: in bash with the words as readline would break them, and then each shell as a
person meets it, on a terminal.
"""

import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import time

from program import PATIENCE, PENDULUM, ProgramTest, kinds, main

SCRIPTS = "src/cli/completion"
# What is typed; words that must be offered, words that must not. A word ends with / where it is a directory.
CASES = [
    ("sw", "sweep", "run a.yaml"),
    ("", "run check animate help a.yaml out/", "notes.txt table.csv"),
    ("co", "convergence compare complete", "check"),
    ("run ", "a.yaml b.yml folder/", "notes.txt run"),
    ("run a", "a.yaml", "b.yml"),
    ("folder/", "folder/c.yaml", "a.yaml"),
    ("a.yaml --fo", "--format --force", "--write"),
    ("a.yaml --format ", "csv csv_units columns ndjson", "yaml"),
    ("a.yaml --format=c", "--format=csv --format=csv_units --format=columns", "csv_units="),
    ("run --color ", "auto always never", "a.yaml"),
    ("run a.yaml --analysis ", "swing", "out/ L"),
    ("run a.yaml --set ", "L= m= bodies. gravity[", "swing P1."),
    ("run a.yaml --set bodies.", "bodies.P1.", "L="),
    ("run a.yaml --set bodies.P1.", "bodies.P1.mass= bodies.P1.initial.", "mass="),
    ("run a.yaml --set=L", "--set=L=", "--set=m="),
    ("run -o ", "out/ folder/", "a.yaml"),
    ("check --verb", "--verbose", "--within"),
    ("convergence a.yaml --method ru", "runge_kutta", "ida"),
    ("convergence a.yaml --method ida,ne", "ida,newmark", "ida"),
    ("compare a.yaml table.csv --channels ", "x y energy far", "swing"),
    ("compare a.yaml out --channels=x,e", "--channels=x,energy", "--channels=x,y"),
    ("compare ", "a.yaml table.csv out/", "notes.txt"),
    ("sweep ", "status report merge submit a.yaml", "notes.txt"),
    ("sweep status ", "out/ folder/", "a.yaml status"),
    ("sweep a.yaml --vary ", "L= m=", "a.yaml"),
    ("sweep a.yaml --samples 4 --plan ", "sobol morris random", "zip"),
    ("plot ", "out/ table.csv", "a.yaml"),
    ("plot out ", "x y energy t", "a.yaml"),
    ("plot out x --x ", "y energy", "a.yaml out/"),
    ("plot table.csv fa", "far", "fall"),
    ("plot out x -o ", "notes.txt folder/", "x"),
    ("animate out --analysis ", "swing", "x"),
    ("animate ", "out/", "table.csv"),
    ("explain revol", "revolute revolute_spherical", "reversed"),
    ("explain E-IC-00", "E-IC-001 E-IC-002", "revolute"),
    ("explain revolute --space ", "planar spatial", "revolute"),
    ("init --from double_", "double_pendulum double_wishbone", "a.yaml"),
    ("help --man mo", "model", "help"),
    ("dump a.yaml --format ", "yaml json", "csv"),
    ("schema --", "--study --help", "--output"),
    ("-- sw", "sweep", "--version"),
    ("plot out --log ", "x y xy", "energy"),
]
assert len(CASES) >= 30


def value(word):
    """A word without the option that it is joined to: readline completes what stands behind the =."""
    return word.split("=", 1)[1] if word.startswith("--") and "=" in word else word


class Completion(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)
        self.expect(0, "run", "a.yaml", "-o", "out")
        self.write("table.csv", "t,far,\"near by\"\n0,1,2\n")
        for name in ("b.yml", "notes.txt", "folder/c.yaml", "folder/deep/d.txt"):
            self.write(name, "")
        self.environment["PATH"] = f"{os.path.dirname(self.binary)}:{self.environment['PATH']}"
        self.environment["LC_ALL"] = "C.UTF-8"

    def hold(self, typed, found, words=lambda word: word):
        _, wanted, unwanted = next(case for case in CASES if case[0] == typed)
        found = {words(word).rstrip("/") for word in found}
        self.assertEqual({word for word in wanted.split() if words(word).rstrip("/") not in found}, set(),
                         f"mbsrun {typed}: {sorted(found)[:40]}")
        self.assertEqual({word for word in unwanted.split() if words(word).rstrip("/") in found}, set(),
                         f"mbsrun {typed}")

    def complete(self, *words):
        outcome = self.expect(0, "complete", "--", *words)
        self.assertEqual(outcome.err, "")
        return outcome.out.splitlines()

    def run_shell(self, *command):
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)

    # ---- the program ----

    def test_every_option_of_every_command(self):
        commands = [line.split("\t")[0] for line in self.complete("") if line[0] != "\t"]
        self.assertGreater(len(commands), 19)
        for command in commands:
            listed = re.findall(r"(?m)^  (?:-\w,|   ) (--[a-z-]+)", self.expect(0, command, "--help").out)
            self.assertEqual(listed, [line.split("\t")[0] for line in self.complete(command, "--")])

    def test_of_what_cannot_be_read(self):
        os.mkfifo(self.folder / "pipe.yaml")
        self.write("broken.yaml", "mbs: 1\nparameters: {L: 1\n")
        self.write("escape.yaml", 'mbs: 1\nparameters: {"\\e[31mred": 1}\n')
        self.write("tricks.yaml", 'mbs: 1\nparameters: {"a b": 2, good: 3, "`id`": 4, "$(id)": 5}\n')
        self.write("huge.yaml", PENDULUM + "# " + "x" * 300000)
        self.write("study.yaml", "mbs_study: 1\nmodel: a.yaml\n")
        (self.folder / "bytes.yaml").write_bytes(bytes(range(256)) * 4)
        (self.folder / "bytes.csv").write_bytes(b'\x1b[31mred,"a b",$(id),good\n')
        for name in ("pipe.yaml", "broken.yaml", "escape.yaml", "huge.yaml", "bytes.yaml", "study.yaml", "gone.yaml",
                     "/dev/zero", "-", "folder"):
            self.assertEqual(self.complete("run", name, "--set", ""), [], name)
            self.assertEqual(self.complete("plot", name, "--x", ""), [], name)
        names = [line.split("\t")[0] for line in self.complete("run", "tricks.yaml", "--set", "")]
        self.assertIn("good=", names)
        self.assertEqual([name for name in names if not re.fullmatch(r"[\w.-]+[=.\[]", name)], [])
        self.assertEqual(self.complete("plot", "bytes.csv", "--x", ""), ["good\t"])

    def test_of_studies_and_convergences(self):
        self.expect(0, "sweep", "a.yaml", "--vary", "L=1,2", "-o", "study")
        self.expect(0, "convergence", "a.yaml", "--method", "runge_kutta", "--levels", 2, "-o", "rungs")
        self.assertLessEqual({"L\t", "x_max\t"}, set(self.complete("plot", "study", "")))
        self.assertLessEqual({"relative_error\t", "cpu_s\t"}, set(self.complete("plot", "rungs", "")))

    @kinds.machinery
    def test_takes_no_time(self):
        body = "".join(f"  b{k}: {{type: point_mass, mass: 1, initial: {{position: [0, {k}]}}}}\n" for k in range(3700))
        text = PENDULUM.replace("joints:", body + "joints:", 1)
        self.write("large.yaml", text)
        self.assertLess(200000, len(text))
        self.assertLess(len(text), 256 * 1024)
        for words in (["run", "a.yaml", "--set", ""], ["run", "large.yaml", "--set", "bodies.b1"], ["explain", ""], [""]):
            best = 1.0
            for _ in range(5):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                self.assertNotEqual(self.complete(*words), [])
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            if not self.sanitized:
                self.assertLess(best, 0.05, words)

    # ---- bash, without a terminal ----

    def test_bash(self):
        lines = [f". {self.root}/{SCRIPTS}/mbsrun.bash"]
        for typed, _, _ in CASES:
            words = re.findall(r"[=:]+|[^\s=:]+", "mbsrun " + typed) + ([""] if typed[-1:] in ("", " ") else [])
            quoted = " ".join(f"'{word}'" for word in words)
            lines.append(f"COMP_WORDS=({quoted}) COMP_CWORD={len(words) - 1} COMP_LINE='mbsrun {typed}' "
                         f"COMP_POINT={len('mbsrun ' + typed)}; _mbsrun mbsrun; printf '%s\\n' \"${{COMPREPLY[@]}}\" -----")
        done = self.run_shell("bash", "--norc", "-c", "\n".join(lines))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        answers = done.stdout.split("-----\n")[:-1]
        self.assertEqual(len(answers), len(CASES))
        for (typed, _, _), answer in zip(CASES, answers):
            self.hold(typed, answer.splitlines(), value)

    # ---- shells on terminals ----

    def shell(self, program, *arguments):
        """A shell on a terminal; returns what types into it."""
        if not shutil.which(program):
            self.skipTest(f"{program} is not installed")
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe(program, [program, *arguments], self.environment)
        self.addCleanup(os.close, terminal)
        self.addCleanup(os.waitpid, process, 0)
        self.addCleanup(os.kill, process, signal.SIGKILL)
        return lambda text: os.write(terminal, text.encode()), terminal

    def answer(self, terminal, name):
        """The lines of a file, once it ends with a line of its own; what the shell shows is read and thrown away."""
        path = self.folder / name
        end = time.monotonic() + PATIENCE
        os.set_blocking(terminal, False)
        while time.monotonic() < end:
            try:
                os.read(terminal, 65536)
            except BlockingIOError:
                time.sleep(0.01)
            if path.exists() and path.read_text().endswith("-----\n"):
                lines = path.read_text().splitlines()[:-1]
                path.unlink()
                return lines
        return self.fail(f"no answer in {name}")

    @kinds.machinery
    def test_bash_on_a_terminal(self):
        """All completions are inserted into the line, whose words are then written to a file."""
        self.write("rc", f". {self.root}/{SCRIPTS}/mbsrun.bash\nbind '\"\\C-t\": insert-completions'\n"
                   "show() { printf '%s\\n' \"$@\" ----- > answer.new; mv answer.new answer; }\n")
        write, terminal = self.shell("bash", "--noprofile", "--rcfile", "rc", "-i")
        for typed, _, _ in CASES:
            write(f"mbsrun {typed}\x14\x01show \r")
            self.hold(typed, self.answer(terminal, "answer")[len(f"mbsrun {typed}x".split()) - 1:], value)

        self.write("my model.yaml", PENDULUM)
        write("mbsrun run my\t--set L\t\x01show \r")
        self.assertEqual(self.answer(terminal, "answer"), ["mbsrun", "run", "my model.yaml", "--set", "L="])

    @kinds.machinery
    def test_zsh_on_a_terminal(self):
        self.write(".zshrc", f"""PS1= ; fpath=({self.root}/{SCRIPTS} $fpath)
autoload -U compinit && compinit -u -D
zstyle ':completion:*' menu no
compadd() {{ local -a found; builtin compadd -O found "$@"; print -rl -- $found >> answer; builtin compadd "$@" }}
tell() {{ zle -I; print -r -- ----- >> answer; BUFFER= }}
zle -N tell; bindkey '^T' tell; setopt no_auto_menu no_beep; LISTMAX=100000
""")
        self.environment["ZDOTDIR"] = str(self.folder)
        write, terminal = self.shell("zsh", "-i")
        for typed, _, _ in CASES:
            write(f"mbsrun {typed}\t\x14")
            prefix = typed.rpartition(" ")[2].rpartition("/")[0]
            found = self.answer(terminal, "answer")
            self.hold(typed, [f"{prefix}/{word}" for word in found] if prefix else found, value)

    @kinds.machinery
    def test_fish(self):
        if not shutil.which("fish"):
            self.skipTest("fish is not installed")
        for typed, _, _ in CASES:
            done = self.run_shell("fish", "--no-config", "-c",
                                  f"source {self.root}/{SCRIPTS}/mbsrun.fish; complete -C $argv[1]", f"mbsrun {typed}")
            self.assertEqual(done.stderr, "")
            self.hold(typed, [line.split("\t")[0] for line in done.stdout.splitlines()])

    @kinds.machinery
    def test_installed_where_shells_look(self):
        share = self.folder / "a b/share"
        done = self.run_shell("cmake", "--install", os.path.dirname(self.binary), "--prefix", share.parent)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.environment["XDG_DATA_DIRS"] = f"{share}:/usr/share"
        loader = "/usr/share/bash-completion/bash_completion"
        zsh = (f"fpath=('{share}/zsh/site-functions' $fpath); autoload -U compinit; compinit -u -D; print $_comps[mbsrun]")
        for words, *command in (
                ("complete -F _mbsrun mbsrun\n", "bash", "-c", f". {loader}; _completion_loader mbsrun; complete -p mbsrun"),
                ("_mbsrun\n", "zsh", "-f", "-c", zsh), ("sweep\t", "fish", "-c", "complete -C 'mbsrun swe'")):
            if shutil.which(command[0]) and (command[0] != "bash" or os.path.exists(loader)):
                done = self.run_shell(*command)
                self.assertEqual(done.stdout[:len(words)], words, done.stderr)


if __name__ == "__main__":
    main()
