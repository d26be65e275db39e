// SPDX-License-Identifier: BSD-3-Clause
// solid.c: mass from shapes (see solid.h).
//
// In own axes, about the own centre, mean squares of box a b c: a^2/12 ..; ellipsoid: a^2/5 ..;
// cylinder: r^2/4, r^2/4, L^2/12; half a ball on a plane: r^2/5 each, its centre 3 r/8 above it;
// cone: 3 r^2/20 twice and 3 L^2/80 about its centre, L/4 above its foot. Of a polygon with corners
// p_k about p_0, with d_k = p_k x p_k+1 (Green):  A = sum d/2,  A c = sum d (p_k + p_k+1)/6,
//   int x x' dA = sum d (p p' + q q' + (p + q)(p + q)')/24,  q = p_k+1.
#include "system/mechanism/solid.h"

#include <string.h>

#include "math/vec.h"
#include "system/mechanism/placement.h"

enum { XX, YY, ZZ, XY, YZ, ZX };
static const int row_of[6] = {0, 1, 2, 0, 1, 2}, column_of[6] = {0, 1, 2, 1, 2, 0};
static const double pi = 3.14159265358979323846;

// A shape in its own axes: volume, its centre, and the mean of (x - c)(x - c)'.
typedef struct Volume {
  real volume, centre[3], spread[6];
} Volume;

static real number_of(const real *numbers, int number) {
  return number >= 0 ? numbers[number] : 0;
}

static void take_box(const real *size, Volume *out) {
  out->volume = size[0] * size[1] * size[2];
  for (int k = 0; k < 3; k++) {
    out->spread[k] = size[k] * size[k] / 12;
  }
}

static void take_ellipsoid(const real radii[3], Volume *out) {
  out->volume = 4 * pi / 3 * radii[0] * radii[1] * radii[2];
  for (int k = 0; k < 3; k++) {
    out->spread[k] = radii[k] * radii[k] / 5;
  }
}

// Along z, from -L/2 to L/2.
static void take_axial(ShapeForm form, real r, real L, Volume *out) {
  const real round = pi * r * r * L, ball = 4 * pi / 3 * r * r * r;
  if (form == SHAPE_CONE) {
    out->volume = round / 3;
    out->centre[2] = -L / 4;
    out->spread[XX] = out->spread[YY] = 3 * r * r / 20;
    out->spread[ZZ] = 3 * L * L / 80;
    return;
  }
  const real caps = form == SHAPE_CAPSULE ? ball : 0;
  out->volume = round + caps;
  out->spread[XX] = out->spread[YY] = (round * r * r / 4 + caps * r * r / 5) / out->volume;
  out->spread[ZZ] =
      (round * L * L / 12 + caps * (L * L / 4 + 3 * L * r / 8 + r * r / 5)) / out->volume;
}

// A polygon in the plane x y, to both sides of it by half the thickness.
static void take_outline(const BodyShape *shape, const real *numbers, Volume *out) {
  const real *x = numbers + shape->coordinate[0], *y = numbers + shape->coordinate[1];
  const real thickness = numbers[shape->length];
  real area = 0, first[2] = {0, 0}, second[3] = {0, 0, 0}; // xx yy xy
  for (int k = 1; k + 1 < shape->point_count; k++) {
    const real p[2] = {x[k] - x[0], y[k] - y[0]}, q[2] = {x[k + 1] - x[0], y[k + 1] - y[0]};
    const real d = p[0] * q[1] - p[1] * q[0], sum[2] = {p[0] + q[0], p[1] + q[1]};
    area += d / 2;
    for (int i = 0; i < 2; i++) {
      first[i] += d * sum[i] / 6;
      second[i] += d * (p[i] * p[i] + q[i] * q[i] + sum[i] * sum[i]) / 24;
    }
    second[2] += d * (p[0] * p[1] + q[0] * q[1] + sum[0] * sum[1]) / 24;
  }
  const real c[2] = {first[0] / area, first[1] / area};
  out->volume = real_abs(area) * thickness;
  out->centre[0] = x[0] + c[0];
  out->centre[1] = y[0] + c[1];
  out->spread[XX] = second[0] / area - c[0] * c[0];
  out->spread[YY] = second[1] / area - c[1] * c[1];
  out->spread[XY] = second[2] / area - c[0] * c[1];
  out->spread[ZZ] = thickness * thickness / 12;
}

// What the loader found, at its scale.
static void take_mesh(const BodyShape *shape, Volume *out) {
  out->volume = shape->volume.volume;
  for (int k = 0; k < 6; k++) {
    out->spread[k] = shape->volume.spread[k];
    out->centre[k % 3] = shape->volume.centre[k % 3];
  }
}

// A point of the body: of a marker, or numbers.
static void point_of(const Model *model, const real *numbers, const ShapePoint *point,
                     Placement *out) {
  static const Orientation none = {.form = ORIENTATION_NONE};
  const Marker *marker = point->marker >= 0 ? &model->markers[point->marker] : NULL;
  MBS_NAME(placement_of)
  (numbers, marker != NULL ? marker->position : point->number,
   marker != NULL ? &marker->orientation : &none, out);
}

// Where a shape is, and its length where that follows from its ends: only its z then matters.
static real place(const Model *model, const real *numbers, const BodyShape *shape, Placement *out) {
  if (shape->end[0].marker < 0 && shape->end[0].number < 0) {
    Placement own;
    real R[9];
    point_of(model, numbers, &shape->at, out);
    MBS_NAME(placement_of)(numbers, -1, &shape->orientation, &own);
    vec_product(out->R, own.R, R);
    memcpy(out->R, R, sizeof R);
    return number_of(numbers, shape->length);
  }
  Placement end[2];
  real square = 0;
  for (int k = 0; k < 2; k++) {
    point_of(model, numbers, &shape->end[k], &end[k]);
  }
  memset(out->R, 0, sizeof out->R);
  for (int k = 0; k < 3; k++) {
    const real along = end[1].origin[k] - end[0].origin[k];
    square += along * along;
    out->origin[k] = (end[0].origin[k] + end[1].origin[k]) / 2;
    out->R[3 * k + 2] = along;
  }
  const real length = sqrt(square);
  for (int k = 0; k < 3; k++) {
    out->R[3 * k + 2] /= length;
  }
  return length;
}

static void take(const BodyShape *shape, const real *numbers, real length, Volume *out) {
  const real r = number_of(numbers, shape->radius), radii[3] = {r, r, r};
  memset(out, 0, sizeof *out);
  switch (shape->form) {
  case SHAPE_BOX:
    take_box(numbers + shape->size, out);
    break;
  case SHAPE_SPHERE:
    take_ellipsoid(radii, out);
    break;
  case SHAPE_ELLIPSOID:
    take_ellipsoid(numbers + shape->size, out);
    break;
  case SHAPE_CYLINDER:
  case SHAPE_CAPSULE:
  case SHAPE_CONE:
    take_axial(shape->form, r, length, out);
    break;
  case SHAPE_OUTLINE:
    take_outline(shape, numbers, out);
    break;
  case SHAPE_MESH:
    take_mesh(shape, out);
    break;
  case SHAPE_PLANE:
  case SHAPE_POLYLINE:
    break;
  }
}

// From own axes into those of the body. With z alone known, spread is a 1 + (b - a) z z'.
static void into_body(const Placement *at, bool axial, Volume *it) {
  real centre[3], R[9], matrix[9], turned[9], back[9];
  vec_rotate(at->R, it->centre, centre);
  for (int k = 0; k < 3; k++) {
    it->centre[k] = at->origin[k] + centre[k];
  }
  for (int k = 0; k < 9; k++) {
    R[k] = at->R[k];
    matrix[k] = 0;
  }
  for (int e = 0; e < 6; e++) {
    matrix[3 * row_of[e] + column_of[e]] = matrix[3 * column_of[e] + row_of[e]] = it->spread[e];
  }
  const real round = axial ? it->spread[XX] : 0;
  for (int k = 0; axial && k < 3; k++) {
    matrix[4 * k] -= round;
  }
  vec_product(R, matrix, turned);
  for (int i = 0; i < 9; i++) { // times R'
    back[i] = 0;
    for (int k = 0; k < 3; k++) {
      back[i] += turned[i / 3 * 3 + k] * R[i % 3 * 3 + k];
    }
  }
  for (int e = 0; e < 6; e++) {
    it->spread[e] = back[3 * row_of[e] + column_of[e]] + (e < 3 ? round : 0);
  }
}

// Adds a shape: what was there and it, about their common centre.
static void add(const Volume *it, Volume *sum) {
  const real all = sum->volume + it->volume, part = it->volume / all;
  real apart[3];
  for (int k = 0; k < 3; k++) {
    apart[k] = it->centre[k] - sum->centre[k];
  }
  for (int e = 0; e < 6; e++) {
    sum->spread[e] += part * (it->spread[e] - sum->spread[e]) +
                      part * (1 - part) * apart[row_of[e]] * apart[column_of[e]];
  }
  for (int k = 0; k < 3; k++) {
    sum->centre[k] += part * apart[k];
  }
  sum->volume = all;
}

void MBS_NAME(solid_of_body)(const Model *model, const real *numbers, int body, Solid *out) {
  Volume sum;
  memset(&sum, 0, sizeof sum);
  for (int s = 0; s < model->shape_count; s++) {
    const BodyShape *shape = &model->shapes[s];
    const bool flat = shape->form == SHAPE_PLANE || shape->form == SHAPE_POLYLINE;
    if (shape->body != body || flat) {
      continue;
    }
    Volume it;
    Placement at;
    const real length = place(model, numbers, shape, &at);
    take(shape, numbers, length, &it);
    into_body(&at, shape->end[0].marker >= 0 || shape->end[0].number >= 0, &it);
    add(&it, &sum);
  }
  const real *s = sum.spread;
  out->mass = numbers[model->bodies[body].density] * sum.volume;
  memcpy(out->centre, sum.centre, sizeof out->centre);
  for (int k = 0; k < 3; k++) {
    out->inertia[k] = out->mass * (s[(k + 1) % 3] + s[(k + 2) % 3]);
    out->inertia[3 + k] = 0 - out->mass * s[3 + k];
  }
}

void MBS_NAME(solid_write)(const Model *model, int body, const Solid *solid, real *numbers) {
  const Body *it = &model->bodies[body];
  real *const par = numbers + it->first_number;
  par[0] = solid->mass;
  for (int k = 0; k < (model->planar ? 1 : 6); k++) {
    par[1 + k] = solid->inertia[model->planar ? ZZ : k];
  }
  for (int k = 0; k < (model->planar ? 2 : 3); k++) {
    numbers[it->center_of_mass + k] = solid->centre[k];
  }
}
