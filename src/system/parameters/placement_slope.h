// SPDX-License-Identifier: BSD-3-Clause
// placement_slope.h: the derivative of placements along a direction of the numbers of a model.
//
//   f(x + i h d) = f(x) + i h f'(x) d + O(h^2),  h = 1e-40
// x: the numbers, d: their rates. placement.c runs over complex numbers. The imaginary part,
// divided by h, is the derivative to the last bits, on the branch of the placement itself (Squire,
// Trapp 1998).
#ifndef MBS_SYSTEM_PARAMETERS_PLACEMENT_SLOPE_H
#define MBS_SYSTEM_PARAMETERS_PLACEMENT_SLOPE_H

#include "model/model.h"

// Change of a marker's pose in its body, in body axes from the mass centre. p: its Euler
// parameters.
typedef struct MarkerSlope {
  double s[3], R[9], angle, p[4];
} MarkerSlope;

// A model with values and rates of its numbers. room: 2 numbers for each number of the model.
typedef struct PlacementSlope {
  const Model *model;
  double *room;
} PlacementSlope;

// Stores the values of all numbers and their changes. All functions below use them.
void placement_slope_take(const PlacementSlope *slope, const double *numbers, const double *change);

// For a body with mass, mass centre and inertia from its shapes: computes these numbers and writes
// their changes into `change` [numbers of the model].
void placement_slope_solid(const PlacementSlope *slope, int body, double *change);

// The same for a relation whose weights come from geometry (RelationMesh).
void placement_slope_mesh(const PlacementSlope *slope, int relation, double *change);

// Writes the change of a marker's pose in its body.
void placement_slope_of_marker(const PlacementSlope *slope, int marker, MarkerSlope *change);
// Writes the change of the initial coordinates of a body.
void placement_slope_coordinates(const PlacementSlope *slope, int body, double change[BODY_Q]);
// Writes the change of the stated initial velocities of a body, whose axes A change by dA. v: its
// initial velocities; those that are not stated do not change.
void placement_slope_velocities(const PlacementSlope *slope, int body, const double A[9],
                                const double dA[9], const double v[], double change[BODY_V]);

#endif
