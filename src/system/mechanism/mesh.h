// SPDX-License-Identifier: BSD-3-Clause
// mesh.h: ratios of gears from where their axes and their pitch point stand.
//
//   u_k = a_k x (P - s_k), of a rack a_k:  the velocity of wheel k at P per unit of its coordinate
//   n . u_1 c_1' = n . u_2 c_2'            n: in the tangent plane, square to the teeth
//
// Where both u go along one line n is that line (spur and bevel wheels, inside and outside, racks).
// Else they span the tangent plane, and the teeth lie in it at the helix angle psi of wheel 1 from
// its generatrix g, right-handed teeth at a positive one (crossed helical and hypoid wheels,
// worms):
//   n = cos psi e - sin psi g,   e = u_1 / |u_1|,   g along N x e, towards a_1,   N = u_1 x u_2
// Numbers of teeth, where they are stated, are the ratio, and geometry tells which way wheels turn;
// with the hand of the teeth alone psi follows from the ratio.
//
// Pure functions of the numbers over `real`, as those of placement.h.
#ifndef MBS_SYSTEM_MECHANISM_MESH_H
#define MBS_SYSTEM_MECHANISM_MESH_H

#include "model/model.h"

typedef enum MeshFault {
  MESH_GOOD,
  MESH_ON_AXIS, // the pitch point stands on an axis
  MESH_ASKEW,   // velocities askew, and nothing says how the teeth lie
  MESH_CROWN,   // no helix can be told from the axis of wheel 1
  MESH_SLIDES,  // the teeth lie along the velocity of a wheel: it does not drive
  MESH_NO_HAND, // no helix of this hand has the stated ratio,
  MESH_BOTH     // or helices of it turn the other wheel both ways
} MeshFault;

typedef struct Mesh {
  real weight[2]; // of both coordinates of the relation
  double askew;   // sine of the angle between u_1 and u_2
  double ratio;   // c_2' / c_1' of geometry alone; without a sense where it takes the stated one
  double stated;  // the size of the ratio that the file states, or 0
  MeshFault fault;
} Mesh;

// Velocities at a smaller sine of an angle count as along one line; at a larger one that the
// numbers of a file were rounded does not explain what is left.
#define MESH_ALONG 1e-6
#define MESH_ROUNDED 1e-2

// numbers: the values of all numbers of the model. The relation has a mesh.
void MBS_NAME(mesh_of)(const Model *model, const real *numbers, const Relation *relation,
                       Mesh *out);

// Writes the weights where the relation's coordinates read them.
void MBS_NAME(mesh_write)(const Relation *relation, const Mesh *mesh, real *numbers);

#endif
