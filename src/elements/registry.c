// SPDX-License-Identifier: BSD-3-Clause
// registry.c: kinds.def expanded into tables, and the search for a word in them.
#include "elements/registry.h"

#include <string.h>

#include "elements/kinds.h"

#define BODY(name) &MBS_NAME(name),
#define PRIMITIVE(name)
#define FORCE(name)
const BodyKind *const MBS_NAME(body_kinds)[] = {
#include "elements/kinds.def"
};
#undef BODY
#undef PRIMITIVE

#define BODY(name)
#define PRIMITIVE(name) &MBS_NAME(name),
const PrimitiveKind *const MBS_NAME(primitive_kinds)[] = {
#include "elements/kinds.def"
};
#undef PRIMITIVE
#undef FORCE

#define PRIMITIVE(name)
#define FORCE(name) &MBS_NAME(name),
const ForceKind *const MBS_NAME(force_kinds)[] = {
#include "elements/kinds.def"
};
#undef BODY
#undef PRIMITIVE
#undef FORCE

enum {
  BODY_KINDS = sizeof MBS_NAME(body_kinds) / sizeof MBS_NAME(body_kinds)[0],
  PRIMITIVE_KINDS = sizeof MBS_NAME(primitive_kinds) / sizeof MBS_NAME(primitive_kinds)[0],
  FORCE_KINDS = sizeof MBS_NAME(force_kinds) / sizeof MBS_NAME(force_kinds)[0]
};

int MBS_NAME(registry_body_count)(void) {
  return BODY_KINDS;
}
int MBS_NAME(registry_primitive_count)(void) {
  return PRIMITIVE_KINDS;
}
int MBS_NAME(registry_force_count)(void) {
  return FORCE_KINDS;
}
int MBS_NAME(registry_joint_count)(void) {
  return MBS_NAME(joint_kind_count);
}

static bool matches(const char *type, int spaces, const char *wanted, int space) {
  return (spaces & space) != 0 && strcmp(type, wanted) == 0;
}

const BodyKind *MBS_NAME(registry_body)(const char *type, int space) {
  for (int i = 0; i < BODY_KINDS; i++) {
    const BodyKind *const kind = MBS_NAME(body_kinds)[i];
    if (kind != &MBS_NAME(body_ground) && matches(kind->type, kind->spaces, type, space)) {
      return kind;
    }
  }
  return NULL;
}

const ForceKind *MBS_NAME(registry_force)(const char *type, int space) {
  for (int i = 0; i < FORCE_KINDS; i++) {
    const ForceKind *const kind = MBS_NAME(force_kinds)[i];
    if (matches(kind->type, kind->spaces, type, space)) {
      return kind;
    }
  }
  return NULL;
}

const JointKind *MBS_NAME(registry_joint)(const char *type, int space) {
  for (int i = 0; i < MBS_NAME(joint_kind_count); i++) {
    const JointKind *const kind = &MBS_NAME(joint_kinds)[i];
    if (matches(kind->type, kind->spaces, type, space)) {
      return kind;
    }
  }
  return NULL;
}

const BodyKind *MBS_NAME(registry_ground)(int space) {
  (void)space; // one ground serves both spaces
  return &MBS_NAME(body_ground);
}

ForceLayout MBS_NAME(force_layout)(const ForceKind *kind) {
  ForceLayout layout = {.moment_frame = -1};
  int places = 0; // where it acts, and that stand where it does
  for (const Field *field = kind->fields; field->name != NULL; field++) {
    const bool marker = field->type == FIELD_MARKER;
    const bool acts = marker && (field->marker & MARKER_AXES) == 0;
    if (marker && (field->marker & MARKER_MOMENT) != 0) {
      layout.moment_frame = layout.frame_count;
    }
    places += acts && (field->marker & MARKER_ANYWHERE) == 0;
    layout.wrench_count += field->type == FIELD_JOINT ? 2 : acts;
    layout.frame_count += field->type == FIELD_JOINT ? 2 : marker;
    layout.par_count += field_numbers(field);
  }
  layout.span = layout.wrench_count < 2 || places == 0 ? SPAN_NOTHING
                : places == 1                          ? SPAN_BODIES
                                                       : SPAN_ALL;
  return layout;
}
