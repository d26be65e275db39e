// SPDX-License-Identifier: BSD-3-Clause
// tables_events.c: the keys of events.
#include "language/tables/tables.h"

static const Field impact_fields[] = {
    KEY("joint", JOINT, "joint whose coordinate hits a stop: its rate is reversed", .group = 1),
    KEY("marker_i", MARKER, "marker of the surface or body that is hit, often of the ground",
        .group = 1),
    KEY("marker_j", MARKER, "marker that hits: the impulse acts at its origin, on both bodies",
        .required = true, .with = ONE_OF("marker_i")),
    KEY("direction", VECTOR,
        "direction from marker_i's body towards marker_j's, perpendicular to the surface, in the "
        "axes of marker_i; default: from marker_i's origin to marker_j's, as between two round "
        "bodies",
        .quantity = QUANTITY_RATIO, .with = ONE_OF("marker_i")),
    KEY_NUMBER("restitution", RATIO, ZERO_TO_ONE,
               "velocity of separation over velocity of approach: 0 plastic, 1 elastic",
               .required = true),
    KEY_NUMBER(
        "at_rest_below", ANY, POSITIVE,
        "velocity of separation (of a joint's angle: rate) below which the analysis ends, because "
        "the bodies stay together; without it, a motion that comes to rest bounces forever"),
    {0}};

static const Field impulse_fields[] = {
    KEY("marker", MARKER, "marker at whose origin the impulse acts", .required = true),
    KEY("vector", VECTOR, "impulse (force times time), ground axes", .quantity = QUANTITY_MOMENTUM,
        .depends = DEPENDS_ON_STATE, .required = true),
    {0}};

static const Field velocity_fields[] = {
    KEY("joint", JOINT, "joint whose coordinate gets a rate: an angle, or a displacement",
        .group = 1),
    KEY("marker", MARKER, "marker whose origin gets a velocity", .group = 1),
    KEY("value", NUMBER, "rate of the joint's coordinate after the event, by an impulse along it",
        .depends = DEPENDS_ON_STATE, .required = true, .with = ONE_OF("joint")),
    KEY("vector", VECTOR,
        "velocity of the marker's origin after the event, ground axes, by an impulse there",
        .quantity = QUANTITY_VELOCITY, .depends = DEPENDS_ON_STATE, .required = true,
        .with = ONE_OF("marker")),
    {0}};

const Field event_fields[] = {
    KEY("when", NUMBER,
        "condition that becomes true (\"ball.y < 0.1\"), or a number that passes through zero, of "
        "the time, parameters and measures of position and rate; a number that starts at zero or "
        "beyond and moves further acts at once",
        .depends = DEPENDS_ON_STATE, .required = true),
    KEY_WORD("direction", ONE_OF("rising", "falling", "both"),
             "crossing that counts: of a number from below (rising), from above (falling), or "
             "both; of a condition when it becomes true (rising), false (falling), or both",
             .fallback = "rising"),
    KEY("once", BOOLEAN, "only the first crossing", .fallback = "false"),
    KEY_NUMBER("rearm", ANY, POSITIVE,
               "how far the number must go back, in its own unit, before the next crossing counts; "
               "default: any distance"),
    KEY("at_jumps", BOOLEAN,
        "a number also passes through zero when it jumps across it because an angle wraps: atan2 "
        "at pi, mod(x, y) at multiples of y",
        .fallback = "false"),
    KEY("stop", BOOLEAN, "the analysis ends", .fallback = "false"),
    KEY("record", BOOLEAN, "two output rows at this time: before and after", .fallback = "false"),
    KEY("set", NUMBERS,
        "new values of parameters, by name; the energy that a change brings in counts as work",
        .depends = DEPENDS_ON_STATE),
    KEY("impact", MAP,
        "two bodies hit each other, without friction: velocities jump by an impulse that the "
        "joints pass on",
        .fields = impact_fields),
    KEY("impulse", MAP, "velocities jump by a given impulse that the joints pass on",
        .fields = impulse_fields),
    KEY("velocity", MAP,
        "velocities jump so that one has a given value, by the impulse that this takes and that "
        "the joints pass on",
        .fields = velocity_fields),
    {0}};
