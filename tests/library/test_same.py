# SPDX-License-Identifier: BSD-3-Clause
"""Results directories of the library are, to the byte, those of mbsrun run --reproducible, for the shipped models."""

import filecmp
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("cli", "support")]
import kinds  # noqa: E402
from program import ProgramTest  # noqa: E402
from through_python import import_mbsrun, main  # noqa: E402


class Same(ProgramTest):
    @kinds.sampled
    def test_bytes(self):
        mbsrun = import_mbsrun()
        models = sorted((self.root / "models").rglob("*.yaml"))
        self.assertGreater(len(models), 50)
        for path in kinds.some(models, 10):
            with self.subTest(model=path.stem):
                one, other = self.folder / f"{path.stem} 1", self.folder / f"{path.stem} 2"
                status = self.call("run", str(path), "--reproducible", "-q", "-o", str(one)).status
                run = mbsrun.load(path).run()
                run.write(other)
                self.assertEqual(run.summary["exit_status"], status)
                names = sorted(file.name for file in one.iterdir())
                self.assertEqual(sorted(file.name for file in other.iterdir()), names)
                self.assertEqual(filecmp.cmpfiles(one, other, names, shallow=False), (names, [], []))


if __name__ == "__main__":
    main()
