// SPDX-License-Identifier: BSD-3-Clause
// tables_outputs.c: the keys of what is read: of an output and of a signal that say more than their
// value, and of a gauge.
#include "language/tables/tables.h"

const Field gauge_fields[] = {
    KEY("marker_i", MARKER, "relative to which marker, and along whose axes", .fallback = "ground"),
    KEY("marker_j", MARKER, "marker that is read", .required = true),
    KEY("count", BOOLEAN,
        "its angles count whole turns from where they are at the start, in (-pi, pi] there, "
        "instead "
        "of starting anew at pi: forces and events on them do not jump",
        .fallback = "false", .spaces = IN_SPACE),
    {0}};

const Field signal_fields[] = {
    KEY("value", NUMBER, "expression over the time, measures and other signals",
        .depends = DEPENDS_ON_RESULT, .required = true),
    KEY("unit", TEXT,
        "what the signal measures, as in N*m or rad/s: the value is checked against it. It is a "
        "unit "
        "of SI, in which bare numbers count; unstated: what the value measures"),
    {0}};

const Field output_fields[] = {
    KEY("value", NUMBER,
        "expression over measures; or the bare name of an element, a frame or a marker, or \"*\" "
        "for all elements: then each of their measures is a column, see \"outputs\"",
        .depends = DEPENDS_ON_RESULT, .required = true),
    KEY("unit", TEXT,
        "unit in which the column is written, as in deg, rpm or N*mm; unstated: SI. Checks and "
        "figures of studies read the output in SI all the same"),
    KEY("resolve_in", MARKER,
        "marker, body or frame along whose axes the vectors are taken that \"value\" reads: "
        "places, "
        "velocities, accelerations, angular velocities, reactions, forces, torques and momenta; "
        "NAME.x is then the component along its x; unstated: along the axes that each measure has"),
    {0}};
