// SPDX-License-Identifier: BSD-3-Clause
// gears.c: ratios of gears from geometry, and what does not mesh (see gears.h).
#include "system/mechanism/gears.h"

#include <math.h>

#include "system/mechanism/mesh.h"

static const double DEGREE = 3.14159265358979323846 / 180;

static bool refuse(const Relation *relation, MeshFault fault, Failure *failure) {
  static const struct {
    const char *why, *hint;
  } words[] = {
      [MESH_GOOD] = {"", ""},
      [MESH_ON_AXIS] = {"its pitch point lies on the axis of a wheel",
                        "the pitch point is where the pitch circles touch"},
      [MESH_ASKEW] = {"at its pitch point the wheels move in different directions, so they cannot "
                      "roll on each other",
                      "put the pitch point where both pitch surfaces touch, or give the direction "
                      "of the teeth: \"helix_angle_1\", or \"hand\" with numbers of teeth"},
      [MESH_CROWN] = {"its teeth are perpendicular to the axis of its first wheel, so they form no "
                      "helix about it",
                      "swap the two wheels"},
      [MESH_SLIDES] = {"its teeth lie along the path of a wheel, so they do not drive it",
                       "change \"helix_angle_1\""},
      [MESH_NO_HAND] = {"no teeth of the given hand produce the given ratio",
                        "leave out \"hand\" if the axes are parallel or intersect; otherwise check "
                        "the pitch point and the numbers of teeth"},
      [MESH_BOTH] = {"teeth of the given hand produce the given ratio in either sense",
                     "give \"helix_angle_1\" instead of \"hand\""},
  };
  failure_set(failure, DIAG_GEAR_ASKEW, relation->origin, "coupler \"%s\" cannot mesh: %s",
              relation->name, words[fault].why);
  return failure_hint(failure, "%s", words[fault].hint);
}

// How far the stated ratio is off that of geometry, relative.
static double off(const Mesh *mesh) {
  return mesh->stated > 0 ? fabs(mesh->stated / fabs(mesh->ratio) - 1) : 0;
}

static bool refuse_ratio(const Relation *relation, const Mesh *mesh, Failure *failure) {
  failure_set(failure, DIAG_GEAR_ASKEW, relation->origin,
              "coupler \"%s\" cannot mesh: the given ratio is %.6g, that of its axes and its pitch "
              "point %.6g",
              relation->name, mesh->stated, fabs(mesh->ratio));
  return failure_hint(failure, "move the pitch point, or leave out the ratio or \"pitch_point\"");
}

// The next relation from `at` on that geometry makes a gear, and its mesh; NULL after the last.
static const Relation *next_gear(const State *state, int *at, Mesh *mesh) {
  const Model *model = state->system->model;
  while (*at < model->relation_count) {
    const Relation *relation = &model->relations[(*at)++];
    if (relation->mesh != NULL) {
      mesh_of(model, state->values, relation, mesh);
      return relation;
    }
  }
  return NULL;
}

bool gears_mesh(State *state, Failure *failure) {
  const Relation *relation;
  Mesh mesh;
  for (int at = 0; (relation = next_gear(state, &at, &mesh)) != NULL;) {
    if (mesh.fault != MESH_GOOD) {
      return refuse(relation, mesh.fault, failure);
    }
    if (off(&mesh) > MESH_ROUNDED) {
      return refuse_ratio(relation, &mesh, failure);
    }
    mesh_write(relation, &mesh, state->values);
  }
  return true;
}

void gears_tell(const State *state, Diag *diag) {
  const Relation *relation;
  Mesh mesh;
  for (int at = 0; (relation = next_gear(state, &at, &mesh)) != NULL;) {
    const bool straight = relation->mesh->helix < 0 && relation->mesh->hand == 0;
    if (straight && mesh.askew > MESH_ALONG) {
      diag_at(diag, DIAG_GEAR_ROUNDED, relation->origin,
              "the wheels of coupler \"%s\" move in different directions at its pitch point, by "
              "%.3g deg: their teeth slide along each other",
              relation->name, asin(mesh.askew) / DEGREE);
      diag_hint(diag, "give the pitch point with more digits, or as an expression");
    }
    if (off(&mesh) > MESH_ALONG) {
      diag_at(diag, DIAG_GEAR_ROUNDED, relation->origin,
              "the ratio of coupler \"%s\" is used as given, %.9g; that of its axes and its pitch "
              "point is %.9g",
              relation->name, mesh.stated, fabs(mesh.ratio));
      diag_hint(diag, "give the pitch point with more digits, or as an expression");
    }
  }
}
