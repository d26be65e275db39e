// SPDX-License-Identifier: BSD-3-Clause
// tables_outputs.c: the keys of what is read: of an output and of a signal that say more than their
// value, and of a gauge.
#include "language/tables/tables.h"

const Field gauge_fields[] = {
    KEY("marker_i", MARKER, "reference marker, along whose axes the values are resolved",
        .fallback = "ground"),
    KEY("marker_j", MARKER, "marker whose motion is measured", .required = true),
    KEY("count", BOOLEAN,
        "its angles count full turns from their values at the start, in (-pi, pi], instead of "
        "wrapping at pi: forces and events on them do not jump",
        .fallback = "false", .spaces = IN_SPACE),
    {0}};

const Field signal_fields[] = {
    KEY("value", NUMBER, "expression over time, measures and other signals",
        .depends = DEPENDS_ON_RESULT, .required = true),
    KEY("unit", TEXT,
        "unit of the signal, as in N*m or rad/s, against which the value is checked. It is an SI "
        "unit, in which bare numbers are read; default: the unit of the value"),
    {0}};

const Field output_fields[] = {
    KEY("value", NUMBER,
        "expression over measures; or the bare name of an element, a frame or a marker, or \"*\" "
        "for all elements: then each of their measures is a column, see \"outputs\"",
        .depends = DEPENDS_ON_RESULT, .required = true),
    KEY("unit", TEXT,
        "unit in which the column is written, as in deg, rpm or N*mm; default: SI. Checks and "
        "figures of studies read the output in SI anyway"),
    KEY("resolve_in", MARKER,
        "marker, body or frame along whose axes the vectors in \"value\" are resolved: positions, "
        "velocities, accelerations, angular velocities, reactions, forces, torques and momenta; "
        "NAME.x is then the component along its x; default: the axes of each measure"),
    {0}};
