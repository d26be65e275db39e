// SPDX-License-Identifier: BSD-3-Clause
// rotor.c: what a rotor is (see rotor.h).
#include "elements/pairs/rotor.h"

static void inertia(const real par[], real J[9]) {
  J[8] = par[0];
}

static const Field fields[] = {{0}};

const BodyKind rotor_kind = {
    .type = "armature",
    .summary = "inertia of a joint's coordinate",
    .fields = fields,
    .spaces = IN_BOTH,
    .rotations = 1,
    .inertia = inertia,
};
