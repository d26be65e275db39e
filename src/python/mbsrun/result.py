# SPDX-License-Identifier: BSD-3-Clause
"""Results: what a run found."""

import ctypes
import html
import json
import os
import pathlib
import tempfile
import typing

from . import _native
from ._native import lib
from .messages import Error, Messages, RunError, raise_for

try:
    import numpy
except ImportError:  # columns are then memoryviews
    numpy = None


def arrays():
    """NumPy, for what is nothing without it."""
    if numpy is None:
        raise ModuleNotFoundError("this is an array of NumPy, which is not installed (python3-numpy)", name="numpy")
    return numpy


def _numbers(kind, address, count, owner):
    """Numbers of the library without a copy, read-only: an array of NumPy, else a memoryview."""
    found = memoryview(_native.block(kind, address, count, owner)).cast("B").cast("d" if kind is ctypes.c_double else "f")
    found = found.toreadonly()
    return found if numpy is None else numpy.frombuffer(found, dtype=kind) if count else numpy.empty(0, kind)


class Result:
    """The result of a run: a table of rows for each analysis, and all that mbsrun says of them.

    result["swing"] is the Table of an analysis, and so is result.swing.
    """

    def __init__(self, handle, model):
        self._handle, self._bodies = handle, model.bodies[1:]
        self.status = lib.mbs_status_word(lib.mbs_result_status(handle)).decode()
        self.messages = Messages(lib.mbs_result_messages(handle))
        self.names = [lib.mbs_result_name(handle, k).decode() for k in range(lib.mbs_result_count(handle))]
        self._summary = None

    def __del__(self):
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            lib.mbs_result_free(handle)

    def __repr__(self):
        return f"<mbsrun.Result: {self.status}, analyses {self.names}>"

    @property
    def ok(self) -> bool:
        """Whether every analysis ran to its end and every check holds."""
        return self.status == "ok"

    def check(self) -> "Result":
        """Raises RunError unless all is well; returns the result."""
        if not self.ok:
            raise RunError(str(self.messages) or f"mbsrun: {self.status}", self.messages)
        return self

    @property
    def summary(self) -> typing.Dict[str, typing.Any]:
        """summary.json as a dictionary."""
        if self._summary is None:
            self._summary = json.loads(lib.mbs_result_summary(self._handle).decode())
        return self._summary

    @property
    def checks(self) -> typing.Dict[str, typing.List[dict]]:
        """{analysis: its checks}, each a dictionary with name, passed, value and limit."""
        return {name: found.get("checks", []) for name, found in self.summary.get("analyses", {}).items()}

    @property
    def audit(self) -> typing.Dict[str, typing.Optional[dict]]:
        """{analysis: its audit}: energy drift, misfits of the constraints and of the equations of motion."""
        return {name: found.get("audit") for name, found in self.summary.get("analyses", {}).items()}

    def __getitem__(self, name: str) -> "Table":
        if name not in self.names:
            raise KeyError(f"no analysis {name!r} ran; {self.names} did")
        return Table(self, self.names.index(name))

    def __getattr__(self, name: str) -> "Table":
        if name.startswith("_") or name not in self.names:
            raise AttributeError(name)
        return self[name]

    def __iter__(self):
        return iter(self.names)

    def __len__(self):
        return len(self.names)

    def write(self, directory, *, format: str = "csv", replace: bool = False) -> None:
        """Writes a results directory, as mbsrun run does. replace: also over the results of another model."""
        said = ctypes.c_void_p()
        status = lib.mbs_result_write(self._handle, os.fsencode(directory), format.encode(), replace, said)
        if status == _native.USAGE and not said:
            raise ValueError(f"mbsrun: no format {format!r}, or nothing ran")
        raise_for(status, Messages(said), Error)

    def page(self) -> str:
        """The page of the run, as mbsrun report makes it: one file of HTML, as a text."""
        with tempfile.TemporaryDirectory(prefix="mbsrun-") as folder:
            self.write(folder)
            said = ctypes.c_void_p()
            raise_for(lib.mbs_result_page(self._handle, os.fsencode(folder), said), Messages(said), Error)
            return (pathlib.Path(folder) / "report.html").read_text(encoding="utf-8")

    def report(self, path) -> None:
        """Writes the page of the run into a file."""
        pathlib.Path(os.fsdecode(path)).write_text(self.page(), encoding="utf-8")

    def _repr_html_(self):
        # the page keeps its own rules for scripts and styles, apart from those of the notebook
        return (f'<iframe srcdoc="{html.escape(self.page())}" sandbox="allow-scripts" width="100%" height="640" '
                'style="border: 0"></iframe>')


class Table:
    """The rows of an analysis. table["x"], or table.x, is a column; table["t"] the time [s].

    Columns are views without a copy, read-only: arrays of NumPy, or memoryviews where there is no NumPy. They keep what
    they show alive. A column that the model does not determine holds NaN; `reasons` says why.
    """

    def __init__(self, result, index):
        self.name = result.names[index]
        self._result, self._index = result, index
        found = [self._column(k) for k in range(lib.mbs_column_count(result._handle, index))]
        self.columns = [column.name.decode() for column in found]
        self.units = {column.name.decode(): column.unit.decode() for column in found}
        self.reasons = {column.name.decode(): column.reason.decode() for column in found if column.reason}
        self._count, self._stride = (found[0].count, found[0].stride) if found else (0, 0)
        self._values = None
        self._first = found[0].values if found else None

    def _column(self, index):
        column = _native.Column()
        lib.mbs_column_get(self._result._handle, self._index, index, column)
        return column

    def __repr__(self):
        return f"<mbsrun.Table {self.name!r}: {self._count} rows of {self.columns}>"

    def __len__(self):
        return self._count

    def __iter__(self):
        return iter(self.columns)

    def _all(self):
        if self._values is None:
            self._values = _numbers(ctypes.c_double, self._first, self._count * self._stride, self._result)
        return self._values

    def __getitem__(self, name):
        if name not in self.columns:
            raise KeyError(f"analysis {self.name!r} has no column {name!r}; it has {self.columns}")
        return self._all()[self.columns.index(name)::self._stride]

    def __getattr__(self, name):
        if name.startswith("_") or name not in self.columns:
            raise AttributeError(name)
        return self[name]

    @property
    def values(self):
        """All columns as one array [rows, columns]; needs NumPy."""
        shape = (self._count, self._stride)
        return arrays().reshape(self._all(), shape) if self._count else arrays().empty((0, len(self.columns)))

    @property
    def poses(self):
        """{body: [x, y, angle] or [x, y, z, qw, qx, qy, qz] of each row}; of runs with motion=True. Needs NumPy."""
        found = _native.Motion()
        if lib.mbs_poses(self._result._handle, self._index, found) != _native.OK:
            raise ValueError(f"the poses of analysis {self.name!r} were not kept")
        length = (found.count - 1) * found.stride + found.bodies * found.per_body if found.count else 0
        flat = _numbers(ctypes.c_float, found.values, length, self._result)
        shape, strides = (found.count, found.bodies, found.per_body), (4 * found.stride, 4 * found.per_body, 4)
        grid = arrays().lib.stride_tricks.as_strided(flat, shape, strides, writeable=False)
        return {name: grid[:, k] for k, name in enumerate(self._result._bodies)}

    def frame(self):
        """The rows as a DataFrame of pandas, with t as the index."""
        import pandas
        return pandas.DataFrame(self.values, columns=self.columns).set_index("t")

    def _repr_html_(self):
        return self.frame()._repr_html_()

    def plot(self, *names: str, ax=None):
        """Plots columns over t (all of them, unless some are named) with matplotlib; returns the axes."""
        if ax is None:
            from matplotlib import pyplot
            ax = pyplot.figure().subplots()
        wanted = list(names) or [name for name in self.columns if name != "t"]
        for name in wanted:
            unit = self.units.get(name, "")
            ax.plot(self["t"], self[name], label=f"{name} [{unit}]" if unit else name)
        ax.set_xlabel("t [s]")
        ax.legend()
        return ax
