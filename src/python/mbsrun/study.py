# SPDX-License-Identifier: BSD-3-Clause
"""One model with many sets of values: run here in threads, or read from the directory of mbsrun sweep."""

import concurrent.futures
import itertools
import os
import pathlib
import sqlite3
import typing

from .messages import ModelError


class Study:
    """A row for each run: a dictionary with run, status, code, message, the values, and <output>_min, _max and _final.

    Status and names are those of mbsrun sweep. Of sweep(), minima and maxima are those of the rows, and `violated` names
    the checks that do not hold; they leave the status as it is, since other values have other checks to pass.

    study[3] is a row, study["x_final"] a column as a list, study.frame() all of it for pandas. `runs` holds the Results
    where sweep was called with keep=True.
    """

    def __init__(self, rows, units, runs=None):
        self.rows, self.units, self.runs = rows, units, runs
        self.columns = list(rows[0]) if rows else []

    def __repr__(self):
        bad = sum(row["status"] != "ok" for row in self.rows)
        return f"<mbsrun.Study: {len(self.rows)} runs, {bad} of them not ok>"

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

    def __getitem__(self, key):
        if isinstance(key, str):
            if key not in self.columns:
                raise KeyError(f"the study has no column {key!r}; it has {self.columns}")
            return [row[key] for row in self.rows]
        return self.rows[key]

    def frame(self):
        """The rows as a DataFrame of pandas, with the number of the run as the index."""
        import pandas
        return pandas.DataFrame(self.rows, columns=self.columns).set_index("run")

    def _repr_html_(self):
        return self.frame()._repr_html_()


def sweep(model, values: typing.Optional[typing.Mapping[str, typing.Iterable]] = None, *,
          analysis: typing.Optional[str] = None, threads: typing.Optional[int] = None, keep: bool = False,
          progress: typing.Optional[typing.Callable[[int, int], typing.Any]] = None, **named: typing.Iterable) -> Study:
    """Runs a model with all combinations of values: sweep(model, L=[1, 2], m=[0.1, 0.2]) makes four runs.

    values, named: lists, for the paths and names that load takes. analysis: the only one to run, from which the columns
    are; else the first one with rows. threads: how many runs go side by side (the number of processors). keep: keep
    the Results. progress: called after each run with how many are done and how many there are.
    A run that fails costs nothing but itself: its row says why.
    """
    varied = {**(values or {}), **named}
    for path, list_of in varied.items():
        if isinstance(list_of, (str, bytes)) or not hasattr(list_of, "__iter__"):
            raise TypeError(f"{path}: give a list of values, not {list_of!r}")
    points = [dict(zip(varied, point)) for point in itertools.product(*varied.values())]
    if not points:
        raise ValueError("a list of values is empty")
    if analysis is not None and analysis not in model.analyses:
        raise KeyError(f"the model has no analysis {analysis!r}; it has {model.analyses}")
    outputs = model.outputs

    def one(number):
        return _row(model, number, points[number], analysis, outputs, keep)

    with concurrent.futures.ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        found = []
        for done, result in enumerate(pool.map(one, range(len(points))), 1):
            found.append(result)
            if progress is not None:
                progress(done, len(points))
    units = {path: model.units.get(path, "") for path in varied}
    for _, _, told in found:
        units.update(told)
    return Study([row for row, _, _ in found], units, [run for _, run, _ in found] if keep else None)


def _row(model, number, point, analysis, outputs, keep):
    """(row, Result or None, units of its columns) of one run."""
    row = {"run": number, "status": "refused", "code": None, "message": None, "violated": "", **point}
    row.update({f"{name}_{figure}": None for name in outputs for figure in ("min", "max", "final")})
    try:
        run = model.with_values(point).run(analysis, motion=False)
    except ModelError as error:
        return _blamed(row, error.messages), None, {}
    except MemoryError:
        row["status"] = "memory"
        return row, None, {}
    row["violated"] = ", ".join(check["name"] for checks in run.checks.values() for check in checks if not check["passed"])
    row["status"] = "ok" if run.status == "check_failed" else run.status
    if row["status"] != "ok":
        _blamed(row, run.messages)
    units = {}
    table = next((run[name] for name in reversed(run.names) if len(run[name]) > 0), None) if analysis is None \
        else run[analysis]
    for name in outputs if table is not None and len(table) > 0 else ():
        if name in table.reasons:
            continue
        column = table[name]
        for figure, value in (("min", min(column)), ("max", max(column)), ("final", column[-1])):
            row[f"{name}_{figure}"] = float(value)
            units[f"{name}_{figure}"] = table.units[name]
    return row, run if keep else None, units


def _blamed(row, messages):
    """The row with the first error in it."""
    for message in messages:
        if message.severity == "error":
            row["code"], row["message"] = message.code, message.text
            break
    return row


def read_study(directory) -> Study:
    """The Study that `mbsrun sweep` has in a directory, as far as it has got, from its index."""
    index = pathlib.Path(os.fsdecode(directory)) / "index.sqlite"
    if not index.exists():
        raise FileNotFoundError(f"{directory} is no directory of mbsrun sweep: it has no index.sqlite")
    database = sqlite3.connect(f"{index.resolve().as_uri()}?mode=ro", uri=True)
    try:
        database.row_factory = sqlite3.Row
        rows = [dict(row) for row in database.execute("SELECT * FROM results")]
        units = {name: unit or "" for name, unit in database.execute("SELECT name, unit FROM columns")}
    finally:
        database.close()
    return Study(rows, units)

