// SPDX-License-Identifier: BSD-3-Clause
// mesh.c: ratios of gears from geometry (see mesh.h).
//
// By the hand: with psi between n and e, and u_2 = u_e e + u_g g,
//   |u_1| = k (u_e - u_g tan psi),  k = c_2' / c_1' = +-z_1 / z_2
#include "system/mechanism/mesh.h"

#include "math/vec.h"
#include "system/mechanism/placement.h"

// What the mesh sees of both wheels: velocities, and directions in the tangent plane.
typedef struct Wheels {
  real u[2][3], a[2][3], e[3], g[3];
  real size; // of u_1
} Wheels;

static void scale(real x[3], real factor) {
  for (int i = 0; i < 3; i++) {
    x[i] *= factor;
  }
}

static void velocity_of(const Model *model, const real *numbers, const RelationMesh *mesh, int end,
                        Wheels *out) {
  const int marker = mesh->carrier[end];
  const int center = model->bodies[model->markers[marker].body].center_of_mass;
  Placement at;
  real arm[3];
  MBS_NAME(placement_of_marker)(model, numbers, marker, &at);
  vec_column(at.R, (int)mesh->axis[end] - (int)AXIS_X, out->a[end]);
  if (mesh->slides[end]) {
    vec_column(at.R, (int)mesh->axis[end] - (int)AXIS_X, out->u[end]);
    return;
  }
  for (int i = 0; i < 3; i++) { // markers stand from the mass centre
    arm[i] = numbers[mesh->point + i] - (center >= 0 ? numbers[center + i] : 0) - at.origin[i];
  }
  vec_cross(out->a[end], arm, out->u[end]);
}

// e and g; false where g stands square to the axis of wheel 1 or there is none.
static bool tangent_plane(Wheels *it, const real N[3]) {
  const real size = sqrt(vec_dot(N, N));
  if (!(re(size) > 0)) {
    return false;
  }
  vec_cross(N, it->e, it->g);
  scale(it->g, 1 / size);
  const real along = vec_dot(it->g, it->a[0]);
  scale(it->g, re(along) < 0 ? -1 : 1);
  return re(real_abs(along)) > MESH_ALONG;
}

// tan psi of the teeth that a hand asks for. k: the size of the stated ratio.
static MeshFault by_hand(const Wheels *it, double hand, real k, real *tangent) {
  const real along = vec_dot(it->u[1], it->e), across = vec_dot(it->u[1], it->g);
  int found = 0;
  for (int sense = -1; sense <= 1; sense += 2) {
    const real tilt = (along - sense * it->size / k) / across;
    if (hand * re(tilt) > 0) {
      *tangent = tilt;
      found++;
    }
  }
  return found == 1 ? MESH_GOOD : found == 0 ? MESH_NO_HAND : MESH_BOTH;
}

// n . u of both wheels, n square to the teeth (not of unit length).
static MeshFault across_teeth(const RelationMesh *mesh, const real *numbers, const real N[3],
                              Wheels *it, double askew, real normal[2]) {
  const bool helical = mesh->helix >= 0 || mesh->hand != 0;
  normal[0] = it->size;
  normal[1] = vec_dot(it->u[1], it->e);
  if (!helical) {
    return askew <= MESH_ROUNDED ? MESH_GOOD : MESH_ASKEW;
  }
  if (mesh->hand == 0 && askew <= MESH_ALONG) {
    return MESH_GOOD; // the helix slides along itself on both wheels alike
  }
  if (!tangent_plane(it, N)) {
    return MESH_CROWN;
  }
  real c = 1, s = 0;
  if (mesh->hand != 0) {
    const MeshFault fault =
        askew <= MESH_ALONG
            ? MESH_NO_HAND
            : by_hand(it, mesh->hand, numbers[mesh->stated[0]] / numbers[mesh->stated[1]], &s);
    if (fault != MESH_GOOD) {
      return fault;
    }
  } else {
    c = cos(numbers[mesh->helix]);
    s = sin(numbers[mesh->helix]);
  }
  normal[0] = it->size * c;
  normal[1] = normal[1] * c - vec_dot(it->u[1], it->g) * s;
  return MESH_GOOD;
}

void MBS_NAME(mesh_of)(const Model *model, const real *numbers, const Relation *relation,
                       Mesh *out) {
  const RelationMesh *mesh = relation->mesh;
  Wheels it;
  real N[3], normal[2];
  for (int end = 0; end < 2; end++) {
    velocity_of(model, numbers, mesh, end, &it);
  }
  const double first = sqrt(re(vec_dot(it.u[0], it.u[0])));
  const double second = sqrt(re(vec_dot(it.u[1], it.u[1])));
  *out = (Mesh){.weight = {1, 1}, .fault = MESH_ON_AXIS};
  if (!(first > 0) || !(second > 0)) {
    return;
  }
  it.size = sqrt(vec_dot(it.u[0], it.u[0]));
  for (int i = 0; i < 3; i++) {
    it.e[i] = it.u[0][i] / it.size;
  }
  vec_cross(it.u[0], it.u[1], N);
  out->askew = sqrt(re(vec_dot(N, N))) / (first * second);
  out->fault = across_teeth(mesh, numbers, N, &it, out->askew, normal);
  if (out->fault != MESH_GOOD) {
    return;
  }
  if (!(fabs(re(normal[0])) > MESH_ALONG * first) || !(fabs(re(normal[1])) > MESH_ALONG * second)) {
    out->fault = MESH_SLIDES;
    return;
  }
  const double sense = re(normal[0]) * re(normal[1]) < 0 ? -1 : 1;
  out->ratio = re(normal[0]) / re(normal[1]);
  if (mesh->stated[0] >= 0) {
    normal[0] = numbers[mesh->stated[0]];
    normal[1] = sense * numbers[mesh->stated[1]];
    out->stated = re(normal[0]) / fabs(re(normal[1]));
  }
  out->weight[0] = mesh->slides[1] ? normal[0] / normal[1] : normal[0];
  out->weight[1] = -normal[1];
}

void MBS_NAME(mesh_write)(const Relation *relation, const Mesh *mesh, real *numbers) {
  for (int end = 0; end < 2; end++) {
    if (relation->coordinates[end].weight >= 0) {
      numbers[relation->coordinates[end].weight] = mesh->weight[end];
    }
  }
}
