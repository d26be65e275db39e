# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun: simulate multibody systems from model files.

    import mbsrun
    model = mbsrun.load("a01_simple_pendulum.yaml", L=2)   # ModelError says what is wrong, with line and column
    run = model.run().check()                              # RunError where an analysis or a check failed
    run["swing"].x                                         # a column as an array of NumPy, without a copy
    run["swing"].frame()                                   # all of them for pandas
    run["swing"].plot("x", "y")                            # with matplotlib
    mbsrun.sweep(model, L=[1, 2, 3]).frame()               # many runs side by side: a row for each

Numbers are in SI units and radians. Calls that compute release the interpreter's lock: threads run models side by side.
"""

from ._native import lib as _lib
from .messages import Error, Message, Messages, ModelError, RunError
from .model import Model, load, loads
from .result import Result, Table
from .session import Session
from .study import Study, read_study, sweep

__version__ = _lib.mbs_version().decode()
__all__ = ["Error", "Message", "Messages", "Model", "ModelError", "Result", "RunError", "Session", "Study", "Table", "load", "loads",
           "read_study", "sweep"]
