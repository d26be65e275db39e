# SPDX-License-Identifier: BSD-3-Clause
"""Models: loading them, their names and parameters, running them."""

import ctypes
import os
import typing

from . import _native
from ._native import lib
from .messages import Messages, ModelError, raise_for
from .result import Result
from .session import Session


Path = typing.Union[str, bytes, os.PathLike]
Value = typing.Any  # a number, a text with a unit, a list of these
Values = typing.Optional[typing.Mapping[str, Value]]


def written(value: Value) -> str:
    """A value as a model file would have it: 2 -> "2", "2 m" as it is, [1, 2] -> "[1.0, 2.0]", True -> "true"."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if hasattr(value, "tolist"):  # of NumPy
        return written(value.tolist())
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(written(each) for each in value) + "]"
    try:
        return repr(float(value))
    except (TypeError, ValueError):
        raise TypeError(f"mbsrun: {value!r} is no value for a model: give a number, a text such as \"2 m\", or a list") \
            from None


def sets_of(values, named):
    """["path=value"] of a dictionary and of named values."""
    both = {**(values or {}), **named}
    return [f"{path}={written(value)}" for path, value in both.items()]


def load(path: Path, values: Values = None, *, allow: typing.Union[Path, typing.Sequence[Path]] = (),
         max_memory: int = 0, **named: Value) -> "Model":
    """Loads a model file.

    values, named: values in place of those of the file. Names of parameters may be named arguments, all paths of the
    file can be keys of the dictionary: load("a01.yaml", L=2), load("a01.yaml", {"bodies.rod.mass": "3 kg"}). Numbers
    are in the unit that the file has there; a text may have its own unit.
    allow: folders, beside that of the model, below which it may read data files. max_memory: bytes; 0: 4 GiB.
    Raises ModelError, which has all messages, and MemoryError.
    """
    options, kept = _options(sets_of(values, named), allow, max_memory)
    handle = ctypes.c_void_p()
    status = lib.mbs_load_file(_path(path), options, handle)
    del kept
    return _checked(handle, status)


def loads(text: typing.Union[str, bytes], values: Values = None, *, name: typing.Optional[Path] = None,
          allow: typing.Union[Path, typing.Sequence[Path]] = (), max_memory: int = 0, **named: Value) -> "Model":
    """Loads a model from a text. name: the path at which it would stand, for messages and data files; else as load."""
    options, kept = _options(sets_of(values, named), allow, max_memory)
    handle = ctypes.c_void_p()
    encoded = text.encode() if isinstance(text, str) else bytes(text)
    status = lib.mbs_load_text(encoded, len(encoded), None if name is None else _path(name), options, handle)
    del kept
    return _checked(handle, status)


def _path(path):
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ValueError("a path has a NUL in it")
    return encoded


def _options(sets, allow, max_memory):
    texts, count = _native.texts(sets)
    folders, folder_count = _native.texts([allow] if isinstance(allow, (str, bytes, os.PathLike)) else allow)
    options = _native.LoadOptions(sets=texts, set_count=count, allowed=folders, allowed_count=folder_count,
                                  max_memory=max_memory)
    return options, (texts, folders)


def _checked(handle, status):
    model = Model(handle.value)
    raise_for(status, model.messages, ModelError)
    return model


class Model:
    """A model that was loaded. It never changes; threads may share it."""

    def __init__(self, handle):
        self._handle = handle
        self.messages = Messages(lib.mbs_model_messages(handle))

    def __del__(self):
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            lib.mbs_model_free(handle)

    def __repr__(self):
        return f"<mbsrun.Model: {len(self.bodies)} bodies, {len(self.joints)} joints, analyses {self.analyses}>"

    def _names(self, kind):
        return [lib.mbs_name(self._handle, kind, k).decode() for k in range(lib.mbs_count(self._handle, kind))]

    @property
    def bodies(self) -> typing.List[str]:
        """Names of the bodies, the ground first."""
        return self._names(_native.BODY)

    @property
    def joints(self) -> typing.List[str]:
        """Names of the joints."""
        return self._names(_native.JOINT)

    @property
    def forces(self) -> typing.List[str]:
        """Names of the forces."""
        return self._names(_native.FORCE)

    @property
    def outputs(self) -> typing.List[str]:
        """Names of the outputs: the columns of the rows, without t."""
        return self._names(_native.OUTPUT)

    @property
    def analyses(self) -> typing.List[str]:
        """Names of the analyses."""
        return self._names(_native.ANALYSIS)

    @property
    def events(self) -> typing.List[str]:
        """Names of the events."""
        return self._names(_native.EVENT)

    def _parameter(self, index):
        found = _native.Parameter()
        lib.mbs_parameter_get(self._handle, index, found)
        return found

    @property
    def parameters(self) -> typing.Dict[str, float]:
        """{name: value} of the parameters, in SI units."""
        return {found.name.decode(): found.value
                for found in map(self._parameter, range(lib.mbs_count(self._handle, _native.PARAMETER)))}

    @property
    def units(self) -> typing.Dict[str, str]:
        """{name: unit} of the parameters, in SI; "" where it is not known."""
        return {found.name.decode(): found.unit.decode()
                for found in map(self._parameter, range(lib.mbs_count(self._handle, _native.PARAMETER)))}

    def with_values(self, values: Values = None, **named: Value) -> "Model":
        """The same model with other values, as load takes them. This one stays as it is."""
        texts, count = _native.texts(sets_of(values, named))
        handle = ctypes.c_void_p()
        status = lib.mbs_model_with(self._handle, texts, count, handle)
        return _checked(handle, status)

    def run(self, analysis: typing.Optional[str] = None, *, time_limit: float = 0.0, max_steps: int = 0,
            motion: bool = True, forces: bool = False,
            progress: typing.Optional[typing.Callable[[str, float, float], typing.Any]] = None) -> Result:
        """Runs the analyses and checks of the model; returns a Result, also where the run failed (Result.check raises).

        analysis: the only one to run, with those that it starts from. time_limit: processor time [s]; 0: none.
        motion: keep the poses of the bodies; forces: and all forces, for the page. progress: called now and then with the name of the analysis, its time and
        its end [s]; False stops the run, and an exception in it is raised here.
        """
        if analysis is not None and analysis not in self.analyses:
            raise KeyError(f"the model has no analysis {analysis!r}; it has {self.analyses}")
        raised = []

        def watch(_, name, t, end):
            try:
                return progress(name.decode(), t, end) is not False
            except BaseException as error:  # it cannot pass through C
                raised.append(error)
                return False

        options = _native.RunOptions(analysis=None if analysis is None else analysis.encode(), time_limit=time_limit,
                                     max_steps=max_steps, motion=motion, forces=forces,
                                     progress=_native.PROGRESS(watch) if progress else _native.PROGRESS())
        handle = ctypes.c_void_p()
        status = lib.mbs_run(self._handle, options, handle)
        if raised:
            lib.mbs_result_free(handle)
            raise raised[0]
        if not handle:
            raise_for(status, "", ModelError)
        return Result(handle.value, self)

    def session(self, analysis: typing.Optional[str] = None) -> Session:
        """Opens an analysis of type dynamics (the first one, unless it is named) to be stepped: a Session."""
        return Session(self, analysis)
