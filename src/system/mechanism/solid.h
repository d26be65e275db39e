// SPDX-License-Identifier: BSD-3-Clause
// solid.h: mass, mass centre and inertia of bodies that take them from their shapes.
//
//   m = rho sum V,  m c = rho sum V x,  E = rho sum V (S + (x - c)(x - c)'),  J = tr(E) 1 - E
//
// with V, x and S the volume, the centre and the mean of y y' about it of each shape, in body axes.
// Shapes that overlap count twice; planes and polylines have no volume.
//
// Pure functions of the numbers over `real`, as those of placement.h.
#ifndef MBS_SYSTEM_MECHANISM_SOLID_H
#define MBS_SYSTEM_MECHANISM_SOLID_H

#include "model/model.h"

typedef struct Solid {
  real mass, centre[3]; // [kg], in the body frame [m]
  real inertia[6];      // [kg m^2], about the centre, body axes: xx yy zz xy yz zx
} Solid;

enum { SOLID_NUMBERS = 7 }; // of a body: mass and inertia; in the plane the first two

// numbers: the values of all numbers of the model. The body is solid.
void MBS_NAME(solid_of_body)(const Model *model, const real *numbers, int body, Solid *out);

// Writes them where the numbers of the body stand (element.h: mass, inertia), and its mass centre.
void MBS_NAME(solid_write)(const Model *model, int body, const Solid *solid, real *numbers);

#endif
