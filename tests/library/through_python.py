# SPDX-License-Identifier: BSD-3-Clause
"""The package for Python of this tree, with the library that the build has made."""

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def import_mbsrun():
    sys.path.insert(0, str(ROOT / "src/python"))
    import mbsrun
    return mbsrun


def library():
    return os.environ["MBSRUN_LIBRARY"]


def main():
    """As program.main; the option --library says which library."""
    at = sys.argv.index("--library")
    os.environ["MBSRUN_LIBRARY"] = sys.argv[at + 1]
    del sys.argv[at:at + 2]
    program.main()
