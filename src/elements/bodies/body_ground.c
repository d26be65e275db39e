// SPDX-License-Identifier: BSD-3-Clause
// body_ground.c: the body that does not move. No coordinates: x = 0, A = I always.
#include "elements/fields/body_fields.h"
#include "elements/registry.h"

static const Field fields[] = {KEY("markers", COLLECTION,
                                   "named points and axes fixed in the ground, used as ground.NAME",
                                   .fields = body_fields_marker),
                               {0}};

const BodyKind MBS_NAME(body_ground) = {
    .type = "ground",
    .summary = "the body that does not move; as a marker it is the origin",
    .fields = fields,
    .spaces = IN_BOTH,
};
