// SPDX-License-Identifier: BSD-3-Clause
// mesh.h: ratios of gears from the positions of their axes and their pitch point.
//
//   u_k = a_k x (P - s_k)              velocity of wheel k at P per unit of its coordinate c_k
//   n . u_1 c_1' = n . u_2 c_2'        equal velocities along n
//
//   P  pitch point      a_k  axis of wheel k      s_k  a point on it      a rack has u_k = a_k
//   n  the direction in the tangent plane that is perpendicular to the teeth
//
// Where u_1 and u_2 are parallel, n is parallel to them (spur gears, bevel gears, internal gears,
// racks). Otherwise they span the tangent plane, which contains the teeth (crossed helical and
// hypoid gears, worms). Wheel 1 has the generatrix g and the helix angle psi between g and the
// teeth; psi is positive for right-handed teeth:
//   n = cos psi e - sin psi g,   e = u_1 / |u_1|,   g along N x e, towards a_1,   N = u_1 x u_2
// If the file gives the numbers of teeth, they are the ratio, and only its sign comes from
// geometry. If it gives the hand of the teeth without psi, psi follows from the ratio.
//
// All functions are pure functions of the numbers over `real`, as those of placement.h.
#ifndef MBS_SYSTEM_MECHANISM_MESH_H
#define MBS_SYSTEM_MECHANISM_MESH_H

#include "model/model.h"

typedef enum MeshFault {
  MESH_GOOD,
  MESH_ON_AXIS, // the pitch point is on the axis of a wheel
  MESH_ASKEW,   // u_1 and u_2 are not parallel, and neither helix angle nor hand is given
  MESH_CROWN,   // g is perpendicular to the axis of wheel 1, or does not exist
  MESH_SLIDES,  // the teeth are parallel to the velocity of a wheel, which they cannot drive
  MESH_NO_HAND, // no helix of the given hand has the given ratio
  MESH_BOTH     // helices of the given hand have the given ratio with either sign
} MeshFault;

typedef struct Mesh {
  real weight[2]; // weights of both coordinates of the relation
  double askew;   // sine of the angle between u_1 and u_2
  double ratio;   // c_2' / c_1' by geometry; where only the hand is given, it is the given one
  double stated;  // absolute ratio that the file gives; 0: none
  MeshFault fault;
} Mesh;

// Velocities count as parallel where the sine of their angle is at most MESH_ALONG. Errors of a
// sine or a ratio above MESH_ROUNDED are too large to come from rounded numbers in a file.
#define MESH_ALONG 1e-6
#define MESH_ROUNDED 1e-2

// The mesh of a relation that has one. numbers: the values of all numbers of the model. out->fault:
// MESH_GOOD, or why the wheels cannot mesh; then weight and ratio are not valid.
void MBS_NAME(mesh_of)(const Model *model, const real *numbers, const Relation *relation,
                       Mesh *out);

// Writes the weights to the numbers that the relation's coordinates read.
void MBS_NAME(mesh_write)(const Relation *relation, const Mesh *mesh, real *numbers);

#endif
