# SPDX-License-Identifier: BSD-3-Clause
"""Kinds of tests inside one program of unittest, as tests/verdict/labels.txt knows them.

    @kinds.campaign             this method, or this class, is no everyday test
    @kinds.machinery            the same: sockets, kills, terminals, the clock
    @kinds.sampled              both: a sample every day, the whole in the campaign
    for case in kinds.some(cases, 3)    three of them every day, evenly spread; else all

A program of this kind ends with kinds.run, and takes --kind everyday|campaign|machinery. Without it every
method runs, whole. mbs_python_test of tests/CMakeLists.txt reads the marks, and makes a test of each kind.
A program that runs no method fails: it would prove nothing.
"""

import sys
import unittest

SKIPPED = 77  # what ctest takes for "skipped"
whole = True


def marked(*kinds):
    def mark(thing):
        thing.kinds = kinds
        return thing
    return mark


campaign = marked("campaign")
machinery = marked("machinery")
sampled = marked("everyday", "campaign")


def some(cases, count):
    """All cases, or so many of them every day: the first, the last, and between them in even steps."""
    cases = list(cases)
    assert cases and count > 0, "a sample of nothing"
    if whole or len(cases) <= count:
        return cases
    steps = max(count - 1, 1)
    return [cases[k * (len(cases) - 1) // steps] for k in range(count)]


class Loader(unittest.TestLoader):
    """Takes the methods of one kind; a mark of the method counts before one of its class."""

    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def getTestCaseNames(self, testCaseClass):  # unittest's name
        of_class = getattr(testCaseClass, "kinds", ("everyday",))
        return [name for name in super().getTestCaseNames(testCaseClass)
                if self.kind is None or self.kind in getattr(getattr(testCaseClass, name), "kinds", of_class)]


def run(argv, module="__main__", verbosity=1):
    """Runs unittest on what argv leaves, and ends the process."""
    global whole  # pylint: disable=global-statement
    kind = None
    if "--kind" in argv:
        k = argv.index("--kind")
        kind = argv[k + 1]
        argv = argv[:k] + argv[k + 2:]
        whole = kind != "everyday"
    result = unittest.main(module=module, argv=argv, verbosity=verbosity, exit=False, testLoader=Loader(kind)).result
    if result.testsRun == 0:
        sys.exit(f"no test of the kind {kind or 'any'} was run")
    if result.wasSuccessful() and len(result.skipped) == result.testsRun:
        sys.exit(SKIPPED)
    sys.exit(not result.wasSuccessful())
