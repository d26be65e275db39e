// SPDX-License-Identifier: BSD-3-Clause
// solid.h: mass, mass centre and inertia of bodies that take them from their shapes.
//
//   m = rho sum V,  m c = rho sum V x,  E = rho sum V (S + (x - c)(x - c)'),  J = tr(E) 1 - E
//
//   m, c, J  mass, mass centre, inertia about it      rho  density
//   V, x  volume and centre of each shape             S  mean of y y' in the shape, y from x
// All vectors are in body axes. Where shapes overlap, their common volume counts twice. Planes and
// polylines have no volume.
//
// All functions are pure functions of the numbers over `real`, as those of placement.h.
#ifndef MBS_SYSTEM_MECHANISM_SOLID_H
#define MBS_SYSTEM_MECHANISM_SOLID_H

#include "model/model.h"

typedef struct Solid {
  real mass, centre[3]; // mass [kg]; mass centre in the body frame [m]
  real inertia[6];      // about the mass centre, in body axes: xx yy zz xy yz zx [kg m^2]
} Solid;

// Numbers of a body in space: its mass and six elements of its inertia. In the plane a body has the
// mass and one moment of inertia.
enum { SOLID_NUMBERS = 7 };

// The mass properties of a body that takes them from its shapes. numbers: the values of all numbers
// of the model.
void MBS_NAME(solid_of_body)(const Model *model, const real *numbers, int body, Solid *out);

// Writes mass, inertia (element.h) and mass centre to the numbers of the body.
void MBS_NAME(solid_write)(const Model *model, int body, const Solid *solid, real *numbers);

#endif
