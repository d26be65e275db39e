# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun sweep submit without a Slurm: the scripts, how sbatch is called, what it may answer."""

import json
import os
import re
import subprocess

from program import PENDULUM, ProgramTest, main

STUDY = """\
mbs_study: 1
model: a.yaml
vary: {L: {from: 0.5, to: 2, count: 6}}
outputs: {largest: {max: P1.x}}
"""
PLACE = "it's a \"place\" $HOME\n`x`; #1 'y' \\"
# Notes its arguments; answers with what stands in the file answers, a line each time.
SBATCH = """\
#!/usr/bin/python3
import json, os, sys
here = os.path.dirname(sys.argv[0])
with open(here + "/calls", "a") as calls:
    calls.write(json.dumps([os.path.basename(sys.argv[0]), *sys.argv[1:]]) + "\\n")
with open(here + "/answers") as file:
    answers = file.read().splitlines()
with open(here + "/answers", "w") as file:
    file.write("\\n".join(answers[1:]))
status, out, err = json.loads(answers[0])
sys.stdout.write(out)
sys.stderr.write(err)
sys.exit(status)
"""


class Submit(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)
        self.write("s.yaml", STUDY)
        for name in ("sbatch", "squeue"):
            self.write(f"bin/{name}", SBATCH).chmod(0o755)
        self.environment["PATH"] = f"{self.folder}/bin:/usr/bin:/bin"

    def answer(self, *answers):
        self.write("bin/answers", "\n".join(map(json.dumps, answers)))
        self.write("bin/calls", "")

    def calls(self):
        return [json.loads(line) for line in (self.folder / "bin/calls").read_text().splitlines()]

    def submit(self, status, *arguments, **options):
        return self.expect(status, "sweep", "submit", "s.yaml", "-o", "out", *arguments, **options)

    def test_calls(self):
        self.answer((0, "12;there\n", ""), (0, "13\n", "a remark\n"))
        outcome = self.submit(0, "--shards", "2")
        here = os.path.realpath(self.folder)
        self.assertEqual(self.calls(), [
            ["sbatch", "--parsable", f"{here}/out/slurm/array.sh"],
            ["sbatch", "--parsable", "--dependency=afterany:12", f"{here}/out/slurm/merge.sh"]])
        self.assertIn("array job 12 runs shards 0-1 of 2: 6 of 6 runs are missing", outcome.err)
        self.assertIn("Slurm: array job 12, merge job 13, submitted 20",
                      self.expect(0, "sweep", "status", "out").out)
        # in the queue still; then not, and one shard has done its work
        self.answer((0, "12_1\n", ""))
        outcome = self.submit(5, "--shards", "2")
        self.assertEqual(self.calls(), [["squeue", "--noheader", "--format=%i", "--jobs", "12,13"]])
        self.assertIn("scancel 12 13", outcome.err)
        self.run_script("out/slurm/array.sh", task=1)
        self.answer((1, "", "squeue: error: Invalid job id specified\n"), (0, "14\n", ""),
                    (0, "15\n", ""))
        self.assertIn("runs shards 0 of 2: 3 of 6 runs are missing",
                      self.submit(0, "--shards", "2").err)
        # another number of shards divides what is left
        self.answer((0, "", ""), (0, "16\n", ""), (0, "17\n", ""))
        self.assertIn("runs shards 0,2,4 of 6: 3 of 6", self.submit(0).err)
        for task in (0, 2, 4):
            self.run_script("out/slurm/array.sh", task=task)
        self.run_script("out/slurm/merge.sh")
        self.expect(0, "sweep", "s.yaml", "-o", "alone")
        self.assertEqual(self.sha256("out/results.csv"), self.sha256("alone/results.csv"))

    def run_script(self, script, task=None):
        environment = self.environment | ({} if task is None else {"SLURM_ARRAY_TASK_ID": str(task)})
        done = subprocess.run(["sh", self.folder / script], env=environment, cwd="/", text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_refusals(self):
        for answers, words in (
                ([(1, "", "sbatch: error: No partition\nsbatch: error: Nothing else\n")],
                 "sbatch does not accept the job: No partition; Nothing else"),
                ([(1, "", "")], "sbatch does not accept the job: no message"),
                ([(0, "Submitted batch job 12\n", "")],
                 'sbatch says "Submitted batch job 12", which is not a job number'),
                ([(0, "\x1b[2J\n", "")], 'sbatch says "\\x1b[2J", which')):
            self.answer(*answers)
            outcome = self.submit(5)
            self.assertIn("error[E-STUDY-006]: " + words, outcome.err)
            self.assertFalse((self.folder / "out/slurm/jobs.csv").exists())
        self.answer((0, "12\n", ""), (1, "", "sbatch: error: too many jobs\n"))
        outcome = self.submit(5)
        self.assertIn("sbatch does not accept the job: too many jobs", outcome.err)
        self.assertIn("array job 12 runs; when it has finished: mbsrun sweep merge out", outcome.err)
        self.assertIn("array job 12, merge job none", self.expect(0, "sweep", "status", "out").out)
        (self.folder / "bin/sbatch").unlink()
        outcome = self.submit(5, env=self.environment | {"PATH": "/nowhere"})
        self.assertIn("sbatch cannot be started: No such file or directory", outcome.err)

    def test_print(self):
        self.answer()
        outcome = self.submit(0, "--print", "--shards", "4", "--time", "1:00:00", "--partition",
                              "big", "--max-running", "3", "-j", "2", "--set", "m=2 kg",
                              "--sbatch=--mem=1G", "--retry-failed", "--wall-limit", "5")
        self.assertEqual(self.calls(), [])
        self.assertEqual(self.listing("out"), [])
        for line in ("#SBATCH --array=0-3%3", "#SBATCH --time=1:00:00", "#SBATCH --partition=big",
                     "#SBATCH --mem=1G", "#SBATCH --cpus-per-task=2"):
            self.assertIn(line + "\n", outcome.out)
        self.assertIn("s.yaml' --set 'm=2 kg' --wall-limit 5 --retry-failed \\\n", outcome.out)
        self.assertIn(" -j 2 --shard \"$SLURM_ARRAY_TASK_ID/4\"\n", outcome.out)
        self.assertIn("sweep merge '", outcome.out)

    def test_options(self):
        """Every option of mbsrun sweep that is about runs gets to them."""
        rows = re.findall(r'^OPTION\(\w+, *\w+, *"([a-z-]+)", *\S+ *(NULL|"[^"]*"), *([^"]*), *"',
                          (self.root / "src/cli/shared/options.def").read_text(), re.MULTILINE)
        words = "AT_SWEEP|FOR_MODEL|FOR_MANY_RUNS|FOR_MESSAGES"
        names = {name for name, _, places in rows if re.search(words, places)}
        names -= {"output", "jobs", "dry-run", "shard", "engine", "shards", "time", "partition",
                  "max-running", "sbatch", "print", "json", "quiet", "verbose"}
        values = {"vary": "L=1:2", "set": "m=2", "samples": "8", "plan": "random", "seed": "3",
                  "analysis": "swing", "retry-failed": None, "wall-limit": "5", "time-limit": "6",
                  "max-steps": "1000", "max-memory": "1G", "max-model-size": "1M",
                  "max-nodes": "5000", "allow-path": "/usr", "accept-inaccurate": None}
        self.assertEqual(names, set(values))
        arguments = [f"--{name}" if value is None else f"--{name}={value}"
                     for name, value in values.items()]
        outcome = self.expect(0, "sweep", "submit", "a.yaml", "-o", "out", "--print", *arguments)
        for name, value in values.items():
            value = {"1G": "1073741824", "1M": "1048576"}.get(value, value)
            word = f" --{name}" + ("" if value is None else " ")
            self.assertRegex(outcome.out, word + (f"'?{re.escape(value)}'? " if value else " "))

    def test_paths(self):
        """Scripts survive what may stand in names; Slurm's own lines do not hold all of it."""
        self.write(f"{PLACE}/a.yaml", PENDULUM)
        self.write(f"{PLACE}/-s.yaml", STUDY)
        self.answer((0, "1\n", ""), (0, "2\n", ""))
        self.expect(0, "sweep", "submit", f"{PLACE}/-s.yaml", "-o", "out")
        for task in range(6):
            self.run_script("out/slurm/array.sh", task)
        self.run_script("out/slurm/merge.sh")
        self.assertTrue((self.folder / "out/results.csv").exists())
        outcome = self.expect(2, "sweep", "submit", "s.yaml", "-o", PLACE)
        self.assertIn("Slurm does not write files below such a directory", outcome.err)

    def test_usage(self):
        for words, arguments in (
                ("needs a study and a directory", ("sweep", "submit", "s.yaml")),
                ("needs a study and a directory", ("sweep", "submit")),
                ('there is no engine "sge"',
                 ("sweep", "submit", "s.yaml", "-o", "out", "--engine", "sge")),
                ("--shard does not belong to mbsrun sweep submit",
                 ("sweep", "submit", "s.yaml", "-o", "out", "--shard", "0/2")),
                ("--dry-run does not belong", ("sweep", "submit", "s.yaml", "-o", "out",
                                               "--dry-run")),
                ("belong to mbsrun sweep submit", ("sweep", "s.yaml", "--shards", "4")),
                ("belong to mbsrun sweep submit", ("sweep", "s.yaml", "--time", "4")),
                ("must each be on one line", ("sweep", "submit", "s.yaml", "-o", "out", "--sbatch", "mem")),
                ("must each be on one line", ("sweep", "submit", "s.yaml", "-o", "out", "--partition",
                                       "a\nb"))):
            self.assertIn(words, self.expect(2, *arguments).err)
        self.assertEqual(self.listing("out"), [])


if __name__ == "__main__":
    main()
