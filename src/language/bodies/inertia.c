// SPDX-License-Identifier: BSD-3-Clause
// inertia.c: whether a body with this mass and inertia can exist.
//
//   I_c = I_p - m (d.d 1 - d d'),  d from the mass centre to the point p     (Steiner)
//   principal moments A <= B <= C of a body:  A >= 0 and C <= A + B
//
// The last holds since A + B - C = 2 int z^2 dm along the axis of C.
#include "language/bodies/inertia.h"

#include <math.h>

#include "base/number.h"
#include "language/numbers/numbers.h"
#include "math/principal.h"

enum { ELEMENTS = 6 };

static const double slack = 1e-9;
static const double smallest_ratio = 1e-14;

static void order(double *a, double *b) {
  if (*a > *b) {
    const double larger = *a;
    *a = *b;
    *b = larger;
  }
}

void inertia_principal(const double elements[static 6], double moments[static 3]) {
  const double *e = elements; // xx yy zz xy yz zx
  const double matrix[9] = {e[0], e[3], e[5], e[3], e[1], e[4], e[5], e[4], e[2]};
  double axes[9];
  principal_axes(matrix, moments, axes);
  order(&moments[0], &moments[1]);
  order(&moments[1], &moments[2]);
  order(&moments[0], &moments[1]);
}

// scale: of what they were made from, which knows them to round-off.
static bool possible(const double moments[static 3], double scale) {
  const double round_off = smallest_ratio * fmax(moments[2], scale);
  return moments[0] >= -round_off &&
         moments[2] - (moments[0] + moments[1]) <= slack * moments[2] + round_off;
}

static double largest_element(const double e[static ELEMENTS]) {
  return fmax(fmax(fabs(e[0]), fabs(e[1])), fabs(e[2]));
}

// The point for which the inertia is given, in the body frame; false when it is not known yet.
static bool read_point(const Loader *loader, int marker, double point[static 3]) {
  const int number = loader->model->markers[marker].position;
  for (int k = 0; k < 3; k++) {
    point[k] = 0;
  }
  return number < 0 || numbers_all_known(loader, number, 3, point);
}

// Moves the elements from the point at distance d from the mass centre to the centre.
static void move_to_center(double mass, const double d[static 3], double e[static ELEMENTS]) {
  const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  e[0] -= mass * (square - d[0] * d[0]);
  e[1] -= mass * (square - d[1] * d[1]);
  e[2] -= mass * (square - d[2] * d[2]);
  e[3] += mass * d[0] * d[1];
  e[4] += mass * d[1] * d[2];
  e[5] += mass * d[2] * d[0];
}

// CAD programs often give the products of inertia themselves, which are minus the elements.
static bool possible_with_other_sign(const double e[static ELEMENTS]) {
  const double turned[ELEMENTS] = {e[0], e[1], e[2], -e[3], -e[4], -e[5]};
  double moments[3];
  inertia_principal(turned, moments);
  return possible(moments, 0);
}

static void refuse(const Loader *loader, const Item *item, Mark mark,
                   const double e[static ELEMENTS], const double moments[static 3]) {
  Diag *diag = loader_diag(loader);
  const bool positive = moments[0] >= -smallest_ratio * moments[2];
  if (positive) {
    char told[2][NUMBER_TEXT_SIZE];
    number_format_apart(6, 2, (const double[]){moments[2], moments[0] + moments[1]}, told);
    diag_add(diag, DIAG_PHYSICS_INERTIA, mark,
             "%s: the inertia violates the triangle inequality: the largest principal moment, %s "
             "kg m^2, exceeds the sum of the others, %s kg m^2",
             item->what, told[0], told[1]);
  } else {
    diag_add(diag, DIAG_PHYSICS_INERTIA, mark,
             "%s: the inertia is negative: its smallest principal moment is %.6g kg m^2",
             item->what, moments[0]);
  }
  if (possible_with_other_sign(e)) {
    diag_hint(diag, "xy, yz and zx are elements of the inertia matrix, i.e. minus the integrals "
                    "that CAD programs often give; reverse their signs");
  } else if (positive) {
    diag_hint(diag, "a thin rod along x has about [0, m*L^2/12, m*L^2/12]: check the order of the "
                    "axes, the unit and the point");
  } else {
    diag_hint(diag, "check the signs, the unit and the point about which it is given");
  }
}

void inertia_check(const Loader *loader, const Item *item, const Body *body) {
  const Value *inertia = item_find(item, "inertia");
  if (inertia == NULL || inertia->node == NULL || inertia->field->type != FIELD_MAP) {
    return;
  }
  double e[ELEMENTS];
  double mass = 0;
  double point[3] = {0};
  double center[3] = {0};
  const Value *weight = item_find(item, "mass");
  bool known = weight != NULL && numbers_known(loader, body->first_number + weight->number, &mass);
  known = known && numbers_all_known(loader, body->first_number + inertia->number, ELEMENTS, e);
  for (int k = 0; k < 3; k++) {
    known = known && e[k] >= 0 && mass >= 0; // what is not was refused with its own place
  }
  const double scale = known ? largest_element(e) : 0;
  if (known && body->inertia_about >= 0) {
    known = numbers_all_known(loader, body->center_of_mass, 3, center) &&
            read_point(loader, body->inertia_about, point);
    const double d[3] = {point[0] - center[0], point[1] - center[1], point[2] - center[2]};
    move_to_center(mass, d, e);
  }
  if (!known) {
    return;
  }
  double moments[3];
  inertia_principal(e, moments);
  if (!possible(moments, scale)) {
    refuse(loader, item, inertia->mark, e, moments);
  }
}
