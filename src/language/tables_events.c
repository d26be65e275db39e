// SPDX-License-Identifier: BSD-3-Clause
// tables_events.c: the keys of events.
#include "language/tables.h"

static const char *const direction_choices[] = {"rising", "falling", "both", NULL};
static const char *const with_marker[] = {"marker_i", NULL};

static const Field impact_fields[] = {
    {.name = "joint",
     .type = FIELD_JOINT,
     .group = 1,
     .summary = "joint whose coordinate hits a stop: its rate is turned back"},
    {.name = "marker_i",
     .type = FIELD_MARKER,
     .group = 1,
     .summary = "marker of the surface or body that is hit, often of the ground"},
    {.name = "marker_j",
     .type = FIELD_MARKER,
     .required = true,
     .with = with_marker,
     .summary = "marker that hits: the impulse acts at its origin, on both bodies"},
    {.name = "direction",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_RATIO,
     .with = with_marker,
     .summary = "direction from marker_i's body towards marker_j's, square to the surface, in the "
                "axes of marker_i; unstated: from marker_i's origin to marker_j's, as between two "
                "round bodies"},
    {.name = "restitution",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_RATIO,
     .range = RANGE_ZERO_TO_ONE,
     .required = true,
     .summary = "velocity of separation over velocity of approach: 0 plastic, 1 elastic"},
    {.name = "at_rest_below",
     .type = FIELD_NUMBER,
     .range = RANGE_POSITIVE,
     .summary = "velocity of separation (of a joint's angle: rate) below which the analysis ends, "
                "because the bodies stay together; a motion that comes to rest bounces without end "
                "otherwise"},
    {0}};

static const Field impulse_fields[] = {{.name = "marker",
                                        .type = FIELD_MARKER,
                                        .required = true,
                                        .summary = "marker at whose origin the impulse acts"},
                                       {.name = "vector",
                                        .type = FIELD_VECTOR,
                                        .quantity = QUANTITY_MOMENTUM,
                                        .depends = DEPENDS_ON_STATE,
                                        .required = true,
                                        .summary = "impulse (force times time), ground axes"},
                                       {0}};

static const char *const with_joint[] = {"joint", NULL};
static const char *const with_body_marker[] = {"marker", NULL};

static const Field velocity_fields[] = {
    {.name = "joint",
     .type = FIELD_JOINT,
     .group = 1,
     .summary = "joint whose coordinate gets a rate: an angle, or a displacement"},
    {.name = "marker",
     .type = FIELD_MARKER,
     .group = 1,
     .summary = "marker whose origin gets a velocity"},
    {.name = "value",
     .type = FIELD_NUMBER,
     .depends = DEPENDS_ON_STATE,
     .required = true,
     .with = with_joint,
     .summary = "rate of the joint's coordinate behind the event, by an impulse along it"},
    {.name = "vector",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_VELOCITY,
     .depends = DEPENDS_ON_STATE,
     .required = true,
     .with = with_body_marker,
     .summary =
         "velocity of the marker's origin behind the event, ground axes, by an impulse there"},
    {0}};

const Field event_fields[] = {
    {.name = "when",
     .type = FIELD_NUMBER,
     .depends = DEPENDS_ON_STATE,
     .required = true,
     .summary = "condition that becomes true (\"ball.y < 0.1\"), or a number that passes through "
                "zero, of the time, parameters and measures of position and rate; at the start a "
                "number at zero or beyond that moves on acts at once"},
    {.name = "direction",
     .type = FIELD_WORD,
     .choices = direction_choices,
     .fallback = "rising",
     .summary = "passage that counts: of a number from below, from above, or either; of a "
                "condition becoming true (rising), false (falling), or either"},
    {.name = "once",
     .type = FIELD_BOOLEAN,
     .fallback = "false",
     .summary = "the first passage only"},
    {.name = "rearm",
     .type = FIELD_NUMBER,
     .range = RANGE_POSITIVE,
     .summary = "by how much the number must have gone back, in its own unit, before the next "
                "passage counts; unstated: at all"},
    {.name = "stop", .type = FIELD_BOOLEAN, .fallback = "false", .summary = "the analysis ends"},
    {.name = "record",
     .type = FIELD_BOOLEAN,
     .fallback = "false",
     .summary = "two output rows at this time: before and after"},
    {.name = "set",
     .type = FIELD_NUMBERS,
     .depends = DEPENDS_ON_STATE,
     .summary = "new values of parameters, by name; the energy that a change brings in counts as "
                "work"},
    {.name = "impact",
     .type = FIELD_MAP,
     .fields = impact_fields,
     .summary = "two bodies hit each other, without friction: velocities jump by an impulse that "
                "the joints pass "
                "on"},
    {.name = "impulse",
     .type = FIELD_MAP,
     .fields = impulse_fields,
     .summary = "velocities jump by a given impulse that the joints pass on"},
    {.name = "velocity",
     .type = FIELD_MAP,
     .fields = velocity_fields,
     .summary = "velocities jump so that one has a given value, by the impulse that this takes and "
                "that the joints pass on"},
    {0}};
