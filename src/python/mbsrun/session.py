# SPDX-License-Identifier: BSD-3-Clause
"""Motions step by step."""

import ctypes
import math
import threading
import typing

from . import _native
from ._native import lib
from .messages import Messages, RunError, raise_for
from .result import Result, arrays, numpy


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
        self._laws, self._raised, self._free = {}, [], threading.Lock()
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
        self._call(lib.mbs_state_size, *sizes)
        self.nq, self.nv, self.rows = (size.value for size in sizes)
        self.end = self._call(lib.mbs_session_end)
        self._all = (ctypes.c_double * max(1, len(self._outputs)))()

    def close(self) -> None:
        """Frees the session."""
        if self._handle:
            self._call(lib.mbs_session_free)
            self._handle = None

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.mbs_session_free(self._handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _call(self, function, *arguments):
        """A call of the library. One at a time: neither a second thread nor a law of the motion may interfere."""
        if not self._free.acquire(blocking=False):
            raise RuntimeError("the session is in a call: it belongs to one thread at a time, and not to its own laws")
        try:
            if not self._handle:
                raise ValueError("the session is closed")
            return function(self._handle, *arguments)
        finally:
            self._free.release()

    def _checked(self, status):
        if self._raised:
            error, self._raised = self._raised[0], []
            raise error
        if status == _native.USAGE:
            raise ValueError("mbsrun: the call makes no sense here")
        if status != _native.OK:
            raise_for(status, Messages(self._call(lib.mbs_session_messages)), RunError)

    @property
    def t(self) -> float:
        """The time reached [s]."""
        return self._call(lib.mbs_session_time)

    @property
    def over(self) -> bool:
        """Whether the analysis is over: its end is reached, or an event has ended it."""
        return self._call(lib.mbs_session_over)

    def reset(self) -> None:
        """Goes back to the start, with the inputs of the file."""
        self._checked(self._call(lib.mbs_session_reset))

    def set(self, **inputs: float) -> None:
        """Gives parameters of the model new values, in SI units, from now on: s.set(u=1.5).

        What is computed from a parameter follows; a parameter that is computed keeps what it is set to. What only an
        analysis reads, such as its duration, was read before. A value that the model refuses, such as a negative mass,
        fails at the next call; reset and restore go back from there.
        """
        for name, value in inputs.items():
            if name not in self._parameters:
                raise KeyError(f"the model has no parameter {name!r}; it has {list(self._parameters)}")
            if isinstance(value, str) or not hasattr(value, "__float__"):
                raise TypeError(f"parameter {name!r} takes a number in its SI unit, not {value!r}")
            if not math.isfinite(value):
                raise ValueError(f"parameter {name!r} cannot become {value!r}")
        for name, value in inputs.items():
            if self._call(lib.mbs_input_set, self._parameters[name], float(value)) == _native.USAGE:
                raise ValueError(f"parameter {name!r} counts elements of the model: it cannot change during a motion")

    def bind(self, path: str, law: typing.Optional[typing.Callable[..., float]],
             derivatives: typing.Optional[typing.Callable[..., typing.Sequence[float]]] = None) -> typing.List[str]:
        """Puts a function of yours in place of an expression of a force: s.bind("forces.motor.value", torque).

        The path names it, as "forces.push.vector[0]" does in a list. The expression in the model tells what the
        function is given: the inputs that it reads, in the order in which they stand there, in SI units. With
        value: "hinge.angle + hinge.angle_rate" it is called as torque(angle, rate), and returns a number.
        derivatives: a function of the same inputs that returns the derivatives by them; without it they are found by
        differences. law None: the expression counts again. What the function raises is raised by the call that
        needed it. The function must be smooth: what jumps in it is not located as a switch of an expression is.
        """
        if not (law is None or callable(law)) or not (derivatives is None or callable(derivatives)):
            raise TypeError("law and derivatives are functions, or None")
        names, count = ctypes.POINTER(ctypes.c_char_p)(), ctypes.c_size_t()
        if self._call(lib.mbs_law_inputs, path.encode(), names, count) != _native.OK:
            raise KeyError(f"no force has an expression {path!r} that reads the motion or the time")
        size = count.value

        def call(_, inputs, value, gradient):
            try:
                given = inputs[:size]
                value[0] = law(*given)
                if gradient:
                    slopes = list(derivatives(*given))
                    if len(slopes) != size:
                        raise ValueError(f"{path}: {size} derivatives are needed, not {len(slopes)}")
                    gradient[:size] = slopes
                return True
            except BaseException as error:  # it cannot pass through C
                self._raised.append(error)
                return False

        bound = _native.LAW(call) if law is not None else _native.LAW()
        self._checked(self._call(lib.mbs_law_bind, path.encode(), bound, None, derivatives is not None))
        self._laws[path] = bound  # it is called as long as the session is there
        return [names[k].decode() for k in range(size)]

    def advance(self, to: float) -> float:
        """Integrates up to the time `to` [s]; returns the time reached, which an event may have ended earlier."""
        reached = ctypes.c_double()
        status = self._call(lib.mbs_advance, to, reached)
        if status == _native.USAGE and not self._raised:
            raise ValueError(f"cannot advance to t = {to!r}: it is at t = {self.t!r}")
        self._checked(status)
        return reached.value

    def read(self, *names: str) -> typing.Any:
        """Outputs at the time reached, in their units: one number for one name, a list for several; all without names
        as a dictionary."""
        if not names:
            self._checked(self._call(lib.mbs_output_read, None, len(self._outputs), self._all))
            return dict(zip(self._outputs, self._all))
        for name in names:
            if name not in self._outputs:
                raise KeyError(f"the model has no output {name!r}; it has {list(self._outputs)}")
        wanted = (ctypes.c_size_t * len(names))(*(self._outputs[name] for name in names))
        found = (ctypes.c_double * len(names))()
        self._checked(self._call(lib.mbs_output_read, wanted, len(names), found))
        return found[0] if len(names) == 1 else list(found)

    def state(self) -> typing.Tuple[typing.Sequence[float], typing.Sequence[float]]:
        """(q, v): coordinates and velocities at the time reached."""
        q, v = (ctypes.c_double * self.nq)(), (ctypes.c_double * self.nv)()
        self._checked(self._call(lib.mbs_state_get, q, v))
        return (list(q), list(v)) if numpy is None else (numpy.array(q), numpy.array(v))

    def set_state(self, q: typing.Sequence[float], v: typing.Sequence[float], t: typing.Optional[float] = None) -> None:
        """Goes on at time t (the present one) from other coordinates and velocities, projected onto the joints."""
        if len(q) != self.nq or len(v) != self.nv:
            raise ValueError(f"the model has {self.nq} coordinates and {self.nv} velocities, not {len(q)} and {len(v)}")
        status = self._call(lib.mbs_state_set, self.t if t is None else t, (ctypes.c_double * self.nq)(*q),
                                   (ctypes.c_double * self.nv)(*v))
        if status == _native.USAGE and not self._raised:
            raise ValueError(f"no such state: t lies in [0, {self.end}], q and v are finite, and the Euler parameters of a "
                             "body are not all zero")
        self._checked(status)

    def snapshot(self) -> bytes:
        """Time, state and inputs as bytes, which only the same model understands."""
        size = self._call(lib.mbs_snapshot_size)
        held = ctypes.create_string_buffer(size)
        self._checked(self._call(lib.mbs_snapshot_take, held))
        return held.raw

    def restore(self, snapshot: bytes) -> None:
        """Goes on from a snapshot."""
        snapshot = bytes(snapshot)
        status = self._call(lib.mbs_snapshot_put, snapshot, len(snapshot))
        if status == _native.USAGE:
            raise ValueError("these bytes are no snapshot of this model")
        self._checked(status)

    def matrices(self) -> tuple:
        """(M, C, K, J) of small motions about the present state, as arrays of NumPy:

            M x'' + C x' + K x + J' lambda = 0,   J x = 0

        x: displacements of the mass centres in ground axes and rotation vectors in body axes, in the order of v.
        Eigenvalues, with N from scipy.linalg.null_space(J): those of N'MN, N'CN, N'KN.
        """
        found = [(ctypes.c_double * (rows * self.nv))() for rows in (self.nv, self.nv, self.nv, self.rows)]
        self._checked(self._call(lib.mbs_matrices, *found))
        numbers = arrays()
        return tuple(numbers.array(matrix).reshape((-1, self.nv), order="F") if self.nv else numbers.zeros((0, 0))
                     for matrix in found)

    def linearize(self, inputs: typing.Sequence[str] = (), outputs: typing.Sequence[str] = ()) -> tuple:
        """(A, B, C, D) of small motions about the present state, as arrays of NumPy, for scipy.signal or python-control:

            z' = A z + B u,   o = C z + D u

        inputs: parameters of the model that only forces and outputs read. outputs: of those that read positions,
        velocities, time and parameters. z holds coordinates of the motions that the joints leave free, and their rates.
        """
        inputs, outputs = ([names] if isinstance(names, str) else list(names) for names in (inputs, outputs))
        parameters, columns = self._indices(inputs, self._parameters, "parameter"), self._indices(outputs, self._outputs, "output")
        linear = _native.LinearSystem(inputs=parameters, input_count=len(inputs), outputs=columns, output_count=len(outputs))
        self._linear(linear)
        order, shapes = linear.order, []
        for name, rows, count in (("A", order, order), ("B", order, len(inputs)), ("C", len(outputs), order),
                                  ("D", len(outputs), len(inputs))):
            room = (ctypes.c_double * max(1, rows * count))()
            setattr(linear, name, room)
            shapes.append((room, rows, count))
        self._linear(linear)
        return tuple(arrays().array(room)[:rows * count].reshape((rows, count), order="F") for room, rows, count in shapes)

    def _linear(self, linear):
        status = self._call(lib.mbs_linearize, linear)
        if status == _native.USAGE and not self._raised:
            raise ValueError("an input changes more than forces, or an output reads accelerations or reactions")
        if status == _native.FAILED and not self._raised:
            raise ValueError("there is no linear system here: the pose is singular, or something rolls")
        self._checked(status)

    def _indices(self, names, known, what):
        for name in names:
            if name not in known:
                raise KeyError(f"the model has no {what} {name!r}; it has {list(known)}")
        return (ctypes.c_size_t * max(1, len(names)))(*(known[name] for name in names))

    def result(self) -> Result:
        """Ends the motion, and returns its Result: rows so far, checks, audit. The session is closed."""
        handle = ctypes.c_void_p()
        status = self._call(lib.mbs_session_result, handle)
        if not handle:
            if status == _native.USAGE:
                raise ValueError("the motion was put to another state on its way: its rows are not those of one motion")
            raise_for(status, (), RunError)
        self.close()
        return Result(handle.value, self._model)
