# SPDX-License-Identifier: BSD-3-Clause
"""What mbsrun says, as data and as exceptions."""

import dataclasses
import typing

from . import _native
from ._native import lib


@dataclasses.dataclass(frozen=True)
class Message:
    """One message: what is said, and the place in a file that it points at (line and column from 1, None: no place)."""

    severity: str  # "error", "warning" or "info"
    code: str  # "E-SCHEMA-003"; mbsrun explain CODE says more
    text: str
    hint: typing.Optional[str]
    file: typing.Optional[str]
    line: typing.Optional[int]
    column: typing.Optional[int]
    end_column: typing.Optional[int]


class Messages(tuple):
    """Messages as a tuple; str() shows them as mbsrun does on a terminal, with the lines of the file."""

    shown: str

    def __new__(cls, handle):
        found = super().__new__(cls, (_message(handle, k) for k in range(lib.mbs_messages_count(handle))))
        found.shown = lib.mbs_messages_text(handle).decode().rstrip("\n")
        return found

    def __str__(self):
        return self.shown

    def of(self, severity):
        """Those of one severity."""
        return [message for message in self if message.severity == severity]


def _message(handle, index):
    found = _native.Message()
    lib.mbs_messages_get(handle, index, found)
    placed = found.line > 0
    return Message(_native.SEVERITIES[found.severity], _native.text(found.code), _native.text(found.text),
                   _native.text(found.hint), _native.text(found.file), found.line if placed else None,
                   found.column if placed else None, found.end_column if placed else None)


class Error(Exception):
    """What mbsrun refuses or fails at. `messages` says why; str() shows it as on a terminal."""

    def __init__(self, words, messages=()):
        super().__init__(words)
        self.messages = messages


class ModelError(Error):
    """A model has errors, or its file cannot be read."""


class RunError(Error):
    """An analysis failed, a check is violated, or the audit contradicts the result."""


def raise_for(status, messages, kind):
    """Raises what belongs to a status that is not ok."""
    if status == _native.OK:
        return
    if status == _native.MEMORY:
        raise MemoryError("mbsrun: out of memory")
    raise kind(str(messages) or f"mbsrun: {lib.mbs_status_word(status).decode()}", messages)
