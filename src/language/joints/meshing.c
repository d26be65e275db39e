// SPDX-License-Identifier: BSD-3-Clause
// meshing.c: gears and racks whose ratio comes from geometry (see meshing.h,
// system/mechanism/mesh.h).
//
// Each wheel turns about an axis that stands still in the body that carries both. Where a weight is
// stated it tells the size of the ratio; the weights that count are two numbers of their own.
#include "language/joints/meshing.h"

#include <string.h>

#include "language/numbers/numbers.h"

// The number of a key, -1 where it is not stated.
static int number_of(const Item *item, int first, const char *key) {
  const Value *value = item_stated(item, key);
  return value == NULL ? -1 : first + value->number;
}

// Whether the axis of a wheel stands still on both of its bodies; else false after a message.
static bool turns_in_place(const Loader *loader, const Element *element, const CouplerEnd *end,
                           const Joint *joint, bool helical) {
  const JointKind *kind = joint->kind;
  if (end->coordinate != COORDINATE_ANGLE) {
    return true;
  }
  const bool held = !joint_frees(kind, AXIS_X) && !joint_frees(kind, AXIS_Y);
  if (held && (!helical || kind->slide == AXIS_NONE)) {
    return true;
  }
  diag_add(loader_diag(loader), DIAG_NAME_KIND, item_stated(&element->item, end->joint)->mark,
           held
               ? "%s has helical teeth, but joint \"%s\", of type \"%s\", lets its wheel move "
                 "along its axis"
               : "%s has a pitch point, but the axis of joint \"%s\", of type \"%s\", is not fixed",
           element->what, joint->name, kind->type);
  diag_hint(loader_diag(loader), "a revolute joint holds a wheel in place");
  return false;
}

static int hand_of(const Item *item) {
  const Value *value = item_stated(item, "hand");
  if (value == NULL || value->text == NULL) {
    return 0;
  }
  return strcmp(value->text, "right") == 0 ? 1 : -1;
}

static bool take_ends(const Loader *loader, const Element *element, const CouplerKind *kind,
                      const Joint *const joint[2], const RelationCoordinate coordinates[2],
                      RelationMesh *mesh) {
  const bool helical = mesh->helix >= 0 || mesh->hand != 0;
  for (int k = 0; k < 2; k++) {
    // where marker_j is on the carrier the coordinate counts with the other sign
    const bool on_i = coordinates[k].sign == kind->ends[k].sign;
    mesh->carrier[k] = on_i ? joint[k]->marker_i : joint[k]->marker_j;
    mesh->axis[k] = joint_axis(joint[k]->kind, kind->ends[k].coordinate);
    mesh->slides[k] = kind->ends[k].coordinate == COORDINATE_DISPLACEMENT;
    if (!turns_in_place(loader, element, &kind->ends[k], joint[k], helical)) {
      return false;
    }
  }
  return true;
}

bool meshing_load(Loader *loader, const Element *element, const CouplerKind *kind, int first,
                  const Joint *const joint[2], Relation *relation,
                  RelationCoordinate *coordinates) {
  const Item *item = &element->item;
  const Value *point = item_stated(item, "pitch_point");
  if (point == NULL) {
    return true;
  }
  RelationMesh *mesh = arena_new(loader_arena(loader), RelationMesh);
  const int weights = numbers_reserve(loader, 2, element->name_mark);
  if (mesh == NULL || weights < 0) {
    return false;
  }
  *mesh = (RelationMesh){.point = first + point->number,
                         .helix = number_of(item, first, "helix_angle_1"),
                         .hand = hand_of(item),
                         .stated = {coordinates[0].weight, coordinates[1].weight}};
  if (!take_ends(loader, element, kind, joint, coordinates, mesh)) {
    relation->coordinate_count = 0;
    return true;
  }
  relation->mesh = mesh;
  coordinates[0].weight = weights;
  coordinates[1].weight = mesh->slides[1] ? -1 : weights + 1;
  return true;
}
