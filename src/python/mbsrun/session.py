# SPDX-License-Identifier: BSD-3-Clause
"""Motions step by step."""

import ctypes

from . import _native
from ._native import lib
from .messages import Messages, RunError, raise_for
from .result import Result, numpy


class Session:
    """A motion that its user takes from one instant to the next; model.session() opens one.

        with model.session("swing") as s:
            while not s.over:
                s.set(u=control(s.read("angle")))
                s.advance(s.t + 0.01)

    A session belongs to one thread at a time. After close, or after the with block, all its methods raise ValueError.
    """

    def __init__(self, model, analysis=None):
        self._model, self._handle = model, None
        if analysis is not None and analysis not in model.analyses:
            raise KeyError(f"the model has no analysis {analysis!r}; it has {model.analyses}")
        handle = ctypes.c_void_p()
        status = lib.mbs_session_open(model._handle, None if analysis is None else analysis.encode(), handle)
        if not handle and status == _native.USAGE:
            raise ValueError("only an analysis of type dynamics can be stepped, and "
                             + ("the model has none" if analysis is None else f"{analysis!r} is another one"))
        self._handle = handle.value
        self._outputs = {name: k for k, name in enumerate(model.outputs)}
        self._parameters = {name: k for k, name in enumerate(model.parameters)}
        self._checked(status)
        sizes = [ctypes.c_size_t() for _ in range(3)]
        lib.mbs_state_size(self._handle, *sizes)
        self.nq, self.nv, self.rows = (size.value for size in sizes)
        self.end = lib.mbs_session_end(self._handle)
        self._all = (ctypes.c_double * max(1, len(self._outputs)))()

    def close(self):
        """Frees the session."""
        handle, self._handle = self._handle, None
        if handle:
            lib.mbs_session_free(handle)

    def __del__(self):
        if getattr(self, "_handle", None):
            self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def _open(self):
        if not self._handle:
            raise ValueError("the session is closed")
        return self._handle

    def _checked(self, status):
        if status == _native.USAGE:
            raise ValueError("mbsrun: the call makes no sense here")
        if status != _native.OK:
            raise_for(status, Messages(lib.mbs_session_messages(self._open)), RunError)

    @property
    def t(self):
        """The time reached [s]."""
        return lib.mbs_session_time(self._open)

    @property
    def over(self):
        """Whether the analysis is over: its end is reached, or an event has ended it."""
        return lib.mbs_session_over(self._open)

    def reset(self):
        """Goes back to the start, with the inputs of the file."""
        self._checked(lib.mbs_session_reset(self._open))

    def set(self, **inputs):
        """Gives parameters of the model new values, in SI units, from now on: s.set(u=1.5)."""
        for name, value in inputs.items():
            if name not in self._parameters:
                raise KeyError(f"the model has no parameter {name!r}; it has {list(self._parameters)}")
            status = lib.mbs_input_set(self._open, self._parameters[name], value)
            if status == _native.USAGE:
                raise ValueError(f"parameter {name!r} cannot become {value!r} during a motion")

    def advance(self, to):
        """Integrates up to the time `to` [s]; returns the time reached, which an event may have ended earlier."""
        reached = ctypes.c_double()
        status = lib.mbs_advance(self._open, to, reached)
        if status == _native.USAGE:
            raise ValueError(f"cannot advance to t = {to!r}: it is at t = {self.t!r}")
        self._checked(status)
        return reached.value

    def read(self, *names):
        """Outputs at the time reached, in their units: one number for one name, a list for several; all without names
        as a dictionary."""
        if not names:
            self._checked(lib.mbs_output_read(self._open, None, len(self._outputs), self._all))
            return dict(zip(self._outputs, self._all))
        for name in names:
            if name not in self._outputs:
                raise KeyError(f"the model has no output {name!r}; it has {list(self._outputs)}")
        wanted = (ctypes.c_size_t * len(names))(*(self._outputs[name] for name in names))
        found = (ctypes.c_double * len(names))()
        self._checked(lib.mbs_output_read(self._open, wanted, len(names), found))
        return found[0] if len(names) == 1 else list(found)

    def state(self):
        """(q, v): coordinates and velocities at the time reached."""
        q, v = (ctypes.c_double * self.nq)(), (ctypes.c_double * self.nv)()
        self._checked(lib.mbs_state_get(self._open, q, v))
        return (list(q), list(v)) if numpy is None else (numpy.array(q), numpy.array(v))

    def set_state(self, q, v, t=None):
        """Goes on at time t (the present one) from other coordinates and velocities, projected onto the joints."""
        if len(q) != self.nq or len(v) != self.nv:
            raise ValueError(f"the model has {self.nq} coordinates and {self.nv} velocities, not {len(q)} and {len(v)}")
        status = lib.mbs_state_set(self._open, self.t if t is None else t, (ctypes.c_double * self.nq)(*q),
                                   (ctypes.c_double * self.nv)(*v))
        self._checked(status)

    def snapshot(self):
        """Time, state and inputs as bytes, which only the same model understands."""
        size = lib.mbs_snapshot_size(self._open)
        held = ctypes.create_string_buffer(size)
        self._checked(lib.mbs_snapshot_take(self._open, held))
        return held.raw

    def restore(self, snapshot):
        """Goes on from a snapshot."""
        status = lib.mbs_snapshot_put(self._open, snapshot, len(snapshot))
        if status == _native.USAGE:
            raise ValueError("these bytes are no snapshot of this model")
        self._checked(status)

    def matrices(self):
        """(M, C, K, J) of small motions about the present state, as arrays of NumPy:

            M x'' + C x' + K x + J' lambda = 0,   J x = 0

        x: displacements of the mass centres in ground axes and rotation vectors in body axes, in the order of v.
        Eigenvalues, with N from scipy.linalg.null_space(J): those of N'MN, N'CN, N'KN.
        """
        found = [(ctypes.c_double * (rows * self.nv))() for rows in (self.nv, self.nv, self.nv, self.rows)]
        self._checked(lib.mbs_matrices(self._open, *found))
        return tuple(numpy.array(matrix).reshape((-1, self.nv), order="F") if self.nv else numpy.zeros((0, 0))
                     for matrix in found)

    def result(self):
        """Ends the motion, and returns its Result: rows so far, checks, audit. The session is closed."""
        handle = ctypes.c_void_p()
        status = lib.mbs_session_result(self._open, handle)
        if not handle:
            if status == _native.USAGE:
                raise ValueError("the motion was put to another state on its way: its rows are not those of one motion")
            raise_for(status, (), RunError)
        self.close()
        return Result(handle.value, self._model)
