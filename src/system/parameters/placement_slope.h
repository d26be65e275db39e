// SPDX-License-Identifier: BSD-3-Clause
// placement_slope.h: the derivative of placements along a direction of the numbers.
//
//   f(x + i h d) = f(x) + i h f'(x) d + O(h^2),  h = 1e-40
// placement.c over complex numbers: the imaginary part is the derivative to the last bits, on the
// branch on which the placement itself is (Squire, Trapp 1998).
#ifndef MBS_SYSTEM_PARAMETERS_PLACEMENT_SLOPE_H
#define MBS_SYSTEM_PARAMETERS_PLACEMENT_SLOPE_H

#include "model/model.h"

// Change of a marker in the axes of its body, from the mass centre. p: its Euler parameters.
typedef struct MarkerSlope {
  double s[3], R[9], angle, p[4];
} MarkerSlope;

// A direction of the numbers; room: 2 numbers for each of the model.
typedef struct PlacementSlope {
  const Model *model;
  double *room;
} PlacementSlope;

// Takes the values of all numbers and their change.
void placement_slope_take(const PlacementSlope *slope, const double *numbers, const double *change);

// What a body takes from its shapes: its numbers, and their entries of change, become what follows.
void placement_slope_solid(const PlacementSlope *slope, int body, double *change);

// The weights of a relation that take them from geometry: their numbers, likewise.
void placement_slope_mesh(const PlacementSlope *slope, int relation, double *change);

void placement_slope_of_marker(const PlacementSlope *slope, int marker, MarkerSlope *change);
// Of the initial coordinates of a body.
void placement_slope_coordinates(const PlacementSlope *slope, int body, double change[BODY_Q]);
// Of its velocities v as stated, while its axes A change by dA; v: components that are not stated.
void placement_slope_velocities(const PlacementSlope *slope, int body, const double A[9],
                                const double dA[9], const double v[], double change[BODY_V]);

#endif
