// SPDX-License-Identifier: BSD-3-Clause
// lanes.c: lanes.def expanded into tables (see lanes.h).
#include "elements/lanes.h"

#include "elements/registry.h"

#define BODY(name) &MBS_NAME(name),
#define PRIMITIVE(name)
const BodyKind *const MBS_NAME(lanes_bodies)[] = {
#include "elements/lanes.def"
};
#undef BODY
#undef PRIMITIVE

#define BODY(name)
#define PRIMITIVE(name) &MBS_NAME(name),
const PrimitiveKind *const MBS_NAME(lanes_primitives)[] = {
#include "elements/lanes.def"
};
#undef BODY
#undef PRIMITIVE

enum {
  BODIES = sizeof MBS_NAME(lanes_bodies) / sizeof MBS_NAME(lanes_bodies)[0],
  PRIMITIVES = sizeof MBS_NAME(lanes_primitives) / sizeof MBS_NAME(lanes_primitives)[0]
};

int MBS_NAME(lanes_body)(const BodyKind *kind) {
  for (int i = 0; i < BODIES; i++) {
    if (MBS_NAME(lanes_bodies)[i] == kind) {
      return i;
    }
  }
  return -1;
}

int MBS_NAME(lanes_primitive)(const PrimitiveKind *kind) {
  for (int i = 0; i < PRIMITIVES; i++) {
    if (MBS_NAME(lanes_primitives)[i] == kind) {
      return i;
    }
  }
  return -1;
}
