// SPDX-License-Identifier: BSD-3-Clause
// placement_slope.c: placements with complex numbers (see placement_slope.h).
#define MBS_COMPLEX_STEP
#include "system/parameters/placement_slope.h"

#include <string.h>

#include "math/rotation.h"
#include "system/mechanism/mesh.h"
#include "system/mechanism/placement.h"
#include "system/mechanism/solid.h"

static void change_of(const real *x, int count, double *change) {
  for (int k = 0; k < count; k++) {
    change[k] = real_change(x[k]);
  }
}

static const real *numbers_of(const PlacementSlope *slope) {
  return (const real *)(const void *)slope->room;
}

void placement_slope_take(const PlacementSlope *slope, const double *numbers,
                          const double *change) {
  real *const out = (real *)(void *)slope->room;
  for (int n = 0; n < slope->model->number_count; n++) {
    out[n] = real_stepped(numbers[n], change[n]);
  }
}

void placement_slope_solid(const PlacementSlope *slope, int body, double *change) {
  const Body *it = &slope->model->bodies[body];
  real *const numbers = (real *)(void *)slope->room;
  Solid solid;
  MBS_NAME(solid_of_body)(slope->model, numbers, body, &solid);
  MBS_NAME(solid_write)(slope->model, body, &solid, numbers);
  change_of(numbers + it->first_number, SOLID_NUMBERS, change + it->first_number);
  change_of(numbers + it->center_of_mass, 3, change + it->center_of_mass);
}

void placement_slope_mesh(const PlacementSlope *slope, int relation, double *change) {
  const Relation *it = &slope->model->relations[relation];
  real *const numbers = (real *)(void *)slope->room;
  Mesh mesh;
  MBS_NAME(mesh_of)(slope->model, numbers, it, &mesh);
  MBS_NAME(mesh_write)(it, &mesh, numbers);
  for (int end = 0; end < 2; end++) {
    const int weight = it->coordinates[end].weight;
    if (weight >= 0) {
      change_of(numbers + weight, 1, change + weight);
    }
  }
}

void placement_slope_of_marker(const PlacementSlope *slope, int marker, MarkerSlope *change) {
  Placement at;
  real p[4];
  MBS_NAME(placement_of_marker)(slope->model, numbers_of(slope), marker, &at);
  MBS_NAME(rotation_to_quaternion)(at.R, p);
  change_of(at.origin, 3, change->s);
  change_of(at.R, 9, change->R);
  change_of(&at.angle, 1, &change->angle);
  change_of(p, 4, change->p);
}

void placement_slope_coordinates(const PlacementSlope *slope, int body, double change[BODY_Q]) {
  real q[BODY_Q];
  memset(q, 0, sizeof q);
  MBS_NAME(placement_coordinates)(slope->model, numbers_of(slope), body, q);
  change_of(q, BODY_Q, change);
}

void placement_slope_velocities(const PlacementSlope *slope, int body, const double A[9],
                                const double dA[9], const double v[], double change[BODY_V]) {
  const BodyKind *kind = slope->model->bodies[body].kind;
  real turned[9], moved[BODY_V];
  memset(moved, 0, sizeof moved);
  for (int k = 0; k < 9; k++) {
    turned[k] = real_stepped(A[k], dA[k]);
  }
  for (int k = 0; k < kind->translations + kind->rotations; k++) {
    moved[k] = v[k];
  }
  MBS_NAME(placement_write_velocities)(slope->model, numbers_of(slope), body, turned, moved);
  change_of(moved, BODY_V, change);
}
