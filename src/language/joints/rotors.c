// SPDX-License-Identifier: BSD-3-Clause
// rotors.c: the inertia I of a joint's coordinate c (see rotors.h).
//
//   rotor of inertia I with the angle a,   c - a - start = 0,   T += 1/2 I a'^2
// The multiplier of that row is -I c'' as a generalized force on c: M of the joint's bodies gains
// I c_q' c_q, and h the share of c''. Both weigh on the two bodies of the joint and on nothing
// else.
#include "language/joints/rotors.h"

#include <string.h>

#include "elements/pairs/rotor.h"
#include "language/bodies/bodies.h"
#include "language/joints/coordinates.h"

// Where a joint states it, and of which of its coordinates.
typedef struct RotorKey {
  const char *path;
  JointCoordinate coordinate; // none: the one that the joint has
  int pin;                    // of a universal joint, or -1
} RotorKey;

static const RotorKey keys[] = {{"armature", COORDINATE_NONE, -1},
                                {"armature.angle", COORDINATE_ANGLE, -1},
                                {"armature.displacement", COORDINATE_DISPLACEMENT, -1},
                                {"armature.angle_1", COORDINATE_ANGLE, 0},
                                {"armature.angle_2", COORDINATE_ANGLE, 1}};
enum { KEYS = sizeof keys / sizeof keys[0] };

static const Value *stated(const Loader *loader, int joint, const RotorKey *key) {
  const Value *value = loader->model->joints[joint].kind == NULL
                           ? NULL
                           : item_stated(&loader->joints.elements[joint].item, key->path);
  return value != NULL && value->field->type == FIELD_NUMBER ? value : NULL;
}

static int count_rotors(const Loader *loader) {
  int count = 0;
  for (int k = 0; k < KEYS * loader->model->joint_count; k++) {
    count += stated(loader, k / KEYS, &keys[k % KEYS]) != NULL ? 1 : 0;
  }
  return count;
}

// The coordinate that the joint was left with; false after a message.
static bool take_coordinate(const Loader *loader, int joint, const RotorKey *key,
                            RelationCoordinate *out) {
  const Model *model = loader->model;
  const JointKind *kind = model->joints[joint].kind;
  const JointCoordinate wanted =
      key->coordinate != COORDINATE_NONE ? key->coordinate : joint_coordinate(kind);
  coordinate_take_ends(model, joint, out);
  if (key->pin >= 0 && joint_has_pins(kind)) {
    const MeasureKind pin = {.quantity = MEASURE_PIN_ANGLE, .component = key->pin};
    return coordinate_take_measure(model, &pin, out);
  }
  if (key->pin < 0 && wanted != COORDINATE_NONE && joint_has(kind, wanted)) {
    coordinate_take(model, joint, wanted, out);
    return true;
  }
  return diag_add(loader_diag(loader), DIAG_NAME_KIND, stated(loader, joint, key)->mark,
                  "%s has no coordinate for \"%s\": a point mass does not rotate",
                  loader->joints.elements[joint].what, key->path),
         false;
}

static bool add_rotor(Loader *loader, int joint, const RotorKey *key) {
  Model *model = loader->model;
  const Joint *of = &model->joints[joint];
  const Value *value = stated(loader, joint, key);
  const Origin origin = loader_origin(loader, value->mark);
  const char *name = loader_print(loader, "%s (%s)", of->name, key->path);
  Relation *relation = &model->relations[model->relation_count];
  *relation = (Relation){.owner = RELATION_OF_ROTOR,
                         .what = "the armature of joint",
                         .name = of->name,
                         .origin = origin,
                         .law = -1,
                         .sign = 1,
                         .keeps_start = true,
                         .rows = 1};
  RelationCoordinate *coordinates = coordinates_open(loader, relation, 2);
  if (name == NULL || coordinates == NULL) {
    return false;
  }
  if (of->marker_i < 0 || of->marker_j < 0 ||
      !take_coordinate(loader, joint, key, &coordinates[0])) {
    return true; // was refused
  }
  const int rotor = model->body_count + model->rotor_count;
  coordinates[1].form = COORDINATE_ROTOR;
  coordinates[1].rotor = rotor;
  coordinates[1].sign = -1;
  relation->coordinate_count = 2;
  model->bodies[rotor] = bodies_empty(name, origin, &rotor_kind);
  model->bodies[rotor].first_number = of->first_number + value->number;
  model->relation_count++;
  model->rotor_count++;
  return true;
}

// Room for the rotors behind what stands there.
static bool make_room(Loader *loader, int count) {
  Model *model = loader->model;
  Body *bodies = arena_array(loader_arena(loader), Body, model->body_count + count);
  Relation *relations = arena_array(loader_arena(loader), Relation, model->relation_count + count);
  if (bodies == NULL || relations == NULL) {
    return false;
  }
  memcpy(bodies, model->bodies, (size_t)model->body_count * sizeof *bodies);
  if (model->relation_count > 0) {
    memcpy(relations, model->relations, (size_t)model->relation_count * sizeof *relations);
  }
  model->bodies = bodies;
  model->relations = relations;
  return true;
}

bool rotors_load(Loader *loader) {
  const int count = count_rotors(loader);
  bool ok = count == 0 || make_room(loader, count);
  for (int k = 0; ok && count > 0 && k < KEYS * loader->model->joint_count; k++) {
    if (stated(loader, k / KEYS, &keys[k % KEYS]) != NULL) {
      ok = add_rotor(loader, k / KEYS, &keys[k % KEYS]);
    }
  }
  return ok;
}
