// SPDX-License-Identifier: BSD-3-Clause
// shape.h: what bodies look like, and from where they are looked at. It acts on the motion only
// where a body takes its mass from its shapes (Body.solid). Numbers are indices into
// Model.numbers, -1: not stated; they depend on parameters alone.
#ifndef MBS_MODEL_SHAPE_H
#define MBS_MODEL_SHAPE_H

#include <stdbool.h>

#include "base/mark.h"
#include "model/orientation.h"

typedef enum ShapeForm {
  SHAPE_BOX,       // size: 3 numbers
  SHAPE_SPHERE,    // radius
  SHAPE_ELLIPSOID, // size: 3 semi-axes
  SHAPE_CYLINDER,  // radius, length along z or two ends
  SHAPE_CAPSULE,   // likewise, between the centres of its round ends
  SHAPE_CONE,      // likewise; the tip at +z or at the second end
  SHAPE_PLANE,     // size: 2 numbers, along x and y
  SHAPE_POLYLINE,  // points
  SHAPE_OUTLINE,   // points in its plane x y, thick by length
  SHAPE_MESH       // triangles of a file
} ShapeForm;

// A point of a body: a marker, else numbers in the body frame.
typedef struct ShapePoint {
  int marker, number; // -1: not stated
} ShapePoint;

// Volume [m^3], its centre, and the mean of (x - c)(x - c)' over it: xx yy zz xy yz zx.
typedef struct ShapeVolume {
  double volume, centre[3], spread[6];
} ShapeVolume;

typedef struct BodyShape {
  const char *name;
  Origin origin;
  int body;
  ShapeForm form;
  ShapePoint at; // neither: the origin of the body frame
  Orientation orientation;
  ShapePoint end[2];
  int size, radius, length, opacity;
  int coordinate[3]; // first numbers of the points' x, y, z
  int point_count;
  double colour[3], gloss;
  bool coloured;
  int contact; // 1 + the marker there that contacts made; 0: none
  // of a mesh: corners of triangles, in threes [m]
  const double (*corners)[3];
  int corner_count;
  ShapeVolume volume; // of what a mesh encloses, where a mass comes from it
} BodyShape;

// How the mechanism is first looked at.
typedef struct View {
  int from;               // 3 numbers: the direction from which, ground axes
  int up;                 // axis 0 1 2 of the ground, or -1
  int to;                 // marker, or -1
  bool flat, flat_stated; // no perspective
  const int *trail;       // markers
  int trail_count;
} View;

#endif
