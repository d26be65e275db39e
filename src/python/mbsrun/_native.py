# SPDX-License-Identifier: BSD-3-Clause
"""The functions of libmbsrun (mbsrun.h) by ctypes."""

import ctypes
import os
import pathlib
from ctypes import POINTER, c_bool, c_char_p, c_double, c_float, c_int, c_int64, c_size_t, c_ssize_t, c_void_p

ABI = 1
LIBRARY = "libmbsrun.so.0"
OK, BUG, USAGE, REFUSED, FAILED, IO, CHECK, MEMORY, BUDGET, INACCURATE = 0, 1, 2, 3, 4, 5, 6, 8, 9, 10
BODY, JOINT, FORCE, PARAMETER, OUTPUT, ANALYSIS, EVENT = range(7)
SEVERITIES = ("error", "warning", "info")


class _Struct(ctypes.Structure):
    """A struct of mbsrun.h, which begins with its size."""

    def __init__(self, *values, **named):
        super().__init__(*values, **named)
        self.size = ctypes.sizeof(self)


class LoadOptions(_Struct):
    _fields_ = [("size", c_size_t), ("sets", POINTER(c_char_p)), ("set_count", c_size_t),
                ("allowed", POINTER(c_char_p)), ("allowed_count", c_size_t), ("max_bytes", c_size_t),
                ("max_nodes", c_size_t), ("max_memory", c_size_t)]


class Message(_Struct):
    _fields_ = [("size", c_size_t), ("severity", c_int), ("code", c_char_p), ("text", c_char_p), ("hint", c_char_p),
                ("file", c_char_p), ("line", c_int), ("column", c_int), ("end_column", c_int)]


class Parameter(_Struct):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("unit", c_char_p), ("value", c_double)]


class LinearSystem(_Struct):
    _fields_ = [("size", c_size_t), ("inputs", POINTER(c_size_t)), ("input_count", c_size_t), ("outputs", POINTER(c_size_t)),
                ("output_count", c_size_t), ("A", POINTER(c_double)), ("B", POINTER(c_double)), ("C", POINTER(c_double)),
                ("D", POINTER(c_double)), ("order", c_size_t)]


PROGRESS = ctypes.CFUNCTYPE(c_bool, c_void_p, c_char_p, c_double, c_double)


class RunOptions(_Struct):
    _fields_ = [("size", c_size_t), ("analysis", c_char_p), ("time_limit", c_double), ("max_steps", c_int64),
                ("motion", c_bool), ("progress", PROGRESS), ("user", c_void_p), ("forces", c_bool)]


class Column(_Struct):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("unit", c_char_p), ("reason", c_char_p),
                ("values", c_void_p), ("count", c_size_t), ("stride", c_size_t)]


class Motion(_Struct):
    _fields_ = [("size", c_size_t), ("values", c_void_p), ("count", c_size_t), ("stride", c_size_t),
                ("bodies", c_size_t), ("per_body", c_size_t)]


LAW = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(c_double), POINTER(c_double), POINTER(c_double))

# name: (what it returns, what it takes)
FUNCTIONS = {
    "mbs_version": (c_char_p, []),
    "mbs_abi": (c_int, []),
    "mbs_status_word": (c_char_p, [c_int]),
    "mbs_load_file": (c_int, [c_char_p, POINTER(LoadOptions), POINTER(c_void_p)]),
    "mbs_load_text": (c_int, [c_char_p, c_size_t, c_char_p, POINTER(LoadOptions), POINTER(c_void_p)]),
    "mbs_model_with": (c_int, [c_void_p, POINTER(c_char_p), c_size_t, POINTER(c_void_p)]),
    "mbs_model_free": (None, [c_void_p]),
    "mbs_model_messages": (c_void_p, [c_void_p]),
    "mbs_messages_count": (c_size_t, [c_void_p]),
    "mbs_messages_get": (c_int, [c_void_p, c_size_t, POINTER(Message)]),
    "mbs_messages_text": (c_char_p, [c_void_p]),
    "mbs_messages_json": (c_char_p, [c_void_p]),
    "mbs_count": (c_size_t, [c_void_p, c_int]),
    "mbs_name": (c_char_p, [c_void_p, c_int, c_size_t]),
    "mbs_find": (c_ssize_t, [c_void_p, c_int, c_char_p]),
    "mbs_parameter_get": (c_int, [c_void_p, c_size_t, POINTER(Parameter)]),
    "mbs_run": (c_int, [c_void_p, POINTER(RunOptions), POINTER(c_void_p)]),
    "mbs_result_free": (None, [c_void_p]),
    "mbs_result_status": (c_int, [c_void_p]),
    "mbs_result_messages": (c_void_p, [c_void_p]),
    "mbs_result_summary": (c_char_p, [c_void_p]),
    "mbs_result_count": (c_size_t, [c_void_p]),
    "mbs_result_name": (c_char_p, [c_void_p, c_size_t]),
    "mbs_result_find": (c_ssize_t, [c_void_p, c_char_p]),
    "mbs_column_count": (c_size_t, [c_void_p, c_size_t]),
    "mbs_column_get": (c_int, [c_void_p, c_size_t, c_size_t, POINTER(Column)]),
    "mbs_poses": (c_int, [c_void_p, c_size_t, POINTER(Motion)]),
    "mbs_result_write": (c_int, [c_void_p, c_char_p, c_char_p, c_bool, POINTER(c_void_p)]),
    "mbs_result_page": (c_int, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "mbs_session_open": (c_int, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "mbs_session_free": (None, [c_void_p]),
    "mbs_session_messages": (c_void_p, [c_void_p]),
    "mbs_session_reset": (c_int, [c_void_p]),
    "mbs_session_time": (c_double, [c_void_p]),
    "mbs_session_end": (c_double, [c_void_p]),
    "mbs_input_set": (c_int, [c_void_p, c_size_t, c_double]),
    "mbs_law_inputs": (c_int, [c_void_p, c_char_p, POINTER(POINTER(c_char_p)), POINTER(c_size_t)]),
    "mbs_law_bind": (c_int, [c_void_p, c_char_p, LAW, c_void_p, c_bool]),
    "mbs_advance": (c_int, [c_void_p, c_double, POINTER(c_double)]),
    "mbs_session_over": (c_bool, [c_void_p]),
    "mbs_output_read": (c_int, [c_void_p, POINTER(c_size_t), c_size_t, POINTER(c_double)]),
    "mbs_state_size": (c_int, [c_void_p, POINTER(c_size_t), POINTER(c_size_t), POINTER(c_size_t)]),
    "mbs_state_get": (c_int, [c_void_p, POINTER(c_double), POINTER(c_double)]),
    "mbs_state_set": (c_int, [c_void_p, c_double, POINTER(c_double), POINTER(c_double)]),
    "mbs_snapshot_size": (c_size_t, [c_void_p]),
    "mbs_snapshot_take": (c_int, [c_void_p, c_void_p]),
    "mbs_snapshot_put": (c_int, [c_void_p, c_void_p, c_size_t]),
    "mbs_matrices": (c_int, [c_void_p, POINTER(c_double), POINTER(c_double), POINTER(c_double), POINTER(c_double)]),
    "mbs_linearize": (c_int, [c_void_p, POINTER(LinearSystem)]),
    "mbs_session_result": (c_int, [c_void_p, POINTER(c_void_p)]),
}


def _places():
    """Where the library may be, first come first served: beside the package, where the system looks."""
    here = pathlib.Path(__file__).resolve().parent
    if "MBSRUN_LIBRARY" in os.environ:
        yield os.environ["MBSRUN_LIBRARY"]
        return
    above = here.parents[2] if len(here.parents) > 2 else here  # lib of lib/python3/dist-packages/mbsrun
    for folder in (here, here.parents[1] / "lib", above, *sorted(above.glob("*-linux-gnu"))):
        if (folder / LIBRARY).exists():
            yield str(folder / LIBRARY)
    yield LIBRARY


def _open():
    trouble = None
    for place in _places():
        try:
            library = ctypes.CDLL(place)
            break
        except OSError as error:
            trouble = error
    else:
        raise ImportError(f"mbsrun: {LIBRARY} cannot be loaded ({trouble}); MBSRUN_LIBRARY may say where it is")
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name, None)
        if function is None:
            raise ImportError(f"mbsrun: {library._name} has no {name}: it is another version than this package")
        function.restype, function.argtypes = result, arguments
    if library.mbs_abi() != ABI:
        raise ImportError(f"mbsrun: {library._name} has interface {library.mbs_abi()}, this package needs {ABI}")
    return library


lib = _open()


def text(value):
    """A text of the library, or None."""
    return None if value is None else value.decode()


def texts(values):
    """An array of C strings, and how many it has."""
    encoded = [os.fsencode(value) for value in values]
    for value in encoded:
        if b"\0" in value:
            raise ValueError("a text for mbsrun has a NUL in it")
    return (c_char_p * max(1, len(encoded)))(*encoded), len(encoded)


def block(kind, address, count, owner):
    """`count` numbers at an address, without a copy; the owner lives as long as they are used."""
    numbers = (kind * count).from_address(address) if count else (kind * 0)()
    numbers.owner = owner
    return numbers


__all__ = ["lib", "c_double", "c_float"]
