# SPDX-License-Identifier: BSD-3-Clause
"""The simulations of test_threads.c under a thread sanitizer, which all of the library is compiled with."""

import os
import pathlib
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("cli", "support")]
from program import PATIENCE, ProgramTest, main  # noqa: E402


class Threads(ProgramTest):
    def test_a_thousand_simulations(self):
        build = self.folder / "build"
        for words in (["-S", self.root, "-B", build, "-G", "Ninja", "-D", "CMAKE_BUILD_TYPE=Release", "-D", "MBS_SANITIZE=thread",
                       "-D", "MBS_MPI=OFF", "-D", "CMAKE_C_FLAGS=-O1 -g"],
                      ["--build", build, "--target", "test_library_threads"]):
            done = subprocess.run(["cmake", *map(str, words)], text=True, capture_output=True, timeout=PATIENCE, check=False)
            self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
        done = subprocess.run([next(build.rglob("test_library_threads"))], text=True, capture_output=True, timeout=PATIENCE,
                              env={**os.environ, "TSAN_OPTIONS": "halt_on_error=1"}, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "1000 simulations in 4 threads, 0 bad\n", ""))


if __name__ == "__main__":
    main()
